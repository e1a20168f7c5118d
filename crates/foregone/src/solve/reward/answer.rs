//! One side's best answer to the other's choices, and strategy iteration on top of it.
//!
//! The side that answers has its end components without rewards collapsed. Where missing the target
//! costs infinity, Min's choices are fixed, from a strategy that comes to the target with
//! probability 1, and Max answers: a strict improvement keeps Min's strategy such (Patek and
//! Bertsekas, SIAM J. Control Optim. 37, 1999). Where it costs nothing, Max's are fixed and Min
//! answers; the nodes where Min can keep all rewards away are found anew by graph each time.

use super::collapse::Collapsed;
use super::part::Part;
use super::sweep::{self, Budget, Earlier, Pair, Swept};
use crate::judge::reward::Missed;
use crate::solve::attract::NEVER;
use crate::solve::elimination::Elimination;
use crate::solve::kept::Plain;
use crate::solve::policy::best;
use crate::solve::system::{Equations, Field, KNOWN};
use crate::{Rational, Watch};

/// Products for each node that sparse elimination may cost where it is to be cheap.
const FRUGAL: usize = 64;
/// Rounds before a loop ends with what it has.
const ROUNDS: u64 = 500;

/// The numbers in which strategies are compared.
pub(in crate::solve) trait Money: Field + Plain + Sync {
    /// What the numbers are called where a run is kept.
    const KIND: u8;

    fn of(reward: &Rational) -> Self;
    /// True where `a` is more than `b` by more than what rounding can feign.
    fn exceeds(a: &Self, b: &Self) -> bool;
    /// The ways on from values that were swept before.
    fn counted(_part: &Part<'_, Self>, _values: &[f64], _watch: &dyn Watch) -> Option<Pair> {
        None
    }

    /// True where values can be had by sweeps.
    const SWEEPS: bool = false;

    /// Values of a component by sweeps, where the numbers allow that; `soon` or not at all.
    fn sweep(
        _part: &mut Part<'_, Self>,
        _width: f64,
        _soon: bool,
        _watch: &dyn Watch,
        _rounds: &mut u64,
    ) -> Option<(Vec<Self>, Swept)> {
        None
    }
}

impl Money for f64 {
    const KIND: u8 = 0;

    fn of(reward: &Rational) -> Self {
        reward.to_f64().value()
    }

    fn exceeds(a: &Self, b: &Self) -> bool {
        *a > *b + (a.abs() + b.abs()) * 1e-13 + 1e-300
    }

    const SWEEPS: bool = true;

    fn counted(part: &Part<'_, Self>, values: &[f64], watch: &dyn Watch) -> Option<Pair> {
        Pair::of(part, values, false, None, &mut Budget::half(watch))
    }

    fn sweep(
        part: &mut Part<'_, Self>,
        width: f64,
        soon: bool,
        watch: &dyn Watch,
        rounds: &mut u64,
    ) -> Option<(Vec<Self>, Swept)> {
        let earlier = watch.left().and_then(|bytes| Earlier::read(part, &bytes));
        let swept = sweep::solve(part, Some(width), soon, earlier, watch, rounds)?;
        Some((swept.values.clone(), swept))
    }
}

impl Money for Rational {
    const KIND: u8 = 1;

    fn of(reward: &Rational) -> Self {
        reward.clone()
    }

    fn exceeds(a: &Self, b: &Self) -> bool {
        a > b
    }
}

/// A system under fixed choices.
pub(super) struct System<'a, T> {
    equations: &'a Equations<T>,
    choice: &'a [u32],
    extra: &'a dyn Fn(u32) -> T,
}

impl<T: Money> System<'_, T> {
    fn solve(&self) -> Option<Vec<T>> {
        let system = Elimination::new(self.equations, self.choice)?;
        Some(system.solve(self.equations, self.choice, |node| {
            let mut constant = self.equations.constant(self.choice[node]).clone();
            constant.add(&(self.extra)(self.choice[node]));
            constant
        }))
    }
}

/// The answer of one side.
pub(super) struct Answer<T> {
    /// For each node its value; 0 where it is no unknown.
    pub values: Vec<T>,
    /// For each node the choice that was taken in the end.
    pub choice: Vec<u32>,
}

