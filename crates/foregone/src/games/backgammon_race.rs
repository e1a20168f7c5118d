//! The end of a game of backgammon: both sides bear off, past each other.
//!
//! Invariant: at most one side has no checkers left, and then it is the other's turn. A position
//! with a throw waits for its mover to play it.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{Expected, player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Rational, Turn};

mod side;

use side::Side;

/// Two checkers each.
pub const ROW: GameRow = GameRow {
    name: "backgammon-race",
    summary: "bear off first: the race at the end of backgammon, without contact",
    rules: "\
Each side has up to 15 checkers on points 1 to 24, counted from its own end; the sides do not meet. \
In a turn the mover throws two dice and moves checkers towards 0 by them, one die after the other in \
the order it likes; a double is played four times. Once all its checkers are on points 1 to 6, a \
checker may be borne off with its exact number, and the farthest checkers also with a higher one. \
All dice must be played as long as the mover has checkers. Whoever has borne off all checkers first \
wins. The value is the chance of player 1, whose checkers are 'mover' and who begins. With \
alone=true there is one side, and asked is the least number of throws to be expected. A position is \
written by the checkers of both sides and, once dice are thrown, the throw: a=6/5,b=6/5,throw=3-1; \
the short form '6/5 6/5' has player 1 to throw.",
    parameters: &[
        Parameter::new("mover", "6/5", Kind::Text(CHECKERS), "checkers of player 1"),
        Parameter::new("other", "6/5", Kind::Text(CHECKERS), "checkers of player 2"),
        Parameter::new("alone", "false", Kind::Bool, "whether there is player 1 alone"),
    ],
    examples: &[
        Example { at: "6/5 6/5", meaning: "the start" },
        Example { at: "a=6/5,b=2,throw=3-1,who=1", meaning: "3 and 1 were thrown" },
    ],
    beside: |_| Vec::new(),
    make,
};

const CHECKERS: &str = "1 to 15 points from 1 to 24 with / between them, as in 6/5/5";

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let side = |name| {
        let side = Side::read(values.text(name)).filter(|side| !side.is_off());
        side.ok_or_else(|| values.wrong(name, CHECKERS))
    };
    let alone = values.bool("alone");
    let other = if alone { Side::default() } else { side("other")? };
    Ok(Arc::new(BackgammonRace { start: [side("mover")?, other], alone }))
}

/// The rules with their parameters.
#[derive(Clone, Copy, Debug)]
struct BackgammonRace {
    start: [Side; 2],
    alone: bool,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    sides: [Side; 2],
    who: u8,
    /// The dice, the larger first; 0 before they are thrown.
    throw: [u8; 2],
}

impl BackgammonRace {
    fn next(&self, at: &Position, side: Side) -> Position {
        let mut sides = at.sides;
        sides[usize::from(at.who)] = side;
        Position { sides, who: if self.alone { 0 } else { 1 - at.who }, throw: [0, 0] }
    }

    /// The side that is off, if one is.
    fn winner(&self, at: &Position) -> Option<usize> {
        let racing = if self.alone { 1 } else { 2 };
        at.sides[..racing].iter().position(Side::is_off)
    }
}

fn throws() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|high| (1..=high).map(move |low| [high, low]))
}

fn read_throw(text: &str) -> Option<[u8; 2]> {
    let Some((a, b)) = text.split_once('-').filter(|_| text != "-") else {
        return (text == "-").then_some([0, 0]);
    };
    let die = |text: &str| text.trim().parse::<u8>().ok().filter(|die| (1..=6).contains(die));
    let (a, b) = (die(a)?, die(b)?);
    Some([a.max(b), a.min(b)])
}

impl Game for BackgammonRace {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { sides: self.start, who: 0, throw: [0, 0] }]
    }

    fn turn(&self, at: &Position) -> Turn {
        match self.winner(at) {
            Some(winner) => won(winner == 0),
            None => player(at.who),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        if at.throw == [0, 0] {
            out.choice(36);
            for throw in throws() {
                let ways = if throw[0] == throw[1] { 1 } else { 2 };
                out.branch(ways, Position { throw, ..*at });
            }
            return;
        }
        for (side, _) in at.sides[usize::from(at.who)].plays(at.throw) {
            out.certain(self.next(at, side));
        }
    }

    fn expected(&self) -> Option<Expected> {
        self.alone.then(|| Expected::fewest("throws"))
    }

    fn reward(&self, at: &Position, _choice: usize) -> Rational {
        Rational::from(u8::from(at.throw == [0, 0]))
    }

    fn players(&self) -> Vec<String> {
        vec!["player 1".into(), "player 2".into()]
    }

    fn fields(&self) -> Vec<Field> {
        let text = |name: &str, meaning: &str, default: &str| Field {
            default: Some(FieldValue::Text(default.into())),
            ..Field::new(name, meaning)
        };
        let (a, b) = (self.start[0].shown(), self.start[1].shown());
        vec![
            text("a", "checkers of player 1, as 6/5, or - for none", &a),
            text("b", "checkers of player 2, as 6/5, or - for none", &b),
            text("throw", "the dice, as 3-1, or - before they are thrown", "-"),
            position::who(),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let throw = match at.throw {
            [0, 0] => "-".into(),
            [high, low] => format!("{high}-{low}"),
        };
        let [a, b] = at.sides.map(|side| side.shown());
        let mut values: Vec<FieldValue> = [a, b, throw].map(FieldValue::Text).into();
        values.push(FieldValue::Int(i64::from(at.who) + 1));
        values
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [who] = position::numbers(&values[3..], &self.fields()[3..])?;
        let who = position::mover(who)?;
        let side = |at: usize| {
            let (text, start) = (values[at].to_string(), &self.start[at]);
            let side = Side::read(&text).filter(|side| side.may_come_from(start));
            side.ok_or_else(|| {
                let name = ["a", "b"][at];
                PositionError::new(format!(
                    "{name}={text}: expected checkers that can come from {}, as 6/5, or -",
                    start.shown()
                ))
            })
        };
        let throw = read_throw(&values[2].to_string()).ok_or_else(|| {
            PositionError::new(format!("throw={}: expected two dice, as 3-1, or -", values[2]))
        })?;
        let at = Position { sides: [side(0)?, side(1)?], who, throw };
        let wrong = match self.winner(&at) {
            Some(_) if self.alone => throw != [0, 0],
            Some(winner) => {
                winner == usize::from(who) || throw != [0, 0] || at.sides[usize::from(who)].is_off()
            }
            None => self.alone && who == 1,
        };
        if wrong {
            let text = "once a side is off it is the other's turn, and nothing is thrown any more";
            return Err(PositionError::new(text));
        }
        Ok(at)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        if text.contains('=') {
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match (&words[..], self.alone) {
            ([a], true) => self.parse(&format!("a={a}")),
            ([a, b], false) => self.parse(&format!("a={a},b={b}")),
            _ => Err(PositionError::new("expected the checkers of each side, as in '6/5 6/5'")),
        })
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        if at.throw == [0, 0] {
            return "throw".into();
        }
        let plays = at.sides[usize::from(at.who)].plays(at.throw);
        let steps = plays[choice].1.iter().map(|&(from, to)| match to {
            0 => format!("{from}/off"),
            to => format!("{from}/{to}"),
        });
        steps.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Quiet, games};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for given in [&["mover=3/1", "other=8"][..], &["mover=6/6/7", "alone=true"]] {
            let game = games::find("backgammon-race").unwrap().build(given).unwrap();
            let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
            for state in explored.arena().ids() {
                assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)), "{given:?}");
            }
        }
    }
}
