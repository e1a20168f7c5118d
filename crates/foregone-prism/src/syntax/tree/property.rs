//! Properties: what may be asked of a model.

use super::expression::{BinaryOp, Expr, Name};
use super::model::{ConstantDef, LabelDef};
use crate::source::Span;

/// A file of properties.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// Constants of the file.
    pub constants: Vec<ConstantDef>,
    /// Labels of the file.
    pub labels: Vec<LabelDef>,
    /// The properties, in order.
    pub properties: Vec<Property>,
}

/// One property.
#[derive(Clone, Debug)]
pub struct Property {
    /// `"name":` before it.
    pub name: Option<Name>,
    /// What is asked.
    pub value: Expr,
    /// The comment lines directly above it, without `//`.
    pub comments: Vec<String>,
}

/// Comments aside.
impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Eq for Property {}

/// `P`, `R` or `S`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantifier {
    /// What is measured.
    pub goal: Goal,
    /// `P(dual)`: a word in brackets after the letter.
    pub modifier: Option<Name>,
    /// What is asked of the measure.
    pub bound: Bound,
    /// `{states}` at the end of the brackets, an old form of filter.
    pub filter: Option<FilterState>,
}

/// What a quantifier measures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// `P... [ path ]`
    Probability(Expr),
    /// `S... [ states ]`
    Steady(Expr),
    /// `R{"name"}... [ goal ]`
    Reward(Option<RewardName>, RewardGoal),
}

/// Which reward structure is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RewardName {
    /// `{"name"}`
    Name(Name),
    /// `{2}`: the second one.
    Index(Expr),
    /// `{"a"}/{"b"}`: a ratio, which is not supported.
    Ratio(Box<RewardName>, Box<RewardName>),
    /// `{..., disc=d}`: discounted, which is not supported.
    Discounted(Option<Box<RewardName>>, Expr),
}

/// What a reward is collected for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RewardGoal {
    /// `F a` or another path formula; infinite where it does not come true.
    Path(Expr),
    /// `Fc a`: what was collected, where it does not come true.
    Collected(Expr, Span),
    /// `F0 a`: nothing, where it does not come true.
    Zero(Expr, Span),
    /// `C` without a bound.
    Total(Span),
    /// `C<=k`
    Cumulative(Expr, Span),
    /// `I=k`
    Instantaneous(Expr, Span),
    /// `S`: the long-run average.
    Steady(Span),
    /// `C{discount=d}`, `F{discount=d} a`: which is not supported.
    Discounted(Box<RewardGoal>, Expr),
}

/// What is asked of a measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// `=?`
    Value,
    /// `min=?`
    Min,
    /// `max=?`
    Max,
    /// `minmin=?` and the like, which are not supported.
    Mixed(Name),
    /// `>= p`
    Compare(BinaryOp, Expr),
}

/// `<<players>>` (`exists`) or `[[players]]` before a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Whether the players may choose so that the property holds.
    pub exists: bool,
    /// The coalitions; more than one are not supported.
    pub coalitions: Vec<Coalition>,
    /// What they do it for.
    pub property: Expr,
}

/// Some players, by name or number from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coalition {
    /// `*`
    All,
    /// Listed.
    Players(Vec<Name>),
}

/// Temporal operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemporalOp {
    /// `X`
    Next,
    /// `F`
    Finally,
    /// `G`
    Globally,
    /// `U`
    Until,
    /// `W`
    WeakUntil,
    /// `R`
    Release,
}

impl TemporalOp {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            TemporalOp::Next => "X",
            TemporalOp::Finally => "F",
            TemporalOp::Globally => "G",
            TemporalOp::Until => "U",
            TemporalOp::WeakUntil => "W",
            TemporalOp::Release => "R",
        }
    }
}

/// Bounds on the number of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepBound {
    /// `<=k`, `<k`, `>=k`, `>k` or `=k`, and where it stands.
    Compare(BinaryOp, Expr),
    /// `[a,b]`
    Between(Expr, Expr),
}

/// `{states}{min}{max}` inside the brackets of `P`, `R` or `S`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilterState {
    /// The states looked at.
    pub states: Expr,
    /// Whether `{min}` follows.
    pub min: bool,
    /// Whether `{max}` follows.
    pub max: bool,
}

impl Quantifier {
    /// The expressions directly inside.
    pub fn children(&self) -> Vec<&Expr> {
        let mut out: Vec<&Expr> = Vec::new();
        if let Bound::Compare(_, value) = &self.bound {
            out.push(value);
        }
        match &self.goal {
            Goal::Probability(e) | Goal::Steady(e) => out.push(e),
            Goal::Reward(_, goal) => out.extend(goal.expr()),
        }
        out.extend(self.filter.iter().map(|filter| &filter.states));
        out
    }
}

impl RewardGoal {
    /// The target or the bound.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            RewardGoal::Path(e)
            | RewardGoal::Collected(e, _)
            | RewardGoal::Zero(e, _)
            | RewardGoal::Cumulative(e, _)
            | RewardGoal::Instantaneous(e, _) => Some(e),
            RewardGoal::Discounted(goal, _) => goal.expr(),
            RewardGoal::Total(_) | RewardGoal::Steady(_) => None,
        }
    }
}

impl StepBound {
    /// The expressions directly inside.
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            StepBound::Compare(_, k) => vec![k],
            StepBound::Between(a, b) => vec![a, b],
        }
    }
}
