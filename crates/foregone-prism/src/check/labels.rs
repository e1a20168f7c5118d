//! Labels that the model itself uses: they become formulas, which renaming leaves alone.

use std::collections::BTreeSet;

use super::order::names;
use crate::syntax::tree::{
    Command, Declaration, Expr, FormulaDef, LabelDef, Model, ModuleBody, Name, VariableType,
};

/// The labels that occur in expressions of `model`, named with their quotes.
pub fn used(model: &Model) -> Vec<FormulaDef> {
    let mut found = Vec::new();
    expressions(model).for_each(|expr| names(expr, &mut found));
    let found: BTreeSet<&str> = found.into_iter().collect();
    let formula = |label: &LabelDef| {
        let text = format!("\"{}\"", label.name.text);
        found.contains(text.as_str()).then(|| FormulaDef {
            name: Name { text, span: label.name.span },
            value: label.value.clone(),
        })
    };
    model.labels.iter().filter_map(formula).collect()
}

/// All expressions of a model.
fn expressions(model: &Model) -> impl Iterator<Item = &Expr> {
    let rewards = model.rewards.iter().flat_map(|r| &r.items);
    let constants = model.constants.iter().filter_map(|c| c.value.as_ref());
    constants
        .chain(model.formulas.iter().map(|f| &f.value))
        .chain(model.labels.iter().map(|l| &l.value))
        .chain(model.globals.iter().flat_map(declared))
        .chain(model.modules.iter().flat_map(|m| body(&m.body)))
        .chain(rewards.flat_map(|item| [&item.guard, &item.value]))
        .chain(&model.init)
}

fn body(body: &ModuleBody) -> Box<dyn Iterator<Item = &Expr> + '_> {
    match body {
        ModuleBody::Plain(variables, commands) => {
            Box::new(variables.iter().flat_map(declared).chain(commands.iter().flat_map(commanded)))
        }
        ModuleBody::Renamed(..) => Box::new(std::iter::empty()),
    }
}

fn declared(declaration: &Declaration) -> impl Iterator<Item = &Expr> {
    let range = match &declaration.ty {
        VariableType::Range(low, high) => [Some(low), Some(high)],
        VariableType::Int | VariableType::Bool => [None, None],
    };
    range.into_iter().flatten().chain(&declaration.init)
}

fn commanded(command: &Command) -> impl Iterator<Item = &Expr> {
    let updates = command.updates.iter().flat_map(|update| {
        update.probability.iter().chain(update.assignments.iter().map(|(_, value)| value))
    });
    std::iter::once(&command.guard).chain(updates)
}
