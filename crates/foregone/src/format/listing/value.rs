//! Numbers as files write them: exact, and by how much they may be rounded.

use std::collections::BTreeMap;

use crate::{IBig, Rational, UBig, decimal};

/// A number of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Exactly what is written.
    pub exact: Rational,
    /// By how much what was meant may differ, since decimals and doubles are rounded.
    pub slack: Rational,
}

/// The longest number that is read, in characters.
const LONGEST: usize = 10_000;

/// Decimals with so many digits are printed doubles.
const DIGITS_OF_DOUBLES: usize = 16;

impl Value {
    /// Reads `1/3`, `0.25`, `25e-2`, with a sign or without.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn text(text: &str) -> Result<Self, String> {
        let size = text.strip_prefix('-').unwrap_or(text);
        if size.len() > LONGEST {
            return Err(format!("a number has at most {LONGEST} characters here"));
        }
        let exact = decimal::read(size).ok_or_else(|| not_a_number(text))?;
        let slack = slack(size, &exact);
        let exact = if size.len() < text.len() { -exact } else { exact };
        Ok(Self { exact, slack })
    }

    /// A double is taken for exactly the number that it is.
    ///
    /// # Errors
    /// It is infinite or no number.
    pub fn double(double: f64) -> Result<Self, String> {
        if !double.is_finite() {
            return Err(not_a_number(&double.to_string()));
        }
        let bits = double.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, exponent - 1075),
        };
        let scale = UBig::ONE << exponent.unsigned_abs() as usize;
        let size = match exponent {
            0.. => Rational::from(UBig::from(mantissa) * scale),
            _ => Rational::from_parts(IBig::from(mantissa), scale),
        };
        let slack = of_doubles(&size);
        Ok(Self { exact: if double < 0.0 { -size } else { size }, slack })
    }

    /// A number that is not rounded.
    pub fn exactly(exact: Rational) -> Self {
        Self { exact, slack: Rational::ZERO }
    }
}

fn not_a_number(text: &str) -> String {
    format!("`{text}` is not a number such as 1/3, 0.25 or 25e-2")
}

fn slack(text: &str, exact: &Rational) -> Rational {
    if !text.contains(['.', 'e', 'E']) {
        return Rational::ZERO;
    }
    let digit = foregone_prism::step::half_unit(text);
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let digits = mantissa.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit);
    if digits.count() < DIGITS_OF_DOUBLES { digit } else { digit.max(of_doubles(exact)) }
}

/// Two units in the last place of a double of this size: values of files were computed, not read.
fn of_doubles(size: &Rational) -> Rational {
    size / Rational::from(UBig::ONE << 51)
}

/// The different numbers of a file, each kept once, by the bytes that write it.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    ids: BTreeMap<Box<[u8]>, u32>,
    list: Vec<Value>,
}

impl Values {
    /// The place of the number that `raw` writes and `read` reads.
    pub(super) fn place(
        &mut self,
        raw: &[u8],
        read: impl FnOnce() -> Result<Value, String>,
    ) -> Result<u32, String> {
        if let Some(&place) = self.ids.get(raw) {
            return Ok(place);
        }
        let place = self.list.len() as u32;
        self.list.push(read()?);
        self.ids.insert(raw.into(), place);
        Ok(place)
    }

    pub(super) fn get(&self, place: u32) -> &Value {
        &self.list[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        let ratio = |n: i64, d: u64| Rational::from_parts(n.into(), d.into());
        for (text, exact, slack) in [
            ("1/3", ratio(1, 3), Rational::ZERO),
            ("-0.25", ratio(-1, 4), ratio(1, 200)),
            ("3", ratio(3, 1), Rational::ZERO),
            ("1e-1", ratio(1, 10), ratio(1, 20)),
        ] {
            assert_eq!(Value::text(text), Ok(Value { exact, slack }), "{text}");
        }
        for text in ["NaN", "inf", "", "-", "--1", "1/0", "0x1", "1e99999"] {
            assert!(Value::text(text).is_err(), "{text}");
        }
    }

    #[test]
    fn doubles_are_what_they_are() {
        let tenth = Value::double(0.1).unwrap().exact;
        assert_eq!(tenth, Rational::from_parts(3_602_879_701_896_397_i64.into(), UBig::ONE << 55));
        assert_eq!(Value::double(-3.0).unwrap().exact, Rational::from(-3));
        assert_eq!(Value::double(5e-324).unwrap().exact.denominator(), &(UBig::ONE << 1074));
        assert_eq!(Value::double(1e300).unwrap().exact.to_f64().value(), 1e300);
        assert!(Value::double(f64::NAN).is_err() && Value::double(f64::INFINITY).is_err());
    }

    #[test]
    fn seventeen_digits_are_those_of_a_double() {
        let third = Value::text("0.33333333333333331").unwrap();
        let rest = Value::text("0.66666666666666663").unwrap();
        let missing = Rational::ONE - (third.exact + rest.exact);
        assert!(missing > Rational::ZERO && missing < third.slack + rest.slack);
    }
}
