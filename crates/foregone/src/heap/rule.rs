//! A heap rule as people write it.
//!
//! ```text
//! rule      = clause { ";" clause }
//! clause    = [ condition ":" ] moves
//! condition = "odd" | "even" | "otherwise" | "multiple of" m
//!           | "n mod" m "=" r { "," r } | r "mod" m
//! moves     = "nothing" | move { ("or" | ",") move }
//! move      = code | "take" amounts | "half" [ rounding ] | "divide by" d { "," d } [ rounding ]
//!           | "split" [ "into" ] [ "two" ] [ "any" | "equal" | "unequal" ] [ "heaps" | "parts" ]
//! amounts   = amount { ("," | "or") amount }
//! amount    = k | k "to" k | "1 to half" | "1 to n/" d | "any" [ "but" k { "," k } ]
//!           | "half" [ rounding ]
//! rounding  = ("rounded" | "rounding") ("up" | "down")
//! ```
//!
//! A code is octal or hexadecimal as in Winning Ways: digit `k` after the point says what may be
//! left when `k` are taken (1: no heap, 2: one heap, 4: two heaps, 8: three heaps, and sums); the
//! digit before it is 4, 8 or c where a heap may be split without taking. A move takes at least
//! one or splits; without a rounding, a half exists only of an even heap. Heaps under no
//! condition have no move. Every error names the column and shows the place.

mod code;
mod cursor;
mod moves;
mod parse;
mod token;

use foregone_core::heap as data;
use std::fmt;

/// A rule with the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    text: String,
    data: data::Rule,
}

impl Rule {
    /// Reads a rule; see the grammar above.
    ///
    /// ```
    /// let kayles = foregone::heap::Rule::parse("0.77").unwrap();
    /// assert_eq!(kayles.to_string(), "0.77");
    /// let error = foregone::heap::Rule::parse("odd: tke 1").unwrap_err();
    /// assert_eq!(error.column, 6);
    /// ```
    pub fn parse(text: &str) -> Result<Rule, SyntaxError> {
        let data = parse::rule(text)?;
        Ok(Rule { text: text.trim().to_owned(), data })
    }

    /// The rule as data.
    pub fn data(&self) -> &data::Rule {
        &self.data
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Text that is not a rule: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The text.
    pub text: String,
    /// The first character of the place, counted from 1.
    pub column: usize,
    /// The number of characters of the place, at least 1.
    pub width: usize,
    /// What is wrong there and what would be right.
    pub message: String,
}

impl SyntaxError {
    /// An error at the bytes `start..end` of `text`.
    fn new(text: &str, start: usize, end: usize, message: String) -> SyntaxError {
        let chars = |bytes: usize| text.char_indices().take_while(|(i, _)| *i < bytes).count();
        let column = chars(start) + 1;
        let width = (chars(end) + 1).saturating_sub(column).max(1);
        SyntaxError { text: text.to_owned(), column, width, message }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String =
            self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        writeln!(f, "column {}: {}", self.column, self.message)?;
        writeln!(f, "  {shown}")?;
        write!(f, "  {}{}", " ".repeat(self.column - 1), "^".repeat(self.width))
    }
}

impl std::error::Error for SyntaxError {}
