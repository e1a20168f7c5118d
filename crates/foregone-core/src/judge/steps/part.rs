//! The rounds of one part of an arena, with others' values at its edge.
//!
//! A part's own states come first; the states after them belong to other parts. A round reads
//! nothing but the values of the round before, so where every part makes a round and then takes at
//! its edge what the owners have, all have made the round that one machine makes, bit for bit.
//! Handing the values over is the caller's duty, and so is ending all parts after the same round.

use super::{Reason, Refusal, StepGoal, StepObjective, Table};
use crate::{Arena, Number};

/// Bounds after so many rounds, made by the judge itself for one part.
pub struct PartSteps<'a, N> {
    table: Table<'a, N>,
    inner: usize,
}

impl<'a, N: Number> PartSteps<'a, N> {
    /// No round made yet; the first `inner` states are the part's own. The edge is to be set before
    /// the first round.
    ///
    /// # Errors
    /// The objective does not fit the arena, or asks for something else than [`StepGoal::Until`].
    pub fn new(
        arena: &'a Arena,
        objective: &'a StepObjective,
        inner: u32,
    ) -> Result<Self, Refusal> {
        let refuse = |reason| Refusal { state: None, reason };
        if !matches!(objective.goal, StepGoal::Until { .. }) {
            return Err(refuse(Reason::Goal));
        }
        if !objective.goal.fits(arena) || inner as usize > arena.states() {
            return Err(refuse(Reason::Length));
        }
        Ok(Self { table: Table::new(arena, objective), inner: inner as usize })
    }

    /// From now on coming to a target does not count: the first `from` moves.
    pub fn begin_late(&mut self) {
        self.table.late = true;
    }

    /// Makes a round; false where nothing changed here.
    pub fn round(&mut self) -> bool {
        self.table.round()
    }

    /// Lower and upper bounds of all states, edge included.
    pub fn bounds(&self) -> [&[N]; 2] {
        [&self.table.lower, &self.table.upper]
    }

    /// The lower and upper bounds at the edge, to be overwritten with what the owners have.
    pub fn edge(&mut self) -> [&mut [N]; 2] {
        [&mut self.table.lower[self.inner..], &mut self.table.upper[self.inner..]]
    }
}
