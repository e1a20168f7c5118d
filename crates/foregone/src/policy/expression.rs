//! Conditions and whole numbers over a position's fields.
//!
//! Numbers are exact: a result that does not fit into 128 bits is an error, `div` and `mod` round
//! down, and nothing is divided by 0 in silence. `and` and `or` look at what is to their right only
//! where it matters. A tree is no deeper than its brackets: operands of one level lie side by side.

use foregone_prism::source::Span;

use crate::FieldValue;

/// A piece of a condition, with its place.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub span: Span,
    pub node: Node,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Constant(Value),
    /// A field by its place.
    Field(usize),
    /// A name of nothing: in a comparison with a field of words it is a word.
    Word(String),
    /// Terms, each added or (true) taken away.
    Sum(Vec<(bool, Expr)>),
    /// Factors, from left to right.
    Product(Box<Expr>, Vec<(Factor, Expr)>),
    /// `a < b <= c`: all of them hold.
    Compare(Box<Expr>, Vec<(Compare, Expr)>),
    Not(Box<Expr>),
    /// All hold.
    And(Vec<Expr>),
    /// One holds.
    Or(Vec<Expr>),
    Call(Function, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Factor {
    Times,
    Div,
    Mod,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compare {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    Least,
    Most,
    Size,
}

/// What an expression is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Int(i128),
    Bool(bool),
    Text(String),
}

/// What is wrong, and where.
pub(super) type Fault = (Span, String);

impl From<&FieldValue> for Value {
    fn from(value: &FieldValue) -> Self {
        match value {
            FieldValue::Int(number) => Self::Int((*number).into()),
            FieldValue::Bool(truth) => Self::Bool(*truth),
            FieldValue::Text(text) => Self::Text(text.clone()),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Bool(truth) => truth.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Self::Int(_) => "a number",
            Self::Bool(_) => "true or false",
            Self::Text(_) => "a word",
        }
    }
}

impl Expr {
    /// Whether the condition holds where the fields have these `values`.
    pub(super) fn truth(&self, values: &[FieldValue]) -> Result<bool, Fault> {
        match self.value(values)? {
            Value::Bool(truth) => Ok(truth),
            other => {
                let kind = other.kind();
                Err((self.span, format!("a condition is true or false, but this is {kind}")))
            }
        }
    }

    fn number(&self, values: &[FieldValue]) -> Result<i128, Fault> {
        match self.value(values)? {
            Value::Int(number) => Ok(number),
            other => Err((self.span, format!("expected a number, but this is {}", other.kind()))),
        }
    }

    /// What it is worth where the fields have these `values`.
    pub(super) fn value(&self, values: &[FieldValue]) -> Result<Value, Fault> {
        Ok(match &self.node {
            Node::Constant(value) => value.clone(),
            Node::Field(at) => {
                let value = values.get(*at).map(Value::from);
                value.ok_or_else(|| (self.span, "the position lacks this field".to_owned()))?
            }
            Node::Word(word) => Value::Text(word.clone()),
            Node::Sum(terms) => Value::Int(self.sum(terms, values)?),
            Node::Product(first, rest) => Value::Int(self.product(first, rest, values)?),
            Node::Compare(first, rest) => Value::Bool(compare(first, rest, values)?),
            Node::Not(inner) => Value::Bool(!inner.truth(values)?),
            Node::And(all) => Value::Bool(first_where(all, false, values)?),
            Node::Or(all) => Value::Bool(first_where(all, true, values)?),
            Node::Call(function, all) => Value::Int(self.call(*function, all, values)?),
        })
    }

    fn too_large(&self) -> Fault {
        (self.span, "the result does not fit into 128 bits".into())
    }

    fn sum(&self, terms: &[(bool, Expr)], values: &[FieldValue]) -> Result<i128, Fault> {
        terms.iter().try_fold(0i128, |sum, (taken, term)| {
            let number = term.number(values)?;
            let sum = if *taken { sum.checked_sub(number) } else { sum.checked_add(number) };
            sum.ok_or_else(|| self.too_large())
        })
    }

    fn product(
        &self,
        first: &Expr,
        rest: &[(Factor, Expr)],
        values: &[FieldValue],
    ) -> Result<i128, Fault> {
        rest.iter().try_fold(first.number(values)?, |product, (factor, other)| {
            let number = other.number(values)?;
            if number == 0 && *factor != Factor::Times {
                return Err((other.span, "division by 0".into()));
            }
            let result = match factor {
                Factor::Times => product.checked_mul(number),
                Factor::Div => product.checked_div(number).map(|quotient| {
                    let rest = product % number;
                    quotient - i128::from(rest != 0 && (rest < 0) != (number < 0))
                }),
                Factor::Mod => product.checked_rem(number).map(|rest| {
                    if rest != 0 && (rest < 0) != (number < 0) { rest + number } else { rest }
                }),
            };
            result.ok_or_else(|| self.too_large())
        })
    }

    fn call(&self, function: Function, all: &[Expr], values: &[FieldValue]) -> Result<i128, Fault> {
        let numbers = all.iter().map(|one| one.number(values)).collect::<Result<Vec<_>, _>>()?;
        let found = match function {
            Function::Least => numbers.into_iter().min(),
            Function::Most => numbers.into_iter().max(),
            Function::Size => numbers[0].checked_abs(),
        };
        found.ok_or_else(|| self.too_large())
    }
}

/// `looked_for` if one of the conditions has that truth, else the opposite.
fn first_where(all: &[Expr], looked_for: bool, values: &[FieldValue]) -> Result<bool, Fault> {
    for condition in all {
        if condition.truth(values)? == looked_for {
            return Ok(looked_for);
        }
    }
    Ok(!looked_for)
}

fn compare(first: &Expr, rest: &[(Compare, Expr)], values: &[FieldValue]) -> Result<bool, Fault> {
    let (mut left, mut holds) = (first.value(values)?, true);
    for (how, other) in rest {
        let right = other.value(values)?;
        holds &= match (&left, &right, how) {
            (Value::Int(a), Value::Int(b), _) => how.holds(a.cmp(b)),
            (Value::Bool(_), Value::Bool(_), Compare::Equal | Compare::Unequal)
            | (Value::Text(_), Value::Text(_), Compare::Equal | Compare::Unequal) => {
                (left == right) == (*how == Compare::Equal)
            }
            (Value::Text(word), Value::Int(_) | Value::Bool(_), _)
            | (Value::Int(_) | Value::Bool(_), Value::Text(word), _) => {
                let why = format!(
                    "'{word}' is no field and no constant, and a word is not compared with {}",
                    if matches!(left, Value::Text(_)) { right.kind() } else { left.kind() }
                );
                return Err((first.span.to(other.span), why));
            }
            _ => {
                let why = format!("{} and {} are not in an order", left.kind(), right.kind());
                return Err((first.span.to(other.span), why));
            }
        };
        left = right;
    }
    Ok(holds)
}

impl Compare {
    fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}
