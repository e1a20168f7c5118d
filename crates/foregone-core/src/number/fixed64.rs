//! 64-bit fixed point: multiples of `2^-56`. With denominators up to 255 a sum fits into 64 bits.

use std::cmp::Ordering;

use dashu_int::UBig;

use super::{Number, big_sum, compare_means_apart, div_up, means_apart, scaled};
use crate::arena::Choice;
use crate::{Distribution, Rational};

/// A multiple of `2^-56`; 1 is `1 << 56`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fixed64(pub u64);

impl Fixed64 {
    /// Bits after the binary point.
    pub const BITS: u32 = 56;
    /// 1.
    pub const ONE: Self = Self(1 << Self::BITS);
    /// Denominators up to this one keep sums within 64 bits.
    const SMALL: u64 = 255;
}

#[inline]
fn sum_small<'a>(numerators: &[u64], values: impl Iterator<Item = &'a Fixed64>) -> u64 {
    numerators.iter().zip(values).fold(0, |sum, (n, x)| sum + n * x.0)
}

/// The sums of a choice's lower and upper values.
#[inline]
fn sums_small(choice: Choice<'_>, lower: &[Fixed64], upper: &[Fixed64]) -> (u64, u64) {
    let terms = choice.distribution.numerators.iter().zip(choice.targets);
    terms.fold((0, 0), |(low, high), (n, &t)| {
        (low + n * lower[t as usize].0, high + n * upper[t as usize].0)
    })
}

#[inline]
fn sum_wide<'a>(numerators: &[u64], values: impl Iterator<Item = &'a Fixed64>) -> u128 {
    numerators.iter().zip(values).fold(0, |sum, (&n, x)| sum + u128::from(n) * u128::from(x.0))
}

impl Number for Fixed64 {
    fn zero() -> Self {
        Self(0)
    }

    fn one() -> Self {
        Self::ONE
    }

    fn at_most(value: &Rational) -> Self {
        Self(u64::try_from(scaled(value, 56, false)).expect("a value in [0,1]"))
    }

    fn at_least(value: &Rational) -> Self {
        Self(u64::try_from(scaled(value, 56, true)).expect("a value in [0,1]"))
    }

    fn to_rational(&self) -> Rational {
        Rational::from_parts(self.0.into(), UBig::ONE << 56)
    }

    #[inline]
    fn to_f64(&self) -> f64 {
        // The way from signed numbers is the shorter one.
        self.0 as i64 as f64 / Self::ONE.0 as f64
    }

    #[inline]
    fn minus(&self, other: &Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    #[inline]
    fn plus(&self, other: &Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self).filter(|sum| *sum <= Self::ONE)
    }

    #[inline]
    fn compare_mean<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self> + Clone,
        x: &Self,
    ) -> Ordering {
        let (d, numerators) = (distribution.denominator, distribution.numerators);
        match d {
            1 => values.next().expect("one branch").cmp(x),
            2..=Self::SMALL => sum_small(numerators, values).cmp(&(d * x.0)),
            0 => {
                let (sum, d) = big_sum(distribution, values.map(|v| v.0.into()));
                sum.cmp(&(d * x.0))
            }
            _ => sum_wide(numerators, values).cmp(&(u128::from(d) * u128::from(x.0))),
        }
    }

    #[inline]
    fn compare_means(
        choice: Choice<'_>,
        [lower, upper]: [&[Self]; 2],
        asked: [bool; 2],
        state: usize,
    ) -> [Ordering; 2] {
        let d = choice.distribution.denominator;
        if !(1..=Self::SMALL).contains(&d) {
            return compare_means_apart(choice, [lower, upper], asked, state);
        }
        // Both at once cost little more than one.
        let (low, high) = sums_small(choice, lower, upper);
        [low.cmp(&(d * lower[state].0)), high.cmp(&(d * upper[state].0))]
    }

    #[inline]
    fn means(choice: Choice<'_>, lower: &[Self], upper: &[Self]) -> (Self, Self) {
        let d = choice.distribution.denominator;
        if !(2..=Self::SMALL).contains(&d) {
            return means_apart(choice, lower, upper);
        }
        let (low, high) = sums_small(choice, lower, upper);
        (Self(low / d), Self(high.div_ceil(d)))
    }

    #[inline]
    fn mean_down<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self>,
    ) -> Self {
        let (d, numerators) = (distribution.denominator, distribution.numerators);
        match d {
            1 => *values.next().expect("one branch"),
            2..=Self::SMALL => Self(sum_small(numerators, values) / d),
            0 => {
                let (sum, d) = big_sum(distribution, values.map(|v| v.0.into()));
                Self(u64::try_from(sum / d).expect("a mean of values in [0,1]"))
            }
            _ => Self((sum_wide(numerators, values) / u128::from(d)) as u64),
        }
    }

    #[inline]
    fn mean_up<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self>,
    ) -> Self {
        let (d, numerators) = (distribution.denominator, distribution.numerators);
        match d {
            1 => *values.next().expect("one branch"),
            2..=Self::SMALL => Self(sum_small(numerators, values).div_ceil(d)),
            0 => {
                let (sum, d) = big_sum(distribution, values.map(|v| v.0.into()));
                Self(u64::try_from(div_up(sum, &d)).expect("a mean of values in [0,1]"))
            }
            _ => Self(sum_wide(numerators, values).div_ceil(u128::from(d)) as u64),
        }
    }
}
