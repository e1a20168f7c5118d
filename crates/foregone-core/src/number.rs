//! The numbers that are judged: fixed point in 64 or 128 bits, or rationals.
//!
//! Law: every comparison of a mean with a value is exact, in integers; nothing here has a
//! tolerance. Sums cannot overflow: values lie in `[0,1]` and the numerators of a distribution sum
//! to its denominator, so no partial sum exceeds the denominator times one.

use std::cmp::Ordering;
use std::fmt::Debug;

use dashu_int::{IBig, UBig};

use crate::arena::Choice;
use crate::{Distribution, Rational};

mod fixed128;
mod fixed512;
mod fixed64;
mod rational;

pub use fixed64::Fixed64;
pub use fixed128::Fixed128;
pub use fixed512::Fixed512;
pub use rational::Sum;

/// A value in `[0,1]` whose means over a [`Distribution`] can be compared exactly.
///
/// `values` always yields as many numbers as the distribution has branches, in their order.
pub trait Number: Clone + Ord + Debug + Send + Sync + 'static {
    /// 0.
    fn zero() -> Self;
    /// 1.
    fn one() -> Self;
    /// The largest number that is at most `value`, which lies in `[0,1]`.
    fn at_most(value: &Rational) -> Self;
    /// The smallest number that is at least `value`, which lies in `[0,1]`.
    fn at_least(value: &Rational) -> Self;
    /// The number itself, exactly.
    fn to_rational(&self) -> Rational;
    /// A double near the number.
    fn to_f64(&self) -> f64;
    /// How the mean of `values` compares with `x`, exactly.
    fn compare_mean<'a>(
        distribution: Distribution<'_>,
        values: impl Iterator<Item = &'a Self> + Clone,
        x: &Self,
    ) -> Ordering;
    /// How the means of a choice compare with the bounds of `state`, exactly, where that is asked: those
    /// of `lower` and those of `upper`, both of which have an entry for each state.
    #[inline]
    fn compare_means(
        choice: Choice<'_>,
        bounds: [&[Self]; 2],
        asked: [bool; 2],
        state: usize,
    ) -> [Ordering; 2] {
        compare_means_apart(choice, bounds, asked, state)
    }
    /// The largest number that is at most the mean of `values`.
    fn mean_down<'a>(
        distribution: Distribution<'_>,
        values: impl Iterator<Item = &'a Self>,
    ) -> Self;
    /// The smallest number that is at least the mean of `values`.
    fn mean_up<'a>(distribution: Distribution<'_>, values: impl Iterator<Item = &'a Self>) -> Self;
    /// The means of a choice: of `lower` rounded down and of `upper` rounded up, both of which have
    /// an entry for each state.
    #[inline]
    fn means(choice: Choice<'_>, lower: &[Self], upper: &[Self]) -> (Self, Self) {
        means_apart(choice, lower, upper)
    }
    /// The difference, exactly; `None` where it is negative.
    fn minus(&self, other: &Self) -> Option<Self>;
    /// The sum, exactly; `None` where it is more than 1.
    fn plus(&self, other: &Self) -> Option<Self>;

    /// A double near what is left of the number after `lower` is taken away; 0 where that is more.
    #[inline]
    fn gap(&self, lower: &Self) -> f64 {
        self.minus(lower).map_or(0.0, |rest| rest.to_f64())
    }

    /// True where the number lies in `[0,1]`.
    fn in_unit_interval(&self) -> bool {
        Self::zero() <= *self && *self <= Self::one()
    }

    /// The largest double that is at most the number.
    fn f64_down(&self) -> f64 {
        nearest_at(&self.to_rational(), Ordering::Greater, f64::next_down)
    }

    /// The smallest double that is at least the number.
    fn f64_up(&self) -> f64 {
        nearest_at(&self.to_rational(), Ordering::Less, f64::next_up)
    }
}

/// The means of a choice, one after the other.
#[inline]
fn means_apart<N: Number>(choice: Choice<'_>, lower: &[N], upper: &[N]) -> (N, N) {
    let (lower, upper) = (
        choice.targets.iter().map(|&t| &lower[t as usize]),
        choice.targets.iter().map(|&t| &upper[t as usize]),
    );
    (N::mean_down(choice.distribution, lower), N::mean_up(choice.distribution, upper))
}

/// The comparisons of a choice's means, one after the other.
fn compare_means_apart<N: Number>(
    choice: Choice<'_>,
    bounds: [&[N]; 2],
    asked: [bool; 2],
    state: usize,
) -> [Ordering; 2] {
    let compared = |side: usize| {
        let values = choice.targets.iter().map(|&t| &bounds[side][t as usize]);
        N::compare_mean(choice.distribution, values, &bounds[side][state])
    };
    [0, 1].map(|side| if asked[side] { compared(side) } else { Ordering::Equal })
}

/// The nearest double, moved by `step` once if it lies on the `wrong` side of `value`.
fn nearest_at(value: &Rational, wrong: Ordering, step: fn(f64) -> f64) -> f64 {
    let near = value.to_f64().value();
    let exact = Rational::try_from(near).expect("the nearest double of a finite number is finite");
    if exact.cmp(value) == wrong { step(near) } else { near }
}

/// Sum of numerators times values, for distributions with long denominators.
fn big_sum(distribution: Distribution<'_>, values: impl Iterator<Item = UBig>) -> (UBig, UBig) {
    let big = distribution.big.expect("a denominator of 0 means long numbers");
    let sum = big.numerators.iter().zip(values).map(|(n, x)| n * x).sum();
    (sum, big.denominator.clone())
}

/// `value * 2^bits`, rounded down or up; `value` is not negative.
fn scaled(value: &Rational, bits: usize, up: bool) -> UBig {
    let (numerator, denominator) = value.clone().into_parts();
    let scaled: IBig = numerator << bits;
    let (_, magnitude) = scaled.into_parts();
    if up { div_up(magnitude, &denominator) } else { magnitude / denominator }
}

fn div_up(numerator: UBig, denominator: &UBig) -> UBig {
    (numerator + denominator - UBig::ONE) / denominator
}
