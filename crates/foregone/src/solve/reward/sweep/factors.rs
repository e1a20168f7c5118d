//! A chain's system in two triangular factors that are nearly its own.
//!
//! Incomplete factorization without fill (Meijerink and van der Vorst, Math. Comp. 31, 1977), which
//! is stable for systems like these and exact where nodes in order form a path.

use super::chain::Chain;

/// A pivot below this part of the diagonal is mostly rounding.
const LEAST: f64 = 1e-12;
/// No term.
const NONE: u32 = u32::MAX;

/// `(I - L) (D - U)`, nearly the chain's system.
pub(super) struct Factors {
    /// For each term of the chain the one of `L`, where its place is earlier, or of `U`.
    terms: Vec<f64>,
    pivots: Vec<f64>,
}

impl Factors {
    pub fn of(chain: &Chain) -> Self {
        let nodes = chain.moving.len();
        let (mut factors, mut term_of) = (
            Self { terms: chain.factors.clone(), pivots: Vec::with_capacity(nodes) },
            vec![NONE; nodes],
        );
        for row in 0..nodes {
            let all = chain.start[row]..chain.start[row + 1];
            all.clone().for_each(|at| term_of[chain.places[at as usize] as usize] = at);
            let pivot = factors.eliminate(chain, row, &term_of);
            all.for_each(|at| term_of[chain.places[at as usize] as usize] = NONE);
            let whole = chain.moving[row].max(f64::MIN_POSITIVE);
            factors.pivots.push(if pivot > whole * LEAST { pivot } else { whole });
        }
        factors
    }

    /// Takes the earlier places out of a row, in their order; the row's pivot.
    fn eliminate(&mut self, chain: &Chain, row: usize, term_of: &[u32]) -> f64 {
        let mut pivot = chain.moving[row];
        for at in chain.start[row]..chain.later[row] {
            let before = chain.places[at as usize] as usize;
            self.terms[at as usize] /= self.pivots[before];
            let factor = self.terms[at as usize];
            for up in chain.later[before]..chain.start[before + 1] {
                let to = chain.places[up as usize] as usize;
                let more = factor * self.terms[up as usize];
                match term_of[to] {
                    _ if to == row => pivot -= more,
                    NONE => {}
                    term => self.terms[term as usize] += more,
                }
            }
        }
        pivot
    }

    /// `y`, nearly `x` where the chain's system times `x` is `b`.
    pub fn solve(&self, chain: &Chain, b: &[f64], y: &mut [f64]) {
        for at in 0..b.len() {
            y[at] = b[at] + chain.sum(&self.terms, y, chain.start[at]..chain.later[at]);
        }
        for at in (0..b.len()).rev() {
            let later = chain.sum(&self.terms, y, chain.later[at]..chain.start[at + 1]);
            y[at] = (y[at] + later) / self.pivots[at];
        }
    }
}
