//! The oracle: all pairs of positional strategies, evaluated in fractions.
//!
//! It shares no code with the other methods, on purpose: no components, no elimination order, no
//! rounding. The value is the largest that some strategy of Max has against its worst reply.
//! Values of a pair come from fraction-free elimination (Bareiss, Math. Comp. 22, 1968) after the
//! states from which the pair never meets an end are given the value 0.

use std::borrow::Cow;

use dashu_int::{IBig, UBig};

use super::Options;
use crate::graph::Components;
use crate::solution::Effort;
use crate::{
    Arena, Bounds, ChoiceId, Intervals, NO_CHOICE, Objective, Rational, Solution, StateId, Watch,
};

/// Most pairs of strategies that are tried.
const MOST_PAIRS: u64 = 1 << 14;

/// Takes arenas whose strategies can be listed.
pub(super) fn accepts(arena: &Arena, objective: &Objective, _: &Options) -> Result<(), String> {
    if arena.unexplored() > 0 {
        return Err("it must be explored to the end".into());
    }
    let open = arena.ids().filter(|&state| !objective.is_ended(arena, state));
    let pairs = open
        .fold(1, |pairs: u64, state| pairs.saturating_mul(arena.choices_of(state).len() as u64));
    match pairs <= MOST_PAIRS {
        true => Ok(()),
        false => Err(format!("it has more than {MOST_PAIRS} pairs of strategies")),
    }
}

/// Exact values of every state.
pub(super) fn solve(
    arena: &Arena,
    objective: &Objective,
    _: &Components,
    _: &Options,
    _: &dyn Watch,
) -> Solution {
    let mut oracle = Oracle { arena, objective, pairs: 0 };
    let (strategy, values) = oracle.best();
    let rank = oracle.ranks(&strategy, &values);
    let entry = |(state, &choice): (StateId, &u32)| match objective.is_ended(arena, state) {
        true => NO_CHOICE,
        false => choice,
    };
    Solution {
        strategy: arena.ids().zip(&strategy).map(entry).collect(),
        rank,
        stopped: None,
        effort: Effort { rounds: oracle.pairs, ..Effort::default() },
        bounds: Bounds::Exact(Intervals { lower: values.clone(), upper: values }),
    }
}

struct Oracle<'a> {
    arena: &'a Arena,
    objective: &'a Objective,
    pairs: u64,
}

type Strategy = Vec<u32>;
type Values = Vec<Rational>;

impl Oracle<'_> {
    /// Max's best strategy with Min's best reply to it, and the values.
    fn best(&mut self) -> (Strategy, Values) {
        let mut max = vec![0; self.arena.states()];
        let mut best: Option<(Strategy, Values)> = None;
        loop {
            let worst = self.worst(&max);
            let better = best.as_ref().is_none_or(|(_, values)| at_least(&worst.1, values));
            if better {
                best = Some(worst);
            }
            if !self.next(&mut max, true) {
                return best.expect("there is a strategy");
            }
        }
    }

    /// Min's reply that is least at every state at once; there is one (Shapley 1953).
    fn worst(&mut self, max: &[u32]) -> (Strategy, Values) {
        let mut pair = max.to_vec();
        let mut worst: Option<(Strategy, Values)> = None;
        loop {
            let values = self.evaluate(&pair);
            if worst.as_ref().is_none_or(|(_, least)| at_least(least, &values)) {
                worst = Some((pair.clone(), values));
            }
            if !self.next(&mut pair, false) {
                return worst.expect("there is a reply");
            }
        }
    }

    /// The next strategy of one side, counting like an odometer; false after the last.
    fn next(&self, strategy: &mut [u32], max: bool) -> bool {
        for state in self.arena.ids() {
            let mine = self.objective.is_max(self.arena, state) == max;
            if !mine || self.objective.is_ended(self.arena, state) {
                continue;
            }
            let entry = &mut strategy[state.index()];
            *entry += 1;
            if (*entry as usize) < self.arena.choices_of(state).len() {
                return true;
            }
            *entry = 0;
        }
        false
    }

    fn branches(&self, state: StateId, choice: u32) -> Vec<(Rational, usize)> {
        let first = self.arena.choices_of(state).start;
        let choice = self.arena.choice(ChoiceId(first + choice));
        let targets = choice.targets.iter().enumerate();
        targets.map(|(i, &t)| (choice.distribution.probability(i), t as usize)).collect()
    }

    /// The chance-weighted payoff from every state under one pair of strategies.
    fn evaluate(&mut self, pair: &[u32]) -> Values {
        self.pairs += 1;
        let payoff = |state| self.objective.ending(self.arena, state).map(Cow::into_owned);
        let mut values: Vec<Option<Rational>> = self.arena.ids().map(payoff).collect();
        let mut meets: Vec<bool> = values.iter().map(Option::is_some).collect();
        let rows: Vec<Vec<(Rational, usize)>> = self
            .arena
            .ids()
            .map(|state| match values[state.index()] {
                Some(_) => Vec::new(),
                None => self.branches(state, pair[state.index()]),
            })
            .collect();
        while let Some(new) = (0..rows.len())
            .find(|&state| !meets[state] && rows[state].iter().any(|&(_, t)| meets[t]))
        {
            meets[new] = true;
        }
        for state in 0..rows.len() {
            if !meets[state] {
                values[state] = Some(Rational::ZERO);
            }
        }
        solve_open(&rows, values)
    }

    /// Ranks for Max's strategy against every reply, by rounds.
    fn ranks(&self, strategy: &[u32], values: &[Rational]) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let done = |state: StateId| {
            self.objective.is_ended(self.arena, state) || values[state.index()].is_zero()
        };
        let mut rank: Vec<u32> =
            self.arena.ids().map(|state| if done(state) { 0 } else { NONE }).collect();
        for round in 1.. {
            let ready = |state: &StateId| {
                let choices = match self.objective.is_max(self.arena, *state) {
                    true => strategy[state.index()]..strategy[state.index()] + 1,
                    false => 0..self.arena.choices_of(*state).len() as u32,
                };
                let nearer = |choice| {
                    let branches = self.branches(*state, choice);
                    branches.into_iter().any(|(_, t)| rank[t] < round)
                };
                rank[state.index()] == NONE && choices.into_iter().all(nearer)
            };
            let new: Vec<StateId> = self.arena.ids().filter(ready).collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|state| rank[state.index()] = round);
        }
        rank
    }
}

