//! A chain of nodes as a sparse system `x = b + P x`, solved by iteration.
//!
//! BiCGSTAB (van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992) with one sweep in solving order as
//! its preconditioner, started anew from true residuals. It proves nothing and need not converge:
//! sweeps follow, and say how good the result is.

use super::super::part::Part;
use super::Budget;
use super::table::STAYS;
use crate::solve::system::KNOWN;

/// Iterations between two true residuals.
const ITERATIONS: usize = 300;
/// How often it is started anew.
const RESTARTS: usize = 12;
/// The part of the residual that one start is to leave.
const LESS: f64 = 1e-7;

/// For each place of an order of nodes its terms, the diagonal aside; none where the node stands for
/// no unknown.
pub(super) struct Chain {
    /// For each place its node.
    nodes: Vec<u32>,
    start: Vec<u32>,
    /// The places that terms are of, and their factors.
    places: Vec<u32>,
    factors: Vec<f64>,
    /// For each place the probability not to stay.
    moving: Vec<f64>,
}

impl Chain {
    /// The chain where each node that stands for itself takes its choice of `leave`, in the order of
    /// `nodes`, which are all the open ones.
    pub fn of(part: &Part<'_, f64>, rep: &[u32], leave: &[u32], nodes: &[u32]) -> Self {
        let own = |node: &&u32| rep[**node as usize] == **node;
        let nodes: Vec<u32> = nodes.iter().filter(own).copied().collect();
        let mut place = vec![KNOWN; rep.len()];
        nodes.iter().enumerate().for_each(|(at, &node)| place[node as usize] = at as u32);
        let moving = vec![1.0; nodes.len()];
        let (places, factors) = (Vec::new(), Vec::new());
        let mut chain = Self { start: vec![0], places, factors, moving, nodes };
        for at in 0..chain.nodes.len() {
            let node = chain.nodes[at] as usize;
            let branches = part.local.choice(leave[node]);
            for (&t, &p) in branches.targets.iter().zip(branches.distribution.floats) {
                match part.local.node(t).map_or(KNOWN, |to| rep[to]) {
                    KNOWN => {}
                    to if to as usize == node => chain.moving[at] -= p,
                    to => {
                        chain.places.push(place[to as usize]);
                        chain.factors.push(p);
                    }
                }
            }
            chain.start.push(chain.places.len() as u32);
        }
        chain
    }

    /// Numbers of nodes, by place.
    pub fn by_place(&self, numbers: &[f64]) -> Vec<f64> {
        self.nodes.iter().map(|&node| numbers[node as usize]).collect()
    }

    /// Numbers of places, by node; 0 for the other nodes.
    pub fn by_node(&self, numbers: &[f64], nodes: usize) -> Vec<f64> {
        let mut all = vec![0.0; nodes];
        for (&node, &number) in self.nodes.iter().zip(numbers) {
            all[node as usize] = number;
        }
        all
    }

    #[inline]
    fn mean(&self, x: &[f64], at: usize) -> f64 {
        let range = self.start[at] as usize..self.start[at + 1] as usize;
        let terms = self.places[range.clone()].iter().zip(&self.factors[range]);
        terms.map(|(&to, p)| p * x[to as usize]).sum()
    }

    /// One sweep in place; by how much it moved a number.
    pub fn sweep(&self, b: &[f64], x: &mut [f64]) -> f64 {
        let mut moved = 0.0;
        for node in 0..x.len() {
            let value = match self.moving[node] {
                moving if moving < STAYS => b[node] + self.mean(x, node) + (1.0 - moving) * x[node],
                moving => (b[node] + self.mean(x, node)) / moving,
            };
            moved = f64::max(moved, (value - x[node]).abs());
            x[node] = value;
        }
        moved
    }

    /// What a sweep costs, in branches.
    pub fn price(&self) -> usize {
        self.places.len() + self.nodes.len()
    }

    /// `(I - P) x`.
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        (0..x.len()).map(|node| self.moving[node] * x[node] - self.mean(x, node)).collect()
    }

    /// One sweep from 0: nearly `x` where `(I - P) x = b`.
    fn nearly(&self, b: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; b.len()];
        for node in 0..b.len() {
            x[node] = (b[node] + self.mean(&x, node)) / self.moving[node];
        }
        x
    }

    /// Brings `x` nearer to the solution, until no residual is more than `enough` or no progress is
    /// made any more.
    pub fn approach(&self, b: &[f64], x: &mut Vec<f64>, enough: f64, budget: &mut Budget<'_>) {
        let mut residual = difference(b, &self.apply(x));
        for _ in 0..RESTARTS {
            let before = most(&residual);
            if before <= enough {
                return;
            }
            let by = self.correction(&residual, enough.max(before * LESS), budget);
            let next: Vec<f64> = x.iter().zip(&by).map(|(x, by)| x + by).collect();
            residual = difference(b, &self.apply(&next));
            if most(&residual) >= before * 0.9 || most(&residual).is_nan() {
                return;
            }
            *x = next;
        }
    }

    /// Nearly `x` where `(I - P) x = b`.
    fn correction(&self, b: &[f64], enough: f64, budget: &mut Budget<'_>) -> Vec<f64> {
        let zero = vec![0.0; b.len()];
        let (mut x, mut r, mut p, mut v) = (zero.clone(), b.to_vec(), zero.clone(), zero);
        let (mut rho, mut alpha, mut omega) = (1.0, 1.0, 1.0);
        let mut best = (most(b), x.clone());
        for _ in 0..ITERATIONS {
            let next = dot(b, &r);
            let beta = next / rho * alpha / omega;
            rho = next;
            for ((p, r), v) in p.iter_mut().zip(&r).zip(&v) {
                *p = r + beta * (*p - omega * v);
            }
            let y = self.nearly(&p);
            v = self.apply(&y);
            alpha = rho / dot(b, &v);
            add(&mut r, -alpha, &v);
            let z = self.nearly(&r);
            let t = self.apply(&z);
            omega = dot(&t, &r) / dot(&t, &t);
            add(&mut x, alpha, &y);
            add(&mut x, omega, &z);
            add(&mut r, -omega, &t);
            let left = most(&r);
            if left < best.0 {
                best = (left, x.clone());
            }
            if best.0 <= enough || !left.is_finite() || !budget.pay(self.price()) {
                break;
            }
        }
        best.1
    }
}

/// The largest number, by size; not a number where one is not.
fn most(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |most: f64, x| if x.is_nan() { f64::NAN } else { most.max(x.abs()) })
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn add(x: &mut [f64], factor: f64, y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += factor * y);
}

fn difference(x: &[f64], y: &[f64]) -> Vec<f64> {
    x.iter().zip(y).map(|(x, y)| x - y).collect()
}
