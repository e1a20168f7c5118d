//! Values of a large component in doubles, and how far bounds must lie from them.
//!
//! Values come from below by modified policy iteration (Puterman and Shin, Manag. Sci. 24, 1978) in
//! solving order: Max's choices are kept fixed between full sweeps; fixing both sides would be
//! wrong. A full sweep that moves no value by more than `r` shows that each value differs by at most
//! `r` from its own mean. Then bounds that lie `c` times the expected number of steps outside, `c`
//! at least `r`, keep the inequalities; so steps are counted too, to a few per cent.

use std::collections::BTreeMap;

use super::super::case::Case;
use super::super::collapse::Collapsed;
use super::super::kept::{Plain, put_all, take_all};
use super::super::local::Local;
use super::super::work::Work;
use super::blocks::Blocks;
use crate::{Number, Watch};

/// Sweeps with Max's choices fixed after each full one.
const FIXED: usize = 10;
/// A gain that rounding can feign.
const NOISE: f64 = 1e-16;
/// Full sweeps after each of which it is asked how many are still to come.
const ASK: u32 = 16;
/// So many times as many still to come are slow.
const SLOW: f64 = 8.0;
/// Steps are counted until a sweep adds less than this part.
const ROUGH: f64 = 1.0 / 64.0;

/// How many branches may still be looked at before bounds are given as good as they are.
pub(super) struct Budget {
    pub branches: usize,
}

impl Budget {
    /// Takes the price of one sweep; false where there is too little left.
    fn pay(&mut self, case: &Case<'_>) -> bool {
        let price = case.local.all_targets().len();
        let enough = self.branches >= price;
        self.branches -= price.min(self.branches);
        enough
    }
}

/// Numbers for the states of a component and its exits, by state.
pub(super) struct Sheet(pub Vec<f64>);

impl Sheet {
    /// Nothing for the open nodes, `known` for whatever else the component's branches lead to.
    pub fn new(case: &Case<'_>, known: impl Fn(u32) -> f64) -> Self {
        // Zeroed memory is handed out as it is touched: states far away cost nothing.
        let mut values = vec![0.0; case.local.arena.states()];
        for &t in case.local.all_targets() {
            if !case.is_open(t) {
                values[t as usize] = known(t);
            }
        }
        Self(values)
    }

    #[inline]
    fn mean(&self, local: &Local<'_>, choice: u32) -> f64 {
        let choice = local.choice(choice);
        let terms = choice.targets.iter().zip(choice.distribution.floats);
        terms.map(|(&t, p)| p * self.0[t as usize]).sum()
    }

    #[inline]
    fn at(&self, case: &Case<'_>, node: usize) -> f64 {
        self.0[case.local.state(node).index()]
    }

    #[inline]
    fn set(&mut self, case: &Case<'_>, node: usize, value: f64) {
        self.0[case.local.state(node).index()] = value;
    }

    /// The sum over a play of what each step adds, the choices being fixed: rises until a sweep
    /// adds less than a small part. `None` where the budget ends first.
    fn accumulate(
        mut self,
        case: &Case<'_>,
        collapsed: &Collapsed,
        step: f64,
        budget: &mut Budget,
    ) -> Option<Self> {
        loop {
            if !budget.pay(case) {
                return None;
            }
            let (mut most, mut moved) = (0.0_f64, 0.0_f64);
            for node in case.open_nodes() {
                let rep = collapsed.rep[node] as usize;
                let value = match rep == node {
                    true => step + self.mean(&case.local, collapsed.leave[node]),
                    false => self.at(case, rep),
                };
                moved = moved.max(value - self.at(case, node));
                most = most.max(value);
                self.set(case, node, value);
            }
            if moved <= most * ROUGH {
                return Some(self);
            }
        }
    }
}

/// The greatest or the least of the `mean`s of a node's choices. Max's choice is `chosen`, and
/// switches in a `full` sweep alone, where that gains strictly.
#[inline]
pub(super) fn worth(
    local: &Local<'_>,
    node: usize,
    chosen: &mut u32,
    full: bool,
    mean: impl Fn(u32) -> f64,
) -> f64 {
    if !local.is_max(node) {
        return local.choices(node).map(mean).fold(f64::INFINITY, f64::min);
    }
    let present = *chosen;
    let mut best = mean(present);
    if full {
        for choice in local.choices(node).filter(|&choice| choice != present) {
            let value = mean(choice);
            if value > best + NOISE {
                (best, *chosen) = (value, choice);
            }
        }
    }
    best
}

