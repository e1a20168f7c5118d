//! Arithmetic with measures and with the numbers of filters, such as `P=? [ F a ] / P=? [ F b ]`.

use std::collections::BTreeSet;

use super::{Ask, Asked, Asker, FilterKind, Operation, no};
use crate::syntax::tree::{BinaryOp, Bound, Expr, ExprKind, Name, UnaryOp};

impl Asker<'_> {
    /// What a number made of measures asks, or a comparison of such numbers; `None` for an
    /// expression of another kind.
    pub(super) fn computed(&mut self, expr: &Expr) -> Asked<Option<Ask>> {
        let bare = expr.bare();
        if !self.measures(bare, &mut BTreeSet::new()) {
            return Ok(None);
        }
        match &bare.kind {
            ExprKind::Unary(UnaryOp::Minus, inner) => {
                let parts = vec![self.zero(bare)?, self.ask(inner)?];
                Ok(Some(Ask::Computed(Operation::Minus, parts)))
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Call { function, arguments, .. } => self.call(function, arguments).map(Some),
            ExprKind::Choice(..) => {
                Err(no(bare.span, "`? :` with probabilities and rewards is not supported"))
            }
            _ => Ok(None),
        }
    }

    /// Whether the value of `expr` depends on a measure or on the number of a filter; `seen` has the
    /// properties that were looked into.
    fn measures<'e>(&'e self, expr: &'e Expr, seen: &mut BTreeSet<&'e str>) -> bool {
        match &expr.kind {
            ExprKind::Quantified(quantifier) => !matches!(quantifier.bound, Bound::Compare(..)),
            ExprKind::Strategy(strategy) => self.measures(strategy.property.bare(), seen),
            ExprKind::Filter { kind, .. } => {
                FilterKind::named(&kind.text).is_some_and(|kind| !kind.is_truth())
            }
            ExprKind::Label(name) => {
                let value = self.property(name).filter(|_| seen.insert(name));
                value.is_some_and(|value| self.measures(value, seen))
            }
            ExprKind::Path(..) | ExprKind::PathPair(..) | ExprKind::Paths(..) => false,
            _ => expr.children().into_iter().any(|child| self.measures(child, seen)),
        }
    }

    fn zero(&mut self, expr: &Expr) -> Asked<Ask> {
        Ok(Ask::Value(self.state_value(&Expr::new(ExprKind::Int(0), expr.span))?))
    }

    fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Asked<Option<Ask>> {
        let operation = |op| match op {
            BinaryOp::Add => Some(Operation::Plus),
            BinaryOp::Sub => Some(Operation::Minus),
            BinaryOp::Mul => Some(Operation::Times),
            BinaryOp::Div => Some(Operation::Over),
            BinaryOp::Pow => Some(Operation::Power),
            _ => None,
        };
        if let ([(op, second)], None) = (rest, operation(rest[0].0)) {
            // `&`, `|` and the like speak of truths, which formulas can say.
            if op.level() < BinaryOp::Eq.level() {
                return Ok(None);
            }
            let parts = Box::new([self.ask(first)?, self.ask(second)?]);
            return Ok(Some(Ask::Compared(*op, parts)));
        }
        let mut ask = self.ask(first)?;
        for (op, next) in rest {
            let Some(operation) = operation(*op) else { return Ok(None) };
            ask = Ask::Computed(operation, vec![ask, self.ask(next)?]);
        }
        Ok(Some(ask))
    }

    fn call(&mut self, function: &Name, arguments: &[Expr]) -> Asked<Ask> {
        let operation = match function.text.as_str() {
            "min" => Operation::Least,
            "max" => Operation::Most,
            "floor" => Operation::Floor,
            "ceil" => Operation::Ceil,
            "round" => Operation::Round,
            "pow" => Operation::Power,
            name => {
                let what = format!("`{name}` of probabilities and rewards is not supported");
                return Err(no(function.span, &what));
            }
        };
        let parts = arguments.iter().map(|argument| self.ask(argument)).collect::<Asked<_>>()?;
        Ok(Ask::Computed(operation, parts))
    }
}
