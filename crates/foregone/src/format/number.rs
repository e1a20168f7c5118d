//! Numbers as texts that say them exactly.

use crate::{Rational, UBig, decimal};

/// Decimals of at most this many places; other numbers are fractions.
const PLACES: usize = 15;

/// The number as a short decimal where it is one, else as a fraction.
pub(super) fn text(number: &Rational) -> String {
    let denominator = number.denominator();
    if denominator == &UBig::ONE {
        return number.numerator().to_string();
    }
    let places =
        (1..=PLACES).find(|&places| (UBig::from(10u8).pow(places) % denominator).is_zero());
    match places {
        Some(places) => decimal::down(number, places),
        None => fraction(number),
    }
}

/// The number as a fraction, or whole.
pub(super) fn fraction(number: &Rational) -> String {
    match number.denominator() {
        one if one == &UBig::ONE => number.numerator().to_string(),
        denominator => format!("{}/{denominator}", number.numerator()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_exactly() {
        let ratio = |n: i64, d: u64| Rational::from_parts(n.into(), d.into());
        for (n, d, expected) in [
            (1, 3, "1/3"),
            (1, 4, "0.25"),
            (-3, 2, "-1.5"),
            (7, 1, "7"),
            (1, 1 << 40, "1/1099511627776"),
        ] {
            assert_eq!(text(&ratio(n, d)), expected);
        }
        assert_eq!(fraction(&ratio(-3, 2)), "-3/2");
    }
}
