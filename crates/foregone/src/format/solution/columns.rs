//! Columns in memory: one value for each state.

use std::cmp::Ordering;

use crate::session::AnyExplored;
use crate::{FieldValue, Player, StateId};

use super::schema::{self, Kind};

/// The positions of an explored game as rows of values.
pub(super) struct Rows<'a> {
    explored: &'a dyn AnyExplored,
    /// The names of the columns.
    pub names: Vec<String>,
    players: Vec<String>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(explored: &'a dyn AnyExplored) -> Self {
        let fields = explored.fields();
        let mut names: Vec<String> =
            fields.iter().map(|field| schema::field_name(&field.name)).collect();
        if names.is_empty() {
            names.push("position".into());
        }
        Self { explored, names, players: explored.players() }
    }

    /// The position's fields; the whole text in one where the game has no fields.
    pub(super) fn values(&self, state: StateId) -> Vec<FieldValue> {
        let values = self.explored.describe(state);
        if values.is_empty() { vec![FieldValue::Text(self.explored.show(state))] } else { values }
    }

    /// The name of a player, or its number where it has none.
    pub(super) fn player(&self, player: Player) -> String {
        let number = usize::from(player.0);
        self.players.get(number).cloned().unwrap_or_else(|| format!("player {number}"))
    }
}

/// All rows in the order of their values, the first field before the second.
pub(super) fn sorted(columns: &[Column], rows: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.sort_unstable_by(|&a, &b| {
        let each = columns.iter().map(|column| column.compare(a as usize, b as usize));
        each.fold(Ordering::Equal, Ordering::then).then(a.cmp(&b))
    });
    order
}

/// The values of one field, one for each state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// Whole numbers.
    Int(Vec<i64>),
    /// True or false.
    Bool(Vec<bool>),
    /// Words.
    Text(Vec<String>),
}

impl Column {
    /// An empty column for values like this one.
    pub(super) fn like(value: &FieldValue) -> Self {
        match value {
            FieldValue::Int(_) => Self::Int(Vec::new()),
            FieldValue::Bool(_) => Self::Bool(Vec::new()),
            FieldValue::Text(_) => Self::Text(Vec::new()),
        }
    }

    /// Adds a value; false where it is of another kind.
    pub(super) fn push(&mut self, value: FieldValue) -> bool {
        match (self, value) {
            (Self::Int(all), FieldValue::Int(value)) => all.push(value),
            (Self::Bool(all), FieldValue::Bool(value)) => all.push(value),
            (Self::Text(all), FieldValue::Text(value)) => all.push(value),
            _ => return false,
        }
        true
    }

    /// The value at `state`, or `None` past the end.
    pub fn get(&self, state: usize) -> Option<FieldValue> {
        match self {
            Self::Int(all) => all.get(state).copied().map(FieldValue::Int),
            Self::Bool(all) => all.get(state).copied().map(FieldValue::Bool),
            Self::Text(all) => all.get(state).cloned().map(FieldValue::Text),
        }
    }

    /// How the values of two rows compare.
    pub(super) fn compare(&self, a: usize, b: usize) -> Ordering {
        match self {
            Self::Int(all) => all[a].cmp(&all[b]),
            Self::Bool(all) => all[a].cmp(&all[b]),
            Self::Text(all) => all[a].cmp(&all[b]),
        }
    }

    /// The values of some rows, in their order.
    pub(super) fn picked(&self, rows: &[u32]) -> Self {
        fn pick<T: Clone>(all: &[T], rows: &[u32]) -> Vec<T> {
            rows.iter().map(|&row| all[row as usize].clone()).collect()
        }
        match self {
            Self::Int(all) => Self::Int(pick(all, rows)),
            Self::Bool(all) => Self::Bool(pick(all, rows)),
            Self::Text(all) => Self::Text(pick(all, rows)),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Int(_) => Kind::Int,
            Self::Bool(_) => Kind::Bool,
            Self::Text(_) => Kind::Text,
        }
    }
}
