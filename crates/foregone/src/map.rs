//! Maps of a solved game: two fields across and up, a number or a move in every cell.
//!
//! `atlas` reads every position's fields once, `plan` turns what is asked into numbers of fields,
//! `presets` has the pictures that belong to games, `legend` says what colours mean.
//! Invariant: a cell's number or move is that of the one position its fields name, taken from
//! bounds and strategies that the judge accepted; a cell without such a position is empty.

use crate::FieldValue;

mod atlas;
mod colour;
mod legend;
mod plan;
mod presets;

pub use atlas::{Atlas, Axis};
pub use colour::{Colour, Scale};
pub use legend::{Legend, Swatch};
pub use plan::{Plan, Request, Show};
pub use presets::{PRESETS, Preset};

/// What two fields make of the others.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// The fields that are the same in every cell.
    pub fixed: Vec<(String, FieldValue)>,
    /// Row after row, `x` first.
    pub cells: Cells,
    /// What values count; `None` for chances.
    pub unit: Option<&'static str>,
}

/// What is in the cells; `None` where there is no such position.
#[derive(Clone, PartialEq, Debug)]
pub enum Cells {
    /// Bounds of the value, rounded outward.
    Values(Vec<Option<(f64, f64)>>),
    /// The best move, as a place in the list of names.
    Moves {
        /// All names, in the order in which they are met.
        names: Vec<String>,
        /// For each cell one of them.
        cells: Vec<Option<u32>>,
    },
    /// Where, along a further field, a move becomes the best.
    Firsts {
        /// The move.
        name: String,
        /// The field.
        along: Axis,
        /// For each cell the place of the smallest such value; `Some(None)` where it never is.
        cells: Vec<Option<Option<u32>>>,
    },
}

/// Why there is no such map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MapError {
    /// The game's positions have no fields.
    #[error("this game's positions have no fields that could be the sides of a map")]
    NoFields,
    /// A field with too many values.
    #[error("field '{0}' has more than {1} different values, too many for a map")]
    Many(String, usize),
    /// Too many positions.
    #[error("{0} positions are too many for a map")]
    Large(usize),
    /// No field of this name.
    #[error("no field '{name}'; fields: {known}")]
    Field {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Fewer than two fields with more than one value.
    #[error("a map needs two fields with several values each, and there are not two")]
    Flat,
    /// A field that is used twice.
    #[error("field '{0}' is used twice; each field is a side of the map, fixed, or run along")]
    Twice(String),
    /// Not of the form `name=value`.
    #[error("'{0}' is not of the form field=value")]
    Form(String),
    /// A value that the field never has.
    #[error("field '{name}' is never {value}; it takes {takes}")]
    Value {
        /// The field.
        name: String,
        /// What was asked for.
        value: String,
        /// What there is.
        takes: String,
    },
    /// No move of this name.
    #[error("no move is called '{name}'; moves: {known}")]
    Move {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// No position has these fields.
    #[error("no position has {0}")]
    Empty(String),
}

impl Map {
    /// The place of a cell in the row after row.
    pub fn place(&self, x: usize, y: usize) -> usize {
        y * self.x.values.len() + x
    }

    /// True where there is a position.
    pub fn is_there(&self, place: usize) -> bool {
        match &self.cells {
            Cells::Values(cells) => cells[place].is_some(),
            Cells::Moves { cells, .. } => cells[place].is_some(),
            Cells::Firsts { cells, .. } => cells[place].is_some(),
        }
    }

    /// The fields of a cell, the fixed ones last; what the map runs along is left out.
    pub fn fields(&self, x: usize, y: usize) -> Vec<(String, FieldValue)> {
        let sides = [(&self.x, x), (&self.y, y)];
        let sides = sides.map(|(axis, at)| (axis.name.clone(), axis.values[at].clone()));
        sides.into_iter().chain(self.fixed.iter().cloned()).collect()
    }
}
