//! Arrays of numbers: doubles, rationals of any length, whole numbers.

use dashu_base::BitTest;

use super::archive::Archive;
use super::index::Type;
use super::wrong;
use crate::format::FormatError;
use crate::format::listing::Value;
use crate::{IBig, Rational, UBig};

/// How a number lies in bytes.
#[derive(Clone, Copy)]
pub(super) struct Form {
    kind: Kind,
    /// Bytes of one number.
    pub bytes: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    Double,
    Rational,
    Signed,
    Unsigned,
}

impl Form {
    /// The form of numbers of type `ty`.
    pub fn of(ty: &Type) -> Result<Self, String> {
        let bits = ty.bits();
        let kind = match ty.name.as_str() {
            "double" => Kind::Double,
            "rational" => Kind::Rational,
            "int" => Kind::Signed,
            "uint" => Kind::Unsigned,
            name if name.ends_with("-interval") => {
                return Err(format!("intervals (type {name:?}) are not supported"));
            }
            name => return Err(format!("the type {name:?} is none of numbers")),
        };
        let fits = match kind {
            Kind::Double => bits == 64,
            Kind::Rational => bits > 0 && bits.is_multiple_of(16) && bits <= 1 << 20,
            _ => bits == 64,
        };
        match fits {
            true => Ok(Self { kind, bytes: bits as usize / 8 }),
            false => Err(format!("the type {:?} cannot have {bits} bits", ty.name)),
        }
    }

    /// The number that `bytes` hold.
    pub fn read(self, bytes: &[u8]) -> Result<Value, String> {
        match self.kind {
            Kind::Double => {
                let bytes = bytes.try_into().map_err(|_| "a double has 8 bytes")?;
                Value::double(f64::from_le_bytes(bytes))
            }
            Kind::Rational => {
                let (numerator, denominator) = bytes.split_at(bytes.len() / 2);
                let denominator = UBig::from_le_bytes(denominator);
                if denominator.is_zero() {
                    return Err("a fraction with the denominator 0".into());
                }
                Ok(Value::exactly(Rational::from_parts(signed(numerator), denominator)))
            }
            Kind::Signed => Ok(Value::exactly(Rational::from(signed(bytes)))),
            Kind::Unsigned => Ok(Value::exactly(Rational::from(UBig::from_le_bytes(bytes)))),
        }
    }
}

/// A number in two's complement.
pub(super) fn signed(bytes: &[u8]) -> IBig {
    let size = IBig::from(UBig::from_le_bytes(bytes));
    match bytes.last() {
        Some(last) if last >> 7 == 1 => size - (IBig::ONE << (8 * bytes.len())),
        _ => size,
    }
}

/// Numbers of one form.
pub(super) struct Numbers {
    pub form: Form,
    pub bytes: Vec<u8>,
}

impl Numbers {
    /// The bytes of number `at`.
    pub fn raw(&self, at: usize) -> &[u8] {
        &self.bytes[at * self.form.bytes..][..self.form.bytes]
    }
}

impl Archive {
    /// `count` numbers of type `ty`; `None` without the file.
    pub fn numbers(
        &mut self,
        entry: &str,
        ty: &Type,
        count: u64,
    ) -> Result<Option<Numbers>, FormatError> {
        let form = Form::of(ty).map_err(|why| wrong(&self.name, entry, None, why))?;
        let bytes = self.sized(entry, count.saturating_mul(form.bytes as u64))?;
        Ok(bytes.map(|bytes| Numbers { form, bytes: bytes.to_vec() }))
    }
}

/// Rationals as bytes, all of the same length: the bits of one, a multiple of 128, and the bytes.
pub(super) fn rationals<'a>(all: impl Iterator<Item = &'a Rational> + Clone) -> (u64, Vec<u8>) {
    let bits = |number: &Rational| {
        let numerator = number.numerator().clone().into_parts().1.bit_len() + 1;
        numerator.max(number.denominator().bit_len())
    };
    let words = all.clone().map(bits).max().unwrap_or(1).div_ceil(64).max(1);
    let mut out = Vec::new();
    for number in all {
        let mut term = |value: IBig| {
            let wrapped = match value.sign() {
                dashu_base::Sign::Negative => value + (IBig::ONE << (64 * words)),
                dashu_base::Sign::Positive => value,
            };
            let bytes = wrapped.into_parts().1.to_le_bytes();
            let end = out.len() + 8 * words;
            out.extend_from_slice(&bytes);
            out.resize(end, 0);
        };
        term(number.numerator().clone());
        term(IBig::from(number.denominator().clone()));
    }
    (128 * words as u64, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rationals_survive() {
        let big = Rational::from_parts(IBig::from(-3), UBig::ONE << 70);
        let ratio = |n: i64, d: u64| Rational::from_parts(n.into(), d.into());
        for all in [
            vec![ratio(1, 3), ratio(-5, 7), ratio(0, 1)],
            vec![big, ratio(i64::MIN, 1), ratio(1, u64::MAX)],
            vec![Rational::from(UBig::ONE << 63)],
        ] {
            let (bits, bytes) = rationals(all.iter());
            let ty = Type { name: "rational".into(), size: Some(bits) };
            let form = Form::of(&ty).unwrap();
            let read = bytes.chunks(form.bytes).map(|raw| form.read(raw).unwrap().exact);
            assert_eq!(read.collect::<Vec<_>>(), all);
        }
    }
}
