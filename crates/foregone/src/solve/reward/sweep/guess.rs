//! Values of a large component with rewards in doubles.
//!
//! Modified policy iteration (Puterman and Shin, Manag. Sci. 24, 1978) in solving order: one side's
//! choices are *held* between full sweeps and switched on strict gain alone, the other side answers
//! anew each time. Where missing the target costs nothing, Max holds and values rise from 0: a
//! choice that was switched to for its gain cannot go round on borrowed value. Where it costs
//! infinity, Min holds and values sink: from a strategy that arrives strict gains lead to others
//! that arrive, for values that never rise along a cycle cannot have fallen by switching into it.
//!
//! The first such values are those of the game in which every move costs something beside, from
//! below until a sweep adds no more than half of that: then Min's best choices lose the other half
//! with every move, so they arrive whatever Max does, and no move is worth more than the values.

use super::super::part::Part;
use super::ways::Ways;
use super::{Budget, ROUNDING};
use crate::judge::reward::Missed;

/// Sweeps with one side's choices held after each full one.
const HELD: usize = 10;
/// A gain that rounding can feign, as a part of the value.
const NOISE: f64 = 4e-16;
/// A gain that a system solved by iteration can feign, as a multiple of rounding.
const INEXACT: f64 = 1e6;
/// How far values keep clear of the truth for every step, as a multiple of rounding.
const CLEAR: f64 = 64.0;
/// Rounds of strategy iteration.
const LEAPS: usize = 60;

/// Values of a component's nodes and exits, by state.
pub(super) struct Guess {
    values: Vec<f64>,
    /// Values sink, and Min's choices are held.
    sinks: bool,
}

impl Guess {
    /// All open nodes at 0.
    pub fn new(part: &Part<'_, f64>) -> Self {
        // Zeroed memory is handed out as it is touched: states far away cost nothing.
        let mut values = vec![0.0; part.local.end as usize];
        for &t in part.local.all_targets() {
            if !part.is_open(t) {
                values[t as usize] = part.known[t as usize];
            }
        }
        Self { values, sinks: part.missed == Missed::Infinite }
    }

    /// Makes values and choices from which [`improve`](Self::improve) may start; false where the
    /// budget does not suffice.
    pub fn begin(
        &mut self,
        part: &mut Part<'_, f64>,
        budget: &mut Budget<'_>,
        rounds: &mut u64,
    ) -> bool {
        if !self.sinks {
            return true;
        }
        let extra = self.extra(part);
        let mut moved = f64::INFINITY;
        while moved > extra / 2.0 {
            *rounds += 1;
            if !budget.pay(part) {
                return false;
            }
            moved = 0.0;
            for node in 0..part.open.len() {
                if part.open[node] {
                    let value = self.best(part, node).0 + extra;
                    moved = f64::max(moved, value - self.at(part, node));
                    self.set(part, node, value);
                }
            }
        }
        self.reply(part, false);
        true
    }

    /// Strategy iteration from values that are not far off: systems are solved by iteration, the
    /// side that does not hold its choices answers until it gains no more, then the other switches.
    /// Where that fails values and choices are what they were.
    pub fn leap(&mut self, part: &mut Part<'_, f64>, budget: &mut Budget<'_>, rounds: &mut u64) {
        self.improve(part, self.extra(part) / 8.0, budget, rounds);
        self.answer(part);
        let (values, policy) = (self.values.clone(), part.policy.clone());
        for _ in 0..LEAPS {
            *rounds += 1;
            if self.evaluate(part, budget).is_none() {
                break;
            }
            if !self.switch(part, self.sinks) && !self.switch(part, !self.sinks) {
                if self.keep_off(part, budget).is_some() {
                    return;
                }
                break;
            }
        }
        (self.values, part.policy) = (values, policy);
    }

    /// Values under both sides' choices.
    fn evaluate(&mut self, part: &Part<'_, f64>, budget: &mut Budget<'_>) -> Option<()> {
        let ways = Ways::plain(part, false)?;
        let gain = |node: usize| *part.gain(part.policy[node]);
        let exit = |t: u32| self.values[t as usize];
        let enough = 8.0 * self.rounding(part);
        let sums = ways.sum(part, self.values(part), &gain, &exit, enough, budget)?;
        part.nodes().for_each(|node| self.set(part, node, sums[node]));
        Some(())
    }

    /// Moves values a little to the side from which they come, so that no gain is feigned.
    fn keep_off(&mut self, part: &Part<'_, f64>, budget: &mut Budget<'_>) -> Option<()> {
        let steps =
            Ways::plain(part, false)?.counted(part, vec![0.0; part.open.len()], budget)?.steps;
        let by = self.rounding(part) * if self.sinks { CLEAR } else { -CLEAR };
        for node in part.nodes() {
            let value = (self.at(part, node) + by * steps[node]).max(0.0);
            self.set(part, node, value);
        }
        Some(())
    }

