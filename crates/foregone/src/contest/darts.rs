//! "Darts": SWERC, one player at random against one who aims.
//!
//! Twelve decimals are written where both bounds round to them.

use super::lines::Lines;
use super::stages::until_decided;
use super::{ContestError, ContestRow};
use crate::games::darts::{Darts, Position};
use crate::judge::slice::Known;
use crate::{Checked, Limits, Number, Rational, StateId, Watch, decimal, levels};

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
    let game = Darts::contest(open.last().copied().unwrap_or(1));
    by_levels(&game, &mut open, watch, |n, line| answers[usize::from(n)] = Some(line))?;
    let decide = |n: u16, checked: &Checked, states: &[StateId]| {
        let bounds = &checked.solution().bounds;
        answers[usize::from(n)] = line([0, 1].map(|who| bounds.rational(states[who])));
        answers[usize::from(n)].is_some()
    };
    until_decided(&game, open, &[13, 20, 32], positions, decide, watch)?;
    for &n in &queries {
        output.extend_from_slice(answers[usize::from(n)].as_deref().unwrap_or_default().as_bytes());
    }
    read
}

/// Answers what bounds of 64 bits decide, level by level.
fn by_levels(
    game: &Darts,
    open: &mut Vec<u16>,
    watch: &dyn Watch,
    mut answer: impl FnMut(u16, String),
) -> Result<(), ContestError> {
    let asked: Vec<Position> = open.iter().flat_map(|&n| [at(n, 0), at(n, 1)]).collect();
    let mut known = vec![Known::NOTHING; asked.len()];
    levels::solve(game, &asked, false, &Limits::default(), watch, |answered| {
        for (number, state) in answered.asked {
            known[number] = answered.slice.known(state);
        }
    })
    .map_err(ContestError::engine)?;
    let mut pairs = known.chunks(2);
    open.retain(|&n| {
        let pair = pairs.next().expect("as many pairs as queries");
        let bounds = |known: &Known| {
            let (lower, upper) = known.bounds();
            (lower.to_rational(), upper.to_rational())
        };
        let line = line([0, 1].map(|who| bounds(&pair[who])));
        let decided = line.is_some();
        line.into_iter().for_each(|line| answer(n, line));
        !decided
    });
    Ok(())
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

/// Both chances, where the bounds on A's with A and with B to throw first decide every digit. A
/// throws at random and so comes to 0 sooner or later whatever B does: play ends with probability 1,
/// and the two chances of each start sum to 1.
fn line([a_first, b_first]: [(Rational, Rational); 2]) -> Option<String> {
    let a = decimal::rounded(&a_first.0, &a_first.1, DIGITS)?;
    let (lower, upper) = b_first;
    let b = decimal::rounded(&(Rational::ONE - upper), &(Rational::ONE - lower), DIGITS)?;
    Some(format!("{a} {b}\n"))
}
