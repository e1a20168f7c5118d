//! Renumbering states: solving goes through memory in order instead of by chance.

use super::Arena;
use crate::StateId;

impl Arena {
    /// The same arena with its states in the given `order`: new state `i` is old `order[i]`.
    /// `order` names every state once; anything else is a bug of the caller.
    pub fn renumbered(&self, order: &[u32]) -> Self {
        assert_eq!(order.len(), self.states(), "an order names every state once");
        let place = places(order);
        let mut new = self.empty_copy();
        for &old in order {
            self.copy_state(StateId(old), &place, &mut new);
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

    fn copy_state(&self, state: StateId, place: &[u32], new: &mut Self) {
        new.turn.push(self.turn[state.index()]);
        let choices = self.choices_of(state);
        let shift = new.target.len() as u32;
        let first = self.branch_start[choices.start as usize];
        let (from, to) = (choices.start as usize, choices.end as usize);
        new.law.extend_from_slice(&self.law[from..to]);
        new.branch_start
            .extend(self.branch_start[from + 1..=to].iter().map(|&end| end - first + shift));
        new.target.extend(self.successors(state).iter().map(|&t| place[t as usize]));
        new.choice_start.push(new.law.len() as u32);
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
