//! The chain that both sides' choices make of a component: sums along its plays.
//!
//! A sum is counted until a sweep moves it little: what a node has then exceeds the mean of what
//! comes after it by nearly its own term, wherever counting began. That is what bounds need that are
//! to have slack at every step.

use super::super::collapse::Collapsed;
use super::super::part::Part;
use super::Budget;
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
        let start = |ways: Option<&Ways>| match ways {
            Some(ways) => ways.steps.clone(),
            None => vec![0.0; part.open.len()],
        };
        let first = start(before.map(|pair| &pair.plain));
        if part
            .under_policy(&part.reps())
            .stage
            .iter()
            .zip(&part.open)
            .any(|(&s, &o)| o && s == NEVER)
        {
            return None;
        }
        let plain = Ways::of(part, part.reps(), part.policy.clone(), direct, first, budget)?;
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
        let first = start(Some(&plain));
        let merged = Ways::of(part, collapsed.rep, leave, direct, first, budget)?;
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
    fn of(
        part: &Part<'_, f64>,
        rep: Vec<u32>,
        leave: Vec<u32>,
        direct: bool,
        start: Vec<f64>,
        budget: &mut Budget<'_>,
    ) -> Option<Self> {
        let system =
            direct.then(|| Equations::new(&part.local, rep.clone())).and_then(|equations| {
                let system = Elimination::new(&equations, &leave)?;
                Some((equations, system))
            });
        let mut ways = Self { rep, leave, system, steps: Vec::new() };
        ways.steps = ways.sum(part, start, &|_| 1.0, &|_| 0.0, ROUGH, budget)?;
        Some(ways)
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
        let mut sums = vec![0.0; part.local.end as usize];
        for &t in part.local.all_targets() {
            sums[t as usize] = if part.is_open(t) { 0.0 } else { exit(t) };
        }
        if let Some((equations, system)) = &self.system {
            let constant = |node: usize| step(node) + self.mean(part, &sums, node);
            let solved = system.solve(equations, &self.leave, constant);
            let value = |&rep: &u32| if rep == KNOWN { 0.0 } else { solved[rep as usize] };
            return Some(self.rep.iter().map(value).collect());
        }
        let first = part.local.first as usize;
        sums[first..].copy_from_slice(&start);
        loop {
            let moved = self.sweep(part, &mut sums, step);
            if moved <= enough {
                return Some(sums.split_off(first));
            }
            if !budget.pay(part) || !moved.is_finite() {
                return None;
            }
        }
    }

    /// One sweep; by how much it moved a sum.
    fn sweep(&self, part: &Part<'_, f64>, sums: &mut [f64], step: &dyn Fn(usize) -> f64) -> f64 {
        let first = part.local.first as usize;
        let mut moved = 0.0;
        for node in part.nodes() {
            let value = match self.rep[node] as usize {
                rep if rep == node => step(node) + self.mean(part, sums, node),
                rep => sums[first + rep],
            };
            moved = f64::max(moved, (value - sums[first + node]).abs());
            sums[first + node] = value;
        }
        moved
    }

    #[inline]
    fn mean(&self, part: &Part<'_, f64>, sums: &[f64], node: usize) -> f64 {
        let branches = part.local.choice(self.leave[node]);
        let terms = branches.targets.iter().zip(branches.distribution.floats);
        terms.map(|(&t, p)| p * sums[t as usize]).sum()
    }
}
