//! Kalah: sow seeds round the board, capture, and gather more than the other.
//!
//! Irving, Donkers, Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000. Invariant: all seeds are on
//! the board or in a store, and play has ended once a side's pits are empty.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, grid};
use crate::game::{player, won};
use crate::{Choices, Field, FieldValue, Game, Grade, Objective, PositionError, Turn};

/// Kalah.
pub const ROW: GameRow = GameRow {
    name: "kalah",
    summary: "sow seeds round the board; whoever gathers more in its store wins",
    rules: "\
Each player has a row of pits, with seeds in each, and a store. South begins. The mover takes all seeds of one \
of its pits and sows them one by one into its further pits, its own store, the other's pits and so on round \
the board, leaving out the other's store. If the last seed falls into the mover's store, it moves again. \
If it falls into an empty pit of the mover's own and the pit opposite holds seeds, the mover takes \
both into its store. When a side's pits are all empty, play ends and the other side takes what is left in its own. \
Whoever has more seeds wins; as many each is a draw. A position is written as South's pits, South's \
store, North's pits, North's store, each from its owner's left to right, with / between them, and \
whose turn it is, South's if nothing is said: '2/2/0/2/2/0'.",
    parameters: &[
        Parameter::new("pits", "2", Kind::Int(1, 8), "pits of each side"),
        Parameter::new("seeds", "2", Kind::Int(1, 8), "seeds of each pit at the start"),
    ],
    examples: &[
        Example { at: "2/2/0/2/2/0", meaning: "the start" },
        Example { at: "board=0/3/1/2/2/0,who=North", meaning: "by named fields" },
    ],
    beside: |_| Vec::new(),
    make: |values| {
        let number = |name| values.int(name).unwrap_or_default() as usize;
        Ok(Arc::new(Kalah { pits: number("pits"), seeds: number("seeds") }))
    },
};

const NAMES: [&str; 2] = ["South", "North"];

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    /// Pits of each side, at most 8.
    pub pits: usize,
    /// Seeds of each pit at the start, at most 8.
    pub seeds: usize,
}

/// Seeds in South's pits, South's store, North's pits, North's store; the rest of the array is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The seeds.
    pub seeds: [u8; 18],
    /// Whose turn it is: 0 for South, 1 for North.
    pub who: u8,
}

impl Kalah {
    fn length(&self) -> usize {
        2 * (self.pits + 1)
    }

    fn first(&self, who: u8) -> usize {
        usize::from(who) * (self.pits + 1)
    }

    fn store(&self, who: u8) -> usize {
        self.first(who) + self.pits
    }

    fn on_board(&self, at: &Position, who: u8) -> u32 {
        let pits = self.first(who)..self.store(who);
        at.seeds[pits].iter().map(|&seeds| u32::from(seeds)).sum()
    }

    fn filled(&self, at: &Position) -> impl Iterator<Item = usize> {
        let seeds = at.seeds;
        (self.first(at.who)..self.store(at.who)).filter(move |&pit| seeds[pit] > 0)
    }

    fn sown(&self, at: &Position, pit: usize) -> Position {
        let mut seeds = at.seeds;
        let (own, other) = (self.store(at.who), self.store(1 - at.who));
        let mut to = pit;
        for _ in 0..std::mem::take(&mut seeds[pit]) {
            to = (to + 1) % self.length();
            if to == other {
                to = (to + 1) % self.length();
            }
            seeds[to] += 1;
        }
        let mine = (self.first(at.who)..own).contains(&to);
        let opposite = 2 * self.pits - to.min(2 * self.pits);
        if mine && seeds[to] == 1 && seeds[opposite] > 0 {
            seeds[own] += std::mem::take(&mut seeds[to]) + std::mem::take(&mut seeds[opposite]);
        }
        let who = if to == own { at.who } else { 1 - at.who };
        self.gathered(Position { seeds, who })
    }

    /// Once a side has no seeds in its pits the other takes its own.
    fn gathered(&self, mut at: Position) -> Position {
        if self.on_board(&at, 0) > 0 && self.on_board(&at, 1) > 0 {
            return at;
        }
        for who in [0, 1] {
            let left = self.on_board(&at, who) as u8;
            at.seeds[self.store(who)] += left;
            at.seeds[self.first(who)..self.store(who)].fill(0);
        }
        // Whose turn it would be does not matter any more.
        Position { who: 0, ..at }
    }
}

impl Game for Kalah {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        let mut seeds = [0; 18];
        for who in [0, 1] {
            seeds[self.first(who)..self.store(who)].fill(self.seeds as u8);
        }
        vec![Position { seeds, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        if self.on_board(at, 0) > 0 && self.on_board(at, 1) > 0 {
            return player(at.who);
        }
        let [south, north] = [0, 1].map(|who| at.seeds[self.store(who)]);
        if south == north { Turn::Over(Grade::DRAW.payoff()) } else { won(south > north) }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        self.filled(at).for_each(|pit| out.certain(self.sown(at, pit)));
    }

    fn players(&self) -> Vec<String> {
        NAMES.map(Into::into).into()
    }

    fn fields(&self) -> Vec<Field> {
        let who = Field::new("who", "whose turn it is, South or North");
        let who = Field { default: Some(FieldValue::Text(NAMES[0].into())), ..who };
        let board = "South's pits and store, North's pits and store, with / between them";
        vec![Field::new("board", board), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let seeds = at.seeds[..self.length()].iter().map(ToString::to_string);
        let board = seeds.collect::<Vec<_>>().join("/");
        vec![FieldValue::Text(board), FieldValue::Text(NAMES[usize::from(at.who)].into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [board, who] = values else {
            return Err(PositionError::new("expected a board and who"));
        };
        let board = board.to_string();
        let all: Option<Vec<u8>> = board.split('/').map(|seeds| seeds.parse().ok()).collect();
        let most = 2 * self.pits * self.seeds;
        let fits = |all: &Vec<u8>| {
            let sum: usize = all.iter().map(|&seeds| usize::from(seeds)).sum();
            all.len() == self.length() && sum <= most
        };
        let error = || {
            let count = self.length();
            PositionError::new(format!(
                "{board}: expected {count} numbers, together at most {most}"
            ))
        };
        let all = all.filter(fits).ok_or_else(error)?;
        let mut seeds = [0; 18];
        seeds[..all.len()].copy_from_slice(&all);
        let who = grid::player(&who.to_string(), NAMES)?;
        Ok(self.gathered(Position { seeds, who }))
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let values = grid::board_and_player(text, NAMES)?;
        Some(values.and_then(|values| self.position(&values)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let pit = self.filled(at).nth(choice);
        pit.map(|pit| format!("pit {}", pit - self.first(at.who) + 1)).unwrap_or_default()
    }
}
