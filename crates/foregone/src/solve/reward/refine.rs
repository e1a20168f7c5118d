//! Values of a component, known in doubles, refined in the judged numbers.
//!
//! Residuals are taken in the judged numbers, and what they ask for is solved for in doubles:
//! iterative refinement (Wilkinson, Rounding Errors in Algebraic Processes, 1963). Between, one side
//! switches choices on strict gain. Nothing is proved here: bounds around the values are.

use super::part::Part;
use super::sweep::{Budget, Pair, Ways};
use crate::judge::reward::Missed;
use crate::solve::policy::best;
use crate::solve::stage::Stage;

/// Corrections, and rounds in which choices are switched, before values are taken as they are.
const ROUNDS: usize = 60;

/// A component's values by node.
pub(in crate::solve) struct Values<N> {
    pub center: Vec<N>,
    /// By how much a move may fail to hold.
    pub off: f64,
}

/// What a choice of a node is worth where the open nodes have such values.
pub(in crate::solve) type Worth<'a, N> = dyn Fn(&Part<'_, f64>, &[N], usize, u32) -> N + 'a;

/// How values are refined.
pub(in crate::solve) struct Refiner<'a, N> {
    pub worth: &'a Worth<'a, N>,
    /// How far bounds may be apart in the end.
    pub width: f64,
    /// The least that a step may cost for rounding's sake.
    pub least: f64,
}

impl<N: Stage> Refiner<'_, N> {
    /// Corrects values, which are `near` in doubles, by their residuals under both sides' choices,
    /// and switches choices where the corrected values show a gain, until there is none.
    pub fn refine(
        &self,
        part: &mut Part<'_, f64>,
        values: &mut Values<N>,
        near: &[f64],
        direct: bool,
        budget: &mut Budget<'_>,
    ) -> Option<Pair> {
        let mut pair = Pair::of(part, near, direct, None, budget)?;
        for _ in 0..ROUNDS {
            let cost = pair.affordable(self.width).max(self.least);
            values.off = self.corrected(part, &mut values.center, &pair, cost / 4.0, budget)?;
            let answers = part.missed == Missed::Infinite;
            let least = (cost / 4.0).max(2.0 * values.off);
            if !self.switch(part, &values.center, answers, least)
                && !self.switch(part, &values.center, !answers, least)
            {
                break;
            }
            pair = Pair::of(part, near, direct, Some(&pair), budget)?;
        }
        Some(pair)
    }

    /// Corrects until no residual is more than `enough`; returns the largest one that is left.
    fn corrected(
        &self,
        part: &Part<'_, f64>,
        center: &mut [N],
        pair: &Pair,
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        let mut most = f64::INFINITY;
        for _ in 0..ROUNDS {
            let mut residuals = vec![0.0; center.len()];
            for node in part.nodes() {
                let worth = (self.worth)(part, center, node, part.policy[node]);
                residuals[node] = worth.gap(&center[node]) - center[node].gap(&worth);
            }
            most = residuals.iter().fold(0.0, |most, residual| f64::max(most, residual.abs()));
            if most <= enough {
                break;
            }
            let start = vec![0.0; center.len()];
            let step = |node: usize| residuals[node];
            let by = pair.plain.sum(part, start, &step, &|_| 0.0, most / 32.0, budget)?;
            for node in part.nodes() {
                let far = N::near(by[node].abs());
                let sinks = by[node] < 0.0;
                center[node] = match sinks {
                    true => center[node].minus(&far).unwrap_or_else(N::zero),
                    false => center[node].plus(&far).unwrap_or_else(N::one),
                };
            }
        }
        Some(most)
    }

    /// One side switches where that gains more than `least`; true if anything was switched.
    fn switch(&self, part: &mut Part<'_, f64>, center: &[N], max: bool, least: f64) -> bool {
        let mut switched = false;
        for node in 0..part.open.len() {
            if !part.open[node] || part.is_max(node) != max {
                continue;
            }
            let worth = |choice| (self.worth)(part, center, node, choice);
            let better = |a: &N, b: &N| if max { a.gap(b) > least } else { b.gap(a) > least };
            let present = part.policy[node];
            let (_, choice) = best(present, part.choices(node), worth, better);
            switched |= choice != present;
            part.policy[node] = choice;
        }
        switched
    }
}

/// The values with the greatest throughout each merged set of nodes, or the least.
pub(in crate::solve) fn level<N: Stage>(center: &[N], ways: &Ways, upper: bool) -> Vec<N> {
    let mut level = center.to_vec();
    let merged = |node: usize| {
        Some(ways.rep[node] as usize).filter(|&rep| rep != node && rep < ways.rep.len())
    };
    for node in 0..level.len() {
        if let Some(rep) = merged(node) {
            let (a, b) = (level[node].clone(), level[rep].clone());
            level[rep] = if upper { a.max(b) } else { a.min(b) };
        }
    }
    for node in 0..level.len() {
        if let Some(rep) = merged(node) {
            level[node] = level[rep].clone();
        }
    }
    level
}
