//! Sums of variables with constant factors, exactly: `c1*x1 + ... + k` with rational `c` and `k`.
//!
//! Invariant: no factor is zero, and `int` says that the expression's type is int (all numbers are
//! then integers).

use std::collections::BTreeMap;

use dashu_base::Gcd;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::real::too_long;

/// A sum with constant factors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affine {
    /// Factors by variable.
    pub terms: BTreeMap<u32, RBig>,
    /// What is added to them.
    pub constant: RBig,
    /// Whether the type is int.
    pub int: bool,
}

/// The same with integers and a common divisor: `(c1*x1 + ... + k) / divisor`.
pub struct Scaled {
    /// Factors.
    pub terms: Vec<(u32, IBig)>,
    /// What is added to them.
    pub constant: IBig,
    /// Positive.
    pub divisor: UBig,
}

impl Affine {
    /// A number.
    pub fn constant(constant: RBig, int: bool) -> Self {
        Self { terms: BTreeMap::new(), constant, int }
    }

    /// A variable.
    pub fn variable(slot: u32) -> Self {
        let terms = BTreeMap::from([(slot, RBig::ONE)]);
        Self { terms, constant: RBig::ZERO, int: true }
    }

    /// Whether no variable occurs.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether a number in it has too many digits.
    pub fn is_too_long(&self) -> bool {
        too_long(&self.constant) || self.terms.values().any(too_long)
    }

    /// Adds `factor * other`.
    pub fn add(&mut self, other: &Affine, factor: &RBig) {
        self.int &= other.int;
        self.constant += &other.constant * factor;
        for (slot, c) in &other.terms {
            let entry = self.terms.entry(*slot).or_insert(RBig::ZERO);
            *entry += c * factor;
            if entry.is_zero() {
                self.terms.remove(slot);
            }
        }
    }

    /// Multiplied by a number.
    pub fn times(&self, factor: &RBig, int: bool) -> Affine {
        let mut out = Affine::constant(RBig::ZERO, true);
        out.add(self, factor);
        out.int = self.int && int;
        out
    }

    /// With integers over a common divisor.
    pub fn scaled(&self) -> Scaled {
        let numbers = self.terms.values().chain([&self.constant]);
        let divisor = numbers.fold(UBig::ONE, |lcm, c| {
            let gcd = (&lcm).gcd(c.denominator());
            lcm / gcd * c.denominator()
        });
        let whole = |c: &RBig| c.numerator() * IBig::from(&divisor / c.denominator());
        let terms = self.terms.iter().map(|(slot, c)| (*slot, whole(c))).collect();
        Scaled { terms, constant: whole(&self.constant), divisor: divisor.clone() }
    }
}
