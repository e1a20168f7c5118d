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
