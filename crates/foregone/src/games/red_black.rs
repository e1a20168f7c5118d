//! Red and black: draw cards, a point for each red, a point less for each black, and stop in time.
//!
//! Invariant: the score follows from the cards left; a position that has stopped keeps the score
//! alone.
//!
//! Shepp, Explicit solutions to some problems of optimal stopping, Annals of Mathematical
//! Statistics 40(3), 1969 (an urn with so many balls of each kind).

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{Expected, player};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Player, Players, PositionError, Turn};

/// A deck of 26 and 26.
pub const ROW: GameRow = GameRow {
    name: "red-black",
    summary: "draw from a deck: red wins a point, black loses one; stop when you like",
    rules: "\
A deck is shuffled; it holds 'red' red cards and 'black' black ones. The player draws card by card, \
without putting any back, and may stop before each draw. Each red card adds 'win' points, each black \
card takes 'lose' points away; the score begins at 0 and may become negative. Play ends when the \
player stops or the deck is empty. Asked is the greatest expected score. A position is written 'red \
black': the cards of each colour that are left.",
    parameters: &[
        Parameter::new("red", "26", Kind::Int(0, 2000), "red cards in the deck"),
        Parameter::new("black", "26", Kind::Int(0, 2000), "black cards in the deck"),
        Parameter::new("win", "1", Kind::Int(0, 1000), "points for a red card"),
        Parameter::new("lose", "1", Kind::Int(0, 1000), "points lost for a black card"),
    ],
    examples: &[
        Example { at: "26 26", meaning: "the start" },
        Example { at: "red=20,black=25", meaning: "six red cards and one black one drawn" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default();
    let cards = [number("red"), number("black")].map(|cards| cards as u16);
    Ok(Arc::new(RedBlack { cards, win: number("win"), lose: number("lose") }))
}

/// The rules with their parameters.
#[derive(Clone, Copy, Debug)]
struct RedBlack {
    cards: [u16; 2],
    win: i64,
    lose: i64,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Position {
    /// Red and black cards left.
    Left([u16; 2]),
    /// Stopped with this score.
    Stopped(i64),
}

impl RedBlack {
    fn score(&self, left: [u16; 2]) -> i64 {
        let drawn = |colour: usize| i64::from(self.cards[colour] - left[colour]);
        drawn(0) * self.win - drawn(1) * self.lose
    }
}

impl Game for RedBlack {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position::Left(self.cards)]
    }

    fn turn(&self, at: &Position) -> Turn {
        match *at {
            Position::Left([0, 0]) => Turn::Over(self.score([0, 0]).into()),
            Position::Left(_) => player(0),
            Position::Stopped(score) => Turn::Over(score.into()),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let Position::Left(left @ [red, black]) = *at else { return };
        out.choice(u64::from(red) + u64::from(black));
        if red > 0 {
            out.branch(red.into(), Position::Left([red - 1, black]));
        }
        if black > 0 {
            out.branch(black.into(), Position::Left([red, black - 1]));
        }
        out.certain(Position::Stopped(self.score(left)));
    }

    fn expected(&self) -> Option<Expected> {
        Some(Expected::paid("points", Players::one(Player(0))))
    }

    fn players(&self) -> Vec<String> {
        vec!["the player".into()]
    }

    fn fields(&self) -> Vec<Field> {
        let [red, black] = self.cards;
        vec![
            Field::new("red", format!("red cards left, 0 to {red}")),
            Field::new("black", format!("black cards left, 0 to {black}")),
            position::field(
                "score",
                "the score, once play has stopped; red and black are 0 then",
                0,
            ),
            position::field("stopped", "1 once play has stopped", 0),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let numbers = match *at {
            Position::Left([red, black]) => [red.into(), black.into(), 0, 0],
            Position::Stopped(score) => [0, 0, score, 1],
        };
        numbers.map(FieldValue::Int).to_vec()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [red, black, score, stopped] = position::numbers(values, &self.fields())?;
        if position::within("stopped", stopped, 0, 1)? == 1 {
            let [reds, blacks] = self.cards.map(i64::from);
            let score = position::within("score", score, -blacks * self.lose, reds * self.win)?;
            return Ok(Position::Stopped(score));
        }
        let red = position::within("red", red, 0, self.cards[0].into())? as u16;
        let black = position::within("black", black, 0, self.cards[1].into())? as u16;
        Ok(Position::Left([red, black]))
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "'red black' (the cards left), as in '20 25'";
        let numbers = position::short(text, form)?;
        Some(
            numbers
                .and_then(|[red, black]| self.position(&[red, black, 0, 0].map(FieldValue::Int))),
        )
    }

    fn name_of_move(&self, _at: &Position, choice: usize) -> String {
        if choice == 0 { "draw" } else { "stop" }.into()
    }
}
