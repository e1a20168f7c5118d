//! Bounds around the values of a component, each side certified by itself.
//!
//! The values, by doubles or refined in the judged numbers themselves (`refine`), hold to a small error; bounds
//! that lie a cost for every step outside them then have slack for it. A bound that fails all the
//! same, where a choice nearly as good takes more steps, is moved outward a few times. What cannot be
//! certified so is raised from 0, or has no upper bound.

use super::part::Part;
use super::refine::{Refiner, Values, level};
use super::rounded::Rounded;
use super::run::Run;
use super::sweep::{Budget, Ways};
use crate::solve::stage::Stage;
use crate::{ChoiceId, StateId};

/// Sweeps that move bounds outward.
const REPAIRS: usize = 200;
/// What the cost of a step is multiplied with in turn.
const FACTORS: [f64; 4] = [1.0, 4.0, 16.0, 256.0];
/// Sums are counted to a fifth of a step.
const MARGIN: f64 = 1.25;
/// Which bounds were certified.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    pub lower: bool,
    pub upper: bool,
}

impl<N: Stage> Rounded<'_, N> {
    /// Certifies bounds around the values of a component that was swept, or refines the values of
    /// any in numbers that are longer than doubles.
    pub fn around(&mut self, part: &mut Part<'_, f64>) -> Sides {
        let run = self.run;
        let swept = run.swept.get(&part.local.first);
        let mut budget = Budget::half(run.watch);
        let values: Vec<f64> = part.local_values(self.near);
        let off = swept.map_or(0.0, |swept| swept.off) / self.factor;
        let center = values.iter().map(|value| N::near(value / self.factor)).collect();
        let mut values = Values { center, off };
        let none = Sides { lower: false, upper: false };
        let counted;
        let pair = match swept {
            Some(swept) if !N::WARM => swept.pair.as_ref(),
            _ => {
                let worth = |part: &Part<'_, f64>, center: &[N], node, choice| {
                    self.worth_of(part, center, node, choice)
                };
                let refiner = Refiner { worth: &worth, width: self.width, least: N::COSTS[0] };
                let near = part.local_values(self.near);
                counted = refiner.refine(part, &mut values, &near, swept.is_none(), &mut budget);
                counted.as_ref()
            }
        };
        let Some(pair) = pair else { return none };
        let affordable = pair.affordable(self.width);
        let cost = affordable.max(2.0 * values.off).max(N::COSTS[0]);
        for node in part.nodes() {
            self.certified.strategy[part.local.state(node).index()] = part.policy[node];
        }
        let mut side = |upper| {
            let ways = pair.of_side(part.missed, upper);
            FACTORS.iter().any(|factor| {
                self.propose(part, &values.center, ways, upper, cost * factor, &mut budget)
                    && self.hold(part, upper)
            })
        };
        Sides { lower: side(false), upper: side(true) }
    }

    /// Writes bounds of one side; false where they cannot be.
    fn propose(
        &mut self,
        part: &Part<'_, f64>,
        center: &[N],
        ways: &Ways,
        upper: bool,
        cost: f64,
        budget: &mut Budget<'_>,
    ) -> bool {
        let gap = |t: u32| self.exit_gap(t, upper);
        let exits = part.local.all_targets().iter().filter(|&&t| !part.is_open(t));
        let step = cost * MARGIN;
        let wide = exits.map(|&t| gap(t)).fold(0.0, f64::max) > cost / 2.0;
        let mut far: Vec<f64> = ways.steps.iter().map(|steps| steps * step).collect();
        if wide {
            match ways.sum(part, far, &|_| step, &gap, step / 5.0, budget) {
                Some(sums) => far = sums,
                None => return false,
            }
        }
        let level = level(center, ways, upper);
        for node in part.nodes() {
            let (at, far) = (part.local.state(node).index(), N::near(far[node]));
            if upper {
                let Some(bound) = level[node].plus(&far) else { return false };
                self.certified.upper[at] = bound;
            } else {
                self.certified.lower[at] = level[node].minus(&far).unwrap_or_else(N::zero);
            }
        }
        true
    }

    /// How far an exit's bound lies from what the values took it for.
    fn exit_gap(&self, state: u32, upper: bool) -> f64 {
        let at = state as usize;
        let (low, high) = (&self.certified.lower[at], &self.certified.upper[at]);
        match upper {
            _ if self.certified.unbounded[at] => 0.0,
            true if N::WARM => high.gap(low),
            false if N::WARM => 0.0,
            true => high.to_f64() - self.near[at] / self.factor,
            false => self.near[at] / self.factor - low.to_f64(),
        }
    }

    /// Tests the bounds of one side and moves those that fail outward; true once all hold.
    fn hold(&mut self, part: &Part<'_, f64>, upper: bool) -> bool {
        for _ in 0..REPAIRS {
            let mut failed = false;
            for node in part.nodes() {
                let state = part.local.state(node);
                let at = state.index();
                let policy = self.certified.strategy[at];
                if upper {
                    let Some(bound) = self.above(state, policy) else { return false };
                    failed |= bound > self.certified.upper[at];
                    self.certified.upper[at] = bound;
                } else {
                    let bound = self.below(state, policy);
                    failed |= bound < self.certified.lower[at];
                    self.certified.lower[at] = bound;
                }
            }
            if !failed {
                return true;
            }
        }
        false
    }

    /// What a choice is worth where the open nodes have the values of `center`.
    fn worth_of(&self, part: &Part<'_, f64>, center: &[N], node: usize, choice: u32) -> N {
        let branches = part.local.choice(choice);
        let value = |&t: &u32| match part.local.node(t) {
            Some(node) if part.open[node] => &center[node],
            _ => &self.certified.lower[t as usize],
        };
        let mean = N::mean_down(branches.distribution, branches.targets.iter().map(value));
        self.collected(part.local.state(node), ChoiceId(choice), mean, false).unwrap_or_else(N::one)
    }

    /// Lower bounds from 0 upward, as far as the budget goes: each sweep's are certificates but for
    /// their ranks. Max switches where that gains strictly.
    pub fn raise(&mut self, part: &Part<'_, f64>) {
        let mut budget = Budget::half(self.run.watch);
        for node in part.nodes() {
            self.certified.lower[part.local.state(node).index()] = N::zero();
        }
        let mut moved = true;
        while moved && budget.pay(part.local.all_targets().len()) {
            moved = false;
            for node in part.nodes() {
                let state = part.local.state(node);
                moved |= self.raise_one(state, part.is_max(node));
            }
        }
    }

    fn raise_one(&mut self, state: StateId, is_max: bool) -> bool {
        let at = state.index();
        let policy = self.certified.strategy[at];
        let mut value = self.below(state, policy);
        if is_max {
            for choice in self.run.finite_choices(state) {
                let low = self.low(state, ChoiceId(choice));
                if low > value {
                    value = low;
                    self.certified.strategy[at] = choice;
                }
            }
        }
        let moved = value > self.certified.lower[at];
        if moved {
            self.certified.lower[at] = value;
        }
        moved
    }
}

impl Run<'_> {
    /// True where nothing narrower is to be had because sweeps ended early.
    pub fn is_rough(&self) -> bool {
        self.swept.values().any(|swept| swept.is_rough(self.width))
    }
}
