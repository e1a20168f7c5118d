//! Numbers that may be infinite, and bounds of them.

use serde::{Serialize, Serializer};

use crate::{Number, Rational, decimal};

/// A number or infinity.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quantity {
    /// A number.
    Finite(Rational),
    /// More than any number.
    Infinite,
}

/// Bounds of a quantity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// It is at least this.
    pub lower: Quantity,
    /// It is at most this.
    pub upper: Quantity,
}

impl Quantity {
    /// The number, where it is finite.
    pub fn finite(&self) -> Option<&Rational> {
        match self {
            Self::Finite(number) => Some(number),
            Self::Infinite => None,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a + b),
            _ => Self::Infinite,
        }
    }
}

impl Span {
    /// A known number.
    pub fn exactly(number: Rational) -> Self {
        Self::between(number.clone(), number)
    }

    /// Finite bounds.
    pub fn between(lower: Rational, upper: Rational) -> Self {
        Self { lower: Quantity::Finite(lower), upper: Quantity::Finite(upper) }
    }

    /// True where the bounds are equal.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Both bounds, where both are finite.
    pub fn finite(&self) -> Option<(&Rational, &Rational)> {
        Some((self.lower.finite()?, self.upper.finite()?))
    }

    /// The bounds as doubles, rounded outward.
    pub fn doubles(&self) -> (f64, f64) {
        let down = self.lower.finite().map_or(f64::INFINITY, Number::f64_down);
        (down, self.upper.finite().map_or(f64::INFINITY, Number::f64_up))
    }

    /// This many decimals, where the bounds decide them.
    pub fn rounded(&self, digits: usize) -> Option<String> {
        let (lower, upper) = self.finite()?;
        decimal::rounded(lower, upper, digits)
    }

    /// The sum of two.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { lower: self.lower.plus(&other.lower), upper: self.upper.plus(&other.upper) }
    }

    /// Times a positive number.
    pub(crate) fn times(&self, factor: &Rational) -> Self {
        let part = |quantity: &Quantity| match quantity {
            Quantity::Finite(number) => Quantity::Finite(number * factor),
            Quantity::Infinite => Quantity::Infinite,
        };
        Self { lower: part(&self.lower), upper: part(&self.upper) }
    }

    /// Divided by a positive number.
    pub(super) fn over(&self, number: usize) -> Self {
        let part = |quantity: &Quantity| match quantity {
            Quantity::Finite(sum) => Quantity::Finite(sum / Rational::from(number)),
            Quantity::Infinite => Quantity::Infinite,
        };
        Self { lower: part(&self.lower), upper: part(&self.upper) }
    }

    /// Bounds of the smaller one.
    pub(super) fn least(&self, other: &Self) -> Self {
        Self {
            lower: self.lower.clone().min(other.lower.clone()),
            upper: self.upper.clone().min(other.upper.clone()),
        }
    }

    /// Bounds of the larger one.
    pub(super) fn most(&self, other: &Self) -> Self {
        Self {
            lower: self.lower.clone().max(other.lower.clone()),
            upper: self.upper.clone().max(other.upper.clone()),
        }
    }
}

/// `{"lower": …, "upper": …}`, rounded outward; infinity is the text `Infinity`.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let (lower, upper) = self.doubles();
        let mut map = serializer.serialize_map(Some(2))?;
        for (name, number) in [("lower", lower), ("upper", upper)] {
            match number.is_finite() {
                true => map.serialize_entry(name, &number)?,
                false => map.serialize_entry(name, "Infinity")?,
            }
        }
        map.end()
    }
}
