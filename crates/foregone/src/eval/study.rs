//! Policies held against the best: what they are worth, what a clever opponent makes of them, and
//! at which positions they go wrong.
//!
//! Every number comes from bounds that the judge accepted. A difference of two values is bounded by
//! the differences of their bounds.

use std::sync::Arc;

use super::restrict::{met, restricted};
use super::{EvalError, Policies, evaluate, evaluate_reward};
use crate::judge::reward::{CheckedReward, RewardObjective};
use crate::policy::{Play, Policy};
use crate::session::AnyExplored;
use crate::solve::{Options, solve, solve_reward};
use crate::{Amount, Arena, Checked, ChoiceId, Objective, Rational, StateId, Stop, Watch};

/// What is asked.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A chance, or a payoff between 0 and 1.
    Value(Objective),
    /// What is collected.
    Reward(RewardObjective),
}

/// Checked bounds for every state.
#[derive(Clone, Debug)]
pub enum Worth {
    /// Of a chance, or a payoff between 0 and 1.
    Value(Box<Checked>),
    /// Of what is collected.
    Reward(Box<CheckedReward>),
}

/// One side with its policy.
#[derive(Clone, Debug)]
pub struct Side {
    /// True for Max's side.
    pub is_max: bool,
    /// What is done at every state.
    pub plays: Vec<Play>,
    /// What the policy is worth against the best reply.
    pub worst: Worth,
    /// For each state whether play comes there from the starts, whatever the other side does.
    pub met: Vec<bool>,
}

/// Policies held against the best.
pub struct Study {
    /// What is asked.
    pub asked: Asked,
    /// The explored game.
    pub arena: Arc<Arena>,
    /// The value: both sides at their best.
    pub best: Worth,
    /// Max's side, where it has a policy.
    pub max: Option<Side>,
    /// Min's side, where it has a policy.
    pub min: Option<Side>,
    /// Both policies against each other, where both are given.
    both: Option<Worth>,
}

/// A position where a policy goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costly {
    /// The position.
    pub state: StateId,
    /// Bounds of what the policy's move there costs against the best one, both sides at their
    /// best afterwards.
    pub cost: (Amount, Amount),
    /// Bounds of what the policy gives up from there on: the value less its worst case.
    pub gives_up: (Amount, Amount),
    /// The move of the solution, counted from 0.
    pub best: u32,
}

impl Asked {
    /// True where Max's side chooses at `state`.
    pub fn is_max(&self, arena: &Arena, state: StateId) -> bool {
        match self {
            Self::Value(objective) => objective.is_max(arena, state),
            Self::Reward(objective) => objective.is_max(arena, state),
        }
    }

    /// True where play ends at `state` for what is asked.
    pub fn is_ended(&self, arena: &Arena, state: StateId) -> bool {
        match self {
            Self::Value(objective) => objective.is_ended(arena, state),
            Self::Reward(objective) => objective.is_ended(arena, state),
        }
    }

    fn worth(
        &self,
        arena: &Arc<Arena>,
        policies: Policies<'_>,
        options: &Options,
        watch: &dyn Watch,
    ) -> Result<Worth, EvalError> {
        let free = policies.max.is_none() && policies.min.is_none();
        Ok(match self {
            Self::Value(objective) => Worth::Value(Box::new(match free {
                true => solve(Arc::clone(arena), objective.clone(), options, watch)?,
                false => evaluate(arena, objective.clone(), policies, options, watch)?,
            })),
            Self::Reward(objective) => Worth::Reward(Box::new(match free {
                true => solve_reward(Arc::clone(arena), objective.clone(), options, watch)?,
                false => evaluate_reward(arena, objective, policies, options, watch)?,
            })),
        })
    }
}

impl Worth {
    /// The bounds at `state`.
    pub fn bounds(&self, state: StateId) -> (Amount, Amount) {
        match self {
            Self::Value(checked) => {
                let (lower, upper) = checked.solution().bounds.rational(state);
                (Amount::Finite(lower), Amount::Finite(upper))
            }
            Self::Reward(checked) => checked.solution().amounts.of(state),
        }
    }

