//! Rationals as judged numbers: nothing is rounded.

use std::cmp::Ordering;

use super::Number;
use crate::{Distribution, Rational};

fn mean<'a>(
    distribution: Distribution<'_>,
    values: impl Iterator<Item = &'a Rational>,
) -> Rational {
    let weighted = values.enumerate().map(|(i, x)| distribution.probability(i) * x);
    weighted.fold(Rational::ZERO, |sum, term| sum + term)
}

impl Number for Rational {
    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        Self::ONE
    }

    fn at_most(value: &Rational) -> Self {
        value.clone()
    }

    fn at_least(value: &Rational) -> Self {
        value.clone()
    }

    fn to_rational(&self) -> Rational {
        self.clone()
    }

    fn to_f64(&self) -> f64 {
        Rational::to_f64(self).value()
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| self - other)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other).filter(|sum| *sum <= Self::ONE)
    }

    fn compare_mean<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self>,
        x: &Self,
    ) -> Ordering {
        if distribution.denominator == 1 {
            return values.next().expect("one branch").cmp(x);
        }
        mean(distribution, values).cmp(x)
    }

    fn mean_down<'a>(
        distribution: Distribution<'_>,
        values: impl Iterator<Item = &'a Self>,
    ) -> Self {
        mean(distribution, values)
    }

    fn mean_up<'a>(distribution: Distribution<'_>, values: impl Iterator<Item = &'a Self>) -> Self {
        mean(distribution, values)
    }
}
