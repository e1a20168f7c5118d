//! Values given for constants from outside: one for each, or ranges that make several runs.

use std::collections::BTreeMap;

use super::Scope;
use crate::compile::{Value, constant_value, convert};
use crate::source::Diagnostic;
use crate::syntax::Experiment;
use crate::syntax::tree::{ConstantDef, Name, Type};

/// Values given for constants.
pub type Given = BTreeMap<String, Value>;

/// Most runs that ranges may ask for.
const MOST_RUNS: usize = 100_000;

/// All combinations of the values given, the last range running fastest. `constants` are those of
/// the model and of the properties together; only those without a value may be given.
pub fn experiments(
    constants: &[&ConstantDef],
    given: &[Experiment],
) -> Result<Vec<Given>, Vec<Diagnostic>> {
    let mut out = Vec::new();
    super::distinct(given.iter().map(|e| &e.name), "constant", &mut out);
    let mut runs = vec![Given::new()];
    for experiment in given {
        let Some(ty) = type_of(&experiment.name, constants, &mut out) else { continue };
        let values = match values(experiment, ty) {
            Ok(values) => values,
            Err(error) => {
                out.push(error);
                continue;
            }
        };
        if runs.len().saturating_mul(values.len()) > MOST_RUNS {
            let message = format!("the ranges ask for more than {MOST_RUNS} runs");
            out.push(Diagnostic::error(experiment.name.span, message));
            continue;
        }
        let with = |run: &Given, value: &Value| {
            let mut run = run.clone();
            run.insert(experiment.name.text.clone(), value.clone());
            run
        };
        runs = runs.iter().flat_map(|run| values.iter().map(move |v| with(run, v))).collect();
    }
    if out.is_empty() { Ok(runs) } else { Err(out) }
}

fn type_of(name: &Name, constants: &[&ConstantDef], out: &mut Vec<Diagnostic>) -> Option<Type> {
    match constants.iter().find(|c| c.name.text == name.text) {
        Some(constant) if constant.value.is_none() => return Some(constant.ty),
        Some(_) => {
            let message = format!("the constant `{}` has a value already", name.text);
            out.push(Diagnostic::error(name.span, message));
        }
        None => {
            let open: Vec<&str> = constants
                .iter()
                .filter(|c| c.value.is_none())
                .map(|c| c.name.text.as_str())
                .collect();
            let help = match &open[..] {
                [] => "no constant needs a value".to_owned(),
                open => format!("the constants without a value are {}", open.join(", ")),
            };
            let message = format!("there is no constant `{}`", name.text);
            out.push(Diagnostic::error(name.span, message).help(help));
        }
    }
    None
}

fn values(experiment: &Experiment, ty: Type) -> Result<Vec<Value>, Diagnostic> {
    let scope = Scope::default();
    let value = |expr| convert(constant_value(&scope, expr)?, ty, &experiment.name.text, expr);
    let first = value(&experiment.first)?;
    let Some((step, last)) = &experiment.range else { return Ok(vec![first]) };
    let (last, one) = (value(last)?, Value::Int(1));
    let step = step
        .as_ref()
        .map_or(Ok(one), |step| convert(constant_value(&scope, step)?, ty, "the step", step))?;
    let wrong = |message: &str| Err(Diagnostic::error(experiment.name.span, message));
    let (Some(first), Some(step), Some(last)) = (first.number(), step.number(), last.number())
    else {
        return wrong("a bool constant has no range");
    };
    if step <= dashu_ratio::RBig::ZERO {
        return wrong("the step of a range must be positive");
    }
    let mut out = Vec::new();
    let mut at = first;
    while at <= last {
        if out.len() >= MOST_RUNS {
            return wrong("the range has too many values");
        }
        out.push(Value::of(at.clone(), ty));
        at += &step;
    }
    if out.is_empty() { wrong("the range is empty") } else { Ok(out) }
}
