//! The table of methods. A method may be chosen by name; by default the first row is taken.

use super::{Options, SolveError, naive, run};
use crate::graph::Components;
use crate::{Arena, Objective, Solution, Watch};

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
        summary: "strategy iteration, and sweeps for components too large for it",
        accepts: |_, _, _| Ok(()),
        solve: |arena, objective, components, options, watch| {
            run::solve(arena, objective, components, options, watch, run::Choice::Auto)
        },
    },
    Method {
        name: "strategy-iteration",
        summary: "strategy iteration with linear solves for every component",
        accepts: |_, _, _| Ok(()),
        solve: |arena, objective, components, options, watch| {
            run::solve(arena, objective, components, options, watch, run::Choice::Direct)
        },
    },
    Method {
        name: "interval-iteration",
        summary: "value iteration from both sides for every component; no exact values",
        accepts: |_, _, options| match options.exact {
            true => Err("it gives bounds, no fractions".into()),
            false => Ok(()),
        },
        solve: |arena, objective, components, options, watch| {
            run::solve(arena, objective, components, options, watch, run::Choice::Sweeps)
        },
    },
    Method {
        name: "naive",
        summary: "all pairs of positional strategies, in fractions; the oracle, for tiny games",
        accepts: naive::accepts,
        solve: naive::solve,
    },
];

pub(super) fn find(name: Option<&str>) -> Result<&'static Method, SolveError> {
    let Some(name) = name else { return Ok(&METHODS[0]) };
    METHODS.iter().find(|method| method.name == name).ok_or_else(|| {
        let known: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        SolveError::UnknownMethod { name: name.into(), known: known.join(", ") }
    })
}
