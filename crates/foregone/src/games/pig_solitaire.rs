//! Pig for one: how few turns are needed?
//!
//! Invariant: the score is below the target, or equals it and play is over; the turn total is then 0.
//!
//! Neller & Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25(1), 2004.

use std::sync::Arc;

use super::roll::{self, Roll};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{Expected, player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Rational, Turn};

/// Pig for one.
pub const ROW: GameRow = GameRow {
    name: "pig-solitaire",
    summary: "pig for one player: fewest expected turns to 100",
    rules: "\
One player has a score, which begins at 0. In a turn the player rolls a die again and again, and \
before each further roll may hold instead. The first action of a turn is always a roll. A roll of \
the face 'bust' ends the turn, and it brings nothing. Any other face is added to the turn total X. \
Holding adds X to the score and ends the turn. Play ends with 'target' points or more after holding; \
whoever has enough to end holds. Asked is the least number of turns to be expected, the one at hand \
included if it has not begun. A position is written 'C X': the score and the turn total; X=0 is the \
start of a turn, and a turn counts from its first roll.",
    parameters: &[
        Parameter::new("target", "100", Kind::Int(1, 10_000), "points that end play"),
        roll::SIDES,
        roll::bust("1"),
    ],
    examples: &[
        Example { at: "0 0", meaning: "the start" },
        Example { at: "x=18,score=60", meaning: "60 points and 18 in this turn" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let target = values.int("target").unwrap_or_default() as u16;
    let (sides, bust) = roll::sides_and_bust(values)?;
    let roll = Roll::die(sides, bust);
    let sums = roll.sums(target);
    Ok(Arc::new(PigSolitaire { target, roll, sums }))
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
pub struct PigSolitaire {
    target: u16,
    roll: Roll,
    sums: Vec<bool>,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The score; the target stands for everything beyond it too.
    pub score: u16,
    /// What the turn has gathered.
    pub x: u16,
}

impl Game for PigSolitaire {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { score: 0, x: 0 }]
    }

    fn turn(&self, at: &Position) -> Turn {
        if at.score == self.target { won(true) } else { player(0) }
    }

    fn choices(&self, &at: &Position, out: &mut Choices<Position>) {
        if at.score + at.x < self.target {
            out.choice(self.roll.denominator);
            out.branch(self.roll.lost, Position { x: 0, ..at });
            for &(gain, weight) in &self.roll.gains {
                out.branch(weight, Position { x: at.x + gain, ..at });
            }
        }
        if at.x > 0 {
            out.certain(Position { score: (at.score + at.x).min(self.target), x: 0 });
        }
    }

    fn expected(&self) -> Option<Expected> {
        Some(Expected::fewest("turns"))
    }

    fn reward(&self, at: &Position, _choice: usize) -> Rational {
        Rational::from(u8::from(at.x == 0))
    }

    fn players(&self) -> Vec<String> {
        vec!["the player".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("score", format!("the score, 0 to {}", self.target)),
            position::field("x", "turn total, 0 at the start of a turn", 0),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        [at.score, at.x].map(|number| FieldValue::Int(number.into())).to_vec()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [score, x] = position::numbers(values, &self.fields())?;
        let score = position::within("score", score, 0, self.target.into())? as u16;
        if score == self.target && x == 0 || self.gathers(score, x) {
            return Ok(Position { score, x: x as u16 });
        }
        Err(PositionError::new(format!(
            "a turn total of {x} is impossible with a score of {score}: it is 0 or a sum of what \
             rolls bring, and whoever has {} rolls no more",
            self.target
        )))
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let numbers = position::short(text, "C X (the score, the turn total), as in '60 18'")?;
        Some(numbers.and_then(|[score, x]| self.position(&[score, x].map(FieldValue::Int))))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let rolls = choice == 0 && at.score + at.x < self.target;
        if rolls { "roll" } else { "hold" }.into()
    }
}

impl PigSolitaire {
    fn gathers(&self, score: u16, x: i64) -> bool {
        score < self.target && self.roll.gathers(&self.sums, self.target - score, x)
    }
}
