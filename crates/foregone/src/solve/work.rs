//! The bounds under construction, in one number type, and what every component needs of them.

use crate::{
    Arena, ChoiceId, Fixed64, Fixed128, Fixed512, NO_CHOICE, Number, Objective, Rational, StateId,
};

/// Everything a [`Solution`](crate::Solution) will hold. States before the component at hand are
/// done; the others have the trivial bounds.
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
        };
        for state in arena.ids() {
            if let Some(payoff) = objective.ending(arena, state) {
                work.lower[state.index()] = N::at_most(&payoff);
                work.upper[state.index()] = N::at_least(&payoff);
            }
        }
        work
    }

    /// A state that lies on no cycle: one expectation for each choice.
    pub fn single(&mut self, state: StateId) {
        if self.objective.is_ended(self.arena, state) || self.arena.is_unexplored(state) {
            return;
        }
        let is_max = self.objective.is_max(self.arena, state);
        let mut best: Option<(N, N, u32)> = None;
        for choice in self.arena.choices_of(state) {
            let (lower, upper) = self.means(choice);
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
        self.lower[state.index()] = lower;
        self.upper[state.index()] = upper;
        self.strategy[state.index()] = choice;
        self.rank[state.index()] = self.next_rank;
        self.next_rank += 1;
    }

    /// Bounds of a choice, rounded outward.
    fn means(&self, choice: u32) -> (N, N) {
        let choice = self.arena.choice(ChoiceId(choice));
        let lower = choice.targets.iter().map(|&t| &self.lower[t as usize]);
        let upper = choice.targets.iter().map(|&t| &self.upper[t as usize]);
        (N::mean_down(choice.distribution, lower), N::mean_up(choice.distribution, upper))
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
        }
    }
}
