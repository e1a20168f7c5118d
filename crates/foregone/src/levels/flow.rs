//! The way down as it goes: what is known by now, and where the work could be left.
//!
//! Whoever has ended a task looks for the next, and nobody waits for another; so a task may split itself
//! among the same threads. What a batch is solved with does not depend on the order in which tasks
//! end. Invariant: levels that the line has passed are solved, whatever is known of entries of others.

use super::downward::Done;
use super::line::{Job, Line, Part, Task};
use super::{Answered, Level, LevelError, Passes, Size, kept};
use crate::judge::slice::Known;
use crate::{Game, Phase, Stop};

/// How far the work is.
pub(super) struct Flow<'a, G: Game, A> {
    passes: &'a Passes<'a, G>,
    line: Line<G::State>,
    /// What is known of each entry.
    known: Vec<Known>,
    /// What was solved, where that is counted on the way down.
    size: Size,
    /// Why the work ends early, or `None`.
    stopped: Option<Stop>,
    asked_to_stop: bool,
    /// Levels from this one on were solved by an earlier run.
    solved_earlier: usize,
    /// Units of progress.
    done: u64,
    /// Threads that found nothing to do.
    idle: usize,
    failed: Option<(Job, LevelError)>,
    answer: &'a mut A,
}

impl<'a, G: Game, A: FnMut(Answered<G::State>)> Flow<'a, G, A> {
    /// All `levels`, of which those from `solved_earlier` on are known.
    pub fn new(
        passes: &'a Passes<'a, G>,
        known: Vec<Known>,
        levels: Vec<Level<G>>,
        solved_earlier: usize,
        stopped: Option<Stop>,
        answer: &'a mut A,
    ) -> Self {
        let threads = rayon::current_num_threads();
        let mut flow = Self {
            passes,
            line: Line::new(levels, threads),
            known,
            size: passes.size,
            stopped,
            asked_to_stop: false,
            solved_earlier,
            done: 0,
            idle: threads - 1,
            failed: None,
            answer,
        };
        flow.leave();
        flow.look_round();
        flow
    }

    /// What to do now, and whether another thread is to be woken; `None` where there is nothing.
    pub fn next(&mut self) -> Option<(Task<G::State>, bool)> {
        let next = if self.failed.is_none() { self.line.next() } else { None };
        let Some(task) = next else {
            self.idle += 1;
            return None;
        };
        let wake = self.idle > 0 && self.line.has_next();
        self.idle -= usize::from(wake);
        Some((task, wake))
    }

    /// What is known at the edge of a batch that is to be solved.
    pub fn edge(&self, part: &Part<G::State>) -> Vec<Known> {
        part.prepared.edge(&self.known)
    }

    /// A batch was explored.
    pub fn explored(&mut self, job: Job, part: Part<G::State>) {
        self.look_round();
        match self.asked_to_stop && !self.passes.is_wanted(&part.entries) {
            true => self.line.release(job, &part.entries),
            false => self.line.explored(job, part),
        }
    }

    /// A batch was solved.
    pub fn solved(&mut self, job: Job, done: Done<G::State>) {
        // What ended early counts for nothing.
        self.look_round();
        let Done { entries, known, size, bytes, answered } = done;
        self.done += if self.passes.listed { known.len() as u64 } else { size.states };
        for (&id, known) in entries.iter().zip(known) {
            self.known[id as usize] = known;
        }
        if let Some(answered) = answered {
            (self.answer)(Answered { stopped: self.stopped.clone(), ..answered });
        }
        self.line.done(job, &entries, &size, bytes);
        let before = self.line.left();
        while let Some(size) = self.line.pass() {
            if self.counts(self.line.left()) {
                self.size.add(&size);
            }
        }
        if self.line.left() < before {
            self.leave();
        }
    }

    /// Whether what is in a level is counted.
    fn counts(&self, level: usize) -> bool {
        self.passes.listed && level < self.solved_earlier
    }

    /// Of several errors that of the first batch counts.
    pub fn failed(&mut self, job: Job, error: LevelError) {
        if self.failed.as_ref().is_none_or(|(first, _)| job < *first) {
            self.failed = Some((job, error));
        }
    }

    /// The work could be left here.
    fn leave(&self) {
        let Passes { game, entries, watch, .. } = self.passes;
        if self.stopped.is_none() {
            let left = self.line.left().min(self.solved_earlier);
            watch.leave(&|| kept::bytes(*game, entries, &self.known, left, &self.size));
        }
    }

    /// Where the caller asks to stop, only what was asked for is solved from here on.
    fn look_round(&mut self) {
        let Passes { watch, listed, size, entries, .. } = self.passes;
        let total = if *listed { entries.len() as u64 } else { size.states };
        watch.progress(Phase::Solve, self.done, Some(total));
        if !self.asked_to_stop && watch.stop() {
            self.leave();
            self.asked_to_stop = true;
            self.stopped.get_or_insert(Stop::Asked);
            self.line.retain(|entries| self.passes.is_wanted(entries));
        }
    }

    /// How much there was, and why the work ended early if it did.
    pub fn end(self) -> Result<(Size, Option<Stop>), LevelError> {
        match self.failed {
            Some((_, error)) => Err(error),
            None => {
                let counted = self.line.begun().filter(|&(level, _)| self.counts(level));
                let mut all = self.size;
                counted.for_each(|(_, size)| all.add(size));
                Ok((all, self.stopped))
            }
        }
    }
}
