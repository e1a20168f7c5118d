//! The gambler: which stakes give the best chance to reach a goal?
//!
//! Invariant: a position is the capital; 0 and the goal end play.
//!
//! Sutton and Barto, Reinforcement Learning, example 4.3; Dubins and Savage, How to Gamble If You
//! Must, 1965.

use std::sync::Arc;

use super::roll::{CHANCE, chance, weights};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

/// To 100 with a coin of 0.4.
pub const ROW: GameRow = GameRow {
    name: "gambler",
    summary: "stake on a coin until the capital is the goal or nothing",
    rules: "\
A gambler has a capital in whole units. In a turn the gambler stakes a whole number of units, at \
least 1, at most the capital, at most what is missing to the goal, and at most 'most' where that is \
given; most=1 is the classical gambler's ruin. With the chance p the stake is won, else it is lost. \
Play ends with the capital at 'goal' or at 0. The value is the greatest chance to reach the goal. A \
position is written as the capital.",
    parameters: &[
        Parameter::new("p", "0.4", Kind::Text(CHANCE), "the chance to win a stake"),
        Parameter::new("goal", "100", Kind::Int(1, 1_000_000), "the capital that is wanted"),
        Parameter::optional(
            "start",
            Kind::Int(0, 1_000_000),
            "the capital at the start, if not half of the goal",
        ),
        Parameter::optional("most", Kind::Int(1, 1_000_000), "the largest stake allowed"),
    ],
    examples: &[
        Example { at: "50", meaning: "a capital of 50" },
        Example { at: "capital=1", meaning: "a capital of 1" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let p = chance(values.text("p")).ok_or_else(|| values.wrong("p", CHANCE))?;
    let goal = values.int("goal").unwrap_or_default() as u32;
    let start = values.int("start").map_or(goal / 2, |start| start as u32);
    if start > goal {
        return Err(values.wrong("start", format!("a whole number from 0 to the goal, {goal}")));
    }
    let most = values.int("most").map_or(goal, |most| most as u32);
    let (denominator, weight) = weights(&p);
    Ok(Arc::new(Gambler { denominator, weight, goal, start, most }))
}

/// The rules with their parameters; a position is the capital.
#[derive(Clone, Copy, Debug)]
struct Gambler {
    denominator: u64,
    weight: u64,
    goal: u32,
    start: u32,
    most: u32,
}

impl Game for Gambler {
    type State = u32;

    fn starts(&self) -> Vec<u32> {
        vec![self.start]
    }

    fn turn(&self, &capital: &u32) -> Turn {
        match capital {
            0 => won(false),
            _ if capital == self.goal => won(true),
            _ => player(0),
        }
    }

    fn choices(&self, &capital: &u32, out: &mut Choices<u32>) {
        for stake in 1..=capital.min(self.goal - capital).min(self.most) {
            out.choice(self.denominator);
            out.branch(self.weight, capital + stake);
            out.branch(self.denominator - self.weight, capital - stake);
        }
    }

    fn dense_len(&self) -> Option<u64> {
        Some(u64::from(self.goal) + 1)
    }

    fn index(&self, &capital: &u32) -> u64 {
        capital.into()
    }

    fn players(&self) -> Vec<String> {
        vec!["the gambler".into(), "the house".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![Field::new("capital", format!("the capital, 0 to {}", self.goal))]
    }

    fn describe(&self, &capital: &u32) -> Vec<FieldValue> {
        vec![FieldValue::Int(capital.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<u32, PositionError> {
        let [capital] = position::numbers(values, &self.fields())?;
        Ok(position::within("capital", capital, 0, self.goal.into())? as u32)
    }

    fn short_form(&self, text: &str) -> Option<Result<u32, PositionError>> {
        let numbers = position::short(text, "the capital, as in '50'")?;
        Some(numbers.and_then(|[capital]| self.position(&[FieldValue::Int(capital)])))
    }

    fn name_of_move(&self, _capital: &u32, choice: usize) -> String {
        format!("stake {}", choice + 1)
    }
}
