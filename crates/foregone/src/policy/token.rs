//! Rules as words, numbers and signs, each with its place. What follows `//` is a remark.

use foregone_prism::source::{Source, Span};

use super::PolicyError;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Word(&'a str),
    Number(i64),
    /// Text between quotes.
    Quoted(&'a str),
    /// An operator, a bracket, or any other character.
    Sign(&'a str),
    /// `;` or the end of a line: the end of a rule.
    Stop,
    End,
}

/// Signs of two characters; any other character is a sign of its own.
const PAIRS: [&str; 6] = ["<=", ">=", "!=", "==", "&&", "||"];

/// All tokens of a text, the last one `End`.
pub(super) fn tokens(source: &Source) -> Result<Vec<(Token<'_>, Span)>, PolicyError> {
    let text = source.text();
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(first) = text[at..].chars().next() {
        let length = length(source, at, first)?;
        let span = Span { start: at as u32, end: (at + length) as u32 };
        let piece = &text[at..at + length];
        at += length;
        let token = match first {
            '\n' | ';' => Token::Stop,
            '/' if piece.starts_with("//") => continue,
            c if c.is_whitespace() => continue,
            '"' => Token::Quoted(&piece[1..length - 1]),
            '0'..='9' => Token::Number(piece.parse().map_err(|_| {
                let why = "a number of more than 18 digits".to_owned();
                PolicyError::at(source, span, why, None)
            })?),
            c if starts_word(c) => Token::Word(piece),
            _ => Token::Sign(piece),
        };
        all.push((token, span));
    }
    let end = text.len() as u32;
    all.push((Token::End, Span { start: end, end }));
    Ok(all)
}

/// The bytes of the token that begins at `at` with `first`.
fn length(source: &Source, at: usize, first: char) -> Result<usize, PolicyError> {
    let rest = &source.text()[at..];
    let while_all = |fits: fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
    Ok(match first {
        '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
        '"' => match rest[1..].find(['"', '\n']) {
            Some(end) if rest[1 + end..].starts_with('"') => end + 2,
            _ => {
                let span = Span { start: at as u32, end: at as u32 + 1 };
                let why = "the quoted name has no end".to_owned();
                return Err(PolicyError::at(source, span, why, Some("add \" after it".into())));
            }
        },
        '0'..='9' => while_all(|c| c.is_ascii_digit()),
        c if starts_word(c) => while_all(|c| starts_word(c) || c.is_ascii_digit() || c == '\''),
        _ if PAIRS.iter().any(|pair| rest.starts_with(pair)) => 2,
        c => c.len_utf8(),
    })
}

fn starts_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}
