//! Cram and domineering: two players put dominoes on a board.
//!
//! Invariant: a position is the set of covered squares and whose turn it is.

use std::sync::Arc;

use regions::Board;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, grid};
use crate::game::{player, won};
use crate::{Choices, Field, FieldValue, Game, Objective, PositionError, Turn};

mod regions;

/// Domineering: one player upright, the other across.
pub const DOMINEERING: GameRow = GameRow {
    name: "domineering",
    summary: "V puts dominoes upright, H across; who cannot loses",
    rules: RULES,
    parameters: &[ROWS, COLUMNS],
    examples: &[
        Example { at: "..../..../..../....", meaning: "the start, V to move" },
        Example { at: "#.../#.../..../.... H", meaning: "H is to move" },
        Example { at: "board=##../..../..../....,who=V", meaning: "by named fields" },
    ],
    beside: |values| vec![format!("{} H", empty(values))],
    make: |values| Ok(Arc::new(Dominoes::new(values, false)?)),
};

/// Cram: both players as they like.
pub const CRAM: GameRow = GameRow {
    name: "cram",
    summary: "both players put dominoes upright or across; who cannot loses",
    parameters: &[
        ROWS,
        COLUMNS,
        Parameter::new("misere", "false", Kind::Bool, "whether who cannot move wins"),
    ],
    examples: &[
        Example { at: "..../..../..../....", meaning: "the start" },
        Example { at: "#.../#.../..../.... second", meaning: "the second player is to move" },
        Example { at: "board=##../..../..../....,who=first", meaning: "by named fields" },
    ],
    beside: |_| Vec::new(),
    make: |values| Ok(Arc::new(Dominoes::new(values, true)?)),
    ..DOMINEERING
};

const RULES: &str = "\
Two players take turns to put a domino onto two free squares, side by side, of a board of rows by \
cols squares, at most 64. In domineering V puts dominoes upright and H across, and V begins; in cram \
both put them as they like. Whoever is to move and cannot loses; in cram with misere=true wins. A position is written as its rows from the \
top with / between them, # for a covered square and a dot for a free one, and whose turn it is, the \
beginner's if nothing is said: '#.../#.../..../.... H'. A move is named by its upper or left square.";

const ROWS: Parameter = Parameter::new("rows", "4", Kind::Int(1, 26), "rows of the board");
const COLUMNS: Parameter = Parameter::new("cols", "4", Kind::Int(1, 26), "columns of the board");

/// The rules.
#[derive(Clone, Debug)]
pub struct Dominoes {
    rows: usize,
    columns: usize,
    board: Board,
    cram: bool,
    misere: bool,
    symmetries: Vec<Vec<usize>>,
}

/// Covered squares, bit by bit from the top left, and whose turn it is, 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Covered squares.
    pub covered: u64,
    /// Whose turn it is.
    pub who: u8,
}

fn empty(values: &Values) -> String {
    let size = |name| values.int(name).unwrap_or_default() as usize;
    grid::show(size("rows"), size("cols"), |_| '.')
}

impl Dominoes {
    /// Cram in normal play on a board of at most 64 squares.
    pub fn cram(rows: usize, columns: usize) -> Self {
        Self::on(rows, columns, true, false)
    }

    fn new(values: &Values, cram: bool) -> Result<Self, ParameterError> {
        let size = |name| values.int(name).unwrap_or_default() as usize;
        let (rows, columns) = (size("rows"), size("cols"));
        if rows * columns > 64 {
            return Err(values.wrong("cols", "a board of at most 64 squares"));
        }
        Ok(Self::on(rows, columns, cram, cram && values.bool("misere")))
    }

    fn on(rows: usize, columns: usize, cram: bool, misere: bool) -> Self {
        let mut symmetries = grid::symmetries(rows, columns);
        if !cram {
            // A quarter turn would make upright dominoes lie across.
            symmetries.truncate(4);
        }
        Self { rows, columns, board: Board::new(rows, columns), cram, misere, symmetries }
    }

    /// Every domino that `at`'s mover may put, as its squares; upright ones first.
    fn dominoes(&self, at: &Position) -> impl Iterator<Item = u64> {
        let (upright, across) = (self.cram || at.who == 0, self.cram || at.who == 1);
        let squares = 0..self.rows * self.columns;
        let down =
            squares.clone().filter(move |square| upright && square / self.columns + 1 < self.rows);
        let right =
            squares.filter(move |square| across && square % self.columns + 1 < self.columns);
        let down = down.map(|square| 1 << square | 1 << (square + self.columns));
        let all = down.chain(right.map(|square| 3 << square));
        let covered = at.covered;
        all.filter(move |domino: &u64| covered & domino == 0)
    }

    fn names(&self) -> [&'static str; 2] {
        if self.cram { ["first", "second"] } else { ["V", "H"] }
    }
}

impl Game for Dominoes {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { covered: 0, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        match self.dominoes(at).next() {
            None => won((at.who == 1) != self.misere),
            Some(_) => player(at.who),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        for domino in self.dominoes(at) {
            out.certain(Position { covered: at.covered | domino, who: 1 - at.who });
        }
    }

    fn images(&self, at: &Position, out: &mut Vec<Position>) {
        for to in &self.symmetries {
            let covered = (0..to.len()).filter(|square| at.covered >> square & 1 == 1);
            let covered = covered.fold(0, |all, square| all | 1 << to[square]);
            out.push(Position { covered, who: at.who });
        }
    }

    fn impartial(&self) -> bool {
        self.cram && !self.misere
    }

    fn parts(&self, at: &Position, out: &mut Vec<Position>) {
        let all = self.board.all();
        let regions = self.board.regions(all & !at.covered);
        out.extend(regions.map(|region| Position { covered: all & !region, who: 0 }));
    }

    fn players(&self) -> Vec<String> {
        self.names().map(Into::into).into()
    }

    fn fields(&self) -> Vec<Field> {
        let [one, other] = self.names();
        let who = Field::new("who", format!("whose turn it is, {one} or {other}"));
        let who = Field { default: Some(FieldValue::Text(one.into())), ..who };
        vec![Field::new("board", "rows from the top with / between them, of # and dots"), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let symbol = |square: usize| if at.covered >> square & 1 == 1 { '#' } else { '.' };
        let board = grid::show(self.rows, self.columns, symbol);
        vec![FieldValue::Text(board), FieldValue::Text(self.names()[usize::from(at.who)].into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [board, who] = values else {
            return Err(PositionError::new("expected a board and who"));
        };
        let squares = grid::read(&board.to_string(), self.rows, self.columns, ".#")?;
        let covered = (0..squares.len()).filter(|&square| squares[square] == '#');
        let covered = covered.fold(0, |all: u64, square| all | 1 << square);
        let who = grid::player(&who.to_string(), self.names())?;
        Ok(Position { covered, who })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let values = grid::board_and_player(text, self.names())?;
        Some(values.and_then(|values| self.position(&values)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let Some(domino) = self.dominoes(at).nth(choice) else { return String::new() };
        let square = domino.trailing_zeros() as usize;
        let way = if domino == 3 << square { "across" } else { "upright" };
        format!("{} {way}", grid::name(square, self.rows, self.columns))
    }
}
