//! Nim-sequences, quickly.
//!
//! Splits by the sparse-space method (Berlekamp, Conway, Guy, Winning Ways, chapter 4;
//! Flammenkamp): nimbers fall into rare and common ones, by the parity of the bits they share
//! with a mask. Parity is additive under nim-addition, so a split into nimbers of a common sum
//! has exactly one rare part; trying the rare parts alone finds the least common nimber that is
//! no option, and few splits more show that every smaller rare one is an option. The mask that
//! makes the fewest heaps rare so far is read off a Walsh-Hadamard transform each time the
//! sequence has doubled. Three heaps at once (hexadecimal codes) go by sets of nimbers as bits.
//!
//! Invariant: `values` is the true sequence so far whatever the mask; the mask costs only time.
//! The sequence alone is the whole state: a computation is resumed from it.

mod bits;
mod plan;
mod sparse;

use foregone_core::heap::{Measure, Rule};
use plan::Plan;
use sparse::Sparse;

/// What trying a move that leaves one heap costs, a split costing 1.
const SINGLE: u64 = 8;

/// A nim-sequence as far as it has been computed.
#[derive(Clone, Debug)]
pub struct Sequence {
    plan: Plan,
    values: Vec<u32>,
    sparse: Sparse,
    /// The nim-sums of two heaps by their total, where three-heap moves need them.
    pairs: Vec<Vec<u64>>,
    seen: Vec<u32>,
    /// For moves that take any number: the first heap at which a nimber occurred.
    first: Vec<u32>,
    /// Nimbers below this have occurred among the heaps that such a move can leave.
    least: u32,
}

impl Sequence {
    /// The empty sequence of a rule.
    pub fn new(rule: &Rule) -> Sequence {
        Sequence::resume(rule, Vec::new())
    }

    /// Goes on from values computed before, which must be the first ones of this very rule.
    pub fn resume(rule: &Rule, values: Vec<u32>) -> Sequence {
        let plan = Plan::new(rule);
        let mut sequence = Sequence {
            plan,
            values: Vec::new(),
            sparse: Sparse::default(),
            pairs: Vec::new(),
            seen: vec![0; 64],
            first: Vec::new(),
            least: 0,
        };
        // No heap has so many options; such values are not this rule's.
        let possible = |(n, v): &(usize, u32)| (*v as usize) <= 64 * (n + 1);
        for (_, value) in values.into_iter().enumerate().take_while(possible) {
            sequence.push(value);
        }
        sequence
    }

    /// The values of the heaps 0, 1, 2, …
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The mask in use: see [`Claim::mask`](foregone_core::heap::Claim::mask).
    pub fn mask(&self) -> u32 {
        if self.sparse.dense(self.values.len()) { 0 } else { self.sparse.mask }
    }

    /// The number of moves tried so far: the work done, in a unit no machine changes.
    pub fn work(&self) -> u64 {
        self.sparse.work
    }

    /// The values alone.
    pub fn into_values(self) -> Vec<u32> {
        self.values
    }

    /// Computes the sequence up to `len` values.
    pub fn extend(&mut self, len: usize) {
        while self.values.len() < len {
            let value = self.next_value();
            self.push(value);
        }
    }

    fn push(&mut self, value: u32) {
        let n = self.values.len();
        self.values.push(value);
        if self.plan.splits {
            self.sparse.push(n, value, &self.values);
        }
        if self.plan.endless {
            let at = value as usize;
            if at >= self.first.len() {
                self.first.resize(2 * at + 1, u32::MAX);
            }
            self.first[at] = self.first[at].min(n as u32);
        }
        if self.plan.triples {
            self.pairs.push(bits::pair_sums(&self.values));
        }
        let room = (value as usize + 1).next_power_of_two();
        if room > self.seen.len() {
            self.seen.resize(room, 0);
        }
    }

    fn next_value(&mut self) -> u32 {
        let n = self.values.len();
        let now = n as u32 + 1;
        let class = self.plan.class(n);
        for left in class.singles(n) {
            self.sparse.work += SINGLE;
            self.seen[self.values[left] as usize] = now;
        }
        if class.equal && n > 0 && n.is_multiple_of(2) {
            self.seen[0] = now;
        }
        for total in class.triples.iter().filter_map(|k| n.checked_sub(*k)) {
            bits::mark_triples(&self.values, &self.pairs, total, &mut self.seen, now);
        }
        if let Some(limit) = class.from.and_then(|k| n.checked_sub(k)) {
            return self.mex_above(limit as u32, now);
        }
        let totals = class.pairs.iter().filter_map(|(k, u)| Some((n.checked_sub(*k)?, *u)));
        self.sparse.least_missing(&self.values, totals, &mut self.seen, now)
    }

    /// The least nimber neither marked nor found among the heaps `0..=limit`.
    fn mex_above(&mut self, limit: u32, now: u32) -> u32 {
        let class = self.plan.class(now as usize - 1);
        let (values, n) = (&self.values, now as usize - 1);
        for (total, unequal) in
            class.pairs.iter().filter_map(|(k, u)| Some((n.checked_sub(*k)?, *u)))
        {
            let last = if unequal { total.saturating_sub(1) / 2 } else { total / 2 };
            (1..=last).for_each(|a| self.seen[(values[a] ^ values[total - a]) as usize] = now);
        }
        let first = |v: u32| self.first.get(v as usize).copied().unwrap_or(u32::MAX);
        if self.plan.steady {
            while first(self.least) <= limit {
                self.least += 1;
            }
        }
        let marked = |v: u32| self.seen.get(v as usize) == Some(&now);
        (self.least..).find(|&v| first(v) > limit && !marked(v)).unwrap_or(u32::MAX)
    }
}

/// The first `len` outcomes in misère play (1: won for the mover), of a rule without splits.
pub fn misere_outcomes(rule: &Rule, len: usize) -> Vec<u32> {
    let plan = Plan::new(rule);
    let mut values: Vec<u32> = Vec::with_capacity(len);
    for n in 0..len {
        let class = plan.class(n);
        let rest = class.from.and_then(|k| n.checked_sub(k)).map_or(0..0, |last| 0..last + 1);
        let mut options = class.singles(n).chain(rest).peekable();
        let won = options.peek().is_none() || options.any(|left| values[left] == 0);
        values.push(u32::from(won));
    }
    values
}

/// Nimbers as another measure has them: a heap is won unless its nimber is 0.
pub fn as_measure(measure: Measure, nimbers: &[u32]) -> Vec<u32> {
    match measure {
        Measure::Nimber => nimbers.to_vec(),
        Measure::Outcome | Measure::MisereOutcome => nimbers.iter().map(|&v| v.min(1)).collect(),
    }
}
