//! Values of a large component with rewards in doubles.
//!
//! First strategy iteration from any choices that arrive, systems being solved by iteration and only as
//! exactly as the gains of the time want; sweeps between the rounds spread new choices. Where that
//! fails or its result has no ranks, slower ways follow that cannot be led astray.
//!
//! Modified policy iteration (Puterman and Shin, Manag. Sci. 24, 1978): one side's
//! choices are *held* between full sweeps and switched on strict gain alone, the other side answers
//! anew each time. Where missing the target costs nothing, Max holds and values rise from 0: a
//! choice that was switched to for its gain cannot go round on borrowed value. Where it costs
//! infinity, Min holds and values sink: from a strategy that arrives strict gains lead to others
//! that arrive, for values that never rise along a cycle cannot have fallen by switching into it.
//!
//! The first such values are those of the game in which every move costs something beside, from
//! below until a sweep adds no more than half of that: then Min's best choices lose the other half
//! with every move, so they arrive whatever Max does, and no move is worth more than the values.

use std::ops::Range;

use super::super::part::Part;
use super::table::Table;
use super::ways::Ways;
use super::{Budget, ROUNDING, Start, WAYS};
use crate::Watch;
use crate::judge::reward::Missed;
use crate::solve::attract::by_predecessors;
use crate::solve::kept::{Plain, put_all, take_all};

/// Sweeps with one side's choices held after each full one.
const HELD: usize = 10;
/// A gain that rounding can feign, as a part of the value.
const NOISE: f64 = 4e-16;
/// A gain that a system solved by iteration can feign, as a multiple of rounding.
const INEXACT: f64 = 1e6;
/// How far values keep clear of the truth for every step, as a multiple of rounding.
pub(super) const CLEAR: f64 = 64.0;
/// Rounds of strategy iteration.
const LEAPS: usize = 60;
/// Rounds in which both sides switch at once, from each on in which gains were less than ever.
const TOGETHER: usize = 16;
/// To which part of the last gain systems are solved.
const FAINT: f64 = 1e-3;
/// Sweeps that solving a system may cost before its solution is taken as it is.
const SOLVING: usize = 200;
/// Sweeps by which new choices tell on others before the next system is solved.
const SPREAD: usize = 4;
/// Nodes are put in order after this many full sweeps, and after twice as many as long as that is
/// less than the end.
const SORT: Range<u32> = 1..1024;

/// Values and both sides' moves, by place.
pub(super) struct Guess<'a> {
    table: Table<'a>,
    /// Of nodes and of exits.
    values: Vec<f64>,
    policy: Vec<u32>,
    /// Values sink, and Min's choices are held.
    sinks: bool,
    /// Full sweeps so far, and after how many of them nodes are put in order again.
    sweeps: u32,
    sort: u32,
    /// How far it came, for whoever goes on from it.
    pub place: Place,
}

/// How far a guess came.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// The way by which values are come by.
    pub way: u8,
    /// It was gone to its end, and the values get better by sweeps.
    pub gone: bool,
    /// The last gain of strategy iteration; 0 before.
    gain: f64,
}

/// What an earlier run left: values and choices by node.
pub(in crate::solve) struct Earlier {
    pub(super) place: Place,
    values: Vec<f64>,
    policy: Vec<u32>,
}

impl Earlier {
    /// What sweeps came to that were slow.
    pub fn of_sweeps(values: Vec<f64>, policy: Vec<u32>) -> Self {
        let way = WAYS.iter().position(|&way| way == Start::Values).unwrap_or(0) as u8;
        Self { place: Place { way, ..Place::default() }, values, policy }
    }

    /// `None` where there is nothing, or something else.
    pub(in crate::solve::reward) fn read(part: &Part<'_, f64>, mut bytes: &[u8]) -> Option<Self> {
        let (bytes, nodes) = (&mut bytes, part.open.len());
        let (mut values, mut policy) = (vec![0.0; nodes], vec![0; nodes]);
        let (way, gone, gain) = (u8::take(bytes)?, u8::take(bytes)? == 1, f64::take(bytes)?);
        let place = Place { way, gone, gain };
        let whole = take_all(&mut values, bytes) && take_all(&mut policy, bytes);
        let own = |node: usize| part.local.choices(node).contains(&policy[node]);
        (whole && (0..nodes).all(own)).then_some(Self { place, values, policy })
    }
}

