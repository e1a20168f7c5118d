//! The buffer into which a game writes the choices of one state. It is reused from state to state,
//! so that exploring does not allocate.

use std::ops::Range;

use crate::Rational;

/// All choices of one state: each a list of branches.
#[derive(Clone, Debug)]
pub struct Choices<S> {
    heads: Vec<Head>,
    weights: Vec<u64>,
    exact: Vec<Rational>,
    states: Vec<S>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    first: usize,
    first_number: usize,
    /// The common denominator; 0 where the branches have rationals.
    denominator: u64,
}

/// The probabilities of one choice's branches.
#[derive(Clone, Copy, Debug)]
pub enum Branches<'a> {
    /// Weights over a common denominator.
    Weights(u64, &'a [u64]),
    /// Rationals.
    Exact(&'a [Rational]),
}

impl<S> Default for Choices<S> {
    fn default() -> Self {
        Self { heads: Vec::new(), weights: Vec::new(), exact: Vec::new(), states: Vec::new() }
    }
}

impl<S> Choices<S> {
    /// Opens a choice whose branches have integer weights that sum to `denominator`.
    pub fn choice(&mut self, denominator: u64) {
        let (first, first_number) = (self.states.len(), self.weights.len());
        self.heads.push(Head { first, first_number, denominator });
    }

    /// Adds a branch of probability `weight / denominator` to the choice opened last.
    pub fn branch(&mut self, weight: u64, to: S) {
        self.weights.push(weight);
        self.states.push(to);
    }

    /// Adds branches of this probability each.
    #[inline]
    pub fn branches(&mut self, weight: u64, all: impl Iterator<Item = S>) {
        let before = self.states.len();
        self.states.extend(all);
        let more = self.states.len() - before;
        self.weights.extend(std::iter::repeat_n(weight, more));
    }

    /// Opens a choice whose branches have rational probabilities.
    pub fn choice_exact(&mut self) {
        let (first, first_number) = (self.states.len(), self.exact.len());
        self.heads.push(Head { first, first_number, denominator: 0 });
    }

    /// Adds a branch to the choice opened last, which was opened by
    /// [`choice_exact`](Self::choice_exact).
    pub fn branch_exact(&mut self, probability: Rational, to: S) {
        self.exact.push(probability);
        self.states.push(to);
    }

    /// A choice with one certain outcome.
    pub fn certain(&mut self, to: S) {
        self.choice(1);
        self.branch(1, to);
    }

    /// Empties the buffer.
    #[inline]
    pub fn clear(&mut self) {
        self.heads.clear();
        self.weights.clear();
        self.exact.clear();
        self.states.clear();
    }

    /// Number of choices.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// True without a choice.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The successors of choice `i`, one for each branch.
    pub fn successors(&self, i: usize) -> &[S] {
        &self.states[self.row(i).0]
    }

    /// The successors of all choices, one choice after another.
    pub fn all(&self) -> &[S] {
        &self.states
    }

    /// The probabilities of choice `i`, one for each branch.
    pub fn probabilities(&self, i: usize) -> Branches<'_> {
        self.row(i).1
    }

    /// Where the successors of choice `i` are among [all](Self::all), and their probabilities.
    #[inline]
    pub fn row(&self, i: usize) -> (Range<usize>, Branches<'_>) {
        let head = self.heads[i];
        let end = self.heads.get(i + 1).map_or(self.states.len(), |next| next.first);
        let range = head.first_number..head.first_number + end - head.first;
        let probabilities = match head.denominator {
            0 => Branches::Exact(&self.exact[range]),
            d => Branches::Weights(d, &self.weights[range]),
        };
        (head.first..end, probabilities)
    }
}
