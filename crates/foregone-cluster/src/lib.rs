//! The same solve over several machines, on timely dataflow.
//!
//! Workers act in rounds: a dataflow loop in which everybody sends, timely's progress
//! tracking says when a round's packets have all arrived, and silence ends the loop. Everything is
//! made of such loops: exploring (`explore`), retrograde counting (`grades`), nimbers, sweeps, and
//! what all tell all (`crew`). A worker owns the positions whose hash, or whose own number that the
//! game offers, falls to it; its arena has the states of others that its moves lead to as an *edge*
//! behind its own (`part`).
//!
//! Invariants: a run depends on the game, what is asked and the number of workers, not on the
//! network or the clock; a pause for a checkpoint changes nothing; every value has passed the judge
//! on the worker that owns it, with the values at the edge as their owners had them accepted, and
//! one flaw refuses all.
//!
//! Timely: Murray, McSherry and others, Naiad: a timely dataflow system, SOSP 2013.
#![forbid(unsafe_code)]

use std::time::Duration;

use foregone::Rational;

mod agree;
mod answer;
mod attract;
mod bounded;
mod checkpoint;
mod claim;
mod crew;
mod endings;
mod explore;
mod gathered;
mod grades;
mod judging;
mod kept;
mod keys;
mod levels;
mod limits;
mod loss;
mod meeting;
mod nimbers;
mod numbers;
mod packet;
mod part;
mod problem;
mod reverse;
mod rounds;
mod saving;
mod solving;
mod sweeps;
mod team;
mod telling;
mod wire;
mod work;
mod zone;

pub use answer::{Answer, Cost, Counts, Start, Worth};
pub use checkpoint::Keeping;
pub use limits::Limits;
pub use loss::watch;
pub use meeting::{Fingerprint, Meeting};
pub use problem::{Ask, Mark, Marks, Playing, Problem, Question};
pub use saving::Saving;
pub use team::{Links, run};

/// How it is to be solved.
#[derive(Clone, Debug)]
pub struct Options {
    /// The widest interval wanted at any state, absolute.
    pub precision: Rational,
    /// Exact values, as fractions.
    pub exact: bool,
    /// Games of at most so many positions whose cycles cross from worker to worker are brought to
    /// one worker to be solved.
    pub gather: u64,
    /// Time between two looks at the progress, which are also when checkpoints are written.
    pub every: Duration,
    /// Where checkpoints are kept, if anywhere.
    pub keeping: Option<Keeping>,
    /// How far exploring may go; with limits there are no checkpoints.
    pub limits: Limits,
    /// How many workers share the memory of a process.
    pub workers: u64,
    /// Where the solution is saved, if anywhere.
    pub saving: Option<Saving>,
}

/// Whoever is told how the work goes on; called by every worker.
pub trait Report: Send + Sync {
    /// So many positions are known to all workers together, and so many of them were expanded.
    fn explored(&self, worker: usize, found: u64, expanded: u64);

    /// The most memory that this process has taken so far, in bytes; 0 where nobody knows.
    fn peak_bytes(&self) -> u64 {
        0
    }

    /// One sentence on what was done.
    fn note(&self, worker: usize, text: &dyn Fn() -> String);
}
