//! Races of two players who gather points in turns and may lose what the turn has gathered: Piglet
//! and Big Pig.
//!
//! Positions and their invariant are those of `two_scores`.
//!
//! Neller & Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25(1), 2004; Neller, Presser,
//! Pigtail: A Pig Addendum, UMAP Journal 26(4), 2005.

use std::sync::Arc;

use super::roll::{self, Roll};
use super::two_scores::{self, Position, Triangle};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

/// Piglet: Pig with a coin.
pub const PIGLET: GameRow = GameRow {
    name: "piglet",
    summary: "flip on or hold: pig with a coin, tails loses the turn",
    rules: "\
Two players take turns; each has a score, which begins at 0. In a turn the mover flips a coin again \
and again, and before each further flip may hold instead. The first action of a turn is always a \
flip. Tails ends the turn, and it brings nothing. Heads, which comes with the chance 'heads', adds 1 \
to the turn total X. Holding adds X to the mover's score and ends the turn. Whoever has 'target' \
points or more after holding wins; whoever has enough to win holds. The value is the chance of \
player 1 to win; play that never ends is won by nobody. A position is written 'C H X' from the \
mover's view: the mover's score, the other's score, the turn total; the mover then counts as \
player 1. X=0 is the start of a turn.",
    parameters: &[
        Parameter::new("target", "10", Kind::Int(1, MAX_TARGET), "points that win"),
        Parameter::new("heads", "1/2", Kind::Text(roll::CHANCE), "the chance of heads"),
    ],
    examples: &EXAMPLES,
    beside: |_| Vec::new(),
    make: piglet,
};

/// Big Pig: two dice, doubles count double.
pub const BIG_PIG: GameRow = GameRow {
    name: "big-pig",
    summary: "roll on or hold with two dice: doubles count twice, a single 1 loses the turn",
    rules: "\
Two players take turns; each has a score, which begins at 0. In a turn the mover rolls two dice again \
and again, and before each further roll may hold instead. The first action of a turn is always a \
roll. A single 1 ends the turn, and it brings nothing. Two 1s add 25 to the turn total X, any other \
double twice the sum of both dice, all other rolls their sum. Holding adds X to the mover's score \
and ends the turn. Whoever has 'target' points or more after holding wins; whoever has enough to win \
holds. The value is the chance of player 1 to win; play that never ends is won by nobody. A position \
is written 'C H X' from the mover's view: the mover's score, the other's score, the turn total; the \
mover then counts as player 1. X=0 is the start of a turn.",
    parameters: &[
        Parameter::new("target", "100", Kind::Int(1, MAX_TARGET), "points that win"),
        Parameter::new("sides", "6", Kind::Int(2, 100), "faces of each die"),
    ],
    make: big_pig,
    ..PIGLET
};

const EXAMPLES: [Example; 2] = [
    Example { at: "0 0 0", meaning: "the start" },
    Example { at: "s1=0,s2=1,x=0,who=2", meaning: "0 to 1, the other player to move" },
];

/// Keeps scores in 16 bits.
const MAX_TARGET: i64 = 10_000;

fn piglet(values: &Values) -> Result<SharedGame, ParameterError> {
    let heads = roll::chance(values.text("heads"));
    let heads = heads.ok_or_else(|| values.wrong("heads", roll::CHANCE))?;
    Ok(Arc::new(Race::new(target(values), Roll::coin(&heads), "flip")))
}

fn big_pig(values: &Values) -> Result<SharedGame, ParameterError> {
    let sides = values.int("sides").unwrap_or_default() as u16;
    Ok(Arc::new(Race::new(target(values), Roll::big_pig(sides), "roll")))
}

fn target(values: &Values) -> u16 {
    values.int("target").unwrap_or_default() as u16
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
pub struct Race {
    target: u16,
    roll: Roll,
    verb: &'static str,
    /// The dense index.
    triangle: Triangle,
    /// Which turn totals are sums of gains.
    sums: Vec<bool>,
}

impl Race {
    /// A race to `target` (1 to 10,000) where a turn is a number of rolls.
    pub fn new(target: u16, roll: Roll, verb: &'static str) -> Self {
        let sums = roll.sums(target);
        let triangle = Triangle::new(target, target + roll.most());
        Self { target, roll, verb, triangle, sums }
    }

    /// The position with these numbers, if play can be there from some pair of scores.
    fn checked(&self, who: u8, scores: [i64; 2], x: i64) -> Result<Position, PositionError> {
        two_scores::in_a_turn(self.target, who, scores, x, |own, x| {
            if !self.roll.gathers(&self.sums, self.target - own, x) {
                return Err(PositionError::new(format!(
                    "a turn total of {x} is impossible for a mover with {own}: it is 0 or a sum of \
                     what rolls bring, and whoever has {} rolls no more",
                    self.target
                )));
            }
            Ok(())
        })
    }
}

impl Game for Race {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position::START]
    }

    fn turn(&self, at: &Position) -> Turn {
        at.turn(self.target)
    }

    fn choices(&self, &at: &Position, out: &mut Choices<Position>) {
        let own = at.own();
        if own + at.x < self.target {
            out.choice(self.roll.denominator);
            out.branch(self.roll.lost, at.passed(own));
            for &(gain, weight) in &self.roll.gains {
                out.branch(weight, Position { x: at.x + gain, ..at });
            }
        }
        if at.x > 0 {
            out.certain(at.passed((own + at.x).min(self.target)));
        }
    }

    fn dense_len(&self) -> Option<u64> {
        Some(self.triangle.len())
    }

    fn index(&self, at: &Position) -> u64 {
        self.triangle.index(at)
    }

    fn players(&self) -> Vec<String> {
        two_scores::players()
    }

    fn fields(&self) -> Vec<Field> {
        two_scores::fields(self.target)
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        at.describe()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [s1, s2, x, who] = position::numbers(values, &self.fields())?;
        self.checked(position::mover(who)?, [s1, s2], x)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "C H X (the mover's score, the other's score, the turn total), as in '4 2 1'";
        let numbers = position::short(text, form)?;
        Some(numbers.and_then(|[own, other, x]| self.checked(0, [own, other], x)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let rolls = choice == 0 && at.own() + at.x < self.target;
        if rolls { self.verb } else { "hold" }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Quiet, explore::explore};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for roll in [Roll::die(2, 1), Roll::big_pig(6), Roll::die(5, 5)] {
            let game = Race::new(13, roll, "roll");
            let explored = explore(&game, &game.starts(), &Limits::default(), &Quiet).unwrap();
            for at in explored.positions.all() {
                assert_eq!(game.parse(&game.show(at)).as_ref(), Ok(at));
            }
        }
        let game = Race::new(13, Roll::die(6, 1), "roll");
        for text in ["13 0 0", "0 13 2", "0 0 1", "0 0 19", "-1 0 0", "1 2", "a b c"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        assert!(game.parse(&format!("0 0 {}", i64::MIN)).is_err());
    }
}
