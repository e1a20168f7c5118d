//! A component in which sweeps are slow: its values are those of a component with rewards where no
//! move collects anything, and are come by as there, by strategy iteration on systems that are
//! nearly solved; then they are refined in the judged numbers.
//!
//! Bounds lie outside them by a cost for every step. Nothing here need be right: `settle` tests.

use super::super::case::Case;
use super::super::kept::Apart;
use super::super::policy::best;
use super::super::reward::part::Part;
use super::super::reward::refine::{Refiner, Values, level};
use super::super::reward::sweep::{self as systems, Budget, Earlier, Pair, Ways};
use super::super::settle::{Effort, settle};
use super::super::stage::Stage;
use super::super::work::Work;
use super::guess::{Guess, MARGIN, Sheet};
use crate::judge::reward::Missed;
use crate::{Number, Watch};

/// Sweeps that move bounds outward where they fail.
const REPAIRS: usize = 50;
/// What the cost of a step is multiplied with in turn.
const FACTORS: [f64; 3] = [1.0, 16.0, 256.0];
/// Rounds in which choices that take longer are looked for.
const LONGER: usize = 40;
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
        part.local.mean(choice, &part.open, (center, &work.lower), false)
    };
    let refiner = Refiner { worth: &worth, width, least: N::FINEST };
    let pair = refiner.refine(&mut part, &mut values, &swept.values, false, &mut budget);
    pair.is_some_and(|pair| around(work, case, &mut part, &values, &pair, width, &mut budget))
}

/// Certifies bounds around the values under both sides' choices.
fn around<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    part: &mut Part<'_, f64>,
    values: &Values<N>,
    pair: &Pair,
    width: f64,
    budget: &mut Budget<'_>,
) -> bool {
    case.policy.clone_from(&part.policy);
    let cost = MARGIN * pair.affordable(width).max(2.0 * values.off).max(N::FINEST);
    FACTORS.iter().any(|factor| {
        let mut side = |upper| {
            let bound = outside(work, part, values, pair, (upper, cost * factor), budget);
            part.policy.clone_from(&case.policy);
            bound
        };
        let (Some(lower), Some(upper)) = (side(false), side(true)) else { return false };
        let effort = Effort { repairs: REPAIRS, polish: 0, width };
        let (lower, upper) = (|node: usize| lower[node].clone(), |node: usize| upper[node].clone());
        settle(work, case, &case.policy, effort, lower, upper)
    })
}

/// Bounds of one side that lie a cost for every step outside the values, and the gap of the exit that
/// is met. The steps are those of the longest way among choices as good: to that the policy changes.
fn outside<N: Stage>(
    work: &Work<'_, N>,
    part: &mut Part<'_, f64>,
    values: &Values<N>,
    pair: &Pair,
    (upper, cost): (bool, f64),
    budget: &mut Budget<'_>,
) -> Option<Vec<N>> {
    let gap = |t: u32| match upper {
        true => work.upper[t as usize].gap(&work.lower[t as usize]),
        false => 0.0,
    };
    let mut exits = part.local.all_targets().iter().filter(|&&t| !part.is_open(t));
    let wide = exits.any(|&t| gap(t) > 0.0);
    let mut longer: Option<Pair> = None;
    for round in 0..=LONGER {
        let pair = longer.as_ref().unwrap_or(pair);
        let ways = pair.of_side(part.missed, upper);
        let mut far: Vec<f64> = ways.steps.iter().map(|steps| steps * cost).collect();
        if wide {
            far = ways.sum(part, far, &|_| cost, &gap, cost / 5.0, budget)?;
        }
        let mut bound = level(&values.center, ways, upper);
        for (bound, far) in bound.iter_mut().zip(far) {
            *bound = match upper {
                true => bound.plus(&N::near(far)).unwrap_or_else(N::one),
                false => bound.minus(&N::near(far)).unwrap_or_else(N::zero),
            };
        }
        if round == LONGER || !lengthened(work, part, ways, &bound, upper) {
            return Some(bound);
        }
        let near: Vec<f64> = bound.iter().map(Number::to_f64).collect();
        longer = Some(Pair::of(part, &near, false, Some(pair), budget)?);
    }
    None
}

/// Takes the choices by which a bound fails to hold into the policy; false where there are none.
fn lengthened<N: Stage>(
    work: &Work<'_, N>,
    part: &mut Part<'_, f64>,
    ways: &Ways,
    bound: &[N],
    upper: bool,
) -> bool {
    let mut shared = vec![false; bound.len()];
    let merged = |&node: &usize| ways.rep[node] != node as u32;
    for node in part.nodes().filter(merged) {
        (shared[node], shared[ways.rep[node] as usize]) = (true, true);
    }
    let edge = if upper { &work.upper } else { &work.lower };
    let mut changed = false;
    for node in 0..bound.len() {
        if !part.open[node] || part.is_max(node) != upper || shared[node] {
            continue;
        }
        let worth = |choice| part.local.mean(choice, &part.open, (bound, edge), upper);
        let better = |a: &N, b: &N| if upper { a > b } else { a < b };
        let (value, choice) = best(part.policy[node], part.choices(node), worth, better);
        if better(&value, &bound[node]) {
            changed |= part.policy[node] != choice;
            part.policy[node] = choice;
        }
    }
    changed
}
