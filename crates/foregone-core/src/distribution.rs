//! The table of distinct probability distributions.
//!
//! Most choices of a game share a handful of distributions (six times one sixth, three times one
//! third). Each distinct one is kept once: small integer numerators over a common denominator, in
//! lowest terms, with the nearest doubles beside them. A choice then costs one index, a branch
//! costs only its target, and the judge has the integers it compares.
//!
//! Invariant: numerators are positive and sum to the denominator exactly.

use std::hash::BuildHasher;

use dashu_base::Gcd;
use dashu_int::UBig;
use hashbrown::HashTable;

use crate::Rational;

/// One distribution: its numerators over one denominator.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'a> {
    /// The common denominator; 0 where it does not fit, and then `big` has the numbers.
    pub denominator: u64,
    /// One numerator for each branch; empty where `big` has them.
    pub numerators: &'a [u64],
    /// The nearest double of every probability.
    pub floats: &'a [f64],
    /// Numbers too long for 64 bits.
    pub big: Option<&'a BigDistribution>,
}

/// A distribution whose denominator does not fit into 64 bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BigDistribution {
    /// The common denominator.
    pub denominator: UBig,
    /// One numerator for each branch.
    pub numerators: Vec<UBig>,
}

impl Distribution<'_> {
    /// One outcome.
    pub(crate) const CERTAIN: Self =
        Self { denominator: 1, numerators: &[1], floats: &[1.0], big: None };

    /// The exact probability of branch `i`.
    pub fn probability(&self, i: usize) -> Rational {
        match self.big {
            Some(big) => {
                Rational::from_parts(big.numerators[i].clone().into(), big.denominator.clone())
            }
            None => Rational::from_parts(self.numerators[i].into(), self.denominator.into()),
        }
    }
}

/// All distinct distributions of an arena.
#[derive(Clone, Debug, Default)]
pub struct Distributions {
    heads: Vec<Head>,
    numerators: Vec<u64>,
    floats: Vec<f64>,
    big: Vec<(u32, BigDistribution)>,
    big_of: HashTable<u32>,
    ids: HashTable<u32>,
    last: u32,
}

/// Where a distribution's numbers are.
#[derive(Clone, Copy, Debug)]
struct Head {
    start: u32,
    end: u32,
    denominator: u64,
}

impl Head {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Index 0 is the certain outcome.
pub(crate) const CERTAIN: u32 = 0;

impl Distributions {
    /// A table that holds the certain outcome alone.
    pub fn new() -> Self {
        let mut table = Self::default();
        table.intern(&mut [1], 1);
        table
    }

    /// How many distinct distributions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Never: the certain outcome is always there.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Distribution number `id`.
    #[inline]
    pub fn get(&self, id: u32) -> Distribution<'_> {
        let head = self.heads[id as usize];
        let (range, denominator) = (head.range(), head.denominator);
        let floats = &self.floats[range.clone()];
        if denominator == 0 {
            return self.get_big(id, floats);
        }
        Distribution { denominator, numerators: &self.numerators[range], floats, big: None }
    }

    #[cold]
    fn get_big<'a>(&'a self, id: u32, floats: &'a [f64]) -> Distribution<'a> {
        let at = self.big.binary_search_by_key(&id, |(key, _)| *key);
        let big = at.ok().map(|at| &self.big[at].1);
        Distribution { denominator: 0, numerators: &[], floats, big }
    }

    /// Bytes held by the table.
    pub fn bytes(&self) -> usize {
        self.numerators.capacity() * 16 + self.heads.capacity() * size_of::<Head>()
    }

    /// The index of `weights` over `denominator`, which must be positive and sum to it;
    /// they are brought to lowest terms in place.
    pub(crate) fn intern(&mut self, weights: &mut [u64], denominator: u64) -> u32 {
        let denominator = reduce(weights, denominator);
        if self.is(self.last, weights, denominator) {
            return self.last;
        }
        let hash = hash_of(&(denominator, &*weights));
        let found = self.ids.find(hash, |&id| self.is(id, weights, denominator)).copied();
        self.last = found.unwrap_or_else(|| self.add(weights, denominator, hash));
        self.last
    }

