//! Expressions, shared by models and properties.

use super::property::{Quantifier, StepBound, Strategy, TemporalOp};
use crate::source::Span;

/// A name and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// An expression and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub span: Span,
}

/// The forms of expressions. Those from `Label` on occur in properties only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `true`, `false`.
    Bool(bool),
    /// An integer literal.
    Int(i64),
    /// A literal with a point or exponent, as written.
    Decimal(String),
    /// A constant, variable or formula; in a model also a label, with its quotes.
    Name(String),
    /// `!a`, `-a`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b - c`: operators of one precedence level, applied from the left.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `a ? b : c ? d : e`: conditions with their values, and the last value.
    Choice(Vec<(Expr, Expr)>, Box<Expr>),
    /// `min(a, b)`; `old` where it was written `func(min, a, b)`.
    Call {
        /// The function's name.
        function: Name,
        /// Its arguments.
        arguments: Vec<Expr>,
        /// Whether it was written with `func`.
        old: bool,
    },
    /// `(a)`.
    Paren(Box<Expr>),
    /// `"name"` in a property: a label, or another property.
    Label(String),
    /// `P`, `R` or `S` with what is asked of it.
    Quantified(Box<Quantifier>),
    /// `E [ path ]` (false) and `A [ path ]` (true).
    Paths(bool, Box<Expr>),
    /// `<<players>> property` or `[[players]] property`.
    Strategy(Box<Strategy>),
    /// `filter(kind, property, states)`.
    Filter {
        /// Such as `min`, `forall`, `&`.
        kind: Name,
        /// What is filtered.
        property: Box<Expr>,
        /// The states looked at; all of them if none are given.
        states: Option<Box<Expr>>,
    },
    /// `X a`, `F<=3 a`, `G a`.
    Path(TemporalOp, Option<Box<StepBound>>, Box<Expr>),
    /// `a U b`, `a W b`, `a R b`.
    PathPair(TemporalOp, Option<Box<StepBound>>, Box<Expr>, Box<Expr>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Minus,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `=>`
    Implies,
    /// `<=>`
    Iff,
    /// `|`
    Or,
    /// `&`
    And,
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `^`
    Pow,
}

impl BinaryOp {
    /// All operators with their signs.
    pub const ALL: [(BinaryOp, &'static str); 15] = [
        (BinaryOp::Implies, "=>"),
        (BinaryOp::Iff, "<=>"),
        (BinaryOp::Or, "|"),
        (BinaryOp::And, "&"),
        (BinaryOp::Eq, "="),
        (BinaryOp::Ne, "!="),
        (BinaryOp::Lt, "<"),
        (BinaryOp::Le, "<="),
        (BinaryOp::Gt, ">"),
        (BinaryOp::Ge, ">="),
        (BinaryOp::Add, "+"),
        (BinaryOp::Sub, "-"),
        (BinaryOp::Mul, "*"),
        (BinaryOp::Div, "/"),
        (BinaryOp::Pow, "^"),
    ];

    /// How it is written.
    pub fn sign(self) -> &'static str {
        Self::ALL.iter().find(|(op, _)| *op == self).map_or("", |(_, sign)| sign)
    }

    /// How tightly it binds, 1 to 9.
    pub fn level(self) -> u8 {
        match self {
            BinaryOp::Implies => 1,
            BinaryOp::Iff => 2,
            BinaryOp::Or => 3,
            BinaryOp::And => 4,
            BinaryOp::Eq | BinaryOp::Ne => 5,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 6,
            BinaryOp::Add | BinaryOp::Sub => 7,
            BinaryOp::Mul | BinaryOp::Div => 8,
            BinaryOp::Pow => 9,
        }
    }
}

impl Expr {
    /// `kind` at `span`.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Without the brackets around it.
    pub fn bare(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner) = &expr.kind {
            expr = inner;
        }
        expr
    }

    /// The expressions directly inside, in the order of the text, property forms included.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Unary(_, a) | ExprKind::Paren(a) | ExprKind::Paths(_, a) => vec![a],
            ExprKind::Chain(first, rest) => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, e)| e)).collect()
            }
            ExprKind::Choice(arms, last) => {
                arms.iter().flat_map(|(c, e)| [c, e]).chain([&**last]).collect()
            }
            ExprKind::Call { arguments, .. } => arguments.iter().collect(),
            ExprKind::Quantified(quantifier) => quantifier.children(),
            ExprKind::Strategy(strategy) => vec![&strategy.property],
            ExprKind::Filter { property, states, .. } => {
                std::iter::once(&**property).chain(states.as_deref()).collect()
            }
            ExprKind::Path(_, bound, a) => {
                bound.iter().flat_map(|b| b.children()).chain([&**a]).collect()
            }
            ExprKind::PathPair(_, bound, a, b) => [&**a]
                .into_iter()
                .chain(bound.iter().flat_map(|b| b.children()))
                .chain([&**b])
                .collect(),
            _ => Vec::new(),
        }
    }
}
