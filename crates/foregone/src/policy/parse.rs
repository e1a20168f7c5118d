//! From text to rules.
//!
//! A rule is a move and when it is made: `hold if x >= 20`, also with `when`, `while` and `at`, or
//! turned round with `unless` and `until`; without any of these it applies always. `;`, `else` and
//! ends of lines part rules. After `at` a bare number is a bound of the field `x`, the turn total
//! in the dice games. The parser goes deeper only at brackets and signs, and there no deeper than
//! [`DEEPEST`].

use foregone_prism::source::{Source, Span};

use super::expression::{Expr, Node};
use super::rules::{Part, Rule, Rules};
use super::token::{Token, tokens};
use super::{Names, PolicyError};

mod condition;

/// Brackets within brackets.
const DEEPEST: usize = 64;

/// The field that a bare number after `at` speaks of.
const TURN_TOTAL: &str = "x";

/// Reads rules.
pub(super) fn rules(name: &str, text: &str, names: &Names) -> Result<Rules, PolicyError> {
    let source = Source::new(name, text);
    let mut parser =
        Parser { source: &source, tokens: tokens(&source)?, at: 0, names, depth: 0, bare: false };
    let mut list = Vec::new();
    loop {
        while parser.takes(Token::Stop) || parser.takes(Token::Word("else")) {}
        if parser.token() == Token::End {
            break;
        }
        list.push(parser.rule()?);
        if !matches!(parser.token(), Token::Stop | Token::End | Token::Word("else")) {
            return Err(parser.expected("`and`, `or`, `else` or the end of the rule"));
        }
    }
    if list.is_empty() {
        let help = Some("write `best`, `random`, or rules such as `roll while x < 20`".to_owned());
        let end = Span::default();
        return Err(PolicyError::at(&source, end, "there is no rule".into(), help));
    }
    drop(parser);
    Ok(Rules { list, source })
}

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<(Token<'a>, Span)>,
    at: usize,
    names: &'a Names,
    depth: usize,
    /// True after `at`: a bare number is a bound of the turn total.
    bare: bool,
}

/// How a word joins a move and its condition: true where it turns the condition round.
fn joint(token: Token<'_>) -> Option<bool> {
    match token {
        Token::Word("if" | "when" | "while" | "at") => Some(false),
        Token::Word("unless" | "until") => Some(true),
        _ => None,
    }
}

impl<'a> Parser<'a> {
    fn token(&self) -> Token<'a> {
        self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> (Token<'a>, Span) {
        let token = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn takes(&mut self, token: Token<'_>) -> bool {
        let found = self.token() == token && token != Token::End;
        self.at += usize::from(found);
        found
    }

    fn error(&self, span: Span, why: impl Into<String>, help: Option<String>) -> PolicyError {
        PolicyError::at(self.source, span, why.into(), help)
    }

    /// The error that something else should stand here.
    fn expected(&self, what: &str) -> PolicyError {
        let found = match self.token() {
            Token::End => "the text ends".to_owned(),
            Token::Stop => "the rule ends".to_owned(),
            Token::Sign("/") => {
                let help = "write `div`, which rounds down, or multiply the other side";
                return self.error(self.span(), "there is no `/` here", Some(help.into()));
            }
            _ => format!("this is `{}`", self.source.slice(self.span())),
        };
        self.error(self.span(), format!("expected {what}, but {found}"), None)
    }

    fn rule(&mut self) -> Result<Rule, PolicyError> {
        if self.token() == Token::Word("if") {
            self.next();
            let condition = Some(self.condition()?);
            let _ = self.takes(Token::Word("then")) || self.takes(Token::Sign(":"));
            let (name, quoted, span) = self.name()?;
            return Ok(Rule { name, quoted, span, condition });
        }
        let (name, quoted, span) = self.name()?;
        let Some(turned) = joint(self.token()) else {
            return Ok(Rule { name, quoted, span, condition: None });
        };
        let (word, _) = self.next();
        self.bare = word == Token::Word("at");
        let condition = self.condition();
        self.bare = false;
        let condition = condition?;
        let condition = match turned {
            true => Expr { span: condition.span, node: Node::Not(Box::new(condition)) },
            false => condition,
        };
        Ok(Rule { name, quoted, span, condition: Some(condition) })
    }

    /// The name of a move: one in quotes, or everything up to a word that joins or ends.
    fn name(&mut self) -> Result<(Vec<Part>, bool, Span), PolicyError> {
        let span = self.span();
        if let Token::Quoted(name) = self.token() {
            self.next();
            return Ok((vec![Part::Text(name.into())], true, span));
        }
        let (mut parts, mut begin, mut last) = (Vec::new(), span.start, None::<Span>);
        loop {
            match self.token() {
                Token::Stop | Token::End | Token::Word("else") => break,
                token if joint(token).is_some() => break,
                Token::Sign("{") => {
                    let open = self.span();
                    parts.push(self.text(begin, open.start));
                    self.next();
                    parts.push(Part::Value(self.condition()?));
                    last = Some(self.span());
                    begin = self.span().end;
                    if !self.takes(Token::Sign("}")) {
                        return Err(self.expected("`}`"));
                    }
                }
                _ => last = Some(self.next().1),
            }
        }
        let Some(last) = last else { return Err(self.expected("the name of a move")) };
        if begin < last.end {
            parts.push(self.text(begin, last.end));
        }
        parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
        Ok((parts, false, span.to(last)))
    }

    fn text(&self, start: u32, end: u32) -> Part {
        let words = self.source.slice(Span { start, end });
        Part::Text(words.into())
    }
}
