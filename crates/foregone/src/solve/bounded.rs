//! Values after a fixed number of moves: the judge makes the rounds, here the numbers are chosen.
//!
//! A round loses at most three units in the last place a side, so the width is known beforehand.

use std::sync::Arc;

use super::{Options, SolveError};
use crate::amount::unit;
use crate::judge::steps::{
    CheckedSteps, Digits, StepGoal, StepObjective, StepsError, steps, steps_later,
};
use crate::{Arena, Checked, Fixed64, Rational, Watch};

/// Units in the last place that one round may add to the width.
const LOSS: u64 = 6;

/// Bounds of a step-bounded objective, as narrow as `options` asks.
///
/// # Errors
/// The objective does not fit the arena; `watch` stopped the work; a method was named.
pub fn solve_steps(
    arena: Arc<Arena>,
    objective: StepObjective,
    options: &Options,
    watch: &dyn Watch,
) -> Result<CheckedSteps, SolveError> {
    if let Some(name) = &options.method {
        let known = "none, for the judge itself counts a fixed number of moves".into();
        return Err(SolveError::UnknownMethod { name: name.clone(), known });
    }
    let digits = digits(&objective.goal, options);
    Ok(steps(arena, objective, digits, watch)?)
}

/// Bounds of coming to the targets of `base` after at least `from` moves.
///
/// # Errors
/// `base` asks for something else; `watch` stopped the work.
pub fn solve_later(
    base: &Checked,
    from: u64,
    watch: &dyn Watch,
) -> Result<CheckedSteps, SolveError> {
    Ok(steps_later(base, from, watch)?)
}

fn digits(goal: &StepGoal, options: &Options) -> Digits {
    if options.exact {
        return Digits::Exact;
    }
    let loss = Rational::from(goal.rounds()) * Rational::from(LOSS) * unit(goal.scale());
    match loss <= &options.precision * unit(Fixed64::BITS) {
        true => Digits::Fixed64,
        false => Digits::Fixed128,
    }
}

impl From<StepsError> for SolveError {
    fn from(error: StepsError) -> Self {
        match error {
            StepsError::Refused(refusal) => Self::Refused(refusal),
            StepsError::Stopped(stop) => Self::Stopped(stop),
        }
    }
}