impl<'a> Guess<'a> {
    /// All open nodes at 0, those near the way out first.
    pub fn new(part: &Part<'a, f64>) -> Self {
        let moves = moves_out(part);
        let mut nodes: Vec<u32> = part.nodes().map(|node| node as u32).collect();
        nodes.sort_by_key(|&node| moves[node as usize]);
        let table = Table::new(part, nodes);
        let mut guess = Self {
            table,
            values: Vec::new(),
            policy: Vec::new(),
            sinks: part.missed == Missed::Infinite,
            sweeps: 0,
            sort: SORT.start,
            place: Place::default(),
        };
        guess.lay_out(part, |_| 0.0);
        guess
    }

    /// Takes the least number of moves to the way out for values, and the best choices for those.
    pub fn head_out(&mut self, part: &Part<'_, f64>) {
        let (moves, each) = (moves_out(part), self.extra());
        self.set(|node| each * f64::from(moves[node].min(1 << 30)));
        self.reply(true);
        self.reply(false);
    }

    /// Fills what goes by places, nodes having these values, from the policy.
    fn lay_out(&mut self, part: &Part<'a, f64>, value: impl Fn(usize) -> f64) {
        let exits = self.table.exits.iter().map(|&state| part.known[state as usize]);
        let nodes = self.table.nodes.iter().map(|&node| node as usize);
        self.values = nodes.clone().map(value).chain(exits).collect();
        let find = |(place, node): (usize, usize)| self.table.find(place, part.policy[node]);
        self.policy = nodes.enumerate().map(find).collect();
    }

    /// Goes on from what an earlier run left.
    pub fn take_up(&mut self, part: &mut Part<'a, f64>, earlier: &Earlier) {
        part.policy.clone_from(&earlier.policy);
        self.place = earlier.place;
        self.table = Table::new(part, in_order(part, &earlier.values));
        self.lay_out(part, |node| earlier.values[node]);
    }

    /// What a later run goes on from.
    fn leave(&self, part: &mut Part<'a, f64>, watch: &dyn Watch) {
        self.tell(part);
        watch.leave(&|| {
            let mut bytes = vec![self.place.way, u8::from(self.place.gone)];
            self.place.gain.put(&mut bytes);
            put_all(&self.values(part), &mut bytes);
            put_all(&part.policy, &mut bytes);
            bytes
        });
    }

    /// Puts nodes of lesser values first, now and then.
    fn keep_order(&mut self, part: &mut Part<'a, f64>) {
        self.sweeps += 1;
        if self.sweeps != self.sort {
            return;
        }
        self.sort = if self.sort < SORT.end { self.sort * 2 } else { 0 };
        self.tell(part);
        let values = self.values(part);
        self.table = Table::new(part, in_order(part, &values));
        self.lay_out(part, |node| values[node]);
    }

    /// Writes the moves of both sides into the policy.
    fn tell(&self, part: &mut Part<'_, f64>) {
        for (&node, &at) in self.table.nodes.iter().zip(&self.policy) {
            part.policy[node as usize] = self.table.choice(at);
        }
    }

    /// Makes values and choices from which [`improve`](Self::improve) may start; false where the
    /// budget does not suffice.
    pub fn begin(
        &mut self,
        part: &mut Part<'a, f64>,
        budget: &mut Budget<'_>,
        rounds: &mut u64,
    ) -> bool {
        if !self.sinks {
            return true;
        }
        let extra = self.extra();
        let mut moved = f64::INFINITY;
        while moved > extra / 2.0 {
            *rounds += 1;
            if !budget.pay(self.table.branches()) {
                return false;
            }
            moved = 0.0;
            for place in 0..self.table.len() {
                let value = self.table.best(place, extra, &mut self.values).0;
                moved = f64::max(moved, value - self.values[place]);
                self.values[place] = value;
            }
            self.keep_order(part);
        }
        self.reply(false);
        true
    }

