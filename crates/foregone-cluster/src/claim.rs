//! A worker's bounds and their evidence while they are found, one entry for each state, edge
//! included.

use foregone::{NO_CHOICE, StateId};

use crate::crew::Crew;
use crate::numbers::Digits;
use crate::part::Part;

/// Bounds, strategies and ranks. States that are not solved yet have the trivial bounds.
pub(crate) struct Work<N> {
    pub lower: Vec<N>,
    pub upper: Vec<N>,
    /// Each state's choice, counted within the state.
    pub strategy: Vec<u32>,
    pub rank: Vec<u32>,
    /// Larger than every rank given so far, by any worker.
    pub next_rank: u32,
}

impl<N: Digits> Work<N> {
    pub fn new(part: &Part) -> Self {
        let states = part.arena.states();
        let mut work = Self {
            lower: vec![N::zero(); states],
            upper: vec![N::one(); states],
            strategy: vec![NO_CHOICE; states],
            rank: vec![0; states],
            next_rank: 1,
        };
        for state in part.own() {
            if let Some(payoff) = part.objective.ending(&part.arena, state) {
                work.lower[state.index()] = N::at_most(&payoff);
                work.upper[state.index()] = N::at_least(&payoff);
            }
            if !part.ended[state.index()] && part.arena.player(state).is_some() {
                work.strategy[state.index()] = 0;
            }
        }
        work
    }

    /// Everybody's edges take their owners' bounds and ranks.
    pub fn share(&mut self, crew: &mut Crew<'_>, part: &Part) {
        part.share(crew, &mut self.lower);
        part.share(crew, &mut self.upper);
        part.share(crew, &mut self.rank);
    }

    /// The widest interval of an own state.
    pub fn widest(&self, part: &Part) -> f64 {
        let gap = |state: StateId| self.upper[state.index()].gap(&self.lower[state.index()]);
        part.own().map(gap).fold(0.0, f64::max)
    }
}
