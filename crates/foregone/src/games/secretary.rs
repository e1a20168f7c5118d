//! The secretary problem: take a candidate on the spot, or never.
//!
//! Invariant: `rank` is the rank of the last candidate among those seen, 1 for the best; where only
//! the best counts, 2 stands for all ranks but 1.
//!
//! Ferguson, Who solved the secretary problem?, Statistical Science 4(3), 1989; for ranks: Chow,
//! Moriguti, Robbins, Samuels, Israel Journal of Mathematics 2, 1964.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, Values, position};
use crate::game::{Expected, player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Players, PositionError, Rational, Turn};

/// Ten candidates.
pub const ROW: GameRow = GameRow {
    name: "secretary",
    summary: "candidates come one by one: take one on the spot, hoping for the best of all",
    rules: "\
There are n candidates of different quality; they come one by one, every order equally likely. Of \
each is seen only how it ranks among those seen so far. Each is taken on the spot, and that ends \
play, or passed over for ever; the last one must be taken. With aim=best the value is the greatest \
chance to take the best of all. With aim=rank it is the least expected rank of the one taken, 1 being \
the best of all; n is then at most 2000. A position is written 'seen rank': how many have been seen, \
the last one included, and the last one's rank among them; with aim=best every rank but 1 counts as 2.",
    parameters: &[
        Parameter::new("n", "10", Kind::Int(1, 1_000_000), "candidates"),
        Parameter::new("aim", "best", Kind::Word(&["best", "rank"]), "the best, or a low rank"),
    ],
    examples: &[
        Example { at: "1 1", meaning: "the first candidate" },
        Example { at: "seen=4,rank=1", meaning: "the fourth, better than the three before" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, super::ParameterError> {
    let n = values.int("n").unwrap_or_default() as u32;
    let ranked = values.text("aim") == "rank";
    if ranked && n > 2000 {
        return Err(values.wrong("n", "a whole number from 1 to 2000 with aim=rank"));
    }
    Ok(Arc::new(Secretary { n, ranked }))
}

/// The rules with their parameters.
#[derive(Clone, Copy, Debug)]
struct Secretary {
    n: u32,
    ranked: bool,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Position {
    /// How many were seen, and the rank of the last among them.
    Seen(u32, u32),
    /// Taken: with these as above where ranks count, else whether it was the best (1) or not (2).
    Taken(u32, u32),
}

impl Secretary {
    fn taken(&self, seen: u32, rank: u32, out: &mut Choices<Position>) {
        match (self.ranked, rank) {
            (true, _) => out.certain(Position::Taken(seen, rank)),
            // The best of those seen is the best of all with the chance seen/n.
            (_, 1) => {
                out.choice(self.n.into());
                out.branch(seen.into(), Position::Taken(0, 1));
                out.branch((self.n - seen).into(), Position::Taken(0, 2));
            }
            _ => out.certain(Position::Taken(0, 2)),
        }
    }

    fn passed(&self, seen: u32, out: &mut Choices<Position>) {
        let next = seen + 1;
        out.choice(next.into());
        match self.ranked {
            true => (1..=next).for_each(|rank| out.branch(1, Position::Seen(next, rank))),
            false => {
                out.branch(1, Position::Seen(next, 1));
                out.branch(seen.into(), Position::Seen(next, 2));
            }
        }
    }
}

impl Game for Secretary {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position::Seen(1, 1)]
    }

    fn turn(&self, at: &Position) -> Turn {
        match *at {
            Position::Seen(..) => player(0),
            // The mean of its rank among all.
            Position::Taken(seen, rank) if self.ranked => {
                let all = u64::from(rank) * (u64::from(self.n) + 1);
                Turn::Over(Rational::from_parts(all.into(), (seen + 1).into()))
            }
            Position::Taken(_, rank) => won(rank == 1),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let Position::Seen(seen, rank) = *at else { return };
        self.taken(seen, rank, out);
        if seen < self.n {
            self.passed(seen, out);
        }
    }

    fn expected(&self) -> Option<Expected> {
        self.ranked.then(|| Expected::paid("rank", Players::NONE))
    }

    fn players(&self) -> Vec<String> {
        vec!["the chooser".into(), "chance".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("seen", format!("candidates seen, 1 to {}", self.n)),
            Field::new("rank", "the last one's rank among them; 2 for all but 1 with aim=best"),
            position::field("taken", "1 once one has been taken; seen=0 then with aim=best", 0),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let numbers = match *at {
            Position::Seen(seen, rank) => [seen.into(), rank.into(), 0],
            Position::Taken(seen, rank) => [seen.into(), rank.into(), 1],
        };
        numbers.map(FieldValue::Int).to_vec()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [seen, rank, taken] = position::numbers(values, &self.fields())?;
        let taken = position::within("taken", taken, 0, 1)? == 1;
        if taken && !self.ranked {
            position::within("seen", seen, 0, 0)?;
            return Ok(Position::Taken(0, position::within("rank", rank, 1, 2)? as u32));
        }
        let seen = position::within("seen", seen, 1, self.n.into())? as u32;
        let rank = position::within("rank", rank, 1, seen.into())? as u32;
        let rank = if self.ranked { rank } else { rank.min(2) };
        Ok(if taken { Position::Taken(seen, rank) } else { Position::Seen(seen, rank) })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "'seen rank' (candidates seen, the last one's rank among them), as in '4 1'";
        let numbers = position::short(text, form)?;
        Some(numbers.and_then(|[seen, rank]| self.position(&[seen, rank, 0].map(FieldValue::Int))))
    }

    fn name_of_move(&self, _at: &Position, choice: usize) -> String {
        if choice == 0 { "take" } else { "pass" }.into()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Quiet, games};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for given in [&["n=7"][..], &["n=7", "aim=rank"], &["n=1"]] {
            let game = games::find("secretary").unwrap().build(given).unwrap();
            let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
            for state in explored.arena().ids() {
                assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)), "{given:?}");
            }
        }
    }
}
