//! Predecessors within a part: for each state, edge included, the choices that lead to it.

use std::ops::Range;

use crate::part::Part;

/// Choices by the states they lead to.
pub(crate) struct Reverse {
    start: Vec<u32>,
    /// Choices of the arena.
    choices: Vec<u32>,
    /// For each choice of the arena its state.
    state_of: Vec<u32>,
}

impl Reverse {
    pub fn of(part: &Part) -> Self {
        let arena = &part.arena;
        let mut start = vec![0_u32; arena.states() + 1];
        let mut state_of = vec![0; arena.choices()];
        for state in part.own() {
            arena.successors(state).iter().for_each(|&to| start[to as usize + 1] += 1);
            arena.choices_of(state).for_each(|choice| state_of[choice as usize] = state.0);
        }
        for at in 1..start.len() {
            start[at] += start[at - 1];
        }
        let mut next = start.clone();
        let mut choices = vec![0; arena.branches()];
        for choice in 0..arena.choices() as u32 {
            for &to in arena.targets(foregone::ChoiceId(choice)) {
                choices[next[to as usize] as usize] = choice;
                next[to as usize] += 1;
            }
        }
        Self { start, choices, state_of }
    }

    /// The places at which the choices that lead to `state` are.
    pub fn range(&self, state: u32) -> Range<u32> {
        self.start[state as usize]..self.start[state as usize + 1]
    }

    /// The choice at a place.
    pub fn choice(&self, place: u32) -> u32 {
        self.choices[place as usize]
    }

    /// The state whose choice is at a place.
    pub fn state(&self, place: u32) -> u32 {
        self.owner_of(self.choice(place))
    }

    /// The state to which a choice belongs.
    pub fn owner_of(&self, choice: u32) -> u32 {
        self.state_of[choice as usize]
    }
}
