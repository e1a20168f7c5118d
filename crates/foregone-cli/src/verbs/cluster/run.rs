//! `foregone cluster run`: one process of a run over several machines.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use foregone_cluster::{Links, Meeting, Report, run, watch};

use super::problem::Job;
use super::shown;
use crate::failure::Failure;
use crate::show;
use crate::terminal::Talk;
use crate::verbs::Outcome;

/// One process of a run: the same command on every machine, but for --process
#[derive(Args)]
#[command(after_help = "Example:\n  foregone cluster run hold -w 2 --hosts hosts.txt --process 0")]
pub struct Run {
    #[command(flatten)]
    job: Job,
    /// A file with one line `host:port` for each process
    #[arg(long, value_name = "FILE")]
    hosts: PathBuf,
    /// The line, from 0, that is this process
    #[arg(long, value_name = "K")]
    process: usize,
    /// End when standard input is closed: whoever started this process has gone
    #[arg(long, hide = true)]
    tied: bool,
}

impl Run {
    /// Meets the others, works with them; process 0 prints the answer.
    pub fn run(&self) -> Outcome {
        if self.tied {
            std::thread::spawn(end_with_input);
        }
        let hosts = hosts(&self.hosts)?;
        if self.process >= hosts.len() {
            let (process, many) = (self.process, hosts.len());
            let why = format!("has {many} lines, so processes are 0 to {}", many - 1);
            return Err(Failure::in_file(&self.hosts, format!("{why}, not {process}")));
        }
        let (problem, fingerprint, named) = self.job.problem()?;
        let meeting = Meeting {
            hosts,
            process: self.process,
            workers: usize::from(self.job.workers),
            wait: Duration::from_secs(self.job.wait),
            fingerprint,
        };
        let begin = Instant::now();
        let links = Links::meet(&meeting).map_err(Failure::Wrong)?;
        watch(&meeting.hosts);
        let talk = if self.process == 0 { self.job.speech.talk() } else { Talk::Quiet };
        let progress = Progress { talk, begin, last: AtomicU64::new(0) };
        let options = self.job.options(&meeting.fingerprint, &named);
        let ask = problem.ask;
        let answer = run(links, problem, options, Arc::new(progress)).map_err(Failure::Wrong)?;
        if self.process != 0 {
            return Ok(0);
        }
        let shown = shown::Shown::new(&named, ask, answer, begin.elapsed(), &meeting);
        shown.print(&self.job.speech, (self.job.exact, self.job.output.as_deref()))
    }
}

/// Waits until standard input is closed, then ends the process.
fn end_with_input() {
    let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
    std::process::exit(2);
}

/// The lines of a file of hosts; empty ones and what follows `#` do not count.
fn hosts(path: &Path) -> Result<Vec<String>, Failure> {
    let text = crate::model::read(path)?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let hosts: Vec<String> = lines.filter(|line| !line.is_empty()).map(Into::into).collect();
    if hosts.is_empty() {
        return Err(Failure::in_file(path, "names no host; one line host:port for each process"));
    }
    let port =
        |host: &&String| host.rsplit_once(':').is_none_or(|(_, p)| p.parse::<u16>().is_err());
    if let Some(host) = hosts.iter().find(port) {
        return Err(Failure::in_file(path, format!("'{host}' is not of the form host:port")));
    }
    Ok(hosts)
}

/// Progress on standard error, by worker 0 of process 0.
struct Progress {
    talk: Talk,
    begin: Instant,
    last: AtomicU64,
}

impl Report for Progress {
    fn explored(&self, worker: usize, found: u64, expanded: u64) {
        if worker != 0 || self.talk == Talk::Quiet {
            return;
        }
        let before = self.last.swap(expanded, Ordering::Relaxed);
        let seconds = self.begin.elapsed().as_secs();
        let (found, done) = (show::grouped(found), show::grouped(expanded));
        let more = show::grouped(expanded.saturating_sub(before));
        show::remark(&format!("{seconds} s: exploring, {done} of {found} positions (+{more})"));
    }

    fn peak_bytes(&self) -> u64 {
        crate::memory::peak_bytes().unwrap_or(0)
    }

    fn note(&self, worker: usize, text: &dyn Fn() -> String) {
        if worker == 0 && self.talk == Talk::Verbose {
            show::remark(&format!("note: {}", text()));
        }
    }
}
