//! Linear systems of a component under fixed choices, `x = b + A x`: eliminated once, solved for any
//! right sides `b`.
//!
//! States are eliminated in postorder, so that a value depends only on the targets of back edges
//! (the *feedback* nodes); those few are eliminated densely. Nothing is ever subtracted: the
//! diagonal is the probability of leaving plus the other entries (Grassmann, Taksar and Heyman,
//! Oper. Res. 33, 1985), so the result is accurate to a small relative error even where a cycle is
//! left with probability `2^-60`. Where the feedback nodes are too many, sparse elimination serves.

use super::sparse::Sparse;
use super::system::{Equations, Field, KNOWN};

/// A system with more numbers than this is not eliminated by feedback nodes.
const MOST_NUMBERS: usize = 1 << 22;
/// Nor is one with more feedback nodes than this.
const MOST_FEEDBACK: usize = 1 << 10;

/// The system where each unknown takes its choice of a policy, eliminated in one way or the other.
pub(super) enum Elimination<T> {
    Feedback(ByFeedback<T>),
    Sparse(Sparse<T>),
}

impl<T: Field> Elimination<T> {
    /// From every unknown a known value must be reached with positive probability. `None` where
    /// that fails, or where the system is too large.
    pub fn new(equations: &Equations<T>, policy: &[u32]) -> Option<Self> {
        let (column, feedback) = feedback(equations, policy);
        let width = feedback.len();
        if width <= MOST_FEEDBACK && width * policy.len() <= MOST_NUMBERS {
            return ByFeedback::new(equations, policy, column, feedback).map(Self::Feedback);
        }
        let sparse = T::SPARSE && policy.len() <= MOST_SPARSE;
        sparse.then(|| Sparse::new(equations, policy).map(Self::Sparse))?
    }

    /// The values of all unknowns under the same policy, where `constant` is what each has beside
    /// its terms.
    pub fn solve(
        &self,
        equations: &Equations<T>,
        policy: &[u32],
        constant: impl Fn(usize) -> T,
    ) -> Vec<T> {
        match self {
            Self::Feedback(system) => system.solve(equations, policy, constant),
            Self::Sparse(system) => {
                let mut values = vec![T::zero(); policy.len()];
                equations.unknowns().for_each(|node| values[node] = constant(node));
                system.solve(values)
            }
        }
    }
}

/// Larger components are mostly not sparse enough, and to find that out takes time.
pub(super) const MOST_SPARSE: usize = 1 << 18;

/// A system eliminated in postorder.
pub(super) struct ByFeedback<T> {
    /// For each node its place among the feedback nodes, or [`KNOWN`].
    column: Vec<u32>,
    feedback: Vec<usize>,
    rows: Rows<T>,
    dense: Dense<T>,
}

impl<T: Field> ByFeedback<T> {
    fn new(
        equations: &Equations<T>,
        policy: &[u32],
        column: Vec<u32>,
        feedback: Vec<usize>,
    ) -> Option<Self> {
        let (nodes, width) = (policy.len(), feedback.len());
        let mut rows = Rows::new(nodes, width);
        for node in equations.unknowns() {
            rows.fill(equations, node, policy[node], &column);
        }
        let dense = Dense::new(feedback.iter().map(|&node| rows.flat(node)), width)?;
        Some(Self { column, feedback, rows, dense })
    }

    fn solve(
        &self,
        equations: &Equations<T>,
        policy: &[u32],
        constant: impl Fn(usize) -> T,
    ) -> Vec<T> {
        // First as if the feedback nodes were worth nothing.
        let mut values = vec![T::zero(); policy.len()];
        for node in equations.unknowns() {
            let mut value = constant(node);
            for (to, p) in equations.terms(policy[node]) {
                if self.column[*to as usize] == KNOWN {
                    value.add_product(p, &values[*to as usize]);
                }
            }
            values[node] = value;
        }
        let constants = self.feedback.iter().map(|&node| values[node].clone()).collect();
        let solved = self.dense.solve(constants);
        let factors = self.rows.factors(&solved);
        for node in equations.unknowns() {
            match self.column[node] {
                KNOWN => self.rows.add_to(&mut values[node], node, &factors),
                column => values[node] = solved[column as usize].clone(),
            }
        }
        values
    }
}

/// The targets of back edges, and for each node its place among them or [`KNOWN`].
fn feedback<T: Field>(equations: &Equations<T>, policy: &[u32]) -> (Vec<u32>, Vec<usize>) {
    let mut column = vec![KNOWN; policy.len()];
    let mut feedback = Vec::new();
    for node in equations.unknowns() {
        for &(to, _) in equations.terms(policy[node]) {
            let to = to as usize;
            if to >= node && column[to] == KNOWN {
                column[to] = feedback.len() as u32;
                feedback.push(to);
            }
        }
    }
    (column, feedback)
}

