//! Syntax trees of models and properties.
//!
//! Invariant: operands of one precedence level lie side by side in one [`ExprKind::Chain`], and
//! `a ? b : c ? d : e` is one list of arms, so a tree is never deeper than the brackets in its text
//! and recursion over it is bounded by the parser's limit on nesting.

mod expression;
mod model;
mod property;

pub use expression::{BinaryOp, Expr, ExprKind, Name, UnaryOp};
pub use model::{
    Command, ConstantDef, Declaration, FormulaDef, LabelDef, Model, ModelKind, Module, ModuleBody,
    Player, PlayerItem, RewardItem, Rewards, System, SystemDef, Type, Update, VariableType,
};
pub use property::{
    Bound, Coalition, FilterState, Goal, Properties, Property, Quantifier, RewardGoal, RewardName,
    StepBound, Strategy, TemporalOp,
};
