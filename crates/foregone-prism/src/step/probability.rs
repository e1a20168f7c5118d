//! Probabilities of a command: exact, between 0 and 1, and 1 together.
//!
//! Published models write `1/3` as `0.3333333333333333`. Where the sum misses 1 by no more than the
//! decimals' own last digits allow, and by no more than [`LARGEST_REPAIR`], the largest branch
//! takes the difference, and the caller is told.

use dashu_base::Abs;
use dashu_ratio::RBig;

use crate::check::{Checked, Meaning};
use crate::compile::decimal;
use crate::syntax::tree::{BinaryOp, Expr, ExprKind};

/// One hundred thousandth.
fn largest_repair() -> RBig {
    RBig::from_parts(1.into(), 100_000u32.into())
}

/// Positive probabilities and the updates they belong to.
#[derive(Clone, Debug)]
pub struct Weighted {
    /// The probabilities, without zeros; they sum to 1.
    pub row: Vec<RBig>,
    /// The place of each among those given.
    pub kept: Vec<u32>,
    /// The sum, if it was not 1.
    pub repaired: Option<RBig>,
}

/// Checks probabilities that may miss 1 by `slack`; the largest takes the difference.
///
/// # Errors
/// One is not between 0 and 1, or the sum misses 1 by more.
pub fn weighted(all: Vec<RBig>, slack: &RBig) -> Result<Weighted, String> {
    if let Some(wrong) = all.iter().find(|p| **p < RBig::ZERO || **p > RBig::ONE) {
        return Err(format!("the probability {} is not between 0 and 1", shown(wrong)));
    }
    let sum = all.iter().fold(RBig::ZERO, |sum, p| sum + p);
    let missing = RBig::ONE - &sum;
    let size = missing.clone().abs();
    let exact = missing.is_zero();
    if !exact && (size > *slack || size > largest_repair()) {
        return Err(format!("the probabilities sum to {}, not to 1", shown(&sum)));
    }
    let kept: Vec<u32> =
        all.iter().enumerate().filter(|(_, p)| !p.is_zero()).map(|(i, _)| i as u32).collect();
    let mut row: Vec<RBig> = all.into_iter().filter(|p| !p.is_zero()).collect();
    if !exact && let Some(largest) = (0..row.len()).rev().max_by(|&a, &b| row[a].cmp(&row[b])) {
        row[largest] += missing;
    }
    Ok(Weighted { row, kept, repaired: (!exact).then_some(sum) })
}

/// A fraction as itself if it is short, else as a decimal.
pub(super) fn shown(value: &RBig) -> String {
    let exact = value.to_string();
    if exact.len() <= 24 { exact } else { format!("about {}", value.to_f64().value()) }
}

/// By how much an expression may be off because its decimals are rounded.
pub(super) fn slack(checked: &Checked, expr: &Expr) -> RBig {
    slack_within(checked, expr, 0)
}

fn slack_within(checked: &Checked, expr: &Expr, depth: usize) -> RBig {
    match &expr.kind {
        ExprKind::Decimal(text) => half_unit(text),
        ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => slack_within(checked, inner, depth),
        ExprKind::Name(name) if depth < 8 => {
            let value = match checked.scope.get(name).map(|s| s.meaning) {
                Some(Meaning::Constant(at)) => checked.constants[at].value.as_ref(),
                Some(Meaning::Formula(at)) => Some(&checked.formulas[at].value),
                _ => None,
            };
            value.map_or(RBig::ZERO, |value| slack_within(checked, value, depth + 1))
        }
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| op.level() == 7) => {
            let parts = std::iter::once(&**first).chain(rest.iter().map(|(_, e)| e));
            parts.fold(RBig::ZERO, |sum, e| sum + slack_within(checked, e, depth))
        }
        // A probability is at most 1, so a product is off by no more than the sum of its factors.
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinaryOp::Mul) => {
            let parts = std::iter::once(&**first).chain(rest.iter().map(|(_, e)| e));
            parts.fold(RBig::ZERO, |sum, e| sum + slack_within(checked, e, depth))
        }
        _ => RBig::ZERO,
    }
}

/// Half a unit of a decimal's last digit.
pub fn half_unit(text: &str) -> RBig {
    let (digits, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, "e0"),
    };
    let places = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let unit = format!("0.{}5{exponent}", "0".repeat(places));
    decimal(&unit).unwrap_or(RBig::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_units_follow_the_last_digit() {
        assert_eq!(half_unit("0.25"), decimal("0.005").unwrap());
        assert_eq!(half_unit("2.5e-3"), decimal("0.00005").unwrap());
        assert_eq!(half_unit("2e-3"), decimal("0.0005").unwrap());
    }

    #[test]
    fn small_misses_go_to_the_largest() {
        let p = |text: &str| decimal(text).unwrap();
        let thirds = vec![p("0.333333"), p("0.333334"), p("0.333332")];
        let fixed = weighted(thirds.clone(), &p("0.0000015")).ok().unwrap();
        assert_eq!(fixed.row[1], p("0.333335"));
        assert!(fixed.repaired.is_some());
        assert!(weighted(thirds, &p("0.0000005")).is_err());
        assert!(weighted(vec![p("0.5"), p("0.4")], &p("0.1")).is_err());
        assert!(weighted(vec![p("1.5"), -p("0.5")], &p("0")).is_err());
        assert_eq!(weighted(vec![p("0"), p("1.0")], &p("0")).ok().unwrap().kept, [1]);
    }
}
