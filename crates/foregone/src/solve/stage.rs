//! The number types in the order in which they are tried, and what each costs.

use super::case::Case;
use super::exact;
use super::kept::Plain;
use super::local::Local;
use super::quick;
use super::settle::Care;
use super::value::{Fine, Value};
use super::work::Work;
use crate::{Fixed64, Number, Rational};

/// A number type in which a component can be certified.
pub(super) trait Stage: Number + Plain {
    /// The numbers in which strategies are compared.
    type Value: Value<Self>;
    /// What the numbers are called where a run is kept.
    const KIND: u8;
    /// True where a first answer in doubles saves dearer numbers.
    const WARM: bool;
    /// True where sweeps are affordable: fractions grow with each.
    const SWEEPS: bool;
    /// True where sweeps in the next numbers may come to narrower bounds.
    const NEXT_SWEEPS: bool;
    /// The least cost of a step that leaves room for rounding.
    const FINEST: f64;
    /// Costs of a step that are tried in turn; see [`Side`](super::value::Side).
    const COSTS: &'static [f64];

    /// The value as a number, if need be rounded down and brought into `[0,1]`.
    fn from_below(value: &Self::Value) -> Self;
    /// The value as a number, if need be rounded up and brought into `[0,1]`.
    fn from_above(value: &Self::Value) -> Self;
    /// A number near a double, brought into `[0,1]`.
    fn near(x: f64) -> Self;
    /// True where the two are further apart than rounding alone brings them.
    fn far_from(&self, other: &Self) -> bool;

    /// Solves the open nodes of a component exactly, if that can be had at once.
    fn exactly(_work: &mut Work<'_, Self>, _case: &mut Case<'_>, _rounds: &mut u64) -> bool {
        false
    }

    /// Solves a component of the usual kind, in less time.
    fn quickly<'a>(
        _work: &mut Work<'a, Self>,
        _local: &Local<'a>,
        _care: Care,
        _rounds: &mut u64,
    ) -> bool {
        false
    }
}

impl Stage for Fixed64 {
    type Value = f64;
    const KIND: u8 = 0;
    const WARM: bool = false;
    const SWEEPS: bool = true;
    const NEXT_SWEEPS: bool = true;
    const FINEST: f64 = 1.0 / (1u64 << 52) as f64;
    const COSTS: &'static [f64] =
        &[1.0 / (1u64 << 48) as f64, 1.0 / (1u64 << 44) as f64, 1.0 / (1u64 << 40) as f64];

    fn from_below(value: &f64) -> Self {
        Self::near(*value)
    }

    fn from_above(value: &f64) -> Self {
        Self(Self::near(*value).0 + 1).min(Self::ONE)
    }

    fn near(x: f64) -> Self {
        Self((x.clamp(0.0, 1.0) * Self::ONE.0 as f64) as i64 as u64)
    }

    #[inline]
    fn far_from(&self, other: &Self) -> bool {
        self.0.abs_diff(other.0) > 1
    }

    fn quickly<'a>(
        work: &mut Work<'a, Self>,
        local: &Local<'a>,
        care: Care,
        rounds: &mut u64,
    ) -> bool {
        quick::solve(work, local, care, rounds)
    }
}

impl<N: Fine + Plain> Stage for N {
    type Value = Self;
    const KIND: u8 = <N as Fine>::KIND;
    const WARM: bool = true;
    const SWEEPS: bool = true;
    const NEXT_SWEEPS: bool = false;
    const FINEST: f64 = 16.0 * N::ULP;
    const COSTS: &'static [f64] = &[Self::FINEST, 256.0 * N::ULP, 65_536.0 * N::ULP];

    fn from_below(value: &Self) -> Self {
        value.clone()
    }

    fn from_above(value: &Self) -> Self {
        value.clone()
    }

    fn near(x: f64) -> Self {
        N::zero().moved(x.clamp(0.0, 1.0))
    }

    fn far_from(&self, other: &Self) -> bool {
        self.gap(other).max(other.gap(self)) > N::ULP
    }
}

impl Stage for Rational {
    type Value = Self;
    const KIND: u8 = 3;
    const WARM: bool = true;
    const SWEEPS: bool = false;
    const NEXT_SWEEPS: bool = false;
    const FINEST: f64 = 0.0;
    const COSTS: &'static [f64] = &[0.0];

    fn from_below(value: &Self) -> Self {
        value.clone()
    }

    fn from_above(value: &Self) -> Self {
        value.clone()
    }

    fn near(x: f64) -> Self {
        Self::try_from(x.clamp(0.0, 1.0)).unwrap_or(Self::ZERO)
    }

    fn far_from(&self, other: &Self) -> bool {
        self != other
    }

    fn exactly(work: &mut Work<'_, Self>, case: &mut Case<'_>, rounds: &mut u64) -> bool {
        exact::solve(work, case, rounds)
    }
}
