//! The chain that both sides' choices make of a component: sums along its plays.
//!
//! A sum is counted until a sweep moves it little: what a node has then exceeds the mean of what
//! comes after it by nearly its own term, wherever counting began. That is what bounds need that are
//! to have slack at every step.

use super::super::collapse::Collapsed;
use super::super::part::Part;
use super::Budget;
use super::chain::Chain;
use crate::judge::reward::Missed;
use crate::solve::attract::NEVER;
use crate::solve::elimination::Elimination;
use crate::solve::system::{Equations, KNOWN};

/// The part of a step by which a sweep may move a count when it ends.
const ROUGH: f64 = 0.2;

/// Nodes, some of them perhaps merged, and the choice by which each is left.
pub(in super::super) struct Ways {
    /// For each node the one that stands for it; [`KNOWN`] where it is not open.
    pub rep: Vec<u32>,
    /// For each node that stands for some a choice.
    leave: Vec<u32>,
    chain: Chain,
    /// The same as equations, where they can be eliminated.
    system: Option<(Equations<f64>, Elimination<f64>)>,
    /// For each node the steps until the component is left, to a fifth of a step at every step.
    pub steps: Vec<f64>,
}

/// Ways under both sides' choices.
pub(in super::super) struct Pair {
    pub plain: Ways,
    /// The same where end components without rewards of the side that holds its choices are merged;
    /// `None` where there are none.
    merged: Option<Ways>,
}

impl Pair {
    /// Under the choices of the policy, nodes being worth `values`; by elimination if `direct`, else
    /// from what was counted `before`. `None` where play stays in the component, or counting takes
    /// more than the budget.
    pub fn of(
        part: &Part<'_, f64>,
        values: &[f64],
        direct: bool,
        before: Option<&Self>,
        budget: &mut Budget<'_>,
    ) -> Option<Self> {
        let none = vec![0.0; part.open.len()];
        let start = before.map_or(none, |pair| pair.plain.steps.clone());
        let plain = Ways::plain(part, direct)?.counted(part, start, budget)?;
        let max = part.missed == Missed::Collected;
        let collapsed = Collapsed::of(part, part.reps(), max);
        if collapsed.merged.is_empty() {
            return Some(Self { plain, merged: None });
        }
        let worth = part.worth(values);
        let mut leave = part.policy.clone();
        for (name, members) in &collapsed.merged {
            let ways = part.ways_out(&collapsed, *name, members, max);
            let ways = ways.map(|choice| (worth(choice), choice));
            let best = match max {
                true => ways.max_by(|a, b| a.0.total_cmp(&b.0)),
                false => ways.min_by(|a, b| a.0.total_cmp(&b.0)),
            };
            leave[*name as usize] = best?.1;
        }
        let start = plain.steps.clone();
        let merged = Ways::of(part, collapsed.rep, leave, direct).counted(part, start, budget)?;
        Some(Self { plain, merged: Some(merged) })
    }

    /// The ways by which bounds of one side are told from the values.
    pub fn of_side(&self, missed: Missed, upper: bool) -> &Ways {
        let merged = self.merged.as_ref().filter(|_| upper == (missed == Missed::Collected));
        merged.unwrap_or(&self.plain)
    }

    /// The most steps from any node.
    pub fn most_steps(&self) -> f64 {
        let all = [Some(&self.plain), self.merged.as_ref()];
        let steps = all.into_iter().flatten().flat_map(|ways| &ways.steps);
        steps.copied().fold(1.0, f64::max)
    }
}

impl Ways {
    /// Under the choices of the policy; `None` where play stays in the component.
    pub fn plain(part: &Part<'_, f64>, direct: bool) -> Option<Self> {
        let leaving = part.under_policy(&part.reps()).stage;
        let leaves = part.nodes().all(|node| leaving[node] != NEVER);
        leaves.then(|| Self::of(part, part.reps(), part.policy.clone(), direct))
    }

    fn of(part: &Part<'_, f64>, rep: Vec<u32>, leave: Vec<u32>, direct: bool) -> Self {
        let equations = direct.then(|| Equations::new(&part.local, rep.clone()));
        let system = equations.and_then(|equations| {
            let system = Elimination::new(&equations, &leave)?;
            Some((equations, system))
        });
        let chain = Chain::of(part, &rep, &leave);
        Self { rep, leave, chain, system, steps: Vec::new() }
    }

    /// The same with its steps counted, from what is near to them.
    pub fn counted(
        mut self,
        part: &Part<'_, f64>,
        start: Vec<f64>,
        budget: &mut Budget<'_>,
    ) -> Option<Self> {
        self.steps = self.sum(part, start, &|_| 1.0, &|_| 0.0, ROUGH, budget)?;
        Some(self)
    }

    /// The sum over a play of what each step adds and of what the exit is worth, from `start`
    /// until a sweep moves nothing by more than `enough`. `None` where the budget ends first.
    pub fn sum(
        &self,
        part: &Part<'_, f64>,
        start: Vec<f64>,
        step: &dyn Fn(usize) -> f64,
        exit: &dyn Fn(u32) -> f64,
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<f64>> {
        let mut constant = vec![0.0; self.rep.len()];
        for node in part.nodes().filter(|&node| self.rep[node] == node as u32) {
            let branches = part.local.choice(self.leave[node]);
            let terms = branches.targets.iter().zip(branches.distribution.floats);
            let exits = terms.filter(|(t, _)| !part.is_open(**t));
            constant[node] = step(node) + exits.map(|(&t, p)| p * exit(t)).sum::<f64>();
        }
        let sums = match &self.system {
            Some((equations, system)) => {
                system.solve(equations, &self.leave, |node| constant[node])
            }
            None => self.swept(part, start, &constant, enough, budget)?,
        };
        let value = |&rep: &u32| if rep == KNOWN { 0.0 } else { sums[rep as usize] };
        Some(self.rep.iter().map(value).collect())
    }

    fn swept(
        &self,
        part: &Part<'_, f64>,
        mut sums: Vec<f64>,
        constant: &[f64],
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<f64>> {
        let unknown = |node: usize| self.rep[node] == node as u32;
        (0..sums.len()).filter(|&node| !unknown(node)).for_each(|node| sums[node] = 0.0);
        self.chain.approach(part, constant, &mut sums, enough / 2.0, budget);
        loop {
            let moved = self.chain.sweep(constant, &mut sums);
            if moved <= enough {
                return Some(sums);
            }
            if !budget.pay(part) || !moved.is_finite() {
                return None;
            }
        }
    }
}
