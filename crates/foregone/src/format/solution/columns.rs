//! Columns in memory: one value for each state.

use std::cmp::Ordering;

use crate::session::AnyExplored;
use crate::{Arena, Field, FieldValue, Player, StateId};

use super::schema::{self, Kind};
use super::sheet::Sheet;

/// Positions by number, as their game shows them.
pub trait Positions {
    /// See [`AnyExplored::players`].
    fn players(&self) -> Vec<String>;

    /// See [`AnyExplored::fields`].
    fn fields(&self) -> Vec<Field>;

    /// See [`AnyExplored::describe`].
    fn describe(&self, state: StateId) -> Vec<FieldValue>;

    /// See [`AnyExplored::show`].
    fn show(&self, state: StateId) -> String;

    /// See [`AnyExplored::move_name`].
    fn move_name(&self, state: StateId, choice: usize) -> String;
}

impl Positions for &dyn AnyExplored {
    fn players(&self) -> Vec<String> {
        AnyExplored::players(*self)
    }

    fn fields(&self) -> Vec<Field> {
        AnyExplored::fields(*self)
    }

    fn describe(&self, state: StateId) -> Vec<FieldValue> {
        AnyExplored::describe(*self, state)
    }

    fn show(&self, state: StateId) -> String {
        AnyExplored::show(*self, state)
    }

    fn move_name(&self, state: StateId, choice: usize) -> String {
        AnyExplored::move_name(*self, state, choice)
    }
}

/// What is written down: the first states of an arena, with their answers.
pub(super) struct Table<'a> {
    /// How many.
    pub states: usize,
    pub rows: Rows<'a>,
    pub arena: &'a Arena,
    pub sheet: Sheet<'a>,
}

impl<'a> Table<'a> {
    /// All of an explored game whose arena is `arena`.
    pub(super) fn of(
        explored: &'a &'a dyn AnyExplored,
        arena: &'a Arena,
        sheet: Sheet<'a>,
    ) -> Self {
        Self { states: arena.states(), rows: Rows::new(explored), arena, sheet }
    }
}

/// Positions as rows of values.
pub(super) struct Rows<'a> {
    positions: &'a dyn Positions,
    /// The names of the columns.
    pub names: Vec<String>,
    players: Vec<String>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(positions: &'a dyn Positions) -> Self {
        let fields = positions.fields();
        let mut names: Vec<String> =
            fields.iter().map(|field| schema::field_name(&field.name)).collect();
        if names.is_empty() {
            names.push("position".into());
        }
        Self { positions, names, players: positions.players() }
    }

    /// The position's fields; the whole text in one where the game has no fields.
    pub(super) fn values(&self, state: StateId) -> Vec<FieldValue> {
        let values = self.positions.describe(state);
        if values.is_empty() { vec![FieldValue::Text(self.positions.show(state))] } else { values }
    }

    /// The name of a choice.
    pub(super) fn move_name(&self, state: StateId, choice: u32) -> String {
        self.positions.move_name(state, choice as usize)
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

    /// Adds the values of another column; false where they are of another kind.
    pub(super) fn append(&mut self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(all), Self::Int(more)) => all.extend(more),
            (Self::Bool(all), Self::Bool(more)) => all.extend(more),
            (Self::Text(all), Self::Text(more)) => all.extend(more),
            _ => return false,
        }
        true
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
