//! A model whose states, moves, labels and rewards are listed elsewhere, as files of the field do:
//! only what properties need to know of it.
//!
//! Invariant: the outline has no commands, so nobody may ask it for successors; whether one of its
//! labels holds in a state is known to whoever has the list.

use super::{Checked, check_model};
use crate::source::{Diagnostic, Span};
use crate::syntax::tree::{
    Declaration, Expr, ExprKind, Model, ModelKind, Module, ModuleBody, Name, Player, Rewards,
    VariableType,
};

/// A variable of an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlinedVariable {
    /// Its name.
    pub name: String,
    /// Its smallest and its largest value; none for a bool.
    pub range: Option<(i64, i64)>,
}

/// What properties need to know of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Its kind.
    pub kind: ModelKind,
    /// Its variables, in the order of a state's values.
    pub variables: Vec<OutlinedVariable>,
    /// The names of its players; none unless it is a game.
    pub players: Vec<String>,
    /// The names of its labels, `init` and `deadlock` aside.
    pub labels: Vec<String>,
    /// The names of its reward structures, as far as they have any.
    pub rewards: Vec<Option<String>>,
}

impl Outline {
    /// The outline as a checked model.
    ///
    /// # Errors
    /// Two names of one kind are the same.
    pub fn check(self) -> Result<Checked, Vec<Diagnostic>> {
        let variables = self.variables.into_iter().map(declaration).collect();
        let module = Module { name: name("states"), body: ModuleBody::Plain(variables, vec![]) };
        let players = self.players.iter().map(|p| Player { name: name(p), items: vec![] });
        let rewards = self.rewards.iter().map(|given| Rewards {
            name: given.as_deref().map(name),
            items: vec![],
            span: Span::default(),
        });
        let model = Model {
            kind: Some(self.kind),
            modules: vec![module],
            players: players.collect(),
            rewards: rewards.collect(),
            ..Model::default()
        };
        let mut out = Vec::new();
        let labels: Vec<Name> = self.labels.iter().map(|label| name(label)).collect();
        super::distinct(labels.iter(), "label", &mut out);
        let mut checked = check_model(&model)?;
        checked.listed = self.labels;
        if out.is_empty() { Ok(checked) } else { Err(out) }
    }
}

fn name(text: &str) -> Name {
    Name { text: text.into(), span: Span::default() }
}

fn declaration(variable: OutlinedVariable) -> Declaration {
    let literal = |value| Expr::new(ExprKind::Int(value), Span::default());
    let ty = match variable.range {
        Some((low, high)) => VariableType::Range(literal(low), literal(high)),
        None => VariableType::Bool,
    };
    Declaration { name: name(&variable.name), ty, init: None }
}
