//! The stone game: 22nd Sichuan University contest.
//!
//! The rule is analysed and its pattern proved for every n, the judge checking the proof, before
//! the first game is answered.

use super::{ContestError, ContestRow};
use crate::Watch;
use crate::heap::{self, Contest, Rule, analyse};

pub const ROW: ContestRow = ContestRow {
    name: "stones",
    id: "105174M",
    summary: "22nd Sichuan University contest M: take 1, or half of an even pile; who wins?",
    input: "T, then T lines of n, the stones in the pile (from 1, of any length)",
    output: "for each n a line 'Alice' (who begins) or 'Bob'",
    run,
};

/// The rule in the grammar of heap games.
const RULE: &str = "odd: take 1; even: take 1 or half";

fn run(input: &[u8], output: &mut Vec<u8>, watch: &dyn Watch) -> Result<(), ContestError> {
    let rule = Rule::parse(RULE).map_err(ContestError::engine)?;
    let stones = analyse(&rule, &heap::Limits::default(), watch);
    let contest = Contest::new(stones.proved(), ["Alice", "Bob"])
        .ok_or_else(|| ContestError::engine("the rule's pattern was not proved"))?;
    contest.answer(input, output).map_err(|error| match error {
        heap::ContestError::Line { line, .. } => {
            ContestError { line: Some(line as u64), message: error.after_line() }
        }
        heap::ContestError::Output(_) => ContestError::engine(error),
    })
}
