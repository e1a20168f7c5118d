//! Tokens: words, numbers, quoted names, punctuation; comments are kept apart.
//!
//! Invariant: token spans are disjoint, ascending and on character boundaries; the last token is
//! [`Kind::End`]. Words are not yet keywords: `player` may name a variable where no player block
//! can start.

use crate::source::{Diagnostic, LONGEST_TEXT, Source, Span};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name or keyword.
    Word,
    /// Digits alone, without a leading zero.
    Integer,
    /// A number with a point, an exponent or a leading zero.
    Decimal,
    /// A name in double quotes; the span includes them.
    Quoted,
    /// An operator or bracket, by its text.
    Sign(&'static str),
    /// After the last token.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub span: Span,
}

/// The tokens of a text, its comments, and what could not be read.
#[derive(Debug)]
pub struct Tokens {
    /// All tokens, the last one [`Kind::End`].
    pub tokens: Vec<Token>,
    /// All comments, each from `//` to the end of its line.
    pub comments: Vec<Span>,
    /// Characters that belong to no token.
    pub diagnostics: Vec<Diagnostic>,
}

/// Longest first, so that a sign is never read as its own beginning. The sign `<-` of renamings is
/// read as two, as `x<-1` is a comparison.
const SIGNS: [&str; 30] = [
    "<=>", "=>", "->", "..", "!=", "<=", ">=", "<<", ">>", "!", "&", "|", ":", ";", ",", "(", ")",
    "[", "]", "{", "}", "=", "<", ">", "+", "-", "*", "/", "^", "'",
];

/// Splits a text into tokens.
pub fn lex(source: &Source) -> Tokens {
    let mut out = Tokens { tokens: Vec::new(), comments: Vec::new(), diagnostics: Vec::new() };
    if source.text().len() > LONGEST_TEXT {
        out.diagnostics.push(Diagnostic::error_without_place("the text is longer than 4 GiB"));
    }
    let text = if out.diagnostics.is_empty() { source.text() } else { "" };
    let mut at = 0;
    while at < text.len() {
        at = one(text, at, &mut out);
    }
    let end = text.len() as u32;
    out.tokens.push(Token { kind: Kind::End, span: Span { start: end, end } });
    out
}

fn one(text: &str, at: usize, out: &mut Tokens) -> usize {
    let rest = &text[at..];
    let first = rest.chars().next().unwrap_or(' ');
    if first.is_whitespace() || first == '\u{feff}' {
        return at + first.len_utf8();
    }
    if rest.starts_with("//") {
        let end = at + rest.find(['\n', '\r']).unwrap_or(rest.len());
        out.comments.push(span(at, end));
        return end;
    }
    let (kind, length) = match first {
        'a'..='z' | 'A'..='Z' | '_' => (Kind::Word, word_length(rest)),
        '0'..='9' => number(rest),
        '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => number(rest),
        '"' => return quoted(text, at, out),
        '?' => (Kind::Sign("?"), 1),
        _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            Some(sign) => (Kind::Sign(sign), sign.len()),
            None => return stray(at, first, out),
        },
    };
    out.tokens.push(Token { kind, span: span(at, at + length) });
    at + length
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

fn word_length(rest: &str) -> usize {
    rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())
}

fn digits(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
}

/// `0..5` is an integer and two points, `.5` and `007` are decimals.
fn number(rest: &str) -> (Kind, usize) {
    let whole = digits(rest);
    let mut length = whole;
    if let Some(tail) = rest[length..].strip_prefix('.') {
        let fraction = digits(tail);
        length += if fraction > 0 { fraction + 1 } else { 0 };
    }
    if let Some(tail) = rest[length..].strip_prefix(['e', 'E']) {
        let sign = usize::from(tail.starts_with(['+', '-']));
        let exponent = digits(&tail[sign..]);
        length += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    let plain = length == whole && (whole == 1 || !rest.starts_with('0'));
    (if plain { Kind::Integer } else { Kind::Decimal }, length)
}

fn quoted(text: &str, at: usize, out: &mut Tokens) -> usize {
    let inner = &text[at + 1..];
    let line = &inner[..inner.find(['\n', '\r']).unwrap_or(inner.len())];
    let Some(end) = line.find('"') else {
        let place = span(at, at + 1 + line.len());
        out.diagnostics.push(
            Diagnostic::error(place, "this quoted name does not end").help("close it with `\"`"),
        );
        return at + 1 + line.len();
    };
    out.tokens.push(Token { kind: Kind::Quoted, span: span(at, at + end + 2) });
    at + end + 2
}

fn stray(at: usize, c: char, out: &mut Tokens) -> usize {
    let place = span(at, at + c.len_utf8());
    let message = match c {
        '#' => Diagnostic::unsupported(place, "preprocessor directives `#...#` are not supported")
            .help("run the PRISM preprocessor first and use its output"),
        '%' => Diagnostic::error(place, "there is no operator `%`").help("write mod(a, b)"),
        _ => Diagnostic::error(
            place,
            format!("the character `{}` has no meaning here", c.escape_debug()),
        ),
    };
    out.diagnostics.push(message);
    at + c.len_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let source = Source::new("t", text);
        let tokens = lex(&source);
        assert!(tokens.diagnostics.is_empty(), "{:?}", tokens.diagnostics);
        tokens.tokens.iter().map(|t| source.slice(t.span).to_owned()).collect()
    }

    #[test]
    fn ranges_and_decimals_are_told_apart() {
        assert_eq!(
            words("[0..N] 1.5e-3 .5 007 1e"),
            ["[", "0", "..", "N", "]", "1.5e-3", ".5", "007", "1", "e", ""]
        );
    }

    #[test]
    fn the_longest_sign_wins() {
        assert_eq!(
            words("a<=>b<-c x'=1->2"),
            ["a", "<=>", "b", "<", "-", "c", "x", "'", "=", "1", "->", "2", ""]
        );
    }

    #[test]
    fn comments_are_kept_apart() {
        let source = Source::new("t", "a // one\r\nb // two");
        let tokens = lex(&source);
        let comments: Vec<&str> = tokens.comments.iter().map(|c| source.slice(*c)).collect();
        assert_eq!(comments, ["// one", "// two"]);
        assert_eq!(tokens.tokens.len(), 3);
    }

    #[test]
    fn strays_are_reported_once_each() {
        let tokens = lex(&Source::new("t", "a @ b \"open\nc % é"));
        assert_eq!(tokens.diagnostics.len(), 4);
        assert_eq!(tokens.tokens.len(), 4);
    }
}
