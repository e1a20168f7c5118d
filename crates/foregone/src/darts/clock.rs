//! The game of two in which player 1 aims as if alone, by the clock: what playing the opponent is
//! worth is what this game lacks.
//!
//! Invariant: positions, chances and levels are those of `darts-501`; player 1 has one aim at each.

use std::collections::BTreeMap;

use crate::games::darts_501::{Darts501, Position};
use crate::session::SolvedAmount;
use crate::{Choices, Field, FieldValue, Game, Player, PositionError, Turn};

/// `darts-501` with one player's policy fixed.
pub(super) struct Clock {
    game: Darts501,
    /// The number of the aim for a score, darts in hand and the score at the turn's beginning.
    aims: BTreeMap<[i64; 3], usize>,
}

impl Clock {
    /// Player 1 aims as in `alone`, the same game without the opponent.
    pub(super) fn new(game: Darts501, alone: &SolvedAmount) -> Self {
        let aim = |state| {
            let fields = alone.explored.describe(state);
            let numbers: Vec<i64> = fields.iter().filter_map(FieldValue::int).collect();
            Some((numbers.try_into().ok()?, alone.choice(state)?))
        };
        Self { game, aims: alone.explored.arena().ids().filter_map(aim).collect() }
    }
}

impl Game for Clock {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        self.game.starts()
    }

    fn turn(&self, at: &Position) -> Turn {
        self.game.turn(at)
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let fixed = [at.scores[0].into(), at.left.into(), at.from.into()];
        match self.aims.get(&fixed) {
            Some(&aim) if self.turn(at) == Turn::Player(Player(0)) => self.game.aim(at, aim, out),
            _ => self.game.choices(at, out),
        }
    }

    fn level(&self, at: &Position) -> u64 {
        self.game.level(at)
    }

    fn has_levels(&self) -> bool {
        true
    }

    fn part(&self, at: &Position) -> u64 {
        self.game.part(at)
    }

    fn dense_len(&self) -> Option<u64> {
        self.game.dense_len()
    }

    fn index(&self, at: &Position) -> u64 {
        self.game.index(at)
    }

    fn fields(&self) -> Vec<Field> {
        self.game.fields()
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        self.game.describe(at)
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        self.game.position(values)
    }
}
