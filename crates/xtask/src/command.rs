//! Running other programs: every step shows its name, its output and its time.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// What a chore fails with: one message, what was tried and what happened.
pub type Outcome<T = ()> = Result<T, String>;

/// The repository's top folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate's folder")
}

/// The cargo that runs this chore.
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

/// Runs one step, between its name and its time.
pub fn step<T>(name: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    println!("== {name}");
    let begin = Instant::now();
    let result = work().map_err(|message| format!("step '{name}' failed: {message}"));
    println!("   {name}: {:.1} s", begin.elapsed().as_secs_f64());
    result
}

/// A command in the repository's top folder.
pub fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    // What only serves the next build takes gigabytes.
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// Runs a command with our own output; anything but success is a failure.
pub fn run(mut command: Command) -> Outcome {
    let status = command.status().map_err(|error| describe(&command, &error.to_string()))?;
    if status.success() { Ok(()) } else { Err(describe(&command, &status.to_string())) }
}

/// The standard output of a command that must succeed.
pub fn output(mut command: Command) -> Outcome<String> {
    let output = command.output().map_err(|error| describe(&command, &error.to_string()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(describe(&command, &format!("{}\n{said}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command, shows what it prints line by line, and returns all of it with its success.
pub fn tee(mut command: Command) -> Outcome<(String, bool)> {
    let spawned = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| describe(&command, &error.to_string()))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let said = std::thread::scope(|scope| {
        let errors = scope.spawn(|| copy_lines(err, std::io::stderr()));
        copy_lines(out, std::io::stdout()) + &errors.join().unwrap_or_default()
    });
    let status = child.wait().map_err(|error| describe(&command, &error.to_string()))?;
    Ok((said, status.success()))
}

fn copy_lines(from: Option<impl Read>, mut to: impl Write) -> String {
    let mut all = String::new();
    for line in from.into_iter().flat_map(|from| BufReader::new(from).split(b'\n')).flatten() {
        let line = String::from_utf8_lossy(&line);
        // Whoever reads our output may have gone; the step goes on.
        let _ = writeln!(to, "{line}");
        all.push_str(&line);
        all.push('\n');
    }
    all
}

fn describe(command: &Command, what: &str) -> String {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect();
    format!("`{}`: {what}", words.join(" "))
}
