//! The explored game as arrays: state -> choices -> branches.
//!
//! Compressed rows with 32-bit ids. A choice holds the index of its distribution in one table of
//! distinct ones, so a branch costs four bytes. Invariants, kept by [`ArenaBuilder`] and by
//! [`Arena::renumbered`]: the branches of a choice go to different states, their probabilities are
//! positive and sum to exactly 1, and a state that belongs to a player has a choice.

use std::ops::Range;

use crate::{ChoiceId, Distribution, Distributions, Player, Rational, StateId};

mod builder;
mod error;
mod laws;
pub(crate) mod renumber;
mod restrict;
mod rows;

pub use builder::ArenaBuilder;
pub use error::{ArenaError, Flaw};
pub use rows::Rows;

/// What a state is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This player chooses.
    Player(Player),
    /// Play has ended; the payoff is Max's.
    Over(Rational),
}

/// `turn` of a state where play has ended.
const OVER: u8 = 254;
/// `turn` of a state cut off by a limit.
const UNEXPLORED: u8 = 255;

/// A finite game as arrays. See the module's text for the invariants.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    /// For each state its player, or `OVER` or `UNEXPLORED`.
    turn: Vec<u8>,
    /// For each state, and one past the last, the first of its choices.
    choice_start: Vec<u32>,
    /// For each choice its branches and its distribution.
    laws: laws::Laws,
    /// For each branch the state it leads to.
    target: Vec<u32>,
    distributions: Distributions,
    /// For each state that is over, in order of states, the index of its payoff.
    over: Vec<(u32, u32)>,
    payoffs: Vec<Rational>,
}

/// One choice: a distribution and the states its branches lead to.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The probabilities of the branches.
    pub distribution: Distribution<'a>,
    /// The successors, as indices of states, one for each branch.
    pub targets: &'a [u32],
}

impl Arena {
    /// Number of states.
    pub fn states(&self) -> usize {
        self.turn.len()
    }

    /// Number of choices.
    pub fn choices(&self) -> usize {
        self.choice_start.last().map_or(0, |&end| end as usize)
    }

    /// Number of branches.
    pub fn branches(&self) -> usize {
        self.target.len()
    }

    /// All states in order.
    pub fn ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.turn.len() as u32).map(StateId)
    }

    /// The player who chooses at `state`, or `None` where it is over or unexplored.
    #[inline]
    pub fn player(&self, state: StateId) -> Option<Player> {
        let turn = self.turn[state.index()];
        (turn <= Player::MAX).then_some(Player(turn))
    }

    /// True where `state` was cut off by a limit.
    #[inline]
    pub fn is_unexplored(&self, state: StateId) -> bool {
        self.turn[state.index()] == UNEXPLORED
    }

    /// The payoff of `state` where play has ended there, else `None`.
    pub fn payoff(&self, state: StateId) -> Option<&Rational> {
        if self.turn[state.index()] != OVER {
            return None;
        }
        let at = self.over.binary_search_by_key(&state.0, |&(s, _)| s).ok()?;
        Some(&self.payoffs[self.over[at].1 as usize])
    }

    /// Every state that is over, in order, with its payoff.
    pub fn endings(&self) -> impl Iterator<Item = (StateId, &Rational)> {
        self.over.iter().map(|&(s, p)| (StateId(s), &self.payoffs[p as usize]))
    }

    /// How many states were cut off by a limit.
    pub fn unexplored(&self) -> usize {
        self.turn.iter().filter(|&&turn| turn == UNEXPLORED).count()
    }

    /// The choices of `state`, as indices of choices.
    #[inline]
    pub fn choices_of(&self, state: StateId) -> Range<u32> {
        self.choice_start[state.index()]..self.choice_start[state.index() + 1]
    }

    /// Choice number `choice`.
    #[inline(always)]
    pub fn choice(&self, choice: ChoiceId) -> Choice<'_> {
        let at = choice.index();
        let range = self.laws.branches(at..at + 1);
        let distribution = self.distributions.get(self.laws.of(at));
        Choice { distribution, targets: &self.target[range] }
    }

    /// The successors under `choice`, without their probabilities.
    #[inline]
    pub fn targets(&self, choice: ChoiceId) -> &[u32] {
        let at = choice.index();
        &self.target[self.laws.branches(at..at + 1)]
    }

    /// All successors of `state`, choice after choice.
    #[inline]
    pub fn successors(&self, state: StateId) -> &[u32] {
        self.targets_of(self.choices_of(state))
    }

    /// The successors of several states, one after another.
    pub fn successors_of(&self, states: Range<u32>) -> &[u32] {
        let [first, end] = [states.start, states.end].map(|at| self.choice_start[at as usize]);
        self.targets_of(first..end)
    }

    /// The successors under several `choices`, one after another.
    #[inline]
    pub fn targets_of(&self, choices: Range<u32>) -> &[u32] {
        &self.target[self.branches_of(choices)]
    }

    /// The numbers of the branches of several `choices`, one after another.
    #[inline]
    pub fn branches_of(&self, choices: Range<u32>) -> Range<usize> {
        self.laws.branches(choices.start as usize..choices.end as usize)
    }

    /// The table of distinct distributions.
    pub fn distributions(&self) -> &Distributions {
        &self.distributions
    }

    /// Bytes held by the arrays.
    pub fn bytes(&self) -> usize {
        self.turn.capacity()
            + 4 * (self.choice_start.capacity() + self.target.capacity())
            + self.laws.bytes()
            + 8 * self.over.capacity()
            + self.distributions.bytes()
    }
}
