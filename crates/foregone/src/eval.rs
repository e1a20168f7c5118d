//! What a given policy is worth: against the best reply, or against another policy.
//!
//! The states of a side whose policy is given keep only the choice it names; what is left is solved
//! and judged like any other arena. States keep their numbers.

use std::sync::Arc;

use crate::judge::reward::{CheckedReward, RewardObjective};
use crate::solve::{Options, SolveError, solve, solve_reward};
use crate::{Arena, Checked, ChoiceId, NO_CHOICE, Objective, Rational, StateId, Watch};

/// For each state which of its choices, from 0, is taken there. Entries at the other side's states
/// and where play has ended are not looked at.
pub type Policy<'a> = &'a [u32];

/// Policies of one side, of both, or of none; a side without one answers as well as it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policies<'a> {
    /// Max's policy.
    pub max: Option<Policy<'a>>,
    /// Min's policy.
    pub min: Option<Policy<'a>>,
}

/// Why a policy was not evaluated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
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
    let (left, _) = restricted(arena, policies, is_max, is_ended)?;
    Ok(solve(Arc::new(left), objective, options, watch)?)
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
    let (left, kept) = restricted(arena, policies, is_max, is_ended)?;
    let rewards = objective.rewards.restricted(&kept);
    let objective = RewardObjective { rewards, ..objective.clone() };
    Ok(solve_reward(Arc::new(left), objective, options, watch)?)
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

fn restricted(
    arena: &Arena,
    policies: Policies<'_>,
    is_max: impl Fn(StateId) -> bool,
    is_ended: impl Fn(StateId) -> bool,
) -> Result<(Arena, Vec<ChoiceId>), EvalError> {
    let states = arena.states();
    let given = [policies.max, policies.min];
    if let Some(wrong) = given.into_iter().flatten().find(|policy| policy.len() != states) {
        return Err(EvalError::Length { states, entries: wrong.len() });
    }
    let chosen = |state: StateId| {
        let policy = if is_max(state) { policies.max } else { policies.min };
        let entry = policy?[state.index()];
        let plays = arena.player(state).is_some() && !is_ended(state);
        plays.then_some(entry)
    };
    arena.with_choices(chosen).map_err(|state| EvalError::Choice {
        state,
        choice: chosen(state).unwrap_or(NO_CHOICE),
        choices: arena.choices_of(state).len(),
    })
}
