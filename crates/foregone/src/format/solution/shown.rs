//! The columns that are there for readers alone: they follow from the solution.
//!
//! Invariant: what a file says in them is what its judged solution gives, value by value; so
//! nobody is told by a file what the judge has not accepted.

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};

use super::columns::Table;
use super::reading::File;
use super::schema::{self, BEST, ENDS, Kind, LOWER, RANK, TURN, UPPER};
use super::sheet::Sheet;
use super::{ReadError, RebuildError, Subject};
use crate::session::AnyExplored;
use crate::{NO_CHOICE, StateId};

/// Some rows of these columns.
pub(super) struct Shown {
    pub turn: Vec<Option<String>>,
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    pub best: Vec<Option<String>>,
    pub rank: Vec<i32>,
    pub ends: Vec<bool>,
}

impl Shown {
    /// As they follow from a solution, for some states.
    pub(super) fn of(table: &Table<'_>, states: &[u32]) -> Self {
        let ids = || states.iter().map(|&state| StateId(state));
        let sheet = &table.sheet;
        let (lower, upper) = ids().map(|state| sheet.doubles(state)).unzip();
        let rank = |state: StateId| match sheet.bounds.grades(state) {
            Some((lower, _)) => Some(lower.distance().unwrap_or(0)),
            None => sheet.ranks[0].get(state.index()).copied(),
        };
        Self {
            turn: ids().map(|state| Some(turn(table, state))).collect(),
            lower,
            upper,
            best: ids().map(|state| best_move(table, state)).collect(),
            rank: ids().filter_map(rank).map(u32::cast_signed).collect(),
            ends: ids().filter_map(|state| sheet.ends.get(state.index()).copied()).collect(),
        }
    }

    /// As a group of rows has them.
    fn read(file: &File, group: usize, subject: Subject) -> Result<Self, ReadError> {
        let has = |name: &str| schema::evidence(subject).iter().any(|(column, _)| *column == name);
        let rank = has(RANK).then(|| numbers::<Int32Type>(file, group, RANK, Kind::Index));
        let ends = has(ENDS).then(|| numbers::<BoolType>(file, group, ENDS, Kind::Bool));
        Ok(Self {
            turn: texts(file, group, TURN)?,
            lower: numbers::<DoubleType>(file, group, LOWER, Kind::Double)?,
            upper: numbers::<DoubleType>(file, group, UPPER, Kind::Double)?,
            best: texts(file, group, BEST)?,
            rank: rank.transpose()?.unwrap_or_default(),
            ends: ends.transpose()?.unwrap_or_default(),
        })
    }

    /// The first column that differs, where, and both values.
    fn difference(&self, right: &Self) -> Option<(&'static str, usize, [String; 2])> {
        let text = |text: &Option<String>| match text {
            Some(text) => format!("'{text}'"),
            None => "nothing".into(),
        };
        first(TURN, &self.turn, &right.turn, text)
            .or_else(|| first(LOWER, &self.lower, &right.lower, f64::to_string))
            .or_else(|| first(UPPER, &self.upper, &right.upper, f64::to_string))
            .or_else(|| first(BEST, &self.best, &right.best, text))
            .or_else(|| first(RANK, &self.rank, &right.rank, i32::to_string))
            .or_else(|| first(ENDS, &self.ends, &right.ends, bool::to_string))
    }
}

/// The best moves of all rows.
pub(super) fn best_moves(file: &File) -> Result<Vec<Option<String>>, ReadError> {
    let groups = (0..file.groups()).map(|group| texts(file, group, BEST));
    Ok(groups.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Compares the columns of files with those that follow from their judged solution.
pub(super) fn check(
    files: &[File],
    explored: &dyn AnyExplored,
    sheet: Sheet<'_>,
) -> Result<(), RebuildError> {
    let (arena, subject) = (explored.arena(), sheet.subject);
    let table = Table::of(&explored, &arena, sheet);
    let states: Vec<u32> = (0..arena.states() as u32).collect();
    let mut begin = 0;
    for (file, group) in files.iter().flat_map(|file| (0..file.groups()).map(move |at| (file, at)))
    {
        let saved = Shown::read(file, group, subject)?;
        let end = states.len().min(begin + saved.lower.len());
        let right = Shown::of(&table, &states[begin..end]);
        if let Some((column, at, [saved, judged])) = saved.difference(&right) {
            let row = begin + at;
            let position = explored.show(StateId(row as u32));
            return Err(RebuildError::Column { column, row, position, saved, judged });
        }
        begin = end;
    }
    Ok(())
}

fn first<T: PartialEq>(
    column: &'static str,
    saved: &[T],
    right: &[T],
    show: impl Fn(&T) -> String,
) -> Option<(&'static str, usize, [String; 2])> {
    let at = saved.iter().zip(right).position(|(saved, right)| saved != right)?;
    Some((column, at, [show(&saved[at]), show(&right[at])]))
}

fn turn(table: &Table<'_>, state: StateId) -> String {
    match table.arena.player(state) {
        Some(player) => table.rows.player(player),
        None if table.arena.is_unexplored(state) => "unexplored".into(),
        None => "over".into(),
    }
}

fn best_move(table: &Table<'_>, state: StateId) -> Option<String> {
    let choice = table.sheet.strategy[state.index()];
    (choice != NO_CHOICE).then(|| table.rows.move_name(state, choice))
}

fn numbers<T: DataType>(
    file: &File,
    group: usize,
    name: &str,
    kind: Kind,
) -> Result<Vec<T::T>, ReadError> {
    Ok(column::<T>(file, group, name, kind)?.0)
}

fn texts(file: &File, group: usize, name: &str) -> Result<Vec<Option<String>>, ReadError> {
    let (values, levels) = column::<ByteArrayType>(file, group, name, Kind::Text)?;
    let text = |bytes: &ByteArray| Ok(bytes.as_utf8()?.to_owned());
    let mut texts = values.iter().map(text);
    // A column without gaps has no levels.
    if levels.is_empty() {
        return texts.map(|text| text.map(Some)).collect();
    }
    levels
        .iter()
        .map(|&level| if level == 0 { Ok(None) } else { texts.next().transpose() })
        .collect()
}

fn column<T: DataType>(
    file: &File,
    group: usize,
    name: &str,
    kind: Kind,
) -> Result<(Vec<T::T>, Vec<i16>), ReadError> {
    let at = file.columns().iter().position(|column| column == name).unwrap_or(0);
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    file.group::<T>(group, at, kind, &mut values, &mut levels)?;
    Ok((values, levels))
}
