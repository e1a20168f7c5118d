//! From a syntax tree to a model whose names, types and owners are known to be right.
//!
//! Constants need no values yet. Invariant of [`Checked`]: every name in it is declared, every
//! expression has the type its place asks for, nothing is defined by way of itself, every command
//! changes variables it may change, and every module and action has at most one player.

mod commands;
mod experiment;
mod labels;
mod order;
mod outline;
mod players;
mod property;
mod property_types;
mod rename;
mod scope;
mod simple_path;
mod system;
mod types;
mod unsupported;

use std::collections::BTreeMap;

pub use experiment::{Given, experiments};
pub(crate) use order::names;
pub use order::{DEEPEST_FORMULA, LARGEST_FORMULA};
pub use outline::{Outline, OutlinedVariable};
pub use players::Owners;
pub use property::{CheckedProperties, check_properties, player_number};
pub use scope::{Meaning, Scope, Symbol};
pub use simple_path::{SimplePath, simple_path};
pub use system::{Participant, Way};
pub use unsupported::unsupported;

use crate::source::Diagnostic;
use crate::syntax::tree::{
    Command, ConstantDef, Declaration, Expr, ExprKind, FormulaDef, LabelDef, Model, ModelKind,
    Name, Rewards, Type, VariableType,
};
use order::Definition;
use types::Typing;

/// A checked model; see the invariant above.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its kind.
    pub kind: ModelKind,
    /// All constants.
    pub constants: Vec<ConstantDef>,
    /// All formulas, and behind them the labels that the model itself uses, with their quotes.
    pub formulas: Vec<FormulaDef>,
    /// Constants (by place) and formulas (by place after all constants), each after what it uses.
    pub order: Vec<usize>,
    /// All variables: global ones, then those of each module.
    pub variables: Vec<Variable>,
    /// The modules' names and commands, renamed modules written out.
    pub modules: Vec<CheckedModule>,
    /// All actions, in order of their first use.
    pub actions: Vec<String>,
    /// Who controls what.
    pub owners: Owners,
    /// The ways in which modules move, alone or together.
    pub ways: Vec<Way>,
    /// Labels.
    pub labels: Vec<LabelDef>,
    /// Labels of an [`Outline`], whose states are listed elsewhere.
    pub listed: Vec<String>,
    /// Reward structures.
    pub rewards: Vec<Rewards>,
    /// The condition of the initial states, if there is one.
    pub init: Option<Expr>,
    /// All names.
    pub scope: Scope,
    /// What is odd but not wrong.
    pub warnings: Vec<Diagnostic>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its declaration.
    pub declaration: Declaration,
    /// The module it belongs to; none if it is global.
    pub module: Option<usize>,
}

/// A module without renaming.
#[derive(Clone, Debug)]
pub struct CheckedModule {
    /// Its name.
    pub name: Name,
    /// Its commands.
    pub commands: Vec<Command>,
}

/// The type of an expression of the model's language; mistakes are added to `out`.
pub(crate) fn infer(scope: &Scope, expr: &Expr, out: &mut Vec<Diagnostic>) -> Option<Type> {
    Typing::model(scope, out).infer(expr)
}

/// The type of a property that has been checked, with every quoted name taken for a label.
pub(crate) fn property_type(scope: &Scope, expr: &Expr) -> Option<Type> {
    let label = |_: &str| Some(Type::Bool);
    Typing { scope, label: &label, property: true, out: &mut Vec::new() }.infer(expr)
}

/// Checks a model; all mistakes found are in the error.
pub fn check_model(model: &Model) -> Result<Checked, Vec<Diagnostic>> {
    let mut out = Vec::new();
    let formulas = [&model.formulas[..], &labels::used(model)].concat();
    let definitions: Vec<Definition<'_>> = definitions(&model.constants, &formulas);
    let (order, sizes) = order::order(&definitions, &mut out);
    if !out.is_empty() {
        return Err(out);
    }
    distinct(model.modules.iter().map(|m| &m.name), "module", &mut out);
    let bodies = rename::write_out(&model.modules, &model.formulas, &sizes, &mut out);
    let mut checked = assemble(model, formulas, order, bodies);
    declare(&mut checked, &mut out);
    type_definitions(&mut checked, &mut out);
    type_variables(&checked, &mut out);
    type_items(&checked, &mut out);
    commands::check(&checked, &mut out);
    checked.actions = commands::actions(&checked);
    checked.owners = players::owners(&model.players, &checked, &mut out);
    checked.ways = system::ways(&model.systems, &mut checked, &mut out);
    commands::check_globals(&checked, &mut out);
    if out.iter().any(Diagnostic::is_error) {
        return Err(out);
    }
    checked.warnings = out;
    Ok(checked)
}

fn definitions<'a>(
    constants: &'a [ConstantDef],
    formulas: &'a [FormulaDef],
) -> Vec<Definition<'a>> {
    let constants = constants.iter().map(|c| Definition {
        name: &c.name,
        value: c.value.as_ref(),
        expands: false,
    });
    let formulas =
        formulas.iter().map(|f| Definition { name: &f.name, value: Some(&f.value), expands: true });
    constants.chain(formulas).collect()
}

