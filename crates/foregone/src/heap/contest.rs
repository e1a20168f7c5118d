//! A contest's questions answered from a proved rule, at the speed of reading.
//!
//! The input is a number of questions and then so many heaps, one a line, of any length; of a
//! long heap only its residue modulo the period is computed.

use foregone_core::judge::heap::Proved;
use std::io::{self, Write};

use crate::contest::BYTE_ORDER_MARK;

/// A proved rule made ready for many questions.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The answers for heaps below `preperiod + period`, with a line end each.
    small: Vec<Box<[u8]>>,
    /// Which of `small` answers a larger heap, by its residue.
    large: Vec<u32>,
}

/// What is wrong with a contest's input, or with writing the output.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A line is not what it should be.
    #[error("line {line}: {}", self.after_line())]
    Line {
        /// Counted from 1.
        line: usize,
        /// What would be right.
        expected: String,
        /// The text found there.
        found: String,
    },
    /// The answers could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl ContestError {
    /// What is wrong, without the line's number.
    pub fn after_line(&self) -> String {
        match self {
            Self::Line { expected, found, .. } => format!("expected {expected}, found {found}"),
            Self::Output(error) => error.to_string(),
        }
    }
}

impl Contest {
    /// Answers `names[0]` where the first mover wins and `names[1]` otherwise. `None` if nothing
    /// is proved of every heap, or the period exceeds 2^32.
    pub fn new(proved: &Proved, names: [&str; 2]) -> Option<Contest> {
        let claim = proved.claim();
        let tail = claim.tail.as_ref().filter(|t| t.saltus == 0)?;
        let (q, p) = (usize::try_from(tail.preperiod).ok()?, u32::try_from(tail.period).ok()?);
        let p = p as usize;
        let name = |v: &u32| if *v == 0 { names[1] } else { names[0] };
        let line = |v: &u32| format!("{}\n", name(v)).into_bytes().into_boxed_slice();
        let small = claim.values[..q + p].iter().map(line).collect();
        let large = (0..p).map(|r| (q + (r + p - q % p) % p) as u32).collect();
        Some(Contest { small, large })
    }

    /// Answers all questions of `input`. Where a line is wrong, the lines before it have been
    /// answered and nothing is written for it.
    ///
    /// ```
    /// use foregone::{Quiet, heap};
    /// let rule = heap::Rule::parse("odd: take 1; even: take 1 or half").unwrap();
    /// let stones = heap::analyse(&rule, &heap::Limits::default(), &Quiet);
    /// let contest = heap::Contest::new(stones.proved(), ["Alice", "Bob"]).unwrap();
    /// let mut out = Vec::new();
    /// contest.answer(b"3\n1\n2\n1000000000000000000000000000057\n", &mut out).unwrap();
    /// assert_eq!(out, b"Alice\nBob\nBob\n");
    /// ```
    pub fn answer(&self, input: &[u8], out: &mut dyn Write) -> Result<(), ContestError> {
        let input = input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input);
        let mut reader = Reader { rest: input, line: 0 };
        let mut buffer = Vec::with_capacity(BUFFER + 256);
        let answered = self.answers(&mut reader, &mut buffer, out);
        out.write_all(&buffer)?;
        answered
    }

    fn answers(
        &self,
        reader: &mut Reader,
        buffer: &mut Vec<u8>,
        out: &mut dyn Write,
    ) -> Result<(), ContestError> {
        let token = reader.token("the number of questions")?;
        let Some(Number::Short(count)) = number(token) else {
            return Err(reader.wrong("the number of questions", token));
        };
        const HEAP: &str = "a number of stones, at least 1";
        for _ in 0..count {
            let token = reader.token(HEAP)?;
            let answer = match number(token) {
                Some(Number::Short(0)) | None => return Err(reader.wrong(HEAP, token)),
                Some(Number::Short(n)) => self.short(n),
                Some(Number::Long) => self.large[residue(token, self.large.len() as u64)] as usize,
            };
            buffer.extend_from_slice(&self.small[answer]);
            if buffer.len() >= BUFFER {
                out.write_all(buffer)?;
                buffer.clear();
            }
        }
        reader.end(count)
    }

    #[inline]
    fn short(&self, n: u64) -> usize {
        let p = self.large.len() as u64;
        if n < self.small.len() as u64 {
            n as usize
        } else {
            // A division costs more than reading the number.
            let r = if p.is_power_of_two() { n & (p - 1) } else { n % p };
            self.large[r as usize] as usize
        }
    }
}

const BUFFER: usize = 1 << 16;

enum Number {
    /// Below 2^64.
    Short(u64),
    /// More digits than that.
    Long,
}

/// A token of digits alone.
#[inline]
fn number(token: &[u8]) -> Option<Number> {
    if token.len() > 19 {
        let zeros = token.iter().take_while(|&&d| d == b'0').count();
        return match token.iter().all(u8::is_ascii_digit) {
            true if token.len() - zeros <= 19 => number(&token[zeros..]),
            true => Some(Number::Long),
            false => None,
        };
    }
    let mut n = 0u64;
    for &d in token {
        let digit = d.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        n = 10 * n + u64::from(digit);
    }
    Some(Number::Short(n))
}

/// A number of digits alone modulo `p`, at most 2^32, nine digits at a time.
fn residue(token: &[u8], p: u64) -> usize {
    let mut r = 0;
    for chunk in token.chunks(9) {
        let (mut value, mut scale) = (0, 1);
        for d in chunk {
            value = 10 * value + u64::from(d - b'0');
            scale *= 10;
        }
        r = (r * scale + value) % p;
    }
    r as usize
}

/// The lines of an input, of which each holds one token.
struct Reader<'a> {
    rest: &'a [u8],
    /// The line read last, from 1.
    line: usize,
}

impl<'a> Reader<'a> {
    /// What is on the next line, without blanks around it.
    #[inline]
    fn token(&mut self, expected: &str) -> Result<&'a [u8], ContestError> {
        self.line += 1;
        if self.rest.is_empty() {
            let (line, expected) = (self.line, expected.to_owned());
            let found = "the end of the input".to_owned();
            return Err(ContestError::Line { line, expected, found });
        }
        let end = self.rest.iter().position(|&c| c == b'\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        let token = line.trim_ascii();
        if token.is_empty() { Err(self.wrong(expected, token)) } else { Ok(token) }
    }

    /// Only blank lines may follow.
    fn end(&mut self, count: u64) -> Result<(), ContestError> {
        let expected =
            format!("the end after {count} {}", if count == 1 { "query" } else { "queries" });
        while !self.rest.is_empty() {
            match self.token(&expected) {
                Err(ContestError::Line { found, .. }) if found == EMPTY => {}
                other => return Err(self.wrong(&expected, other?)),
            }
        }
        Ok(())
    }

    fn wrong(&self, expected: &str, token: &[u8]) -> ContestError {
        let text = String::from_utf8_lossy(&token[..token.len().min(40)]);
        let more = if token.len() > 40 { "…" } else { "" };
        let found = match token {
            [] => EMPTY.to_owned(),
            _ => format!("'{}{more}'", text.escape_debug()),
        };
        ContestError::Line { line: self.line, expected: expected.to_owned(), found }
    }
}

const EMPTY: &str = "an empty line";
