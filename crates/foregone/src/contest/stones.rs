//! The stone game: 22nd Sichuan University contest.

use super::lines::counted;
use super::stages::until_decided;
use super::{ContestError, ContestRow};
use crate::games::stones::{Position, Stones};
use crate::{Bounds, Checked, Intervals, Number, StateId, Watch};

pub const ROW: ContestRow = ContestRow {
    name: "stones",
    id: "105174M",
    summary: "22nd Sichuan University contest M: take 1, or half of an even pile; who wins?",
    input: "T, then T lines of n, the stones in the pile (1 to 1000000)",
    output: "for each n a line 'Alice' (who begins) or 'Bob'",
    run,
};

const MOST: u64 = 1_000_000;
const LINE: &str = "n, a whole number from 1 to 1000000";
const COUNT: &str = "T, the number of games";

#[derive(Clone, Copy, PartialEq)]
enum Winner {
    Unasked,
    Open,
    Alice,
    Bob,
}

fn run(input: &[u8], output: &mut Vec<u8>, watch: &dyn Watch) -> Result<(), ContestError> {
    let mut winners = vec![Winner::Unasked; MOST as usize + 1];
    let mut queries: Vec<u32> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let read = counted(input, COUNT, LINE, |[n]| {
        if !(1..=MOST).contains(&n) {
            return Err(format!("n={n}: expected {LINE}"));
        }
        let winner = &mut winners[n as usize];
        if *winner == Winner::Unasked {
            *winner = Winner::Open;
            open.push(n as u32);
        }
        queries.push(n as u32);
        Ok(())
    });
    open.sort_unstable();
    let game = Stones { n: open.iter().copied().max().unwrap_or(0) };
    let decide = |n: u32, checked: &Checked, states: &[StateId]| {
        winners[n as usize] = winner(checked, states[0]);
        winners[n as usize] != Winner::Open
    };
    let position = |n| [Position { n, who: 0 }];
    until_decided(&game, open, &[9], position, decide, watch)?;
    for &n in &queries {
        let alice = winners[n as usize] == Winner::Alice;
        output.extend_from_slice(if alice { b"Alice\n" } else { b"Bob\n" });
    }
    read
}

fn winner(checked: &Checked, state: StateId) -> Winner {
    match &checked.solution().bounds {
        Bounds::Fixed64(all) => sure(all, state),
        Bounds::Fixed128(all) => sure(all, state),
        Bounds::Exact(all) => sure(all, state),
        Bounds::Grades(_) => Winner::Open,
    }
}

fn sure<N: Number>(all: &Intervals<N>, state: StateId) -> Winner {
    if all.lower[state.index()] == N::one() {
        Winner::Alice
    } else if all.upper[state.index()] == N::zero() {
        Winner::Bob
    } else {
        Winner::Open
    }
}
