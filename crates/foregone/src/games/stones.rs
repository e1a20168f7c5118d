//! The stone game: take one from an odd pile; from an even one take one or half.
//!
//! Invariant: a position is the pile and whose turn it is.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

/// The stone game.
pub const ROW: GameRow = GameRow {
    name: "stones",
    summary: "one pile: take 1 when it is odd, 1 or half when it is even; who cannot move loses",
    rules: "\
There is one pile of n stones. Two players, Alice and Bob, take turns; Alice begins. From an odd pile \
the mover must take 1 stone. From an even pile the mover takes 1 stone or half of the pile. Whoever \
is to move at an empty pile cannot move and loses. The value is 1 where Alice wins and 0 where she \
loses. A position is written as the number of stones, Alice being to move, or by named fields.",
    parameters: &[Parameter::new("n", "10", Kind::Int(0, MOST), "stones at the start")],
    examples: &[
        Example { at: "10", meaning: "ten stones, Alice to move" },
        Example { at: "n=10,who=2", meaning: "ten stones, Bob to move" },
    ],
    beside: |_| Vec::new(),
    make,
};

/// Keeps the pile in 32 bits.
const MOST: i64 = 2_000_000_000;

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    Ok(Arc::new(Stones { n: values.int("n").unwrap_or_default() as u32 }))
}

/// The stone game that starts with `n` stones.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    /// Stones at the start, at most 2,000,000,000.
    pub n: u32,
}

/// A position of the stone game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones left.
    pub n: u32,
    /// Whose turn it is, 0 or 1.
    pub who: u8,
}

impl Game for Stones {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { n: self.n, who: 0 }]
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        if at.n == 0 { won(at.who == 1) } else { player(at.who) }
    }

    #[inline]
    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let who = 1 - at.who;
        out.certain(Position { n: at.n - 1, who });
        if at.n.is_multiple_of(2) {
            out.certain(Position { n: at.n / 2, who });
        }
    }

    fn dense_len(&self) -> Option<u64> {
        Some(2 * (u64::from(self.n) + 1))
    }

    #[inline]
    fn index(&self, at: &Position) -> u64 {
        u64::from(at.n) * 2 + u64::from(at.who)
    }

    fn players(&self) -> Vec<String> {
        vec!["Alice".into(), "Bob".into()]
    }

    fn fields(&self) -> Vec<Field> {
        let who = Field::new("who", "whose turn it is, 1 for Alice or 2 for Bob");
        let who = Field { default: Some(FieldValue::Int(1)), ..who };
        vec![Field::new("n", format!("stones left, 0 to {}", self.n)), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        vec![FieldValue::Int(at.n.into()), FieldValue::Int(i64::from(at.who) + 1)]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [n, who] = position::numbers(values, &self.fields())?;
        if !(1..=2).contains(&who) {
            return Err(PositionError::new(format!("who={who}: who is 1 for Alice or 2 for Bob")));
        }
        if !(0..=i64::from(self.n)).contains(&n) {
            let most = self.n;
            let text = format!("{n} stones: a position has 0 to {most}, the number at the start");
            return Err(PositionError::new(text));
        }
        Ok(Position { n: n as u32, who: who as u8 - 1 })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let numbers = position::short(text, "the number of stones, as in '10'")?;
        Some(numbers.and_then(|[n]| self.position(&[FieldValue::Int(n), FieldValue::Int(1)])))
    }

    fn name_of_move(&self, _at: &Position, choice: usize) -> String {
        if choice == 0 { "take 1" } else { "take half" }.into()
    }
}