    /// The same as doubles, rounded outward.
    pub fn doubles(&self, state: StateId) -> (f64, f64) {
        match self {
            Self::Value(checked) => checked.solution().bounds.doubles(state),
            Self::Reward(checked) => checked.solution().amounts.doubles(state),
        }
    }

    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        match self {
            Self::Value(checked) => checked.solution().stopped.as_ref(),
            Self::Reward(checked) => checked.solution().stopped.as_ref(),
        }
    }

    /// For every state the choice that the solution takes, counted from 0.
    pub fn strategy(&self) -> &[u32] {
        match self {
            Self::Value(checked) => &checked.solution().strategy,
            Self::Reward(checked) => &checked.solution().strategy,
        }
    }

    /// A number near the value.
    fn near(&self, state: StateId) -> f64 {
        let (lower, upper) = self.doubles(state);
        if lower == upper { lower } else { lower.midpoint(upper) }
    }
}

/// Holds policies of the two sides against the best.
///
/// An arena that is numbered in solving order saves copies.
///
/// # Errors
/// A policy says nothing of a position, or what is left cannot be solved.
pub fn study(
    explored: &dyn AnyExplored,
    asked: Asked,
    (max, min): (&Policy, &Policy),
    options: &Options,
    watch: &dyn Watch,
) -> Result<Study, EvalError> {
    let arena = explored.arena();
    let plays = |policy: &Policy, is_max: bool| {
        let mine = |state| {
            let plays = arena.player(state).is_some() && !asked.is_ended(&arena, state);
            plays && asked.is_max(&arena, state) == is_max
        };
        let given = (!policy.is_best()).then(|| policy.everywhere(explored, mine));
        given.transpose()
    };
    let (max, min) = (plays(max, true)?, plays(min, false)?);
    let worth = |max: Option<&[Play]>, min: Option<&[Play]>| {
        asked.worth(&arena, Policies { max, min }, options, watch)
    };
    let best = worth(None, None)?;
    let both = match (&max, &min) {
        (Some(max), Some(min)) => Some(worth(Some(max), Some(min))?),
        _ => None,
    };
    let side = |plays: Option<Vec<Play>>, is_max: bool| {
        let Some(plays) = plays else { return Ok(None) };
        let policies = match is_max {
            true => Policies { max: Some(&plays), min: None },
            false => Policies { max: None, min: Some(&plays) },
        };
        let worst = asked.worth(&arena, policies, options, watch)?;
        let is_max_at = |state| asked.is_max(&arena, state);
        let left = restricted(&arena, policies, is_max_at, |state| asked.is_ended(&arena, state))?;
        let met = met(&left.arena, explored.starts());
        Ok::<_, EvalError>(Some(Side { is_max, plays, worst, met }))
    };
    let (max, min) = (side(max, true)?, side(min, false)?);
    Ok(Study { asked, arena, best, max, min, both })
}

impl Study {
    /// What comes of it where both sides do as was said: those with a policy keep to it, a side
    /// without one does its best.
    pub fn value(&self) -> &Worth {
        let alone = || self.max.as_ref().or(self.min.as_ref()).map(|side| &side.worst);
        self.both.as_ref().or_else(alone).unwrap_or(&self.best)
    }

    /// Bounds of what the policy of `side` gives up at `state`: the value less its worst case.
    pub fn gives_up(&self, side: &Side, state: StateId) -> (Amount, Amount) {
        let (value, worst) = (self.best.bounds(state), side.worst.bounds(state));
        if side.is_max { difference(value, worst) } else { difference(worst, value) }
    }

    /// The positions that play comes to under the policy of `side` where its moves certainly cost
    /// most, at most `most` of them, the costliest first.
    pub fn costliest(&self, side: &Side, most: usize) -> Vec<Costly> {
        let mine = |state: &StateId| {
            side.met[state.index()]
                && side.plays[state.index()] != Play::Best
                && self.arena.choices_of(*state).len() > 1
                && self.asked.is_max(&self.arena, *state) == side.is_max
                && !self.asked.is_ended(&self.arena, *state)
        };
        let near = |state| (self.near_cost(side, state), state);
        let mut all: Vec<(f64, StateId)> = self.arena.ids().filter(mine).map(near).collect();
        all.retain(|(cost, _)| *cost > 0.0);
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let exact = all.into_iter().map(|(_, state)| self.costly(side, state));
        exact.take_while(|found| found.cost.0 > Amount::Finite(Rational::ZERO)).take(most).collect()
    }

