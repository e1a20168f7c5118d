//! The parser: a cursor over tokens, and the entry points.
//!
//! Invariant: every failure has pushed at least one diagnostic, and every loop either moves the
//! cursor or ends. Recursion is counted in [`Parser::nested`] and ends with an error at
//! [`DEEPEST_NESTING`].

mod constants;
mod expression;
mod model;
mod module;
mod property;
mod quantifier;
pub mod result;
mod system;

pub use constants::{Experiment, parse_constants};

use super::lexer::{Kind, Token, lex};
use super::tree::{Expr, Model, Name, Properties};
use crate::source::{Diagnostic, Source, Span};

/// How deep brackets, functions and prefixed operators may lie in one another.
pub const DEEPEST_NESTING: usize = 200;

/// Reading stops after so many mistakes.
const MOST_MISTAKES: usize = 100;

/// A diagnostic has been pushed.
struct Failed;

type Parsed<T> = Result<T, Failed>;

/// Reads a model; all mistakes found are in the error.
pub fn parse_model(source: &Source) -> Result<Model, Vec<Diagnostic>> {
    let mut parser = Parser::new(source);
    let model = parser.model();
    parser.finish(model)
}

/// Reads a file of properties; all mistakes found are in the error.
pub fn parse_properties(source: &Source) -> Result<Properties, Vec<Diagnostic>> {
    let mut parser = Parser::new(source);
    let properties = parser.properties();
    parser.finish(properties)
}

/// Reads one expression of the model's language, such as a constant's value.
pub fn parse_expression(source: &Source) -> Result<Expr, Vec<Diagnostic>> {
    let mut parser = Parser::new(source);
    let expr = parser.expression().and_then(|expr| {
        let end = parser.kind() == Kind::End;
        if end { Ok(expr) } else { parser.expected("the end of the expression") }
    });
    match expr {
        Ok(expr) => parser.finish(expr),
        Err(Failed) => Err(parser.diagnostics),
    }
}

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<Token>,
    comments: Vec<Span>,
    at: usize,
    depth: usize,
    grammar: Grammar,
    diagnostics: Vec<Diagnostic>,
}

/// Which forms an expression may take at this place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grammar {
    /// No quantifiers, labels or paths.
    Model,
    /// Quantifiers and labels.
    State,
    /// Temporal operators as well.
    Path,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source) -> Self {
        let read = lex(source);
        Self {
            source,
            tokens: read.tokens,
            comments: read.comments,
            at: 0,
            depth: 0,
            grammar: Grammar::Model,
            diagnostics: read.diagnostics,
        }
    }

    fn finish<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.diagnostics.is_empty() { Ok(value) } else { Err(self.diagnostics) }
    }

    fn tired(&self) -> bool {
        self.diagnostics.len() >= MOST_MISTAKES
    }

    fn token(&self, ahead: usize) -> Token {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> Kind {
        self.token(0).kind
    }

    fn here(&self) -> Span {
        self.token(0).span
    }

    /// The place of the token before the cursor.
    fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn word(&self, ahead: usize) -> &'a str {
        let token = self.token(ahead);
        if token.kind == Kind::Word { self.source.slice(token.span) } else { "" }
    }

    fn next(&mut self) -> Span {
        let span = self.here();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        span
    }

    fn is_sign(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.token(ahead).kind, Kind::Sign(found) if found == sign)
    }

    fn sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(0, sign);
        if found {
            self.next();
        }
        found
    }

    fn keyword(&mut self, word: &str) -> bool {
        let found = self.word(0) == word;
        if found {
            self.next();
        }
        found
    }

    fn need_sign(&mut self, sign: &'static str, after: &str) -> Parsed<Span> {
        if self.is_sign(0, sign) {
            return Ok(self.next());
        }
        self.expected(&format!("`{sign}` {after}"))
    }

    fn need_keyword(&mut self, word: &'static str, after: &str) -> Parsed<Span> {
        if self.word(0) == word {
            return Ok(self.next());
        }
        self.expected(&format!("`{word}` {after}"))
    }

    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.diagnostics.push(diagnostic);
        Err(Failed)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.token(0);
        let found = match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.source.slice(token.span)),
        };
        self.fail(Diagnostic::error(token.span, format!("expected {what}, found {found}")))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let word = self.word(0);
        if word.is_empty() {
            return self.expected(what);
        }
        if RESERVED.contains(&word) {
            let message = format!("expected {what}, found the keyword `{word}`");
            let help = format!("`{word}` has a meaning of its own; choose another name");
            return self.fail(Diagnostic::error(self.here(), message).help(help));
        }
        Ok(Name { text: word.to_owned(), span: self.next() })
    }

    /// A name in double quotes, without them.
    fn quoted(&mut self, what: &str) -> Parsed<Name> {
        if self.kind() != Kind::Quoted {
            return self.expected(what);
        }
        let span = self.next();
        let text = self.source.slice(span).trim_matches('"').trim();
        let plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !plain {
            let help = "a quoted name consists of letters, digits and `_`";
            return self
                .fail(Diagnostic::error(span, format!("`\"{text}\"` is not a name")).help(help));
        }
        Ok(Name { text: text.to_owned(), span })
    }

    /// Runs `inner` one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST_NESTING {
            let message = format!("expressions are nested more than {DEEPEST_NESTING} levels deep");
            let help = "name a part of it with a formula";
            return self.fail(Diagnostic::error(self.here(), message).help(help));
        }
        self.depth += 1;
        let value = inner(self);
        self.depth -= 1;
        value
    }

    /// Runs `inner` with other forms of expressions allowed.
    fn with<T>(
        &mut self,
        grammar: Grammar,
        inner: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let before = std::mem::replace(&mut self.grammar, grammar);
        let value = inner(self);
        self.grammar = before;
        value
    }

    /// Skips to after the next `;`, or to one of `stops`, whichever comes first.
    fn skip_past_semicolon(&mut self, stops: &[&str]) {
        while self.kind() != Kind::End && !stops.contains(&self.word(0)) {
            if self.sign(";") {
                return;
            }
            self.next();
        }
    }
}

/// Words that cannot be names. Those that begin blocks of games only (`player`, `smg`) are not
/// among them, as published models of other kinds use them as names.
const RESERVED: [&str; 47] = [
    "A",
    "bool",
    "clock",
    "const",
    "ctmc",
    "C",
    "double",
    "dtmc",
    "E",
    "endinit",
    "endinvariant",
    "endmodule",
    "endrewards",
    "endsystem",
    "false",
    "formula",
    "filter",
    "func",
    "F",
    "global",
    "G",
    "init",
    "invariant",
    "I",
    "int",
    "label",
    "max",
    "mdp",
    "min",
    "module",
    "X",
    "nondeterministic",
    "Pmax",
    "Pmin",
    "P",
    "probabilistic",
    "prob",
    "pta",
    "rate",
    "rewards",
    "Rmax",
    "Rmin",
    "R",
    "S",
    "stochastic",
    "system",
    "true",
];