    /// Strategy iteration: systems are solved by iteration, more exactly as gains grow smaller. At
    /// first both sides switch at once; after some rounds the side that does not hold its choices
    /// answers until it gains no more before the other switches. Where that fails, which is false,
    /// values and choices are what they were.
    pub fn leap(
        &mut self,
        part: &mut Part<'a, f64>,
        budget: &mut Budget<'_>,
        rounds: &mut u64,
    ) -> bool {
        self.reply(self.sinks);
        let (values, policy) = (self.values.clone(), self.policy.clone());
        let mut gain = if self.place.gain > 0.0 { self.place.gain } else { self.extra() };
        let (mut least_ever, mut end) = (f64::INFINITY, TOGETHER);
        for round in 0..LEAPS {
            *rounds += 1;
            let enough = (gain * FAINT).max(8.0 * self.rounding());
            let strict = enough > gain * FAINT;
            let sweeps = SOLVING << (round / 2).min(3);
            if self.evaluate(part, enough, sweeps, budget).is_none() {
                break;
            }
            let least = (enough * 10.0).max(self.rounding() * INEXACT);
            let answered = self.switch(self.sinks, least);
            let together = round < end;
            let switched = match together || answered == 0.0 {
                true => self.switch(!self.sinks, least),
                false => 0.0,
            };
            gain = match answered.max(switched) {
                0.0 if !strict => gain / 1e4,
                0.0 if self.keep_off(part, budget).is_some() => return true,
                0.0 => break,
                gain => gain,
            };
            self.place.gain = gain;
            if gain < least_ever && together {
                (least_ever, end) = (gain, round + 1 + TOGETHER);
            }
            if together {
                (0..SPREAD).for_each(|_| _ = self.sweep(true, least));
                self.reply(self.sinks);
            }
            self.leave(part, budget.watch);
        }
        (self.values, self.policy) = (values, policy);
        false
    }

    /// Values under both sides' choices, from what is near to them, as exact as wanted or as so many
    /// sweeps make them. `None` where play stays in the component, or the budget ends.
    fn evaluate(
        &mut self,
        part: &mut Part<'a, f64>,
        enough: f64,
        sweeps: usize,
        budget: &mut Budget<'_>,
    ) -> Option<()> {
        self.tell(part);
        if !part.arrives() {
            part.make_arrive();
            let find =
                |(place, &node): (usize, &u32)| self.table.find(place, part.policy[node as usize]);
            self.policy = self.table.nodes.iter().enumerate().map(find).collect();
        }
        let ways = Ways::plain(part, false, &self.table.nodes)?;
        let gain = |node: usize| *part.gain(part.policy[node]);
        let exit = |t: u32| part.known[t as usize];
        let mut some = budget.part(sweeps * ways.price());
        let sums = ways.nearly(part, &self.values(part), &gain, &exit, enough, &mut some);
        budget.take_back(some);
        self.set(|node| sums[node]);
        self.keep_order(part);
        budget.pay(1).then_some(())
    }

    fn set(&mut self, value: impl Fn(usize) -> f64) {
        for (place, &node) in self.table.nodes.iter().enumerate() {
            self.values[place] = value(node as usize);
        }
    }

    /// Moves values a little to the side from which they come, so that no gain is feigned.
    fn keep_off(&mut self, part: &mut Part<'a, f64>, budget: &mut Budget<'_>) -> Option<()> {
        self.tell(part);
        let none = vec![0.0; part.open.len()];
        let ways = Ways::plain(part, false, &self.table.nodes)?;
        let steps = ways.counted(part, none, budget)?.steps;
        let by = self.rounding() * if self.sinks { CLEAR } else { -CLEAR };
        let values = self.values(part);
        self.set(|node| (values[node] + by * steps[node]).max(0.0));
        Some(())
    }

    /// One side switches where that gains more than `least`; the largest gain.
    fn switch(&mut self, max: bool, least: f64) -> f64 {
        let mut most = 0.0;
        for place in 0..self.table.len() {
            if self.table.is_max(place) == max {
                let present = self.table.worth(place, self.policy[place], 0.0, &mut self.values);
                let (value, at) = self.table.best(place, 0.0, &mut self.values);
                let gain = (value - present).abs();
                if gain > least {
                    self.policy[place] = at;
                    most = f64::max(most, gain);
                }
            }
        }
        most
    }

