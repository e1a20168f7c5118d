//! An answer: bounds for every state, a strategy for both sides, and the evidence for the bounds.

use crate::{Fixed64, Fixed128, Fixed512, Grade, Number, Rational, StateId};

/// The entry of a strategy at a state without choices.
pub const NO_CHOICE: u32 = u32::MAX;

/// Bounds for every state of an arena with what is needed to check them.
#[derive(Clone, Debug)]
pub struct Solution {
    /// `lower <= value <= upper` for every state.
    pub bounds: Bounds,
    /// For every state which of its choices, from 0, its owner takes: Max's strategy at Max's
    /// states, Min's at Min's. [`NO_CHOICE`] where play has ended.
    pub strategy: Vec<u32>,
    /// Why Max's strategy does not go round for ever: see the judge. Empty beside grades, whose
    /// distances say it.
    pub rank: Vec<u32>,
    /// Why the work ended before the width asked for was reached, or `None`.
    pub stopped: Option<Stop>,
    /// What it took.
    pub effort: Effort,
}

/// Bounds in the number type in which they were certified.
#[derive(Clone, Debug)]
pub enum Bounds {
    /// Multiples of `2^-56`.
    Fixed64(Intervals<Fixed64>),
    /// Multiples of `2^-120`.
    Fixed128(Intervals<Fixed128>),
    /// Multiples of `2^-512`.
    Fixed512(Intervals<Fixed512>),
    /// Rationals.
    Exact(Intervals<Rational>),
    /// Win, draw or loss with distance.
    Grades(Intervals<Grade>),
}

/// A lower and an upper bound for every state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals<N> {
    /// Lower bounds, one for each state.
    pub lower: Vec<N>,
    /// Upper bounds, one for each state.
    pub upper: Vec<N>,
}

/// Why work ended early. A limit is an answer, not an error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop {
    /// The limit on states.
    #[error("the limit of {0} state{plural} was reached", plural = if *_0 == 1 { "" } else { "s" })]
    States(u64),
    /// The limit on memory, in bytes.
    #[error("the memory limit of {0} bytes was reached")]
    Memory(u64),
    /// The caller asked for it.
    #[error("stopped on request")]
    Asked,
    /// No method that was allowed came to the width asked for.
    #[error("the width asked for was not reached with the methods allowed")]
    Width,
}

/// What a solution took, in counts that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Strongly connected components.
    pub components: u64,
    /// Those that contain a cycle.
    pub cyclic: u64,
    /// States of the largest one.
    pub largest: u64,
    /// Linear systems solved, and sweeps over components.
    pub rounds: u64,
}

impl Solution {
    /// The solution of an arena whose states were put into `order` to be solved, in the arena's
    /// own numbering.
    pub fn restored(self, order: &[u32]) -> Self {
        Self {
            bounds: self.bounds.restored(order),
            strategy: restored(&self.strategy, order),
            rank: restored(&self.rank, order),
            ..self
        }
    }
}

/// Entries that were put into `order`, in their old places.
pub fn restored<T: Clone>(ordered: &[T], order: &[u32]) -> Vec<T> {
    if ordered.is_empty() {
        return Vec::new();
    }
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old as usize] = new);
    place.into_iter().map(|new| ordered[new].clone()).collect()
}

impl Bounds {
    /// The bounds of states that were put into `order`, in their old places.
    pub fn restored(self, order: &[u32]) -> Self {
        match self {
            Self::Fixed64(all) => Self::Fixed64(all.restored(order)),
            Self::Fixed128(all) => Self::Fixed128(all.restored(order)),
            Self::Fixed512(all) => Self::Fixed512(all.restored(order)),
            Self::Exact(all) => Self::Exact(all.restored(order)),
            Self::Grades(all) => Self::Grades(all.restored(order)),
        }
    }

    /// The bounds of `state` as rationals.
    pub fn rational(&self, state: StateId) -> (Rational, Rational) {
        match self {
            Self::Fixed64(all) => all.rational(state),
            Self::Fixed128(all) => all.rational(state),
            Self::Fixed512(all) => all.rational(state),
            Self::Exact(all) => all.rational(state),
            Self::Grades(all) => {
                let (lower, upper) = all.at(state);
                (lower.payoff(), upper.payoff())
            }
        }
    }

    /// The bounds of `state` as doubles, rounded outward.
    pub fn doubles(&self, state: StateId) -> (f64, f64) {
        match self {
            Self::Fixed64(all) => all.doubles(state),
            Self::Fixed128(all) => all.doubles(state),
            Self::Fixed512(all) => all.doubles(state),
            Self::Exact(all) => all.doubles(state),
            Self::Grades(all) => {
                let (lower, upper) = all.at(state);
                (lower.to_f64(), upper.to_f64())
            }
        }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        match self {
            Self::Fixed64(all) => all.lower.len(),
            Self::Fixed128(all) => all.lower.len(),
            Self::Fixed512(all) => all.lower.len(),
            Self::Exact(all) => all.lower.len(),
            Self::Grades(all) => all.lower.len(),
        }
    }

    /// The grades of `state`, where the answer is of that kind.
    pub fn grades(&self, state: StateId) -> Option<(Grade, Grade)> {
        match self {
            Self::Grades(all) => Some(all.at(state)),
            _ => None,
        }
    }

    /// True without states.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<N: Clone> Intervals<N> {
    fn restored(&self, order: &[u32]) -> Self {
        Self { lower: restored(&self.lower, order), upper: restored(&self.upper, order) }
    }
}

impl Intervals<Grade> {
    fn at(&self, state: StateId) -> (Grade, Grade) {
        (self.lower[state.index()], self.upper[state.index()])
    }
}

impl<N: Number> Intervals<N> {
    fn rational(&self, state: StateId) -> (Rational, Rational) {
        let at = state.index();
        (self.lower[at].to_rational(), self.upper[at].to_rational())
    }

    fn doubles(&self, state: StateId) -> (f64, f64) {
        let at = state.index();
        (self.lower[at].f64_down(), self.upper[at].f64_up())
    }
}
