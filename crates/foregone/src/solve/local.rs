//! One component as the methods see it: consecutive states, their choices, and the rest of the
//! arena as exits whose bounds are known.

use std::ops::Range;

use crate::arena::Choice;
use crate::{Arena, ChoiceId, Number, Objective, StateId};

/// States `first..end` of an arena in solving order. A *node* is a state less `first`.
#[derive(Clone, Copy)]
pub(super) struct Local<'a> {
    pub arena: &'a Arena,
    pub objective: &'a Objective,
    pub first: u32,
    pub end: u32,
}

impl<'a> Local<'a> {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        (self.end - self.first) as usize
    }

    /// Its states.
    pub fn states(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }

    pub fn state(&self, node: usize) -> StateId {
        StateId(self.first + node as u32)
    }

    /// The node of a state, or `None` for an exit.
    #[inline]
    pub fn node(&self, state: u32) -> Option<usize> {
        (self.first..self.end).contains(&state).then(|| (state - self.first) as usize)
    }

    #[inline]
    pub fn choices(&self, node: usize) -> Range<u32> {
        self.arena.choices_of(self.state(node))
    }

    #[inline]
    pub fn choice(&self, choice: u32) -> Choice<'a> {
        self.arena.choice(ChoiceId(choice))
    }

    #[inline]
    pub fn targets(&self, choice: u32) -> &'a [u32] {
        self.arena.targets(ChoiceId(choice))
    }

    /// The mean under a choice, rounded down or `up`: an open node has one of the `values`, whatever
    /// else it leads to what the `edge` says, which has an entry for each state.
    pub fn mean<N: Number>(
        &self,
        choice: u32,
        open: &[bool],
        (values, edge): (&[N], &[N]),
        up: bool,
    ) -> N {
        let choice = self.choice(choice);
        let all = choice.targets.iter().map(|&t| match self.node(t) {
            Some(node) if open[node] => &values[node],
            _ => &edge[t as usize],
        });
        match up {
            true => N::mean_up(choice.distribution, all),
            false => N::mean_down(choice.distribution, all),
        }
    }

    #[inline]
    pub fn is_max(&self, node: usize) -> bool {
        self.objective.is_max(self.arena, self.state(node))
    }

    /// All choices of the component.
    pub fn all_choices(&self) -> Range<u32> {
        self.choices(0).start..self.choices(self.len() - 1).end
    }

    /// What all branches of the component lead to, with repetitions.
    pub fn all_targets(&self) -> &'a [u32] {
        self.arena.targets_of(self.all_choices())
    }
}