fn assemble(
    model: &Model,
    formulas: Vec<FormulaDef>,
    order: Vec<usize>,
    bodies: Vec<Option<(Vec<Declaration>, Vec<Command>)>>,
) -> Checked {
    let global = model.globals.iter().map(|g| Variable { declaration: g.clone(), module: None });
    let mut variables: Vec<Variable> = global.collect();
    let mut modules = Vec::new();
    for (i, (module, body)) in model.modules.iter().zip(bodies).enumerate() {
        let (declared, commands) = body.unwrap_or_default();
        variables.extend(
            declared.into_iter().map(|declaration| Variable { declaration, module: Some(i) }),
        );
        modules.push(CheckedModule { name: module.name.clone(), commands });
    }
    Checked {
        kind: model.kind.unwrap_or(ModelKind::Mdp),
        constants: model.constants.clone(),
        formulas,
        order,
        variables,
        modules,
        actions: Vec::new(),
        owners: Owners::default(),
        ways: Vec::new(),
        labels: model.labels.clone(),
        listed: Vec::new(),
        rewards: model.rewards.clone(),
        init: model.init.clone(),
        scope: Scope::default(),
        warnings: Vec::new(),
    }
}

fn declare(checked: &mut Checked, out: &mut Vec<Diagnostic>) {
    let scope = &mut checked.scope;
    for (i, c) in checked.constants.iter().enumerate() {
        let meaning = Meaning::Constant(i);
        scope.enter(&c.name, Symbol { meaning, ty: Some(c.ty), span: c.name.span }, out);
    }
    for (i, v) in checked.variables.iter().enumerate() {
        let ty = if v.declaration.ty == VariableType::Bool { Type::Bool } else { Type::Int };
        let name = &v.declaration.name;
        let meaning = Meaning::Variable(i);
        scope.enter(name, Symbol { meaning, ty: Some(ty), span: name.span }, out);
    }
    for (i, f) in checked.formulas.iter().enumerate() {
        let meaning = Meaning::Formula(i);
        scope.enter(&f.name, Symbol { meaning, ty: None, span: f.name.span }, out);
    }
    distinct(checked.labels.iter().map(|l| &l.name), "label", out);
    distinct(checked.rewards.iter().filter_map(|r| r.name.as_ref()), "reward structure", out);
    for label in
        checked.labels.iter().filter(|l| ["init", "deadlock"].contains(&l.name.text.as_str()))
    {
        let message = format!("the label \"{}\" has a meaning of its own", label.name.text);
        out.push(Diagnostic::error(label.name.span, message).help("choose another name"));
    }
}

/// Reports names of one kind that occur twice.
fn distinct<'a>(names: impl Iterator<Item = &'a Name>, kind: &str, out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, &Name> = BTreeMap::new();
    for name in names {
        match seen.get(name.text.as_str()) {
            Some(first) => {
                let message = format!("the {kind} `{}` is defined a second time", name.text);
                out.push(
                    Diagnostic::error(name.span, message)
                        .related(first.span, "the first time here"),
                );
            }
            None => drop(seen.insert(&name.text, name)),
        }
    }
}

fn type_definitions(checked: &mut Checked, out: &mut Vec<Diagnostic>) {
    let constants = checked.constants.len();
    for &i in &checked.order {
        let Some(at) = i.checked_sub(constants) else {
            let constant = &checked.constants[i];
            if let Some(value) = &constant.value {
                constant_expression(&checked.scope, value, "the value of a constant", out);
                let what = format!("the value of `{}`", constant.name.text);
                Typing::model(&checked.scope, out).require(value, constant.ty, &what);
            }
            continue;
        };
        let formula = &checked.formulas[at];
        let ty = Typing::model(&checked.scope, out).infer(&formula.value);
        checked.scope.set_type(&formula.name.text, ty);
    }
}

/// Reports variables in an expression that must not have any; formulas in it are looked through by
/// the compiler, which knows them by their values.
fn constant_expression(scope: &Scope, expr: &Expr, what: &str, out: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    names(expr, &mut found);
    for name in found {
        if let Some(Symbol { meaning: Meaning::Variable(_), span, .. }) = scope.get(name) {
            let message = format!("{what} cannot depend on the variable `{name}`");
            out.push(
                Diagnostic::error(expr.span, message)
                    .related(*span, "the variable is declared here"),
            );
            return;
        }
    }
}

fn type_variables(checked: &Checked, out: &mut Vec<Diagnostic>) {
    for variable in &checked.variables {
        let name = &variable.declaration.name;
        let ty = match &variable.declaration.ty {
            VariableType::Range(low, high) => {
                for bound in [low, high] {
                    constant_expression(&checked.scope, bound, "the range of a variable", out);
                    let what = format!("the range of `{}`", name.text);
                    Typing::model(&checked.scope, out).require(bound, Type::Int, &what);
                }
                Type::Int
            }
            VariableType::Int => Type::Int,
            VariableType::Bool => Type::Bool,
        };
        let Some(init) = &variable.declaration.init else { continue };
        if checked.init.is_some() {
            let message = format!(
                "`{}` has a first value although the model has `init ... endinit`",
                name.text
            );
            out.push(Diagnostic::error(init.span, message).help("use one of the two"));
        }
        constant_expression(&checked.scope, init, "the first value of a variable", out);
        let what = format!("the first value of `{}`", name.text);
        Typing::model(&checked.scope, out).require(init, ty, &what);
    }
}

fn type_items(checked: &Checked, out: &mut Vec<Diagnostic>) {
    let mut typing = Typing::model(&checked.scope, out);
    if let Some(init) = &checked.init {
        typing.require(init, Type::Bool, "the condition of the initial states");
    }
    for label in &checked.labels {
        let what = format!("the label \"{}\"", label.name.text);
        // One that is used was looked at among the formulas, and what is wrong in it was said there.
        let used = format!("\"{}\"", label.name.text);
        let value = match typing.scope.get(&used) {
            Some(_) => &Expr::new(ExprKind::Name(used), label.value.span),
            None => &label.value,
        };
        typing.require(value, Type::Bool, &what);
    }
    for item in checked.rewards.iter().flat_map(|r| &r.items) {
        typing.require(&item.guard, Type::Bool, "the condition of a reward");
        typing.require(&item.value, Type::Double, "a reward");
    }
}