impl<T: Money> Part<'_, T> {
    /// Strategy iteration: leaves both sides' choices in the policy. `None` where it fails.
    pub(super) fn improve(&mut self, rounds: &mut u64) -> Option<Vec<T>> {
        let max_answers = self.missed == Missed::Infinite;
        for _ in 0..ROUNDS {
            let answer = self.answer(max_answers, &T::zero(), rounds)?;
            let values = answer.values;
            for node in self.nodes().collect::<Vec<_>>() {
                if self.is_max(node) == max_answers {
                    self.policy[node] = answer.choice[node];
                }
            }
            let switches = self.switches(&values, max_answers);
            if switches.is_empty() {
                return Some(values);
            }
            switches.into_iter().for_each(|(node, choice)| self.policy[node] = choice);
        }
        None
    }

    /// Where the side that does not answer gains strictly, and by which choice.
    fn switches(&self, values: &[T], max_answers: bool) -> Vec<(usize, u32)> {
        let worth = self.worth(values);
        let mut switches = Vec::new();
        for node in self.nodes().filter(|&node| self.is_max(node) != max_answers) {
            let better = |a: &T, b: &T| match max_answers {
                true => T::exceeds(b, a),
                false => T::exceeds(a, b),
            };
            let choice = best(self.policy[node], self.choices(node), &worth, better).1;
            if choice != self.policy[node] {
                switches.push((node, choice));
            }
        }
        switches
    }

    /// What a choice is worth where the open nodes have these values.
    pub(super) fn worth<'b>(&'b self, values: &'b [T]) -> impl Fn(u32) -> T + use<'b, T> {
        |choice| {
            let mut sum = self.gain(choice).clone();
            let branches = self.local.choice(choice);
            for (i, &t) in branches.targets.iter().enumerate() {
                let value = match self.local.node(t) {
                    Some(node) if self.open[node] => &values[node],
                    _ => &self.known[t as usize],
                };
                sum.add_product(&T::probability(&branches.distribution, i), value);
            }
            sum
        }
    }

    /// The best that one side can do while the other keeps to the policy, each move costing `cost`
    /// beside. `None` where a system has no solution.
    pub(super) fn answer(
        &mut self,
        max_answers: bool,
        cost: &T,
        rounds: &mut u64,
    ) -> Option<Answer<T>> {
        let mut rep = self.reps();
        if !max_answers && self.missed == Missed::Collected {
            let hopeful = self.hopeful();
            for (rep, &stage) in rep.iter_mut().zip(&hopeful.stage) {
                if stage == NEVER {
                    *rep = KNOWN;
                }
            }
            if !self.make_proper(&rep) {
                return None;
            }
        }
        let mut collapsed = Collapsed::of(self, rep, max_answers);
        let mut choice = self.first(&mut collapsed, max_answers);
        // An unknown that became known without a way out is worth 0.
        let mut equations = Equations::new(&self.local, collapsed.rep.clone());
        if self.frugal {
            equations.most_work = FRUGAL * self.open.len();
        }
        equations.bind(|t| {
            let hopeless = self.local.node(t).is_some_and(|node| self.open[node]);
            if hopeless { T::zero() } else { self.known[t as usize].clone() }
        });
        let extra = |choice: u32| {
            let mut sum = self.gain(choice).clone();
            sum.add_product(&T::one(), cost);
            sum
        };
        let values = loop {
            *rounds += 1;
            let system = System { equations: &equations, choice: &choice, extra: &extra };
            let values = system.solve()?;
            if !self.reply(&collapsed, &equations, &values, &extra, &mut choice, max_answers)
                || *rounds > 1_000_000
            {
                break values;
            }
        };
        let value = |&rep: &u32| match rep {
            KNOWN => T::zero(),
            rep => values[rep as usize].clone(),
        };
        Some(Answer { values: collapsed.rep.iter().map(value).collect(), choice })
    }

    /// First choices of all unknowns, by which all of them are left.
    fn first(&self, collapsed: &mut Collapsed, max_answers: bool) -> Vec<u32> {
        let mut choice = self.policy.clone();
        if collapsed.merged.is_empty() {
            return choice;
        }
        let stage = self.under_policy(&self.reps()).stage;
        let merged = std::mem::take(&mut collapsed.merged);
        for (name, members) in merged {
            let leaving = |&member: &u32| {
                let node = member as usize;
                let now = self.policy[node];
                let free = self.is_max(node) == max_answers;
                (free && collapsed.leaves(self, name, now)).then_some((stage[node], now))
            };
            let now = members.iter().filter_map(leaving).min().map(|(_, choice)| choice);
            let any = || self.ways_out(collapsed, name, &members, max_answers).next();
            match now.or_else(any) {
                Some(way) => {
                    choice[name as usize] = way;
                    collapsed.merged.push((name, members));
                }
                None => {
                    members.iter().for_each(|&member| collapsed.rep[member as usize] = KNOWN);
                }
            }
        }
        choice
    }

    /// The choices by which the side that answers can leave an end component.
    pub(super) fn ways_out<'b>(
        &'b self,
        collapsed: &'b Collapsed,
        name: u32,
        members: &'b [u32],
        max_answers: bool,
    ) -> impl Iterator<Item = u32> + 'b {
        let free = members.iter().map(|&member| member as usize);
        let free = free.filter(move |&node| self.is_max(node) == max_answers);
        let all = free.flat_map(|node| self.choices(node));
        all.filter(move |&choice| collapsed.leaves(self, name, choice))
    }

    /// Switches where that is strictly better for the side that answers; true if anything was.
    fn reply(
        &self,
        collapsed: &Collapsed,
        equations: &Equations<T>,
        values: &[T],
        extra: &dyn Fn(u32) -> T,
        choice: &mut [u32],
        max_answers: bool,
    ) -> bool {
        let worth = |choice: u32| {
            let mut value = extra(choice);
            value.add_product(&T::one(), &equations.mean(values, choice));
            value
        };
        let better = |a: &T, b: &T| match max_answers {
            true => T::exceeds(a, b),
            false => T::exceeds(b, a),
        };
        let mut merged = vec![false; choice.len()];
        let mut switched = false;
        for (name, members) in &collapsed.merged {
            members.iter().for_each(|&member| merged[member as usize] = true);
            let present = choice[*name as usize];
            let all = self.ways_out(collapsed, *name, members, max_answers);
            choice[*name as usize] = best(present, all, worth, better).1;
            switched |= choice[*name as usize] != present;
        }
        for node in equations.unknowns().filter(|&node| !merged[node]) {
            if self.is_max(node) == max_answers {
                let present = choice[node];
                choice[node] = best(present, self.choices(node), worth, better).1;
                switched |= choice[node] != present;
            }
        }
        switched
    }
}
