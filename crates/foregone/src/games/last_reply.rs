//! Pig with a last reply: who holds at the target first must still survive one turn of the other.
//!
//! Invariant: in the last turn the mover's score is below the target and the other's is not; a
//! score is at most `most` plus one roll. After the last turn only who won is kept.

use std::sync::Arc;

use super::roll::{self, Roll};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

/// Pig to 50 with a last reply.
pub const ROW: GameRow = GameRow {
    name: "last-reply",
    summary: "roll on or hold to 50, a 6 loses the turn; the other has one last turn to exceed",
    rules: "\
Two players take turns; each has a score, which begins at 0. In a turn the mover rolls a die again \
and again, and before each further roll may hold instead. The first action of a turn is always a \
roll. A roll of the face 'bust' ends the turn, and it brings nothing. Any other face is added to the \
turn total X. Holding adds X to the mover's score and ends the turn. Once a player holds with \
'target' points or more, the other has one last turn: it wins as soon as its score plus X exceeds \
that score, and loses if the turn ends before; in the last turn there is no holding. With the target \
in hand a player may roll on to make the reply harder, until score plus X is 'most' or more: then it \
must hold. The value is the chance of player 1 to win; play that never ends is won by nobody. A \
position is written 'C H X' from the mover's view: the mover's score, the other's score, the turn \
total; the mover then counts as player 1. It is the last turn where the other's score is 'target' or \
more. X=0 is the start of a turn.",
    parameters: &[
        Parameter::new("target", "50", Kind::Int(1, 1000), "points that call for the last turn"),
        roll::SIDES,
        roll::bust("6"),
        Parameter::optional(
            "most",
            Kind::Int(1, 2000),
            "where one must hold, if not twice 'target'",
        ),
    ],
    examples: &[
        Example { at: "0 0 0", meaning: "the start" },
        Example { at: "s1=40,s2=55,x=9,who=1", meaning: "the last turn: 40 and 9 against 55" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let (target, (sides, bust)) = (number("target"), roll::sides_and_bust(values)?);
    let most = values.int("most").map_or(2 * target, |most| most as u16);
    if most < target {
        return Err(values.wrong("most", format!("at least the target, {target}")));
    }
    let roll = Roll::die(sides, bust);
    let sums = roll.sums(most + roll.most());
    Ok(Arc::new(LastReply { target, most, roll, sums }))
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
struct LastReply {
    target: u16,
    most: u16,
    roll: Roll,
    sums: Vec<bool>,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Position {
    /// Whose turn it is (0 or 1), both scores, what the turn has gathered.
    Open { who: u8, scores: [u16; 2], x: u16 },
    /// Player 0 or 1 has won.
    Won(u8),
}

impl LastReply {
    /// What follows where the turn ends with nothing.
    fn lost(&self, who: u8, scores: [u16; 2]) -> Position {
        match self.is_last(who, scores) {
            true => Position::Won(1 - who),
            false => Position::Open { who: 1 - who, scores, x: 0 },
        }
    }

    fn is_last(&self, who: u8, scores: [u16; 2]) -> bool {
        scores[usize::from(1 - who)] >= self.target
    }

    fn gained(&self, who: u8, scores: [u16; 2], x: u16) -> Position {
        let (own, other) = (scores[usize::from(who)], scores[usize::from(1 - who)]);
        match self.is_last(who, scores) && own + x > other {
            true => Position::Won(who),
            false => Position::Open { who, scores, x },
        }
    }

    /// The total from which on there is no rolling.
    fn need(&self, who: u8, scores: [u16; 2]) -> u16 {
        let (own, other) = (scores[usize::from(who)], scores[usize::from(1 - who)]);
        if self.is_last(who, scores) { other + 1 - own } else { self.most - own }
    }
}

impl Game for LastReply {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position::Open { who: 0, scores: [0, 0], x: 0 }]
    }

    fn turn(&self, at: &Position) -> Turn {
        match *at {
            Position::Open { who, .. } => player(who),
            Position::Won(who) => won(who == 0),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let Position::Open { who, scores, x } = *at else { return };
        let own = scores[usize::from(who)];
        let last = self.is_last(who, scores);
        if last || own + x < self.most {
            out.choice(self.roll.denominator);
            out.branch(self.roll.lost, self.lost(who, scores));
            for &(gain, weight) in &self.roll.gains {
                out.branch(weight, self.gained(who, scores, x + gain));
            }
        }
        if !last && x > 0 {
            let mut held = scores;
            held[usize::from(who)] += x;
            out.certain(Position::Open { who: 1 - who, scores: held, x: 0 });
        }
    }

    fn players(&self) -> Vec<String> {
        vec!["player 1".into(), "player 2".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("s1", "score of player 1, or -1 if player 1 has lost"),
            Field::new("s2", "score of player 2, or -1 if player 2 has lost"),
            position::field("x", "turn total, 0 at the start of a turn", 0),
            position::who(),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let numbers = match *at {
            Position::Open { who, scores: [s1, s2], x } => {
                [s1.into(), s2.into(), x.into(), i64::from(who) + 1]
            }
            Position::Won(0) => [0, -1, 0, 1],
            Position::Won(_) => [-1, 0, 0, 1],
        };
        numbers.map(FieldValue::Int).to_vec()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [s1, s2, x, who] = position::numbers(values, &self.fields())?;
        match [s1, s2, x, who] {
            [0, -1, 0, 1] => return Ok(Position::Won(0)),
            [-1, 0, 0, 1] => return Ok(Position::Won(1)),
            _ => {}
        }
        let who = position::mover(who)?;
        let reach = self.most + self.roll.most() - 1;
        for (name, score) in [("s1", s1), ("s2", s2)] {
            position::within(name, score, 0, reach.into())?;
        }
        let scores = [s1 as u16, s2 as u16];
        let (own, other) = (scores[usize::from(who)], scores[usize::from(1 - who)]);
        if own >= self.target {
            let text = format!("a mover's score is below the target, {}", self.target);
            return Err(PositionError::new(text));
        }
        let need = self.need(who, scores);
        let over = self.is_last(who, scores) && x >= i64::from(need);
        if over || !self.roll.gathers(&self.sums, need, x) {
            return Err(PositionError::new(format!(
                "a turn total of {x} is impossible for a mover with {own} against {other}: it is 0 \
                 or a sum of faces, and the turn ends with enough"
            )));
        }
        Ok(Position::Open { who, scores, x: x as u16 })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "C H X (the mover's score, the other's score, the turn total), as in '40 55 9'";
        let numbers = position::short(text, form)?;
        Some(
            numbers.and_then(|[own, other, x]| {
                self.position(&[own, other, x, 1].map(FieldValue::Int))
            }),
        )
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let Position::Open { who, scores, x } = *at else { return "none".into() };
        let rolls = self.is_last(who, scores) || scores[usize::from(who)] + x < self.most;
        if choice == 0 && rolls { "roll" } else { "hold" }.into()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Quiet, games};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for given in [&["target=9"][..], &["target=5", "most=5", "bust=1"], &["target=1"]] {
            let game = games::find("last-reply").unwrap().build(given).unwrap();
            let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
            for state in explored.arena().ids() {
                assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)), "{given:?}");
            }
        }
    }
}
