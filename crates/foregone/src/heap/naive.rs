//! The oracle: values by the definition, for comparison with everything clever.

use foregone_core::heap::{Move, Rounding, Rule};
use std::collections::BTreeSet;

/// The heaps that each move on a heap of `n` leaves, empty ones left out.
pub fn options(rule: &Rule, n: usize) -> Vec<Vec<usize>> {
    rule.moves(n as u64).iter().flat_map(|m| results(m, n)).collect()
}

/// The nimbers of the heaps `0..len`, each the least number not among its options' nim-sums.
pub fn nimbers(rule: &Rule, len: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(len);
    for n in 0..len {
        let sums = options(rule, n).into_iter().map(|o| o.iter().fold(0, |s, &a| s ^ values[a]));
        let sums: BTreeSet<u32> = sums.collect();
        values.push((0..).find(|v| !sums.contains(v)).unwrap_or(u32::MAX));
    }
    values
}

fn results(m: &Move, n: usize) -> Vec<Vec<usize>> {
    let one = |left: usize| if left == 0 { Vec::new() } else { vec![left] };
    match *m {
        Move::Remove { take, leave } if n >= take as usize => (0..4)
            .filter(|j| leave & (1 << j) != 0)
            .flat_map(|j| partitions(n - take as usize, j))
            .collect(),
        Move::Remove { .. } => Vec::new(),
        Move::AtLeast { from } => (from as usize..=n).map(|k| one(n - k)).collect(),
        Move::UpToShare { share } => (1..=n / share as usize).map(|k| one(n - k)).collect(),
        Move::Divide { by, rounding } => {
            let d = by as usize;
            let left = if rounding == Rounding::Up { n.div_ceil(d) } else { n / d };
            let allowed = rounding != Rounding::Exact || left * d == n;
            if allowed && left < n { vec![one(left)] } else { Vec::new() }
        }
        Move::SplitEqual if n > 0 && n.is_multiple_of(2) => vec![vec![n / 2, n / 2]],
        Move::SplitEqual => Vec::new(),
        Move::SplitUnequal => partitions(n, 2).into_iter().filter(|p| p[0] != p[1]).collect(),
    }
}

/// The ways to write `total` as a sum of `parts` numbers of at least 1, in order.
fn partitions(total: usize, parts: usize) -> Vec<Vec<usize>> {
    match parts {
        0 if total == 0 => vec![Vec::new()],
        0 => Vec::new(),
        1 if total == 0 => Vec::new(),
        1 => vec![vec![total]],
        _ => {
            let mut found = Vec::new();
            for first in 1..=total / parts {
                for mut rest in partitions(total - first, parts - 1) {
                    if rest[0] >= first {
                        rest.insert(0, first);
                        found.push(rest);
                    }
                }
            }
            found
        }
    }
}
