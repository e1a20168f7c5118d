//! The coin race: a steady coin against a bold one.
//!
//! Invariant: a score that is `target` stands for everything beyond it too, and play is then over.
//! Setting: Project Euler, problem 232, "The Race".

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

/// The race to 100.
pub const ROW: GameRow = GameRow {
    name: "coin-race",
    summary: "player 1 tosses one coin for a point; player 2 picks how many must all be heads",
    rules: "\
Two players take turns, player 1 first unless 'first' says otherwise; each has a score, which begins \
at 0. In a turn player 1 tosses one fair coin: heads brings 1 point, tails nothing. In a turn player \
2 picks a number T from 1 to 'tosses' and tosses a fair coin T times: if all are heads that brings 2 \
to the power of T-1 points, else nothing. Whoever has 'target' points or more first wins. Player 2 \
plays best, player 1 has no choice. The value is the chance of player 1 to win. A position is \
written 'a b who': the score of player 1, that of player 2, and whose turn it is, 1 or 2.",
    parameters: &[
        Parameter::new("target", "100", Kind::Int(1, 2000), "points that win"),
        Parameter::optional(
            "tosses",
            Kind::Int(1, 60),
            "the most tosses, if not the fewest that can win at once",
        ),
        Parameter::new("first", "1", Kind::Int(1, 2), "who begins"),
    ],
    examples: &[
        Example { at: "0 0 1", meaning: "the start" },
        Example { at: "a=99,b=60,who=2", meaning: "99 to 60, player 2 to move" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let target = number("target");
    // Enough to win from 0: 2^(T-1) >= target.
    let enough = (i64::from(target) as u64).next_power_of_two().trailing_zeros() + 1;
    let tosses = values.int("tosses").unwrap_or(enough.into()) as u32;
    Ok(Arc::new(CoinRace { target, tosses, first: number("first") as u8 - 1 }))
}

/// The rules with their parameters.
#[derive(Clone, Copy, Debug)]
struct CoinRace {
    target: u16,
    tosses: u32,
    first: u8,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    scores: [u16; 2],
    who: u8,
}

impl Game for CoinRace {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { scores: [0, 0], who: self.first }]
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.scores.iter().position(|&score| score == self.target) {
            Some(winner) => won(winner == 0),
            None => player(at.who),
        }
    }

    fn choices(&self, &at: &Position, out: &mut Choices<Position>) {
        let nothing = Position { who: 1 - at.who, ..at };
        let most = if at.who == 0 { 1 } else { self.tosses };
        for tosses in 1..=most {
            let mut scored = nothing;
            let score = &mut scored.scores[usize::from(at.who)];
            *score = (u64::from(*score) + (1 << (tosses - 1))).min(self.target.into()) as u16;
            out.choice(1 << tosses);
            out.branch((1 << tosses) - 1, nothing);
            out.branch(1, scored);
        }
    }

    fn dense_len(&self) -> Option<u64> {
        let scores = u64::from(self.target) + 1;
        Some(2 * scores * scores)
    }

    fn index(&self, at: &Position) -> u64 {
        let [a, b] = at.scores.map(u64::from);
        (a * (u64::from(self.target) + 1) + b) * 2 + u64::from(at.who)
    }

    fn players(&self) -> Vec<String> {
        vec!["player 1".into(), "player 2".into()]
    }

    fn fields(&self) -> Vec<Field> {
        let target = self.target;
        vec![
            Field::new("a", format!("score of player 1, 0 to {target}")),
            Field::new("b", format!("score of player 2, 0 to {target}")),
            position::who(),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let [a, b] = at.scores;
        [a, b, u16::from(at.who) + 1].map(|n| FieldValue::Int(n.into())).to_vec()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [a, b, who] = position::numbers(values, &self.fields())?;
        for (name, score) in [("a", a), ("b", b)] {
            position::within(name, score, 0, self.target.into())?;
        }
        let scores = [a as u16, b as u16];
        if scores == [self.target; 2] {
            return Err(PositionError::new("play ends once a score is the target: not both are"));
        }
        Ok(Position { scores, who: position::mover(who)? })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "a b who (both scores, whose turn it is), as in '99 60 2'";
        let numbers = position::short::<3>(text, form)?;
        Some(numbers.and_then(|all| self.position(&all.map(FieldValue::Int))))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        match (at.who, choice) {
            (0, _) => "toss".into(),
            (_, 0) => "1 toss".into(),
            (_, more) => format!("{} tosses", more + 1),
        }
    }
}
