//! What is to be solved, in a form that every worker can make for itself.

use std::sync::Arc;

use foregone::Players;
use foregone::session::SharedGame;

/// A game and what is asked of it. All processes are given the same.
#[derive(Clone)]
pub struct Problem {
    /// Makes the game; each worker has one of its own.
    pub game: Arc<dyn Fn() -> Result<Playing, String> + Send + Sync>,
    /// Positions from which play starts, as texts; the game's own where there are none.
    pub starts: Vec<String>,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// What the game itself asks.
    Own,
    /// Nothing: it is explored and counted.
    Nothing,
    /// The chance of coming to marked positions.
    Reach(Question),
}

/// A game, and what it can tell afterwards.
pub struct Playing {
    /// The game.
    pub game: SharedGame,
    /// What went wrong while it was explored: a model's first error.
    pub fault: Arc<dyn Fn() -> Option<String> + Send + Sync>,
    /// Which positions are marked; for the questions that need it.
    pub marks: Option<Arc<Marks>>,
}

/// Marks a position, given as bytes.
pub type Marks = dyn Fn(&[u8]) -> Result<Mark, String> + Send + Sync;

/// What a question says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mark {
    /// Play may pass here.
    pub through: bool,
    /// Play should come here.
    pub target: bool,
}

/// A question about coming somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Who tries to come there.
    pub max: Players,
    /// One less the value is what was asked.
    pub flipped: bool,
    /// At least and at most so many moves, if limited.
    pub steps: Option<(u64, u64)>,
}

impl Playing {
    /// A game that cannot fail.
    pub fn sound(game: SharedGame) -> Self {
        Self { game, fault: Arc::new(|| None), marks: None }
    }
}
