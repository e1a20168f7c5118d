//! Named fields: how people write positions.

use std::fmt;

/// A named part of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name, as it is typed.
    pub name: String,
    /// What it means and which values it takes, in a few words.
    pub meaning: String,
    /// The value it has where it is not given.
    pub default: Option<FieldValue>,
}

impl Field {
    /// A field that must be given.
    pub fn new(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), meaning: meaning.into(), default: None }
    }
}

/// What a field holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FieldValue {
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A word.
    Text(String),
}

impl FieldValue {
    /// The number in a field of numbers.
    pub fn int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, 1 or 0 for true and false, 0 for words.
    pub fn number(&self) -> i64 {
        match self {
            Self::Int(number) => *number,
            Self::Bool(truth) => i64::from(*truth),
            Self::Text(_) => 0,
        }
    }

    fn read(text: &str) -> Self {
        match (text.parse(), text) {
            (Ok(value), _) => Self::Int(value),
            (_, "true") => Self::Bool(true),
            (_, "false") => Self::Bool(false),
            _ => Self::Text(text.into()),
        }
    }
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// A text that names no position, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl PositionError {
    /// An error with this text: what is wrong and what would be right.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Writes values one after another: a letter for the kind, then numbers in eight bytes or the
/// length and the letters of a word.
pub(super) fn encode(values: &[FieldValue], out: &mut Vec<u8>) {
    for value in values {
        match value {
            FieldValue::Bool(value) => out.extend([b'b', u8::from(*value)]),
            FieldValue::Int(value) => match i16::try_from(*value) {
                Ok(short) => out.extend([b's'].into_iter().chain(short.to_le_bytes())),
                Err(_) => out.extend([b'i'].into_iter().chain(value.to_le_bytes())),
            },
            FieldValue::Text(value) => {
                out.push(b't');
                out.extend((value.len() as u32).to_le_bytes());
                out.extend(value.as_bytes());
            }
        }
    }
}

/// The values that [`encode`] wrote; `None` for other bytes.
pub(super) fn decode(mut bytes: &[u8]) -> Option<Vec<FieldValue>> {
    fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
        let (head, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(head)
    }
    let mut values = Vec::new();
    while let Some((&kind, rest)) = bytes.split_first() {
        bytes = rest;
        values.push(match kind {
            b'b' => FieldValue::Bool(*take(&mut bytes, 1)?.first()? != 0),
            b's' => {
                FieldValue::Int(i16::from_le_bytes(take(&mut bytes, 2)?.try_into().ok()?).into())
            }
            b'i' => FieldValue::Int(i64::from_le_bytes(take(&mut bytes, 8)?.try_into().ok()?)),
            b't' => {
                let length = u32::from_le_bytes(take(&mut bytes, 4)?.try_into().ok()?);
                let text = take(&mut bytes, length as usize)?;
                FieldValue::Text(String::from_utf8(text.to_vec()).ok()?)
            }
            _ => return None,
        });
    }
    Some(values)
}

/// Reads `a=1, b=2` or `a=1 b=2` in any order; returns the values in the order of `fields`.
pub(super) fn values(fields: &[Field], text: &str) -> Result<Vec<FieldValue>, PositionError> {
    let mut found: Vec<Option<FieldValue>> = vec![None; fields.len()];
    for part in text.split(',').flat_map(parts) {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| PositionError::new(format!("'{part}' is not of the form name=value")))?;
        let at = fields.iter().position(|field| field.name == name.trim()).ok_or_else(|| {
            PositionError::new(format!("no field '{}'; fields: {}", name.trim(), names(fields)))
        })?;
        if found[at].replace(FieldValue::read(value.trim())).is_some() {
            return Err(PositionError::new(format!("field '{}' is given twice", name.trim())));
        }
    }
    let complete = fields.iter().zip(found).map(|(field, value)| {
        value.or_else(|| field.default.clone()).ok_or_else(|| {
            let names = names(fields);
            PositionError::new(format!("field '{}' is missing; fields: {names}", field.name))
        })
    });
    complete.collect()
}

/// What is between two commas: one field, or several with blanks between them.
fn parts(text: &str) -> Vec<&str> {
    match text.matches('=').count() {
        0 | 1 => Some(text.trim()).filter(|part| !part.is_empty()).into_iter().collect(),
        _ => text.split_whitespace().collect(),
    }
}

fn names(fields: &[Field]) -> String {
    let each = fields.iter().map(|field| format!("{} ({})", field.name, field.meaning));
    each.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_from_their_bytes() {
        let values = [
            FieldValue::Int(-3),
            FieldValue::Int(40_000),
            FieldValue::Bool(true),
            FieldValue::Text("a=\u{e9},b".into()),
        ];
        let mut bytes = Vec::new();
        encode(&values, &mut bytes);
        assert_eq!(decode(&bytes).as_deref(), Some(&values[..]));
        // A prefix is other values or none at all.
        let shorter = |length: &usize| decode(&bytes[..*length]).as_deref() != Some(&values[..]);
        assert!((0..bytes.len()).all(|length| shorter(&length)));
        assert_eq!(decode(b"x"), None);
    }
}
