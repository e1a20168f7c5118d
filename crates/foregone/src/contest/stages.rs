//! Tightening: what the bounds of one precision leave undecided is solved again with the next.

use std::sync::Arc;

use super::ContestError;
use crate::explore::explore;
use crate::graph::components;
use crate::solve::{Options, solve_in_order};
use crate::{Checked, Explored, Game, Limits, Objective, Rational, StateId, Watch};

/// Decides everything in `open`: explores from its positions, solves, and lets `decide` answer
/// what the bounds suffice for. `precisions` are tried in order, as negative powers of ten, and
/// exact numbers at last; whatever is left then is an error.
pub fn until_decided<G: Game, T: Copy + Ord, const EACH: usize>(
    game: &G,
    mut open: Vec<T>,
    precisions: &[usize],
    positions: impl Fn(T) -> [G::State; EACH],
    mut decide: impl FnMut(T, &Checked, &[StateId]) -> bool,
    watch: &dyn Watch,
) -> Result<(), ContestError> {
    // In order, so that exploring goes through memory in order.
    open.sort_unstable();
    let stages = precisions.iter().map(|&digits| Some(digits)).chain([None]);
    for stage in stages {
        if open.is_empty() {
            return Ok(());
        }
        let starts: Vec<G::State> = open.iter().flat_map(|&query| positions(query)).collect();
        let (states, checked) = solved(game, &starts, &options(stage), watch)?;
        let mut asked = states.chunks(EACH);
        open.retain(|&query| {
            let states = asked.next().expect("as many positions for every query");
            !decide(query, &checked, states)
        });
        if watch.stop() && !open.is_empty() {
            return Err(ContestError::engine("stopped on request"));
        }
    }
    match open.len() {
        0 => Ok(()),
        left => Err(ContestError::engine(format!("the bounds left {left} answers undecided"))),
    }
}

/// Explores from `starts` and solves: the states of `starts`, and the answer.
fn solved<G: Game>(
    game: &G,
    starts: &[G::State],
    options: &Options,
    watch: &dyn Watch,
) -> Result<(Vec<StateId>, Checked), ContestError> {
    let explored =
        explore(game, starts, &Limits::default(), watch).map_err(ContestError::engine)?;
    let objective = Objective::payoff();
    let found = components(&explored.arena, &objective);
    let Explored { arena, starts, .. } = explored.renumbered(&found.order);
    let found = found.renumbered();
    let checked = solve_in_order(Arc::new(arena), objective, &found, options, watch)
        .map_err(ContestError::engine)?;
    Ok((starts, checked))
}

/// The options of a stage: `10^-digits`, or exact numbers.
fn options(digits: Option<usize>) -> Options {
    let precision = digits.unwrap_or(9);
    let precision = Rational::from_parts(1.into(), crate::UBig::from(10_u8).pow(precision));
    Options { precision, exact: digits.is_none(), ..Options::default() }
}
