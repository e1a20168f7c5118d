//! From an arena and an objective to a solution that the judge accepted.
//!
//! Components are solved one after another, each after everything it leads to. A state on no cycle
//! is one expectation. A cyclic component first loses its nodes of value 0 and 1, by graph alone;
//! the rest goes to strategy iteration where its systems can be eliminated, to sweeps elsewhere.
//! Guessed bounds are certified in 64-bit fixed point; where that is too coarse, 128 bits take
//! over, then rationals.

use std::sync::Arc;

use crate::graph::{Components, components};
use crate::judge::judge;
use crate::{
    Arena, Checked, Claim, Goal, Objective, Phase, Rational, Refusal, Solution, Stop, Watch,
};

mod attract;
mod bounded;
mod case;
mod collapse;
mod decompose;
mod direct;
mod earned;
mod elimination;
mod exact;
pub(crate) mod kept;
mod local;
mod methods;
mod naive;
mod payoff;
mod plain;
mod policy;
mod quick;
mod retrograde;
mod reward;
mod run;
mod settle;
mod slice;
mod sparse;
mod stage;
mod sweep;
mod system;
mod value;
mod waves;
mod work;

pub use bounded::{solve_later, solve_steps};
pub use earned::solve_earned;
pub use methods::{METHODS, Method};
pub use payoff::solve_payoff;
pub use reward::solve_reward;
pub use slice::{solve_slice, takes_slices};

/// How an arena is to be solved.
#[derive(Clone, Debug)]
pub struct Options {
    /// The widest interval wanted at any state, absolute.
    pub precision: Rational,
    /// Exact values, as fractions.
    pub exact: bool,
    /// A row of [`METHODS`] by name; `None` lets the program choose.
    pub method: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        let precision = Rational::from_parts(1.into(), 1_000_000_000u32.into());
        Self { precision, exact: false, method: None }
    }
}

/// Why an arena could not be solved at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The objective does not fit the arena; otherwise a bug of the solver that the judge found.
    #[error("the judge refused the solution: {0}")]
    Refused(#[from] Refusal),
    /// The work was ended, and what was done so far proves nothing.
    #[error("{0}")]
    Stopped(Stop),
    /// What an earlier run left was changed, or no run over an arena left it.
    #[error("what an earlier run left is damaged, or not of this kind of work")]
    Damaged,
    /// No method of this name.
    #[error("no method '{name}'; methods: {known}")]
    UnknownMethod {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The method does not take this arena.
    #[error("method '{method}' cannot take this game: {reason}")]
    NotForThis {
        /// The method's name.
        method: &'static str,
        /// Why not, and what it takes.
        reason: String,
    },
}

/// Solves `arena` for `objective`. A run that ends early is judged too and says why it ended.
///
/// An arena that is [numbered in solving order](Components::in_order) saves a copy.
///
/// # Errors
/// See [`SolveError`].
pub fn solve(
    arena: Arc<Arena>,
    objective: Objective,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Checked, SolveError> {
    if let Goal::Not(_) = &objective.goal {
        return swapped(arena, objective, |arena, other| solve(arena, other, options, watch));
    }
    objective.check(&arena)?;
    let found = components(&arena, &objective);
    if found.in_order() {
        return solve_in_order(arena, objective, &found, options, watch);
    }
    let order = found.order.clone();
    let ordered = Arc::new(arena.renumbered(&order));
    let asked = objective.clone().renumbered(&order);
    let checked = solve_in_order(ordered, asked, &found.renumbered(), options, watch)?;
    let solution = checked.into_claim().solution.restored(&order);
    Ok(judge(Claim { arena, objective, solution })?)
}

/// Solves an arena that is numbered in solving order and whose components are known.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_in_order(
    arena: Arc<Arena>,
    objective: Objective,
    components: &Components,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Checked, SolveError> {
    if let Goal::Not(_) = &objective.goal {
        return swapped(arena, objective, |arena, other| {
            solve_in_order(arena, other, components, options, watch)
        });
    }
    let method = methods::find(options.method.as_deref())?;
    (method.accepts)(&arena, &objective, options)
        .map_err(|reason| SolveError::NotForThis { method: method.name, reason })?;
    objective.check(&arena)?;
    let question = || kept::of_objective(&arena, &objective, options);
    let sealed = kept::Sealed::open(watch, &question)?;
    let solution: Solution = (method.solve)(&arena, &objective, components, options, &sealed);
    watch.progress(Phase::Judge, 0, None);
    Ok(judge(Claim { arena, objective, solution })?)
}

/// The other side's question is solved in place of this one.
fn swapped(
    arena: Arc<Arena>,
    objective: Objective,
    solve: impl FnOnce(Arc<Arena>, Objective) -> Result<Checked, SolveError>,
) -> Result<Checked, SolveError> {
    Ok(solve(arena, objective.complement())?.swapped()?)
}
