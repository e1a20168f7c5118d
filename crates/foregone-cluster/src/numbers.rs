//! The number types in which bounds are computed over several machines.

use foregone::{Bounds, Fixed64, Fixed128, Intervals, Number, Rational};

use crate::wire::Wire;

/// A number type for bounds.
pub(crate) trait Digits: Number + Wire {
    /// What it is called in answers.
    const NAME: &'static str;
    /// Moves smaller than this are rounding.
    const LEAST: f64;

    fn bounds(all: Intervals<Self>) -> Bounds;

    /// The bounds of `own` where they are of this type.
    fn of(bounds: &Bounds) -> Option<&Intervals<Self>>;

    /// The weights of `lower`, the rest up to `upper`, and the rest up to 1, over one denominator.
    fn weights(lower: &Self, upper: &Self) -> Option<(u64, [u64; 3])>;

    /// The number nearest to a double, kept in `[0,1]`.
    fn near(x: f64) -> Self;
}

impl Digits for Fixed64 {
    const NAME: &'static str = "multiples of 2^-56";
    const LEAST: f64 = 1e-16;

    fn bounds(all: Intervals<Self>) -> Bounds {
        Bounds::Fixed64(all)
    }

    fn of(bounds: &Bounds) -> Option<&Intervals<Self>> {
        match bounds {
            Bounds::Fixed64(all) => Some(all),
            _ => None,
        }
    }

    fn weights(lower: &Self, upper: &Self) -> Option<(u64, [u64; 3])> {
        let one = Self::one().0;
        Some((one, [lower.0, upper.0 - lower.0, one - upper.0]))
    }

    fn near(x: f64) -> Self {
        let one = Self::one().0;
        Self(((x.clamp(0.0, 1.0) * one as f64) as u64).min(one))
    }
}

impl Digits for Fixed128 {
    const NAME: &'static str = "multiples of 2^-120";
    const LEAST: f64 = 1e-34;

    fn bounds(all: Intervals<Self>) -> Bounds {
        Bounds::Fixed128(all)
    }

    fn of(bounds: &Bounds) -> Option<&Intervals<Self>> {
        match bounds {
            Bounds::Fixed128(all) => Some(all),
            _ => None,
        }
    }

    fn weights(_: &Self, _: &Self) -> Option<(u64, [u64; 3])> {
        None
    }

    fn near(x: f64) -> Self {
        let one = Self::one().0;
        Self(((x.clamp(0.0, 1.0) * one as f64) as u128).min(one))
    }
}

impl Digits for Rational {
    const NAME: &'static str = "fractions";
    const LEAST: f64 = 0.0;

    fn bounds(all: Intervals<Self>) -> Bounds {
        Bounds::Exact(all)
    }

    fn of(bounds: &Bounds) -> Option<&Intervals<Self>> {
        match bounds {
            Bounds::Exact(all) => Some(all),
            _ => None,
        }
    }

    fn weights(_: &Self, _: &Self) -> Option<(u64, [u64; 3])> {
        None
    }

    fn near(x: f64) -> Self {
        Self::try_from(x.clamp(0.0, 1.0)).unwrap_or(Self::ZERO)
    }
}