    fn costly(&self, side: &Side, state: StateId) -> Costly {
        let best = self.best.strategy()[state.index()];
        let (value, after) = (self.best.bounds(state), self.after(side, state));
        let cost = if side.is_max { difference(value, after) } else { difference(after, value) };
        Costly { state, cost, gives_up: self.gives_up(side, state), best }
    }

    /// The choices that the policy may take at `state`.
    fn taken(&self, side: &Side, state: StateId) -> std::ops::Range<u32> {
        let all = self.arena.choices_of(state);
        match side.plays[state.index()] {
            Play::Choice(choice) => all.start + choice..all.start + choice + 1,
            _ => all,
        }
    }

    /// A number near what the policy's move at `state` costs.
    fn near_cost(&self, side: &Side, state: StateId) -> f64 {
        let taken = self.taken(side, state);
        let count = taken.len() as f64;
        let mut sum = 0.0;
        for choice in taken {
            if let Asked::Reward(objective) = &self.asked {
                sum += objective.rewards.of_move(state, ChoiceId(choice)).to_f64().value();
            }
            let choice = self.arena.choice(ChoiceId(choice));
            let floats = choice.distribution.floats.iter().zip(choice.targets);
            sum += floats.map(|(p, &t)| p * self.best.near(StateId(t))).sum::<f64>();
        }
        let cost = self.best.near(state) - sum / count;
        let cost = if side.is_max { cost } else { -cost };
        if cost.is_nan() { 0.0 } else { cost }
    }

    /// Bounds of what the policy's move at `state` leads to, both sides at their best afterwards.
    fn after(&self, side: &Side, state: StateId) -> (Amount, Amount) {
        let taken = self.taken(side, state);
        let share = Rational::from_parts(1.into(), taken.len().into());
        let mut sums = (Amount::Finite(Rational::ZERO), Amount::Finite(Rational::ZERO));
        if let Asked::Reward(objective) = &self.asked {
            let reward = |choice| objective.rewards.of_move(state, ChoiceId(choice));
            let all = taken.clone().map(reward).fold(Rational::ZERO, |sum, r| sum + r) * &share;
            sums = (Amount::Finite(all.clone()), Amount::Finite(all));
        }
        for choice in taken {
            let choice = self.arena.choice(ChoiceId(choice));
            for (i, &target) in choice.targets.iter().enumerate() {
                let p = choice.distribution.probability(i) * &share;
                let (lower, upper) = self.best.bounds(StateId(target));
                sums = (plus(sums.0, &p, lower), plus(sums.1, &p, upper));
            }
        }
        sums
    }
}

/// `sum + p * amount`.
fn plus(sum: Amount, p: &Rational, amount: Amount) -> Amount {
    match (sum, amount) {
        (Amount::Finite(sum), Amount::Finite(amount)) => Amount::Finite(sum + p * amount),
        _ => Amount::Infinite,
    }
}

/// Bounds of `a - b` from bounds of both, where it is known not to be negative.
pub fn difference(a: (Amount, Amount), b: (Amount, Amount)) -> (Amount, Amount) {
    let lower = match (a.0, b.1) {
        (Amount::Finite(low), Amount::Finite(high)) => Amount::Finite(at_least_0(low - high)),
        (Amount::Infinite, Amount::Finite(_)) => Amount::Infinite,
        _ => Amount::Finite(Rational::ZERO),
    };
    let upper = match (a.1, b.0) {
        (Amount::Finite(high), Amount::Finite(low)) => Amount::Finite(at_least_0(high - low)),
        (Amount::Infinite, _) => Amount::Infinite,
        _ => Amount::Finite(Rational::ZERO),
    };
    (lower, upper)
}

fn at_least_0(number: Rational) -> Rational {
    number.max(Rational::ZERO)
}
