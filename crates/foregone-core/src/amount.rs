//! Bounds of amounts that may exceed 1 and may be infinite.
//!
//! A finite bound is a [`Number`](crate::Number) in `[0,1]` times a power of two that all states
//! share, so the judged numbers stay what they are; an infinite one is marked beside it.

use crate::{Bounds, Rational, StateId};

/// An amount, not negative.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Amount {
    /// So much.
    Finite(Rational),
    /// More than any number.
    Infinite,
}

impl Amount {
    /// The amount where it is finite.
    pub fn finite(&self) -> Option<&Rational> {
        match self {
            Self::Finite(amount) => Some(amount),
            Self::Infinite => None,
        }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Finite(amount) => amount.fmt(f),
            Self::Infinite => f.write_str("Infinity"),
        }
    }
}

/// Lower and upper bounds for every state.
#[derive(Clone, Debug)]
pub struct Amounts {
    /// Finite bounds are those of `bounds` times `2^scale`.
    pub scale: u32,
    /// The bounds as parts of `2^scale`; not looked at where they are infinite.
    pub bounds: Bounds,
    /// For each state whether its lower bound is infinite.
    pub lower_infinite: Vec<bool>,
    /// For each state whether its upper bound is infinite.
    pub upper_infinite: Vec<bool>,
}

/// `2^scale`.
pub fn unit(scale: u32) -> Rational {
    Rational::from(dashu_int::UBig::ONE << scale as usize)
}

/// The smallest power of two that is at least `most`, by its exponent.
pub fn scale_for(most: &Rational) -> u32 {
    let whole = most.ceil();
    let bits = dashu_base::BitTest::bit_len(&whole) as u32;
    if bits > 0 && unit(bits - 1) >= *most { bits - 1 } else { bits }
}

impl Amounts {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// True without states.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bounds of `state`.
    pub fn of(&self, state: StateId) -> (Amount, Amount) {
        let unit = unit(self.scale);
        let (lower, upper) = self.bounds.rational(state);
        let amount = |infinite: bool, part: Rational| match infinite {
            true => Amount::Infinite,
            false => Amount::Finite(part * &unit),
        };
        let at = state.index();
        (amount(self.lower_infinite[at], lower), amount(self.upper_infinite[at], upper))
    }

    /// The bounds of `state` as doubles, rounded outward.
    pub fn doubles(&self, state: StateId) -> (f64, f64) {
        use crate::Number;
        let (lower, upper) = self.of(state);
        let down = lower.finite().map_or(f64::INFINITY, Number::f64_down);
        (down, upper.finite().map_or(f64::INFINITY, Number::f64_up))
    }
}
