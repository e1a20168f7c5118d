//! The comparison of a claimed table with the rule, heap by heap.
//!
//! Splits are checked by parity (after Flammenkamp): the parity of the bits a nimber shares
//! with the mask is additive under nim-addition, so an option of odd parity has exactly one part
//! of even parity, and only those rare parts need be visited. That the smaller values are options
//! takes one split for each: a few splits show most, and for the others heaps are tried that had
//! the fitting value lately, beside one with a common value. Only splits that exist mark anything.

use super::Refusal;
use std::cmp::Reverse;
use std::ops::Range;

use crate::heap::{Claim, Measure, Move, Rounding};

/// Splits tried before values are looked for one by one.
const FEW: usize = 256;
/// Heaps remembered for each value.
const RECENT: usize = 64;
/// Values that are called common.
const COMMON: usize = 16;

/// The comparison of the table with the rule.
pub(super) struct Table<'a> {
    claim: &'a Claim,
    rares: Vec<usize>,
    seen: Vec<usize>,
    top: u32,
    now: usize,
    /// The value under check, and how many smaller ones have not been seen.
    value: usize,
    missing: usize,
    /// For each value how often it occurred, and the heaps that had it last.
    heaps: Vec<(usize, Vec<usize>)>,
    common: Vec<u32>,
}

impl<'a> Table<'a> {
    pub(super) fn new(claim: &'a Claim) -> Self {
        let (rares, seen, heaps, common) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Table { claim, rares, seen, top: 0, now: 0, value: 0, missing: 0, heaps, common }
    }

    pub(super) fn check(mut self) -> Result<(), Refusal> {
        for n in 0..self.claim.values.len() {
            let claimed = self.claim.values[n];
            // Options lie below the power of two above all smaller heaps' values.
            let room = (self.top as usize + 1).next_power_of_two();
            self.seen.resize(self.seen.len().max(room + 1), 0);
            if claimed as usize > room || !self.holds(n) {
                return Err(Refusal::Value { heap: n as u64, claimed });
            }
            self.top = self.top.max(claimed);
            if n > 0 && self.even(claimed) {
                self.rares.push(n);
            }
            self.remember(n, claimed as usize);
        }
        Ok(())
    }

    fn remember(&mut self, n: usize, value: usize) {
        if value >= self.heaps.len() {
            self.heaps.resize(value + 1, (0, Vec::new()));
        }
        let (count, recent) = &mut self.heaps[value];
        *count += 1;
        if recent.len() == 2 * RECENT {
            recent.drain(..RECENT);
        }
        recent.push(n);
        if n.is_power_of_two() {
            self.common = (0..self.heaps.len() as u32).collect();
            self.common.sort_by_key(|&v| Reverse(self.heaps[v as usize].0));
            self.common.truncate(COMMON);
        }
    }

    fn even(&self, value: u32) -> bool {
        (value & self.claim.mask).count_ones().is_multiple_of(2)
    }

    fn holds(&mut self, n: usize) -> bool {
        self.now = n + 1;
        self.value = self.claim.values[n] as usize;
        self.missing = self.value;
        let moves = self.claim.rule.moves(n as u64);
        let any = self.singles(n, moves);
        match self.claim.measure {
            Measure::Nimber => {
                self.splits(n, moves);
                self.missing == 0 && !self.has_seen(self.value)
            }
            Measure::Outcome => self.value == usize::from(self.has_seen(0)),
            Measure::MisereOutcome => self.value == usize::from(!any || self.has_seen(0)),
        }
    }

    fn has_seen(&self, value: usize) -> bool {
        self.seen[value] == self.now
    }

    #[inline]
    fn mark(&mut self, value: u32) {
        let slot = &mut self.seen[value as usize];
        if *slot != self.now {
            *slot = self.now;
            self.missing -= usize::from((value as usize) < self.value);
        }
    }

    /// Marks what moves that leave at most one heap lead to; whether there are any.
    fn singles(&mut self, n: usize, moves: &[Move]) -> bool {
        let claim = self.claim;
        let mut any = false;
        for left in moves.iter().flat_map(|m| single(m, n)) {
            any = true;
            self.mark(claim.values[left]);
        }
        any
    }

