//! Properties of a checked model: names, types, players, reward structures.
//!
//! What is right but not done here is found by [`super::unsupported`], property by property, so
//! that one such property does not keep the others from being answered. Invariant of
//! [`CheckedProperties`]: names are declared, types fit, no property refers to itself.

use std::collections::BTreeMap;

use super::order::{Definition, order};
use super::scope::{Meaning, Scope, Symbol, nearest};
use super::types::Typing;
use super::{Checked, constant_expression, distinct};
use crate::source::Diagnostic;
use crate::syntax::tree::{
    Coalition, ConstantDef, Expr, ExprKind, Goal, LabelDef, Name, Properties, Property, RewardName,
    Type,
};

/// Checked properties of one model.
#[derive(Clone, Debug)]
pub struct CheckedProperties {
    /// The names of the model and of the properties; the properties' constants come after the
    /// model's.
    pub scope: Scope,
    /// The properties' own constants.
    pub constants: Vec<ConstantDef>,
    /// Their places, each after what it uses.
    pub order: Vec<usize>,
    /// The properties' own labels.
    pub labels: Vec<LabelDef>,
    /// The properties, in order.
    pub properties: Vec<Property>,
    /// What is wrong with each of them; it is not asked then.
    pub mistakes: Vec<Vec<Diagnostic>>,
}

/// Checks properties against a model. The error holds the mistakes in constants, labels and names;
/// those in a property itself are kept with it, so that the others can be asked.
pub fn check_properties(
    properties: &Properties,
    model: &Checked,
) -> Result<CheckedProperties, Vec<Diagnostic>> {
    let mut out = Vec::new();
    let definitions = super::definitions(&properties.constants, &[]);
    let (order, _) = order(&definitions, &mut out);
    let mut scope = model.scope.for_properties();
    for (i, c) in properties.constants.iter().enumerate() {
        let meaning = Meaning::Constant(model.constants.len() + i);
        scope.enter(&c.name, Symbol { meaning, ty: Some(c.ty), span: c.name.span }, &mut out);
    }
    let mut checked = CheckedProperties {
        scope,
        constants: properties.constants.clone(),
        order,
        labels: properties.labels.clone(),
        properties: properties.properties.clone(),
        mistakes: Vec::new(),
    };
    let names = Names::new(&checked, model, &mut out);
    check_definitions(&checked, &names, &mut out);
    names.cycles(&checked, &mut out);
    if out.iter().any(Diagnostic::is_error) {
        return Err(out);
    }
    checked.mistakes = checked
        .properties
        .iter()
        .map(|p| mistakes(&p.value, &checked.scope, &names, model))
        .collect();
    Ok(checked)
}

fn mistakes(value: &Expr, scope: &Scope, names: &Names<'_>, model: &Checked) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let label = |name: &str| names.type_of(name, 0);
    Typing { scope, label: &label, property: true, out: &mut out }.infer(value);
    references(value, model, &mut out);
    out
}

/// What quoted names stand for.
struct Names<'a> {
    labels: Vec<&'a str>,
    properties: BTreeMap<&'a str, &'a Expr>,
}

impl<'a> Names<'a> {
    fn new(checked: &'a CheckedProperties, model: &'a Checked, out: &mut Vec<Diagnostic>) -> Self {
        let own = checked.labels.iter().map(|l| &l.name);
        let named = || checked.properties.iter().filter_map(|p| Some((p.name.as_ref()?, &p.value)));
        distinct(own.chain(named().map(|(name, _)| name)), "label or property", out);
        let described = model.labels.iter().map(|l| l.name.text.as_str());
        let of_model = described.chain(model.listed.iter().map(String::as_str));
        let of_file = checked.labels.iter().map(|l| l.name.text.as_str());
        let labels: Vec<&str> =
            of_model.clone().chain(of_file).chain(["init", "deadlock"]).collect();
        for name in checked.labels.iter().map(|l| &l.name).chain(named().map(|(name, _)| name)) {
            let reserved = ["init", "deadlock"].contains(&name.text.as_str());
            if reserved || of_model.clone().any(|l| l == name.text) {
                let owner =
                    if reserved { "has a meaning of its own" } else { "is a label of the model" };
                let message = format!("the name \"{}\" {owner}", name.text);
                out.push(Diagnostic::error(name.span, message).help("choose another name"));
            }
        }
        Self {
            labels,
            properties: named().map(|(name, value)| (name.text.as_str(), value)).collect(),
        }
    }

    /// The type of a quoted name; a property's type is that of its value, found without its errors.
    fn type_of(&self, name: &str, depth: usize) -> Option<Type> {
        if self.labels.contains(&name) {
            return Some(Type::Bool);
        }
        self.properties.get(name).and_then(|value| self.rough_type(value, depth))
    }

    fn rough_type(&self, value: &Expr, depth: usize) -> Option<Type> {
        match &value.bare().kind {
            ExprKind::Label(name) if depth < 64 => self.type_of(name, depth + 1),
            ExprKind::Quantified(q) => match q.bound {
                crate::syntax::tree::Bound::Compare(..) => Some(Type::Bool),
                _ => Some(Type::Double),
            },
            ExprKind::Strategy(strategy) => self.rough_type(&strategy.property, depth + 1),
            ExprKind::Chain(_, rest) if rest[0].0.level() > 6 => Some(Type::Double),
            ExprKind::Filter { kind, property, .. } => match kind.text.as_str() {
                "count" => Some(Type::Int),
                "argmin" | "argmax" => Some(Type::Bool),
                _ => self.rough_type(property, depth + 1),
            },
            ExprKind::Int(_) => Some(Type::Int),
            ExprKind::Decimal(_) | ExprKind::Call { .. } => Some(Type::Double),
            _ => Some(Type::Bool),
        }
    }

