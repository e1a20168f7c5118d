//! Tic-tac-toe, and its misère form.
//!
//! Invariant: X has as many marks as O or one more, and at most one of them has a line.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, grid};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Grade, Objective, PositionError, Turn};

/// Tic-tac-toe.
pub const ROW: GameRow = GameRow {
    name: "tic-tac-toe",
    summary: "three in a line on a board of 3 by 3; won, drawn or lost",
    rules: "\
X and O take turns to mark a free square of a board of three by three squares; X begins. Whoever has \
three marks in a line, a row, a column or a diagonal, wins; with misere=true whoever has them loses. \
A full board without a line is a draw. A position is written as its rows from the top with / between \
them, a dot for a free square, as in 'X.O/.X./..O'; who is to move follows from the marks.",
    parameters: &[Parameter::new("misere", "false", Kind::Bool, "whether a line loses")],
    examples: &[
        Example { at: ".../.../...", meaning: "the start" },
        Example { at: "X.O/.X./..O", meaning: "X is to move" },
        Example { at: "board=X../.O./...", meaning: "the same kind of position by its field" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    Ok(Arc::new(TicTacToe { misere: values.bool("misere") }))
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe {
    /// Whether a line loses.
    pub misere: bool,
}

/// The squares with an X and those with an O, bit by bit from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// X's squares.
    pub x: u16,
    /// O's squares.
    pub o: u16,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Position {
    fn mover(&self) -> u8 {
        u8::from(self.x.count_ones() > self.o.count_ones())
    }

    fn free(&self) -> impl Iterator<Item = usize> {
        let taken = self.x | self.o;
        (0..9).filter(move |square| taken >> square & 1 == 0)
    }
}

impl Game for TicTacToe {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { x: 0, o: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        match (has_line(at.x), has_line(at.o)) {
            (true, _) => won(!self.misere),
            (_, true) => won(self.misere),
            _ if at.free().next().is_none() => Turn::Over(Grade::DRAW.payoff()),
            _ => player(at.mover()),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let mover = at.mover();
        for square in at.free() {
            let mark = 1 << square;
            out.certain(match mover {
                0 => Position { x: at.x | mark, ..*at },
                _ => Position { o: at.o | mark, ..*at },
            });
        }
    }

    fn images(&self, at: &Position, out: &mut Vec<Position>) {
        let turned = |marks: u16, places: &[usize]| {
            (0..9).filter(|s| marks >> s & 1 == 1).fold(0, |all, s| all | 1 << places[s])
        };
        let all = grid::symmetries(3, 3);
        out.extend(all.iter().map(|to| Position { x: turned(at.x, to), o: turned(at.o, to) }));
    }

    fn players(&self) -> Vec<String> {
        vec!["X".into(), "O".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![Field::new("board", "three rows from the top, as X.O/.X./..O")]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let symbol = |square: usize| match (at.x >> square & 1, at.o >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        vec![FieldValue::Text(grid::show(3, 3, symbol))]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let text = values.first().map(ToString::to_string).unwrap_or_default();
        let squares = grid::read(&text, 3, 3, ".XO")?;
        let marks = |mark| (0..9).filter(|&s| squares[s] == mark).fold(0, |all, s| all | 1 << s);
        let at = Position { x: marks('X'), o: marks('O') };
        let more = at.x.count_ones().wrapping_sub(at.o.count_ones());
        if more > 1
            || has_line(at.x) && (has_line(at.o) || more == 0)
            || has_line(at.o) && more == 1
        {
            let error = "with X beginning and play ending at a line it cannot arise";
            return Err(PositionError::new(error));
        }
        Ok(at)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        (!text.contains('=')).then(|| self.position(&[FieldValue::Text(text.trim().into())]))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        at.free().nth(choice).map(|square| grid::name(square, 3, 3)).unwrap_or_default()
    }
}