/// For each node the chance to leave before a feedback node is met, and the chance of each feedback
/// node to be the first one met: one row, padded with zeros to whole blocks.
struct Rows<T> {
    /// Blocks in a row.
    blocks: usize,
    numbers: Vec<[T; BLOCK]>,
}

const LEAVING: usize = 0;
const COLUMNS: usize = 1;
/// Numbers that are added at once. Most rows are one block.
const BLOCK: usize = 2;

impl<T: Field> Rows<T> {
    fn new(nodes: usize, width: usize) -> Self {
        let blocks = (width + COLUMNS).div_ceil(BLOCK);
        Self { blocks, numbers: vec![std::array::from_fn(|_| T::zero()); nodes * blocks] }
    }

    /// The row of `node`, whose choice leads to feedback nodes and to nodes before it.
    #[inline]
    fn fill(&mut self, equations: &Equations<T>, node: usize, choice: u32, column: &[u32]) {
        let blocks = self.blocks;
        let (before, from) = self.numbers.split_at_mut(node * blocks);
        let row = &mut from[..blocks];
        row[0][LEAVING] = equations.leaving(choice).clone();
        for &(to, ref p) in equations.terms(choice) {
            match column[to as usize] {
                KNOWN => {
                    for (a, b) in row.iter_mut().zip(&before[to as usize * blocks..]) {
                        (0..BLOCK).for_each(|at| a[at].add_product(p, &b[at]));
                    }
                }
                column => row.as_flattened_mut()[COLUMNS + column as usize].add(p),
            }
        }
    }

    #[inline]
    fn row(&self, node: usize) -> &[[T; BLOCK]] {
        &self.numbers[node * self.blocks..(node + 1) * self.blocks]
    }

    fn flat(&self, node: usize) -> &[T] {
        self.row(node).as_flattened()
    }

    /// What a row is multiplied with where the feedback nodes have these values.
    fn factors(&self, feedback: &[T]) -> Vec<[T; BLOCK]> {
        let mut factors = vec![std::array::from_fn(|_| T::zero()); self.blocks];
        factors.as_flattened_mut()[COLUMNS..][..feedback.len()].clone_from_slice(feedback);
        factors
    }

    #[inline]
    fn add_to(&self, value: &mut T, node: usize, factors: &[[T; BLOCK]]) {
        for (a, b) in self.row(node).iter().zip(factors) {
            (0..BLOCK).for_each(|at| value.add_product(&a[at], &b[at]));
        }
    }
}

/// The feedback nodes' own system, eliminated from the last to the first: below the diagonal the
/// entries that are left, above it the factors by which rows were added.
struct Dense<T> {
    rows: Vec<Vec<T>>,
    diagonal: Vec<T>,
}

impl<T: Field> Dense<T> {
    fn new<'a>(rows: impl Iterator<Item = &'a [T]> + Clone, width: usize) -> Option<Self>
    where
        T: 'a,
    {
        let mut leaving: Vec<T> = rows.clone().map(|row| row[LEAVING].clone()).collect();
        let rows = rows.map(|row| row[COLUMNS..][..width].to_vec()).collect();
        let mut dense = Self { rows, diagonal: vec![T::zero(); width] };
        for pivot in (0..width).rev() {
            let mut diagonal = leaving[pivot].clone();
            dense.rows[pivot][..pivot].iter().for_each(|entry| diagonal.add(entry));
            if diagonal.is_zero() {
                return None;
            }
            dense.eliminate(pivot, &diagonal, &mut leaving);
            dense.diagonal[pivot] = diagonal;
        }
        Some(dense)
    }

    /// Takes the pivot's unknown out of the rows above it.
    fn eliminate(&mut self, pivot: usize, diagonal: &T, leaving: &mut [T]) {
        let (above, below) = self.rows.split_at_mut(pivot);
        let (leaving_above, leaving_here) = leaving.split_at_mut(pivot);
        for (row, leaving) in above.iter_mut().zip(leaving_above) {
            let factor = row[pivot].quotient(diagonal);
            if !factor.is_zero() {
                let entries = row.iter_mut().zip(&below[0][..pivot]);
                entries.for_each(|(a, b)| a.add_product(&factor, b));
                leaving.add_product(&factor, &leaving_here[0]);
            }
            row[pivot] = factor;
        }
    }

    fn solve(&self, mut constants: Vec<T>) -> Vec<T> {
        for pivot in (1..constants.len()).rev() {
            let (above, here) = constants.split_at_mut(pivot);
            for (constant, row) in above.iter_mut().zip(&self.rows) {
                constant.add_product(&row[pivot], &here[0]);
            }
        }
        let mut values: Vec<T> = Vec::with_capacity(constants.len());
        for (mut sum, (row, diagonal)) in
            constants.into_iter().zip(self.rows.iter().zip(&self.diagonal))
        {
            row.iter().zip(&values).for_each(|(entry, value)| sum.add_product(entry, value));
            values.push(sum.quotient(diagonal));
        }
        values
    }
}
