//! Models: everything a model file may hold.

use super::expression::{Expr, Name};
use crate::source::Span;

/// The kinds of models that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelKind {
    /// Markov chain: no choices.
    Dtmc,
    /// Markov decision process: one player.
    Mdp,
    /// Turn-based stochastic game.
    Smg,
}

/// Types of constants and expressions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `double`, kept as an exact rational.
    Double,
}

/// A model file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// The declared kind; none means [`ModelKind::Mdp`].
    pub kind: Option<ModelKind>,
    /// Constants, in order.
    pub constants: Vec<ConstantDef>,
    /// Formulas, in order.
    pub formulas: Vec<FormulaDef>,
    /// Labels, in order.
    pub labels: Vec<LabelDef>,
    /// Global variables.
    pub globals: Vec<Declaration>,
    /// Modules, renamed ones included.
    pub modules: Vec<Module>,
    /// Players and what they control.
    pub players: Vec<Player>,
    /// Reward structures.
    pub rewards: Vec<Rewards>,
    /// The `init ... endinit` condition.
    pub init: Option<Expr>,
    /// The `system ... endsystem` blocks.
    pub systems: Vec<SystemDef>,
}

/// `const int N = 5;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantDef {
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Name,
    /// Its value; none if it must be given from outside.
    pub value: Option<Expr>,
}

/// `formula f = ...;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormulaDef {
    /// Its name.
    pub name: Name,
    /// What it stands for.
    pub value: Expr,
}

/// `label "l" = ...;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelDef {
    /// Its name, without quotes.
    pub name: Name,
    /// The states it holds in.
    pub value: Expr,
}

/// `x : [0..N] init 0;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The variable.
    pub name: Name,
    /// Its values.
    pub ty: VariableType,
    /// Its first value.
    pub init: Option<Expr>,
}

/// The values of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariableType {
    /// `[low..high]`
    Range(Expr, Expr),
    /// `int`, without bounds.
    Int,
    /// `bool`
    Bool,
}

/// A module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Its name.
    pub name: Name,
    /// Its contents, or the renaming that makes them.
    pub body: ModuleBody,
}

/// What a module holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModuleBody {
    /// Variables and commands.
    Plain(Vec<Declaration>, Vec<Command>),
    /// `= base [a=b, c=d]`
    Renamed(Name, Vec<(Name, Name)>),
}

/// `[action] guard -> updates;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The action; none for `[]`.
    pub action: Option<Name>,
    /// When it may be taken.
    pub guard: Expr,
    /// What happens, with which probabilities.
    pub updates: Vec<Update>,
    /// Its place.
    pub span: Span,
}

/// `probability : (x'=1) & (y'=2)`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    /// Its probability; none means 1.
    pub probability: Option<Expr>,
    /// The variables changed; empty for `true`.
    pub assignments: Vec<(Name, Expr)>,
    /// Its place, without the probability.
    pub span: Span,
}

/// `player p ... endplayer`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The player's name.
    pub name: Name,
    /// What the player controls.
    pub items: Vec<PlayerItem>,
}

/// What a player controls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerItem {
    /// A module: its unlabelled commands.
    Module(Name),
    /// `[action]`
    Action(Name),
}

/// `rewards "name" ... endrewards`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewards {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// Its lines.
    pub items: Vec<RewardItem>,
    /// The place of the word `rewards`.
    pub span: Span,
}

/// One line of a reward structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RewardItem {
    /// `None` for a state reward, `Some(None)` for `[]`, `Some(Some(a))` for `[a]`.
    pub action: Option<Option<Name>>,
    /// Where it is given.
    pub guard: Expr,
    /// How much.
    pub value: Expr,
}

/// `system "name" ... endsystem`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemDef {
    /// Its name; the one without a name is the model.
    pub name: Option<Name>,
    /// How the modules are put together.
    pub value: System,
    /// The place of the word `system`.
    pub span: Span,
}

/// Composition of modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum System {
    /// A module.
    Module(Name),
    /// `"name"`: another system block.
    Reference(Name),
    /// `(...)`
    Paren(Box<System>),
    /// `a || b`: synchronises on all shared actions.
    Full(Vec<System>),
    /// `a ||| b`: synchronises on nothing.
    Interleaved(Vec<System>),
    /// `a |[x,y]| b`: synchronises on these actions.
    Parallel(Box<System>, Vec<Name>, Box<System>),
    /// `a / {x,y}`: makes actions unlabelled.
    Hide(Box<System>, Vec<Name>),
    /// `a {x<-y}`: renames actions.
    Rename(Box<System>, Vec<(Name, Name)>),
}
