//! What follows the number of a state: rewards in brackets, then labels, in quotes where they have
//! blanks.

use crate::Rational;
use crate::format::listing::Value;
use crate::format::text::{Taken, Word};

/// Takes `[1, 0, 1/2]` from the front of `rest`.
pub(super) fn rewards(rest: &mut Word<'_>) -> Taken<Vec<Rational>> {
    *rest = rest.trimmed();
    let Some(inner) = rest.text.strip_prefix('[') else { return Ok(Vec::new()) };
    let inner = Word { text: inner, start: rest.start + 1 };
    let (list, after) = inner.split(']').ok_or_else(|| rest.error("`]` is missing"))?;
    *rest = after;
    let read = |word: Word<'_>| {
        let word = word.trimmed();
        Value::text(word.text).map(|value| value.exact).map_err(|why| word.error(why))
    };
    list.parts(',').map(read).collect()
}

/// The labels that `rest` holds.
pub(super) fn labels(rest: Word<'_>) -> Taken<Vec<&str>> {
    let mut all = Vec::new();
    let mut rest = rest.trimmed();
    while !rest.text.is_empty() {
        let (label, after) = match rest.text.strip_prefix('"') {
            Some(quoted) => {
                let quoted = Word { text: quoted, start: rest.start + 1 };
                quoted.split('"').ok_or_else(|| rest.error("the closing quote is missing"))?
            }
            None => {
                let end = rest.text.find([' ', '\t']).unwrap_or(rest.text.len());
                let after = Word { text: &rest.text[end..], start: rest.start + end as u32 };
                (Word { text: &rest.text[..end], start: rest.start }, after)
            }
        };
        all.push(label.text);
        rest = after.trimmed();
    }
    Ok(all)
}
