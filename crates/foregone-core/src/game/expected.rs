//! Amounts: what a game asks for where it asks for no chance.

use crate::Players;
use crate::judge::payoff::Infinite;
use crate::judge::reward::Missed;

/// An expected amount that a game asks for instead of a chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    /// What is counted, in the plural: `turns`, `points`.
    pub unit: &'static str,
    /// Max's side, which wants much; everybody else wants little.
    pub max: Players,
    /// Where the amount comes from.
    pub amount: ExpectedAmount,
}

/// Where an amount comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedAmount {
    /// The sum of the [rewards](super::Game::reward) until play is over; and what a play is worth
    /// that never is.
    Collected(Missed),
    /// The payoff at the end, of any size; and what infinite play counts.
    Paid(Infinite),
}

impl Expected {
    /// The least sum that a single player can come to an end with; infinite play costs infinity.
    pub fn fewest(unit: &'static str) -> Self {
        let amount = ExpectedAmount::Collected(Missed::Infinite);
        Self { unit, max: Players::NONE, amount }
    }

    /// The payoff at the end of play that always ends.
    pub fn paid(unit: &'static str, max: Players) -> Self {
        Self { unit, max, amount: ExpectedAmount::Paid(Infinite::Never) }
    }
}
