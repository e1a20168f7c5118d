//! Hog for one: how few turns are needed?

use std::sync::Arc;

use super::throw::Throws;
use super::{ROW as HOG, dice};
use crate::game::{Expected, player, won};
use crate::games::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Rational, Turn};

/// Hog for one.
pub const ROW: GameRow = GameRow {
    name: "hog-solitaire",
    summary: "hog for one player: fewest expected turns to 100",
    rules: "\
One player has a score, which begins at 0. In a turn the player chooses a number of dice, at least \
one and at most 'dice', and throws them once. If any die shows a 1 the throw brings nothing; else \
the sum of all dice is added to the score. Play ends with 'target' points or more. Asked is the \
least number of turns to be expected. A position is written as the score.",
    parameters: &[
        Parameter::new("target", "100", Kind::Int(1, 500), "points that end play"),
        HOG.parameters[1],
        Parameter::new("sides", "6", Kind::Int(2, 100), "faces of each die"),
    ],
    examples: &[
        Example { at: "0", meaning: "the start" },
        Example { at: "score=90", meaning: "90 points" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let dice = dice(values);
    Ok(Arc::new(Alone {
        target: number("target"),
        dice,
        throws: Throws::new(number("sides"), dice),
    }))
}

/// The rules with their parameters; a position is the score.
#[derive(Clone, Debug)]
struct Alone {
    target: u16,
    dice: u16,
    throws: Throws,
}

impl Game for Alone {
    type State = u16;

    fn starts(&self) -> Vec<u16> {
        vec![0]
    }

    fn turn(&self, &score: &u16) -> Turn {
        if score == self.target { won(true) } else { player(0) }
    }

    fn choices(&self, &score: &u16, out: &mut Choices<u16>) {
        for n in 1..=self.dice {
            self.throws.write(n, self.target - score, out, |sum| score + sum.unwrap_or(0));
        }
    }

    fn expected(&self) -> Option<Expected> {
        Some(Expected::fewest("turns"))
    }

    fn reward(&self, _score: &u16, _choice: usize) -> Rational {
        Rational::ONE
    }

    fn players(&self) -> Vec<String> {
        vec!["the player".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![Field::new("score", format!("the score, 0 to {}", self.target))]
    }

    fn describe(&self, &score: &u16) -> Vec<FieldValue> {
        vec![FieldValue::Int(score.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<u16, PositionError> {
        let [score] = position::numbers(values, &self.fields())?;
        Ok(position::within("score", score, 0, self.target.into())? as u16)
    }

    fn short_form(&self, text: &str) -> Option<Result<u16, PositionError>> {
        let numbers = position::short(text, "the score, as in '90'")?;
        Some(numbers.and_then(|[score]| self.position(&[FieldValue::Int(score)])))
    }

    fn name_of_move(&self, _score: &u16, choice: usize) -> String {
        if choice == 0 { "1 die".into() } else { format!("{} dice", choice + 1) }
    }
}
