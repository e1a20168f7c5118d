//! Linear systems of a component under fixed choices: `x = b + A x`.
//!
//! States are eliminated in postorder, so that a value depends only on the targets of back edges
//! (the *feedback* nodes); those few are eliminated densely. Nothing is ever subtracted: the
//! diagonal is the probability of leaving plus the other entries (Grassmann, Taksar and Heyman,
//! Oper. Res. 33, 1985), so the result is accurate to a small relative error even where a cycle is
//! left with probability `2^-60`.

use super::local::Local;
use crate::arena::Choice;
use crate::{Distribution, Rational};

/// Numbers in which a system is solved.
pub(super) trait Field: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    fn probability(distribution: &Distribution<'_>, branch: usize) -> Self;
    fn add_product(&mut self, a: &Self, b: &Self);
    fn quotient(&self, divisor: &Self) -> Self;
}

impl Field for f64 {
    fn zero() -> Self {
        0.0
    }

    fn one() -> Self {
        1.0
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    #[inline]
    fn probability(distribution: &Distribution<'_>, branch: usize) -> Self {
        distribution.floats[branch]
    }

    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }

    fn quotient(&self, divisor: &Self) -> Self {
        self / divisor
    }
}

impl Field for Rational {
    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        Self::ONE
    }

    fn is_zero(&self) -> bool {
        Self::is_zero(self)
    }

    fn probability(distribution: &Distribution<'_>, branch: usize) -> Self {
        distribution.probability(branch)
    }

    fn add_product(&mut self, a: &Self, b: &Self) {
        if !a.is_zero() && !b.is_zero() {
            *self += a * b;
        }
    }

    fn quotient(&self, divisor: &Self) -> Self {
        self / divisor
    }
}

/// A node that takes no part: its value is known, like an exit's.
pub(super) const KNOWN: u32 = u32::MAX;

/// A component in which every unknown has one choice.
///
/// Nodes may be merged: `rep` gives for each node the one that stands for it, or [`KNOWN`]; a node
/// is an unknown where it stands for itself. From every unknown a known value must be reached with
/// positive probability.
pub(super) struct System<'a> {
    pub local: Local<'a>,
    pub rep: &'a [u32],
    /// For each unknown its choice.
    pub policy: &'a [u32],
}

/// A system with more numbers than this is left to sweeps.
const MOST_NUMBERS: usize = 1 << 22;
/// A system with more feedback nodes than this is left to sweeps.
const MOST_FEEDBACK: usize = 1 << 10;

impl<'a> System<'a> {
    /// The unknowns in order.
    pub fn unknowns(&self) -> impl Iterator<Item = usize> + use<'a> {
        let rep = self.rep;
        (0..rep.len()).filter(move |&node| rep[node] == node as u32)
    }

    #[inline]
    pub fn choice(&self, node: usize) -> Choice<'a> {
        self.local.choice(self.policy[node])
    }

    /// The unknown that stands for a state, or `None` where its value is known.
    #[inline]
    pub fn unknown(&self, state: u32) -> Option<usize> {
        let node = self.local.node(state)?;
        let rep = self.rep[node];
        (rep != KNOWN).then_some(rep as usize)
    }

    /// For each node the column of a feedback node, or [`KNOWN`]; and how many there are.
    fn feedback(&self) -> (Vec<u32>, usize) {
        let mut column = vec![KNOWN; self.rep.len()];
        let mut count = 0;
        for node in self.unknowns() {
            for to in self.choice(node).targets.iter().filter_map(|&t| self.unknown(t)) {
                if to >= node && column[to] == KNOWN {
                    column[to] = count;
                    count += 1;
                }
            }
        }
        (column, count as usize)
    }

    /// Solves `x = b + A x`, `b` having one entry for each node. `None` where the system is too
    /// large for elimination or some unknown never meets a known value.
    pub fn solve<T: Field>(&self, b: &[T]) -> Option<Vec<T>> {
        let (column, width) = self.feedback();
        if width > MOST_FEEDBACK || width * self.rep.len() > MOST_NUMBERS {
            return None;
        }
        let mut rows = Rows::new(self.rep.len(), width);
        for node in self.unknowns() {
            rows.start(node, &b[node]);
            let Choice { distribution, targets } = self.choice(node);
            for (branch, &t) in targets.iter().enumerate() {
                let p = T::probability(&distribution, branch);
                match self.unknown(t) {
                    None => rows.leave(node, p),
                    Some(to) if column[to] != KNOWN => rows.refer(node, p, column[to]),
                    Some(to) => rows.substitute(node, p, to),
                }
            }
        }
        let mut values = vec![T::zero(); self.rep.len()];
        let feedback: Vec<usize> = by_column(&column, width);
        let solved = rows.dense(&feedback).solve()?;
        for (&node, value) in feedback.iter().zip(solved) {
            values[node] = value;
        }
        self.substitute(b, &column, &mut values);
        Some(values)
    }

    /// The other unknowns follow from the feedback nodes by one expectation each.
    fn substitute<T: Field>(&self, b: &[T], column: &[u32], values: &mut [T]) {
        for node in self.unknowns().filter(|&node| column[node] == KNOWN) {
            let mut value = b[node].clone();
            let Choice { distribution, targets } = self.choice(node);
            for (branch, &t) in targets.iter().enumerate() {
                if let Some(to) = self.unknown(t) {
                    value.add_product(&T::probability(&distribution, branch), &values[to]);
                }
            }
            values[node] = value;
        }
    }
}

