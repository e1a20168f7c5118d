//! Berzerk: two players move one token round a circle, each by numbers of its own.
//!
//! Codeforces 786A. Invariant: the token is on a cell of the circle, numbered from 1, the black hole.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, grid};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Objective, PositionError, Turn};

/// Berzerk.
pub const ROW: GameRow = GameRow {
    name: "berzerk",
    summary: "move one token round a circle by your own numbers; into the black hole wins",
    rules: "\
A circle has n cells; cell 1 is a black hole, and a token is on one of the others. Rick and Morty take \
turns; each has a set of numbers. A move takes the token as many cells forward, round the circle, as \
one of the mover's numbers says. Whoever moves it into the black hole wins. Play that never ends is a draw. \
A position is written as the token's cell and whose turn it is, Rick's if nothing is said: '3 Morty'.",
    parameters: &[
        Parameter::new("n", "5", Kind::Int(2, 100_000), "cells of the circle"),
        Parameter::new("rick", "3/2", Kind::Text(NUMBERS), "Rick's numbers"),
        Parameter::new("morty", "1/2/3", Kind::Text(NUMBERS), "Morty's numbers"),
        Parameter::new("start", "2", Kind::Int(2, 100_000), "where the token is at first"),
    ],
    examples: &[
        Example { at: "3 Morty", meaning: "the token is on cell 3, Morty is to move" },
        Example { at: "cell=3,who=Morty", meaning: "by named fields" },
    ],
    beside: |_| Vec::new(),
    make,
};

const NUMBERS: &str = "numbers from 1 to n - 1, as 1/2/3";
const NAMES: [&str; 2] = ["Rick", "Morty"];

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let n = values.int("n").unwrap_or_default() as u32;
    let numbers = |name| {
        let all = values.text(name).split(['/', ',']).map(|number| number.trim().parse().ok());
        let all: Option<Vec<u32>> = all.collect();
        let all = all.filter(|all| all.iter().all(|number| (1..n).contains(number)));
        all.ok_or_else(|| values.wrong(name, NUMBERS))
    };
    let start = values.int("start").unwrap_or_default() as u32;
    if start > n {
        return Err(values.wrong("start", format!("a cell from 2 to n={n}")));
    }
    Ok(Arc::new(Berzerk { n, numbers: [numbers("rick")?, numbers("morty")?], start }))
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Berzerk {
    n: u32,
    numbers: [Vec<u32>; 2],
    start: u32,
}

/// The token's cell, from 1, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The token's cell.
    pub cell: u32,
    /// 0 for Rick, 1 for Morty.
    pub who: u8,
}

impl Game for Berzerk {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { cell: self.start, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        if at.cell == 1 { won(at.who == 1) } else { player(at.who) }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        for number in &self.numbers[usize::from(at.who)] {
            let cell = (at.cell - 1 + number) % self.n + 1;
            out.certain(Position { cell, who: 1 - at.who });
        }
    }

    fn players(&self) -> Vec<String> {
        NAMES.map(Into::into).into()
    }

    fn fields(&self) -> Vec<Field> {
        let who = Field::new("who", "whose turn it is, Rick or Morty");
        let who = Field { default: Some(FieldValue::Text(NAMES[0].into())), ..who };
        vec![Field::new("cell", format!("the token's cell, 1 to {}", self.n)), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let who = NAMES[usize::from(at.who)];
        vec![FieldValue::Int(at.cell.into()), FieldValue::Text(who.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [cell, who] = values else { return Err(PositionError::new("expected cell and who")) };
        let number: Option<u32> = cell.to_string().parse().ok();
        let number = number.filter(|number| (1..=self.n).contains(number));
        let error = || PositionError::new(format!("{cell}: expected a cell from 1 to {}", self.n));
        let cell = number.ok_or_else(error)?;
        Ok(Position { cell, who: grid::player(&who.to_string(), NAMES)? })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let values = grid::board_and_player(text, NAMES)?;
        Some(values.and_then(|values| self.position(&values)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let number = self.numbers[usize::from(at.who)].get(choice);
        number.map(|number| format!("{number} forward")).unwrap_or_default()
    }
}
