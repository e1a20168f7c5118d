//! Values that are no chances: a value is `offset + unit * part`, where the judge has looked at the
//! part, a number in `[0,1]`.
//!
//! Invariant: offsets and units are below `2^1000`, so that every value has a double on either side.

use std::fmt::Display;

use dashu_int::UBig;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::amount::{scale_for, unit};
use crate::{Number, Rational};

/// Offsets and units are smaller than this power of two.
const MOST: usize = 1000;

/// How parts become values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scale {
    /// The value whose part is 0.
    #[serde(serialize_with = "write", deserialize_with = "read")]
    pub offset: Rational,
    /// By how much the value whose part is 1 is larger; positive.
    #[serde(serialize_with = "write", deserialize_with = "read")]
    pub unit: Rational,
}

fn write<S: Serializer>(number: &Rational, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&number.to_string())
}

fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Rational, D::Error> {
    let text = String::deserialize(from)?;
    let wrong = || serde::de::Error::custom(format!("'{text}' is no fraction"));
    text.parse().map_err(|_| wrong())
}

impl Scale {
    /// From 0 to `2^scale`, all of it `offset` higher.
    pub(super) fn power(scale: u32, offset: Rational) -> Self {
        Self { offset, unit: unit(scale) }
    }

    /// True where it can be written and read.
    pub(super) fn fits(&self) -> bool {
        let most = Rational::from(UBig::ONE << MOST);
        let least = Rational::ZERO - &most;
        let inside = |number: &Rational| least < *number && *number < most;
        inside(&self.offset) && inside(&self.unit) && self.unit > Rational::ZERO
    }

    /// The exponent, where the unit is a power of two.
    pub(super) fn exponent(&self) -> Option<u32> {
        let exponent = scale_for(&self.unit);
        (unit(exponent) == self.unit).then_some(exponent)
    }

    /// The value that has this part.
    pub(super) fn value(&self, part: &Rational) -> Rational {
        &self.offset + part * &self.unit
    }

    /// The part of a value.
    pub(super) fn part(&self, value: &Rational) -> Rational {
        (value - &self.offset) / &self.unit
    }

    /// Both bounds of a value as doubles, rounded outward; infinite where there is no part.
    pub(super) fn doubles(&self, [lower, upper]: [Option<Rational>; 2]) -> (f64, f64) {
        let lower = lower.map_or(f64::INFINITY, |part| self.value(&part).f64_down());
        (lower, upper.map_or(f64::INFINITY, |part| self.value(&part).f64_up()))
    }
}

impl Display for Scale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} + {} * part", self.offset, self.unit)
    }
}