/// Values from below.
pub(super) struct Guess {
    values: Sheet,
    blocks: Option<Blocks>,
    /// Full sweeps so far.
    sweeps: u32,
    /// By how much a full sweep moved a value when it was asked last how many are still to come.
    moved: f64,
}

impl Guess {
    /// All open nodes at 0, exits at their lower bounds.
    pub fn new<N: Number>(work: &Work<'_, N>, case: &Case<'_>) -> Self {
        let values = Sheet::new(case, |t| work.lower[t as usize].to_f64());
        let blocks = Blocks::of(case, &values.0);
        Self { values, blocks, sweeps: 0, moved: f64::INFINITY }
    }

    /// Sweeps until no full sweep moves a value by more than `still`, or until budget or watch end
    /// it. Returns by how much the last full sweep moved a value; `None` where sweeps are slow.
    pub fn improve(
        &mut self,
        case: &mut Case<'_>,
        still: f64,
        budget: &mut Budget,
        watch: &dyn Watch,
        rounds: &mut u64,
    ) -> Option<f64> {
        loop {
            *rounds += 1;
            let moved = self.sweep(case, true);
            if moved <= still || !budget.pay(case) {
                return Some(moved);
            }
            if self.is_slow(moved, still) {
                return None;
            }
            for _ in 0..FIXED {
                *rounds += u64::from(budget.pay(case));
                self.sweep(case, false);
            }
            let stop = watch.stop();
            watch.leave(&|| self.left(case, budget, *rounds));
            if stop {
                return Some(moved);
            }
        }
    }

    /// True where many sweeps are still to come, at the pace of the last ones.
    fn is_slow(&mut self, moved: f64, still: f64) -> bool {
        self.sweeps += 1;
        if !self.sweeps.is_multiple_of(ASK) {
            return false;
        }
        let before = std::mem::replace(&mut self.moved, moved);
        before.is_finite() && (moved / still).ln() > SLOW * (before / moved).ln()
    }

    /// What a later run goes on from.
    fn left(&self, case: &Case<'_>, budget: &Budget, rounds: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_all(&[budget.branches as u64, rounds, u64::from(self.sweeps)], &mut bytes);
        self.moved.put(&mut bytes);
        put_all(&case.policy, &mut bytes);
        put_all(&self.values.0[case.local.states()], &mut bytes);
        bytes
    }

    /// Goes on from what an earlier run left, as if it had not ended.
    pub fn take_up(
        &mut self,
        case: &mut Case<'_>,
        still: &mut f64,
        budget: &mut Budget,
        rounds: &mut u64,
        mut bytes: &[u8],
    ) {
        let (mut goal, mut numbers, mut moved) = ([0.0], [0; 3], [0.0]);
        let (mut policy, states) = (case.policy.clone(), case.local.states());
        let mut values = self.values.0[states.clone()].to_vec();
        let bytes = &mut bytes;
        let whole = take_all(&mut goal, bytes)
            && take_all(&mut numbers, bytes)
            && take_all(&mut moved, bytes)
            && take_all(&mut policy, bytes)
            && take_all(&mut values, bytes);
        let mut own = policy.iter().enumerate();
        if whole && own.all(|(node, choice)| case.local.choices(node).contains(choice)) {
            (*still, budget.branches, *rounds) = (goal[0], numbers[0] as usize, numbers[1]);
            case.policy = policy;
            self.values.0[states].copy_from_slice(&values);
            self.blocks = Blocks::of(case, &self.values.0);
            (self.sweeps, self.moved) = (numbers[2] as u32, moved[0]);
        }
    }