    /// Marks what splits lead to: all values of odd parity, and those of even parity until
    /// nothing more can change the verdict.
    fn splits(&mut self, n: usize, moves: &[Move]) {
        let values = &self.claim.values;
        // Without a hint all parts are rare, and the scan of all splits below is enough.
        let hinted = self.claim.mask != 0;
        for (total, unequal) in moves.iter().filter_map(|m| pair(m, n)).filter(|_| hinted) {
            for i in 0..self.rares.partition_point(|&r| r < total) {
                let a = self.rares[i];
                if !(unequal && 2 * a == total) {
                    self.mark(values[a] ^ values[total - a]);
                }
            }
        }
        for m in moves {
            match *m {
                Move::SplitEqual if n >= 2 && n.is_multiple_of(2) => self.mark(0),
                Move::Remove { take, leave } if leave & 8 != 0 && n >= take as usize => {
                    self.triples(n - take as usize);
                }
                _ => {}
            }
        }
        self.scan(n, moves, 1..FEW);
        for wanted in 0..self.value {
            let missing = self.missing > 0 && !self.has_seen(wanted);
            if missing && moves.iter().filter_map(|m| pair(m, n)).any(|p| self.finds(p, wanted)) {
                self.mark(wanted as u32);
            }
        }
        self.scan(n, moves, FEW..usize::MAX);
    }

    /// Marks what splits lead to whose smaller part is in `parts`.
    fn scan(&mut self, n: usize, moves: &[Move], parts: Range<usize>) {
        let values = &self.claim.values;
        let whole = self.even(values[n]);
        for (total, unequal) in moves.iter().filter_map(|m| pair(m, n)) {
            for a in parts.start..parts.end.min(total / 2 + 1) {
                if self.missing == 0 && !whole {
                    return;
                }
                if !(unequal && 2 * a == total) {
                    self.mark(values[a] ^ values[total - a]);
                }
            }
        }
    }

    /// Whether a split into a common value and what makes it `wanted` is found soon.
    fn finds(&self, (total, unequal): (usize, bool), wanted: usize) -> bool {
        self.common.iter().any(|&value| {
            let fitting = self.heaps.get(wanted ^ value as usize);
            let mut recent = fitting.into_iter().flat_map(|(_, recent)| recent.iter().rev());
            recent.any(|&a| {
                let exists = 0 < a && a < total && !(unequal && 2 * a == total);
                exists && self.claim.values[total - a] == value
            })
        })
    }

    fn triples(&mut self, total: usize) {
        let values = &self.claim.values;
        for a in 1..=total / 3 {
            for b in a..=(total - a) / 2 {
                self.mark(values[a] ^ values[b] ^ values[total - a - b]);
            }
        }
    }
}

/// The heaps (0: none) that one move may leave alone.
fn single(m: &Move, n: usize) -> Range<usize> {
    match *m {
        Move::Remove { take, leave } => {
            let k = take as usize;
            let wanted = if n == k { 1 } else { 2 };
            if n >= k && leave & wanted != 0 { n - k..n - k + 1 } else { 0..0 }
        }
        Move::AtLeast { from } => 0..(n + 1).saturating_sub(from as usize),
        Move::UpToShare { share } => n - n / share as usize..n,
        Move::Divide { by, rounding } => {
            let (quotient, rest) = (n / by as usize, n % by as usize);
            let left = quotient + usize::from(rounding == Rounding::Up && rest > 0);
            let even = rounding != Rounding::Exact || rest == 0;
            if even && left < n { left..left + 1 } else { 0..0 }
        }
        Move::SplitEqual | Move::SplitUnequal => 0..0,
    }
}

/// The sum of two heaps that one move may leave, and whether they must differ.
fn pair(m: &Move, n: usize) -> Option<(usize, bool)> {
    match *m {
        Move::Remove { take, leave } if leave & 4 != 0 && n >= take as usize => {
            Some((n - take as usize, false))
        }
        Move::SplitUnequal => Some((n, true)),
        _ => None,
    }
}
