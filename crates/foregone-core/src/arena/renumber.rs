//! Renumbering states: solving goes through memory in order instead of by chance.
//!
//! Array after array, each old one given up before the next: a large arena is never held twice.

use std::ops::Range;

use super::Arena;
use crate::StateId;

impl Arena {
    /// The same arena with its states in the given `order`: new state `i` is old `order[i]`.
    /// `order` names every state once; anything else is a bug of the caller.
    pub fn renumbered(&self, order: &[u32]) -> Self {
        self.clone().into_renumbered(order)
    }

    /// As [`renumbered`](Self::renumbered), without a copy of the whole.
    pub fn into_renumbered(mut self, order: &[u32]) -> Self {
        assert_eq!(order.len(), self.states(), "an order names every state once");
        if self.laws.are_certain() && is_reverse(order) {
            self.reverse();
            return self;
        }
        let place = places(order);
        // What one step of a loop reads does not wait for the step before.
        let rows: Vec<Range<u32>> =
            order.iter().map(|&old| self.choices_of(StateId(old))).collect();
        let mut target = Vec::with_capacity(self.target.len());
        for row in &rows {
            let targets = self.targets_of(row.clone()).iter();
            target.extend(targets.map(|&t| place[t as usize]));
        }
        self.target = target;
        self.laws = self.laws.in_order(&rows);
        let mut end = 0;
        self.choice_start.clear();
        self.choice_start.push(end);
        self.choice_start.extend(rows.iter().map(|row| {
            end += row.len() as u32;
            end
        }));
        self.turn = order.iter().map(|&old| self.turn[old as usize]).collect();
        self.over.iter_mut().for_each(|(state, _)| *state = place[*state as usize]);
        self.over.sort_unstable();
        self
    }

    /// States in the opposite order, in place; every choice is certain.
    fn reverse(&mut self) {
        let (last, choices) = (self.turn.len().wrapping_sub(1) as u32, self.target.len() as u32);
        self.turn.reverse();
        self.target.reverse();
        self.target.iter_mut().for_each(|target| *target = last - *target);
        self.choice_start.reverse();
        self.choice_start.iter_mut().for_each(|start| *start = choices - *start);
        for pair in self.choice_start.windows(2) {
            self.target[pair[0] as usize..pair[1] as usize].reverse();
        }
        self.over.reverse();
        self.over.iter_mut().for_each(|(state, _)| *state = last - *state);
    }
}

/// True for the last state first, the first one last.
pub(crate) fn is_reverse(order: &[u32]) -> bool {
    order.iter().rev().enumerate().all(|(place, &state)| place as u32 == state)
}

/// The inverse of an order: where each old state now is.
pub(crate) fn places(order: &[u32]) -> Vec<u32> {
    let mut place = vec![u32::MAX; order.len()];
    for (new, &old) in order.iter().enumerate() {
        assert_eq!(place[old as usize], u32::MAX, "an order names every state once");
        place[old as usize] = new as u32;
    }
    place
}
