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
