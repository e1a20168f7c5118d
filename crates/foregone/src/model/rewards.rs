//! The rewards of a model's states and choices, in the numbering of its arena.

use foregone_prism::source::Diagnostic;
use foregone_prism::step::Signs;

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
    let (states, choices) = amounts(built, structure, Signs::NotNegative)?;
    let negative = states.iter().chain(&choices).any(|reward| *reward < Rational::ZERO);
    Rewards::new(&arena, states, choices).map_err(|error| match error {
        RewardError::Negative { .. } if negative => negative_reward(job, structure, &error),
        error => ModelError::Asked(error.to_string()),
    })
}

/// The rewards of the states in structure number `structure`, all of them less the smallest where
/// that is negative; and the smallest then, else 0.
///
/// # Errors
/// The model has no such structure, a reward has no value at some state, or there may be smaller
/// rewards where nobody has looked.
pub(super) fn lifted(job: &Job<'_>, structure: usize) -> Result<(Rewards, Rational), ModelError> {
    if structure >= job.built.model().reward_structures() {
        return Err(job.no("the model has no rewards"));
    }
    if job.built.stopped().is_some() && job.built.model().may_be_negative(structure) {
        return Err(job.no("rewards that may be negative need the whole model explored"));
    }
    let arena = job.built.arena();
    let (mut states, choices) = amounts(job.built, structure, Signs::Any)?;
    let least = states.iter().min().filter(|least| **least < Rational::ZERO).cloned();
    let least = least.unwrap_or(Rational::ZERO);
    states.iter_mut().for_each(|reward| *reward -= &least);
    let choices = vec![Rational::ZERO; choices.len()];
    let rewards = Rewards::new(&arena, states, choices);
    Ok((rewards.map_err(|error| ModelError::Asked(error.to_string()))?, least))
}

/// What each state and each choice collects in structure number `structure`.
///
/// # Errors
/// A reward has no value at some state, or one of the model's is negative where `signs` does not
/// want that. (Those of files are not looked at.)
pub(super) fn amounts(
    built: &Built,
    structure: usize,
    signs: Signs,
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
        states.push(model.state_reward(structure, &values, signs).map_err(wrong)?);
        if arena.is_unexplored(state) {
            continue;
        }
        model.layout().pack(&values, &mut words);
        model.successors(&words, &mut buffer).map_err(wrong)?;
        for choice in 0..buffer.choices().len() {
            let reward = model.choice_reward(structure, &buffer, choice, signs);
            choices.push(reward.map_err(wrong)?);
        }
        // The way of a deadlock back to itself is the engine's own and collects nothing.
        choices.resize(arena.choices_of(state).end as usize, Rational::ZERO);
    }
    Ok((states, choices))
}

/// Names the first state whose reward, or a choice of which, is negative.
fn negative_reward(job: &Job<'_>, structure: usize, error: &RewardError) -> ModelError {
    let built = &*job.built;
    let states =
        amounts(built, structure, Signs::Any).map(|(states, _)| states).unwrap_or_default();
    let found = states.iter().position(|reward| *reward < Rational::ZERO);
    let found = found.map(|at| StateId(at as u32));
    let place = found.map_or("at a choice".into(), |state| format!("in {}", built.show(state)));
    job.no(&format!("{error}; {place}"))
}
