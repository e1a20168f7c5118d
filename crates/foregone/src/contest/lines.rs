//! Reading numbers line by line, without allocation.
//!
//! Windows line ends, a missing last line end and blank lines at the end are fine. Everything else
//! that is not expected is an error with the number of its line.

use super::ContestError;

/// Some editors put it at the beginning of a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of an input.
pub struct Lines<'a> {
    rest: &'a [u8],
    number: u64,
}

impl<'a> Lines<'a> {
    pub fn new(input: &'a [u8]) -> Self {
        Self { rest: input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input), number: 0 }
    }

    /// The next line: exactly `N` whole numbers; `expected` says which.
    #[inline]
    pub fn numbers<const N: usize>(&mut self, expected: &str) -> Result<[u64; N], ContestError> {
        self.number += 1;
        if self.rest.is_empty() {
            return Err(self.error(format!("the input ends here; expected {expected}")));
        }
        self.read().ok_or_else(|| self.not_as_expected(expected))
    }

    /// Only blank lines may follow.
    pub fn end(&mut self, before: &str) -> Result<(), ContestError> {
        let blank = self.rest.iter().take_while(|byte| byte.is_ascii_whitespace());
        let blank = blank
            .fold((0, 0), |(bytes, lines), &byte| (bytes + 1, lines + u64::from(byte == b'\n')));
        self.number += 1 + blank.1;
        match self.rest.len() - blank.0 {
            0 => Ok(()),
            _ => Err(self.error(format!("expected nothing after {before}"))),
        }
    }

    /// An error about the line read last.
    pub fn error(&self, message: String) -> ContestError {
        ContestError { line: Some(self.number), message }
    }

    /// Reads and consumes a line; where it is not as expected, leaves it.
    #[inline]
    fn read<const N: usize>(&mut self) -> Option<[u64; N]> {
        let mut numbers = [0; N];
        let mut rest = self.rest;
        for number in &mut numbers {
            (*number, rest) = digits(blanks(rest))?;
        }
        self.rest = match blanks(rest) {
            [] => &[],
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
            [b'\r'] => &[],
            _ => return None,
        };
        Some(numbers)
    }

    #[cold]
    fn not_as_expected(&self, expected: &str) -> ContestError {
        let line = self.rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let mut text: String = String::from_utf8_lossy(line).trim().chars().take(40).collect();
        if text.len() < line.trim_ascii().len() {
            text.push('…');
        }
        self.error(format!("expected {expected}, found '{}'", text.escape_debug()))
    }
}

fn blanks(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] = text {
        text = rest;
    }
    text
}

/// A whole number below 2^64; a longer one is none, so that it is reported as it was written.
fn digits(mut text: &[u8]) -> Option<(u64, &[u8])> {
    let before = text.len();
    let mut number = 0_u64;
    while let [digit @ b'0'..=b'9', rest @ ..] = text {
        number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        text = rest;
    }
    (text.len() < before).then_some((number, text))
}

/// Reads a count and that many lines of `N` numbers, each given to `take`, which says what is
/// wrong with them. What was read before an error stays read.
pub fn counted<const N: usize>(
    input: &[u8],
    count: &str,
    line: &str,
    mut take: impl FnMut([u64; N]) -> Result<(), String>,
) -> Result<(), ContestError> {
    let mut lines = Lines::new(input);
    let [queries] = lines.numbers(count)?;
    for query in 0..queries {
        let numbers = lines.numbers(line).map_err(|mut error| {
            error.message.push_str(&format!(" (query {} of {queries})", query + 1));
            error
        })?;
        take(numbers).map_err(|message| lines.error(message))?;
    }
    lines.end(&asked(queries))
}

/// `the 1 query`, `the 5 queries`.
fn asked(queries: u64) -> String {
    format!("the {queries} {}", if queries == 1 { "query" } else { "queries" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> Result<Vec<[u64; 2]>, Option<u64>> {
        let mut found = Vec::new();
        let take = |pair| {
            found.push(pair);
            Ok(())
        };
        match counted(input.as_bytes(), "a count", "two numbers", take) {
            Ok(()) => Ok(found),
            Err(error) => Err(error.line),
        }
    }

    #[test]
    fn line_ends_and_blanks_are_fine() {
        for input in
            ["2\n1 2\n3 4\n", "2\r\n1 2\r\n3 4", "2 \n 1\t2\n3  4 \n\n \r\n", "2\n1 2\n3 4\r"]
        {
            assert_eq!(read(input), Ok(vec![[1, 2], [3, 4]]), "{input:?}");
        }
        assert_eq!(read("0"), Ok(vec![]));
        assert_eq!(read("\u{feff}1\n1 2\n"), Ok(vec![[1, 2]]));
        assert_eq!(read("1\n1 00000000000000000000000000000002\n"), Ok(vec![[1, 2]]));
    }

    #[test]
    fn numbers_too_long_are_reported_as_they_were_written() {
        let long = "99999999999999999999999";
        let take = |_: [u64; 2]| Ok(());
        let error = counted(format!("1\n1 {long}").as_bytes(), "", "two numbers", take);
        let message = error.unwrap_err().message;
        assert!(message.contains(long), "{message}");
    }

    #[test]
    fn what_is_not_expected_is_named_by_its_line() {
        for (input, line) in [
            ("", 1),
            ("\n", 1),
            ("x", 1),
            ("-1", 1),
            ("2\n1 2\n", 3),
            ("2\n1 2\n3\n4\n", 3),
            ("1\n1 2 3\n", 2),
            ("1\n1 2x\n", 2),
            ("1\n\n1 2\n", 2),
            ("1\n1 2\n\n7\n", 4),
            ("1\n1 2\n7", 3),
            ("1\r\r\n1 2", 1),
        ] {
            assert_eq!(read(input), Err(Some(line)), "{input:?}");
        }
    }
}
