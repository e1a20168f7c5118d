//! `foregone cluster local`: all processes of a run, on this machine.
//!
//! Invariant: when this ends, however it does, no process that it started is left: each holds a
//! pipe from here and ends when that is closed.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use clap::Args;

use super::problem::Job;
use crate::failure::Failure;
use crate::interrupt;
use crate::show;
use crate::verbs::Outcome;

/// Starts all processes on this machine
#[derive(Args)]
#[command(after_help = "Example:\n  foregone cluster local connect-four -p width=5 -n 4")]
pub struct Local {
    #[command(flatten)]
    job: Job,
    /// How many processes
    #[arg(short = 'n', long, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    processes: u16,
}

/// Between two looks at the processes.
const LOOK: Duration = Duration::from_millis(20);
/// After the first has died: how long the others may take to say what they saw.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A process, and how it ended.
struct Part {
    child: Child,
    ended: Option<ExitStatus>,
}

impl Local {
    /// Starts them, waits for all.
    pub fn run(&self) -> Outcome {
        // Anything wrong with what was given is told once.
        self.job.problem()?;
        let processes = usize::from(self.processes);
        let fail = |error: std::io::Error| Failure::Wrong(format!("cannot start: {error}"));
        let mut hosts = tempfile::NamedTempFile::new().map_err(fail)?;
        for address in free(processes).map_err(fail)? {
            writeln!(hosts, "{address}").map_err(fail)?;
        }
        interrupt::listen();
        let (sender, said) = channel();
        let mut parts = Vec::new();
        for process in 0..processes {
            match start(process, hosts.path(), &sender) {
                Ok(child) => parts.push(Part { child, ended: None }),
                Err(error) => {
                    stop(&mut parts);
                    return Err(fail(error));
                }
            }
        }
        drop(sender);
        let ended = watch(&mut parts, &said);
        stop(&mut parts);
        ended
    }
}

/// Addresses of this machine that nobody listens on.
fn free(many: usize) -> std::io::Result<Vec<String>> {
    // All at once, so that they differ.
    let bound =
        (0..many).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
    bound.iter().map(|one| one.local_addr().map(|address| address.to_string())).collect()
}

/// Starts a process with this command's own arguments; what it says on standard error is sent on.
fn start(
    process: usize,
    hosts: &std::path::Path,
    said: &Sender<(usize, String)>,
) -> std::io::Result<Child> {
    let mut arguments: Vec<String> = Vec::new();
    let mut given = std::env::args().skip(1).peekable();
    let mut before = true;
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "local" if before => {
                before = false;
                arguments.push("run".into());
            }
            "-n" | "--processes" => _ = given.next(),
            text if text.starts_with("--processes=") || is_short_count(text) => {}
            _ => arguments.push(argument),
        }
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).arg("--tied").arg("--hosts").arg(hosts);
    command.arg("--process").arg(process.to_string());
    let out = if process == 0 { Stdio::inherit() } else { Stdio::null() };
    let mut child = command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped()).spawn()?;
    if let Some(stderr) = child.stderr.take() {
        let said = said.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = said.send((process, line));
            }
        });
    }
    Ok(child)
}

/// `-n4`, `-n=4`.
fn is_short_count(text: &str) -> bool {
    text.strip_prefix("-n").is_some_and(|rest| {
        let rest = rest.trim_start_matches('=');
        !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Waits until all have ended, or one has failed. Progress is passed on, errors are kept: of many
/// that follow from one, one is told.
fn watch(parts: &mut [Part], said: &Receiver<(usize, String)>) -> Outcome {
    let mut words: Vec<Vec<String>> = vec![Vec::new(); parts.len()];
    let mut until: Option<Instant> = None;
    loop {
        std::thread::sleep(LOOK);
        let fail = |error: std::io::Error| Failure::Wrong(format!("cannot wait: {error}"));
        for part in parts.iter_mut().filter(|part| part.ended.is_none()) {
            part.ended = part.child.try_wait().map_err(fail)?;
        }
        for (process, line) in said.try_iter() {
            let error = line.contains("error:") || !words[process].is_empty();
            if error { words[process].push(line) } else { show::remark(&line) }
        }
        if interrupt::asked() {
            return Err(Failure::Interrupted("stopped on request".into()));
        }
        let failed = parts.iter().any(|part| part.ended.is_some_and(has_failed));
        if failed && until.is_none() {
            until = Some(Instant::now() + LAST_WORDS);
        }
        let all = parts.iter().all(|part| part.ended.is_some());
        if until.is_some_and(|until| all || Instant::now() >= until) {
            // Whoever has ended may have lines on their way.
            while let Ok((process, line)) = said.recv_timeout(if all { LAST_WORDS } else { LOOK }) {
                words[process].push(line);
            }
            return Err(blame(parts, &words));
        }
        if all {
            let code = parts[0].ended.and_then(|ended| ended.code()).unwrap_or(0);
            return Ok(u8::try_from(code).unwrap_or(2));
        }
    }
}

/// True where a process ended without an answer; a property that does not hold is one, and so are
/// bounds so far.
fn has_failed(ended: ExitStatus) -> bool {
    !matches!(ended.code(), Some(0 | 1 | 3))
}

/// Which process died first, and why: one that was killed, else one whose reason is its own.
fn blame(parts: &[Part], words: &[Vec<String>]) -> Failure {
    let failed = || {
        let all = parts.iter().enumerate();
        all.filter_map(|(at, part)| part.ended.filter(|&ended| has_failed(ended)).map(|e| (at, e)))
    };
    if let Some((at, ended)) = failed().find(|(_, ended)| ended.code().is_none()) {
        return Failure::Wrong(format!("process {at} died first: {ended}"));
    }
    let lost = |at: usize| words[at].first().is_some_and(|line| line.contains(" was lost: "));
    let own = failed().map(|(at, _)| at).find(|&at| !lost(at));
    let at = own.or(failed().map(|(at, _)| at).next()).unwrap_or(0);
    let said = words[at].join("\n");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    Failure::Wrong(said.to_owned())
}

/// Ends whoever is left.
fn stop(parts: &mut [Part]) {
    for part in parts.iter_mut().filter(|part| part.ended.is_none()) {
        let _ = part.child.kill();
        let _ = part.child.wait();
    }
}
