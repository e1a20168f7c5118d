//! Chutes and ladders: no choices, but a question that everybody asks.
//!
//! Invariant: nobody stands at the foot of a ladder or the top of a chute; with two players at most
//! one has arrived, and then it is the other's turn.
//!
//! Althoen, King, Schilling, How long is a game of snakes and ladders?, Mathematical Gazette 77, 1993.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{Expected, player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Rational, Turn};

/// The board of Milton Bradley.
pub const ROW: GameRow = GameRow {
    name: "chutes",
    summary: "chutes and ladders: how many rolls, or who arrives first",
    rules: "\
A board has squares from 1 to 'size'; pieces start off the board, at 0. In a turn the mover rolls a \
die and moves its piece that many squares on; if it comes to the beginning of a chute or ladder, \
written from>to in 'board', it goes to its other end at once. The last square must be met exactly \
if exact=true: a roll that leads beyond it leaves the piece where it is, or, with bounce=true, the \
piece goes on to the last square and back by the rest; with exact=false a roll beyond it arrives \
too. Nobody has a choice. With players=1 asked is the expected number of rolls until the piece \
arrives, or, where 'within' is not 0, the chance to arrive within so many rolls. With players=2 the \
players take turns, and the value is the chance of player 1, who begins, to arrive first. A position \
is written 'a' for one player; 'a b who' for two.",
    parameters: &[
        Parameter::new("board", BOARD, Kind::Text(BOARD_FORM), "chutes and ladders"),
        Parameter::new("size", "100", Kind::Int(2, 10_000), "the last square"),
        Parameter::new("sides", "6", Kind::Int(1, 100), "faces of the die"),
        Parameter::new("exact", "true", Kind::Bool, "whether the last square must be met exactly"),
        Parameter::new("bounce", "false", Kind::Bool, "whether a roll beyond it goes back"),
        Parameter::new("players", "1", Kind::Int(1, 2), "players"),
        Parameter::new(
            "within",
            "0",
            Kind::Int(0, 10_000),
            "rolls at most, for one player; 0: any",
        ),
    ],
    examples: &[
        Example { at: "0", meaning: "the start" },
        Example { at: "a=50", meaning: "on square 50" },
    ],
    beside: |_| Vec::new(),
    make,
};

const BOARD: &str = "1>38 4>14 9>31 16>6 21>42 28>84 36>44 47>26 49>11 51>67 56>53 62>19 64>60 \
                     71>91 80>100 87>24 93>73 95>75 98>78";
const BOARD_FORM: &str = "pairs from>to of squares of the board, no end of one the beginning of \
                          another, with blanks or commas between them, as in '4>14 16>6', or 'none'";

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let (size, within) = (number("size"), number("within"));
    let to = board(values.text("board"), size);
    let to = to.ok_or_else(|| values.wrong("board", BOARD_FORM))?;
    let two = number("players") == 2;
    if two && within > 0 {
        return Err(values.wrong("within", "0 where there are two players"));
    }
    if values.bool("bounce") && (!values.bool("exact") || number("sides") > size) {
        return Err(values.wrong("bounce", "false unless exact=true and no roll exceeds the board"));
    }
    let (sides, exact, bounce) = (number("sides"), values.bool("exact"), values.bool("bounce"));
    Ok(Arc::new(Chutes { to, size, sides, exact, bounce, two, within }))
}

