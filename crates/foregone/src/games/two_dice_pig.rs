//! Two-Dice Pig: two dice a roll, and two ones lose everything.
//!
//! Since a score can fall back to 0, all positions that are not over form one component. Positions are
//! those of `two_scores`; score plus turn total is at most the target.

use std::sync::Arc;

use super::two_scores::{self, Position, Triangle};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

/// Two-Dice Pig to 100 or more.
pub const ROW: GameRow = GameRow {
    name: "two-dice-pig",
    summary: "pig with two dice: a one loses the turn, two ones lose the score too",
    rules: RULES,
    parameters: &[
        Parameter::new("target", "100", Kind::Int(1, 1_000), "points that win"),
        Parameter::new("sides", "6", Kind::Int(2, 20), "faces of each die"),
    ],
    examples: &[
        Example { at: "0 0 0", meaning: "the start" },
        Example { at: "40 60 18", meaning: "the mover has 40, the other 60; this turn 18 so far" },
        Example { at: "s1=3,s2=0,x=4,who=1", meaning: "the same kind of position by named fields" },
    ],
    beside: |_| Vec::new(),
    make,
};

const RULES: &str = "\
Two players take turns; each has a score, which begins at 0. In a turn the mover rolls two dice again \
and again, and before each further roll may hold instead. The first action of a turn is always a \
roll. Where neither die shows a 1, their sum is added to the turn total X. Where one die shows a 1, \
the turn ends and brings nothing. Where both show a 1, the mover's whole score is lost too and the \
turn ends. Holding adds X to the mover's score and ends the turn. Whoever has 'target' points or more \
after holding wins, and whoever has enough to win holds; a turn total that is more than enough counts \
as just enough. The value is the chance of player 1 to win; play that never ends is won by nobody. A \
position is written 'C H X' from the mover's view: the mover's score, the other's score, the turn \
total; the mover then counts as player 1. X=0 is the start of a turn.";

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    Ok(Arc::new(TwoDicePig::new(number("target"), number("sides"))))
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
pub struct TwoDicePig {
    target: u16,
    sides: u16,
    /// The dense index.
    triangle: Triangle,
    /// Which turn totals are sums of rolls without a 1.
    sums: Vec<bool>,
}

impl TwoDicePig {
    /// Two-Dice Pig to `target` (1 to 1,000) with dice of `sides` (2 to 20) faces.
    pub fn new(target: u16, sides: u16) -> Self {
        let mut sums = vec![false; usize::from(target) + 1];
        sums[0] = true;
        for x in 4..sums.len() {
            let rolls = (4..=usize::from(2 * sides)).take_while(|&roll| roll <= x);
            sums[x] = rolls.into_iter().any(|roll| sums[x - roll]);
        }
        Self { target, sides, triangle: Triangle::new(target, target), sums }
    }

    /// In how many ways two dice without a 1 show `sum`.
    fn ways(&self, sum: u16) -> u64 {
        let most = self.sides.min(sum - 2);
        let least = sum.saturating_sub(self.sides).max(2);
        u64::from((most + 1).saturating_sub(least))
    }

    fn roll(&self, at: Position, out: &mut Choices<Position>) {
        let (own, sides) = (at.own(), u64::from(self.sides));
        let missing = self.target - own - at.x;
        out.choice(sides * sides);
        if own > 0 {
            out.branch(2 * (sides - 1), at.passed(own));
            out.branch(1, at.passed(0));
        } else {
            out.branch(2 * sides - 1, at.passed(0));
        }
        let rolls = 4..=2 * self.sides;
        for sum in rolls.clone().take_while(|&sum| sum < missing) {
            out.branch(self.ways(sum), Position { x: at.x + sum, ..at });
        }
        let enough = rolls.skip_while(|&sum| sum < missing).map(|sum| self.ways(sum)).sum();
        if enough > 0 {
            out.branch(enough, Position { x: at.x + missing, ..at });
        }
    }

    /// The position with these numbers, if play can be there from some pair of scores.
    fn checked(&self, who: u8, scores: [i64; 2], x: i64) -> Result<Position, PositionError> {
        two_scores::in_a_turn(self.target, who, scores, x, |own, x| {
            let most = i64::from(self.target - own);
            let possible = usize::try_from(x).is_ok_and(|x| self.sums.get(x) == Some(&true));
            if !(0..=most).contains(&x) || x < most && !possible {
                return Err(PositionError::new(format!(
                    "a turn total of {x} is impossible for a mover with {own}: it is 0, or a sum \
                     of rolls of two dice without a 1, or the {most} that win"
                )));
            }
            Ok(())
        })
    }
}

impl Game for TwoDicePig {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position::START]
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        at.turn(self.target)
    }

    #[inline]
    fn choices(&self, &at: &Position, out: &mut Choices<Position>) {
        if at.own() + at.x < self.target {
            self.roll(at, out);
        }
        if at.x > 0 {
            out.certain(at.passed(at.own() + at.x));
        }
    }

    fn dense_len(&self) -> Option<u64> {
        Some(self.triangle.len())
    }

    #[inline]
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
        let form = "C H X (the mover's score, the other's score, the turn total), as in '40 60 18'";
        let numbers = position::short(text, form)?;
        Some(numbers.and_then(|[own, other, x]| self.checked(0, [own, other], x)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let roll = choice == 0 && at.own() + at.x < self.target;
        if roll { "roll" } else { "hold" }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Quiet, explore::explore};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for game in [TwoDicePig::new(12, 6), TwoDicePig::new(13, 2), TwoDicePig::new(3, 6)] {
            let explored = explore(&game, &game.starts(), &Limits::default(), &Quiet).unwrap();
            for at in explored.positions.all() {
                assert_eq!(game.parse(&game.show(at)).as_ref(), Ok(at));
            }
        }
    }

    #[test]
    fn to_100_there_are_886386_positions() {
        let game = TwoDicePig::new(100, 6);
        let explored = explore(&game, &game.starts(), &Limits::default(), &Quiet).unwrap();
        assert_eq!(explored.arena.states(), 886_386);
    }

    #[test]
    fn a_roll_sends_every_pair_of_faces_somewhere() {
        let game = TwoDicePig::new(30, 6);
        let mut out = Choices::default();
        for (own, x) in [(0, 0), (5, 0), (5, 20), (20, 7), (29, 0)] {
            out.clear();
            game.choices(&Position { who: 0, scores: [own, 0], x }, &mut out);
            let crate::game::Branches::Weights(36, weights) = out.probabilities(0) else {
                panic!()
            };
            assert_eq!(weights.iter().sum::<u64>(), 36, "{own} {x}");
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = TwoDicePig::new(100, 6);
        for text in ["97 0 3", "0 0 100", "96 1 4", "0 99 4"] {
            assert!(game.parse(text).is_ok(), "{text}");
        }
        for text in ["100 0 0", "0 0 3", "0 0 101", "97 0 4", "-1 0 0", "1 2", "s1=1,s2=1,who=3"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        assert!(game.parse(&format!("0 {} {0}", i64::MIN)).is_err());
    }
}
