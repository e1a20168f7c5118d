//! Tables: rows of fields and a move.
//!
//! The first row that fits a position counts. Rows without ranges are found by hash, so that a
//! table may list millions of positions; those with ranges are tried in order.

use csv::StringRecord;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::moves::{self, Found};
use super::place::Place;
use super::{Names, Play, PolicyError};
use crate::FieldValue;

/// The column of moves.
const MOVE: &str = "move";
/// Between the values of a key.
const GAP: char = '\u{1f}';

/// Rows of fields and a move.
#[derive(Clone, Debug)]
pub(super) struct Table {
    name: String,
    /// For each column but that of the moves, which field it is.
    fields: Vec<usize>,
    rows: Vec<Row>,
    /// For the values of a row without ranges, the first such row.
    exact: HashMap<String, u32, FixedState>,
    /// The rows with ranges, in order.
    wide: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Row {
    line: u64,
    /// Empty where the row has no ranges: then its key says it all.
    cells: Vec<Cell>,
    moves: String,
}

#[derive(Clone, Debug)]
enum Cell {
    Any,
    /// Any of these values or ranges, both ends included, and how they were written.
    Among(Vec<(i64, i64)>, String),
    Word(String),
}

impl Table {
    /// Reads a table of a game with these fields.
    pub(super) fn read(name: &str, text: &str, names: &Names) -> Result<Self, PolicyError> {
        let wrong = |line, why: String| PolicyError::Table { name: name.into(), line, why };
        let mut reader =
            csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let heads = reader.headers().map_err(|error| wrong(1, error.to_string()))?.clone();
        let (moves, fields) = columns(&heads, names).map_err(|why| wrong(1, why))?;
        let mut table = Self {
            name: name.into(),
            fields,
            rows: Vec::new(),
            exact: HashMap::with_hasher(FixedState::default()),
            wide: Vec::new(),
        };
        for record in reader.records() {
            let record = record.map_err(|error| {
                let line = error.position().map_or(0, csv::Position::line);
                wrong(line, unequal(&error))
            })?;
            let line = record.position().map_or(0, csv::Position::line);
            table.add(&record, moves, line).map_err(|why| wrong(line, why))?;
        }
        Ok(table)
    }

    fn add(&mut self, record: &StringRecord, moves: usize, line: u64) -> Result<(), String> {
        let others = record.iter().enumerate().filter(|(at, _)| *at != moves);
        let cells: Vec<Cell> = others.map(|(_, text)| Cell::read(text)).collect();
        let row = self.rows.len() as u32;
        let name = record.get(moves).unwrap_or_default().to_owned();
        if name.is_empty() {
            return Err("the move is missing".into());
        }
        let key: Option<Vec<&str>> = cells.iter().map(Cell::single).collect();
        let cells = match key {
            Some(key) => {
                self.exact.entry(key.join(&GAP.to_string())).or_insert(row);
                Vec::new()
            }
            None => {
                self.wide.push(row);
                cells
            }
        };
        self.rows.push(Row { line, cells, moves: name });
        Ok(())
    }

    /// What is done at `place`.
    pub(super) fn at(&self, place: &Place<'_>) -> Result<Play, PolicyError> {
        let position =
            |why| PolicyError::Position { name: self.name.clone(), position: place.show(), why };
        let row = self.find(place)?.ok_or_else(|| {
            let help = "add a row for it, or a last one with * in every column";
            position(format!("no row of the table fits; {help}"))
        })?;
        match moves::find(place, &row.moves, false) {
            Found::Play(play) => Ok(play),
            Found::Several => Err(position(moves::ambiguous(place, &row.moves))),
            Found::None => {
                let (line, name) = (row.line, &row.moves);
                let names = moves::list(place.names().iter().map(String::as_str));
                let why = format!("line {line} says '{name}', but the moves there are {names}");
                Err(position(why))
            }
        }
    }

