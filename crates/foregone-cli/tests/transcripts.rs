//! Everything that documentation shows is run, and so are the transcripts beside this file.
//!
//! A transcript is a ```` ```console ```` block: lines that begin with `$ ` are given to a shell,
//! the lines after each are what it must print, standard error included, and `[exit N]` where it
//! does not end with 0. `[..]` stands for anything within a line, and in a line that tells times
//! (`explored in 0.12 s, …`) every number stands for any number. The blocks of one file share one
//! folder, which is empty at first. With `UPDATE_TRANSCRIPTS=1` what is printed is written into the
//! files instead, and a person reads the difference.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and what it must print.
#[derive(Debug, PartialEq, Eq)]
struct Scene {
    command: String,
    /// Lines of the file, from 0: the first after the command, one past the last.
    lines: std::ops::Range<usize>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files with transcripts: the top folder's, the guide's, and those for tests alone.
fn files() -> Vec<PathBuf> {
    let folders =
        [root(), root().join("docs"), root().join("crates/foregone-cli/tests/transcripts")];
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "md"));
    files.sort();
    files
}

fn scenes(text: &str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, Some(command)) => {
                scenes.push(Scene { command: command.into(), lines: at + 1..at + 1 });
            }
            (true, None) if line == "```" => inside = false,
            (true, None) => {
                let scene = scenes.last_mut().expect("a block begins with a command");
                scene.lines.end = at + 1;
            }
        }
    }
    scenes
}

/// What `command` prints, and how it ends.
fn play(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_foregone")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.to_path_buf()).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("MODELS", root().join("models").canonicalize().unwrap())
        .env("COLUMNS", "100")
        .output()
        .expect("there is a shell");
    let mut text = String::from_utf8(output.stdout).expect("the program prints text");
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "[exit {}]", code.unwrap_or(-1)).unwrap(),
    }
    text
}

/// A line that tells times, without its numbers.
fn without_numbers(line: &str) -> Option<String> {
    let numbers = |c: char| c.is_ascii_digit() || c == '.';
    line.starts_with("explored in ").then(|| line.split(numbers).collect())
}

/// True where `printed` is as `expected`, in which `[..]` stands for anything.
fn fits(expected: &str, printed: &str) -> bool {
    if let (Some(expected), Some(printed)) = (without_numbers(expected), without_numbers(printed)) {
        return expected == printed;
    }
    let mut parts = expected.trim_end().split("[..]");
    let printed = printed.trim_end();
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

/// Plays all scenes of a file; returns its text with what was printed where it does not fit.
fn replay(text: &str) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (mut renewed, mut wrong, mut done) = (String::new(), Vec::new(), 0);
    for Scene { command, lines: range } in scenes(text) {
        let printed = play(&command, folder.path());
        let expected = &lines[range.clone()];
        let count = printed.lines().count() == expected.len();
        let same = count && expected.iter().zip(printed.lines()).all(|(e, p)| fits(e, p));
        lines[done..range.start].iter().for_each(|line| writeln!(renewed, "{line}").unwrap());
        if same {
            expected.iter().for_each(|line| writeln!(renewed, "{line}").unwrap());
        } else {
            for line in printed.lines() {
                let kept = expected.iter().find(|expected| fits(expected, line));
                writeln!(renewed, "{}", kept.unwrap_or(&line)).unwrap();
            }
            wrong.push(format!(
                "$ {command}\n--- expected\n{}\n--- printed\n{printed}",
                expected.join("\n")
            ));
        }
        done = range.end;
    }
    lines[done..].iter().for_each(|line| writeln!(renewed, "{line}").unwrap());
    (renewed, wrong)
}

#[test]
fn everything_shown_is_what_the_program_prints() {
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    let (mut played, mut all_wrong) = (0, Vec::new());
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        played += scenes(&text).len();
        let (renewed, wrong) = replay(&text);
        if update && !wrong.is_empty() {
            std::fs::write(&file, renewed).unwrap();
        } else {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            all_wrong.extend(wrong.iter().map(|scene| format!("{name}: {scene}")));
        }
    }
    assert!(all_wrong.is_empty(), "{}", all_wrong.join("\n"));
    assert!(played > 40, "only {played} commands were found");
}

#[test]
fn transcripts_are_cut_into_scenes() {
    let text = "a\n```console\n$ one\nx\ny\n$ two\n```\n```\n$ three\n```\n";
    let found = scenes(text);
    let one = Scene { command: "one".into(), lines: 3..5 };
    let two = Scene { command: "two".into(), lines: 6..6 };
    assert_eq!(found, [one, two]);
}

#[test]
fn dots_stand_for_anything_within_a_line() {
    for (expected, printed, same) in [
        ("a", "a", true),
        ("a", "b", false),
        ("a", "ab", false),
        ("in [..] s", "in 0.12 s", true),
        ("in [..] s", "in 0.12 ms", false),
        ("[..]", "", true),
        ("[..]: [..] s", "x: y s", true),
        ("[..]a[..]b", "1a2b", true),
        ("[..]a[..]b", "1b2a", false),
        ("explored in 0.01 s, 6 MB", "explored in 12.34 s, 117 MB", true),
        ("explored in 0.01 s, 6 MB", "explored in 0.01 s", false),
    ] {
        assert_eq!(fits(expected, printed), same, "{expected} {printed}");
    }
}
