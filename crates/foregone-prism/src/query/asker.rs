//! The one who turns checked properties into questions: constants and formulas first.

use crate::check::{Checked, CheckedProperties, Given, Meaning};
use crate::compile::{Compiler, Value, convert, low_value};
use crate::source::{Diagnostic, Span};
use crate::step::Model;
use crate::syntax::tree::{Expr, ExprKind};

pub(super) type Asked<T> = Result<T, Box<Diagnostic>>;

pub(super) struct Asker<'a> {
    pub(super) properties: &'a CheckedProperties,
    pub(super) model: &'a Model,
    pub(super) checked: &'a Checked,
    pub(super) compiler: Compiler<'a>,
    /// References to properties that are being followed.
    pub(super) depth: usize,
    /// References that were followed for the property at hand.
    pub(super) followed: usize,
}

impl<'a> Asker<'a> {
    pub(super) fn new(properties: &'a CheckedProperties, model: &'a Model) -> Self {
        let mut compiler = Compiler::new(&properties.scope);
        compiler.constants.clone_from(&model.constants);
        compiler.constants.resize(model.constants.len() + properties.constants.len(), None);
        compiler.bounds = model.variables().iter().map(|v| (v.low, v.high)).collect();
        Self { properties, model, checked: &model.checked, compiler, depth: 0, followed: 0 }
    }

    pub(super) fn formulas(&mut self) {
        let count = self.checked.constants.len();
        for &i in &self.checked.order {
            if let Some(at) = i.checked_sub(count) {
                let low = self.compiler.lower(&self.checked.formulas[at].value);
                self.compiler.formulas[at] = Some(low);
            }
        }
    }

    pub(super) fn constants(&mut self, given: &Given) -> Result<(), Vec<Diagnostic>> {
        self.compiler.formulas = vec![None; self.checked.formulas.len()];
        self.formulas();
        let constants = &self.properties.constants;
        let mut out = Vec::new();
        for &i in &self.properties.order {
            let constant = &constants[i];
            let value = match (given.get(&constant.name.text), &constant.value) {
                (Some(value), _) => Ok(value.clone()),
                (None, Some(expr)) if !self.open_in(expr, given).is_empty() => continue,
                (None, Some(expr)) => {
                    self.value_of(expr, "the value of a constant").map_err(|d| *d)
                }
                (None, None) => continue,
            };
            let place = Expr::new(ExprKind::Bool(true), constant.name.span);
            match value.and_then(|v| convert(v, constant.ty, &constant.name.text, &place)) {
                Ok(value) => {
                    self.compiler.constants[self.checked.constants.len() + i] = Some(value);
                }
                Err(error) => out.push(error),
            }
        }
        if out.is_empty() { Ok(()) } else { Err(out) }
    }

    /// The value of an expression that must not depend on the state.
    pub(super) fn value_of(&mut self, expr: &Expr, what: &str) -> Asked<Value> {
        if let Some(name) = self.variable_in(expr) {
            let message = format!("{what} cannot depend on the variable `{name}`");
            return Err(Box::new(Diagnostic::error(expr.span, message)));
        }
        let low = self.compiler.lower(expr);
        low_value(&low).map_err(|why| {
            Box::new(Diagnostic::error(expr.span, format!("{what} cannot be found: {why}")))
        })
    }

    pub(super) fn variable_in<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        let mut names = Vec::new();
        crate::check::names(expr, &mut names);
        let is_variable = |name: &&str| {
            matches!(self.properties.scope.get(name).map(|s| s.meaning), Some(Meaning::Variable(_)))
        };
        names.into_iter().find(is_variable)
    }
}

/// Something that is not supported.
pub(super) fn no(span: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::unsupported(span, message))
}
