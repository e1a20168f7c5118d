//! Nim-sequences kept in a file, to go on from where the work was stopped.

use std::path::Path;
use std::time::{Duration, Instant};

use foregone::heap::{self, Analysis, Limits, Rule, Sequence};
use std::io::Write;

use crate::failure::Failure;
use crate::saving::Place;
use crate::terminal::Terminal;

/// Time between two savings.
const EVERY: Duration = Duration::from_secs(60);

/// Analyses a rule up to `terms` values, beginning with those in the file, if it is there, and
/// leaves in it what is known by the end.
pub fn analyse(
    path: &Path,
    rule: &Rule,
    terms: Option<usize>,
    terminal: &Terminal,
) -> Result<Analysis, Failure> {
    let known = if path.exists() { read(path, rule)? } else { Vec::new() };
    // Found good before the work.
    Place::open(path)?;
    let limits = Limits { terms: terms.map(|terms| terms.max(known.len())), ..Limits::default() };
    let (mut last, mut failed) = (Instant::now(), None);
    let mut keep = |sequence: &Sequence, finished: bool| {
        if finished || last.elapsed() >= EVERY {
            failed = save(path, rule, sequence).err();
            last = Instant::now();
        }
    };
    let analysis = heap::resume_keeping(rule, &limits, terminal, known, &mut keep);
    match failed {
        Some(failed) => Err(failed),
        None => Ok(analysis),
    }
}

fn save(path: &Path, rule: &Rule, sequence: &Sequence) -> Result<(), Failure> {
    let text = heap::kept::write(rule, sequence);
    Place::open(path)?
        .save(|file| file.write_all(text.as_bytes()).map_err(|error| Failure::io(path, &error)))
}

fn read(path: &Path, rule: &Rule) -> Result<Vec<u32>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::io(path, &error))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::in_file(path, "it is not text"))?;
    let (of, claim) = heap::kept::read(&text).map_err(|error| Failure::in_file(path, error))?;
    if of.data() != rule.data() {
        return Err(Failure::in_file(path, format!("it holds values of '{of}', not of '{rule}'")));
    }
    Ok(claim.values)
}
