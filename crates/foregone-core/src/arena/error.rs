//! What can be wrong with an arena that is being built.

use crate::{Rational, StateId};

/// An arena that cannot be: which state is wrong, and how.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{state}: {flaw}")]
pub struct ArenaError {
    /// The state that is wrong.
    pub state: StateId,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What is wrong with a state.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// A state belongs to a player who has nothing to choose.
    #[error("it belongs to a player and has no choice; a state without a choice must be over")]
    NoChoice,
    /// A state that is over or unexplored was given a choice.
    #[error("it is over and has a choice; only a player's state has choices")]
    ChoiceAfterEnd,
    /// The probabilities of a choice do not sum to exactly 1.
    #[error("the probabilities of choice {choice} sum to {sum} instead of 1")]
    Sum {
        /// Which of the state's choices, from 0.
        choice: usize,
        /// What they sum to.
        sum: Rational,
    },
    /// A probability is negative.
    #[error("choice {choice} has a negative probability, {probability}")]
    Negative {
        /// Which of the state's choices, from 0.
        choice: usize,
        /// The probability.
        probability: Rational,
    },
    /// A branch leads to a state that does not exist.
    #[error("choice {choice} leads to state {target}, but there are only {states} states")]
    Target {
        /// Which of the state's choices, from 0.
        choice: usize,
        /// Where it leads.
        target: u32,
        /// How many states there are.
        states: usize,
    },
    /// A choice has several outcomes where chance has no place.
    #[error("choice {choice} has several outcomes, and an impartial game knows no chance")]
    Chance {
        /// Which of the state's choices, from 0.
        choice: usize,
    },
    /// A player's number is too large.
    #[error("it belongs to player {0}, but players are numbered from 0 to 63")]
    Player(u8),
    /// 32-bit ids do not suffice.
    #[error("more than 4,294,967,294 {0}; ids have 32 bits")]
    TooMany(&'static str),
}
