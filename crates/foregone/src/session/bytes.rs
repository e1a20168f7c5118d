//! Games by bytes: what several machines need that send positions to each other.
//!
//! Implemented once, for every [`Game`]. Invariant: the same position has the same bytes
//! everywhere, and what [`expand`](ByteGame::expand) writes for it does not depend on what was
//! expanded before.

use foldhash::fast::FixedState;
use std::hash::BuildHasher;

use super::SessionError;
use crate::game::Branches;
use crate::{Choices, FieldValue, Game, Turn};

/// A game whose positions are byte strings.
pub trait ByteGame: Send + Sync {
    /// The positions that `at` names, or the game's own starts where `at` is empty, each with the
    /// number by which it is placed.
    ///
    /// # Errors
    /// A text names no position.
    fn seeds(&self, at: &[&str]) -> Result<Vec<(Vec<u8>, u64)>, SessionError>;

    /// Looks into `positions`, one after another, and shows `visit` each; ends where that returns
    /// false.
    ///
    /// # Errors
    /// The first of them whose bytes are no position's.
    fn expand(
        &self,
        positions: &[&[u8]],
        visit: &mut dyn FnMut(&Expansion) -> bool,
    ) -> Result<(), usize>;

    /// The number by which the position is placed; `None` for bytes that are no position's.
    fn place_bytes(&self, bytes: &[u8]) -> Option<u64>;

    /// The position as the game writes it; `None` for bytes that are no position's.
    fn show_bytes(&self, bytes: &[u8]) -> Option<String>;

    /// The value of each field; `None` for bytes that are no position's.
    fn describe_bytes(&self, bytes: &[u8]) -> Option<Vec<FieldValue>>;

    /// The name of choice number `choice`; `None` for bytes that are no position's.
    fn move_name_bytes(&self, bytes: &[u8], choice: usize) -> Option<String>;

    /// True where positions have nimbers.
    fn has_nimbers(&self) -> bool;
}

/// A position with its choices.
#[derive(Debug)]
pub struct Expansion {
    /// Whose turn it is, or that play has ended.
    pub turn: Turn,
    /// As in [`Game::level`].
    pub level: u64,
    /// Empty where play has ended.
    pub choices: Choices<Successor>,
    /// The bytes of all successors, one after another.
    pub bytes: Vec<u8>,
}

/// Where a successor's bytes are, and the number by which it is placed.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    start: u32,
    end: u32,
    /// Successors with the same number belong together.
    pub place: u64,
}

impl Expansion {
    /// The bytes of a successor.
    pub fn bytes_of(&self, successor: &Successor) -> &[u8] {
        &self.bytes[successor.start as usize..successor.end as usize]
    }
}

impl<G: Game + Send + 'static> ByteGame for G {
    fn seeds(&self, at: &[&str]) -> Result<Vec<(Vec<u8>, u64)>, SessionError> {
        let parse = |text: &&str| {
            self.parse(text).map_err(|error| SessionError::Position { text: (*text).into(), error })
        };
        let starts = match at {
            [] => Game::starts(self),
            _ => at.iter().map(parse).collect::<Result<_, _>>()?,
        };
        let seed = |state: &G::State| {
            let mut bytes = Vec::new();
            self.encode(state, &mut bytes);
            let place = place(self, state, &bytes);
            (bytes, place)
        };
        Ok(starts.iter().map(seed).collect())
    }

    fn expand(
        &self,
        positions: &[&[u8]],
        visit: &mut dyn FnMut(&Expansion) -> bool,
    ) -> Result<(), usize> {
        let mut typed = Choices::default();
        let turn = Turn::Player(crate::Player(0));
        let mut found =
            Expansion { turn, level: 0, choices: Choices::default(), bytes: Vec::new() };
        for (at, bytes) in positions.iter().enumerate() {
            let state = self.decode(bytes).ok_or(at)?;
            typed.clear();
            found.turn = self.turn(&state);
            found.level = self.level(&state);
            if let Turn::Player(_) = found.turn {
                Game::choices(self, &state, &mut typed);
            }
            write(self, &typed, &mut found);
            if !visit(&found) {
                break;
            }
        }
        Ok(())
    }

    fn place_bytes(&self, bytes: &[u8]) -> Option<u64> {
        self.decode(bytes).map(|state| place(self, &state, bytes))
    }

    fn show_bytes(&self, bytes: &[u8]) -> Option<String> {
        self.decode(bytes).map(|state| self.show(&state))
    }

    fn describe_bytes(&self, bytes: &[u8]) -> Option<Vec<FieldValue>> {
        self.decode(bytes).map(|state| self.describe(&state))
    }

    fn move_name_bytes(&self, bytes: &[u8], choice: usize) -> Option<String> {
        self.decode(bytes).map(|state| self.name_of_move(&state, choice))
    }

    fn has_nimbers(&self) -> bool {
        Game::impartial(self)
    }
}

/// The worker of several to which positions with this place belong.
pub fn owner(place: u64, workers: usize) -> usize {
    // Not the lowest bits: those of one worker's positions would all be equal in its hash table.
    ((place >> 32) % workers as u64) as usize
}

/// The game's own number for a state, mixed so that neighbours do not follow each other, or the
/// hash of its bytes.
fn place<G: Game>(game: &G, state: &G::State, bytes: &[u8]) -> u64 {
    let hasher = FixedState::default();
    match game.place(state) {
        Some(number) => hasher.hash_one(number),
        None => hasher.hash_one(bytes),
    }
}

fn write<G: Game>(game: &G, typed: &Choices<G::State>, found: &mut Expansion) {
    found.choices.clear();
    found.bytes.clear();
    let Expansion { choices, bytes, .. } = found;
    let mut successor = |state: &G::State| {
        let start = bytes.len();
        game.encode(state, bytes);
        let place = place(game, state, &bytes[start..]);
        Successor { start: start as u32, end: bytes.len() as u32, place }
    };
    for choice in 0..typed.len() {
        let states = typed.successors(choice).iter();
        match typed.probabilities(choice) {
            Branches::Weights(denominator, weights) => {
                choices.choice(denominator);
                let branches = states.zip(weights);
                branches.for_each(|(state, &weight)| choices.branch(weight, successor(state)));
            }
            Branches::Exact(probabilities) => {
                choices.choice_exact();
                for (state, probability) in states.zip(probabilities) {
                    choices.branch_exact(probability.clone(), successor(state));
                }
            }
        }
    }
}
