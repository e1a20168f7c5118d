//! Positions as people type them: what the games' readers share.

use crate::{Field, FieldValue, PositionError};

/// `N` whole numbers separated by blanks; `None` where `text` has named fields instead.
pub(super) fn short<const N: usize>(
    text: &str,
    form: &str,
) -> Option<Result<[i64; N], PositionError>> {
    if text.contains('=') {
        return None;
    }
    let numbers: Result<Vec<i64>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    Some(numbers.ok_or_else(|| PositionError::new(format!("expected {form}"))))
}

/// The numbers in `values`, which belong to `fields`.
pub(super) fn numbers<const N: usize>(
    values: &[FieldValue],
    fields: &[Field],
) -> Result<[i64; N], PositionError> {
    let each = values.iter().zip(fields).map(|(value, field)| {
        let Field { name, meaning, .. } = field;
        let error = || PositionError::new(format!("{name}={value}: expected {meaning}"));
        value.int().ok_or_else(error)
    });
    let numbers: Vec<i64> = each.collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| PositionError::new("one value for each field is needed"))
}

/// The player whose turn it is, 0 or 1, from 1 or 2.
pub(super) fn mover(who: i64) -> Result<u8, PositionError> {
    match who {
        1 | 2 => Ok(who as u8 - 1),
        _ => Err(PositionError::new(format!("who={who}: who is 1 or 2"))),
    }
}

/// `value`, which must lie between `least` and `most`.
pub(super) fn within(name: &str, value: i64, least: i64, most: i64) -> Result<i64, PositionError> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(PositionError::new(format!("{name}={value} is impossible: it goes from {least} to {most}")))
}

/// A field that is `default` where it is not given.
pub(super) fn field(name: &str, meaning: impl Into<String>, default: i64) -> Field {
    Field { default: Some(FieldValue::Int(default)), ..Field::new(name, meaning) }
}

/// The field of whose turn it is.
pub(super) fn who() -> Field {
    field("who", "whose turn it is, 1 or 2", 1)
}
