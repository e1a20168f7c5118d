//! Sweeps over the open states of a zone: every worker goes over its own, sends what has moved, and
//! goes on with what has arrived, until nothing moves any more by more than was allowed.
//!
//! *Rising*: lower bounds from below, rounded down; Max switches a choice on strict improvement
//! alone, so that its strategy does not go round for ever. *Raising*: an upper bound that fails its
//! inequality is moved up to it. *Sinking*: upper bounds that hold are moved down to what their
//! inequalities allow, rounded up; Min takes a better choice on strict improvement.
//!
//! Invariant: what others have of a state was its bound before, so it is at most the bound while
//! rising and at least while sinking; by monotony every inequality that held with the older value
//! holds with the newer one. (Asynchronous iteration: Bertsekas 1982.)

use std::ops::Range;
use std::rc::Rc;

use foregone::{ChoiceId, StateId};

use crate::attract::Ways;
use crate::numbers::Digits;
use crate::packet::Reader;
use crate::part::Part;
use crate::rounds::{Outbox, Rounds};

/// What a sweep does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Rising,
    Raising,
    Sinking,
}

/// Bounds of one side while they move.
pub(crate) struct Sweeps<N> {
    pub ways: Rc<Ways>,
    pub way: Way,
    pub own: Range<u32>,
    pub open: Rc<Vec<bool>>,
    /// For each state, edge included.
    pub values: Vec<N>,
    pub strategy: Vec<u32>,
    /// Moves smaller than this need not be told.
    pub still: f64,
    /// What the borrowers have of each own state.
    pub sent: Vec<N>,
    /// Sweeps that may still be made.
    pub left: u64,
    /// Something has arrived, or the last sweep moved something.
    pub active: bool,
}

/// Sweeps between two exchanges.
const AT_ONCE: usize = 3;

impl<N: Digits> Sweeps<N> {
    fn part(&self) -> &Part {
        &self.ways.part
    }

    fn mean(&self, choice: u32) -> N {
        let choice = self.part().arena.choice(ChoiceId(choice));
        let values = choice.targets.iter().map(|&to| &self.values[to as usize]);
        match self.way {
            Way::Rising => N::mean_down(choice.distribution, values),
            Way::Raising | Way::Sinking => N::mean_up(choice.distribution, values),
        }
    }

    /// What the inequalities allow at `state`, and the choice that its owner takes for it.
    fn allowed(&self, state: StateId) -> (N, u32) {
        let arena = &self.part().arena;
        let is_max = self.part().objective.is_max(arena, state);
        let choices = arena.choices_of(state);
        let first = choices.start;
        let kept = self.strategy[state.index()];
        // The owner's own bound needs the chosen choice; in raising Min's choice is fixed.
        let mut best = (self.mean(first + kept), kept);
        if self.way == Way::Raising && !is_max {
            return best;
        }
        for choice in choices {
            let worth = self.mean(choice);
            let better = if is_max { worth > best.0 } else { worth < best.0 };
            if better {
                best = (worth, choice - first);
            }
        }
        best
    }

    /// One sweep; by how much the most moved state moved.
    fn sweep(&mut self) -> f64 {
        let mut moved: f64 = 0.0;
        for state in self.own.clone() {
            let at = state as usize;
            if !self.open[at] {
                continue;
            }
            let (value, choice) = self.allowed(StateId(state));
            let is_max = self.part().objective.is_max(&self.part().arena, StateId(state));
            let (by, switches) = match self.way {
                Way::Rising => (value.gap(&self.values[at]), is_max),
                Way::Raising => (value.gap(&self.values[at]), false),
                Way::Sinking => (self.values[at].gap(&value), !is_max),
            };
            if by > 0.0 {
                self.values[at] = value;
                if switches {
                    self.strategy[at] = choice;
                }
                moved = moved.max(by);
            }
        }
        moved
    }

    fn tell(&mut self, out: &mut Outbox) {
        for state in self.own.clone() {
            let at = state as usize;
            let value = &self.values[at];
            let borrowers = self.ways.borrowers.of(state);
            if borrowers.is_empty() || !self.open[at] {
                continue;
            }
            let moved = value.gap(&self.sent[at]).max(self.sent[at].gap(value));
            if moved <= self.still {
                continue;
            }
            for &(peer, place) in borrowers {
                let out = out.to(peer as usize);
                out.extend(place.to_le_bytes());
                value.put(out);
            }
            self.sent[at] = value.clone();
        }
    }
}

impl<N: Digits> Rounds for Sweeps<N> {
    fn absorb(&mut self, arrivals: &[Vec<u8>]) {
        for (edge, bytes) in self.ways.part.edge.iter().zip(arrivals) {
            let mut reader = Reader(bytes);
            while !reader.is_empty() {
                let at = edge.start + reader.u32();
                self.values[at as usize] = N::get(&mut reader);
                self.active = true;
            }
        }
    }

    fn work(&mut self, _: u64, out: &mut Outbox) {
        if !std::mem::take(&mut self.active) || self.left == 0 {
            return;
        }
        let mut moved = 0.0;
        for _ in 0..AT_ONCE {
            self.left = self.left.saturating_sub(1);
            moved = self.sweep();
            if moved <= self.still {
                break;
            }
        }
        self.tell(out);
        if moved > self.still {
            self.active = true;
            out.again();
        }
    }
}
