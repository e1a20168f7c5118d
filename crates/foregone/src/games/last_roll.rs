//! The last roll: roll a die up to so many times and keep the last.
//!
//! Invariant: `shown` is the last roll, 0 before the first; play is over once nothing is left or
//! the player has stopped.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{Expected, player};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Player, Players, PositionError, Turn};

/// Three rolls of an ordinary die.
pub const ROW: GameRow = GameRow {
    name: "last-roll",
    summary: "roll a die a few times, stop when you like, and keep the last roll",
    rules: "\
The player rolls a die at least once and at most 'rolls' times, and may stop after any roll. The \
last roll is what the player gets, in points. Asked is the greatest expectation. A position is \
written 'left shown': the rolls that are left and the last roll, 0 before the first one; with no \
rolls left play is over, and a player who stops gives up the rolls that are left.",
    parameters: &[
        Parameter::new("rolls", "3", Kind::Int(1, 10_000), "rolls at most"),
        Parameter::new("sides", "6", Kind::Int(1, 1000), "faces of the die"),
    ],
    examples: &[
        Example { at: "3 0", meaning: "the start" },
        Example { at: "left=2,shown=4", meaning: "a 4 was rolled, two rolls are left" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    Ok(Arc::new(LastRoll { rolls: number("rolls"), sides: number("sides") }))
}

/// The rules with their parameters.
#[derive(Clone, Copy, Debug)]
struct LastRoll {
    rolls: u16,
    sides: u16,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    left: u16,
    shown: u16,
}

impl Game for LastRoll {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { left: self.rolls, shown: 0 }]
    }

    fn turn(&self, at: &Position) -> Turn {
        if at.left == 0 { Turn::Over(at.shown.into()) } else { player(0) }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        out.choice(self.sides.into());
        for shown in 1..=self.sides {
            out.branch(1, Position { left: at.left - 1, shown });
        }
        if at.shown > 0 {
            out.certain(Position { left: 0, ..*at });
        }
    }

    fn expected(&self) -> Option<Expected> {
        Some(Expected::paid("points", Players::one(Player(0))))
    }

    fn players(&self) -> Vec<String> {
        vec!["the player".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("left", format!("rolls left, 0 to {}", self.rolls)),
            Field::new("shown", format!("the last roll, 0 to {}", self.sides)),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        [at.left, at.shown].map(|number| FieldValue::Int(number.into())).to_vec()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [left, shown] = position::numbers(values, &self.fields())?;
        let left = position::within("left", left, 0, self.rolls.into())? as u16;
        let shown = position::within("shown", shown, 0, self.sides.into())? as u16;
        if (shown == 0) != (left == self.rolls) {
            let text = "before the first roll all rolls are left and shown=0, afterwards neither";
            return Err(PositionError::new(text));
        }
        Ok(Position { left, shown })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "'left shown' (rolls left, the last roll), as in '2 4'";
        let numbers = position::short::<2>(text, form)?;
        Some(numbers.and_then(|all| self.position(&all.map(FieldValue::Int))))
    }

    fn name_of_move(&self, _at: &Position, choice: usize) -> String {
        if choice == 0 { "roll" } else { "stop" }.into()
    }
}
