//! The rewards of a model's states and choices, in the numbering of its arena.

use foregone_prism::source::Diagnostic;

use super::answer::Job;
use super::{Built, ModelError};
use crate::{Rational, RewardError, Rewards, StateId};

/// The rewards of structure number `structure`.
///
/// # Errors
/// The model has no such structure, a reward has no value at some state, or one is negative.
pub(super) fn of(job: &Job<'_>, structure: usize) -> Result<Rewards, ModelError> {
    let (built, model) = (&*job.built, job.built.model());
    if structure >= model.reward_structures() {
        return Err(job.no("the model has no rewards"));
    }
    let arena = built.arena();
    let (states, choices) = amounts(built, structure)?;
    let negative = states.iter().chain(&choices).any(|reward| *reward < Rational::ZERO);
    Rewards::new(&arena, states, choices).map_err(|error| match error {
        RewardError::Negative { .. } if negative => negative_reward(job, structure, &error),
        error => ModelError::Asked(error.to_string()),
    })
}

/// What each state and each choice collects in structure number `structure`.
///
/// # Errors
/// A reward has no value at some state.
pub(super) fn amounts(
    built: &Built,
    structure: usize,
) -> Result<(Vec<Rational>, Vec<Rational>), ModelError> {
    if let Some(listed) = &built.listed {
        return Ok(listed.rewards(structure, &built.arena()));
    }
    let (model, arena) = (built.model(), built.arena());
    let wrong = |diagnostic: Box<Diagnostic>| ModelError::of(&built.source, vec![*diagnostic]);
    let (mut states, mut choices) = (Vec::new(), Vec::new());
    let (mut buffer, mut values) = (model.buffer(), Vec::new());
    let mut words = vec![0; model.layout().words()];
    for state in arena.ids() {
        built.values(state, &mut values);
        states.push(model.state_reward(structure, &values).map_err(wrong)?);
        if arena.is_unexplored(state) {
            continue;
        }
        model.layout().pack(&values, &mut words);
        model.successors(&words, &mut buffer).map_err(wrong)?;
        for choice in 0..buffer.choices().len() {
            choices.push(model.choice_reward(structure, &buffer, choice).map_err(wrong)?);
        }
        // The way of a deadlock back to itself is the engine's own and collects nothing.
        choices.resize(arena.choices_of(state).end as usize, Rational::ZERO);
    }
    Ok((states, choices))
}

/// Names the first state whose reward, or a choice of which, is negative.
fn negative_reward(job: &Job<'_>, structure: usize, error: &RewardError) -> ModelError {
    let built = &*job.built;
    let states = amounts(built, structure).map(|(states, _)| states).unwrap_or_default();
    let found = states.iter().position(|reward| *reward < Rational::ZERO);
    let found = found.map(|at| StateId(at as u32));
    let place = found.map_or("at a choice".into(), |state| format!("in {}", built.show(state)));
    job.no(&format!("{error}; {place}"))
}
