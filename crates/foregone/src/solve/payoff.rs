//! Payoffs of any size: solved as parts of their range, by the ordinary solver.

use std::sync::Arc;

use super::{Options, SolveError, solve};
use crate::graph::{NEVER, Play};
use crate::judge::payoff::{CheckedPayoff, PayoffClaim, PayoffObjective, judge_payoff, scaled};
use crate::{Arena, Rational, Watch};

/// Solves `arena` for the payoff at the end of play. The precision asked for is that of payoffs.
///
/// # Errors
/// See [`SolveError`]. Refused by name: an arena that a limit cut short; play that may go on for
/// ever where that is said not to happen.
pub fn solve_payoff(
    arena: Arc<Arena>,
    objective: PayoffObjective,
    options: &Options,
    watch: &dyn Watch,
) -> Result<CheckedPayoff, SolveError> {
    let (parts, asked, range) = scaled(&arena, objective)?;
    let precision = match range.width.is_zero() {
        true => Rational::ONE,
        false => (&options.precision / &range.width).min(Rational::ONE),
    };
    let options = Options { precision, ..options.clone() };
    let solution = solve(Arc::new(parts), asked, &options, watch)?.into_claim().solution;
    let rank = ending_ranks(&arena);
    Ok(judge_payoff(PayoffClaim { arena, objective, solution, rank })?)
}

/// Ranks that fall, whatever anybody does, until play ends; 0 where it may not end.
fn ending_ranks(arena: &Arena) -> Vec<u32> {
    let ended = |state| arena.player(state).is_none();
    let play = Play::new(arena, |_| false, ended);
    let (region, _) = play.positive(ended, |_| false);
    region.stage.into_iter().map(|stage| if stage == NEVER { 0 } else { stage }).collect()
}
