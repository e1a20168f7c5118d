//! Texts and the places in them.
//!
//! Invariant: a [`Span`] holds byte offsets into one [`Source`], on character boundaries, and a
//! source is shorter than 4 GiB.

mod diagnostic;

pub use diagnostic::{Diagnostic, Severity, render_all};

/// A stretch of one source, in bytes. All spans compare equal: two syntax trees are the same when
/// their words are, wherever these stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Span {}

impl Span {
    /// From the start of `self` to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end.max(self.start) }
    }
}

/// A text with a name to show in messages.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    lines: Vec<u32>,
}

/// The longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = u32::MAX as usize - 1;

impl Source {
    /// A source called `name`; a text that is too long is kept empty and refused by the readers.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(starts.map(|at| at as u32)).collect();
        Self { name: name.into(), text, lines }
    }

    /// The name shown in messages, usually a path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words at `span`; empty where the span is of another source.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of a byte, both counted from 1, the column in characters.
    pub fn position(&self, at: u32) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= at).max(1);
        let start = self.lines[line - 1] as usize;
        let before = self.text.get(start..at as usize).unwrap_or("");
        (line, before.chars().count() + 1)
    }

    /// The text of a line counted from 1, without its end.
    pub fn line(&self, number: usize) -> &str {
        let start = self.lines.get(number - 1).copied().unwrap_or(0) as usize;
        let end = self.lines.get(number).map_or(self.text.len(), |&end| end as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters() {
        let source = Source::new("m", "é x\r\nb");
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.line(1), "é x");
        assert_eq!(source.position(6), (2, 1));
        assert_eq!(source.line(2), "b");
    }
}
