//! Nimbers of impartial games on arenas, loopy ones too, and sums of components.
//!
//! Numbers are given out in rounds: in round `m` a state gets `m` once no option has `m` and every
//! option without a number has one with `m`; what has no option with `m` after that is loopy
//! (Fraenkel and Yesha, The generalized Sprague-Grundy function, JCT A 43, 1986). A round is linear
//! in the arena. Invariant: what is returned has passed [`judge::nim`](crate::judge::nim).

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::judge::nim::{Claim, LOOPY, Nimber, Nimbers, check};
use crate::{Arena, Refusal, StateId, Verdict};

mod by_parts;

pub use by_parts::{ByParts, ByPartsError, nimbers_by_parts};

/// The value of every state of an arena whose successors are the options of either player; who
/// cannot move loses.
///
/// # Errors
/// The arena has chance, or states that were not explored.
pub fn nimbers(arena: Arc<Arena>) -> Result<Nimbers, Refusal> {
    let mut rounds = Rounds::new(&arena);
    let mut number = 0;
    while rounds.round(number) {
        number += 1;
    }
    let Rounds { value, counter, .. } = rounds;
    check(Claim { arena, value, counter })
}

/// The value of a sum: who moves chooses a component and moves there.
///
/// ```
/// use foregone::judge::nim::Nimber;
/// use foregone::nimber::sum;
/// let heap = Nimber::Number;
/// assert_eq!(sum(&[heap(3), heap(5)]), heap(6));
/// assert_eq!(sum(&[heap(1), Nimber::Loopy(vec![0, 2])]), Nimber::Loopy(vec![1, 3]));
/// ```
pub fn sum(parts: &[Nimber]) -> Nimber {
    parts.iter().fold(Nimber::Number(0), |sum, part| match (sum, part) {
        (Nimber::Number(a), Nimber::Number(b)) => Nimber::Number(a ^ b),
        (Nimber::Number(a), Nimber::Loopy(all)) => shifted(all, a),
        (Nimber::Loopy(all), Nimber::Number(b)) => shifted(&all, *b),
        (Nimber::Loopy(_), Nimber::Loopy(_)) => Nimber::Loopy(Vec::new()),
    })
}

fn shifted(all: &[u32], by: u32) -> Nimber {
    let mut all: Vec<u32> = all.iter().map(|n| n ^ by).collect();
    all.sort_unstable();
    Nimber::Loopy(all)
}

/// What a position of this value is for whoever is to move.
pub fn verdict(value: &Nimber) -> Verdict {
    match value {
        Nimber::Number(0) => Verdict::Lost,
        Nimber::Number(_) => Verdict::Won,
        Nimber::Loopy(all) if all.first() == Some(&0) => Verdict::Won,
        Nimber::Loopy(_) => Verdict::Drawn,
    }
}

/// A value as people and programs read it: a number, or `loopy(0,2)` and `{"loopy": [0, 2]}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown(pub Nimber);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Nimber::Number(number) => number.fmt(f),
            Nimber::Loopy(all) => {
                let all = all.iter().map(ToString::to_string).collect::<Vec<_>>();
                write!(f, "loopy({})", all.join(","))
            }
        }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Nimber::Number(number) => serializer.serialize_u32(*number),
            Nimber::Loopy(all) => serializer.collect_map([("loopy", all)]),
        }
    }
}

/// The moves that win in a sum of these states: the component, and the number of the choice there.
pub fn winning_moves(nimbers: &Nimbers, parts: &[StateId]) -> Vec<(usize, usize)> {
    let values: Vec<Nimber> = parts.iter().map(|&state| nimbers.at(state)).collect();
    let mut moves = Vec::new();
    for (part, &state) in parts.iter().enumerate() {
        for (choice, &to) in nimbers.arena().successors(state).iter().enumerate() {
            let mut after = values.clone();
            after[part] = nimbers.at(StateId(to));
            if sum(&after) == Nimber::Number(0) {
                moves.push((part, choice));
            }
        }
    }
    moves
}

/// In the place of a nimber: none yet.
const OPEN: u32 = LOOPY - 1;

struct Rounds<'a> {
    arena: &'a Arena,
    value: Vec<u32>,
    counter: Vec<u32>,
    /// For each state where its predecessors begin, and one past the last.
    start: Vec<u32>,
    before: Vec<u32>,
    given: u32,
}

impl<'a> Rounds<'a> {
    fn new(arena: &'a Arena) -> Self {
        let states = arena.states();
        let mut start = vec![0_u32; states + 1];
        for state in arena.ids() {
            arena.successors(state).iter().for_each(|&to| start[to as usize + 1] += 1);
        }
        for at in 1..start.len() {
            start[at] += start[at - 1];
        }
        let mut next = start.clone();
        let mut before = vec![0; arena.branches()];
        for state in arena.ids() {
            for &to in arena.successors(state) {
                before[next[to as usize] as usize] = state.0;
                next[to as usize] += 1;
            }
        }
        let (value, counter) = (vec![OPEN; states], vec![0; states]);
        Self { arena, value, counter, start, before, given: 0 }
    }

    fn predecessors(&self, state: u32) -> std::ops::Range<usize> {
        self.start[state as usize] as usize..self.start[state as usize + 1] as usize
    }

    fn is_unnumbered(&self, state: u32) -> bool {
        self.value[state as usize] >= OPEN
    }

    /// Gives out `number`; false once every state has a value.
    fn round(&mut self, number: u32) -> bool {
        let all = 0..self.arena.states() as u32;
        // Options without a number that have no option with this number yet.
        let unmet = |state| {
            let options = self.arena.successors(StateId(state)).iter();
            options.filter(|&&to| self.is_unnumbered(to)).count() as u32
        };
        let mut unmet: Vec<u32> = all.clone().map(unmet).collect();
        let open = |&state: &u32| self.value[state as usize] == OPEN && unmet[state as usize] == 0;
        let mut ready: Vec<u32> = all.clone().filter(open).collect();
        let mut met = vec![false; unmet.len()];
        while let Some(state) = ready.pop() {
            if self.value[state as usize] != OPEN || met[state as usize] {
                continue;
            }
            self.value[state as usize] = number;
            self.counter[state as usize] = self.given;
            self.given += 1;
            for place in self.predecessors(state) {
                let one = self.before[place];
                if std::mem::replace(&mut met[one as usize], true) || !self.is_unnumbered(one) {
                    continue;
                }
                for place in self.predecessors(one) {
                    let two = self.before[place];
                    unmet[two as usize] -= 1;
                    if unmet[two as usize] == 0 {
                        ready.push(two);
                    }
                }
            }
        }
        let mut left = false;
        for state in all.filter(|&state| self.value[state as usize] == OPEN).collect::<Vec<_>>() {
            match met[state as usize] {
                true => left = true,
                false => self.value[state as usize] = LOOPY,
            }
        }
        left
    }
}
