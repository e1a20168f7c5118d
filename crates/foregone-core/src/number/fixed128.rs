//! 128-bit fixed point: multiples of `2^-120`, for components whose plays are long.

use std::cmp::Ordering;

use dashu_int::UBig;

use super::{Fixed64, Number, big_sum, div_up, scaled};
use crate::{Distribution, Rational};

/// A multiple of `2^-120`; 1 is `1 << 120`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fixed128(pub u128);

impl Fixed128 {
    /// Bits after the binary point.
    pub const BITS: u32 = 120;
    /// 1.
    pub const ONE: Self = Self(1 << Self::BITS);
}

impl From<Fixed64> for Fixed128 {
    fn from(x: Fixed64) -> Self {
        Self(u128::from(x.0) << (Self::BITS - Fixed64::BITS))
    }
}

/// A sum below `2^192`: `high * 2^64 + low`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wide {
    high: u128,
    low: u64,
}

impl Wide {
    /// `high * 2^64 + low`, the carry taken over.
    fn of(high: u128, low: u128) -> Self {
        Self { high: high + (low >> 64), low: low as u64 }
    }

    /// The halves are summed apart: each numerator times 64 bits, and the numerators sum to the
    /// denominator, so neither sum exceeds 128 bits.
    fn sum<'a>(numerators: &[u64], values: impl Iterator<Item = &'a Fixed128>) -> Self {
        let (high, low) = numerators.iter().zip(values).fold((0, 0), |(high, low), (&n, x)| {
            let n = u128::from(n);
            (high + n * (x.0 >> 64), low + n * u128::from(x.0 as u64))
        });
        Self::of(high, low)
    }

    fn product(d: u64, x: Fixed128) -> Self {
        let d = u128::from(d);
        Self::of(d * (x.0 >> 64), d * u128::from(x.0 as u64))
    }

    /// Quotient and remainder; the quotient fits since a mean is at most 1.
    fn divide(self, d: u64) -> (u128, u128) {
        let d = u128::from(d);
        let rest = ((self.high % d) << 64) | u128::from(self.low);
        (((self.high / d) << 64) + rest / d, rest % d)
    }
}

impl Number for Fixed128 {
    fn zero() -> Self {
        Self(0)
    }

    fn one() -> Self {
        Self::ONE
    }

    fn at_most(value: &Rational) -> Self {
        Self(u128::try_from(scaled(value, 120, false)).expect("a value in [0,1]"))
    }

    fn at_least(value: &Rational) -> Self {
        Self(u128::try_from(scaled(value, 120, true)).expect("a value in [0,1]"))
    }

    fn to_rational(&self) -> Rational {
        Rational::from_parts(self.0.into(), UBig::ONE << 120)
    }

    fn to_f64(&self) -> f64 {
        self.0 as f64 / Self::ONE.0 as f64
    }

    #[inline]
    fn minus(&self, other: &Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    #[inline]
    fn plus(&self, other: &Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self).filter(|sum| *sum <= Self::ONE)
    }

    fn compare_mean<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self> + Clone,
        x: &Self,
    ) -> Ordering {
        let d = distribution.denominator;
        match d {
            1 => values.next().expect("one branch").cmp(x),
            0 => {
                let (sum, d) = big_sum(distribution, values.map(|v| v.0.into()));
                sum.cmp(&(d * x.0))
            }
            _ => Wide::sum(distribution.numerators, values).cmp(&Wide::product(d, *x)),
        }
    }

    fn mean_down<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self>,
    ) -> Self {
        match distribution.denominator {
            1 => *values.next().expect("one branch"),
            0 => {
                let (sum, d) = big_sum(distribution, values.map(|v| v.0.into()));
                Self(u128::try_from(sum / d).expect("a mean of values in [0,1]"))
            }
            d => Self(Wide::sum(distribution.numerators, values).divide(d).0),
        }
    }

    fn mean_up<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self>,
    ) -> Self {
        match distribution.denominator {
            1 => *values.next().expect("one branch"),
            0 => {
                let (sum, d) = big_sum(distribution, values.map(|v| v.0.into()));
                Self(u128::try_from(div_up(sum, &d)).expect("a mean of values in [0,1]"))
            }
            d => {
                let (quotient, rest) = Wide::sum(distribution.numerators, values).divide(d);
                Self(quotient + u128::from(rest > 0))
            }
        }
    }
}