fn at_least(a: &[Rational], b: &[Rational]) -> bool {
    a.iter().zip(b).all(|(a, b)| a >= b)
}

/// Solves `x = sum p x` for the states without a value.
fn solve_open(rows: &[Vec<(Rational, usize)>], mut values: Vec<Option<Rational>>) -> Values {
    let open: Vec<usize> = (0..rows.len()).filter(|&state| values[state].is_none()).collect();
    let column = |t: usize| open.iter().position(|&state| state == t);
    let mut matrix: Vec<Vec<Rational>> = Vec::new();
    for (row, &state) in open.iter().enumerate() {
        let mut entries = vec![Rational::ZERO; open.len() + 1];
        entries[row] = Rational::ONE;
        for (p, t) in &rows[state] {
            match (column(*t), &values[*t]) {
                (Some(column), _) => entries[column] -= p,
                (None, Some(value)) => entries[open.len()] += p * value,
                (None, None) => unreachable!("a state without a value is open"),
            }
        }
        matrix.push(entries);
    }
    let integers = matrix.into_iter().map(whole).collect();
    for (&state, value) in open.iter().zip(bareiss(integers)) {
        values[state] = Some(value);
    }
    values.into_iter().map(|value| value.expect("every state has a value now")).collect()
}

/// A row of rationals times their common denominator.
fn whole(row: Vec<Rational>) -> Vec<IBig> {
    let denominator = row.iter().fold(UBig::ONE, |product, x| {
        let d = x.denominator();
        if (&product % d).is_zero() { product } else { product * d }
    });
    let times = |x: &Rational| x.numerator() * IBig::from(&denominator / x.denominator());
    row.iter().map(times).collect()
}

/// Solves a regular system, each row with its right side last.
fn bareiss(mut rows: Vec<Vec<IBig>>) -> Values {
    let size = rows.len();
    let mut previous = IBig::ONE;
    for pivot in 0..size {
        let found = (pivot..size).find(|&row| !rows[row][pivot].is_zero());
        rows.swap(pivot, found.expect("the system has one solution"));
        let pivot_row = rows[pivot].clone();
        for (at, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = row[pivot].clone();
            for (entry, other) in row.iter_mut().zip(&pivot_row) {
                let difference = &*entry * &pivot_row[pivot] - &factor * other;
                *entry = difference / &previous;
            }
            debug_assert!(row[pivot].is_zero(), "row {at}");
        }
        previous = pivot_row[pivot].clone();
    }
    let quotient = |(at, row): (usize, &Vec<IBig>)| {
        Rational::from_parts_signed(row[size].clone(), row[at].clone())
    };
    rows.iter().enumerate().map(quotient).collect()
}
