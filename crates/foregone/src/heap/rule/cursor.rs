//! One token of lookahead over a rule's text, and errors at the place reached.

use super::SyntaxError;
use super::token::{Kind, Token, tokens};

/// The largest number in a rule: it bounds tables, not what can be asked.
const LARGEST: u32 = 1_000_000;

/// A place in the tokens of a rule.
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
    pub at: usize,
    /// How many takes have been read.
    pub count: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Result<Self, SyntaxError> {
        Ok(Cursor { text, tokens: tokens(text)?, at: 0, count: 0 })
    }

    pub fn peek(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn sign(&mut self, sign: char) -> bool {
        let found = *self.peek() == Kind::Sign(sign);
        if found {
            self.advance();
        }
        found
    }

    pub fn is_word(&self, words: &[&str]) -> bool {
        matches!(self.peek(), Kind::Word(w) if words.contains(&w.as_str()))
    }

    pub fn word(&mut self, words: &[&str]) -> bool {
        let found = self.is_word(words);
        if found {
            self.advance();
        }
        found
    }

    pub fn error(&self, token: usize, message: String) -> SyntaxError {
        let Token { start, end, .. } = self.tokens[token];
        SyntaxError::new(self.text, start, end, message)
    }

    pub fn expected(&self, what: &str) -> SyntaxError {
        let Token { start, end, .. } = self.tokens[self.at];
        let found = match self.peek() {
            Kind::End => "the end".to_owned(),
            _ => format!("\"{}\"", &self.text[start..end]),
        };
        self.error(self.at, format!("expected {what}, found {found}"))
    }

    pub fn number(&mut self, least: u32, what: &str) -> Result<u32, SyntaxError> {
        let Kind::Number(n) = *self.peek() else { return Err(self.expected(what)) };
        if n < least || n > LARGEST {
            let message = format!("{what} lies between {least} and {LARGEST}");
            return Err(self.error(self.at, message));
        }
        self.advance();
        Ok(n)
    }

    pub fn need_word(&mut self, word: &str) -> Result<(), SyntaxError> {
        if self.word(&[word]) { Ok(()) } else { Err(self.expected(&format!("\"{word}\""))) }
    }
}
