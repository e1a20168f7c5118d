//! The least nimber that no split has, by rare and common nimbers.

/// The rare heaps and how they are told from the common ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Sparse {
    /// A nimber is rare if it shares an even number of bits with this. 0: all are.
    pub mask: u32,
    /// The rare heaps of at least 1, and their nimbers.
    rares: Vec<(u32, u32)>,
    /// When the mask is chosen next.
    next: usize,
    /// Moves tried.
    pub work: u64,
}

fn rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

impl Sparse {
    /// Takes note of the value of heap `n`, the last of `values`.
    pub fn push(&mut self, n: usize, value: u32, values: &[u32]) {
        if n >= self.next {
            self.next = 2 * n.max(32);
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
        let mut open = (0..bound).filter(|&v| free(v, seen)).count();
        for (total, unequal) in totals {
            for a in 1..=smaller_parts(total, unequal) {
                if open == 0 {
                    return bound;
                }
                self.work += 1;
                let sum = values[a] ^ values[total - a];
                if seen[sum as usize] != now {
                    seen[sum as usize] = now;
                    open -= usize::from(sum < bound);
                }
            }
        }
        (0..=bound).find(|&v| free(v, seen)).unwrap_or(bound)
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
