//! 512-bit fixed point: multiples of `2^-512`, for many digits and for very long plays.

use std::cmp::Ordering;

use dashu_int::UBig;

use super::{Fixed128, Number, big_sum, div_up, scaled};
use crate::{Distribution, Rational};

/// A multiple of `2^-512`; 1 is `1 << 512`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fixed512(pub UBig);

impl Fixed512 {
    /// Bits after the binary point.
    pub const BITS: usize = 512;
}

/// Numerators times values, and the denominator.
fn sum<'a>(
    distribution: Distribution<'_>,
    values: impl Iterator<Item = &'a Fixed512>,
) -> (UBig, UBig) {
    match distribution.denominator {
        0 => big_sum(distribution, values.map(|x| x.0.clone())),
        d => (distribution.numerators.iter().zip(values).map(|(&n, x)| &x.0 * n).sum(), d.into()),
    }
}

impl From<Fixed128> for Fixed512 {
    fn from(x: Fixed128) -> Self {
        Self(UBig::from(x.0) << (Self::BITS - Fixed128::BITS as usize))
    }
}

impl Number for Fixed512 {
    fn zero() -> Self {
        Self(UBig::ZERO)
    }

    fn one() -> Self {
        Self(UBig::ONE << Self::BITS)
    }

    fn at_most(value: &Rational) -> Self {
        Self(scaled(value, Self::BITS, false))
    }

    fn at_least(value: &Rational) -> Self {
        Self(scaled(value, Self::BITS, true))
    }

    fn to_rational(&self) -> Rational {
        Rational::from_parts(self.0.clone().into(), UBig::ONE << Self::BITS)
    }

    fn to_f64(&self) -> f64 {
        self.0.to_f64().value() / (UBig::ONE << Self::BITS).to_f64().value()
    }

    fn compare_mean<'a>(
        distribution: Distribution<'_>,
        values: impl Iterator<Item = &'a Self> + Clone,
        x: &Self,
    ) -> Ordering {
        let (sum, d) = sum(distribution, values);
        sum.cmp(&(d * &x.0))
    }

    fn mean_down<'a>(
        distribution: Distribution<'_>,
        values: impl Iterator<Item = &'a Self>,
    ) -> Self {
        let (sum, d) = sum(distribution, values);
        Self(sum / d)
    }

    fn mean_up<'a>(distribution: Distribution<'_>, values: impl Iterator<Item = &'a Self>) -> Self {
        let (sum, d) = sum(distribution, values);
        Self(div_up(sum, &d))
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        (self.0 >= other.0).then(|| Self(&self.0 - &other.0))
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let sum = Self(&self.0 + &other.0);
        (sum <= Self::one()).then_some(sum)
    }
}
