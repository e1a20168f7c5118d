//! Connect-four on a board of any size up to 64 bits.
//!
//! A position is one number: each column takes `height + 1` bits, X's stones are ones and O's
//! zeros from the bottom up, and a one above the top stone ends the column (Tromp, John's
//! Connect-Four Playground). Invariant: every column holds that one; whose turn it is follows from
//! the number of stones.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, grid};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Grade, Objective, PositionError, Turn};

/// Connect-four.
pub const ROW: GameRow = GameRow {
    name: "connect-four",
    summary: "drop stones into columns; four in a line win; won, drawn or lost",
    rules: "\
X and O take turns to drop a stone into a column of the board that is not full; it falls onto the \
stones that are there. X begins. Whoever has four stones in a line, across, up or along a diagonal, \
wins, and play ends. A full board without such a line is a draw. A position is written as its rows \
from the top with / between them, a dot for an empty place, as in '..../..../.O../.XX.'; who is to \
move follows from the stones. A move is named by its column, from 1 at the left.",
    parameters: &[
        Parameter::new("width", "4", Kind::Int(1, 16), "columns"),
        Parameter::new("height", "4", Kind::Int(1, 16), "rows"),
    ],
    examples: &[
        Example { at: "..../..../..../....", meaning: "the start" },
        Example { at: "..../..../.O../.XX.", meaning: "O is to move" },
        Example { at: "board=..../..../.O../.XX.", meaning: "the same by its field" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let size = |name| values.int(name).unwrap_or_default() as u32;
    let (width, height) = (size("width"), size("height"));
    if width * (height + 1) > 64 {
        return Err(values.wrong(
            "width",
            format!("at most {} columns beside height={height}", 64 / (height + 1)),
        ));
    }
    Ok(Arc::new(ConnectFour { width, height }))
}

/// The size of the board; `width * (height + 1)` is at most 64.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Stones by column, as the module's text says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position(u64);

/// The stones of a position, one bit for each place.
struct Stones {
    x: u64,
    o: u64,
}

impl ConnectFour {
    #[inline]
    fn column(&self, at: Position, column: u32) -> u64 {
        at.0 >> (column * (self.height + 1)) & ((1 << (self.height + 1)) - 1)
    }

    /// How many stones a column holds.
    #[inline]
    fn stones_in(&self, at: Position, column: u32) -> u32 {
        63 - self.column(at, column).leading_zeros()
    }

    #[inline]
    fn stones(&self, at: Position) -> Stones {
        let ends = (0..self.width).map(|c| 1 << (self.stones_in(at, c) + c * (self.height + 1)));
        let ends: u64 = ends.fold(0, |all, end: u64| all | end);
        // Taking the lowest place of every column from the ends leaves the places below them.
        let taken = ends.wrapping_sub(self.bottom());
        let x = at.0 & !ends;
        Stones { x, o: taken & !x }
    }

    #[inline]
    fn bottom(&self) -> u64 {
        (0..self.width).fold(0, |all, column| all | 1 << (column * (self.height + 1)))
    }

    #[inline]
    fn has_four(&self, stones: u64) -> bool {
        let up = self.height + 1;
        [1, up, up + 1, up - 1].into_iter().any(|step| {
            let two = stones & stones.checked_shr(step).unwrap_or(0);
            two & two.checked_shr(2 * step).unwrap_or(0) != 0
        })
    }

    fn mover(&self, at: &Position) -> u8 {
        ((0..self.width).map(|column| self.stones_in(*at, column)).sum::<u32>() % 2) as u8
    }

    fn open_columns(&self, at: &Position) -> impl Iterator<Item = u32> {
        (0..self.width).filter(|&column| self.stones_in(*at, column) < self.height)
    }

    /// The bit of a square numbered row by row from the top left.
    fn bit(&self, square: usize) -> u32 {
        let (row, column) = (square as u32 / self.width, square as u32 % self.width);
        column * (self.height + 1) + self.height - 1 - row
    }

    /// The position with these stones, if none hangs in the air.
    fn with_stones(&self, stones: &Stones) -> Option<Position> {
        let taken = stones.x | stones.o;
        let ends = taken.wrapping_add(self.bottom());
        let supported = taken & ends == 0;
        supported.then_some(Position(stones.x | ends))
    }
}

impl Game for ConnectFour {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position(self.bottom())]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        let Stones { x, o } = self.stones(*at);
        let mover = ((x | o).count_ones() % 2) as u8;
        // Only the stone dropped last can have completed a line.
        if self.has_four(if mover == 0 { o } else { x }) {
            return won(mover == 1);
        }
        if (x | o).count_ones() == self.width * self.height {
            return Turn::Over(Grade::DRAW.payoff());
        }
        player(mover)
    }

    #[inline]
    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let mover = self.mover(at);
        for column in self.open_columns(at) {
            let end = 1 << (self.stones_in(*at, column) + column * (self.height + 1));
            // The old end becomes X's stone; O's stone is a zero.
            let stone = if mover == 0 { end } else { 0 };
            out.certain(Position(at.0 & !end | stone | end << 1));
        }
    }

    fn encode(&self, at: &Position, out: &mut Vec<u8>) {
        out.extend(at.0.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let at = Position(u64::from_le_bytes(bytes.try_into().ok()?));
        let ended = |column| self.column(at, column) != 0;
        (0..self.width).all(ended).then_some(at)
    }

    fn images(&self, at: &Position, out: &mut Vec<Position>) {
        let up = self.height + 1;
        let mirrored = (0..self.width).fold(0, |all, column| {
            all | self.column(*at, column) << ((self.width - 1 - column) * up)
        });
        out.push(Position(mirrored));
    }

    fn players(&self) -> Vec<String> {
        vec!["X".into(), "O".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![Field::new("board", "rows from the top with / between them, of X, O and dots")]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let stones = self.stones(*at);
        let symbol =
            |square| match (stones.x >> self.bit(square) & 1, stones.o >> self.bit(square) & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '.',
            };
        vec![FieldValue::Text(grid::show(self.height as usize, self.width as usize, symbol))]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let text = values.first().map(ToString::to_string).unwrap_or_default();
        let squares = grid::read(&text, self.height as usize, self.width as usize, ".XO")?;
        let all = |mark| {
            let marked = (0..squares.len()).filter(|&square| squares[square] == mark);
            marked.fold(0, |all: u64, square| all | 1 << self.bit(square))
        };
        let stones = Stones { x: all('X'), o: all('O') };
        let more = stones.x.count_ones().wrapping_sub(stones.o.count_ones());
        if more > 1 || self.has_four(if more == 0 { stones.x } else { stones.o }) {
            let error = "with X beginning and play ending at a line it cannot arise";
            return Err(PositionError::new(error));
        }
        let error = || PositionError::new("a stone has nothing below it");
        self.with_stones(&stones).ok_or_else(error)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        (!text.contains('=')).then(|| self.position(&[FieldValue::Text(text.trim().into())]))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        self.open_columns(at).nth(choice).map(|c| (c + 1).to_string()).unwrap_or_default()
    }
}
