//! Failing together: where one worker cannot go on, all end with its reason.

use crate::crew::Crew;

/// The result of all: this worker's value, or the reason of the first worker that has one.
pub(crate) fn agree<T>(crew: &mut Crew<'_>, mine: Result<T, String>) -> Result<T, String> {
    let text = mine.as_ref().err().cloned().unwrap_or_default();
    let all = crew.all(text.into_bytes());
    match (mine, all.into_iter().find(|text| !text.is_empty())) {
        (_, Some(text)) => Err(String::from_utf8_lossy(&text).into_owned()),
        (Ok(value), None) => Ok(value),
        (Err(text), None) => Err(text),
    }
}
