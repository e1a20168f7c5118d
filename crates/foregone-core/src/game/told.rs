//! What the rules say of one state, written down to be read later.

use super::{Choices, Game, Turn};

/// Whose turn it is at a state, and its choices.
#[derive(Clone, Debug)]
pub struct Told<S> {
    /// What [`Game::turn`] says; `None` where it is to be asked after all, and [`Game::choices`]
    /// too.
    pub turn: Option<Turn>,
    /// What [`Game::choices`] writes where a player is to move; nothing elsewhere.
    pub choices: Choices<S>,
}

impl<S> Default for Told<S> {
    fn default() -> Self {
        Self { turn: None, choices: Choices::default() }
    }
}

impl<S> Told<S> {
    /// Writes down what `game` says of `state`.
    pub fn ask<G: Game<State = S>>(&mut self, game: &G, state: &S) {
        self.choices.clear();
        let turn = game.turn(state);
        if let Turn::Player(_) = turn {
            game.choices(state, &mut self.choices);
        }
        self.turn = Some(turn);
    }
}
