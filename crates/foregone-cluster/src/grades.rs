//! Win, draw and loss with distance by retrograde counting, over all workers.
//!
//! Round `n` of the loop decides the states of distance `n`: an owner who can move to a win of
//! distance `n - 1` has won, an owner all of whose choices are known to be lost has lost; each
//! decided state tells its predecessors, across the edge too, in the round after. What is never
//! decided is endless (Ströhlein 1970; Thompson 1986). Invariant: a grade once written is final, and
//! in round `n` everything of smaller distance is known everywhere.

use std::rc::Rc;

use foregone::{Goal, Grade, StateId, Verdict};

use crate::checkpoint::Sections;
use crate::packet::Reader;
use crate::part::{Borrowers, Part};
use crate::reverse::Reverse;
use crate::rounds::{Outbox, Rounds};
use crate::wire::Wire;

// Sections of a checkpoint.
const GRADE: u8 = 1;
const OPEN: u8 = 2;
const TOLD: u8 = 3;
const NEXT: u8 = 4;

/// Grades of a part while they are found.
pub(crate) struct Counting {
    part: Rc<Part>,
    before: Reverse,
    borrowers: Borrowers,
    /// What play without an end counts as.
    endless: Grade,
    /// What unexplored states count as.
    unknown: Grade,
    /// One for each own state; endless where nothing is decided yet.
    pub grade: Vec<Grade>,
    /// For each own state how many choices are not yet known to be lost for its owner.
    open: Vec<u32>,
    /// Decided states, edge included, whose predecessors have not been told; true where Max wins.
    told: Vec<(u32, bool)>,
}

impl Counting {
    pub fn new(part: Rc<Part>, unknown: Grade) -> Self {
        let before = Reverse::of(&part);
        let borrowers = part.borrowers();
        let open = part.own().map(|state| part.arena.choices_of(state).len() as u32).collect();
        let endless = match part.objective.goal {
            Goal::Outcome(endless) => Grade::endless(endless),
            _ => Grade::DRAW,
        };
        let grade = vec![endless; part.inner as usize];
        Self { part, before, borrowers, endless, unknown, grade, open, told: Vec::new() }
    }

    /// What a checkpoint holds.
    pub fn sections(&self, next: u64) -> Sections {
        let mut all = Sections::default();
        all.add(GRADE, Wire::put_all(&self.grade));
        all.add(OPEN, Wire::put_all(&self.open));
        all.add(TOLD, Wire::put_all(&self.told));
        all.add(NEXT, Wire::put_all(&[next]));
        all
    }

    /// Goes on where as many workers stopped: the round that is next.
    pub fn restore(&mut self, from: &Sections) -> u64 {
        self.grade = Wire::get_all(from.find(GRADE));
        self.open = Wire::get_all(from.find(OPEN));
        self.told = Wire::get_all(from.find(TOLD));
        u64::get_all(from.find(NEXT)).first().copied().unwrap_or(0)
    }

    fn decide(&mut self, state: u32, grade: Grade, out: &mut Outbox) {
        let won = grade.verdict() == Verdict::Won;
        self.grade[state as usize] = grade;
        self.told.push((state, won));
        for &(peer, place) in self.borrowers.of(state) {
            out.to(peer as usize).extend((place << 1 | u32::from(won)).to_le_bytes());
        }
    }

    /// A choice of `state` leads to a win of one side: true where that decides it.
    fn tell(&mut self, state: u32, won: bool) -> bool {
        if self.grade[state as usize] != self.endless {
            return false;
        }
        let is_max = self.part.objective.is_max(&self.part.arena, StateId(state));
        if won == is_max {
            return true;
        }
        let open = &mut self.open[state as usize];
        *open -= 1;
        *open == 0
    }

    fn ends(&mut self, out: &mut Outbox) {
        let part = Rc::clone(&self.part);
        for (state, payoff) in part.arena.endings() {
            match Grade::of_payoff(payoff) {
                Some(Grade::DRAW) | None => {}
                Some(grade) => self.decide(state.0, grade, out),
            }
        }
        for state in part.own().filter(|&state| part.arena.is_unexplored(state)) {
            self.decide(state.0, self.unknown, out);
        }
    }
}

impl Rounds for Counting {
    fn absorb(&mut self, arrivals: &[Vec<u8>]) {
        for (peer, bytes) in arrivals.iter().enumerate() {
            let mut reader = Reader(bytes);
            while !reader.is_empty() {
                let word = reader.u32();
                // Own states wait here already.
                self.told.push((self.part.edge[peer].start + (word >> 1), word & 1 == 1));
            }
        }
    }

    fn work(&mut self, round: u64, out: &mut Outbox) {
        if round == 0 {
            self.ends(out);
        }
        let told = if round == 0 { Vec::new() } else { std::mem::take(&mut self.told) };
        let grade = |won: bool| {
            let far = Grade::WON.raw() - i32::try_from(round).unwrap_or(i32::MAX - 1);
            Grade::from_raw(if won { far } else { -far }).unwrap_or(Grade::DRAW)
        };
        for (state, won) in told {
            for at in self.before.range(state) {
                let one = self.before.state(at);
                if self.tell(one, won) {
                    self.decide(one, grade(won), out);
                }
            }
        }
        if !self.told.is_empty() {
            out.again();
        }
    }
}

/// For each own state the first choice that keeps its grade; `grade` has the edge too.
pub(crate) fn strategy(part: &Part, grade: &[Grade]) -> Vec<u32> {
    let entry = |state: StateId| {
        if state.0 >= part.inner || part.arena.player(state).is_none() {
            return foregone::NO_CHOICE;
        }
        let targets = part.arena.successors(state).iter();
        let kept = targets
            .map(|&to| grade[to as usize].step())
            .position(|stepped| stepped == grade[state.index()]);
        kept.unwrap_or(0) as u32
    };
    part.arena.ids().map(entry).collect()
}
