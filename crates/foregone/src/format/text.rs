//! Lines and words of text files, each with its place.

use foregone_prism::source::{Diagnostic, LONGEST_TEXT, Source, Span};

use super::{FormatError, Part};

/// What a reader of text ends with; the file's name comes later.
pub(super) type Taken<T> = Result<T, Box<Diagnostic>>;

/// The text of a file.
pub(super) fn source(part: Part) -> Result<Source, FormatError> {
    let Part { name, bytes, .. } = part;
    let bad = |byte, message: &str| FormatError::Bytes {
        file: name.clone(),
        entry: String::new(),
        byte,
        message: message.into(),
    };
    if bytes.len() > LONGEST_TEXT {
        return Err(bad(None, "a text has at most 4 GiB here; UMB files may be larger"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => Err(bad(Some(error.utf8_error().valid_up_to() as u64), "this is not UTF-8")),
    }
}

/// A line without its end.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub start: u32,
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub start: u32,
}

/// All lines.
pub(super) fn lines(source: &Source) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    source.text().split_inclusive('\n').map(move |line| {
        let text = line.trim_end_matches(['\n', '\r']);
        let this = Line { text, start };
        start += line.len() as u32;
        this
    })
}

impl<'a> Line<'a> {
    /// The words between blanks.
    pub fn words(self) -> impl Iterator<Item = Word<'a>> {
        let start = self.text.as_ptr() as usize;
        self.text.split_ascii_whitespace().map(move |text| {
            let at = text.as_ptr() as usize - start;
            Word { text, start: self.start + at as u32 }
        })
    }

    /// The line without blanks around it.
    pub fn trimmed(self) -> Word<'a> {
        Word { text: self.text, start: self.start }.trimmed()
    }

    /// An error about the whole line.
    pub fn error(self, message: impl Into<String>) -> Box<Diagnostic> {
        self.trimmed().error(message)
    }
}

impl<'a> Word<'a> {
    pub fn span(self) -> Span {
        Span { start: self.start, end: self.start + self.text.len() as u32 }
    }

    pub fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        let start = self.start + (self.text.len() - text.len()) as u32;
        Self { text: text.trim_end(), start }
    }

    pub fn error(self, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.span(), message))
    }

    pub fn unsupported(self, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::unsupported(self.span(), message))
    }

    /// The two sides of the first `at`, if there is one.
    pub fn split(self, at: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(at)?;
        let second = self.start + (before.len() + at.len_utf8()) as u32;
        Some((Self { text: before, ..self }, Self { text: after, start: second }))
    }

    /// The parts between `at`s.
    pub fn parts(self, at: char) -> impl Iterator<Item = Self> {
        let mut start = self.start;
        self.text.split(at).map(move |text| {
            let part = Self { text, start };
            start += (text.len() + at.len_utf8()) as u32;
            part
        })
    }

    /// The text between `open` and `close`, which are its first and last characters.
    pub fn within(self, open: char, close: char) -> Option<Self> {
        let text = self.text.strip_prefix(open)?.strip_suffix(close)?;
        Some(Self { text, start: self.start + open.len_utf8() as u32 })
    }

    /// A whole number of at least 0; `what` it is is said where it is none.
    pub fn number(self, what: &str) -> Taken<u32> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit());
        if !digits {
            let text = self.text;
            return Err(self.error(format!("expected {what}, a whole number, instead of `{text}`")));
        }
        let number = self.text.parse().ok().filter(|&number| number < u32::MAX - 1);
        number.ok_or_else(|| self.error(format!("{what} must be below 4,294,967,294")))
    }

    /// The number of a state, below `states`.
    pub fn state(self, states: u32) -> Taken<u32> {
        let state = self.number("the number of a state")?;
        if state < states {
            return Ok(state);
        }
        Err(self.error(format!("there is no state {state}: there are {states}, counted from 0")))
    }
}
