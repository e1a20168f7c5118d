//! Attractors over all workers: from where a set is met with positive probability, whatever one
//! side does.
//!
//! A state joins in the round after one of its choices (or all, as its owner is friend or foe) has
//! a branch into the set. Invariant: stages are ranks, for the choice by which a state joined has a
//! branch to a smaller stage, whichever worker owns that.

use std::rc::Rc;

use foregone::{ChoiceId, StateId};

use crate::crew::Crew;
use crate::packet::Reader;
use crate::part::{Borrowers, Part};
use crate::reverse::Reverse;
use crate::rounds::{Outbox, Rounds};

/// A part with the ways back that messages go.
pub(crate) struct Ways {
    pub part: Rc<Part>,
    pub before: Reverse,
    pub borrowers: Borrowers,
}

impl Ways {
    pub fn of(part: &Rc<Part>) -> Rc<Self> {
        let (before, borrowers) = (Reverse::of(part), part.borrowers());
        Rc::new(Self { part: Rc::clone(part), before, borrowers })
    }
}

/// The stage of a state that never joins.
pub(crate) const NEVER: u32 = u32::MAX;

/// For each own state the stage at which it joined, or [`NEVER`], and the choice by which it did.
pub(crate) struct Attractor {
    ways: Rc<Ways>,
    pub stage: Vec<u32>,
    pub by: Vec<u32>,
    foe: Vec<bool>,
    /// For each own state how many of its choices do not lead into the set yet.
    missing: Vec<u32>,
    /// For each choice whether it needs no further look.
    settled: Vec<bool>,
    /// Choices that lead into the set from the beginning.
    seeds: Vec<u32>,
    /// States, edge included, that have joined and not told their predecessors.
    told: Vec<u32>,
}

/// The states of `own` that are `open` and from which the set is met: where `foe` says so every
/// choice that is `allowed` must lead into it, elsewhere one suffices. The set begins with the
/// branches, choice and state, that are a `seed`.
pub(crate) fn attract(
    crew: &mut Crew<'_>,
    ways: &Rc<Ways>,
    own: std::ops::Range<u32>,
    open: &[bool],
    foe: impl Fn(StateId) -> bool,
    allowed: impl Fn(StateId, u32) -> bool,
    seed: impl Fn(u32) -> bool,
) -> Attractor {
    let (part, states) = (&ways.part, ways.part.inner as usize);
    let mut new = Attractor {
        ways: Rc::clone(ways),
        stage: vec![NEVER; states],
        by: vec![NEVER; states],
        foe: vec![false; states],
        missing: vec![0; states],
        settled: vec![true; part.arena.choices()],
        seeds: Vec::new(),
        told: Vec::new(),
    };
    for state in own.map(StateId).filter(|state| open[state.index()]) {
        new.foe[state.index()] = foe(state);
        for choice in part.arena.choices_of(state).filter(|&choice| allowed(state, choice)) {
            new.settled[choice as usize] = false;
            new.missing[state.index()] += 1;
            if part.arena.targets(ChoiceId(choice)).iter().any(|&to| seed(to)) {
                new.seeds.push(choice);
            }
        }
    }
    crew.until_silent(new)
}

impl Attractor {
    /// True where `state` joined.
    pub fn holds(&self, state: StateId) -> bool {
        self.stage[state.index()] != NEVER
    }

    /// The largest stage here.
    pub fn last(&self) -> u32 {
        self.stage.iter().copied().filter(|&stage| stage != NEVER).max().unwrap_or(0)
    }

    fn hit(&mut self, choice: u32, stage: u32, out: &mut Outbox) {
        if std::mem::replace(&mut self.settled[choice as usize], true) {
            return;
        }
        let state = self.ways.before.owner_of(choice);
        let at = state as usize;
        self.missing[at] -= 1;
        if self.stage[at] == NEVER && (!self.foe[at] || self.missing[at] == 0) {
            self.stage[at] = stage;
            self.by[at] = choice;
            self.told.push(state);
            for &(peer, place) in self.ways.borrowers.of(state) {
                out.to(peer as usize).extend(place.to_le_bytes());
            }
        }
    }
}

impl Rounds for Attractor {
    fn absorb(&mut self, arrivals: &[Vec<u8>]) {
        for (edge, bytes) in self.ways.part.edge.iter().zip(arrivals) {
            let mut reader = Reader(bytes);
            while !reader.is_empty() {
                self.told.push(edge.start + reader.u32());
            }
        }
    }

    fn work(&mut self, round: u64, out: &mut Outbox) {
        let stage = u32::try_from(round + 1).expect("fewer rounds than states");
        for choice in std::mem::take(&mut self.seeds) {
            self.hit(choice, stage, out);
        }
        // In the first round nobody has told anything, and what joins now is told in the next.
        let told = if round == 0 { Vec::new() } else { std::mem::take(&mut self.told) };
        let ways = Rc::clone(&self.ways);
        for state in told {
            for place in ways.before.range(state) {
                self.hit(ways.before.choice(place), stage, out);
            }
        }
        if !self.told.is_empty() {
            out.again();
        }
    }
}