fn by_column(column: &[u32], width: usize) -> Vec<usize> {
    let mut nodes = vec![0; width];
    for (node, &column) in column.iter().enumerate() {
        if column != KNOWN {
            nodes[column as usize] = node;
        }
    }
    nodes
}

/// For each node its value as an affine function of the feedback nodes, and its chance to leave.
struct Rows<T> {
    width: usize,
    constant: Vec<T>,
    leaving: Vec<T>,
    coefficients: Vec<T>,
}

impl<T: Field> Rows<T> {
    fn new(nodes: usize, width: usize) -> Self {
        Self {
            width,
            constant: vec![T::zero(); nodes],
            leaving: vec![T::zero(); nodes],
            coefficients: vec![T::zero(); nodes * width],
        }
    }

    fn start(&mut self, node: usize, b: &T) {
        self.constant[node] = b.clone();
    }

    fn leave(&mut self, node: usize, p: T) {
        self.leaving[node].add_product(&p, &T::one());
    }

    fn refer(&mut self, node: usize, p: T, column: u32) {
        self.coefficients[node * self.width + column as usize].add_product(&p, &T::one());
    }

    fn substitute(&mut self, node: usize, p: T, earlier: usize) {
        let (before, from) = self.constant.split_at_mut(node);
        from[0].add_product(&p, &before[earlier]);
        let (before, from) = self.leaving.split_at_mut(node);
        from[0].add_product(&p, &before[earlier]);
        let (before, from) = self.coefficients.split_at_mut(node * self.width);
        let row = &before[earlier * self.width..(earlier + 1) * self.width];
        from.iter_mut().zip(row).for_each(|(a, b)| a.add_product(&p, b));
    }

    /// The rows of the feedback nodes alone.
    fn dense(self, feedback: &[usize]) -> Dense<T> {
        let width = self.width;
        let row = |&node: &usize| self.coefficients[node * width..(node + 1) * width].to_vec();
        Dense {
            rows: feedback.iter().map(row).collect(),
            constant: feedback.iter().map(|&node| self.constant[node].clone()).collect(),
            leaving: feedback.iter().map(|&node| self.leaving[node].clone()).collect(),
        }
    }
}

/// `x = constant + rows x`, every row summing with `leaving` to 1.
struct Dense<T> {
    rows: Vec<Vec<T>>,
    constant: Vec<T>,
    leaving: Vec<T>,
}

impl<T: Field> Dense<T> {
    fn solve(mut self) -> Option<Vec<T>> {
        let size = self.rows.len();
        let mut diagonal = vec![T::zero(); size];
        for pivot in (0..size).rev() {
            diagonal[pivot] = self.leaving[pivot].clone();
            for entry in &self.rows[pivot][..pivot] {
                diagonal[pivot].add_product(entry, &T::one());
            }
            if diagonal[pivot].is_zero() {
                return None;
            }
            self.eliminate(pivot, &diagonal[pivot]);
        }
        let mut values: Vec<T> = Vec::with_capacity(size);
        for (row, diagonal) in diagonal.iter().enumerate() {
            let mut sum = self.constant[row].clone();
            for (entry, value) in self.rows[row].iter().zip(&values) {
                sum.add_product(entry, value);
            }
            values.push(sum.quotient(diagonal));
        }
        Some(values)
    }

    /// Takes the pivot's unknown out of the rows above it.
    fn eliminate(&mut self, pivot: usize, diagonal: &T) {
        let (above, below) = self.rows.split_at_mut(pivot);
        let pivot_row = &below[0];
        let (constants, constant) = self.constant.split_at_mut(pivot);
        let (leavings, leaving) = self.leaving.split_at_mut(pivot);
        for (at, row) in above.iter_mut().enumerate() {
            let factor = row[pivot].quotient(diagonal);
            if factor.is_zero() {
                continue;
            }
            row.iter_mut().zip(&pivot_row[..pivot]).for_each(|(a, b)| a.add_product(&factor, b));
            constants[at].add_product(&factor, &constant[0]);
            leavings[at].add_product(&factor, &leaving[0]);
        }
    }
}
