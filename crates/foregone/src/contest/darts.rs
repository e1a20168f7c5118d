//! "Darts": SWERC, one player at random against one who aims.
//!
//! Twelve decimals are written where both bounds round to them.

use super::lines::Lines;
use super::stages::until_decided;
use super::{ContestError, ContestRow};
use crate::games::darts::{Darts, Position};
use crate::{Checked, Rational, StateId, Watch, decimal};

pub const ROW: ContestRow = ContestRow {
    name: "darts",
    id: "102470D",
    summary: "SWERC 'Darts': how likely is it that A wins, and that B wins, if each throws first?",
    input: "lines of N, the score of both players at the start (1 to 501), and a 0 at the end",
    output: "for each N a line 'P Q': A's chance if A throws first, B's chance if B throws first",
    run,
};

const MOST: u64 = 501;
const DIGITS: usize = 12;
const LINE: &str = "N, a whole number from 1 to 501, or 0 to end";

fn run(input: &[u8], output: &mut Vec<u8>, watch: &dyn Watch) -> Result<(), ContestError> {
    let mut queries: Vec<u16> = Vec::new();
    let read = read(input, &mut queries);
    let mut open = queries.clone();
    open.sort_unstable();
    open.dedup();
    let mut answers = vec![None; MOST as usize + 1];
    let positions = |n: u16| [at(n, 0), at(n, 1)];
    let decide = |n: u16, checked: &Checked, states: &[StateId]| {
        answers[usize::from(n)] = line(checked, states[0], states[1]);
        answers[usize::from(n)].is_some()
    };
    let game = Darts::contest(open.last().copied().unwrap_or(1));
    until_decided(&game, open, &[13, 20, 32], positions, decide, watch)?;
    for &n in &queries {
        output.extend_from_slice(answers[usize::from(n)].as_deref().unwrap_or_default().as_bytes());
    }
    read
}

fn read(input: &[u8], queries: &mut Vec<u16>) -> Result<(), ContestError> {
    let mut lines = Lines::new(input);
    loop {
        match lines.numbers(LINE)? {
            [0] => return lines.end("the final 0"),
            [n] if n <= MOST => queries.push(n as u16),
            [n] => return Err(lines.error(format!("N={n}: expected {LINE}"))),
        }
    }
}

fn at(n: u16, who: u8) -> Position {
    Position { scores: [n, n], who }
}

/// Both chances, where the bounds decide every digit. A throws at random and so comes to 0 sooner
/// or later whatever B does: play ends with probability 1, and the two chances of each start sum
/// to 1.
fn line(checked: &Checked, a_first: StateId, b_first: StateId) -> Option<String> {
    let bounds = &checked.solution().bounds;
    let (lower, upper) = bounds.rational(a_first);
    let a = decimal::rounded(&lower, &upper, DIGITS)?;
    let (lower, upper) = bounds.rational(b_first);
    let b = decimal::rounded(&(Rational::ONE - upper), &(Rational::ONE - lower), DIGITS)?;
    Some(format!("{a} {b}\n"))
}
