//! Games that ask for an expected amount, solved by text.
//!
//! Invariant: every bound is one that the judge accepted, or the exact mean of such bounds.

use serde::Serialize;

use super::{AnyExplored, SessionError};
use crate::judge::payoff::PayoffObjective;
use crate::judge::reward::RewardObjective;
use crate::model::{Judged, Span};
use crate::query::Outcome;
use crate::solve::{Options, solve_payoff, solve_reward};
use crate::{
    ChoiceId, Expected, ExpectedAmount, Players, Rational, RewardError, StateId, Stop, Watch,
};

/// An explored game with checked bounds of the amount it asks for.
pub struct SolvedAmount {
    /// The explored game; its arena is the one that was solved.
    pub explored: Box<dyn AnyExplored>,
    /// What was asked.
    pub expected: Expected,
    judged: Judged,
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
    let arena = explored.arena();
    let judged = match asked {
        AskedAmount::Collected(objective) => {
            Judged::Reward(Box::new(solve_reward(arena, objective, options, watch)?))
        }
        AskedAmount::Paid(objective) => {
            Judged::Payoff(Box::new(solve_payoff(arena, objective, options, watch)?))
        }
    };
    Ok(Some(SolvedAmount { explored, expected, judged }))
}

impl SolvedAmount {
    /// `judged` as the answer for `explored`, an amount that is collected or paid; of a model the
    /// unit is `collected`. `None` for other answers.
    pub fn of(explored: Box<dyn AnyExplored>, judged: Judged) -> Option<Self> {
        let (max, amount) = match &judged {
            Judged::Reward(checked) => {
                let objective = checked.objective();
                (objective.max, ExpectedAmount::Collected(objective.missed))
            }
            Judged::Payoff(checked) => {
                let objective = checked.objective();
                (objective.max, ExpectedAmount::Paid(objective.infinite))
            }
            _ => return None,
        };
        let unit = explored.expected().map_or("collected", |expected| expected.unit);
        Some(Self { explored, expected: Expected { unit, max, amount }, judged })
    }

    /// The claim that was accepted.
    pub fn judged(&self) -> &Judged {
        &self.judged
    }

    /// The bounds at `state`.
    pub fn span(&self, state: StateId) -> Span {
        self.judged.span(state)
    }

    /// What `choice` of `state` adds to the amount.
    pub fn collects(&self, state: StateId, choice: ChoiceId) -> Rational {
        self.judged.collects(state, choice)
    }

    /// The choice, from 0, that the strategy takes at `state`; `None` where play is over.
    pub fn choice(&self, state: StateId) -> Option<usize> {
        self.judged.choice(state).map(|choice| choice as usize)
    }

    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        self.explored.stopped().or(self.judged.stopped())
    }

    /// Every move at `state`, in the game's order, with where it may lead; none where play has
    /// ended.
    pub fn moves(&self, state: StateId) -> Vec<AmountMove> {
        self.judged.moves(&*self.explored, state).unwrap_or_default()
    }
}

impl Judged {
    /// What `choice` of `state` adds to an amount that is collected.
    pub fn collects(&self, state: StateId, choice: ChoiceId) -> Rational {
        match self {
            Self::Reward(checked) => checked.objective().rewards.of_move(state, choice),
            _ => Rational::ZERO,
        }
    }

    /// Every move at `state`, with the amount that it leads to; `None` where the answer is no amount
    /// to the end of play. `explored` is what was solved.
    pub fn moves(&self, explored: &dyn AnyExplored, state: StateId) -> Option<Vec<AmountMove>> {
        let arena = explored.arena();
        let (max, ended) = match self {
            Self::Reward(checked) => {
                (checked.objective().max, checked.objective().is_ended(&arena, state))
            }
            Self::Payoff(checked) => (checked.objective().max, arena.player(state).is_none()),
            _ => return None,
        };
        let collects = |choice| self.collects(state, choice);
        let all = || amount_moves(explored, max, state, collects, |state| self.span(state));
        Some(if ended { Vec::new() } else { all() })
    }
}

/// Every move at `state`, in the game's order: what it `collects` itself and the bounds `span` of
/// where it may lead make what it is worth.
pub(crate) fn amount_moves(
    explored: &dyn AnyExplored,
    max: Players,
    state: StateId,
    collects: impl Fn(ChoiceId) -> Rational,
    span: impl Fn(StateId) -> Span,
) -> Vec<AmountMove> {
    let arena = explored.arena();
    let all = arena.choices_of(state).map(ChoiceId).enumerate();
    let mut moves: Vec<AmountMove> = all
        .map(|(at, id)| {
            let choice = arena.choice(id);
            let (mut value, mut outcomes) = (Span::exactly(collects(id)), Vec::new());
            for (i, &target) in choice.targets.iter().enumerate() {
                let (to, probability) = (StateId(target), choice.distribution.probability(i));
                value = value.plus(&span(to).times(&probability));
                outcomes.push(Outcome::new(probability, explored.show(to)));
            }
            AmountMove { name: explored.move_name(state, at), value, best: false, outcomes }
        })
        .collect();
    mark(&mut moves, arena.player(state).is_some_and(|player| max.contains(player)));
    moves
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