    /// One sweep, as [`worth`] says; returns by how much it moved a value.
    fn sweep(&mut self, case: &mut Case<'_>, full: bool) -> f64 {
        let Self { values, blocks, .. } = self;
        if let Some(blocks) = blocks {
            return blocks.sweep(case, &mut values.0, full);
        }
        let mut moved: f64 = 0.0;
        for node in 0..case.open.len() {
            if case.open[node] {
                let mean = |choice| values.mean(&case.local, choice);
                let value = worth(&case.local, node, &mut case.policy[node], full, mean);
                moved = moved.max((value - values.at(case, node)).abs());
                values.set(case, node, value);
            }
        }
        moved
    }

    /// Min's best replies to the values go into the policy.
    pub fn answer(&self, case: &mut Case<'_>) {
        for node in 0..case.open.len() {
            if case.open[node] && case.has_say(node, false) {
                let worth = |choice| self.values.mean(&case.local, choice);
                let all = case.local.choices(node).map(|choice| (worth(choice), choice));
                let least = all.min_by(|a, b| a.0.total_cmp(&b.0));
                case.policy[node] = least.expect("an open node has a choice").1;
            }
        }
    }

    /// The value of an open node.
    pub fn at(&self, case: &Case<'_>, node: usize) -> f64 {
        self.values.at(case, node)
    }

    /// The values with the same one, the greatest, throughout each end component.
    pub fn tops(&self, case: &Case<'_>, collapsed: &Collapsed) -> impl Fn(usize) -> f64 {
        let mut top = BTreeMap::new();
        for (members, _) in collapsed.end_components(case) {
            let all = members.iter().map(|&member| self.at(case, member as usize));
            let most = all.fold(0.0, f64::max);
            members.iter().for_each(|&member| _ = top.insert(member as usize, most));
        }
        move |node| top.get(&node).copied().unwrap_or_else(|| self.at(case, node))
    }

    /// Max leaves each end component by the choice that is worth most.
    pub fn leave(&self, case: &Case<'_>, collapsed: &mut Collapsed) {
        let worth = |choice: &u32| self.values.mean(&case.local, *choice);
        let best: Vec<(u32, Option<u32>)> = collapsed
            .end_components(case)
            .map(|(members, choices)| {
                let best = choices.max_by(|a, b| worth(a).total_cmp(&worth(b)));
                (collapsed.rep[members[0] as usize], best)
            })
            .collect();
        for (rep, choice) in best {
            collapsed.leave[rep as usize] = choice.unwrap_or(collapsed.leave[rep as usize]);
        }
    }
}

/// How far outside the values the bounds must lie, by node.
pub(super) struct Distance {
    /// Expected number of steps until the component is left.
    steps: Sheet,
    /// Expected distance between the bounds of the exit that is met; `None` where all are close.
    gaps: Option<Sheet>,
}

impl Distance {
    /// Under the choices of the policy, or `None` where counting takes more than the budget.
    pub fn new<N: Number>(
        work: &Work<'_, N>,
        case: &Case<'_>,
        collapsed: &Collapsed,
        budget: &mut Budget,
    ) -> Option<Self> {
        let steps = Sheet::new(case, |_| 0.0).accumulate(case, collapsed, 1.0, budget)?;
        let gap = |t: u32| work.upper[t as usize].gap(&work.lower[t as usize]);
        let gaps = Sheet::new(case, gap);
        let gaps = match gaps.0[..].iter().any(|&gap| gap > 0.0) {
            true => Some(gaps.accumulate(case, collapsed, 0.0, budget)?),
            false => None,
        };
        Some(Self { steps, gaps })
    }

    /// The most steps from any node.
    pub fn most_steps(&self, case: &Case<'_>) -> f64 {
        case.open_nodes().map(|node| self.steps.at(case, node)).fold(1.0, f64::max)
    }

    /// How far below its value a node's lower bound lies at a cost of `cost` a step.
    pub fn below(&self, case: &Case<'_>, node: usize, cost: f64) -> f64 {
        cost * MARGIN * self.steps.at(case, node)
    }

    /// How far above.
    pub fn above(&self, case: &Case<'_>, node: usize, cost: f64) -> f64 {
        let gap = self.gaps.as_ref().map_or(0.0, |gaps| gaps.at(case, node));
        gap * MARGIN + self.below(case, node, cost)
    }
}

/// Steps are counted from below.
pub(super) const MARGIN: f64 = 1.25;
