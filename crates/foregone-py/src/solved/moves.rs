//! The moves of one state, with what each is worth.

use foregone::amount::Amount;
use foregone::query::{Form, query};
use foregone::{ChoiceId, Number, Rational, StateId};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Answer, amount};
use crate::errors::wrong;
use crate::explored::Explored;
use crate::numbers;

/// What is told of a move beside its outcomes.
struct Told {
    name: String,
    bounds: (Amount, Amount),
    best: bool,
    tie: Option<bool>,
    /// In win/lose/draw: `won`, `drawn` or `lost` for Max.
    result: Option<String>,
    distance: Option<u32>,
}

/// Every move of `state`, in the game's order.
pub fn moves<'py>(
    py: Python<'py>,
    explored: &Explored,
    answer: &Answer,
    state: StateId,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let arena = explored.shared_arena();
    if answer.is_ended(&arena, state) {
        return Ok(Vec::new());
    }
    let told = match answer {
        Answer::Whole(_) => py.detach(|| queried(explored, answer, state)),
        Answer::Payoff(_) | Answer::Reward(_) => py.detach(|| computed(explored, answer, state)),
        Answer::Earned(_) | Answer::Steps(..) | Answer::Open(_) => {
            let why = "moves have no values of their own where the way so far matters, as within a \
                       number of moves; best tells the first move where it is known";
            return Err(wrong(why));
        }
    };
    let choices = arena.choices_of(state).map(|choice| arena.choice(ChoiceId(choice)));
    let mut all = Vec::new();
    for (told, choice) in told.into_iter().zip(choices) {
        let entry = PyDict::new(py);
        let doubles = (
            told.bounds.0.finite().map_or(f64::INFINITY, Number::f64_down),
            told.bounds.1.finite().map_or(f64::INFINITY, Number::f64_up),
        );
        entry.set_item("name", told.name)?;
        entry.set_item("bounds", doubles)?;
        entry.set_item("exact", (amount(py, &told.bounds.0)?, amount(py, &told.bounds.1)?))?;
        entry.set_item("best", told.best)?;
        entry.set_item("tie", told.tie)?;
        entry.set_item("result", told.result)?;
        entry.set_item("distance", told.distance)?;
        let mut outcomes = Vec::new();
        for (i, &target) in choice.targets.iter().enumerate() {
            outcomes.push((numbers::fraction(py, &choice.distribution.probability(i))?, target));
        }
        entry.set_item("outcomes", outcomes)?;
        all.push(entry);
    }
    Ok(all)
}

/// As the library's own query tells it.
fn queried(explored: &Explored, answer: &Answer, state: StateId) -> Vec<Told> {
    let Answer::Whole(checked) = answer else { return Vec::new() };
    let found = explored.held.with(|game| query(game, checked, state, Form::default()));
    let told = found.moves.into_iter().map(|m| Told {
        name: m.name,
        bounds: (Amount::Finite(m.value.lower), Amount::Finite(m.value.upper)),
        best: m.best,
        tie: m.tie,
        result: m.standing.as_ref().and_then(|s| s.result).map(|verdict| verdict.to_string()),
        distance: m.standing.as_ref().and_then(|s| s.distance),
    });
    told.collect()
}

/// Means of checked bounds; a move is among the best unless another one is certainly better.
fn computed(explored: &Explored, answer: &Answer, state: StateId) -> Vec<Told> {
    let arena = explored.shared_arena();
    let reward = |choice| match answer {
        Answer::Reward(checked) => checked.objective().rewards.of_move(state, choice),
        _ => Rational::ZERO,
    };
    let bounds: Vec<(Amount, Amount)> = arena
        .choices_of(state)
        .map(|at| {
            let choice = arena.choice(ChoiceId(at));
            let sides = choice.targets.iter().map(|&target| answer.amounts(StateId(target)));
            let (lower, upper): (Vec<_>, Vec<_>) = sides.unzip();
            let mean = |parts: &[Amount]| {
                let mut sum = reward(ChoiceId(at));
                for (i, part) in parts.iter().enumerate() {
                    sum += choice.distribution.probability(i) * part.finite()?;
                }
                Some(sum)
            };
            let amount = |parts: &[Amount]| mean(parts).map_or(Amount::Infinite, Amount::Finite);
            (amount(&lower), amount(&upper))
        })
        .collect();
    let max = answer.is_max(&arena, state);
    let threshold = match max {
        true => bounds.iter().map(|(lower, _)| lower).max(),
        false => bounds.iter().map(|(_, upper)| upper).min(),
    };
    let threshold = threshold.cloned();
    let is_best = |(lower, upper): &(Amount, Amount)| match (&threshold, max) {
        (Some(threshold), true) => upper >= threshold,
        (Some(threshold), false) => lower <= threshold,
        (None, _) => false,
    };
    let best = bounds.iter().filter(|pair| is_best(pair)).count();
    let known = bounds.iter().filter(|pair| is_best(pair)).all(|(lower, upper)| lower == upper);
    let tie = if best <= 1 { Some(false) } else { known.then_some(true) };
    let names = explored.held.with(|game| {
        (0..bounds.len()).map(|choice| game.move_name(state, choice)).collect::<Vec<_>>()
    });
    let told = names.into_iter().zip(bounds).map(|(name, bounds)| {
        let best = is_best(&bounds);
        let tie = if best { tie } else { Some(false) };
        Told { name, bounds, best, tie, result: None, distance: None }
    });
    told.collect()
}
