//! Hog: one throw a turn, of as many dice as one likes.
//!
//! Invariant: a score that is `target` stands for everything beyond it too, and play is then over.
//!
//! Neller, Presser, Pigtail: A Pig Addendum, UMAP Journal 26(4), 2005; the house rules are those of
//! the project Hog of Berkeley's course CS 61A (2013).

use std::sync::Arc;

use super::two_scores::{self, Position};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

mod alone;
mod throw;

pub use alone::ROW as SOLITAIRE;
use throw::Throws;

/// Hog to 100.
pub const ROW: GameRow = GameRow {
    name: "hog",
    summary: "one throw a turn: choose how many dice; any 1 spoils the throw",
    rules: "\
Two players take turns; each has a score, which begins at 0. In a turn the mover chooses a number of \
dice, at least one and at most 'dice', and throws them once. If any die shows a 1 the throw brings \
'one' points; else it brings the sum of all dice. Whoever has 'target' points or more at the end of \
any turn wins. House rules, off unless given: with free=true the mover may choose no dice and then \
scores 1 point more than the largest digit of the other's score. With wild=m, where m is not 0, the \
dice of a turn have four faces if the sum of both scores at its beginning is a multiple of m. With \
swap=true, if after the points of a turn one score is exactly twice the other, the players swap \
their scores before it is seen whether somebody has won; 0 and 0 are not swapped. The value is the \
chance of player 1 to win; play that never ends is won by nobody. A position is written 'C H' from \
the mover's view: the mover's score, the other's score; the mover then counts as player 1.",
    parameters: &[
        Parameter::new("target", "100", Kind::Int(1, 500), "points that win"),
        Parameter::optional(
            "dice",
            Kind::Int(1, 250),
            "the most dice in a throw, if not half the target rounded up, which bring it certainly",
        ),
        Parameter::new("sides", "6", Kind::Int(2, 100), "faces of each die"),
        Parameter::new("one", "0", Kind::Int(0, 1000), "points of a throw with a 1"),
        Parameter::new("free", "false", Kind::Bool, "whether no dice may be chosen"),
        Parameter::new("wild", "0", Kind::Int(0, 1000), "sums that are multiples get four faces"),
        Parameter::new("swap", "false", Kind::Bool, "whether a score twice the other is swapped"),
    ],
    examples: &[
        Example { at: "0 0", meaning: "the start" },
        Example { at: "s1=30,s2=99,who=1", meaning: "30 to 99, player 1 to move" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let dice = dice(values);
    Ok(Arc::new(Hog {
        target: number("target"),
        dice,
        one: number("one"),
        free: values.bool("free"),
        wild: number("wild"),
        swap: values.bool("swap"),
        usual: Throws::new(number("sides"), dice),
        four: Throws::new(4, if number("wild") > 0 { dice } else { 0 }),
    }))
}

/// The most dice: no throw of more can bring what this many do not.
fn dice(values: &Values) -> u16 {
    let target = values.int("target").unwrap_or_default();
    values.int("dice").unwrap_or((target + 1) / 2) as u16
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
pub struct Hog {
    target: u16,
    dice: u16,
    one: u16,
    free: bool,
    wild: u16,
    swap: bool,
    usual: Throws,
    four: Throws,
}

impl Hog {
    /// The position after a turn that brought `points`.
    fn after(&self, at: Position, points: u16) -> Position {
        let mut scores = at.scores;
        scores[usize::from(at.who)] += points;
        let [a, b] = scores;
        if self.swap && a != b && (a == 2 * b || b == 2 * a) {
            scores.swap(0, 1);
        }
        Position { who: 1 - at.who, scores: scores.map(|score| score.min(self.target)), x: 0 }
    }

    /// Points from which on all throws lead to the same position.
    fn enough(&self, at: Position) -> u16 {
        let need = self.target - at.own();
        // A score of twice the other's may still be swapped.
        let swapped = 2 * at.other() + 1;
        if self.swap { need.max(swapped) } else { need }
    }

    fn throws(&self, at: Position) -> &Throws {
        let [a, b] = at.scores;
        let wild = self.wild > 0 && (a + b).is_multiple_of(self.wild);
        if wild { &self.four } else { &self.usual }
    }
}

/// One more than the largest digit.
fn bacon(score: u16) -> u16 {
    let digits = [score / 1000, score / 100, score / 10, score].map(|part| part % 10);
    digits.into_iter().fold(0, u16::max) + 1
}

impl Game for Hog {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position::START]
    }

    fn turn(&self, at: &Position) -> Turn {
        at.turn(self.target)
    }

    fn choices(&self, &at: &Position, out: &mut Choices<Position>) {
        if self.free {
            out.certain(self.after(at, bacon(at.other())));
        }
        let (throws, enough) = (self.throws(at), self.enough(at));
        for n in 1..=self.dice {
            throws.write(n, enough, out, |sum| self.after(at, sum.unwrap_or(self.one)));
        }
    }

    fn dense_len(&self) -> Option<u64> {
        Some(two_scores::scores_len(self.target))
    }

    fn index(&self, at: &Position) -> u64 {
        at.scores_index(self.target)
    }

    fn players(&self) -> Vec<String> {
        two_scores::players()
    }

    fn fields(&self) -> Vec<Field> {
        two_scores::score_fields(["s1", "s2"], self.target)
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        at.describe_scores()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        two_scores::between_turns(values, &self.fields(), self.target)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "C H (the mover's score, the other's score), as in '30 99'";
        let numbers = position::short(text, form)?;
        Some(numbers.and_then(|[own, other]| self.position(&[own, other, 1].map(FieldValue::Int))))
    }

    fn name_of_move(&self, _at: &Position, choice: usize) -> String {
        match choice + usize::from(!self.free) {
            0 => "no dice".into(),
            1 => "1 die".into(),
            n => format!("{n} dice"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::player;
    use crate::{Limits, Quiet, explore::explore, games};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for given in
            [&["target=9"][..], &["target=20", "swap=true", "free=true", "one=1", "wild=7"]]
        {
            let row = games::find("hog").unwrap();
            let explored = row.build(given).unwrap();
            let explored = explored.explore(&[], &Limits::default(), &Quiet).unwrap();
            for state in explored.arena().ids() {
                assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)), "{given:?}");
            }
        }
    }

    #[test]
    fn house_rules_do_what_they_say() {
        let hog = Hog {
            target: 100,
            dice: 2,
            one: 1,
            free: true,
            wild: 7,
            swap: true,
            usual: Throws::new(6, 2),
            four: Throws::new(4, 2),
        };
        assert_eq!((bacon(0), bacon(42), bacon(109)), (1, 5, 10));
        let at = Position { who: 0, scores: [40, 50], x: 0 };
        assert_eq!(hog.after(at, 60).scores, [50, 100]);
        assert_eq!(hog.after(at, 61).scores, [100, 50]);
        assert_eq!(hog.after(Position::START, 0).scores, [0, 0]);
        let explored = explore(&hog, &[at], &Limits::default(), &Quiet).unwrap();
        assert_eq!(hog.turn(&at), player(0));
        assert!(explored.arena.states() > 100);
    }
}
