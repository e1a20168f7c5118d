//! How the values of a game are written: chances in percent, amounts with what they count.
//!
//! Invariant: as in `number`, every printed digit is one that the bounds decide.

use foregone::session::AnySolved;
use foregone::{Number, Rational};

use super::number::{amount, bounds_amount, bounds_percent, cost_amount, cost_points, percent};

/// What the values of a game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Chances between 0 and 1 to win.
    Chance,
    /// The chance that the property holds that was asked of a model; what is left is the chance that
    /// it does not, so whose turn it is changes nothing in what is shown.
    Property,
    /// An expected amount of these.
    Amount(&'static str),
}

impl Worth {
    /// That of a solved game.
    pub fn of(solved: &AnySolved) -> Self {
        solved.unit().map_or(Self::Chance, Self::Amount)
    }

    /// A value with so many decimals: `63.23 %`, `12.55 turns`.
    pub fn text(self, lower: &Rational, upper: &Rational, digits: usize) -> String {
        match self {
            Self::Chance | Self::Property => percent(lower, upper, digits),
            Self::Amount(unit) => format!("{} {unit}", amount(lower, upper, digits)),
        }
    }

    /// The bounds, or `exact`.
    pub fn bounds(self, lower: &Rational, upper: &Rational) -> String {
        match self {
            Self::Chance | Self::Property => bounds_percent(lower, upper),
            Self::Amount(unit) if lower < upper => {
                format!("{} {unit}", bounds_amount(lower, upper))
            }
            Self::Amount(_) => "exact".into(),
        }
    }

    /// What a move gives away, from bounds of the difference: `4.13 percentage points`,
    /// `0.31 turns`.
    pub fn cost(self, least: &Rational, most: &Rational) -> String {
        let (text, unit) = match self {
            Self::Chance | Self::Property => (cost_points(least, most), "percentage points"),
            Self::Amount(unit) => (cost_amount(least, most), unit),
        };
        match (text.as_str(), unit) {
            ("1.00", "percentage points") => format!("{text} percentage point"),
            _ => format!("{text} {unit}"),
        }
    }

    /// A value in words: `A wins 63.23 %`, `12.55 turns expected`; `first` is Max.
    pub fn says(self, first: &str, value: &str) -> String {
        match self {
            Self::Chance => format!("{first} wins {value}"),
            Self::Property => format!("holds with {value}"),
            Self::Amount(_) => format!("{value} expected"),
        }
    }

    /// The middle of a value as a plain number: `63.23 %`, `12.55`.
    pub fn plain(self, value: f64) -> String {
        match self {
            Self::Chance | Self::Property => format!("{:.2} %", 100.0 * value),
            Self::Amount(_) => format!("{value:.2}"),
        }
    }

    /// A difference with its sign, without a unit: percentage points, or what is counted.
    pub fn signed(self, difference: f64) -> String {
        let number = match self {
            Self::Chance | Self::Property => 100.0 * difference,
            Self::Amount(_) => difference,
        };
        format!("{:+.2}", if number.abs() < 0.005 { 0.0 } else { number })
    }

    /// What differences are counted in.
    pub fn points(self) -> &'static str {
        match self {
            Self::Chance | Self::Property => "percentage points",
            Self::Amount(unit) => unit,
        }
    }

    /// A value as its mover sees it: Min's chance is what Max's leaves.
    pub fn own(self, max: bool, (lower, upper): (Rational, Rational)) -> (Rational, Rational) {
        match self {
            Self::Chance if !max => (Rational::ONE - upper, Rational::ONE - lower),
            _ => (lower, upper),
        }
    }
}

/// The middle of bounds.
pub fn middle(lower: &Rational, upper: &Rational) -> f64 {
    lower.f64_down().midpoint(upper.f64_up())
}
