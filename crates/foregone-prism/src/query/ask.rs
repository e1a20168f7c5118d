//! Whole properties: truths, numbers, filters.

use super::{Ask, Asked, Asker, FilterKind, Formula, Part, no};
use crate::compile::{Fault, Low, low_value};
use crate::syntax::tree::{
    BinaryOp, Bound, Expr, ExprKind, FilterState, Quantifier, Type, UnaryOp,
};

impl FilterKind {
    /// The kind called `name` in the language.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "min" => Self::Min,
            "max" => Self::Max,
            "argmin" => Self::ArgMin,
            "argmax" => Self::ArgMax,
            "count" => Self::Count,
            "sum" | "+" => Self::Sum,
            "avg" => Self::Average,
            "first" => Self::First,
            "range" => Self::Range,
            "forall" | "&" => Self::ForAll,
            "exists" | "|" => Self::Exists,
            "print" | "printall" => Self::Print,
            "state" => Self::State,
            _ => return None,
        })
    }

    /// Whether the answer is the same truth in all states.
    pub(super) fn is_truth(self) -> bool {
        matches!(self, Self::ForAll | Self::Exists)
    }
}

impl Asker<'_> {
    /// What a property asks.
    pub(super) fn ask(&mut self, expr: &Expr) -> Asked<Ask> {
        let bare = expr.bare();
        match &bare.kind {
            ExprKind::Filter { kind, property, states } => {
                let inner = self.ask(property)?;
                let states = match states {
                    Some(states) => self.formula(states)?,
                    None => self.anywhere(),
                };
                match FilterKind::named(&kind.text) {
                    Some(kind) => Ok(Ask::Filter(kind, Box::new(inner), states)),
                    None => Err(no(kind.span, "this filter is not supported")),
                }
            }
            ExprKind::Quantified(quantifier) => self.quantified(bare, quantifier),
            ExprKind::Strategy(strategy) => match &strategy.property.bare().kind {
                ExprKind::Quantified(quantifier) => self.quantified(bare, quantifier),
                _ => Err(no(bare.span, "properties with several objectives are not supported")),
            },
            ExprKind::Label(name) => match self.property(name).cloned() {
                Some(value) => self.deeper(bare, |asker| asker.ask(&value)),
                None => Ok(Ask::Truth(self.formula(bare)?)),
            },
            _ => self.plain(expr),
        }
    }

    /// An expression that is no question itself.
    fn plain(&mut self, expr: &Expr) -> Asked<Ask> {
        if let Some(ask) = self.computed(expr)? {
            return Ok(ask);
        }
        if self.type_of(expr) == Some(Type::Bool) {
            return Ok(Ask::Truth(self.formula(expr)?));
        }
        Ok(match self.beyond(expr) {
            Some(value) => Ask::Beyond(value),
            None => Ask::Value(self.state_value(expr)?),
        })
    }

    /// What a constant expression is that no rational is, for it divides by 0.
    fn beyond(&mut self, expr: &Expr) -> Option<f64> {
        let fault = Low::Fault(Fault::DivisionByZero);
        let divides = self.variable_in(expr).is_none() && self.compiler.lower(expr) == fault;
        self.double(expr).filter(|value| divides && !value.is_finite())
    }

    /// In doubles, as far as sums, products and quotients go.
    fn double(&mut self, expr: &Expr) -> Option<f64> {
        match &expr.kind {
            ExprKind::Paren(inner) => self.double(inner),
            ExprKind::Unary(UnaryOp::Minus, inner) => self.double(inner).map(|value| -value),
            ExprKind::Chain(first, rest) => {
                let mut value = self.double(first)?;
                for (op, next) in rest {
                    let next = self.double(next)?;
                    value = match op {
                        BinaryOp::Add => value + next,
                        BinaryOp::Sub => value - next,
                        BinaryOp::Mul => value * next,
                        BinaryOp::Div => value / next,
                        _ => return None,
                    };
                }
                Some(value)
            }
            _ => Some(low_value(&self.compiler.lower(expr)).ok()?.number()?.to_f64().value()),
        }
    }

    fn quantified(&mut self, expr: &Expr, quantifier: &Quantifier) -> Asked<Ask> {
        let truth = matches!(quantifier.bound, Bound::Compare(..));
        let ask = if truth {
            Ask::Truth(self.comparison_formula(expr)?)
        } else {
            Ask::Measure(self.measure(expr)?.0)
        };
        match &quantifier.filter {
            Some(filter) => self.old_filter(filter, ask, truth),
            None => Ok(ask),
        }
    }

    fn old_filter(&mut self, filter: &FilterState, ask: Ask, truth: bool) -> Asked<Ask> {
        let states = self.formula(&filter.states)?;
        let kind = match (truth, filter.min, filter.max) {
            (true, ..) => FilterKind::ForAll,
            (_, true, true) => FilterKind::Range,
            (_, true, false) => FilterKind::Min,
            (_, false, true) => FilterKind::Max,
            (_, false, false) => FilterKind::State,
        };
        Ok(Ask::Filter(kind, Box::new(ask), states))
    }

    /// All states.
    fn anywhere(&mut self) -> Formula {
        let root = self.compiler.as_condition(Low::Bool(true));
        Formula { root, parts: Vec::<Part>::new() }
    }
}
