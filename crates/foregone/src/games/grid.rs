//! Boards of squares and players as text: rows from the top, `/` between them, one character for each square.
//!
//! Invariant: a board read has exactly the rows and columns asked for, and only the characters
//! asked for; squares are numbered row by row from the top left.

use crate::{FieldValue, PositionError};

/// The text of a board: `symbol` of each square.
pub(super) fn show(rows: usize, columns: usize, symbol: impl Fn(usize) -> char) -> String {
    let row = |row: usize| (0..columns).map(|column| symbol(row * columns + column)).collect();
    (0..rows).map(row).collect::<Vec<String>>().join("/")
}

/// The characters of a board, square by square.
pub(super) fn read(
    text: &str,
    rows: usize,
    columns: usize,
    symbols: &str,
) -> Result<Vec<char>, PositionError> {
    let squares: Vec<char> = text.chars().filter(|&c| c != '/').collect();
    let lengths: Vec<usize> = text.split('/').map(|row| row.chars().count()).collect();
    if lengths.len() != rows || lengths.iter().any(|&length| length != columns) {
        let error =
            format!("expected {rows} rows of {columns} squares with / between them, not '{text}'");
        return Err(PositionError::new(error));
    }
    match squares.iter().find(|c| !symbols.contains(**c)) {
        Some(c) => Err(PositionError::new(format!("{text}: '{c}' is none of {symbols}"))),
        None => Ok(squares),
    }
}

/// The square where each of the symmetries of a board puts `square`: the eight of a square board,
/// the four of another.
pub(super) fn symmetries(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for kind in 0..8 {
        let (down, right, turn) = (kind & 1 != 0, kind & 2 != 0, kind & 4 != 0);
        if turn && rows != columns {
            continue;
        }
        let place = |square: usize| {
            let (mut row, mut column) = (square / columns, square % columns);
            row = if down { rows - 1 - row } else { row };
            column = if right { columns - 1 - column } else { column };
            if turn { column * columns + row } else { row * columns + column }
        };
        all.push((0..rows * columns).map(place).collect());
    }
    all
}

/// `a1` for the square in the first column of the lowest row.
pub(super) fn name(square: usize, rows: usize, columns: usize) -> String {
    let column = (b'a' + (square % columns) as u8) as char;
    format!("{column}{}", rows - square / columns)
}

/// Which of two players `text` names.
pub(super) fn player(text: &str, names: [&str; 2]) -> Result<u8, PositionError> {
    let [one, other] = names;
    let found = names.iter().position(|name| name.eq_ignore_ascii_case(text));
    let error = || PositionError::new(format!("who={text}: expected {one} or {other}"));
    Ok(found.ok_or_else(error)? as u8)
}

/// A short form: what is on the table, and whose turn it is, the first player's if nothing is said;
/// `None` where `text` has named fields instead.
pub(super) fn board_and_player(
    text: &str,
    names: [&str; 2],
) -> Option<Result<[FieldValue; 2], PositionError>> {
    if text.contains('=') {
        return None;
    }
    let mut parts = text.split_whitespace();
    let board = parts.next().unwrap_or_default();
    let who = parts.next().unwrap_or(names[0]);
    Some(match parts.next() {
        Some(_) => Err(PositionError::new("expected a position and whose turn it is")),
        None => Ok([board, who].map(|text| FieldValue::Text(text.into()))),
    })
}
