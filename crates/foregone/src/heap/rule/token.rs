//! A rule's text cut into words, numbers, codes and signs.

use super::SyntaxError;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, in lower case.
    Word(String),
    /// A number; one too large for `u32` is the largest `u32`, which every use refuses.
    Number(u32),
    /// An octal or hexadecimal code: digits with a point.
    Code,
    /// One of `, ; : = - /`.
    Sign(char),
    /// The end of the text.
    End,
}

/// A token and its bytes in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Cuts a text; the last token is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, SyntaxError> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut end = start + c.len_utf8();
        if c.is_ascii_alphanumeric() || c == '.' {
            while let Some(&(i, d)) = chars.peek()
                && (d.is_ascii_alphanumeric() || d == '.')
            {
                end = i + 1;
                chars.next();
            }
        }
        let kind = kind(&text[start..end]).ok_or_else(|| {
            let message = format!("\"{}\" is not a word, a number or a code", &text[start..end]);
            SyntaxError::new(text, start, end, message)
        })?;
        found.push(Token { kind, start, end });
    }
    found.push(Token { kind: Kind::End, start: text.len(), end: text.len() });
    Ok(found)
}

fn kind(piece: &str) -> Option<Kind> {
    let first = piece.chars().next()?;
    if piece.contains('.') {
        Some(Kind::Code)
    } else if piece.chars().all(|c| c.is_ascii_digit()) {
        Some(Kind::Number(piece.parse().unwrap_or(u32::MAX)))
    } else if piece.chars().all(|c| c.is_ascii_alphabetic()) {
        Some(Kind::Word(piece.to_ascii_lowercase()))
    } else if ",;:=-/".contains(first) {
        Some(Kind::Sign(first))
    } else {
        None
    }
}