    /// Properties that refer to each other in a circle.
    fn cycles(&self, checked: &CheckedProperties, out: &mut Vec<Diagnostic>) {
        let as_names: Vec<Option<Expr>> = checked
            .properties
            .iter()
            .map(|p| p.name.as_ref().map(|_| labels_as_names(&p.value)))
            .collect();
        let pairs = checked.properties.iter().zip(&as_names);
        let definitions: Vec<Definition<'_>> = pairs
            .filter_map(|(p, value)| {
                Some(Definition { name: p.name.as_ref()?, value: value.as_ref(), expands: true })
            })
            .collect();
        order(&definitions, out);
    }
}

/// The quoted names of a property as a chain of plain names, to look for circles in.
fn labels_as_names(expr: &Expr) -> Expr {
    let mut names = Vec::new();
    collect_labels(expr, &mut names);
    let first = Box::new(Expr::new(ExprKind::Bool(true), expr.span));
    let rest = names.into_iter().map(|name| {
        let name = Expr::new(ExprKind::Name(name), expr.span);
        (crate::syntax::tree::BinaryOp::And, name)
    });
    let rest: Vec<_> = rest.collect();
    if rest.is_empty() { *first } else { Expr::new(ExprKind::Chain(first, rest), expr.span) }
}

fn collect_labels(expr: &Expr, out: &mut Vec<String>) {
    match &expr.kind {
        ExprKind::Label(name) => out.push(name.clone()),
        _ => expr.children().into_iter().for_each(|child| collect_labels(child, out)),
    }
}

fn check_definitions(checked: &CheckedProperties, names: &Names<'_>, out: &mut Vec<Diagnostic>) {
    for constant in &checked.constants {
        if let Some(value) = &constant.value {
            constant_expression(&checked.scope, value, "the value of a constant", out);
            let what = format!("the value of `{}`", constant.name.text);
            Typing::model(&checked.scope, out).require(value, constant.ty, &what);
        }
    }
    for label in &checked.labels {
        let known = |name: &str| names.labels.contains(&name).then_some(Type::Bool);
        let what = format!("the label \"{}\"", label.name.text);
        Typing { scope: &checked.scope, label: &known, property: true, out }.require(
            &label.value,
            Type::Bool,
            &what,
        );
    }
}

/// Players and reward structures that a property names.
fn references(expr: &Expr, model: &Checked, out: &mut Vec<Diagnostic>) {
    match &expr.kind {
        ExprKind::Strategy(strategy) => {
            for coalition in &strategy.coalitions {
                if let Coalition::Players(players) = coalition {
                    players.iter().for_each(|player| check_player(player, model, out));
                }
            }
        }
        ExprKind::Quantified(quantifier) => {
            if let Goal::Reward(name, _) = &quantifier.goal {
                check_reward(name.as_ref(), expr, model, out);
            }
        }
        _ => {}
    }
    expr.children().into_iter().for_each(|child| references(child, model, out));
}

fn check_player(player: &Name, model: &Checked, out: &mut Vec<Diagnostic>) {
    if player_number(player, &model.owners.players).is_some() {
        return;
    }
    let players = &model.owners.players;
    let error = Diagnostic::error(player.span, format!("there is no player `{}`", player.text));
    out.push(match nearest(&player.text, players.iter().map(String::as_str)) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None if players.is_empty() => error.help("only games (`smg`) have players"),
        None => error.help(format!("the players are {}", players.join(", "))),
    });
}

/// A player by name, or by number from 1.
pub fn player_number(player: &Name, players: &[String]) -> Option<usize> {
    let by_name = players.iter().position(|p| *p == player.text);
    by_name.or_else(|| {
        let number: usize = player.text.parse().ok()?;
        (1..=players.len()).contains(&number).then(|| number - 1)
    })
}

fn check_reward(
    name: Option<&RewardName>,
    expr: &Expr,
    model: &Checked,
    out: &mut Vec<Diagnostic>,
) {
    match name {
        None if model.rewards.is_empty() => {
            let help = "write rewards ... endrewards in the model";
            out.push(Diagnostic::error(expr.span, "the model has no rewards").help(help));
        }
        Some(RewardName::Name(name)) => {
            let known =
                || model.rewards.iter().filter_map(|r| r.name.as_ref()).map(|n| n.text.as_str());
            if !known().any(|k| k == name.text) {
                let message = format!("there are no rewards \"{}\"", name.text);
                let error = Diagnostic::error(name.span, message);
                out.push(match nearest(&name.text, known()) {
                    Some(near) => error.help(format!("did you mean \"{near}\"?")),
                    None => error,
                });
            }
        }
        Some(RewardName::Ratio(a, b)) => {
            check_reward(Some(a), expr, model, out);
            check_reward(Some(b), expr, model, out);
        }
        _ => {}
    }
}
