//! A contest's questions answered from a proved rule, at the speed of reading.
//!
//! The input is a number of questions and then so many heaps, one a line, of any length; of a
//! long heap only its residue modulo the period is computed.

use foregone_core::judge::heap::Proved;
use std::io::{self, Write};

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
        let mut reader = Reader { input, at: 0, line: 1 };
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
        match reader.next() {
            Some(extra) => Err(reader.wrong(&format!("the end after {count} questions"), extra)),
            None => Ok(()),
        }
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

/// The tokens of an input and the lines they stand on.
struct Reader<'a> {
    input: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(&c) = self.input.get(self.at) {
            if !is_space(c) {
                break;
            }
            self.line += usize::from(c == b'\n');
            self.at += 1;
        }
        let rest = &self.input[self.at..];
        let end = rest.iter().position(|&c| is_space(c)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then_some(&rest[..end])
    }

    fn token(&mut self, expected: &str) -> Result<&'a [u8], ContestError> {
        self.next().ok_or_else(|| {
            let (line, expected) = (self.line, expected.to_owned());
            ContestError::Line { line, expected, found: "the end of the input".to_owned() }
        })
    }

    fn wrong(&self, expected: &str, token: &[u8]) -> ContestError {
        let text = String::from_utf8_lossy(&token[..token.len().min(40)]);
        let found = format!("\"{}\"", text.escape_debug());
        ContestError::Line { line: self.line, expected: expected.to_owned(), found }
    }
}

#[inline]
fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t'..=b'\r')
}
