//! Games that ask for an expected amount, solved by text.
//!
//! Invariant: every bound is one that the judge accepted, or the exact mean of such bounds.

use serde::Serialize;

use super::{AnyExplored, SessionError};
use crate::judge::payoff::{CheckedPayoff, PayoffObjective};
use crate::judge::reward::{CheckedReward, RewardObjective};
use crate::model::{Quantity, Span};
use crate::query::Outcome;
use crate::solve::{Options, solve_payoff, solve_reward};
use crate::{
    Amount, ChoiceId, Expected, ExpectedAmount, NO_CHOICE, Rational, RewardError, Rewards, StateId,
    Stop, Watch,
};

/// An explored game with checked bounds of the amount it asks for.
pub struct SolvedAmount {
    /// The explored game; its arena is the one that was solved.
    pub explored: Box<dyn AnyExplored>,
    /// What was asked.
    pub expected: Expected,
    rewards: Rewards,
    found: Found,
}

/// What a game asks that asks for an amount.
#[derive(Clone, Debug)]
pub enum AskedAmount {
    /// What is collected until the end.
    Collected(RewardObjective),
    /// The payoff at the end.
    Paid(PayoffObjective),
}

impl AskedAmount {
    /// What `explored` asks; `None` where that is a chance.
    ///
    /// # Errors
    /// A reward is negative.
    pub fn of(explored: &dyn AnyExplored) -> Result<Option<Self>, RewardError> {
        let Some(Expected { max, amount, .. }) = explored.expected() else { return Ok(None) };
        Ok(Some(match amount {
            ExpectedAmount::Collected(missed) => {
                let (arena, rewards) = (explored.arena(), explored.rewards()?);
                let targets = arena.ids().map(|at| arena.payoff(at).is_some()).collect();
                Self::Collected(RewardObjective { max, rewards, targets, missed })
            }
            ExpectedAmount::Paid(infinite) => Self::Paid(PayoffObjective { max, infinite }),
        }))
    }
}

/// The claim that was accepted.
enum Found {
    Collected(Box<CheckedReward>),
    Paid(Box<CheckedPayoff>),
}

/// A move and the amount that it leads to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AmountMove {
    /// Its name.
    pub name: String,
    /// The amount expected if it is chosen and play is best afterwards.
    pub value: Span,
    /// True unless another move is certainly better for whoever is to move.
    pub best: bool,
    /// Where it may lead.
    pub outcomes: Vec<Outcome>,
}

/// Solves an explored game for the amount that it asks for; `None` where it asks for a chance.
///
/// # Errors
/// A reward is negative, or the arena cannot be solved.
pub fn solve_expected(
    explored: Box<dyn AnyExplored>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Option<SolvedAmount>, SessionError> {
    let asked = AskedAmount::of(&*explored)?;
    let (Some(expected), Some(asked)) = (explored.expected(), asked) else { return Ok(None) };
    let (arena, rewards) = (explored.arena(), explored.rewards()?);
    let found = match asked {
        AskedAmount::Collected(objective) => {
            Found::Collected(Box::new(solve_reward(arena, objective, options, watch)?))
        }
        AskedAmount::Paid(objective) => {
            Found::Paid(Box::new(solve_payoff(arena, objective, options, watch)?))
        }
    };
    Ok(Some(SolvedAmount { explored, expected, rewards, found }))
}

impl SolvedAmount {
    /// The bounds at `state`.
    pub fn span(&self, state: StateId) -> Span {
        let quantity = |amount| match amount {
            Amount::Finite(number) => Quantity::Finite(number),
            Amount::Infinite => Quantity::Infinite,
        };
        match &self.found {
            Found::Collected(checked) => {
                let (lower, upper) = checked.solution().amounts.of(state);
                Span { lower: quantity(lower), upper: quantity(upper) }
            }
            Found::Paid(checked) => {
                let (lower, upper) = checked.of(state);
                Span::between(lower, upper)
            }
        }
    }

    /// The bounds of the amount expected after `choice` at `state`, what the move collects
    /// included.
    pub fn span_after(&self, state: StateId, choice: ChoiceId) -> Span {
        let collected = self.collects(state, choice);
        let arena = self.explored.arena();
        let choice = arena.choice(choice);
        let each = choice.targets.iter().enumerate();
        each.fold(Span::exactly(collected), |sum, (i, &target)| {
            sum.plus(&self.span(StateId(target)).times(&choice.distribution.probability(i)))
        })
    }

    /// What `choice` of `state` adds to the amount.
    pub fn collects(&self, state: StateId, choice: ChoiceId) -> Rational {
        match self.found {
            Found::Collected(_) => self.rewards.of_move(state, choice),
            Found::Paid(_) => Rational::ZERO,
        }
    }

    /// The choice, from 0, that the strategy takes at `state`; `None` where play is over.
    pub fn choice(&self, state: StateId) -> Option<usize> {
        let strategy = match &self.found {
            Found::Collected(checked) => &checked.solution().strategy,
            Found::Paid(checked) => &checked.scaled().solution().strategy,
        };
        let choice = strategy[state.index()];
        (choice != NO_CHOICE).then_some(choice as usize)
    }

    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        let solving = match &self.found {
            Found::Collected(checked) => checked.solution().stopped.as_ref(),
            Found::Paid(checked) => checked.scaled().solution().stopped.as_ref(),
        };
        self.explored.stopped().or(solving)
    }

    /// Every move at `state`, in the game's order, with where it may lead.
    pub fn moves(&self, state: StateId) -> Vec<AmountMove> {
        let arena = self.explored.arena();
        let all = arena.choices_of(state).map(ChoiceId).enumerate();
        let mut moves: Vec<AmountMove> = all
            .map(|(at, id)| {
                let name = self.explored.move_name(state, at);
                let choice = arena.choice(id);
                let outcomes = choice.targets.iter().enumerate().map(|(i, &target)| {
                    let to = self.explored.show(StateId(target));
                    Outcome::new(choice.distribution.probability(i), to)
                });
                let (value, outcomes) = (self.span_after(state, id), outcomes.collect());
                AmountMove { name, value, best: false, outcomes }
            })
            .collect();
        let is_max = arena.player(state).is_some_and(|player| self.expected.max.contains(player));
        mark(&mut moves, is_max);
        moves
    }
}

/// A move is among the best unless another one is certainly better.
fn mark(moves: &mut [AmountMove], is_max: bool) {
    let lowers = moves.iter().map(|m| &m.value.lower);
    let uppers = moves.iter().map(|m| &m.value.upper);
    let Some(threshold) = (if is_max { lowers.max() } else { uppers.min() }).cloned() else {
        return;
    };
    for m in moves {
        m.best = if is_max { m.value.upper >= threshold } else { m.value.lower <= threshold };
    }
}
