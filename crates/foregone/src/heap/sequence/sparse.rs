//! The least nimber that no split has, by rare and common nimbers.

use std::ops::Range;

/// The rare heaps and how they are told from the common ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Sparse {
    /// A nimber is rare if it shares an even number of bits with this. 0: all are.
    pub mask: u32,
    /// The rare heaps of at least 1, and their nimbers.
    rares: Vec<(u32, u32)>,
    /// When the mask is chosen next.
    next: usize,
    /// For each nimber the heaps that had it last, and at most as many more.
    recent: Vec<Vec<u32>>,
    /// The nimbers that occur most.
    common: Vec<u32>,
    /// Moves tried.
    pub work: u64,
}

/// The values below `bound` that are not known to be options.
struct Open {
    bound: u32,
    count: usize,
}

/// Splits tried before options are looked for one by one.
const FEW: usize = 256;
/// Heaps remembered for each nimber.
const RECENT: usize = 64;
/// Nimbers that are called common.
const COMMON: usize = 16;

fn rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

impl Sparse {
    /// Takes note of the value of heap `n`, the last of `values`.
    pub fn push(&mut self, n: usize, value: u32, values: &[u32]) {
        self.remember(n, value);
        if n >= self.next {
            self.next = 2 * n.max(32);
            self.common = commonest(&values[1..]);
            let best = best_mask(&values[1..]);
            if best != self.mask {
                self.mask = best;
                self.rares.clear();
                let all = values.iter().enumerate().skip(1);
                self.rares
                    .extend(all.filter(|(_, v)| rare(**v, best)).map(|(i, v)| (i as u32, *v)));
                return;
            }
        }
        if n > 0 && rare(value, self.mask) {
            self.rares.push((n as u32, value));
        }
    }

    fn remember(&mut self, n: usize, value: u32) {
        let at = value as usize;
        if at >= self.recent.len() {
            self.recent.resize(at + 1, Vec::new());
        }
        let heaps = &mut self.recent[at];
        if heaps.len() == 2 * RECENT {
            heaps.drain(..RECENT);
        }
        heaps.push(n as u32);
    }

    /// The least value that is neither marked `now` in `seen` nor the nim-sum of two heaps whose
    /// sizes add up to one of `totals` (which says also whether they must differ).
    pub fn least_missing(
        &mut self,
        values: &[u32],
        totals: impl Iterator<Item = (usize, bool)> + Clone,
        seen: &mut [u32],
        now: u32,
    ) -> u32 {
        let free = |v: u32, seen: &[u32]| seen.get(v as usize) != Some(&now);
        if self.dense(values.len()) {
            totals.for_each(|(total, unequal)| self.mark_all(values, total, unequal, seen, now));
            return (0..).find(|&v| free(v, seen)).unwrap_or(u32::MAX);
        }
        self.mark_rare(values, totals.clone(), seen, now);
        let is_common_free = |v: &u32| !rare(*v, self.mask) && free(*v, seen);
        let bound = (0..).find(is_common_free).unwrap_or(u32::MAX);
        let count = (0..bound).filter(|&v| free(v, seen)).count();
        let mut open = Open { bound, count };
        // A few splits show most of the rare options, a search for each the others; what is left
        // then takes all splits, and as a rule is the value.
        self.try_splits(values, totals.clone(), 1..FEW, (&mut *seen, now), &mut open);
        for v in 0..bound {
            if open.count > 0 && free(v, seen) && self.is_sum(values, totals.clone(), v) {
                seen[v as usize] = now;
                open.count -= 1;
            }
        }
        self.try_splits(values, totals, FEW..usize::MAX, (&mut *seen, now), &mut open);
        (0..=bound).find(|&v| free(v, seen)).unwrap_or(bound)
    }

