//! A component in which sweeps are slow: its values are those of a component with rewards where no
//! move collects anything, and are come by as there, by strategy iteration on systems that are
//! nearly solved; then they are refined in the judged numbers.
//!
//! Bounds lie outside them by a cost for every step. Nothing here need be right: `settle` tests.

use super::super::case::Case;
use super::super::kept::Apart;
use super::super::reward::part::Part;
use super::super::reward::refine::{Refiner, Values, level};
use super::super::reward::sweep::{self as systems, Budget, Earlier, Pair};
use super::super::settle::{Effort, settle};
use super::super::stage::Stage;
use super::super::work::Work;
use super::guess::{Guess, MARGIN, Sheet};
use crate::Watch;
use crate::judge::reward::Missed;

/// Sweeps that move bounds outward where they fail.
const REPAIRS: usize = 50;
/// What the cost of a step is multiplied with in turn.
const FACTORS: [f64; 4] = [1.0, 4.0, 16.0, 256.0];
/// The part of the width that is aimed at, for bounds widen along a chain of components; in longer
/// numbers it costs little.
const PART: f64 = 1.0 / 16.0;
const LITTLE: f64 = 1.0 / 4096.0;

/// Solves the open nodes of `case` to the given width if it can; false where nothing is certified.
pub(super) fn solve<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    guess: &Guess,
    width: f64,
    watch: &dyn Watch,
    rounds: &mut u64,
) -> bool {
    let watch = &Apart(watch);
    let width = width * if N::WARM { LITTLE } else { PART };
    let known = Sheet::new(case, |t| work.lower[t as usize].to_f64()).0;
    let choices = case.local.all_choices();
    let mut part = Part {
        local: case.local,
        missed: Missed::Collected,
        open: case.open.clone(),
        policy: case.policy.clone(),
        positive: &vec![false; choices.end as usize],
        gain: vec![0.0; choices.len()],
        finite: vec![true; choices.len()],
        frugal: false,
        known: &known,
    };
    let value = |(node, &open)| if open { guess.at(case, node) } else { 0.0 };
    let values = case.open.iter().enumerate().map(value).collect();
    let begun = Some(Earlier::of_sweeps(values, case.policy.clone()));
    let found = systems::solve(&mut part, None, false, begun, watch, rounds);
    let Some(swept) = found else { return false };
    let center = swept.values.iter().map(|&value| N::near(value)).collect();
    let mut values = Values { center, off: swept.off };
    let mut budget = Budget::half(watch);
    let worth = |part: &Part<'_, f64>, center: &[N], _, choice| {
        let branches = part.local.choice(choice);
        let value = |&t: &u32| match part.local.node(t) {
            Some(node) if part.open[node] => &center[node],
            _ => &work.lower[t as usize],
        };
        N::mean_down(branches.distribution, branches.targets.iter().map(value))
    };
    let refiner = Refiner { worth: &worth, width, least: N::FINEST };
    let pair = refiner.refine(&mut part, &mut values, &swept.values, false, &mut budget);
    pair.is_some_and(|pair| around(work, case, &part, &values, &pair, width, &mut budget))
}

/// Certifies bounds around the values under both sides' choices.
fn around<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    part: &Part<'_, f64>,
    values: &Values<N>,
    pair: &Pair,
    width: f64,
    budget: &mut Budget<'_>,
) -> bool {
    case.policy.clone_from(&part.policy);
    let (plain, merged) = (pair.of_side(part.missed, false), pair.of_side(part.missed, true));
    let low = level(&values.center, plain, false);
    let high = level(&values.center, merged, true);
    let cost = MARGIN * pair.affordable(width).max(2.0 * values.off).max(N::FINEST);
    let gap = |t: u32| work.upper[t as usize].gap(&work.lower[t as usize]);
    let outside: Vec<u32> =
        case.local.all_targets().iter().copied().filter(|&t| !part.is_open(t)).collect();
    let gaps = match outside.iter().any(|&t| gap(t) > 0.0) {
        true => {
            let start = vec![0.0; low.len()];
            let enough = cost / 5.0;
            merged.sum(part, start, &|_| 0.0, &gap, enough, budget)
        }
        false => Some(vec![0.0; low.len()]),
    };
    let Some(gaps) = gaps else { return false };
    FACTORS.iter().any(|factor| {
        let cost = cost * factor;
        let below = |node: usize| {
            let far = N::near(cost * plain.steps[node]);
            low[node].minus(&far).unwrap_or_else(N::zero)
        };
        let above = |node: usize| {
            let far = N::near(cost * merged.steps[node] + gaps[node]);
            high[node].plus(&far).unwrap_or_else(N::one)
        };
        let effort = Effort { repairs: REPAIRS, polish: 0, width };
        settle(work, case, &part.policy, effort, below, above)
    })
}
