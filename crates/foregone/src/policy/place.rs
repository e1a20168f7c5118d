//! A position as a policy sees it.

use std::cell::OnceCell;

use crate::session::AnyExplored;
use crate::{FieldValue, StateId};

/// A position where a player is to move.
pub(super) struct Place<'a> {
    explored: &'a dyn AnyExplored,
    state: StateId,
    values: OnceCell<Vec<FieldValue>>,
    names: OnceCell<Vec<String>>,
}

impl<'a> Place<'a> {
    pub(super) fn new(explored: &'a dyn AnyExplored, state: StateId) -> Self {
        Self { explored, state, values: OnceCell::new(), names: OnceCell::new() }
    }

    /// How many moves there are.
    pub(super) fn moves(&self) -> usize {
        self.explored.arena().choices_of(self.state).len()
    }

    /// The names of the moves, in the game's order.
    pub(super) fn names(&self) -> &[String] {
        let name = |at| self.explored.move_name(self.state, at);
        self.names.get_or_init(|| (0..self.moves()).map(name).collect())
    }

    /// The values of the fields, in the game's order; the whole position where it has none.
    pub(super) fn values(&self) -> &[FieldValue] {
        self.values.get_or_init(|| match self.explored.describe(self.state) {
            values if values.is_empty() => vec![FieldValue::Text(self.show())],
            values => values,
        })
    }

    /// The position as the game writes it.
    pub(super) fn show(&self) -> String {
        self.explored.show(self.state)
    }
}
