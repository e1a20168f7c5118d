//! Paths within paths that say no more than one operator with a shift does.
//!
//! `X` goes past `F`, `G` and `!` (`F X a` is `X F a`), `!F a` is `G !a`, and `F F a` is `F a`; so a
//! path of these alone is some `X`, then at most one `F` or `G`, then a condition on one state.
//! Invariant: what is found means the same as the path.

use crate::syntax::tree::{Expr, ExprKind, TemporalOp, UnaryOp};

/// So many steps on, `op` (the state itself where there is none) of a condition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimplePath<'e> {
    /// How many `X` there are.
    pub steps: u64,
    /// `F` or `G`.
    pub op: Option<TemporalOp>,
    /// Whether the condition is meant to fail.
    pub inverted: bool,
    /// The condition.
    pub inner: &'e Expr,
}

/// A path in these terms; none for paths with two sides or bounds on the steps, and for `F G a`.
pub fn simple_path(path: &Expr) -> Option<SimplePath<'_>> {
    use TemporalOp::{Finally, Globally, Next};
    match &path.bare().kind {
        ExprKind::Path(Next, None, inner) => {
            simple_path(inner).map(|rest| SimplePath { steps: rest.steps + 1, ..rest })
        }
        ExprKind::Path(op @ (Finally | Globally), None, inner) => {
            let rest = simple_path(inner)?;
            let same = rest.op.is_none_or(|inner| inner == *op);
            same.then_some(SimplePath { op: Some(*op), ..rest })
        }
        ExprKind::Unary(UnaryOp::Not, inner) => {
            let rest = simple_path(inner)?;
            let op = rest.op.map(|op| if op == Finally { Globally } else { Finally });
            Some(SimplePath { op, inverted: !rest.inverted, ..rest })
        }
        ExprKind::Path(..) | ExprKind::PathPair(..) => None,
        _ => Some(SimplePath { steps: 0, op: None, inverted: false, inner: path }),
    }
}