    /// As much as the dearest move, or as the dearest exit where no move collects anything.
    pub fn extra(&self) -> f64 {
        let most = self.table.most();
        let exits = || self.values[self.table.len()..].iter().copied().fold(0.0, f64::max);
        let most = if most > 0.0 { most } else { exits() };
        if most > 0.0 { most } else { 1.0 }
    }

    /// Sweeps until no full sweep moves a value by more than `still`, or until the budget ends.
    /// Returns by how much the last full sweep moved a value.
    pub fn improve(
        &mut self,
        part: &mut Part<'a, f64>,
        still: f64,
        budget: &mut Budget<'_>,
        rounds: &mut u64,
    ) -> f64 {
        loop {
            *rounds += 1;
            let moved = self.sweep(true, 0.0);
            if moved <= still || !budget.pay(self.table.branches()) {
                return moved;
            }
            for _ in 0..HELD {
                *rounds += u64::from(budget.pay(self.table.branches()));
                self.sweep(false, 0.0);
            }
            self.keep_order(part);
            self.leave(part, budget.watch);
        }
    }

    /// One sweep; in a full one the side that holds its choices may switch them for a gain of more
    /// than `least`.
    fn sweep(&mut self, full: bool, least: f64) -> f64 {
        let mut moved = 0.0;
        for place in 0..self.table.len() {
            let value = match self.table.is_max(place) == self.sinks {
                true => self.table.best(place, 0.0, &mut self.values).0,
                false if full => self.switched(place, least),
                false => self.table.worth(place, self.policy[place], 0.0, &mut self.values),
            };
            moved = f64::max(moved, (value - self.values[place]).abs());
            self.values[place] = value;
        }
        moved
    }

    /// The value of a node whose owner switches where that gains strictly.
    fn switched(&mut self, place: usize, least: f64) -> f64 {
        let present = self.table.worth(place, self.policy[place], 0.0, &mut self.values);
        let (value, at) = self.table.best(place, 0.0, &mut self.values);
        if (value - present).abs() <= (NOISE * present).max(least) {
            return present;
        }
        self.policy[place] = at;
        value
    }

    /// Both sides' choices go into the policy: those that one side holds, and the other's best
    /// replies to the values.
    pub fn answer(&mut self, part: &mut Part<'_, f64>) {
        self.reply(self.sinks);
        self.tell(part);
    }

    fn reply(&mut self, max: bool) {
        for place in 0..self.table.len() {
            if self.table.is_max(place) == max {
                self.policy[place] = self.table.best(place, 0.0, &mut self.values).1;
            }
        }
    }

    /// How far rounding alone may move a value.
    pub fn rounding(&self) -> f64 {
        let most = self.values[..self.table.len()].iter().copied().fold(0.0, f64::max);
        (most * ROUNDING).max(f64::MIN_POSITIVE)
    }

    /// For each node its value; 0 where it is not open.
    pub fn values(&self, part: &Part<'_, f64>) -> Vec<f64> {
        let mut values = vec![0.0; part.open.len()];
        for (&node, &value) in self.table.nodes.iter().zip(&self.values) {
            values[node as usize] = value;
        }
        values
    }
}

/// For each node in how many moves the component can be left at least.
fn moves_out(part: &Part<'_, f64>) -> Vec<u32> {
    let seed = |_, target| !part.is_open(target);
    let allowed = |_, choice| part.allowed(choice);
    by_predecessors(&part.local, &part.open, |_| false, allowed, seed).stage
}

/// The open nodes, those of lesser values first.
pub(super) fn in_order(part: &Part<'_, f64>, values: &[f64]) -> Vec<u32> {
    let mut nodes: Vec<u32> = part.nodes().map(|node| node as u32).collect();
    nodes.sort_by(|&a, &b| values[a as usize].total_cmp(&values[b as usize]));
    nodes
}
