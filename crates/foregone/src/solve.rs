//! From an arena and an objective to a solution that the judge accepted.

use std::sync::Arc;

use crate::{Arena, Checked, Objective, Rational, Refusal, Watch};

/// How an arena is to be solved.
#[derive(Clone, Debug)]
pub struct Options {
    /// The widest interval wanted at any state, absolute.
    pub precision: Rational,
    /// Exact values, as fractions.
    pub exact: bool,
    /// A row of `METHODS` by name; `None` lets the program choose.
    pub method: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        let precision = Rational::from_parts(1.into(), 1_000_000_000u32.into());
        Self { precision, exact: false, method: None }
    }
}

/// Why an arena could not be solved at all.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SolveError {
    /// The judge refused the claim: the objective does not fit the arena, or a bug.
    #[error("the judge refused the solution: {0}")]
    Refused(#[from] Refusal),
}

/// Solves `arena` for `objective`. A run that ends early is judged too and says why it ended.
///
/// # Errors
/// See [`SolveError`].
pub fn solve(
    _arena: Arc<Arena>,
    _objective: Objective,
    _options: &Options,
    _watch: &dyn Watch,
) -> Result<Checked, SolveError> {
    todo!("the next commit")
}
