//! From a checked model and the values of its constants to a [`Model`].

use super::candidates::Candidates;
use super::distribution::Distributions;
use super::layout::Layout;
use super::model::{
    Assignment, CompiledCommand, CompiledReward, CompiledRewards, CompiledWay, Model, VariableInfo,
};
use crate::check::{Checked, Given};
use crate::compile::{Compiler, IntId, Value, convert, low_value};
use crate::source::Diagnostic;
use crate::syntax::tree::{Expr, VariableType};

/// A model and what was remarkable about it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The model.
    pub model: Model,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Makes a model; `strict` refuses probabilities that miss 1 by their last digits. Values for
/// constants that the model does not have are not looked at: [`crate::check::experiments`] checks
/// names.
pub fn instantiate(
    checked: &Checked,
    given: &Given,
    strict: bool,
) -> Result<Instance, Vec<Diagnostic>> {
    let mut builder = Builder::new(checked, strict);
    builder.constants(given)?;
    builder.variables()?;
    builder.formulas();
    let labels = builder.labels();
    let rewards = builder.rewards();
    let (commands, index) = builder.commands();
    let ways = builder.ways(&commands, &index);
    let initial = builder.initial();
    builder.finish(labels, rewards, commands, ways, initial)
}

pub(super) struct Builder<'a> {
    pub(super) checked: &'a Checked,
    pub(super) compiler: Compiler<'a>,
    pub(super) strict: bool,
    pub(super) info: Vec<VariableInfo>,
    pub(super) layout: Layout,
    pub(super) assignments: Vec<Assignment>,
    pub(super) updates: Vec<(u32, u32)>,
    pub(super) distributions: Distributions,
    pub(super) out: Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    fn new(checked: &'a Checked, strict: bool) -> Self {
        let mut compiler = Compiler::new(&checked.scope);
        compiler.constants = vec![None; checked.constants.len()];
        compiler.formulas = vec![None; checked.formulas.len()];
        Self {
            checked,
            compiler,
            strict,
            info: Vec::new(),
            layout: Layout::new(&[]),
            assignments: Vec::new(),
            updates: Vec::new(),
            distributions: Distributions::new(),
            out: Vec::new(),
        }
    }

    fn constants(&mut self, given: &Given) -> Result<(), Vec<Diagnostic>> {
        let open: Vec<&str> = self
            .checked
            .constants
            .iter()
            .filter(|c| c.value.is_none() && !given.contains_key(&c.name.text))
            .map(|c| c.name.text.as_str())
            .collect();
        if !open.is_empty() {
            return Err(vec![missing_constants(&open)]);
        }
        let count = self.checked.constants.len();
        for &i in &self.checked.order {
            match i.checked_sub(count) {
                None => self.constant(i, given),
                Some(at) => {
                    let low = self.compiler.lower(&self.checked.formulas[at].value);
                    self.compiler.formulas[at] = Some(low);
                }
            }
        }
        self.stop()
    }

    fn constant(&mut self, at: usize, given: &Given) {
        let constant = &self.checked.constants[at];
        let value = match (given.get(&constant.name.text), &constant.value) {
            (Some(value), _) => Ok(value.clone()),
            (None, Some(expr)) => self.value(expr, "the value of a constant"),
            (None, None) => return,
        };
        let place = Expr::new(crate::syntax::tree::ExprKind::Bool(true), constant.name.span);
        let converted = value.and_then(|v| convert(v, constant.ty, &constant.name.text, &place));
        match converted {
            Ok(value) => self.compiler.constants[at] = Some(value),
            Err(error) => self.out.push(error),
        }
    }

    fn stop(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.out.iter().any(Diagnostic::is_error) {
            Err(std::mem::take(&mut self.out))
        } else {
            Ok(())
        }
    }

    /// The value of an expression that must not depend on the state.
    fn value(&mut self, expr: &Expr, what: &str) -> Result<Value, Diagnostic> {
        let low = self.compiler.lower(expr);
        low_value(&low)
            .map_err(|why| Diagnostic::error(expr.span, format!("{what} cannot be found: {why}")))
    }

    fn int(&mut self, expr: &Expr, what: &str) -> Option<i64> {
        match self.value(expr, what) {
            Ok(Value::Int(value)) => Some(value),
            Ok(Value::Bool(value)) => Some(i64::from(value)),
            Ok(Value::Real(_)) => None,
            Err(error) => {
                self.out.push(error);
                None
            }
        }
    }

    fn variables(&mut self) -> Result<(), Vec<Diagnostic>> {
        for variable in &self.checked.variables {
            let declaration = &variable.declaration;
            let what = format!("the range of `{}`", declaration.name.text);
            let (low, high) = match &declaration.ty {
                VariableType::Bool => (0, 1),
                VariableType::Int => (i64::MIN, i64::MAX),
                VariableType::Range(low, high) => {
                    let (a, b) = (self.int(low, &what), self.int(high, &what));
                    let (Some(a), Some(b)) = (a, b) else { continue };
                    if a > b {
                        let message = format!("{what} is empty: {a} is larger than {b}");
                        self.out.push(Diagnostic::error(low.span.to(high.span), message));
                    }
                    (a, b)
                }
            };
            let name = declaration.name.text.clone();
            self.info.push(VariableInfo {
                name,
                low,
                high,
                bool: declaration.ty == VariableType::Bool,
            });
        }
        self.stop()?;
        let ranges: Vec<(i64, i64)> = self.info.iter().map(|v| (v.low, v.high)).collect();
        self.layout = Layout::new(&ranges);
        self.compiler.bounds = ranges;
        Ok(())
    }

    /// Once more, now that the variables' ranges are known.
    fn formulas(&mut self) {
        let count = self.checked.constants.len();
        for &i in &self.checked.order {
            if let Some(at) = i.checked_sub(count) {
                let low = self.compiler.lower(&self.checked.formulas[at].value);
                self.compiler.formulas[at] = Some(low);
            }
        }
    }

    fn labels(&mut self) -> Vec<(String, IntId)> {
        let labels = self.checked.labels.iter();
        labels.map(|l| (l.name.text.clone(), self.compiler.condition(&l.value))).collect()
    }

    fn rewards(&mut self) -> Vec<CompiledRewards> {
        let mut all = Vec::new();
        for rewards in &self.checked.rewards {
            let mut items = Vec::new();
            for item in &rewards.items {
                let name = item.action.as_ref();
                let action = name.map(|a| a.as_ref().and_then(|a| self.action(&a.text)));
                let guard = self.compiler.condition(&item.guard);
                let low = self.compiler.lower(&item.value);
                let value = self.compiler.as_real(low);
                items.push(CompiledReward { action, guard, value, span: item.value.span });
            }
            let name = rewards.name.as_ref().map(|n| n.text.clone());
            all.push(CompiledRewards { name, items });
        }
        all
    }

    fn action(&self, name: &str) -> Option<u32> {
        self.checked.actions.iter().position(|a| a == name).map(|i| i as u32)
    }

    fn initial(&mut self) -> Vec<u64> {
        let Some(condition) = &self.checked.init else { return self.first_state() };
        let id = self.compiler.condition(condition);
        match super::initial::states(&self.compiler.code, id, &self.info, &self.layout) {
            Ok(states) => states,
            Err(message) => {
                self.out.push(Diagnostic::error(condition.span, message));
                Vec::new()
            }
        }
    }

    fn first_state(&mut self) -> Vec<u64> {
        let mut values = Vec::new();
        for (i, variable) in self.checked.variables.iter().enumerate() {
            let info = self.info[i].clone();
            let default = if info.low == i64::MIN { 0 } else { info.low };
            let value = match &variable.declaration.init {
                Some(init) => self.int(init, "the first value of a variable").unwrap_or(default),
                None => default,
            };
            if value < info.low || value > info.high {
                let message = format!(
                    "the first value of `{}` is {value}, which is not between {} and {}",
                    info.name, info.low, info.high
                );
                let span = variable
                    .declaration
                    .init
                    .as_ref()
                    .map_or(variable.declaration.name.span, |e| e.span);
                self.out.push(Diagnostic::error(span, message));
            }
            values.push(value);
        }
        let mut words = vec![0; self.layout.words()];
        self.layout.pack(&values, &mut words);
        words
    }

    fn finish(
        mut self,
        labels: Vec<(String, IntId)>,
        rewards: Vec<CompiledRewards>,
        commands: Vec<CompiledCommand>,
        (ways, open): (Vec<CompiledWay>, Candidates),
        initial: Vec<u64>,
    ) -> Result<Instance, Vec<Diagnostic>> {
        if self.out.iter().any(Diagnostic::is_error) {
            return Err(self.out);
        }
        if self.compiler.code.is_inexact() {
            let message = "some `pow` or `log` may have no rational value";
            let help = "its nearest double is taken as the number meant";
            self.out.push(Diagnostic::warning_without_place(message).help(help));
        }
        let model = Model {
            checked: self.checked.clone(),
            constants: self.compiler.constants,
            layout: self.layout,
            variables: self.info,
            code: self.compiler.code,
            commands,
            assignments: self.assignments,
            updates: self.updates,
            ways,
            open,
            labels,
            rewards,
            initial,
            distributions: self.distributions,
        };
        Ok(Instance { model, warnings: self.out })
    }
}

/// The error for constants without values.
pub(crate) fn missing_constants(open: &[&str]) -> Diagnostic {
    let (what, them) = if open.len() == 1 {
        ("this constant has", "it")
    } else {
        ("these constants have", "them")
    };
    let message = format!("{what} no value: {}", open.join(", "));
    let example: Vec<String> = open.iter().map(|name| format!("{name}=...")).collect();
    let help = format!("give {them} with --const {}", example.join(","));
    Diagnostic::error_without_place(message).help(help)
}
