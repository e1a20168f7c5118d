//! A chain of nodes as a sparse system `x = b + P x`, solved by iteration.
//!
//! BiCGSTAB (van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992) with two factors that are nearly the
//! system's own (`factors`), started anew from true residuals. It proves nothing and need not converge:
//! sweeps follow, and say how good the result is.

use std::ops::Range;

use super::super::part::Part;
use super::Budget;
use super::factors::Factors;
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
    /// For each place where its terms begin, those of earlier places first; their number at the end.
    pub start: Vec<u32>,
    /// For each place where its terms of later places begin.
    pub later: Vec<u32>,
    /// The places that terms are of, and their factors.
    pub places: Vec<u32>,
    pub factors: Vec<f64>,
    /// For each place the probability not to stay.
    pub moving: Vec<f64>,
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
        let (start, later) = (vec![0], Vec::new());
        let mut chain = Self { start, later, places, factors, moving, nodes };
        for at in 0..chain.nodes.len() {
            let node = chain.nodes[at] as usize;
            let branches = part.local.choice(leave[node]);
            let terms = branches.targets.iter().zip(branches.distribution.floats);
            let to = |&t: &u32| part.local.node(t).map_or(KNOWN, |to| rep[to]);
            let terms = terms.map(|(t, &p)| (to(t), p)).filter(|term| term.0 != KNOWN);
            let terms = terms.map(|(to, p)| (place[to as usize] as usize, p));
            for (to, p) in terms.clone().filter(|term| term.0 <= at) {
                match to == at {
                    true => chain.moving[at] -= p,
                    false => chain.add(to, p),
                }
            }
            let begin = chain.start[at] as usize;
            chain.later.push(chain.places.len() as u32);
            chain.sort(begin);
            terms.filter(|term| term.0 > at).for_each(|(to, p)| chain.add(to, p));
            chain.start.push(chain.places.len() as u32);
        }
        chain
    }

    /// Puts the terms from `begin` on in the order of their places, of which there are few.
    fn sort(&mut self, begin: usize) {
        for end in begin + 1..self.places.len() {
            let mut at = end;
            while at > begin && self.places[at - 1] > self.places[at] {
                self.places.swap(at - 1, at);
                self.factors.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    fn add(&mut self, to: usize, p: f64) {
        self.places.push(to as u32);
        self.factors.push(p);
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

    /// The sum of some terms that have these factors.
    #[inline]
    pub fn sum(&self, factors: &[f64], x: &[f64], terms: Range<u32>) -> f64 {
        let terms = terms.start as usize..terms.end as usize;
        let terms = self.places[terms.clone()].iter().zip(&factors[terms]);
        terms.map(|(&to, p)| p * x[to as usize]).sum()
    }

    #[inline]
    fn mean(&self, x: &[f64], at: usize) -> f64 {
        self.sum(&self.factors, x, self.start[at]..self.start[at + 1])
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
    fn apply(&self, x: &[f64], image: &mut [f64]) {
        for node in 0..x.len() {
            image[node] = self.moving[node] * x[node] - self.mean(x, node);
        }
    }

    /// `b - (I - P) x`.
    fn residual(&self, b: &[f64], x: &[f64]) -> Vec<f64> {
        let mut residual = vec![0.0; b.len()];
        self.apply(x, &mut residual);
        residual.iter_mut().zip(b).for_each(|(residual, b)| *residual = b - *residual);
        residual
    }

    /// Brings `x` nearer to the solution, until no residual is more than `enough` or no progress is
    /// made any more.
    pub fn approach(&self, b: &[f64], x: &mut Vec<f64>, enough: f64, budget: &mut Budget<'_>) {
        let mut residual = self.residual(b, x);
        let factors = Factors::of(self);
        for _ in 0..RESTARTS {
            let before = most(&residual);
            if before <= enough {
                return;
            }
            let by = self.correction(&factors, &residual, enough.max(before * LESS), budget);
            let next: Vec<f64> = x.iter().zip(&by).map(|(x, by)| x + by).collect();
            residual = self.residual(b, &next);
            if most(&residual) >= before * 0.9 || most(&residual).is_nan() {
                return;
            }
            *x = next;
        }
    }

    /// Nearly `x` where `(I - P) x = b`.
    fn correction(
        &self,
        factors: &Factors,
        b: &[f64],
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> Vec<f64> {
        let zero = vec![0.0; b.len()];
        let (mut x, mut r, mut p, mut v) = (zero.clone(), b.to_vec(), zero.clone(), zero.clone());
        let (mut y, mut z, mut t) = (zero.clone(), zero.clone(), zero);
        let (mut rho, mut alpha, mut omega) = (1.0, 1.0, 1.0);
        let mut best = (most(b), x.clone());
        for _ in 0..ITERATIONS {
            let next = dot(b, &r);
            let beta = next / rho * alpha / omega;
            rho = next;
            for ((p, r), v) in p.iter_mut().zip(&r).zip(&v) {
                *p = r + beta * (*p - omega * v);
            }
            factors.solve(self, &p, &mut y);
            self.apply(&y, &mut v);
            alpha = rho / dot(b, &v);
            add(&mut r, -alpha, &v);
            factors.solve(self, &r, &mut z);
            self.apply(&z, &mut t);
            omega = dot(&t, &r) / dot(&t, &t);
            add(&mut x, alpha, &y);
            add(&mut x, omega, &z);
            add(&mut r, -omega, &t);
            let left = most(&r);
            if left < best.0 {
                best.0 = left;
                best.1.copy_from_slice(&x);
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

/// Four sums, for each addition waits for the one before.
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let (fours, others) = (x.as_chunks::<4>(), y.as_chunks::<4>());
    let mut sums = [0.0; 4];
    for (x, y) in fours.0.iter().zip(others.0) {
        for at in 0..4 {
            sums[at] += x[at] * y[at];
        }
    }
    let rest = fours.1.iter().zip(others.1).map(|(x, y)| x * y);
    sums.into_iter().sum::<f64>() + rest.sum::<f64>()
}

fn add(x: &mut [f64], factor: f64, y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += factor * y);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quiet;

    /// Up or down with equal chances, on a path that is left at both ends.
    fn path(places: usize) -> Chain {
        let nodes = (0..places as u32).collect();
        let moving = vec![1.0; places];
        let (places_of, factors) = (Vec::new(), Vec::new());
        let mut chain =
            Chain { nodes, start: vec![0], later: Vec::new(), places: places_of, factors, moving };
        for at in 0..places {
            if at > 0 {
                chain.add(at - 1, 0.5);
            }
            chain.later.push(chain.places.len() as u32);
            if at + 1 < places {
                chain.add(at + 1, 0.5);
            }
            chain.start.push(chain.places.len() as u32);
        }
        chain
    }

    #[test]
    fn a_path_takes_a_few_iterations_whatever_its_length() {
        for places in [10, 1_000, 20_000] {
            let chain = path(places);
            let mut x = vec![0.0; places];
            let branches = 20 * chain.price();
            let mut budget = Budget { branches, watch: &Quiet };
            chain.approach(&vec![1.0; places], &mut x, 1e-3, &mut budget);
            let middle = (places / 2) as f64;
            let steps = (middle + 1.0) * (places as f64 - middle);
            let found = x[places / 2];
            assert!((found / steps - 1.0).abs() < 1e-6, "{places}: {found} for {steps}");
            assert!(budget.branches > 0, "{places}");
        }
    }
}
