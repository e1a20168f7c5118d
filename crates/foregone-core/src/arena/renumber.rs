//! Renumbering states: solving goes through memory in order instead of by chance.

use std::ops::Range;

use super::Arena;
use crate::StateId;

impl Arena {
    /// The same arena with its states in the given `order`: new state `i` is old `order[i]`.
    /// `order` names every state once; anything else is a bug of the caller.
    pub fn renumbered(&self, order: &[u32]) -> Self {
        assert_eq!(order.len(), self.states(), "an order names every state once");
        let place = places(order);
        // Array after array: what one step of a loop reads does not wait for the step before.
        let rows: Vec<Range<u32>> =
            order.iter().map(|&old| self.choices_of(StateId(old))).collect();
        let mut new = self.empty_copy();
        new.turn.extend(order.iter().map(|&old| self.turn[old as usize]));
        for row in &rows {
            new.law.extend_from_slice(&self.law[row.start as usize..row.end as usize]);
            new.choice_start.push(new.law.len() as u32);
        }
        for row in &rows {
            let starts = &self.branch_start[row.start as usize..=row.end as usize];
            let shift = new.branch_start[new.branch_start.len() - 1].wrapping_sub(starts[0]);
            new.branch_start.extend(starts[1..].iter().map(|end| end.wrapping_add(shift)));
        }
        for row in rows {
            new.target.extend(self.targets_of(row).iter().map(|&t| place[t as usize]));
        }
        new.over = self.over.iter().map(|&(s, payoff)| (place[s as usize], payoff)).collect();
        new.over.sort_unstable();
        new
    }

    fn empty_copy(&self) -> Self {
        let mut new = Self {
            turn: Vec::with_capacity(self.turn.len()),
            choice_start: Vec::with_capacity(self.choice_start.len()),
            branch_start: Vec::with_capacity(self.branch_start.len()),
            law: Vec::with_capacity(self.law.len()),
            target: Vec::with_capacity(self.target.len()),
            distributions: self.distributions.clone(),
            over: Vec::new(),
            payoffs: self.payoffs.clone(),
        };
        new.choice_start.push(0);
        new.branch_start.push(0);
        new
    }

    pub(super) fn shrink(&mut self) {
        self.turn.shrink_to_fit();
        self.choice_start.shrink_to_fit();
        self.branch_start.shrink_to_fit();
        self.law.shrink_to_fit();
        self.target.shrink_to_fit();
    }
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
