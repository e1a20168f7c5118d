//! The coin race: a steady coin against a bold one.
//!
//! Invariant: positions are those of `two_scores`, between turns.
//! Setting: Project Euler, problem 232, "The Race".

use std::sync::Arc;

use super::two_scores::{self, Position};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
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

impl Game for CoinRace {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { who: self.first, ..Position::START }]
    }

    fn turn(&self, at: &Position) -> Turn {
        at.turn(self.target)
    }

    fn choices(&self, &at: &Position, out: &mut Choices<Position>) {
        let (own, nothing) = (u64::from(at.own()), at.passed(at.own()));
        let most = if at.who == 0 { 1 } else { self.tosses };
        for tosses in 1..=most {
            let scored = (own + (1 << (tosses - 1))).min(self.target.into()) as u16;
            out.choice(1 << tosses);
            out.branch((1 << tosses) - 1, nothing);
            out.branch(1, at.passed(scored));
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
        two_scores::score_fields(["a", "b"], self.target)
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        at.describe_scores()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        two_scores::between_turns(values, &self.fields(), self.target)
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