    /// Marks the nim-sums of splits whose smaller part is in `parts`, until nothing is open.
    fn try_splits(
        &mut self,
        values: &[u32],
        totals: impl Iterator<Item = (usize, bool)>,
        parts: Range<usize>,
        (seen, now): (&mut [u32], u32),
        open: &mut Open,
    ) {
        for (total, unequal) in totals {
            for a in parts.start..parts.end.min(smaller_parts(total, unequal) + 1) {
                if open.count == 0 {
                    return;
                }
                self.work += 1;
                let sum = values[a] ^ values[total - a];
                if seen[sum as usize] != now {
                    seen[sum as usize] = now;
                    open.count -= usize::from(sum < open.bound);
                }
            }
        }
    }

    /// Whether a split into a common nimber and what makes it `wanted` is found soon.
    fn is_sum(
        &mut self,
        values: &[u32],
        mut totals: impl Iterator<Item = (usize, bool)>,
        wanted: u32,
    ) -> bool {
        let Self { recent, common, work, .. } = self;
        totals.any(|(total, unequal)| {
            common.iter().any(|&nimber| {
                let heaps = recent.get((wanted ^ nimber) as usize).map_or(&[][..], |all| all);
                heaps.iter().rev().map(|&a| a as usize).filter(|&a| 0 < a && a < total).any(|a| {
                    *work += 1;
                    values[total - a] == nimber && !(unequal && 2 * a == total)
                })
            })
        })
    }

    /// Whether so many heaps are rare that trying every split costs less.
    pub fn dense(&self, len: usize) -> bool {
        self.mask == 0 || 16 * self.rares.len() > len
    }

    /// Marks the nim-sums of splits with a rare part.
    fn mark_rare(
        &mut self,
        values: &[u32],
        totals: impl Iterator<Item = (usize, bool)>,
        seen: &mut [u32],
        now: u32,
    ) {
        for (total, unequal) in totals {
            let below = self.rares.partition_point(|&(r, _)| (r as usize) < total);
            self.work += below as u64;
            for &(r, value) in &self.rares[..below] {
                let r = r as usize;
                if !(unequal && 2 * r == total) {
                    seen[(value ^ values[total - r]) as usize] = now;
                }
            }
        }
    }

    /// Marks the nim-sums of all splits.
    fn mark_all(
        &mut self,
        values: &[u32],
        total: usize,
        unequal: bool,
        seen: &mut [u32],
        now: u32,
    ) {
        let last = smaller_parts(total, unequal);
        if last == 0 {
            return;
        }
        self.work += last as u64;
        let (low, high) = (&values[1..=last], &values[total - last..total]);
        for (a, b) in low.iter().zip(high.iter().rev()) {
            seen[(a ^ b) as usize] = now;
        }
    }
}

/// The largest smaller part of a split.
fn smaller_parts(total: usize, unequal: bool) -> usize {
    if unequal { total.saturating_sub(1) / 2 } else { total / 2 }
}

/// The nimbers that occur most, the commonest first.
fn commonest(values: &[u32]) -> Vec<u32> {
    let top = values.iter().copied().max().unwrap_or(0) as usize;
    let mut counts = vec![0_usize; top + 1];
    values.iter().for_each(|&v| counts[v as usize] += 1);
    let mut all: Vec<u32> = (0..=top as u32).collect();
    all.sort_by_key(|&v| std::cmp::Reverse(counts[v as usize]));
    all.truncate(COMMON);
    all
}

/// The mask under which the fewest of `values` are rare; 0 where there are none.
fn best_mask(values: &[u32]) -> u32 {
    let top = values.iter().copied().max().unwrap_or(0) as usize;
    let mut counts = vec![0i64; (top + 1).next_power_of_two()];
    values.iter().for_each(|&v| counts[v as usize] += 1);
    walsh_hadamard(&mut counts);
    // counts[m] is now the number of rare values under the mask m less that of common ones.
    let best = (0..counts.len()).min_by_key(|&m| counts[m]).unwrap_or(0);
    best as u32
}

fn walsh_hadamard(data: &mut [i64]) {
    let mut width = 1;
    while width < data.len() {
        for block in data.chunks_exact_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
}
