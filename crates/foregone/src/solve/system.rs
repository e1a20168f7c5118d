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

/// In place of a node: its value is known, like an exit's.
pub(super) const KNOWN: u32 = u32::MAX;

/// What every choice of a component is worth, as an affine function of the unknowns.
///
/// Nodes may be merged: `rep` gives for each node the one that stands for it, or [`KNOWN`]; a node
/// is an unknown where it stands for itself.
pub(super) struct Equations<T> {
    pub rep: Vec<u32>,
    first_choice: u32,
    /// For each choice, and one past the last, the first of its terms.
    start: Vec<u32>,
    /// Unknowns and their probabilities.
    terms: Vec<(u32, T)>,
    /// For each choice the mean over its known values.
    constant: Vec<T>,
    /// For each choice the probability of a known value.
    leaving: Vec<T>,
}

/// A system with more numbers than this is left to sweeps.
const MOST_NUMBERS: usize = 1 << 22;
/// A system with more feedback nodes than this is left to sweeps.
const MOST_FEEDBACK: usize = 1 << 10;

impl<T: Field> Equations<T> {
    /// The equations of `local` where `known` gives the values of states that are no unknowns.
    pub fn new(local: &Local<'_>, rep: Vec<u32>, known: impl Fn(u32) -> T) -> Self {
        let choices = local.all_choices();
        let mut equations = Self {
            rep,
            first_choice: choices.start,
            start: Vec::with_capacity(choices.len() + 1),
            terms: Vec::with_capacity(choices.len()),
            constant: Vec::with_capacity(choices.len()),
            leaving: Vec::with_capacity(choices.len()),
        };
        equations.start.push(0);
        for choice in choices {
            equations.add(local, local.choice(choice), &known);
        }
        equations
    }

    #[inline]
    fn add(&mut self, local: &Local<'_>, choice: Choice<'_>, known: &impl Fn(u32) -> T) {
        let (mut constant, mut leaving) = (T::zero(), T::zero());
        for (branch, &t) in choice.targets.iter().enumerate() {
            let p = T::probability(&choice.distribution, branch);
            match local.node(t).map(|node| self.rep[node]) {
                Some(rep) if rep != KNOWN => self.terms.push((rep, p)),
                _ => {
                    constant.add_product(&p, &known(t));
                    leaving.add_product(&p, &T::one());
                }
            }
        }
        self.constant.push(constant);
        self.leaving.push(leaving);
        self.start.push(self.terms.len() as u32);
    }

    /// The same where every known value is 0.
    pub fn without_constants(&self) -> Self {
        Self {
            rep: self.rep.clone(),
            first_choice: self.first_choice,
            start: self.start.clone(),
            terms: self.terms.clone(),
            constant: vec![T::zero(); self.constant.len()],
            leaving: self.leaving.clone(),
        }
    }

    /// The unknowns in order.
    pub fn unknowns(&self) -> impl Iterator<Item = usize> + use<'_, T> {
        (0..self.rep.len()).filter(|&node| self.rep[node] == node as u32)
    }

    #[inline]
    fn terms(&self, choice: u32) -> &[(u32, T)] {
        let at = (choice - self.first_choice) as usize;
        &self.terms[self.start[at] as usize..self.start[at + 1] as usize]
    }

    /// What a choice is worth.
    #[inline]
    pub fn mean(&self, values: &[T], choice: u32) -> T {
        let mut sum = self.constant[(choice - self.first_choice) as usize].clone();
        for (node, p) in self.terms(choice) {
            sum.add_product(p, &values[*node as usize]);
        }
        sum
    }

    /// The values of all unknowns where each takes its choice of `policy` and has `extra` beside
    /// it. From every unknown a known value must be reached with positive probability. `None`
    /// where that fails, or where the system is too large for elimination.
    pub fn solve(&self, policy: &[u32], extra: impl Fn(usize) -> T) -> Option<Vec<T>> {
        let (column, feedback) = self.feedback(policy);
        let width = feedback.len();
        if width > MOST_FEEDBACK || width * self.rep.len() > MOST_NUMBERS {
            return None;
        }
        let mut rows = Rows::new(self.rep.len(), width);
        for node in self.unknowns() {
            self.fill(&mut rows, node, policy[node], &column, &extra(node));
        }
        let mut values = vec![T::zero(); self.rep.len()];
        for (&node, value) in feedback.iter().zip(rows.dense(&feedback).solve()?) {
            values[node] = value;
        }
        // The other unknowns follow by one expectation each.
        for node in self.unknowns().filter(|&node| column[node] == KNOWN) {
            let mut value = self.mean(&values, policy[node]);
            value.add_product(&T::one(), &extra(node));
            values[node] = value;
        }
        Some(values)
    }

    #[inline]
    fn fill(&self, rows: &mut Rows<T>, node: usize, choice: u32, column: &[u32], extra: &T) {
        let stride = rows.stride;
        let (before, row) = rows.split(node);
        let at = (choice - self.first_choice) as usize;
        row[CONSTANT] = self.constant[at].clone();
        row[CONSTANT].add_product(&T::one(), extra);
        row[LEAVING] = self.leaving[at].clone();
        for &(to, ref p) in self.terms(choice) {
            match column[to as usize] {
                KNOWN => {
                    let earlier = &before[to as usize * stride..][..stride];
                    row.iter_mut().zip(earlier).for_each(|(a, b)| a.add_product(p, b));
                }
                column => row[COLUMNS + column as usize].add_product(p, &T::one()),
            }
        }
    }

    /// The targets of back edges, and for each node its place among them or [`KNOWN`].
    fn feedback(&self, policy: &[u32]) -> (Vec<u32>, Vec<usize>) {
        let mut column = vec![KNOWN; self.rep.len()];
        let mut feedback = Vec::new();
        for node in self.unknowns() {
            for &(to, _) in self.terms(policy[node]) {
                let to = to as usize;
                if to >= node && column[to] == KNOWN {
                    column[to] = feedback.len() as u32;
                    feedback.push(to);
                }
            }
        }
        (column, feedback)
    }
}

/// For each node its value as an affine function of the feedback nodes: the constant, the chance
/// to leave, and a coefficient for each column, in one row.
struct Rows<T> {
    stride: usize,
    numbers: Vec<T>,
}

const CONSTANT: usize = 0;
const LEAVING: usize = 1;
const COLUMNS: usize = 2;

impl<T: Field> Rows<T> {
    fn new(nodes: usize, width: usize) -> Self {
        let stride = width + COLUMNS;
        Self { stride, numbers: vec![T::zero(); nodes * stride] }
    }

    #[inline]
    fn row(&self, node: usize) -> &[T] {
        &self.numbers[node * self.stride..(node + 1) * self.stride]
    }

    /// The row of `node`, and all rows before it.
    #[inline]
    fn split(&mut self, node: usize) -> (&[T], &mut [T]) {
        let (before, from) = self.numbers.split_at_mut(node * self.stride);
        (before, &mut from[..self.stride])
    }

    /// The rows of the feedback nodes alone.
    fn dense(&self, feedback: &[usize]) -> Dense<T> {
        let rows = feedback.iter().map(|&node| self.row(node));
        Dense {
            rows: rows.clone().map(|row| row[COLUMNS..].to_vec()).collect(),
            constant: rows.clone().map(|row| row[CONSTANT].clone()).collect(),
            leaving: rows.map(|row| row[LEAVING].clone()).collect(),
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
