//! The way down: levels solved from the highest one, on all threads.
//!
//! Invariant: when a batch is solved, everything that it leads to in later levels has been judged.

use std::sync::Mutex;

use rayon::Scope;

use super::batch::{self, Batch};
use super::flow::Flow;
use super::line::{Part, Task};
use super::{Answered, Level, LevelError, Passes, Size, kept};
use crate::judge::slice::Known;
use crate::lock::locked;
use crate::solve::kept::ARENAS;
use crate::{Game, Limits, Quiet, Stop, Watch};

impl<G: Game> Passes<'_, G> {
    /// Solves every level, from the highest. Where the caller asks to stop, only what was asked for
    /// is solved, with nothing known of what was left out. Returns why that is, if not `stopped`.
    pub(super) fn downward(
        &mut self,
        mut levels: Vec<Level<G>>,
        stopped: Option<Stop>,
        answer: &mut (impl FnMut(Answered<G::State>) + Send),
    ) -> Result<Option<Stop>, LevelError> {
        let mut known = vec![Known::NOTHING; self.entries.len()];
        let left =
            if stopped.is_none() { self.take_up(levels.len(), &mut known)? } else { levels.len() };
        for level in &mut levels[left..] {
            level.retain(|batch| self.is_wanted(&batch.entries));
        }
        let flow = Mutex::new(Flow::new(self, known, levels, left, stopped, answer));
        rayon::scope(|scope| self.work(&flow, scope));
        let flow = flow.into_inner().unwrap_or_else(|broken| broken.into_inner());
        let (size, stopped) = flow.end()?;
        self.size = size;
        Ok(stopped)
    }

    /// Does one task after another until there is none; more threads join while there are more.
    fn work<'s, A: FnMut(Answered<G::State>) + Send>(
        &'s self,
        flow: &'s Mutex<Flow<'_, G, A>>,
        scope: &Scope<'s>,
    ) {
        loop {
            let next = locked(flow).next();
            let Some((task, wake)) = next else { return };
            if wake {
                scope.spawn(|scope| self.work(flow, scope));
            }
            match task {
                Task::Explore(job, batch) => match self.explored(batch) {
                    Ok(part) => locked(flow).explored(job, part),
                    Err(error) => locked(flow).failed(job, error),
                },
                Task::Solve(job, part) => {
                    let edge = locked(flow).edge(&part);
                    match self.solved(part, &edge) {
                        Ok(done) => locked(flow).solved(job, done),
                        Err(error) => locked(flow).failed(job, error),
                    }
                }
            }
        }
    }

    fn explored(&self, batch: Batch<G::State>) -> Result<Part<G::State>, LevelError> {
        let prepared = match batch.kept {
            Some(prepared) => prepared,
            None => self.prepare(&batch, &Limits::default())?,
        };
        // Where exploring ended early, states at the edge may be any.
        if self.listed && prepared.stopped.is_none() {
            batch::all_listed(self.game, batch.level, &prepared)?;
        }
        Ok(Part { entries: batch.entries, prepared })
    }

    /// True where one of the `entries` was asked for.
    pub(super) fn is_wanted(&self, entries: &[u32]) -> bool {
        let asked = |id: &u32| self.wanted.binary_search_by_key(id, |&(other, _)| other).is_ok();
        entries.iter().any(asked)
    }

    /// Goes on from what an earlier run left; how many of the `levels` are to be solved.
    fn take_up(&mut self, levels: usize, known: &mut [Known]) -> Result<usize, LevelError> {
        // A run over the whole arena may have followed, and have left its own.
        let left = self.watch.left().filter(|bytes| !bytes.starts_with(ARENAS));
        let Some(bytes) = left else { return Ok(levels) };
        let earlier = kept::take_up(self.game, &self.entries, known, levels, &bytes)?;
        if self.listed {
            let Size { states, choices, branches, .. } = earlier.size;
            self.size = Size { states, choices, branches, ..self.size };
        }
        self.watch.note(&|| {
            let done = levels - earlier.left;
            format!("goes on from what an earlier run left: {done} of {levels} levels are done")
        });
        Ok(earlier.left)
    }

    fn solved(&self, part: Part<G::State>, edge: &[Known]) -> Result<Done<G::State>, LevelError> {
        let Part { entries, prepared } = part;
        let watch: &dyn Watch = if self.watch.stop() { &Quiet } else { self.watch };
        let slice = batch::solve(self.game, &prepared, edge, self.ends, watch)?;
        let (size, bytes) = (prepared.size(), prepared.bytes());
        let known = prepared.starts.iter().map(|&state| slice.known(state)).collect();
        let mut asked = Vec::new();
        for (&id, &state) in entries.iter().zip(&prepared.starts) {
            let first = self.wanted.partition_point(|&(other, _)| other < id);
            let same = self.wanted[first..].iter().take_while(|&&(other, _)| other == id);
            asked.extend(same.map(|&(_, number)| (number, state)));
        }
        let positions = prepared.positions;
        let answered =
            (!asked.is_empty()).then_some(Answered { asked, positions, slice, stopped: None });
        Ok(Done { entries, known, size, bytes, answered })
    }
}

/// What became of a batch.
pub(super) struct Done<S> {
    pub entries: Vec<u32>,
    /// What is known of each of the entries.
    pub known: Vec<Known>,
    pub size: Size,
    /// Bytes that the explored batch held.
    pub bytes: usize,
    pub answered: Option<Answered<S>>,
}
