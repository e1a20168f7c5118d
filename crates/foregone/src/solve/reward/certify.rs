//! Bounds with rewards and the evidence that the judge wants: what is claimed of all states, by which
//! strategy, with which ranks.

use super::part::Part;
use super::rounded::Rounded;
use super::run::Run;
use crate::amount::unit;
use crate::judge::reward::Missed;
use crate::solve::attract::NEVER;
use crate::solve::stage::Stage;
use crate::{Intervals, Number, Rational, StateId};

/// Bounds as parts of the scale, with their evidence.
pub(super) struct Certified<N> {
    pub lower: Vec<N>,
    pub upper: Vec<N>,
    /// For each state the index of a choice of the arena, or [`NO_CHOICE`].
    pub strategy: Vec<u32>,
    pub lower_rank: Vec<u32>,
    pub upper_rank: Vec<u32>,
    /// The widest interval, absolute.
    pub width: f64,
    /// For each state whether no finite upper bound is claimed though there is one.
    pub unbounded: Vec<bool>,
    pub next_rank: u32,
}

impl<N: Number> Certified<N> {
    pub fn new(run: &Run<'_>) -> Self {
        let states = run.arena.states();
        Self {
            lower: vec![N::zero(); states],
            upper: vec![N::zero(); states],
            strategy: run.policy.clone(),
            lower_rank: run.regions.rank.clone(),
            upper_rank: run.regions.stage.clone(),
            width: 0.0,
            unbounded: vec![false; states],
            next_rank: 1,
        }
    }

    /// The bounds alone, taken out.
    pub fn bounds(&mut self) -> Intervals<N> {
        let (lower, upper) = (std::mem::take(&mut self.lower), std::mem::take(&mut self.upper));
        Intervals { lower, upper }
    }

    /// Writes ranks for the open nodes; false where they do not prove the bounds.
    pub fn rank<T>(&mut self, part: &Part<'_, T>) -> bool {
        let zero = N::zero();
        let rep = part.reps();
        let nothing = |&t: &u32| {
            self.lower[t as usize] == zero && part.local.node(t).is_some_and(|node| part.open[node])
        };
        let seed = |choice: u32| {
            part.collects(choice)
                || part.departs(&rep, choice)
                || part.local.targets(choice).iter().any(nothing)
        };
        let kept = |node: usize, choice| !part.is_max(node) || part.policy[node] == choice;
        let below = part.attract(&rep, |node| !part.is_max(node), kept, seed).stage;
        let above = part.arriving().stage;
        let mut last = 0;
        for node in part.nodes() {
            let state = part.local.state(node).index();
            let (low, high) = match part.missed {
                Missed::Collected => (below[node], 0),
                Missed::Infinite => (0, above[node]),
            };
            let proven = high != NEVER || self.unbounded[state];
            if !proven || low == NEVER && self.lower[state] != zero {
                return false;
            }
            let bring = |rank: u32| if rank == NEVER { 0 } else { rank };
            let (low, high) = (bring(low), bring(high));
            last = last.max(low).max(high);
            self.lower_rank[state] = self.next_rank + low;
            self.upper_rank[state] = self.next_rank + high;
        }
        self.next_rank += last + 1;
        true
    }
}

impl Run<'_> {
    /// What holds without numbers.
    pub fn trivial<N: Number>(&self) -> Certified<N> {
        let open: Vec<bool> =
            (0..self.arena.states() as u32).map(|state| self.is_open(state)).collect();
        let width = if open.contains(&true) { f64::INFINITY } else { 0.0 };
        Certified { unbounded: open, width, ..Certified::new(self) }
    }

    /// Exact values as both bounds.
    pub fn exact(&self, values: Vec<Rational>, scale: u32) -> Certified<Rational> {
        let unit = unit(scale);
        let mut certified = Certified::new(self);
        certified.lower = values.into_iter().map(|value| value / &unit).collect();
        certified.upper.clone_from(&certified.lower);
        for range in self.ranges() {
            let part = self.part(range, &[], Rational::clone);
            // Where it fails the judge says so.
            certified.rank(&part);
        }
        certified
    }

    /// Bounds certified in `N` where `near` are values of all states. Where a component cannot be,
    /// there is no answer, or, if this is the `last` attempt, what holds of it with less effort.
    pub fn certify<N: Stage>(&self, scale: u32, near: &[f64], last: bool) -> Option<Certified<N>> {
        let mut rounded = Rounded::new(self, scale, near);
        for range in self.ranges() {
            let bounded = match self.is_single(&range) {
                true => rounded.single(StateId(range.start)),
                false => rounded.cyclic(&range, last),
            };
            if !bounded && (!last || self.watch.stop()) {
                return None;
            }
        }
        Some(rounded.certified)
    }
}
