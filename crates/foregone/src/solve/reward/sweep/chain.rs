//! A chain of nodes as a sparse system `x = b + P x`, solved by iteration.
//!
//! BiCGSTAB (van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992) with one sweep in solving order as
//! its preconditioner, started anew from true residuals. It proves nothing and need not converge:
//! sweeps follow, and say how good the result is.

use super::super::part::Part;
use super::Budget;
use crate::solve::system::KNOWN;

/// Iterations between two true residuals.
const ITERATIONS: usize = 300;
/// How often it is started anew.
const RESTARTS: usize = 12;
/// The part of the residual that one start is to leave.
const LESS: f64 = 1e-7;

/// For each node its terms, the diagonal aside; none where it is no unknown.
pub(super) struct Chain {
    start: Vec<u32>,
    terms: Vec<(u32, f64)>,
    /// For each node the probability not to stay.
    moving: Vec<f64>,
}

impl Chain {
    /// The chain where each node that stands for itself takes its choice of `leave`.
    pub fn of(part: &Part<'_, f64>, rep: &[u32], leave: &[u32]) -> Self {
        let mut chain = Self { start: vec![0], terms: Vec::new(), moving: vec![1.0; rep.len()] };
        for node in 0..rep.len() {
            if rep[node] == node as u32 {
                let branches = part.local.choice(leave[node]);
                for (&t, &p) in branches.targets.iter().zip(branches.distribution.floats) {
                    match part.local.node(t).map_or(KNOWN, |to| rep[to]) {
                        KNOWN => {}
                        to if to as usize == node => chain.moving[node] -= p,
                        to => chain.terms.push((to, p)),
                    }
                }
            }
            chain.start.push(chain.terms.len() as u32);
        }
        chain
    }

    #[inline]
    fn mean(&self, x: &[f64], node: usize) -> f64 {
        let terms = &self.terms[self.start[node] as usize..self.start[node + 1] as usize];
        terms.iter().map(|&(to, p)| p * x[to as usize]).sum()
    }

    /// One sweep in place; by how much it moved a number.
    pub fn sweep(&self, b: &[f64], x: &mut [f64]) -> f64 {
        let mut moved = 0.0;
        for node in 0..x.len() {
            let value = b[node] + self.mean(x, node) + (1.0 - self.moving[node]) * x[node];
            moved = f64::max(moved, (value - x[node]).abs());
            x[node] = value;
        }
        moved
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
    pub fn approach(
        &self,
        part: &Part<'_, f64>,
        b: &[f64],
        x: &mut Vec<f64>,
        enough: f64,
        budget: &mut Budget<'_>,
    ) {
        let mut residual = difference(b, &self.apply(x));
        for _ in 0..RESTARTS {
            let before = most(&residual);
            if before <= enough {
                return;
            }
            let by = self.correction(part, &residual, enough.max(before * LESS), budget);
            let next: Vec<f64> = x.iter().zip(&by).map(|(x, by)| x + by).collect();
            residual = difference(b, &self.apply(&next));
            if most(&residual) >= before * 0.9 || most(&residual).is_nan() {
                return;
            }
            *x = next;
        }
    }

    /// Nearly `x` where `(I - P) x = b`.
    fn correction(
        &self,
        part: &Part<'_, f64>,
        b: &[f64],
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> Vec<f64> {
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
            if best.0 <= enough || !left.is_finite() || !budget.pay(part) {
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