    /// One side switches where that gains more than an inexact solution can feign; true if anything
    /// was switched.
    fn switch(&self, part: &mut Part<'_, f64>, max: bool) -> bool {
        let mut switched = false;
        let least = self.rounding(part) * INEXACT;
        for node in 0..part.open.len() {
            if part.open[node] && part.is_max(node) == max {
                let present = self.worth(part, part.policy[node]);
                let (value, choice) = self.best(part, node);
                if (value - present).abs() > least {
                    part.policy[node] = choice;
                    switched = true;
                }
            }
        }
        switched
    }

    /// As much as the dearest move, or as the dearest exit where no move collects anything.
    fn extra(&self, part: &Part<'_, f64>) -> f64 {
        let gains = part.nodes().flat_map(|node| part.choices(node)).map(|c| *part.gain(c));
        let exits = part.local.all_targets().iter().filter(|&&t| !part.is_open(t));
        let exits = exits.map(|&t| self.values[t as usize]);
        let most = gains.fold(0.0, f64::max);
        let most = if most > 0.0 { most } else { exits.fold(0.0, f64::max) };
        if most > 0.0 { most } else { 1.0 }
    }

    /// Sweeps until no full sweep moves a value by more than `still`, or until the budget ends.
    /// Returns by how much the last full sweep moved a value.
    pub fn improve(
        &mut self,
        part: &mut Part<'_, f64>,
        still: f64,
        budget: &mut Budget<'_>,
        rounds: &mut u64,
    ) -> f64 {
        loop {
            *rounds += 1;
            let moved = self.sweep(part, true);
            if moved <= still || !budget.pay(part) {
                return moved;
            }
            for _ in 0..HELD {
                *rounds += u64::from(budget.pay(part));
                self.sweep(part, false);
            }
        }
    }

    /// One sweep; in a full one the side that holds its choices may switch them.
    fn sweep(&mut self, part: &mut Part<'_, f64>, full: bool) -> f64 {
        let mut moved = 0.0;
        for node in 0..part.open.len() {
            if !part.open[node] {
                continue;
            }
            let value = match part.is_max(node) == self.sinks {
                true => self.best(part, node).0,
                false if full => self.switched(part, node),
                false => self.worth(part, part.policy[node]),
            };
            moved = f64::max(moved, (value - self.at(part, node)).abs());
            self.set(part, node, value);
        }
        moved
    }

    #[inline]
    pub fn worth(&self, part: &Part<'_, f64>, choice: u32) -> f64 {
        let branches = part.local.choice(choice);
        let terms = branches.targets.iter().zip(branches.distribution.floats);
        part.gain(choice) + terms.map(|(&t, p)| p * self.values[t as usize]).sum::<f64>()
    }

    /// The owner's best choice and what it is worth.
    #[inline]
    pub fn best(&self, part: &Part<'_, f64>, node: usize) -> (f64, u32) {
        let is_max = part.is_max(node);
        let all = part.choices(node).map(|choice| (self.worth(part, choice), choice));
        let better = |a: f64, b: f64| if is_max { a > b } else { a < b };
        let best = all.reduce(|best, next| if better(next.0, best.0) { next } else { best });
        best.unwrap_or((0.0, part.policy[node]))
    }

    /// The value of a node whose owner switches where that gains strictly.
    fn switched(&self, part: &mut Part<'_, f64>, node: usize) -> f64 {
        let present = self.worth(part, part.policy[node]);
        let (value, choice) = self.best(part, node);
        if (value - present).abs() <= NOISE * present {
            return present;
        }
        part.policy[node] = choice;
        value
    }

    /// The best replies of the side that does not hold its choices go into the policy.
    pub fn answer(&self, part: &mut Part<'_, f64>) {
        self.reply(part, self.sinks);
    }

    fn reply(&self, part: &mut Part<'_, f64>, max: bool) {
        for node in 0..part.open.len() {
            if part.open[node] && part.is_max(node) == max {
                part.policy[node] = self.best(part, node).1;
            }
        }
    }

    #[inline]
    fn at(&self, part: &Part<'_, f64>, node: usize) -> f64 {
        self.values[part.local.state(node).index()]
    }

    #[inline]
    fn set(&mut self, part: &Part<'_, f64>, node: usize, value: f64) {
        self.values[part.local.state(node).index()] = value;
    }

    /// How far rounding alone may move a value.
    pub fn rounding(&self, part: &Part<'_, f64>) -> f64 {
        let most = part.nodes().map(|node| self.at(part, node)).fold(0.0, f64::max);
        (most * ROUNDING).max(f64::MIN_POSITIVE)
    }

    /// For each node its value; 0 where it is not open.
    pub fn values(&self, part: &Part<'_, f64>) -> Vec<f64> {
        let value = |node| if part.open[node] { self.at(part, node) } else { 0.0 };
        (0..part.open.len()).map(value).collect()
    }
}
