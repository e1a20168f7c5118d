//! Sweeps over a component, for those too large for elimination.
//!
//! First a guess in doubles, then bounds outside the guess, by a cost for every step still to be
//! expected, are certified: optimistic value iteration (Hartmanns and Kaminski, CAV 2020; for games
//! Azeem et al., 2022) with a distance that has slack everywhere instead of a constant one, which
//! has none deep inside a large component. Where sweeps are slow, strategy iteration on systems that
//! are nearly solved (`slow`). Where that fails, interval iteration.

use super::case::Case;
use super::collapse::Collapsed;
use super::kept::{Behind, Plain};
use super::settle::{Effort, settle};
use super::stage::Stage;
use super::work::Work;
use crate::Watch;

mod blocks;
mod guess;
mod interval;
mod slow;

use guess::{Budget, Distance, Guess};

/// Outward sweeps that a guess may need.
const REPAIRS: usize = 20;
/// Branches that are looked at before the bounds so far are given: a minute's work.
const MOST_WORK: usize = 1 << 35;
/// The part of the width that one component may take: bounds widen along a chain of them.
const SHARE: f64 = 1.0 / 16.0;
/// Changes below this are rounding.
const ROUNDING: f64 = 2.5e-16;

/// Solves the open nodes of `case` to the given width if it can; certified bounds in any case.
pub(super) fn solve<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    width: f64,
    watch: &dyn Watch,
    rounds: &mut u64,
) {
    let first = case.policy.clone();
    let mut guess = Guess::new(work, case);
    let done = guessed(work, case, &mut guess, width, watch, rounds)
        || !watch.stop() && slow::solve(work, case, &guess, width, watch, rounds);
    if !done {
        case.policy = first;
        interval::iterate(work, case, width, watch, rounds);
    }
}

/// Certifies bounds around guesses that get better; true where that came to an end, false also where
/// sweeps are slow.
fn guessed<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    guess: &mut Guess,
    width: f64,
    watch: &dyn Watch,
    rounds: &mut u64,
) -> bool {
    let budget = &mut Budget { branches: MOST_WORK };
    let mut still = width * SHARE / 64.0;
    if let Some(earlier) = watch.left() {
        guess.take_up(case, &mut still, budget, rounds, &earlier);
    }
    loop {
        let (first, now) = (case.local.first as usize, still);
        let before = || {
            let mut bytes = Vec::new();
            work.put(first, &mut bytes);
            now.put(&mut bytes);
            bytes
        };
        let within = Behind { watch, before: &before, earlier: None };
        let goal = still.max(ROUNDING);
        let found = guess.improve(case, goal, budget, &within, rounds);
        let Some(moved) = found.filter(|_| !watch.stop()) else { return false };
        guess.answer(case);
        let mut collapsed = Collapsed::of(case);
        guess.leave(case, &mut collapsed);
        let Some(distance) = Distance::new(work, case, &collapsed, budget) else { return false };
        let affordable = width * SHARE / (2.5 * distance.most_steps(case));
        let last = still <= ROUNDING || moved > still;
        if moved * 2.0 > affordable && !last {
            still = affordable / 4.0;
            continue;
        }
        let cost = affordable.max(moved * 2.0).max(4.0 * ROUNDING);
        let top = guess.tops(case, &collapsed);
        let below = |node| N::near(guess.at(case, node) - distance.below(case, node, cost));
        let above = |node| N::near(top(node) + distance.above(case, node, cost));
        let strategy = case.policy.clone();
        let effort = Effort { repairs: REPAIRS, polish: 0, width };
        if settle(work, case, &strategy, effort, below, above) {
            return true;
        }
        if last {
            return false;
        }
        still /= 32.0;
    }
}
