//! Temporal operators as "next" and "until".
//!
//! `F a` is `true U a`; `G a` is not `F !a`; `a R b` is not `!a U !b`; `a W b` is not
//! `(a & !b) U (!a & !b)`. The same holds with bounds on the steps.

use super::{Asked, Asker, Event, Formula, Path, no};
use crate::check::{SimplePath, simple_path};
use crate::compile::Value;
use crate::source::Diagnostic;
use crate::syntax::tree::{BinaryOp, Expr, ExprKind, StepBound, TemporalOp};

impl Asker<'_> {
    pub(super) fn path(&mut self, expr: &Expr) -> Asked<Path> {
        if let Some(simple) = simple_path(expr) {
            return self.simple(simple);
        }
        match &expr.bare().kind {
            ExprKind::Path(TemporalOp::Next, Some(_), _) => {
                Err(no(expr.span, "`X` with a bound on the steps is not supported"))
            }
            ExprKind::Path(op, bound, inner) => {
                let (from, to) = self.steps(bound.as_deref(), expr)?;
                let inner = self.formula(inner)?;
                let negated = *op == TemporalOp::Globally;
                let until = if negated { self.negation(&inner) } else { inner };
                Ok(Path { negated, event: Event::Until { hold: None, until, from, to } })
            }
            ExprKind::PathPair(op, bound, a, b) => {
                let (from, to) = self.steps(bound.as_deref(), expr)?;
                let (hold, until) = match op {
                    TemporalOp::Release => (self.not(a)?, self.not(b)?),
                    TemporalOp::WeakUntil => {
                        (self.formula(&one_only(a, b))?, self.formula(&neither(a, b))?)
                    }
                    _ => (self.formula(a)?, self.formula(b)?),
                };
                let negated = *op != TemporalOp::Until;
                Ok(Path { negated, event: Event::Until { hold: Some(hold), until, from, to } })
            }
            _ => Err(no(expr.span, "this path is not supported")),
        }
    }

    /// A condition on the state after so many steps, or on some or all from there on.
    fn simple(&mut self, simple: SimplePath<'_>) -> Asked<Path> {
        let SimplePath { steps, op, inverted, inner } = simple;
        let negated = op == Some(TemporalOp::Globally);
        let until = if inverted == negated { self.formula(inner)? } else { self.not(inner)? };
        if steps == 1 && op.is_none() {
            return Ok(Path { negated, event: Event::Next(until) });
        }
        let to = op.is_none().then_some(steps);
        Ok(Path { negated, event: Event::Until { hold: None, until, from: steps, to } })
    }

    fn not(&mut self, expr: &Expr) -> Asked<Formula> {
        let formula = self.formula(expr)?;
        Ok(self.negation(&formula))
    }

    /// The fewest and the most steps.
    fn steps(&mut self, bound: Option<&StepBound>, path: &Expr) -> Asked<(u64, Option<u64>)> {
        let (from, to) = match bound {
            None => (0, None),
            Some(StepBound::Compare(op, expr)) => {
                let k = self.count(expr)?;
                match op {
                    BinaryOp::Le => (0, Some(k)),
                    BinaryOp::Lt => (0, Some(k - 1)),
                    BinaryOp::Gt => (k.saturating_add(1), None),
                    BinaryOp::Ge => (k, None),
                    _ => (k, Some(k)),
                }
            }
            Some(StepBound::Between(a, b)) => (self.count(a)?, Some(self.count(b)?)),
        };
        let empty = from < 0 || to.is_some_and(|to| to < from);
        match (u64::try_from(from), to.map(u64::try_from).transpose()) {
            (Ok(from), Ok(to)) if !empty => Ok((from, to)),
            _ => {
                let message = "no number of steps is within these bounds";
                Err(Box::new(Diagnostic::error(path.span, message)))
            }
        }
    }

    /// A number of steps, at least 0.
    pub(super) fn count(&mut self, expr: &Expr) -> Asked<i64> {
        match self.value_of(expr, "a bound on the number of steps")? {
            Value::Int(k) if k >= 0 => Ok(k),
            value => {
                let message =
                    format!("a bound on the number of steps must be at least 0, but it is {value}");
                Err(Box::new(Diagnostic::error(expr.span, message)))
            }
        }
    }
}

fn paren(expr: &Expr) -> Expr {
    Expr::new(ExprKind::Paren(Box::new(expr.clone())), expr.span)
}

fn negated(expr: &Expr) -> Expr {
    Expr::new(ExprKind::Unary(crate::syntax::tree::UnaryOp::Not, Box::new(paren(expr))), expr.span)
}

fn both(a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    Expr::new(ExprKind::Chain(Box::new(a), vec![(BinaryOp::And, b)]), span)
}

/// `a & !b`
fn one_only(a: &Expr, b: &Expr) -> Expr {
    both(paren(a), negated(b))
}

/// `!a & !b`
fn neither(a: &Expr, b: &Expr) -> Expr {
    both(negated(a), negated(b))
}
