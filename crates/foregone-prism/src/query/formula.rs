//! Conditions on states, with the questions inside them taken out.

use dashu_ratio::RBig;

use super::{Ask, Asked, Asker, Formula, Goal, Part, StateValue, no};
use crate::compile::Low;
use crate::source::Diagnostic;
use crate::syntax::tree::{Bound, Expr, ExprKind, Type};

/// How far properties may refer to each other.
const LONGEST_REFERENCE: usize = 100;

/// So many references one property may follow: each that is followed is written out.
const MOST_REFERENCES: usize = 10_000;

impl Asker<'_> {
    pub(super) fn formula(&mut self, expr: &Expr) -> Asked<Formula> {
        let (low, parts) = self.with_parts(expr)?;
        Ok(Formula { root: self.compiler.as_condition(low), parts })
    }

    pub(super) fn state_value(&mut self, expr: &Expr) -> Asked<StateValue> {
        let (low, parts) = self.with_parts(expr)?;
        Ok(StateValue { root: self.compiler.as_real(low), parts })
    }

    /// The condition that does not hold.
    pub(super) fn negation(&mut self, formula: &Formula) -> Formula {
        let low = self.compiler.negate(Low::Condition(formula.root));
        Formula { root: self.compiler.as_condition(low), parts: formula.parts.clone() }
    }

    fn with_parts(&mut self, expr: &Expr) -> Asked<(Low, Vec<Part>)> {
        let mut parts = Vec::new();
        let plain = self.take_out(expr, &mut parts)?;
        let variables = self.model.variables().len();
        for i in 0..parts.len() {
            let low = self.compiler.truth_slot((variables + i) as u32);
            self.compiler.labels.insert(part_name(i), low);
        }
        let low = self.compiler.lower(&plain);
        self.compiler.labels.clear();
        Ok((low, parts))
    }

    /// The expression with its questions replaced by names of parts.
    fn take_out(&mut self, expr: &Expr, parts: &mut Vec<Part>) -> Asked<Expr> {
        let kind = match &expr.kind {
            ExprKind::Label(name) => return self.label(name, expr, parts),
            ExprKind::Quantified(_) | ExprKind::Strategy(_) | ExprKind::Filter { .. } => {
                let part = self.question(expr)?;
                return Ok(add(part, expr, parts));
            }
            ExprKind::Unary(op, inner) => {
                ExprKind::Unary(*op, Box::new(self.take_out(inner, parts)?))
            }
            ExprKind::Paren(inner) => ExprKind::Paren(Box::new(self.take_out(inner, parts)?)),
            ExprKind::Chain(first, rest) => {
                let first = Box::new(self.take_out(first, parts)?);
                let rest = rest.iter().map(|(op, e)| Ok((*op, self.take_out(e, parts)?)));
                ExprKind::Chain(first, rest.collect::<Asked<_>>()?)
            }
            ExprKind::Choice(arms, last) => {
                let arms = arms
                    .iter()
                    .map(|(c, v)| Ok((self.take_out(c, parts)?, self.take_out(v, parts)?)));
                let arms = arms.collect::<Asked<_>>()?;
                ExprKind::Choice(arms, Box::new(self.take_out(last, parts)?))
            }
            ExprKind::Call { function, arguments, old } => {
                let arguments = arguments.iter().map(|a| self.take_out(a, parts));
                let arguments = arguments.collect::<Asked<_>>()?;
                ExprKind::Call { function: function.clone(), arguments, old: *old }
            }
            ExprKind::Path(..) | ExprKind::PathPair(..) => {
                return Err(no(expr.span, "a path inside a path (LTL) is not supported"));
            }
            other => other.clone(),
        };
        Ok(Expr::new(kind, expr.span))
    }

    fn label(&mut self, name: &str, expr: &Expr, parts: &mut Vec<Part>) -> Asked<Expr> {
        match name {
            "init" => return Ok(add(Part::Initial, expr, parts)),
            "deadlock" => return Ok(add(Part::Deadlock, expr, parts)),
            _ if self.checked.listed.iter().any(|label| label == name) => {
                return Ok(add(Part::Listed(name.into()), expr, parts));
            }
            _ => {}
        }
        let of_model = self.checked.labels.iter().find(|l| l.name.text == name).map(|l| &l.value);
        let own = self.properties.labels.iter().find(|l| l.name.text == name).map(|l| &l.value);
        let value = of_model.or(own).or_else(|| self.property(name)).cloned();
        let Some(value) = value else { return Err(no(expr.span, "this name is not known")) };
        self.deeper(expr, |asker| {
            let inner = asker.take_out(&value, parts)?;
            Ok(Expr::new(ExprKind::Paren(Box::new(inner)), expr.span))
        })
    }

    pub(super) fn property(&self, name: &str) -> Option<&Expr> {
        let named = self.properties.properties.iter();
        let mut found = named.filter(|p| p.name.as_ref().is_some_and(|n| n.text == name));
        found.next().map(|p| &p.value)
    }

    pub(super) fn deeper<T>(
        &mut self,
        expr: &Expr,
        inner: impl FnOnce(&mut Self) -> Asked<T>,
    ) -> Asked<T> {
        self.followed += 1;
        if self.depth >= LONGEST_REFERENCE || self.followed > MOST_REFERENCES {
            return Err(no(expr.span, "properties refer to each other too often"));
        }
        self.depth += 1;
        let value = inner(self);
        self.depth -= 1;
        value
    }

    /// A question whose answer is a truth.
    fn question(&mut self, expr: &Expr) -> Asked<Part> {
        if let ExprKind::Filter { .. } = &expr.kind {
            return match self.ask(expr)? {
                ask @ Ask::Filter(kind, ..) if kind.is_truth() => Ok(Part::Filter(Box::new(ask))),
                _ => Err(no(expr.span, "arithmetic with the numbers of filters is not supported")),
            };
        }
        if let ExprKind::Quantified(quantifier) = &expr.kind
            && quantifier.filter.is_some()
        {
            return Ok(Part::Filter(Box::new(self.ask(expr)?)));
        }
        self.comparison(expr)
    }

    /// Whether the measure of a quantifier compares with its bound, filters aside.
    fn comparison(&mut self, expr: &Expr) -> Asked<Part> {
        let (measure, bound) = self.measure(expr)?;
        match bound {
            Bound::Compare(op, value) => {
                let span = value.span;
                let value = self.value_of(value, "the bound of the property")?;
                let value = value.number().unwrap_or_default();
                let chance = matches!(measure.goal, Goal::Probability(_));
                if chance && !(RBig::ZERO..=RBig::ONE).contains(&value) {
                    let message = format!("{value} is an invalid probability bound");
                    let error = Diagnostic::error(span, message);
                    return Err(Box::new(error.help("it must lie between 0 and 1")));
                }
                Ok(Part::Compare(measure, *op, value))
            }
            _ => Err(no(expr.span, "arithmetic with probabilities and rewards is not supported")),
        }
    }

    /// A comparison as a condition.
    pub(super) fn comparison_formula(&mut self, expr: &Expr) -> Asked<Formula> {
        let part = self.comparison(expr)?;
        let low = self.compiler.truth_slot(self.model.variables().len() as u32);
        Ok(Formula { root: self.compiler.as_condition(low), parts: vec![part] })
    }

    /// The type of a property without questions whose answers are numbers.
    pub(super) fn type_of(&self, expr: &Expr) -> Option<Type> {
        crate::check::property_type(&self.properties.scope, expr)
    }
}

fn part_name(i: usize) -> String {
    format!("part {i}")
}

fn add(part: Part, expr: &Expr, parts: &mut Vec<Part>) -> Expr {
    let at = match parts.iter().position(|p| *p == part) {
        Some(at) => at,
        None => {
            parts.push(part);
            parts.len() - 1
        }
    };
    Expr::new(ExprKind::Label(part_name(at)), expr.span)
}
