//! "Hold or Continue?": ICPC Latin America 2019, problem H.
//!
//! An answer is given because one move's lower bound exceeds the other's upper bound.

use super::lines::counted;
use super::stages::until_decided;
use super::{ContestError, ContestRow};
use crate::games::pig::{Pig, Position};
use crate::judge::slice::Slice;
use crate::levels;
use crate::{
    Arena, Bounds, Checked, ChoiceId, Fixed64, Game, Intervals, Limits, Number, StateId, Watch,
};

pub const ROW: ContestRow = ContestRow {
    name: "hold",
    id: "102428H",
    summary: "ICPC Latin America 2019 H, 'Hold or Continue?': is holding or rolling better?",
    input: "Q, then Q lines 'C H X': own score, the other's score (both 0 to 73), turn total \
            (at least 2, C+X at most 75)",
    output: "for each query a line 'H' (hold) or 'C' (continue)",
    run,
};

const LINE: &str = "'C H X', three whole numbers of at most 75";
const COUNT: &str = "Q, the number of queries";
const TARGET: u64 = 75;
const SCORES: u64 = 74;
/// A query that was asked and is not answered yet.
const OPEN: u8 = 1;

fn run(input: &[u8], output: &mut Vec<u8>, watch: &dyn Watch) -> Result<(), ContestError> {
    let mut answers = vec![0_u8; (SCORES * SCORES * (TARGET + 1)) as usize];
    let mut queries: Vec<u32> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let read = counted(input, COUNT, LINE, |[c, h, x]| {
        check(c, h, x)?;
        let key = ((c * SCORES + h) * (TARGET + 1) + x) as u32;
        let answer = &mut answers[key as usize];
        if *answer == 0 {
            // With exactly the target there is nothing but holding.
            *answer = if c + x == TARGET { b'H' } else { OPEN };
            open.extend((*answer == OPEN).then_some(key));
        }
        queries.push(key);
        Ok(())
    });
    by_levels(&mut open, watch, |key, letter| answers[key as usize] = letter)?;
    let decide = |key: u32, checked: &Checked, states: &[StateId]| {
        let better = better(checked, states[0]);
        better.into_iter().for_each(|letter| answers[key as usize] = letter);
        better.is_some()
    };
    until_decided(&Pig::hold(), open, &[9, 15, 24], |key| [position(key)], decide, watch)?;
    output.reserve(queries.len() * 2);
    queries.iter().for_each(|&key| output.extend([answers[key as usize], b'\n']));
    read
}

/// Answers what bounds of 64 bits decide, level by level, each pair of scores from one seat.
fn by_levels(
    open: &mut Vec<u32>,
    watch: &dyn Watch,
    mut answer: impl FnMut(u32, u8),
) -> Result<(), ContestError> {
    let game = Pig::hold();
    let asked: Vec<Position> = open.iter().map(|&key| position(key)).collect();
    let seat = |at: &Position| game.mirrored(at).unwrap_or(*at);
    let asked: Vec<Position> = asked.iter().map(seat).collect();
    let mut letters = vec![None; open.len()];
    levels::solve(&game, &asked, false, &Limits::default(), watch, |answered| {
        for (number, state) in answered.asked {
            letters[number] = better_for_mover(&answered.slice, state);
        }
    })
    .map_err(ContestError::engine)?;
    let mut letters = letters.into_iter();
    open.retain(|&key| {
        let letter = letters.next().flatten();
        letter.into_iter().for_each(|letter| answer(key, letter));
        letter.is_none()
    });
    Ok(())
}

/// The letter of the better move for the player to move, whichever seat it has.
fn better_for_mover(slice: &Slice, state: StateId) -> Option<u8> {
    let arena = slice.checked().arena();
    let first = slice.checked().objective().is_max(arena, state);
    let bounds = |&target: &u32| {
        let known = slice.known(StateId(target));
        if first { known.bounds() } else { known.mirrored().bounds() }
    };
    let choices = arena.choices_of(state);
    let (roll, hold) = (arena.choice(ChoiceId(choices.start)), ChoiceId(choices.end - 1));
    let held = bounds(&arena.targets(hold)[0]);
    let (lower, upper): (Vec<_>, Vec<_>) = roll.targets.iter().map(bounds).unzip();
    if held.0 > Fixed64::mean_up(roll.distribution, upper.iter()) {
        return Some(b'H');
    }
    (Fixed64::mean_down(roll.distribution, lower.iter()) > held.1).then_some(b'C')
}

fn check(c: u64, h: u64, x: u64) -> Result<(), String> {
    for (name, score) in [("C", c), ("H", h)] {
        if score >= SCORES {
            return Err(format!("{name}={score}: expected a score from 0 to {}", SCORES - 1));
        }
    }
    if x < 2 || x > TARGET - c {
        let most = TARGET - c;
        return Err(format!(
            "X={x}: expected a turn total from 2 to {most} (C+X at most {TARGET})"
        ));
    }
    Ok(())
}

fn position(key: u32) -> Position {
    let (x, scores) = (key % (TARGET as u32 + 1), key / (TARGET as u32 + 1));
    let scores = [scores / SCORES as u32, scores % SCORES as u32].map(|score| score as u16);
    Position { who: 0, scores, x: x as u16 }
}

/// The letter of the better move, where the bounds tell.
fn better(checked: &Checked, state: StateId) -> Option<u8> {
    match &checked.solution().bounds {
        Bounds::Fixed64(all) => compare(checked.arena(), all, state),
        Bounds::Fixed128(all) => compare(checked.arena(), all, state),
        Bounds::Fixed512(all) => compare(checked.arena(), all, state),
        Bounds::Exact(all) => compare(checked.arena(), all, state),
        Bounds::Grades(_) => None,
    }
}

fn compare<N: Number>(arena: &Arena, all: &Intervals<N>, state: StateId) -> Option<u8> {
    let choices = arena.choices_of(state);
    let (roll, hold) = (arena.choice(ChoiceId(choices.start)), ChoiceId(choices.end - 1));
    let held = arena.targets(hold)[0] as usize;
    let lower = roll.targets.iter().map(|&target| &all.lower[target as usize]);
    let upper = roll.targets.iter().map(|&target| &all.upper[target as usize]);
    if all.lower[held] > N::mean_up(roll.distribution, upper) {
        return Some(b'H');
    }
    (N::mean_down(roll.distribution, lower) > all.upper[held]).then_some(b'C')
}
