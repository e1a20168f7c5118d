//! The chain that both sides' choices make of a component: sums along its plays.
//!
//! A sum is counted until a sweep moves it little: what a node has then exceeds the mean of what
//! comes after it by nearly its own term, wherever counting began. That is what bounds need that are
//! to have slack at every step.

use super::super::collapse::Collapsed;
use super::super::part::Part;
use super::Budget;
use super::chain::Chain;
use super::guess::in_order;
use crate::judge::reward::Missed;
use crate::solve::attract::NEVER;
use crate::solve::elimination::Elimination;
use crate::solve::system::{Equations, KNOWN};

/// The part of a step by which a sweep may move a count when it ends.
const ROUGH: f64 = 0.2;
/// Sweeps before a chain counts as slow.
const QUICK: usize = 16;
/// Sweeps in which a chain must come nearer by half, or it hardly ever gets there.
const LATE: usize = 4096;

/// Nodes, some of them perhaps merged, and the choice by which each is left.
pub(in crate::solve) struct Ways {
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
pub(in crate::solve) struct Pair {
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
        let keys = before.map_or(values, |pair| &pair.plain.steps);
        let nodes = in_order(part, keys);
        let plain = Ways::plain(part, direct, &nodes)?.counted(part, start, budget)?;
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
        let merged = Ways::of(part, collapsed.rep, leave, direct, &nodes);
        let merged = merged.counted(part, start, budget)?;
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
    /// Under the choices of the policy, swept in the order of `nodes`; `None` where play stays in the
    /// component.
    pub fn plain(part: &Part<'_, f64>, direct: bool, nodes: &[u32]) -> Option<Self> {
        let leaving = part.under_policy(&part.reps()).stage;
        let leaves = part.nodes().all(|node| leaving[node] != NEVER);
        leaves.then(|| Self::of(part, part.reps(), part.policy.clone(), direct, nodes))
    }

    fn of(
        part: &Part<'_, f64>,
        rep: Vec<u32>,
        leave: Vec<u32>,
        direct: bool,
        nodes: &[u32],
    ) -> Self {
        let equations = direct.then(|| Equations::new(&part.local, rep.clone()));
        let system = equations.and_then(|equations| {
            let system = Elimination::new(&equations, &leave)?;
            Some((equations, system))
        });
        let chain = Chain::of(part, &rep, &leave, nodes);
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
        let constant = self.constants(part, step, exit);
        let sums = match &self.system {
            Some((equations, system)) => {
                system.solve(equations, &self.leave, |node| constant[node])
            }
            None => Some(self.swept(&start, &constant, enough, budget)).filter(|sums| sums.1)?.0,
        };
        let value = |&rep: &u32| if rep == KNOWN { 0.0 } else { sums[rep as usize] };
        Some(self.rep.iter().map(value).collect())
    }

    /// The same, or as near as the budget allows.
    pub fn nearly(
        &self,
        part: &Part<'_, f64>,
        start: &[f64],
        step: &dyn Fn(usize) -> f64,
        exit: &dyn Fn(u32) -> f64,
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> Vec<f64> {
        self.swept(start, &self.constants(part, step, exit), enough, budget).0
    }

    /// What a sweep costs, in branches.
    pub fn price(&self) -> usize {
        self.chain.price()
    }

    /// What each node has beside its terms.
    fn constants(
        &self,
        part: &Part<'_, f64>,
        step: &dyn Fn(usize) -> f64,
        exit: &dyn Fn(u32) -> f64,
    ) -> Vec<f64> {
        let mut constant = vec![0.0; self.rep.len()];
        for node in part.nodes().filter(|&node| self.rep[node] == node as u32) {
            let branches = part.local.choice(self.leave[node]);
            let terms = branches.targets.iter().zip(branches.distribution.floats);
            let exits = terms.filter(|(t, _)| !part.is_open(**t));
            constant[node] = step(node) + exits.map(|(&t, p)| p * exit(t)).sum::<f64>();
        }
        constant
    }

    /// By sweeps alone where they are quick, else by iteration before; and whether it came to an end
    /// within the budget.
    fn swept(
        &self,
        start: &[f64],
        constant: &[f64],
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> (Vec<f64>, bool) {
        let mut sums = self.chain.by_place(start);
        let constant = self.chain.by_place(constant);
        let (mut sweeps, mut before) = (0, f64::INFINITY);
        let done = loop {
            if sweeps == QUICK {
                self.chain.approach(&constant, &mut sums, enough / 2.0, budget);
            }
            sweeps += 1;
            let moved = self.chain.sweep(&constant, &mut sums);
            let ends = moved <= enough;
            if ends || !budget.pay(self.chain.price()) || !moved.is_finite() {
                break ends;
            }
            if sweeps.is_multiple_of(LATE) {
                if moved > before / 2.0 {
                    break false;
                }
                before = moved;
            }
        };
        (self.chain.by_node(&sums, self.rep.len()), done)
    }
}