    /// The first row that fits.
    fn find(&self, place: &Place<'_>) -> Result<Option<&Row>, PolicyError> {
        let values = place.values();
        let mine: Vec<&FieldValue> =
            self.fields.iter().filter_map(|&field| values.get(field)).collect();
        let key: Vec<String> = mine.iter().map(ToString::to_string).collect();
        let exact = self.exact.get(&key.join(&GAP.to_string())).copied();
        for &at in self.wide.iter().take_while(|&&at| exact.is_none_or(|exact| at < exact)) {
            let row = &self.rows[at as usize];
            let mut fits = true;
            for (cell, value) in row.cells.iter().zip(&mine) {
                fits &= cell.fits(value).map_err(|why| PolicyError::Table {
                    name: self.name.clone(),
                    line: row.line,
                    why,
                })?;
            }
            if fits {
                return Ok(Some(row));
            }
        }
        Ok(exact.map(|at| &self.rows[at as usize]))
    }
}

/// Where the moves stand, and which field each other column is.
fn columns(heads: &StringRecord, names: &Names) -> Result<(usize, Vec<usize>), String> {
    let known = || {
        let fields = names.fields.iter().map(|field| field.name.as_str());
        fields.chain([MOVE]).collect::<Vec<_>>().join(", ")
    };
    let moves = heads.iter().position(|head| head == MOVE);
    let moves = moves.ok_or_else(|| format!("no column '{MOVE}'; columns: {}", known()))?;
    let mut fields = Vec::new();
    for (_, head) in heads.iter().enumerate().filter(|(at, _)| *at != moves) {
        let field = names.fields.iter().position(|field| field.name == head);
        let field = match (field, head) {
            (Some(field), _) => field,
            (None, "position") if names.fields.is_empty() => 0,
            _ => return Err(format!("no field '{head}'; columns: {}", known())),
        };
        if fields.contains(&field) {
            return Err(format!("column '{head}' occurs twice"));
        }
        fields.push(field);
    }
    Ok((moves, fields))
}

fn unequal(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} cells, but the first line has {expected_len}")
        }
        _ => error.to_string(),
    }
}

impl Cell {
    fn read(text: &str) -> Self {
        match text {
            "" | "*" => Self::Any,
            _ => match text.split('|').map(range).collect::<Option<_>>() {
                Some(ranges) => Self::Among(ranges, text.into()),
                None => Self::Word(text.into()),
            },
        }
    }

    /// The only value that fits, as text.
    fn single(&self) -> Option<&str> {
        match self {
            Self::Among(ranges, text) if !text.contains(['|', '.', '+']) => {
                (ranges.len() == 1).then_some(text)
            }
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    fn fits(&self, value: &FieldValue) -> Result<bool, String> {
        match (self, value) {
            (Self::Any, _) => Ok(true),
            (Self::Among(ranges, _), FieldValue::Int(value)) => {
                Ok(ranges.iter().any(|(low, high)| low <= value && value <= high))
            }
            (Self::Among(_, text) | Self::Word(text), FieldValue::Text(value)) => Ok(text == value),
            (Self::Word(text), FieldValue::Bool(value)) if ["true", "false"].contains(&&**text) => {
                Ok(*text == value.to_string())
            }
            (Self::Word(text), FieldValue::Int(_)) => {
                Err(format!("'{text}' is no number; write one, or 3..7, 1|4|9, *"))
            }
            (Self::Among(_, text) | Self::Word(text), FieldValue::Bool(_)) => {
                Err(format!("'{text}' is neither true nor false; write one of these, or *"))
            }
        }
    }
}

/// `7`, `3..7`, `3..` or `..7`.
fn range(text: &str) -> Option<(i64, i64)> {
    let text = text.trim();
    let Some((low, high)) = text.split_once("..") else {
        return text.parse().ok().map(|number| (number, number));
    };
    let end = |text: &str, open: i64| match text.trim() {
        "" => Some(open),
        text => text.parse().ok(),
    };
    Some((end(low, i64::MIN)?, end(high, i64::MAX)?))
}
