//! The table of methods. A method may be chosen by name; by default the first row is taken.

use super::{Options, SolveError, naive, retrograde, run};
use crate::graph::Components;
use crate::{Arena, Goal, Objective, Solution, Watch};

/// One way to solve an arena.
pub struct Method {
    /// Its name, as it is typed.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Why it cannot take an arena, if it cannot.
    pub accepts: fn(&Arena, &Objective, &Options) -> Result<(), String>,
    /// The solution of an arena in solving order. It need not be trusted: it is judged.
    pub solve: fn(&Arena, &Objective, &Components, &Options, &dyn Watch) -> Solution,
}

/// All methods; the first is the default.
pub const METHODS: &[Method] = &[
    Method {
        name: "auto",
        summary: "strategy iteration, sweeps for components too large for it; retrograde analysis \
                  of win/lose/draw",
        accepts: |_, _, _| Ok(()),
        solve: |arena, objective, components, options, watch| {
            if objective.goal.is_outcome() {
                return retrograde::solve(arena, objective, components, watch);
            }
            run::solve(arena, objective, components, options, watch, run::Choice::Auto)
        },
    },
    Method {
        name: "strategy-iteration",
        summary: "strategy iteration with linear solves for every component",
        accepts: |_, objective, _| numbers(objective),
        solve: |arena, objective, components, options, watch| {
            run::solve(arena, objective, components, options, watch, run::Choice::Direct)
        },
    },
    Method {
        name: "interval-iteration",
        summary: "value iteration from both sides for every component; no exact values",
        accepts: |_, objective, options| match options.exact {
            true => Err("it gives bounds, no fractions".into()),
            false => numbers(objective),
        },
        solve: |arena, objective, components, options, watch| {
            run::solve(arena, objective, components, options, watch, run::Choice::Sweeps)
        },
    },
    Method {
        name: "naive",
        summary: "all pairs of positional strategies, in fractions; the oracle, for tiny games",
        accepts: |arena, objective, options| {
            numbers(objective)?;
            naive::accepts(arena, objective, options)
        },
        solve: naive::solve,
    },
    Method {
        name: "retrograde",
        summary: "retrograde analysis, for win/lose/draw alone",
        accepts: |_, objective, _| match numbers(objective) {
            Ok(()) => Err("it takes win/lose/draw alone".into()),
            Err(_) => Ok(()),
        },
        solve: |arena, objective, components, _, watch| {
            retrograde::solve(arena, objective, components, watch)
        },
    },
];

/// Refuses win/lose/draw, whose answers are grades.
fn numbers(objective: &Objective) -> Result<(), String> {
    match objective.goal {
        Goal::Outcome(_) => Err("it gives numbers, and win/lose/draw wants grades".into()),
        _ => Ok(()),
    }
}

pub(super) fn find(name: Option<&str>) -> Result<&'static Method, SolveError> {
    let Some(name) = name else { return Ok(&METHODS[0]) };
    METHODS.iter().find(|method| method.name == name).ok_or_else(|| {
        let known: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        SolveError::UnknownMethod { name: name.into(), known: known.join(", ") }
    })
}
