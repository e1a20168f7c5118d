//! Comparisons of bounds with a number: true or false only where both bounds agree.

use foregone_prism::syntax::tree::BinaryOp;

use super::Span;
use crate::Rational;

/// Whether the quantity within `span` compares with `number`, where the bounds decide it.
pub(super) fn compare(span: &Span, op: BinaryOp, number: &Rational) -> Option<bool> {
    relate(span, op, &Span::exactly(number.clone()))
}

/// Whether the quantity within `a` compares with the one within `b`, where the bounds decide it.
pub(super) fn relate(a: &Span, op: BinaryOp, b: &Span) -> Option<bool> {
    let apart = a.upper < b.lower || a.lower > b.upper;
    let equal = a.is_exact() && b.is_exact() && a.lower == b.lower;
    let (yes, no) = match op {
        BinaryOp::Ge => (a.lower >= b.upper, a.upper < b.lower),
        BinaryOp::Gt => (a.lower > b.upper, a.upper <= b.lower),
        BinaryOp::Le => (a.upper <= b.lower, a.lower > b.upper),
        BinaryOp::Lt => (a.upper < b.lower, a.lower >= b.upper),
        BinaryOp::Eq => (equal, apart),
        BinaryOp::Ne => (apart, equal),
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
    use super::super::Quantity;
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
