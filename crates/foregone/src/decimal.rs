//! Decimals of a number that is known by bounds, and numbers read from decimals.
//!
//! Invariant: every digit shown is right. Rounding is done in integers; a half goes up. What is
//! read is taken exactly.

use crate::{IBig, Rational, UBig};

/// The number between `lower` and `upper` rounded to `digits` decimals, or `None` where the bounds
/// do not decide the last one.
pub fn rounded(lower: &Rational, upper: &Rational, digits: usize) -> Option<String> {
    let (low, high) = (nearest(lower, digits), nearest(upper, digits));
    (low == high).then(|| written(&low, digits))
}

/// `value * 10^digits`, rounded to the nearest integer.
fn nearest(value: &Rational, digits: usize) -> IBig {
    let half = Rational::from_parts(1.into(), 2_u8.into());
    (scaled(value, digits) + half).floor()
}

/// The first decimals of the number between `lower` and `upper`, at most `most` of them, as far as
/// both bounds have the same ones; cut off, not rounded. `None` where not even one is the same.
pub fn common(lower: &Rational, upper: &Rational, most: usize) -> Option<String> {
    let (low, high) = (down(lower, most), down(upper, most));
    let point = low.find('.').unwrap_or(low.len());
    let same = low.bytes().zip(high.bytes()).take_while(|(a, b)| a == b).count();
    let fits = low.len() == high.len() && same > point + 1;
    fits.then(|| low[..same].to_owned())
}

/// `value` in decimals, rounded down.
pub fn down(value: &Rational, digits: usize) -> String {
    written(&scaled(value, digits).floor(), digits)
}

/// `value` in decimals, rounded up.
pub fn up(value: &Rational, digits: usize) -> String {
    written(&scaled(value, digits).ceil(), digits)
}

fn scaled(value: &Rational, digits: usize) -> Rational {
    value * Rational::from(UBig::from(10_u8).pow(digits))
}

fn written(scaled: &IBig, digits: usize) -> String {
    let (sign, magnitude) = scaled.clone().into_parts();
    let minus = if sign == dashu_base::Sign::Negative { "-" } else { "" };
    let text =
        format!("{magnitude:0>width$}", magnitude = magnitude.to_string(), width = digits + 1);
    let (whole, part) = text.split_at(text.len() - digits);
    let point = if digits > 0 { "." } else { "" };
    format!("{minus}{whole}{point}{part}")
}

/// Longest exponent taken: beyond it a number would fill the memory.
const MAX_EXPONENT: i32 = 5000;

/// Reads `1/3`, `0.25`, `.5`, `25e-2`, exactly; `None` for everything else, signs included, and
/// where more than 5000 places would be needed.
pub fn read(text: &str) -> Option<Rational> {
    if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator = digits(denominator).filter(|d| *d != UBig::ZERO)?;
        return Some(Rational::from_parts(digits(numerator)?.into(), denominator));
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
        None => (text, 0_i32),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let places = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let fits = (-MAX_EXPONENT..=MAX_EXPONENT).contains(&places);
    let numerator = digits(&format!("{whole}{fraction}")).filter(|_| fits)?;
    let scale = UBig::from(10u8).pow(places.unsigned_abs() as usize);
    Some(match places {
        0.. => Rational::from(numerator * scale),
        _ => Rational::from_parts(numerator.into(), scale),
    })
}

fn digits(text: &str) -> Option<UBig> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(n: i64, d: u64) -> Rational {
        Rational::from_parts(n.into(), d.into())
    }

    #[test]
    fn rounds_to_the_nearest() {
        for (n, d, digits, text) in [
            (3, 22, 12, "0.136363636364"),
            (10, 11, 12, "0.909090909091"),
            (1, 8, 2, "0.13"),
            (1, 1, 3, "1.000"),
            (0, 1, 0, "0"),
            (999_999, 1_000_000, 5, "1.00000"),
            (-5, 4, 1, "-1.2"),
            (-1, 1000, 1, "0.0"),
        ] {
            let value = fraction(n, d);
            assert_eq!(rounded(&value, &value, digits).as_deref(), Some(text));
        }
    }

    #[test]
    fn common_decimals_are_cut_off() {
        let third = fraction(1, 3);
        assert_eq!(common(&third, &third, 4).as_deref(), Some("0.3333"));
        let above = fraction(3_334, 10_000);
        assert_eq!(common(&third, &above, 4).as_deref(), Some("0.333"));
        assert_eq!(common(&fraction(49, 100), &fraction(51, 100), 4), None);
        assert_eq!(common(&fraction(999, 1000), &fraction(10, 1), 4), None);
        assert_eq!((down(&third, 2), up(&third, 2)), ("0.33".into(), "0.34".into()));
    }

    #[test]
    fn undecided_digits_are_not_shown() {
        let (low, high) = (fraction(1249, 10_000), fraction(1251, 10_000));
        assert_eq!(rounded(&low, &high, 2), None);
        assert_eq!(rounded(&low, &high, 1).as_deref(), Some("0.1"));
    }
}
