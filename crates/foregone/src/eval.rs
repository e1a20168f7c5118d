//! What a given policy is worth: against the best reply, or against another policy.
//!
//! The states of a side whose policy is given keep only the choice it names, or all of them mixed
//! where it plays at random; what is left is solved and judged like any other arena. States keep
//! their numbers.

use std::sync::Arc;

use crate::graph::components;
use crate::judge::reward::{CheckedReward, RewardObjective};
use crate::policy::{Play, PolicyError};
use crate::solve::{Options, SolveError, solve, solve_reward};
use crate::{Arena, Checked, Goal, Objective, Rational, StateId, Watch};

mod restrict;
mod study;

use restrict::{Left, restricted};
pub use study::{Asked, Costly, Side, Study, Worth, difference, study};

/// What is done at each state. Entries at the other side's states and where play has ended are not
/// looked at.
pub type Plays<'a> = &'a [Play];

/// Policies of one side, of both, or of none; a side without one answers as well as it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policies<'a> {
    /// Max's policy.
    pub max: Option<Plays<'a>>,
    /// Min's policy.
    pub min: Option<Plays<'a>>,
}

/// Why a policy was not evaluated.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EvalError {
    /// A policy has not one entry for each state.
    #[error("a policy must have one entry for each of the {states} states, but it has {entries}")]
    Length {
        /// States of the arena.
        states: usize,
        /// Entries of the policy.
        entries: usize,
    },
    /// A policy names a choice that its state does not have.
    #[error("{state}: the policy names choice {choice}, but there are {choices}, counted from 0")]
    Choice {
        /// The state.
        state: StateId,
        /// What the policy names there.
        choice: u32,
        /// How many choices there are.
        choices: usize,
    },
    /// Random play where a game may be drawn by going on for ever.
    #[error(
        "random play in a game of wins, draws and losses that may go on for ever is not supported: \
         name a move everywhere"
    )]
    Endless,
    /// A policy does not say what is to be done.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// What is left could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The value of every state where the sides with a policy keep to it.
///
/// # Errors
/// See [`EvalError`].
pub fn evaluate(
    arena: &Arena,
    objective: Objective,
    policies: Policies<'_>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Checked, EvalError> {
    let is_max = |state| objective.is_max(arena, state);
    let is_ended = |state| objective.is_ended(arena, state);
    let Left { arena: left, mixed, .. } = restricted(arena, policies, is_max, is_ended)?;
    let objective = if mixed { chances(&left, objective)? } else { objective };
    Ok(solve(Arc::new(left), objective, options, watch)?)
}

/// The objective where moves are drawn by lot: wins, draws and losses become payoffs, which say
/// nothing of distances and take no endless play for a draw.
fn chances(arena: &Arena, objective: Objective) -> Result<Objective, EvalError> {
    if !objective.goal.is_outcome() {
        return Ok(objective);
    }
    let objective = Objective { goal: Goal::Payoff, ..objective };
    let found = components(arena, &objective);
    let on_cycle = |state| arena.successors(StateId(state)).contains(&state);
    let endless = found.len() < arena.states() || (0..arena.states() as u32).any(on_cycle);
    if endless { Err(EvalError::Endless) } else { Ok(objective) }
}

/// What is collected from every state where the sides with a policy keep to it.
///
/// # Errors
/// See [`EvalError`].
pub fn evaluate_reward(
    arena: &Arena,
    objective: &RewardObjective,
    policies: Policies<'_>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<CheckedReward, EvalError> {
    let is_max = |state| objective.is_max(arena, state);
    let is_ended = |state| objective.is_ended(arena, state);
    let left = restricted(arena, policies, is_max, is_ended)?;
    let rewards = left.rewards(arena, &objective.rewards);
    let objective = RewardObjective { rewards, ..objective.clone() };
    Ok(solve_reward(Arc::new(left.arena), objective, options, watch)?)
}

/// What `policy` gives up at `state`: bounds of the difference between the value and what the
/// policy is worth against the best reply. Negative differences are rounding and count 0.
pub fn given_up(value: &Checked, policy: &Checked, state: StateId) -> (Rational, Rational) {
    let (lower, upper) = value.solution().bounds.rational(state);
    let (low, high) = policy.solution().bounds.rational(state);
    let pair = match value.objective().is_max(value.arena(), state) {
        true => (lower - high, upper - low),
        false => (low - upper, high - lower),
    };
    (pair.0.max(Rational::ZERO), pair.1.max(Rational::ZERO))
}
