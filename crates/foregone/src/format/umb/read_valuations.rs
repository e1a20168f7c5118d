//! The values of variables at states, packed into bits.

use std::collections::BTreeSet;

use super::archive::Archive;
use super::index::{self, Index, Slot, Valuation};
use super::numbers::signed;
use super::wrong;
use crate::format::FormatError;
use crate::format::listing::{Value, Variable};
use crate::format::number::fraction;
use crate::format::solution::Column;
use crate::{FieldValue, Rational, UBig};

const ENTRY: &str = "valuations/states/valuations.bin";

/// The variables of states; a warning where they are of a form that is not read.
pub(super) fn read(
    archive: &mut Archive,
    index: &Index,
    warnings: &mut Vec<String>,
) -> Result<Vec<Variable>, FormatError> {
    let Some(json) = index.valuations.get("states") else { return Ok(Vec::new()) };
    let bad = |entry: &str, why: String| wrong(&archive.name.clone(), entry, None, why);
    let valuation: Valuation = serde_json::from_value(json.clone())
        .map_err(|error| bad(index::ENTRY, format!("valuations of states: {error}")))?;
    let [class] = &valuation.classes[..] else {
        warnings.push("the variables are left out: there are several classes of valuations".into());
        return Ok(Vec::new());
    };
    let layout = match layout(&class.variables) {
        Ok(layout) => layout,
        Err(why) => {
            warnings.push(format!("the variables are left out: {why}"));
            return Ok(Vec::new());
        }
    };
    let strings = match valuation.strings {
        Some(count) => archive.strings("valuations/states", count)?.unwrap_or_default(),
        None => Vec::new(),
    };
    let size = index.system.states.saturating_mul(layout.bytes as u64);
    let name = archive.name.clone();
    let bytes = archive.sized(ENTRY, size)?;
    let bytes = bytes.ok_or_else(|| wrong(&name, ENTRY, None, "it is missing"))?;
    let variable = |slot: &Place<'_>| {
        let rows =
            (0..index.system.states as usize).map(|at| &bytes[at * layout.bytes..][..layout.bytes]);
        let values = rows.enumerate().map(|(at, row)| {
            let value = slot.value(row, &strings);
            value.map_err(|why| wrong(&name, ENTRY, Some((at * layout.bytes) as u64), why))
        });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        Ok(Variable { name: slot.name.into(), values: column(values) })
    };
    layout.places.iter().map(variable).collect()
}

/// Where variables lie.
struct Layout<'a> {
    bytes: usize,
    places: Vec<Place<'a>>,
}

/// Where one variable lies.
struct Place<'a> {
    name: &'a str,
    ty: &'a str,
    first: usize,
    bits: usize,
    offset: i64,
}

fn layout(slots: &[Slot]) -> Result<Layout<'_>, String> {
    let (mut places, mut at) = (Vec::new(), 0_u64);
    let mut names = BTreeSet::new();
    for slot in slots {
        if let Some(padding) = slot.padding {
            at = at.saturating_add(padding);
            continue;
        }
        let (Some(name), Some(ty)) = (&slot.name, &slot.ty) else {
            return Err("a variable has no name or no type".into());
        };
        if slot.optional == Some(true) {
            return Err(format!("the variable {name:?} is optional"));
        }
        if !names.insert(name) {
            return Err(format!("the variable {name:?} occurs twice"));
        }
        let bits = ty.bits();
        let fits = match ty.name.as_str() {
            "bool" | "int" | "uint" => (1..=64).contains(&bits),
            "double" | "string" => bits == 64,
            "rational" => bits > 0 && bits.is_multiple_of(16) && bits <= 1 << 16,
            _ => false,
        };
        if !fits {
            return Err(format!("the variable {name:?} has the type {:?} of {bits} bits", ty.name));
        }
        let offset = slot.offset.unwrap_or(0);
        places.push(Place { name, ty: &ty.name, first: at as usize, bits: bits as usize, offset });
        at = at.saturating_add(bits);
    }
    if at % 8 != 0 || at > 1 << 24 {
        return Err(format!("its {at} bits are not whole bytes, or too many"));
    }
    Ok(Layout { bytes: at as usize / 8, places })
}

impl Place<'_> {
    fn value(&self, row: &[u8], strings: &[String]) -> Result<FieldValue, String> {
        let bytes = self.bytes(row);
        let small = || {
            let mut word = [0; 8];
            word.iter_mut().zip(&bytes).for_each(|(to, from)| *to = *from);
            u64::from_le_bytes(word)
        };
        let whole = |number: i128| {
            let number = number + i128::from(self.offset);
            match i64::try_from(number) {
                Ok(number) => FieldValue::Int(number),
                Err(_) => FieldValue::Text(number.to_string()),
            }
        };
        Ok(match self.ty {
            "bool" => FieldValue::Bool(bytes.iter().any(|&byte| byte != 0)),
            "uint" => whole(small().into()),
            "int" => {
                let shift = 64 - self.bits as u32;
                whole(((small() << shift) as i64 >> shift).into())
            }
            "double" => FieldValue::Text(fraction(&Value::double(f64::from_bits(small()))?.exact)),
            "rational" => {
                let (numerator, denominator) = bytes.split_at(bytes.len() / 2);
                let denominator = UBig::from_le_bytes(denominator);
                if denominator.is_zero() {
                    return Err("a fraction with the denominator 0".into());
                }
                FieldValue::Text(fraction(&Rational::from_parts(signed(numerator), denominator)))
            }
            _ => {
                let at = small();
                let text = usize::try_from(at).ok().and_then(|at| strings.get(at));
                let text = text.ok_or_else(|| format!("there is no string {at}"))?;
                FieldValue::Text(text.clone())
            }
        })
    }

    /// The variable's bits, the lowest first.
    fn bytes(&self, row: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; self.bits.div_ceil(8)];
        for bit in 0..self.bits {
            let at = self.first + bit;
            bytes[bit / 8] |= (row[at / 8] >> (at % 8) & 1) << (bit % 8);
        }
        bytes
    }
}

/// A column; words where one value is one.
fn column(values: Vec<FieldValue>) -> Column {
    let ints: Option<Vec<i64>> = values.iter().map(FieldValue::int).collect();
    let truth = |value: &FieldValue| match value {
        FieldValue::Bool(truth) => Some(*truth),
        _ => None,
    };
    let truths: Option<Vec<bool>> = values.iter().map(truth).collect();
    match (ints, truths) {
        (Some(ints), _) => Column::Int(ints),
        (_, Some(truths)) => Column::Bool(truths),
        _ => Column::Text(values.iter().map(ToString::to_string).collect()),
    }
}
