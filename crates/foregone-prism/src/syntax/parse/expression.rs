//! Expressions by precedence climbing.
//!
//! Operands of one level become one chain, so that a sum of ten thousand terms is one node. Tools
//! disagree on what `-a^b` and `a^b^c` mean, so these need brackets. A
//! bound on steps is followed by its operand without a sign between (`F<=t (a)`), and then a name
//! before a bracket is not a function.

use super::{Failed, Grammar, Parsed, Parser};
use crate::source::{Diagnostic, Span};
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{BinaryOp, Expr, ExprKind, Name, StepBound, TemporalOp, UnaryOp};

/// Operators that are not associative are nested when they are evaluated.
const LONGEST_COMPARISON: usize = 100;

impl Parser<'_> {
    /// An expression of the grammar at hand.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        if self.grammar == Grammar::Path {
            return self.nested(Self::path);
        }
        self.nested(Self::choice)
    }

    /// An expression of the model's language, wherever it stands.
    pub(super) fn model_expression(&mut self) -> Parsed<Expr> {
        self.with(Grammar::Model, Self::expression)
    }

    fn path(&mut self) -> Parsed<Expr> {
        let first = self.path_prefix()?;
        let op = match self.word(0) {
            "U" => TemporalOp::Until,
            "W" => TemporalOp::WeakUntil,
            "R" => TemporalOp::Release,
            _ => return Ok(first),
        };
        self.next();
        let bound = self.step_bound()?.map(Box::new);
        let second = self.path_prefix()?;
        let span = first.span.to(second.span);
        let kind = ExprKind::PathPair(op, bound, Box::new(first), Box::new(second));
        Ok(Expr::new(kind, span))
    }

    fn path_prefix(&mut self) -> Parsed<Expr> {
        let op = match self.word(0) {
            "X" => TemporalOp::Next,
            "F" => TemporalOp::Finally,
            "G" => TemporalOp::Globally,
            _ => return self.choice(),
        };
        let start = self.next();
        let bound = self.step_bound()?.map(Box::new);
        let inner = self.nested(Self::path_prefix)?;
        let span = start.to(inner.span);
        Ok(Expr::new(ExprKind::Path(op, bound, Box::new(inner)), span))
    }

    fn step_bound(&mut self) -> Parsed<Option<StepBound>> {
        if self.sign("[") {
            let low = self.model_expression()?;
            self.need_sign(",", "between the two bounds")?;
            let high = self.model_expression()?;
            self.need_sign("]", "after the bounds")?;
            return Ok(Some(StepBound::Between(low, high)));
        }
        let op = match self.kind() {
            Kind::Sign("<=") => BinaryOp::Le,
            Kind::Sign("<") => BinaryOp::Lt,
            Kind::Sign(">=") => BinaryOp::Ge,
            Kind::Sign(">") => BinaryOp::Gt,
            Kind::Sign("=") => BinaryOp::Eq,
            _ => return Ok(None),
        };
        self.next();
        let value = if self.kind() == Kind::Word && self.is_sign(1, "(") && self.word(0) != "func" {
            let name = self.name("a bound on the number of steps")?;
            Expr::new(ExprKind::Name(name.text), name.span)
        } else {
            self.model_expression()?
        };
        Ok(Some(StepBound::Compare(op, value)))
    }

    /// `a ? b : c ? d : e` and everything that binds tighter.
    pub(super) fn choice(&mut self) -> Parsed<Expr> {
        let mut arms = Vec::new();
        let mut last = self.climb(1)?;
        while self.sign("?") {
            let value = self.nested(Self::choice)?;
            self.need_sign(":", "between the two values of `? :`")?;
            arms.push((last, value));
            last = self.climb(1)?;
        }
        let Some((first, _)) = arms.first() else { return Ok(last) };
        let span = first.span.to(last.span);
        Ok(Expr::new(ExprKind::Choice(arms, Box::new(last)), span))
    }

    fn climb(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.prefixed()?;
        while let Some(op) = self.operator().filter(|op| op.level() >= least) {
            let mut rest = Vec::new();
            self.plain_power(op, &left)?;
            while let Some(op) = self.operator().filter(|next| next.level() == op.level()) {
                if op == BinaryOp::Pow && !rest.is_empty() {
                    return self.unclear("a^b^c", "(a^b)^c or a^(b^c)");
                }
                self.next();
                rest.push((op, self.climb(op.level() + 1)?));
                if rest.len() > LONGEST_COMPARISON && !matches!(op.level(), 3 | 4 | 7 | 8) {
                    return self.expected(&format!(
                        "at most {LONGEST_COMPARISON} `{}` in a row",
                        op.sign()
                    ));
                }
            }
            let span = left.span.to(self.last());
            left = Expr::new(ExprKind::Chain(Box::new(left), rest), span);
        }
        Ok(left)
    }

    fn plain_power(&mut self, op: BinaryOp, base: &Expr) -> Parsed<()> {
        match (op, &base.kind) {
            (BinaryOp::Pow, ExprKind::Unary(..)) => self.unclear("-a^b", "(-a)^b or -(a^b)"),
            _ => Ok(()),
        }
    }

    fn unclear<T>(&mut self, form: &str, clear: &str) -> Parsed<T> {
        let message = format!("what `{form}` means differs from tool to tool");
        self.fail(Diagnostic::error(self.here(), message).help(format!("write {clear}")))
    }

    fn operator(&self) -> Option<BinaryOp> {
        let Kind::Sign(sign) = self.kind() else { return None };
        // `|||`, `||` and `|[` put modules together and `=?` ends a quantifier.
        if sign == "=" && self.is_sign(1, "?") {
            return None;
        }
        BinaryOp::ALL.iter().find(|(_, s)| *s == sign).map(|(op, _)| *op)
    }

    fn prefixed(&mut self) -> Parsed<Expr> {
        let (op, start) = match self.kind() {
            Kind::Sign("!") => (UnaryOp::Not, self.next()),
            Kind::Sign("-") => (UnaryOp::Minus, self.next()),
            _ => return self.basic(),
        };
        let inner = self.nested(|parser| match op {
            UnaryOp::Not => parser.climb(BinaryOp::Eq.level()),
            UnaryOp::Minus => parser.prefixed(),
        })?;
        let span = start.to(inner.span);
        Ok(Expr::new(ExprKind::Unary(op, Box::new(inner)), span))
    }

    fn basic(&mut self) -> Parsed<Expr> {
        let span = self.here();
        match self.kind() {
            Kind::Integer => self.integer(),
            Kind::Decimal => {
                self.next();
                Ok(Expr::new(ExprKind::Decimal(self.source.slice(span).to_owned()), span))
            }
            Kind::Sign("(") => self.paren(),
            Kind::Word => self.word_expression(),
            _ if self.grammar != Grammar::Model => self.property_expression(),
            Kind::Quoted => {
                let name = self.quoted("a label")?;
                Ok(Expr::new(ExprKind::Name(format!("\"{}\"", name.text)), span))
            }
            _ => self.expected("an expression"),
        }
    }

    fn integer(&mut self) -> Parsed<Expr> {
        let span = self.next();
        match self.source.slice(span).parse() {
            Ok(value) => Ok(Expr::new(ExprKind::Int(value), span)),
            Err(_) => {
                let help = format!("integers lie between {} and {}", i64::MIN, i64::MAX);
                self.fail(Diagnostic::error(span, "this integer is too large").help(help))
            }
        }
    }

    pub(super) fn paren(&mut self) -> Parsed<Expr> {
        let start = self.need_sign("(", "before the expression")?;
        let inner = self.expression()?;
        if self.is_sign(0, "'") {
            let message = "a new value cannot be given here";
            let help = "updates such as (x'=1) follow `->`, or a probability and `:`";
            return self.fail(Diagnostic::error(start.to(self.here()), message).help(help));
        }
        let end = self.need_sign(")", "after the expression in brackets")?;
        Ok(Expr::new(ExprKind::Paren(Box::new(inner)), start.to(end)))
    }

    fn word_expression(&mut self) -> Parsed<Expr> {
        let span = self.here();
        match self.word(0) {
            word @ ("true" | "false") => {
                self.next();
                Ok(Expr::new(ExprKind::Bool(word == "true"), span))
            }
            "func" => self.old_call(),
            word @ ("min" | "max") if self.is_sign(1, "(") => {
                self.next();
                self.call(Name { text: word.to_owned(), span })
            }
            _ if self.starts_property() && self.grammar != Grammar::Model => {
                self.property_expression()
            }
            word if self.starts_property() && word != "filter" => {
                let message = "a property cannot be used here";
                self.fail(
                    Diagnostic::error(span, message)
                        .help("properties stand in a file of their own"),
                )
            }
            word @ ("X" | "F" | "G") if self.grammar != Grammar::Model => {
                let message = format!("a path (`{word}`) needs brackets here");
                let help = format!("write ({word} ...)");
                self.fail(Diagnostic::error(span, message).help(help))
            }
            _ => {
                let name = self.name("an expression")?;
                if self.is_sign(0, "(") {
                    return self.call(name);
                }
                Ok(Expr::new(ExprKind::Name(name.text), name.span))
            }
        }
    }

    fn call(&mut self, function: Name) -> Parsed<Expr> {
        self.need_sign("(", "before the arguments")?;
        let arguments = self.arguments()?;
        let span = function.span.to(self.last());
        Ok(Expr::new(ExprKind::Call { function, arguments, old: false }, span))
    }

    fn old_call(&mut self) -> Parsed<Expr> {
        let start = self.next();
        self.need_sign("(", "after `func`")?;
        let function = self.function_name()?;
        self.need_sign(",", "after the name of the function")?;
        let arguments = self.arguments()?;
        let span: Span = start.to(self.last());
        Ok(Expr::new(ExprKind::Call { function, arguments, old: true }, span))
    }

    /// A name, or `min` or `max`.
    pub(super) fn function_name(&mut self) -> Parsed<Name> {
        match self.word(0) {
            word @ ("min" | "max") => Ok(Name { text: word.to_owned(), span: self.next() }),
            _ => self.name("a name"),
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut out = vec![self.expression()?];
        while self.sign(",") {
            out.push(self.expression()?);
        }
        self.need_sign(")", "after the arguments")?;
        Ok(out)
    }

    /// Whether `inner` succeeds from here; the cursor does not move and nothing is reported.
    pub(super) fn would(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<()>) -> bool {
        let (at, depth, mistakes) = (self.at, self.depth, self.diagnostics.len());
        let result = inner(self);
        self.at = at;
        self.depth = depth;
        self.diagnostics.truncate(mistakes);
        !matches!(result, Err(Failed))
    }
}
