//! Rationals as judged numbers: nothing is rounded.
//!
//! A mean is summed over one common denominator and reduced once, for the denominators of related
//! values mostly divide each other. Comparisons look at doubles first: all terms are positive, so a
//! sum of `k` of them in doubles is off by less than `(k + 16) * 2^-52` of itself, and only what
//! lies closer than that is compared in integers.

use std::cmp::Ordering;

use dashu_base::{DivRem, Gcd};
use dashu_int::{IBig, Sign, UBig, Word};

use super::Number;
use crate::{Distribution, Rational};

/// A sum of fractions over a common denominator, not in lowest terms.
#[derive(Clone, Debug)]
pub struct Sum {
    numerator: IBig,
    denominator: UBig,
}

impl Default for Sum {
    fn default() -> Self {
        Self { numerator: IBig::ZERO, denominator: UBig::ONE }
    }
}

impl Sum {
    /// Adds `factor * value`.
    pub fn add(&mut self, factor: &UBig, value: &Rational) {
        let (numerator, denominator) = (value.numerator(), value.denominator());
        if numerator.is_zero() {
            return;
        }
        if *denominator == self.denominator {
            self.numerator += numerator * factor;
        } else if let Some(times) = quotient(&self.denominator, denominator) {
            self.numerator += numerator * (times * factor);
        } else if let Some(times) = quotient(denominator, &self.denominator) {
            self.numerator *= &times;
            self.numerator += numerator * factor;
            self.denominator *= times;
        } else {
            let common = (&self.denominator).gcd(denominator);
            let (mine, other) = (denominator / &common, &self.denominator / &common);
            self.numerator *= &mine;
            self.numerator += numerator * (other * factor);
            self.denominator *= mine;
        }
    }

    /// The sum divided by `divisor`, which is not 0, in lowest terms.
    pub fn over(self, divisor: &UBig) -> Rational {
        Rational::from_parts(self.numerator, self.denominator * divisor)
    }
}

/// `a / b` where that is whole.
fn quotient(a: &UBig, b: &UBig) -> Option<UBig> {
    if a < b {
        return None;
    }
    let (quotient, rest) = a.div_rem(b);
    rest.is_zero().then_some(quotient)
}

/// The sum of the weighted values, and what it is to be divided by.
fn weighted<'a>(
    distribution: Distribution<'_>,
    values: impl Iterator<Item = &'a Rational>,
) -> (Sum, UBig) {
    let mut sum = Sum::default();
    match distribution.big {
        Some(big) => {
            big.numerators.iter().zip(values).for_each(|(n, x)| sum.add(n, x));
            (sum, big.denominator.clone())
        }
        None => {
            let weights = distribution.numerators.iter().map(|&n| UBig::from(n));
            weights.zip(values).for_each(|(n, x)| sum.add(&n, x));
            (sum, distribution.denominator.into())
        }
    }
}

fn mean<'a>(
    distribution: Distribution<'_>,
    mut values: impl Iterator<Item = &'a Rational>,
) -> Rational {
    if distribution.denominator == 1 {
        return values.next().expect("one branch").clone();
    }
    let (sum, divisor) = weighted(distribution, values);
    sum.over(&divisor)
}

/// How the mean compares with `x`, where doubles tell.
fn by_doubles<'a>(
    distribution: Distribution<'_>,
    values: impl Iterator<Item = &'a Rational>,
    x: &Rational,
) -> Option<Ordering> {
    let mut sum = 0.0;
    for (p, value) in distribution.floats.iter().zip(values) {
        sum += p * near(value)?;
    }
    let x = near(x)?;
    // 2^-52, and what numbers too small for a full mantissa may lose.
    let error = (distribution.floats.len() as f64 + 16.0) * f64::EPSILON * (sum + x) + 1e-290;
    if (sum - x).abs() <= error { None } else { sum.partial_cmp(&x) }
}

