//! Types of the forms that only properties have.

use super::types::Typing;
use crate::source::{Diagnostic, Span};
use crate::syntax::tree::{
    Bound, Expr, ExprKind, Goal, Name, Quantifier, RewardGoal, StepBound, Type,
};

impl Typing<'_> {
    pub(super) fn property_form(&mut self, expr: &Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Label(name) => self.label_type(name, expr.span),
            ExprKind::Quantified(quantifier) => self.quantified(quantifier),
            ExprKind::Paths(_, path) => self.boolean(path, "the path"),
            ExprKind::Strategy(strategy) => self.infer(&strategy.property),
            ExprKind::Filter { kind, property, states } => {
                if let Some(states) = states {
                    self.boolean(states, "the states of the filter");
                }
                self.filter(kind, property)
            }
            ExprKind::Path(_, bound, inner) => {
                self.step_bound(bound.as_deref());
                self.boolean(inner, "the operand of a temporal operator")
            }
            ExprKind::PathPair(_, bound, a, b) => {
                self.step_bound(bound.as_deref());
                self.boolean(a, "the operand of a temporal operator");
                self.boolean(b, "the operand of a temporal operator")
            }
            _ => None,
        }
    }

    fn label_type(&mut self, name: &str, span: Span) -> Option<Type> {
        let found = (self.label)(name);
        if found.is_none() {
            let message = format!("unknown label \"{name}\"");
            let help = "define it with label \"name\" = ...; in the model or among the properties";
            self.out.push(Diagnostic::error(span, message).help(help));
        }
        found
    }

    fn step_bound(&mut self, bound: Option<&StepBound>) {
        for value in bound.iter().flat_map(|b| b.children()) {
            self.require(value, Type::Int, "a bound on the number of steps");
        }
    }

    fn quantified(&mut self, quantifier: &Quantifier) -> Option<Type> {
        match &quantifier.goal {
            Goal::Probability(path) => {
                self.boolean(path, "what `P` measures");
            }
            Goal::Steady(states) => {
                self.boolean(states, "what `S` measures");
            }
            Goal::Reward(_, goal) => match (goal, goal.expr()) {
                (RewardGoal::Discounted(..), _) => {}
                (RewardGoal::Cumulative(..) | RewardGoal::Instantaneous(..), Some(steps)) => {
                    self.require(steps, Type::Int, "a bound on the number of steps");
                }
                (_, Some(target)) => {
                    self.boolean(target, "the target of `R`");
                }
                (_, None) => {}
            },
        }
        if let Some(filter) = &quantifier.filter {
            self.boolean(&filter.states, "the states of the filter");
        }
        match &quantifier.bound {
            Bound::Compare(_, value) => {
                self.require(value, Type::Double, "the bound of the property");
                Some(Type::Bool)
            }
            _ => Some(Type::Double),
        }
    }

    fn filter(&mut self, kind: &Name, property: &Expr) -> Option<Type> {
        let what = format!("what `filter({}, ...)` filters", kind.text);
        match kind.text.as_str() {
            "min" | "max" | "sum" | "+" | "avg" | "range" => self.number(property, &what),
            "argmin" | "argmax" => self.number(property, &what).map(|_| Type::Bool),
            "forall" | "&" | "exists" | "|" => self.boolean(property, &what),
            "count" => self.boolean(property, &what).map(|_| Type::Int),
            "first" | "state" | "print" | "printall" => self.infer(property),
            _ => {
                let help = "the filters are min, max, argmin, argmax, count, sum, avg, first, range, forall, exists, print, printall, state";
                let message = format!("unknown filter `{}`", kind.text);
                self.out.push(Diagnostic::error(kind.span, message).help(help));
                None
            }
        }
    }
}
