//! The way down: levels solved from the highest one.
//!
//! Invariant: when a batch is solved, everything known of later levels has been judged.

use rayon::prelude::*;

use super::batch::{self, Batch};
use super::kept;
use super::{AT_ONCE, Answered, Level, LevelError, Passes, Size};
use crate::judge::slice::Known;
use crate::solve::kept::ARENAS;
use crate::{Game, Limits, Phase, Quiet, Stop, Watch};

impl<G: Game> Passes<'_, G> {
    /// Solves every level, from the highest. Where the caller asks to stop, only what was asked for
    /// is solved, with nothing known of what was left out. Returns why that is, if not `stopped`.
    pub(super) fn downward(
        &mut self,
        mut levels: Vec<Level<G>>,
        mut stopped: Option<Stop>,
        answer: &mut impl FnMut(Answered<G::State>),
    ) -> Result<Option<Stop>, LevelError> {
        let first = if stopped.is_none() { self.take_up(levels.len())? } else { levels.len() };
        levels[first..].iter_mut().for_each(|batches| self.retain_wanted(batches));
        while let Some(batches) = levels.pop() {
            let before = self.size;
            self.level(batches, &mut levels, &mut stopped, answer)?;
            if levels.len() >= first {
                self.size = before;
            }
        }
        Ok(stopped)
    }

    /// Solves one level, and explores some of the next of the `others` the while.
    fn level(
        &mut self,
        mut batches: Level<G>,
        others: &mut [Level<G>],
        stopped: &mut Option<Stop>,
        answer: &mut impl FnMut(Answered<G::State>),
    ) -> Result<(), LevelError> {
        let (left, before) = (others.len() + 1, self.size);
        let leave = |passes: &Self| {
            let (game, entries) = (passes.game, &passes.entries);
            passes.watch.leave(&|| kept::bytes(game, entries, left, &before));
        };
        let total = if self.listed { self.size.entries } else { self.size.states };
        while !batches.is_empty() {
            self.watch.progress(Phase::Solve, self.done, Some(total));
            if stopped.is_none() {
                leave(self);
            }
            if self.watch.stop() {
                stopped.get_or_insert(Stop::Asked);
                self.retain_wanted(&mut batches);
            }
            let some = batches.split_off(batches.len().saturating_sub(AT_ONCE));
            let next = if batches.is_empty() { next_ones(others) } else { Vec::new() };
            for solved in self.solve_and_prepare(some, next)? {
                let Done { size, known, .. } = &solved;
                self.done += if self.listed { known.len() as u64 } else { size.states };
                self.note_down(solved, stopped, answer);
            }
            // What was solved meanwhile may have ended early: this level is to be solved again.
            if stopped.is_none() && self.watch.stop() {
                stopped.get_or_insert(Stop::Asked);
                leave(self);
            }
        }
        Ok(())
    }

    /// Leaves only batches with positions that were asked for.
    fn retain_wanted(&self, batches: &mut Level<G>) {
        let is_wanted =
            |id: &u32| self.wanted.binary_search_by_key(id, |&(other, _)| other).is_ok();
        batches.retain(|batch| batch.entries.iter().any(is_wanted));
    }

    /// Goes on from what an earlier run left; how many of the `levels` are to be solved.
    fn take_up(&mut self, levels: usize) -> Result<usize, LevelError> {
        // A run over the whole arena may have followed, and have left its own.
        let left = self.watch.left().filter(|bytes| !bytes.starts_with(ARENAS));
        let Some(bytes) = left else { return Ok(levels) };
        let earlier = kept::take_up(self.game, &mut self.entries, levels, &bytes)?;
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

    /// Solves `some` batches and explores the `next` ones the while.
    fn solve_and_prepare(
        &self,
        some: Level<G>,
        next: Vec<&mut Batch<G::State>>,
    ) -> Result<Vec<Done<G::State>>, LevelError> {
        let prepare = |batch: &mut Batch<_>| {
            if batch.kept.is_none() {
                batch.kept = Some(self.prepare(batch, &Limits::default())?);
            }
            Ok(())
        };
        let (all, prepared) = rayon::join(
            || some.into_par_iter().map(|batch| self.solve(batch)).collect(),
            || next.into_par_iter().try_for_each(prepare),
        );
        prepared.and(all)
    }

    fn note_down(
        &mut self,
        solved: Done<G::State>,
        stopped: &Option<Stop>,
        answer: &mut impl FnMut(Answered<G::State>),
    ) {
        if self.listed {
            self.size.states += solved.size.states;
            self.size.choices += solved.size.choices;
            self.size.branches += solved.size.branches;
        }
        for (id, known) in solved.known {
            self.entries.known[id as usize] = known;
        }
        if let Some(answered) = solved.answered {
            answer(Answered { stopped: stopped.clone(), ..answered });
        }
    }

    fn solve(&self, batch: Batch<G::State>) -> Result<Done<G::State>, LevelError> {
        let level = batch.level;
        let prepared = match batch.kept {
            Some(prepared) => prepared,
            None => self.prepare(&batch, &Limits::default())?,
        };
        // Where exploring ended early, states at the edge may be any.
        if self.listed && prepared.stopped.is_none() {
            batch::all_listed(self.game, level, &prepared)?;
        }
        let watch: &dyn Watch = if self.watch.stop() { &Quiet } else { self.watch };
        let slice = batch::solve(self.game, &self.entries, &prepared, self.ends, watch)?;
        let mut size = Size::default();
        size.add(&prepared);
        let known = batch.entries.iter().zip(&prepared.starts);
        let known = known.map(|(&id, &state)| (id, slice.known(state))).collect();
        let mut asked = Vec::new();
        for (&id, &state) in batch.entries.iter().zip(&prepared.starts) {
            let first = self.wanted.partition_point(|&(other, _)| other < id);
            let same = self.wanted[first..].iter().take_while(|&&(other, _)| other == id);
            asked.extend(same.map(|&(_, number)| (number, state)));
        }
        let positions = prepared.positions;
        let answered =
            (!asked.is_empty()).then_some(Answered { asked, positions, slice, stopped: None });
        Ok(Done { size, known, answered })
    }
}

/// Batches of the next levels that are explored while a level is solved, so that no core waits; those
/// first that are solved first.
fn next_ones<S>(others: &mut [Vec<Batch<S>>]) -> Vec<&mut Batch<S>> {
    others.iter_mut().rev().flat_map(|level| level.iter_mut().rev()).take(AHEAD).collect()
}

/// Few, because the arenas of all of them are held at once.
const AHEAD: usize = 2;

/// What became of a batch.
struct Done<S> {
    size: Size,
    known: Vec<(u32, Known)>,
    answered: Option<Answered<S>>,
}
