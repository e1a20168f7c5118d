//! Dodgem: two players drive their cars off opposite edges of a square board.
//!
//! Winning Ways (Berlekamp, Conway, Guy), chapter 22. Invariant: no square holds two cars.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, grid};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Objective, PositionError, Turn};

/// Dodgem.
pub const ROW: GameRow = GameRow {
    name: "dodgem",
    summary: "drive all your cars off the board, and leave the other a move; play may be endless",
    rules: "\
On a board of size by size squares H has size - 1 cars at the left edge, V as many at the lower edge; \
the corner between them is free. H begins. A move drives one car to a free square beside it: H's \
cars go right, up or down, and off the board at the right edge; V's cars go up, left or right, and \
off the board at the upper edge. Nothing is captured. Whoever has no car left on the board wins, and so does \
whoever is to move and cannot: it is forbidden to block the other altogether. Play that never ends \
is a draw. A position is written as its rows from the top with / between them, a dot for a free \
square, and whose turn it is, H if nothing is said: 'H../H../.VV V'.",
    parameters: &[Parameter::new("size", "3", Kind::Int(2, 5), "squares of an edge")],
    examples: &[
        Example { at: "H../H../.VV", meaning: "the start" },
        Example { at: ".H./H../.VV V", meaning: "V is to move" },
        Example {
            at: "board=H../H../.VV,who=V",
            meaning: "the same kind of position by named fields",
        },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    Ok(Arc::new(Dodgem { size: values.int("size").unwrap_or_default() as u32 }))
}

const NAMES: [&str; 2] = ["H", "V"];

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Dodgem {
    /// Squares of an edge, at most 5.
    pub size: u32,
}

/// The squares of the cars, bit by bit from the top left, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// H's cars.
    pub h: u32,
    /// V's cars.
    pub v: u32,
    /// 0 for H, 1 for V.
    pub who: u8,
}

/// A move: from a square to another, or off the board.
type Drive = (u32, Option<u32>);

impl Dodgem {
    fn drives(&self, at: &Position) -> Vec<Drive> {
        let size = self.size;
        let own = if at.who == 0 { at.h } else { at.v };
        let mut all = Vec::new();
        for square in (0..size * size).filter(|square| own >> square & 1 == 1) {
            let (row, column) = (square / size, square % size);
            let right = (column + 1 < size).then_some(square + 1);
            let left = (column > 0).then(|| square - 1);
            let up = (row > 0).then(|| square - size);
            let down = (row + 1 < size).then_some(square + size);
            let (ahead, aside) =
                if at.who == 0 { (right, [up, down]) } else { (up, [left, right]) };
            if ahead.is_none_or(|to| (at.h | at.v) >> to & 1 == 0) {
                all.push((square, ahead));
            }
            let free = |to: &u32| (at.h | at.v) >> to & 1 == 0;
            all.extend(aside.into_iter().flatten().filter(free).map(|to| (square, Some(to))));
        }
        all
    }
}

impl Game for Dodgem {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        let last = self.size - 1;
        let h = (0..last).fold(0, |all, row| all | 1 << (row * self.size));
        let v = (1..=last).fold(0, |all, column| all | 1 << (last * self.size + column));
        vec![Position { h, v, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        match (at.h, at.v) {
            (0, _) => won(true),
            (_, 0) => won(false),
            _ if self.drives(at).is_empty() => won(at.who == 0),
            _ => player(at.who),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        for (from, to) in self.drives(at) {
            let moved = |cars: u32| cars & !(1 << from) | to.map_or(0, |to| 1 << to);
            let who = 1 - at.who;
            out.certain(match at.who {
                0 => Position { h: moved(at.h), who, ..*at },
                _ => Position { v: moved(at.v), who, ..*at },
            });
        }
    }

    fn players(&self) -> Vec<String> {
        vec!["H".into(), "V".into()]
    }

    fn fields(&self) -> Vec<Field> {
        let who = Field::new("who", "whose turn it is, H or V");
        let who = Field { default: Some(FieldValue::Text("H".into())), ..who };
        vec![Field::new("board", "rows from the top with / between them, of H, V and dots"), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let symbol = |square: usize| match (at.h >> square & 1, at.v >> square & 1) {
            (1, _) => 'H',
            (_, 1) => 'V',
            _ => '.',
        };
        let board = grid::show(self.size as usize, self.size as usize, symbol);
        let who = if at.who == 0 { "H" } else { "V" };
        vec![FieldValue::Text(board), FieldValue::Text(who.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [board, who] = values else {
            return Err(PositionError::new("expected a board and who"));
        };
        let size = self.size as usize;
        let squares = grid::read(&board.to_string(), size, size, ".HV")?;
        let who = grid::player(&who.to_string(), NAMES)?;
        let cars = |car| {
            let places = (0..squares.len()).filter(|&square| squares[square] == car);
            places.fold(0, |all: u32, square| all | 1 << square)
        };
        let at = Position { h: cars('H'), v: cars('V'), who };
        if at.h.count_ones() >= self.size || at.v.count_ones() >= self.size || at.h | at.v == 0 {
            let error =
                format!("{board}: each side has at most {} cars, one of them some", size - 1);
            return Err(PositionError::new(error));
        }
        Ok(at)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let values = grid::board_and_player(text, NAMES)?;
        Some(values.and_then(|values| self.position(&values)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let size = self.size as usize;
        let name = |square: u32| grid::name(square as usize, size, size);
        match self.drives(at).get(choice) {
            Some((from, Some(to))) => format!("{}-{}", name(*from), name(*to)),
            Some((from, None)) => format!("{} off", name(*from)),
            None => String::new(),
        }
    }
}
