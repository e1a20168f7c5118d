//! Contest problems in their own input and output formats.
//!
//! Invariant: every line written is a right answer, shown so by checked bounds; where bounds of the
//! usual precision do not decide an answer, they are tightened until they do. A line that cannot be
//! answered is an error with its number, and the lines before it are answered.

use crate::Watch;

mod darts;
mod hold;
mod lines;
mod stages;
mod stones;

pub(crate) use lines::BYTE_ORDER_MARK;

/// A contest problem.
#[derive(Debug)]
pub struct ContestRow {
    /// The name by which it is called.
    pub name: &'static str,
    /// The problem's id in the Codeforces gym.
    pub id: &'static str,
    /// Where it is from, and what is asked.
    pub summary: &'static str,
    /// What is read.
    pub input: &'static str,
    /// What is written.
    pub output: &'static str,
    /// Answers `input`, appending to `output`.
    pub run: Run,
}

/// Answers an input, appending to an output.
pub type Run = fn(&[u8], &mut Vec<u8>, &dyn Watch) -> Result<(), ContestError>;

/// Every contest problem.
pub static CONTESTS: &[ContestRow] = &[hold::ROW, darts::ROW, stones::ROW];

/// The problem with this name or id.
pub fn find(name: &str) -> Option<&'static ContestRow> {
    CONTESTS.iter().find(|row| row.name == name || row.id.eq_ignore_ascii_case(name))
}

/// Why an input was not answered to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{message}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ContestError {
    /// The line that is wrong, from 1; `None` where the input is not at fault.
    pub line: Option<u64>,
    /// What is wrong and what was expected.
    pub message: String,
}

impl ContestError {
    fn engine(error: impl std::fmt::Display) -> Self {
        Self { line: None, message: error.to_string() }
    }
}