    /// The index of probabilities given as rationals, which must be positive and sum to 1.
    pub(crate) fn intern_exact(&mut self, probabilities: &[Rational]) -> u32 {
        let denominator = common_denominator(probabilities);
        let numerators: Vec<UBig> =
            probabilities.iter().map(|p| numerator_over(p, &denominator)).collect();
        if let Ok(small) = u64::try_from(&denominator) {
            let mut weights: Vec<u64> =
                numerators.iter().map(|n| u64::try_from(n).expect("at most the sum")).collect();
            return self.intern(&mut weights, small);
        }
        self.intern_big(BigDistribution { denominator, numerators })
    }

    fn intern_big(&mut self, distribution: BigDistribution) -> u32 {
        let hash = hash_of(&distribution);
        let found = self.big_of.find(hash, |&at| self.big[at as usize].1 == distribution);
        if let Some(&at) = found {
            return self.big[at as usize].0;
        }
        let id = self.len() as u32;
        for i in 0..distribution.numerators.len() {
            let numerator = distribution.numerators[i].clone().into();
            let p = Rational::from_parts(numerator, distribution.denominator.clone());
            self.numerators.push(0);
            self.floats.push(p.to_f64().value());
        }
        self.close(0);
        let big = &self.big;
        let at = big.len() as u32;
        self.big_of.insert_unique(hash, at, |&i| hash_of(&big[i as usize].1));
        self.big.push((id, distribution));
        id
    }

    #[inline]
    fn is(&self, id: u32, weights: &[u64], denominator: u64) -> bool {
        self.heads.get(id as usize).is_some_and(|head| {
            head.denominator == denominator && self.numerators[head.range()] == *weights
        })
    }

    fn add(&mut self, weights: &[u64], denominator: u64, hash: u64) -> u32 {
        let id = self.len() as u32;
        self.numerators.extend_from_slice(weights);
        self.floats.extend(weights.iter().map(|&w| w as f64 / denominator as f64));
        self.close(denominator);
        let (heads, numerators) = (&self.heads, &self.numerators);
        self.ids.insert_unique(hash, id, |&i| {
            let head = heads[i as usize];
            hash_of(&(head.denominator, &numerators[head.range()]))
        });
        id
    }

    /// Everything written since the last distribution is the next one.
    fn close(&mut self, denominator: u64) {
        let start = self.heads.last().map_or(0, |head| head.end);
        self.heads.push(Head { start, end: self.floats.len() as u32, denominator });
    }
}

fn hash_of<T: std::hash::Hash>(value: &T) -> u64 {
    foldhash::fast::FixedState::default().hash_one(value)
}

/// Divides by the greatest common divisor; it is 1 after a step or two as a rule.
fn reduce(weights: &mut [u64], denominator: u64) -> u64 {
    let mut divisor = denominator;
    for &w in weights.iter() {
        if divisor == 1 {
            return denominator;
        }
        divisor = divisor.gcd(w);
    }
    weights.iter_mut().for_each(|w| *w /= divisor);
    denominator / divisor
}

fn common_denominator(probabilities: &[Rational]) -> UBig {
    probabilities.iter().fold(UBig::ONE, |lcm, p| {
        let d = p.denominator();
        let gcd = (&lcm).gcd(d);
        lcm / gcd * d
    })
}

fn numerator_over(p: &Rational, denominator: &UBig) -> UBig {
    let (_, magnitude) = p.numerator().clone().into_parts();
    magnitude * (denominator / p.denominator())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_distributions_share_an_index() {
        let mut table = Distributions::new();
        let third = table.intern(&mut [1, 1, 1], 3);
        assert_eq!(table.intern(&mut [2, 2, 2], 6), third);
        assert_ne!(table.intern(&mut [1, 2], 3), third);
        assert_eq!(table.intern(&mut [7], 7), CERTAIN);
        assert_eq!(table.get(third).probability(2), Rational::from_parts(1.into(), 3u8.into()));
    }

    #[test]
    fn long_denominators_are_kept_exactly() {
        let mut table = Distributions::new();
        let long = UBig::ONE << 200;
        let p = Rational::from_parts(1.into(), long.clone());
        let q = Rational::ONE - &p;
        let id = table.intern_exact(&[p.clone(), q.clone()]);
        assert_eq!(table.intern_exact(&[p.clone(), q.clone()]), id);
        assert_eq!(table.get(id).probability(0), p);
        assert_eq!(table.get(id).probability(1), q);
        assert_eq!(table.get(id).floats.len(), 2);
        assert_eq!(table.intern_exact(&[Rational::ONE]), CERTAIN);
    }
}
