//! A component as equations: what every choice is worth, as an affine function of the unknowns.
//!
//! Which unknowns a choice leads to does not depend on the known values, so the equations are made
//! once and bound to the exits' lower and upper bounds in turn.

use super::local::Local;
use crate::arena::Choice;
use crate::{Distribution, Rational};

/// Numbers in which a system is solved.
pub(super) trait Field: Clone {
    /// True where fill costs no more than its number.
    const SPARSE: bool;

    fn zero() -> Self;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    fn probability(distribution: &Distribution<'_>, branch: usize) -> Self;
    fn add_product(&mut self, a: &Self, b: &Self);
    fn quotient(&self, divisor: &Self) -> Self;

    fn add(&mut self, a: &Self) {
        self.add_product(a, &Self::one());
    }
}

impl Field for f64 {
    const SPARSE: bool = true;

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

    #[inline]
    fn add(&mut self, a: &Self) {
        *self += a;
    }
}

impl Field for Rational {
    const SPARSE: bool = false;

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
    /// One for each choice.
    rows: Vec<Row<T>>,
    /// Unknowns and their probabilities.
    terms: Vec<(u32, T)>,
    /// States of known value and their probabilities.
    exits: Vec<(u32, T)>,
    /// Products after which sparse elimination gives up.
    pub most_work: usize,
}

/// Products after which a system counts as too large.
const MOST_WORK: usize = 1 << 28;

/// One choice: which of the terms and exits are its branches.
struct Row<T> {
    terms: (u32, u32),
    exits: (u32, u32),
    /// The mean over the known values.
    constant: T,
    /// The probability of a known value.
    leaving: T,
}

impl<T: Field> Row<T> {
    fn none() -> Self {
        Self { terms: (0, 0), exits: (0, 0), constant: T::zero(), leaving: T::zero() }
    }
}

impl<T: Field> Equations<T> {
    /// The equations of `local`, to be [bound](Self::bind) to known values.
    pub fn new(local: &Local<'_>, rep: Vec<u32>) -> Self {
        let choices = local.all_choices();
        let mut equations = Self {
            rep,
            first_choice: choices.start,
            rows: Vec::with_capacity(choices.len()),
            terms: Vec::with_capacity(local.all_targets().len()),
            exits: Vec::with_capacity(choices.len()),
            most_work: MOST_WORK,
        };
        for choice in choices {
            equations.add(local, local.choice(choice));
        }
        equations
    }

    /// The equations of the choices of `policy` alone; the others are worth nothing.
    pub fn of_policy(local: &Local<'_>, rep: Vec<u32>, policy: &[u32]) -> Self {
        let choices = local.all_choices();
        let first_choice = choices.start;
        let (terms, exits) = (Vec::new(), Vec::new());
        let rows = Vec::with_capacity(choices.len());
        let most_work = MOST_WORK;
        let mut equations = Self { rep, first_choice, rows, terms, exits, most_work };
        for node in 0..policy.len() {
            for choice in local.choices(node) {
                match choice == policy[node] {
                    true => equations.add(local, local.choice(choice)),
                    false => equations.rows.push(Row::none()),
                }
            }
        }
        equations
    }

    /// The states of known value that a choice leads to, and their probabilities.
    pub fn exits(&self, choice: u32) -> &[(u32, T)] {
        let range = self.row(choice).exits;
        &self.exits[range.0 as usize..range.1 as usize]
    }

    #[inline]
    fn add(&mut self, local: &Local<'_>, choice: Choice<'_>) {
        let (term, exit) = (self.terms.len() as u32, self.exits.len() as u32);
        let mut leaving = T::zero();
        for (branch, &t) in choice.targets.iter().enumerate() {
            let p = T::probability(&choice.distribution, branch);
            match local.node(t).map(|node| self.rep[node]) {
                Some(rep) if rep != KNOWN => self.terms.push((rep, p)),
                _ => {
                    leaving.add(&p);
                    self.exits.push((t, p));
                }
            }
        }
        let (terms, exits) = (self.terms.len() as u32, self.exits.len() as u32);
        let constant = T::zero();
        self.rows.push(Row { terms: (term, terms), exits: (exit, exits), constant, leaving });
    }

    /// Takes the values of states that are no unknowns from `known`.
    pub fn bind(&mut self, known: impl Fn(u32) -> T) {
        for row in &mut self.rows {
            row.constant = T::zero();
            for (t, p) in &self.exits[row.exits.0 as usize..row.exits.1 as usize] {
                row.constant.add_product(p, &known(*t));
            }
        }
    }

    /// The mean of the known values over all choices, where there is any.
    pub fn mean_known(&self) -> Option<T> {
        let (mut sum, mut weight) = (T::zero(), T::zero());
        for row in &self.rows {
            sum.add(&row.constant);
            weight.add(&row.leaving);
        }
        (!weight.is_zero()).then(|| sum.quotient(&weight))
    }

    /// The unknowns in order.
    pub fn unknowns(&self) -> impl Iterator<Item = usize> + use<'_, T> {
        (0..self.rep.len()).filter(|&node| self.rep[node] == node as u32)
    }

    #[inline]
    fn row(&self, choice: u32) -> &Row<T> {
        &self.rows[(choice - self.first_choice) as usize]
    }

    #[inline]
    fn terms_of(&self, row: &Row<T>) -> &[(u32, T)] {
        &self.terms[row.terms.0 as usize..row.terms.1 as usize]
    }

    /// The unknowns that a choice leads to, and their probabilities.
    #[inline]
    pub fn terms(&self, choice: u32) -> &[(u32, T)] {
        self.terms_of(self.row(choice))
    }

    /// The part of a choice's worth that is known.
    #[inline]
    pub fn constant(&self, choice: u32) -> &T {
        &self.row(choice).constant
    }

    /// The probability that a choice leads to a known value.
    #[inline]
    pub fn leaving(&self, choice: u32) -> &T {
        &self.row(choice).leaving
    }

    /// What a choice is worth.
    #[inline]
    pub fn mean(&self, values: &[T], choice: u32) -> T {
        let row = self.row(choice);
        let mut sum = row.constant.clone();
        for (node, p) in self.terms_of(row) {
            sum.add_product(p, &values[*node as usize]);
        }
        sum
    }
}
