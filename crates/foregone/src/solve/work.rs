//! The bounds under construction, in one number type, and what every component needs of them.

use std::cmp::Ordering;
use std::ops::Range;

use super::kept::{Plain, put_all, take_all};
use super::quick::System;
use crate::{
    Arena, ChoiceId, Fixed64, Fixed128, Fixed512, NO_CHOICE, Number, Objective, Rational, StateId,
};

/// Everything a [`Solution`](crate::Solution) will hold. States before the component at hand are
/// done, the edge of a slice is known; the others have the trivial bounds.
pub(super) struct Work<'a, N> {
    pub arena: &'a Arena,
    pub objective: &'a Objective,
    pub lower: Vec<N>,
    pub upper: Vec<N>,
    /// For each state the index of a choice of the arena; the state's own numbering comes last.
    pub strategy: Vec<u32>,
    pub rank: Vec<u32>,
    /// Larger than every rank given so far.
    pub next_rank: u32,
    /// Where `quick` writes a component down.
    pub system: System<'a>,
}

impl<'a, N: Number> Work<'a, N> {
    pub fn new(arena: &'a Arena, objective: &'a Objective) -> Self {
        let mut work = Self {
            arena,
            objective,
            lower: vec![N::zero(); arena.states()],
            upper: vec![N::one(); arena.states()],
            strategy: vec![NO_CHOICE; arena.states()],
            rank: vec![0; arena.states()],
            next_rank: 1,
            system: System::default(),
        };
        for state in objective.ended_states(arena) {
            if let Some(payoff) = objective.ending(arena, state) {
                work.lower[state.index()] = N::at_most(&payoff);
                work.upper[state.index()] = N::at_least(&payoff);
            }
        }
        work
    }

    /// True where play goes on: elsewhere the bounds are known.
    pub fn is_asked(&self, state: StateId) -> bool {
        !self.objective.is_ended(self.arena, state) && !self.arena.is_unexplored(state)
    }

    /// A state that lies on no cycle: one expectation for each choice.
    pub fn single(&mut self, state: StateId) {
        if !self.is_asked(state) {
            return;
        }
        let is_max = self.objective.is_max(self.arena, state);
        let mut best: Option<(N, N, u32)> = None;
        for (choice, branches) in self.arena.rows(self.arena.choices_of(state)) {
            let (lower, upper) = N::means(branches, &self.lower, &self.upper);
            best = Some(match best {
                None => (lower, upper, choice),
                Some((l, u, c)) if is_max => {
                    let better = lower > l;
                    (l.max(lower), u.max(upper), if better { choice } else { c })
                }
                Some((l, u, c)) => {
                    let better = upper < u;
                    (l.min(lower), u.min(upper), if better { choice } else { c })
                }
            });
        }
        let (lower, upper, choice) = best.expect("a state that has not ended has a choice");
        self.set(state, lower, upper, choice);
    }

    /// What such a state is worth in numbers that are never rounded, where a mean costs more than a
    /// comparison: its bounds and a best choice.
    pub fn exactly(&self, state: StateId) -> (N, N, u32) {
        let is_max = self.objective.is_max(self.arena, state);
        let (lower, upper) = (&self.lower, &self.upper);
        let (low, from_below) = self.extreme(state, lower, is_max);
        let targets = self.arena.successors(state);
        let known = targets.iter().all(|&t| lower[t as usize] == upper[t as usize]);
        let (high, choice) = match known {
            true => (low.clone(), from_below),
            false => self.extreme(state, upper, is_max),
        };
        (low, high, if is_max { from_below } else { choice })
    }

    /// The greatest or least mean of `values` over a choice, and the first choice that has it.
    fn extreme(&self, state: StateId, values: &[N], greatest: bool) -> (N, u32) {
        let of = |choice: u32| {
            let choice = self.arena.choice(ChoiceId(choice));
            (choice.distribution, choice.targets.iter().map(|&t| &values[t as usize]))
        };
        let mean = |choice| {
            let (distribution, values) = of(choice);
            N::mean_down(distribution, values)
        };
        let better = if greatest { Ordering::Greater } else { Ordering::Less };
        let mut all = self.arena.choices_of(state);
        let first = all.next().expect("a state that has not ended has a choice");
        let mut best = (mean(first), first);
        for choice in all {
            let (distribution, values) = of(choice);
            if N::compare_mean(distribution, values, &best.0) == better {
                best = (mean(choice), choice);
            }
        }
        best
    }

    /// Writes what a state on no cycle is worth.
    pub fn set(&mut self, state: StateId, lower: N, upper: N, choice: u32) {
        self.lower[state.index()] = lower;
        self.upper[state.index()] = upper;
        self.strategy[state.index()] = choice;
        self.rank[state.index()] = self.next_rank;
        self.next_rank += 1;
    }

    /// Forgets what was written of some states: nothing is known of them again.
    pub fn forget(&mut self, states: Range<usize>) {
        self.lower[states.clone()].fill(N::zero());
        self.upper[states.clone()].fill(N::one());
        self.strategy[states.clone()].fill(NO_CHOICE);
        self.rank[states].fill(0);
    }
}

impl<N: Plain> Work<'_, N> {
    /// What is known of the first `states`, to be kept.
    pub fn put(&self, states: usize, bytes: &mut Vec<u8>) {
        put_all(&self.lower[..states], bytes);
        put_all(&self.upper[..states], bytes);
        put_all(&self.strategy[..states], bytes);
        put_all(&self.rank[..states], bytes);
    }

    /// Takes up what was kept of them; false where the bytes are something else.
    pub fn take_up(&mut self, states: usize, bytes: &mut &[u8]) -> bool {
        take_all(&mut self.lower[..states], bytes)
            && take_all(&mut self.upper[..states], bytes)
            && take_all(&mut self.strategy[..states], bytes)
            && take_all(&mut self.rank[..states], bytes)
    }
}

impl<'a> Work<'a, Fixed64> {
    /// The same bounds in longer numbers; every inequality between them still holds.
    pub fn lengthened(self) -> Work<'a, Fixed128> {
        self.converted(|x| x.into())
    }
}

impl<'a> Work<'a, Fixed128> {
    /// The same bounds in longer numbers; every inequality between them still holds.
    pub fn lengthened(self) -> Work<'a, Fixed512> {
        self.converted(|x| x.into())
    }
}

impl<'a> Work<'a, Fixed512> {
    /// The same bounds as rationals.
    pub fn exact(self) -> Work<'a, Rational> {
        self.converted(|x| x.to_rational())
    }
}

impl<'a, N: Clone> Work<'a, N> {
    fn converted<M>(self, convert: impl Fn(N) -> M) -> Work<'a, M> {
        Work {
            arena: self.arena,
            objective: self.objective,
            lower: self.lower.into_iter().map(&convert).collect(),
            upper: self.upper.into_iter().map(&convert).collect(),
            strategy: self.strategy,
            rank: self.rank,
            next_rank: self.next_rank,
            system: self.system,
        }
    }
}