/// A double that is off by less than `2^-49` of the number; `None` where it is negative, or so
/// small or large that doubles are no help.
fn near(x: &Rational) -> Option<f64> {
    let (sign, words) = x.numerator().as_sign_words();
    if words.is_empty() {
        return Some(0.0);
    }
    let (above, places) = leading(words);
    let (below, less) = leading(x.denominator().as_words());
    let shift = i32::try_from(places).ok()? - i32::try_from(less).ok()?;
    let fits = sign == Sign::Positive && shift.abs() <= 8;
    fits.then(|| above / below * WORD.powi(shift))
}

/// One past the largest word.
const WORD: f64 = (Word::MAX as f64 / 2.0 + 0.5) * 2.0;

/// The three leading words as a number, and how many words follow.
fn leading(words: &[Word]) -> (f64, usize) {
    let rest = words.len().saturating_sub(3);
    let number = words[rest..].iter().rev().fold(0.0, |sum, &word| sum * WORD + word as f64);
    (number, rest)
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
        near(self).unwrap_or_else(|| Rational::to_f64(self).value())
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| self - other)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other).filter(|sum| *sum <= Self::ONE)
    }

    fn compare_mean<'a>(
        distribution: Distribution<'_>,
        mut values: impl Iterator<Item = &'a Self> + Clone,
        x: &Self,
    ) -> Ordering {
        if distribution.denominator == 1 {
            return values.next().expect("one branch").cmp(x);
        }
        by_doubles(distribution, values.clone(), x).unwrap_or_else(|| {
            let (sum, divisor) = weighted(distribution, values);
            let mean = sum.numerator * x.denominator();
            mean.cmp(&(x.numerator() * (sum.denominator * divisor)))
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Distributions;

    fn fraction(n: u64, d: u64) -> Rational {
        Rational::from_parts(n.into(), d.into())
    }

    #[test]
    fn doubles_are_near_numbers_of_any_length() {
        let long = UBig::from(3u8).pow(4_000);
        for (n, d) in [(1, 3), (2, 3), (1, 1), (u64::MAX, u64::MAX - 1), (1, u64::MAX)] {
            for number in [
                fraction(n, d),
                Rational::from_parts(IBig::from(long.clone()) * n, &long * d + UBig::ONE),
            ] {
                let near = near(&number).unwrap();
                let exact = Rational::try_from(near).unwrap();
                let off = if exact > number { exact - &number } else { &number - exact };
                assert!(off * Rational::from(UBig::ONE << 49) < number, "{n}/{d}");
            }
        }
        assert_eq!(near(&Rational::ZERO), Some(0.0));
        assert_eq!(near(&Rational::from_parts(1.into(), UBig::ONE << 2_000)), None);
    }

    #[test]
    fn comparisons_are_exact_however_close() {
        let mut table = Distributions::new();
        let law = table.intern(&mut [1, 1, 1], 3);
        let distribution = table.get(law);
        let third = Rational::from_parts(1.into(), UBig::from(3u8).pow(900));
        let values = [&third * fraction(1, 7), &third * fraction(2, 7), &third * fraction(5, 14)];
        let tiny = Rational::from_parts(1.into(), UBig::ONE << 3_000);
        let mean = (&values[0] + &values[1] + &values[2]) / Rational::from(3);
        assert_eq!(Rational::mean_down(distribution, values.iter()), mean);
        let compare = |x: &Rational| Rational::compare_mean(distribution, values.iter(), x);
        assert_eq!(compare(&mean), Ordering::Equal);
        assert_eq!(compare(&(&mean + &tiny)), Ordering::Less);
        assert_eq!(compare(&(&mean - &tiny)), Ordering::Greater);
        let half = [fraction(1, 2), fraction(1, 4), fraction(3, 4)];
        let compare = |x: &Rational| Rational::compare_mean(distribution, half.iter(), x);
        assert_eq!(compare(&fraction(1, 2)), Ordering::Equal);
        assert_eq!(compare(&(fraction(1, 2) + &tiny)), Ordering::Less);
        assert_eq!(compare(&fraction(1, 3)), Ordering::Greater);
    }
}
