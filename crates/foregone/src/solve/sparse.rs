//! Sparse elimination of `x = b + A x` in an order that keeps fill small: for components without a
//! good postorder, such as walks to near states.
//!
//! The unknown whose row and column are shortest goes first (Markowitz, Manag. Sci. 3, 1957).
//! Nothing is ever subtracted: a diagonal is the probability of leaving plus the other entries
//! (Grassmann, Taksar and Heyman, Oper. Res. 33, 1985).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::system::{Equations, Field};

/// Numbers after which it does.
const MOST_NUMBERS: usize = 1 << 25;

/// An eliminated system.
pub(super) struct Sparse<T> {
    /// In order of elimination.
    pivots: Vec<Pivot<T>>,
}

struct Pivot<T> {
    node: u32,
    diagonal: T,
    /// The rows it was added to, and by which factors.
    below: Vec<(u32, T)>,
    /// The entries that its row had left.
    beyond: Vec<(u32, T)>,
}

/// What is left of the system.
struct Rest<T> {
    /// For each node its entries beside the diagonal, in order of nodes; none once it is eliminated.
    rows: Vec<Vec<(u32, T)>>,
    leaving: Vec<T>,
    /// For each node the rows that may have an entry for it, some of them perhaps twice or no more.
    columns: Vec<Vec<u32>>,
    merged: Vec<(u32, T)>,
}

impl<T: Field> Sparse<T> {
    /// The system under the choices of `policy`. `None` where it is too large, or a known value is
    /// not reached from everywhere.
    pub fn new(equations: &Equations<T>, policy: &[u32]) -> Option<Self> {
        let mut rest = Rest::new(equations, policy);
        let cost = |rest: &Rest<T>, node: u32| {
            let node = node as usize;
            (rest.rows[node].len() as u64 + 1) * rest.columns[node].len() as u64
        };
        let nodes = equations.unknowns().map(|node| node as u32);
        let mut queue: BinaryHeap<_> =
            nodes.map(|node| Reverse((cost(&rest, node), node))).collect();
        let mut pivots = Vec::with_capacity(queue.len());
        let (mut work, mut numbers) = (0, 0);
        while let Some(Reverse((before, node))) = queue.pop() {
            let now = cost(&rest, node);
            if now > before {
                queue.push(Reverse((now, node)));
                continue;
            }
            let pivot = rest.eliminate(node, &mut work)?;
            numbers += pivot.below.len() + pivot.beyond.len();
            if work > equations.most_work || numbers > MOST_NUMBERS {
                return None;
            }
            pivots.push(pivot);
        }
        Some(Self { pivots })
    }

    /// The values of all unknowns, where `values` has what each has beside its terms.
    pub fn solve(&self, mut values: Vec<T>) -> Vec<T> {
        for pivot in &self.pivots {
            let value = values[pivot.node as usize].clone();
            for (row, factor) in &pivot.below {
                values[*row as usize].add_product(factor, &value);
            }
        }
        for pivot in self.pivots.iter().rev() {
            let mut value = values[pivot.node as usize].clone();
            for (node, entry) in &pivot.beyond {
                value.add_product(entry, &values[*node as usize]);
            }
            values[pivot.node as usize] = value.quotient(&pivot.diagonal);
        }
        values
    }
}

impl<T: Field> Rest<T> {
    fn new(equations: &Equations<T>, policy: &[u32]) -> Self {
        let mut rest = Self {
            rows: vec![Vec::new(); policy.len()],
            leaving: vec![T::zero(); policy.len()],
            columns: vec![Vec::new(); policy.len()],
            merged: Vec::new(),
        };
        for node in equations.unknowns() {
            let choice = policy[node];
            rest.leaving[node] = equations.leaving(choice).clone();
            let mut row: Vec<(u32, T)> = equations.terms(choice).to_vec();
            row.retain(|(to, _)| *to != node as u32);
            row.sort_by_key(|(to, _)| *to);
            // Nodes that were merged may be met by several branches.
            row.dedup_by(|later, before| {
                let same = later.0 == before.0;
                if same {
                    before.1.add(&later.1);
                }
                same
            });
            row.iter().for_each(|(to, _)| rest.columns[*to as usize].push(node as u32));
            rest.rows[node] = row;
        }
        rest
    }

    /// Takes an unknown out of all other rows; `None` where it leads nowhere.
    fn eliminate(&mut self, node: u32, work: &mut usize) -> Option<Pivot<T>> {
        let beyond = std::mem::take(&mut self.rows[node as usize]);
        let leaving = self.leaving[node as usize].clone();
        let mut diagonal = leaving.clone();
        beyond.iter().for_each(|(_, entry)| diagonal.add(entry));
        if diagonal.is_zero() {
            return None;
        }
        let mut below = Vec::new();
        for row in std::mem::take(&mut self.columns[node as usize]) {
            let entries = &self.rows[row as usize];
            let Ok(at) = entries.binary_search_by_key(&node, |(to, _)| *to) else { continue };
            let factor = entries[at].1.quotient(&diagonal);
            *work += entries.len() + beyond.len();
            self.add(row, at, &beyond, &factor);
            self.leaving[row as usize].add_product(&factor, &leaving);
            below.push((row, factor));
        }
        Some(Pivot { node, diagonal, below, beyond })
    }

    /// Adds `factor` times the entries `beyond` to a row, whose entry number `at` goes.
    fn add(&mut self, row: u32, at: usize, beyond: &[(u32, T)], factor: &T) {
        let mut old = std::mem::take(&mut self.rows[row as usize]);
        old.remove(at);
        self.merged.clear();
        let mut old = old.into_iter().peekable();
        for (to, entry) in beyond.iter().filter(|(to, _)| *to != row) {
            while let Some(before) = old.next_if(|(other, _)| other < to) {
                self.merged.push(before);
            }
            let mut sum = match old.next_if(|(other, _)| other == to) {
                Some((_, entry)) => entry,
                None => {
                    self.columns[*to as usize].push(row);
                    T::zero()
                }
            };
            sum.add_product(factor, entry);
            self.merged.push((*to, sum));
        }
        self.merged.extend(old);
        self.rows[row as usize] = self.merged.clone();
    }
}
