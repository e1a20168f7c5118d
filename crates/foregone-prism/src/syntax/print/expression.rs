//! Expressions and the forms of properties.

use std::fmt::{Display, Formatter, Result};

use crate::syntax::tree::{
    BinaryOp, Bound, Coalition, Expr, ExprKind, Goal, Name, Quantifier, RewardGoal, RewardName,
    StepBound, Strategy, TemporalOp, UnaryOp,
};

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            ExprKind::Bool(value) => write!(f, "{value}"),
            ExprKind::Int(value) => write!(f, "{value}"),
            ExprKind::Decimal(text) | ExprKind::Name(text) => f.write_str(text),
            ExprKind::Unary(UnaryOp::Not, inner) => write!(f, "!{inner}"),
            ExprKind::Unary(UnaryOp::Minus, inner) => write!(f, "-{inner}"),
            ExprKind::Chain(first, rest) => chain(f, first, rest),
            ExprKind::Choice(arms, last) => {
                arms.iter().try_for_each(|(c, value)| write!(f, "{c} ? {value} : "))?;
                write!(f, "{last}")
            }
            ExprKind::Call { function, arguments, old } => call(f, function, arguments, *old),
            ExprKind::Paren(inner) => write!(f, "({inner})"),
            ExprKind::Label(name) => write!(f, "\"{name}\""),
            ExprKind::Quantified(quantifier) => write!(f, "{quantifier}"),
            ExprKind::Paths(all, path) => write!(f, "{} [ {path} ]", if *all { "A" } else { "E" }),
            ExprKind::Strategy(strategy) => write!(f, "{strategy}"),
            ExprKind::Filter { kind, property, states } => {
                write!(f, "filter({kind}, {property}")?;
                states.iter().try_for_each(|states| write!(f, ", {states}"))?;
                f.write_str(")")
            }
            ExprKind::Path(op, bound, inner) => {
                temporal(f, *op, bound.as_deref())?;
                write!(f, "{inner}")
            }
            ExprKind::PathPair(op, bound, a, b) => {
                write!(f, "{a} ")?;
                temporal(f, *op, bound.as_deref())?;
                write!(f, "{b}")
            }
        }
    }
}

fn chain(f: &mut Formatter<'_>, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Result {
    write!(f, "{first}")?;
    for (op, operand) in rest {
        let tight = matches!(op.level(), 5 | 6 | 8 | 9) && !starts_with_strategy(operand);
        let gap = if tight { "" } else { " " };
        write!(f, "{gap}{}{gap}{operand}", op.sign())?;
    }
    Ok(())
}

/// True where the text of `expr` begins with `<<` or `[[`, which must not run into a sign before.
fn starts_with_strategy(mut expr: &Expr) -> bool {
    loop {
        expr = match &expr.kind {
            ExprKind::Strategy(_) => return true,
            ExprKind::Chain(first, _) => first,
            ExprKind::PathPair(_, _, first, _) => first,
            ExprKind::Choice(arms, _) if !arms.is_empty() => &arms[0].0,
            _ => return false,
        };
    }
}

fn call(f: &mut Formatter<'_>, function: &Name, arguments: &[Expr], old: bool) -> Result {
    if old {
        write!(f, "func({function}, ")?;
    } else {
        write!(f, "{function}(")?;
    }
    list(f, arguments)?;
    f.write_str(")")
}

/// Items with commas between.
pub(super) fn list<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
    }
    Ok(())
}

fn temporal(f: &mut Formatter<'_>, op: TemporalOp, bound: Option<&StepBound>) -> Result {
    f.write_str(op.sign())?;
    match bound {
        None => f.write_str(" "),
        // A name as a bound must not meet a bracket that begins the operand, nor a minus.
        Some(StepBound::Compare(op, value)) => write!(f, "{}{value} ", op.sign()),
        Some(StepBound::Between(low, high)) => write!(f, "[{low},{high}] "),
    }
}

impl Display for Quantifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match &self.goal {
            Goal::Probability(_) => "P",
            Goal::Steady(_) => "S",
            Goal::Reward(..) => "R",
        })?;
        self.modifier.iter().try_for_each(|m| write!(f, "({m})"))?;
        if let Goal::Reward(Some(name), _) = &self.goal {
            write!(f, "{name}")?;
        }
        match &self.bound {
            Bound::Value => f.write_str("=?")?,
            Bound::Min => f.write_str("min=?")?,
            Bound::Max => f.write_str("max=?")?,
            Bound::Mixed(word) => write!(f, "{word}=?")?,
            Bound::Compare(op, value) => write!(f, "{}{value}", op.sign())?,
        }
        match &self.goal {
            Goal::Probability(inner) | Goal::Steady(inner) => write!(f, " [ {inner}")?,
            Goal::Reward(_, goal) => write!(f, " [ {goal}")?,
        }
        if let Some(filter) = &self.filter {
            write!(f, " {{{}}}", filter.states)?;
            f.write_str(if filter.min { "{min}" } else { "" })?;
            f.write_str(if filter.max { "{max}" } else { "" })?;
        }
        f.write_str(" ]")
    }
}

impl Display for RewardGoal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            RewardGoal::Path(path) => write!(f, "{path}"),
            RewardGoal::Collected(target, _) => write!(f, "Fc {target}"),
            RewardGoal::Zero(target, _) => write!(f, "F0 {target}"),
            RewardGoal::Total(_) => f.write_str("C"),
            RewardGoal::Cumulative(steps, _) => write!(f, "C<={steps}"),
            RewardGoal::Instantaneous(step, _) => write!(f, "I={step}"),
            RewardGoal::Steady(_) => f.write_str("S"),
            RewardGoal::Discounted(goal, discount) => {
                let with = format!("{{discount={discount}}}");
                match &**goal {
                    RewardGoal::Path(target) => write!(f, "F{with} {target}"),
                    RewardGoal::Collected(target, _) => write!(f, "Fc{with} {target}"),
                    RewardGoal::Zero(target, _) => write!(f, "F0{with} {target}"),
                    RewardGoal::Cumulative(steps, _) => write!(f, "C{with}<={steps}"),
                    _ => write!(f, "C{with}"),
                }
            }
        }
    }
}

impl Display for RewardName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            RewardName::Name(name) => write!(f, "{{\"{name}\"}}"),
            RewardName::Index(index) => write!(f, "{{{index}}}"),
            RewardName::Ratio(a, b) => write!(f, "{a}/{b}"),
            RewardName::Discounted(None, factor) => write!(f, "{{disc={factor}}}"),
            RewardName::Discounted(Some(name), factor) => match &**name {
                RewardName::Name(name) => write!(f, "{{\"{name}\",disc={factor}}}"),
                RewardName::Index(index) => write!(f, "{{{index},disc={factor}}}"),
                other => write!(f, "{other}"),
            },
        }
    }
}

impl Display for Strategy {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(if self.exists { "<<" } else { "[[" })?;
        for (i, coalition) in self.coalitions.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ":" })?;
            match coalition {
                Coalition::All => f.write_str("*")?,
                Coalition::Players(players) => list(f, players)?,
            }
        }
        write!(f, "{} {}", if self.exists { ">>" } else { "]]" }, self.property)
    }
}
