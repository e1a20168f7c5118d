//! Comparisons of bounds with a number: true or false only where both bounds agree.

use foregone_prism::syntax::tree::BinaryOp;

use super::{Quantity, Span};
use crate::Rational;

/// Whether the quantity within `span` compares with `number`, where the bounds decide it.
pub(super) fn compare(span: &Span, op: BinaryOp, number: &Rational) -> Option<bool> {
    let number = &Quantity::Finite(number.clone());
    let Span { lower, upper } = span;
    let (yes, no) = match op {
        BinaryOp::Ge => (lower >= number, upper < number),
        BinaryOp::Gt => (lower > number, upper <= number),
        BinaryOp::Le => (upper <= number, lower > number),
        BinaryOp::Lt => (upper < number, lower >= number),
        BinaryOp::Eq => (lower == upper && lower == number, upper < number || lower > number),
        BinaryOp::Ne => (upper < number || lower > number, lower == upper && lower == number),
        _ => (false, false),
    };
    match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// True if all are, false if one is not, otherwise unknown.
pub(super) fn all(truths: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = true;
    for truth in truths {
        match truth {
            Some(true) => {}
            Some(false) => return Some(false),
            None => known = false,
        }
    }
    known.then_some(true)
}

/// True if one is, false if none is, otherwise unknown.
pub(super) fn any(truths: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    all(truths.into_iter().map(|truth| truth.map(|is| !is))).map(|none| !none)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_that_touch_decide_only_what_they_exclude() {
        let number = |n: u32| Rational::from_parts(n.into(), 10u32.into());
        let span = |low, high| Span::between(number(low), number(high));
        let half = number(5);
        let cases = [
            (span(5, 6), BinaryOp::Ge, Some(true)),
            (span(5, 6), BinaryOp::Gt, None),
            (span(4, 5), BinaryOp::Gt, Some(false)),
            (span(4, 5), BinaryOp::Le, Some(true)),
            (span(4, 5), BinaryOp::Ge, None),
            (span(5, 5), BinaryOp::Lt, Some(false)),
            (span(6, 7), BinaryOp::Lt, Some(false)),
            (span(4, 6), BinaryOp::Le, None),
        ];
        for (span, op, expected) in cases {
            assert_eq!(compare(&span, op, &half), expected, "{span:?} {op:?}");
        }
        let infinite = Span { lower: Quantity::Infinite, upper: Quantity::Infinite };
        assert_eq!(compare(&infinite, BinaryOp::Le, &half), Some(false));
        assert_eq!(all([Some(true), None, Some(false)]), Some(false));
        assert_eq!((all([Some(true), None]), any([Some(false), None])), (None, None));
        assert_eq!(any([None, Some(true)]), Some(true));
    }
}
