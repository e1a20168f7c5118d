//! Bounds of the values after a fixed number of moves that come from elsewhere: a file, or whoever
//! doubts them.
//!
//! The rounds are made again in the claim's own numbers, from values judged anew where they began
//! from such. Bounds are accepted where they hold those of the new rounds, state by state; a best
//! first move where the new rounds name the same.

use std::sync::Arc;

use super::{CheckedSteps, Digits, StepObjective, StepsError, steps, steps_later};
use crate::amount::Amounts;
use crate::judge::{Checked, Reason, Refusal, judge};
use crate::{Arena, Bounds, StateId, Watch};

/// Bounds of the values after a fixed number of moves that nobody has checked yet.
#[derive(Clone, Debug)]
pub struct StepsClaim {
    /// The explored game.
    pub arena: Arc<Arena>,
    /// What is asked.
    pub objective: StepObjective,
    /// Bounds for every state.
    pub amounts: Amounts,
    /// For each state its owner's best first move.
    pub first: Vec<u32>,
    /// The values from which the rounds begin, where they begin from those of all of play.
    pub base: Option<Box<Checked>>,
}

impl CheckedSteps {
    /// What was accepted, to be judged anew.
    pub fn into_claim(self) -> StepsClaim {
        let Self { arena, objective, amounts, first, base } = self;
        StepsClaim { arena, objective, amounts, first, base }
    }
}

/// Makes the rounds again and compares.
///
/// # Errors
/// The objective does not fit the arena, the rounds give other bounds or moves, or `watch` stopped
/// the work.
pub fn judge_steps(claim: StepsClaim, watch: &dyn Watch) -> Result<CheckedSteps, StepsError> {
    let StepsClaim { arena, objective, amounts, first, base } = claim;
    let anew = match base {
        Some(base) => {
            let base = judge(base.into_claim())?;
            steps_later(&base, objective.goal.from(), watch)?
        }
        None => steps(Arc::clone(&arena), objective.clone(), digits(&amounts)?, watch)?,
    };
    let same = anew.objective == objective && anew.first.len() == first.len();
    if !same || !fits(&amounts, arena.states()) {
        return Err(Refusal { state: None, reason: Reason::Length }.into());
    }
    for state in arena.ids() {
        holds(state, &amounts, &first, &anew)?;
    }
    Ok(CheckedSteps { arena, objective, amounts, first, base: anew.base })
}

fn holds(
    state: StateId,
    amounts: &Amounts,
    first: &[u32],
    anew: &CheckedSteps,
) -> Result<(), Refusal> {
    let refuse = |reason| Err(Refusal { state: Some(state), reason });
    let (claimed, found) = (amounts.of(state), anew.amounts.of(state));
    match () {
        () if claimed.0 > found.0 => refuse(Reason::Lower),
        () if claimed.1 < found.1 => refuse(Reason::Upper),
        () if first[state.index()] != anew.first[state.index()] => refuse(Reason::Strategy),
        () => Ok(()),
    }
}

fn digits(amounts: &Amounts) -> Result<Digits, Refusal> {
    match amounts.bounds {
        Bounds::Fixed64(_) => Ok(Digits::Fixed64),
        Bounds::Fixed128(_) => Ok(Digits::Fixed128),
        Bounds::Exact(_) => Ok(Digits::Exact),
        Bounds::Fixed512(_) | Bounds::Grades(_) => {
            Err(Refusal { state: None, reason: Reason::Kind })
        }
    }
}

fn fits(amounts: &Amounts, states: usize) -> bool {
    let bounds = match &amounts.bounds {
        Bounds::Fixed64(all) => (all.lower.len(), all.upper.len()),
        Bounds::Fixed128(all) => (all.lower.len(), all.upper.len()),
        Bounds::Fixed512(all) => (all.lower.len(), all.upper.len()),
        Bounds::Exact(all) => (all.lower.len(), all.upper.len()),
        Bounds::Grades(all) => (all.lower.len(), all.upper.len()),
    };
    bounds == (states, states)
        && amounts.lower_infinite.len() == states
        && amounts.upper_infinite.len() == states
}