/// Where each square leads.
fn board(text: &str, size: u16) -> Option<Vec<u16>> {
    let mut to: Vec<u16> = (0..=size).collect();
    let pairs = text.split([',', ' ']).filter(|pair| !pair.is_empty() && text.trim() != "none");
    for pair in pairs {
        let (from, end) = pair.split_once('>')?;
        let square = |text: &str| text.parse().ok().filter(|square| (1..=size).contains(square));
        let (from, end) = (square(from)?, square(end)?);
        if from == end || from == size || to[usize::from(from)] != from {
            return None;
        }
        to[usize::from(from)] = end;
    }
    let once = to.iter().all(|&end| to[usize::from(end)] == end);
    once.then_some(to)
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
struct Chutes {
    /// Where each square leads.
    to: Vec<u16>,
    size: u16,
    sides: u16,
    exact: bool,
    bounce: bool,
    two: bool,
    within: u16,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    /// Where the pieces stand; the second at 0 where there is one player.
    at: [u16; 2],
    /// Whose turn it is.
    who: u8,
    /// Rolls left, where they are counted.
    left: u16,
}

impl Chutes {
    fn moved(&self, from: u16, roll: u16) -> u16 {
        let square = from + roll;
        let square = match square > self.size {
            false => square,
            true if self.bounce => 2 * self.size - square,
            true if self.exact => from,
            true => self.size,
        };
        self.to[usize::from(square)]
    }

    fn arrived(&self, at: &Position) -> Option<usize> {
        at.at.iter().position(|&square| square == self.size)
    }
}

impl Game for Chutes {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { at: [0, 0], who: 0, left: self.within }]
    }

    fn turn(&self, at: &Position) -> Turn {
        match self.arrived(at) {
            Some(winner) => won(winner == 0),
            None if self.within > 0 && at.left == 0 => won(false),
            None => player(at.who),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let who = usize::from(at.who);
        let next = if self.two { 1 - at.who } else { 0 };
        out.choice(self.sides.into());
        for roll in 1..=self.sides {
            let mut to = Position { who: next, left: at.left.saturating_sub(1), ..*at };
            to.at[who] = self.moved(at.at[who], roll);
            out.branch(1, to);
        }
    }

    fn expected(&self) -> Option<Expected> {
        (!self.two && self.within == 0).then(|| Expected::fewest("rolls"))
    }

    fn reward(&self, _at: &Position, _choice: usize) -> Rational {
        Rational::ONE
    }

    fn players(&self) -> Vec<String> {
        match self.two {
            true => vec!["player 1".into(), "player 2".into()],
            false => vec!["the player".into(), "time".into()],
        }
    }

    fn fields(&self) -> Vec<Field> {
        let a = Field::new("a", format!("square of player 1, 0 to {}", self.size));
        if self.two {
            let b = Field::new("b", format!("square of player 2, 0 to {}", self.size));
            return vec![a, b, position::who()];
        }
        let left = position::field("left", "rolls left", self.within.into());
        if self.within > 0 { vec![a, left] } else { vec![a] }
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let [a, b] = at.at.map(|square| FieldValue::Int(square.into()));
        match (self.two, self.within) {
            (true, _) => vec![a, b, FieldValue::Int(i64::from(at.who) + 1)],
            (_, 0) => vec![a],
            _ => vec![a, FieldValue::Int(at.left.into())],
        }
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let fields = self.fields();
        let at = if self.two {
            let [a, b, who] = position::numbers(values, &fields)?;
            let who = position::mover(who)?;
            Position { at: [self.square("a", a)?, self.square("b", b)?], who, left: 0 }
        } else if self.within > 0 {
            let [a, left] = position::numbers(values, &fields)?;
            let left = position::within("left", left, 0, self.within.into())? as u16;
            Position { at: [self.square("a", a)?, 0], who: 0, left }
        } else {
            let [a] = position::numbers(values, &fields)?;
            Position { at: [self.square("a", a)?, 0], who: 0, left: 0 }
        };
        if at.at == [self.size; 2] || self.two && at.at[usize::from(at.who)] == self.size {
            return Err(PositionError::new(
                "play ends once one has arrived: it is the other's turn",
            ));
        }
        Ok(at)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        if text.contains('=') {
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match (&words[..], self.two) {
            ([a], false) => self.parse(&format!("a={a}")),
            ([a, b], true) => self.parse(&format!("a={a},b={b}")),
            ([a, b, who], true) => self.parse(&format!("a={a},b={b},who={who}")),
            (_, true) => Err(PositionError::new("expected 'a b who', as in '50 61 2'")),
            _ => Err(PositionError::new("expected the square, as in '50'")),
        })
    }

    fn name_of_move(&self, _at: &Position, _choice: usize) -> String {
        "roll".into()
    }
}

impl Chutes {
    fn square(&self, name: &str, value: i64) -> Result<u16, PositionError> {
        let square = position::within(name, value, 0, self.size.into())? as u16;
        match self.to[usize::from(square)] {
            to if to == square => Ok(square),
            to => Err(PositionError::new(format!(
                "{name}={square}: nobody stays there, it leads to {to}"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Quiet, games};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for given in
            [&["size=30", "board=4>14"][..], &["players=2", "size=9", "board=none"], &["within=9"]]
        {
            let game = games::find("chutes").unwrap().build(given).unwrap();
            let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
            for state in explored.arena().ids() {
                assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)), "{given:?}");
            }
        }
    }

    #[test]
    fn impossible_boards_are_refused() {
        for text in ["1>2 2>3", "1>1", "1>200", "0>5", "1-5", "100>3", "1>2,1>4"] {
            assert_eq!(board(text, 100), None, "{text}");
        }
        assert!(board("1>2, 5>9", 100).is_some());
    }
}
