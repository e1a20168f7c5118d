//! The built-in games: one file each, and the table that feeds the program, its help and the tests.
//!
//! To add a game: a file in `games/` that implements [`Game`](crate::Game) and has a `ROW`, that
//! row in [`GAMES`], and a sample of known values in `tests/games/`.

use crate::session::SharedGame;

pub mod backgammon_race;
pub mod berzerk;
pub mod chutes;
pub mod coin_race;
pub mod connect_four;
pub mod cops;
pub mod darts;
pub mod darts_501;
pub mod dodgem;
pub mod dominoes;
pub mod gambler;
mod grid;
pub mod hog;
pub mod kalah;
pub mod kxk;
pub mod l_game;
pub mod last_reply;
pub mod last_roll;
mod parameter;
pub mod pig;
pub mod pig_solitaire;
pub mod piles;
mod position;
pub mod race;
pub mod red_black;
pub mod risk;
pub mod roll;
pub mod secretary;
pub mod shiritori;
pub mod shut_the_box;
pub mod stones;
mod sweep;
pub mod tic_tac_toe;
pub mod two_dice_pig;
mod two_scores;

pub use parameter::{Kind, Parameter, ParameterError, Value, Values};
pub(crate) use parameter::{closest, hint};

/// A built-in game.
#[derive(Debug)]
pub struct GameRow {
    /// The name by which it is called.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The rules in full sentences.
    pub rules: &'static str,
    /// What can be varied.
    pub parameters: &'static [Parameter],
    /// Positions that can be asked for.
    pub examples: &'static [Example],
    /// Positions whose values belong beside that of the start, as texts; as a rule none.
    pub beside: fn(&Values) -> Vec<String>,
    /// The game with these parameters.
    pub make: fn(&Values) -> Result<SharedGame, ParameterError>,
}

/// A position as it may be typed.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The text.
    pub at: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

/// Every built-in game.
pub static GAMES: &[GameRow] = &[
    pig::ROW,
    pig::HOLD,
    race::PIGLET,
    race::BIG_PIG,
    hog::ROW,
    pig_solitaire::ROW,
    hog::SOLITAIRE,
    coin_race::ROW,
    last_reply::ROW,
    shut_the_box::ROW,
    backgammon_race::ROW,
    chutes::ROW,
    gambler::ROW,
    secretary::ROW,
    red_black::ROW,
    last_roll::ROW,
    risk::ROW,
    darts::ROW,
    darts_501::ROW,
    stones::ROW,
    two_dice_pig::ROW,
    tic_tac_toe::ROW,
    connect_four::ROW,
    dodgem::ROW,
    kxk::KRK,
    kxk::KQK,
    piles::NIM,
    piles::WYTHOFF,
    piles::CHOMP,
    dominoes::CRAM,
    dominoes::DOMINEERING,
    berzerk::ROW,
    shiritori::ROW,
    kalah::ROW,
    l_game::ROW,
    cops::ROW,
];

/// The game called `name`.
///
/// # Errors
/// There is none; names the one most like it, and all.
pub fn find(name: &str) -> Result<&'static GameRow, UnknownGame> {
    GAMES.iter().find(|row| row.name == name).ok_or_else(|| UnknownGame {
        name: name.into(),
        closest: closest(name, GAMES.iter().map(|row| row.name)),
    })
}

/// A name that no built-in game has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game is called '{name}'{}; games: {}", parameter::hint(closest), names())]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// The game whose name is most like it, if one is.
    pub closest: Option<&'static str>,
}

fn names() -> String {
    GAMES.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}

impl GameRow {
    /// The game with parameters given as `key=value`; the others have their defaults.
    ///
    /// # Errors
    /// A key that is unknown or given twice, a value that is none of the possible ones, or
    /// parameters that contradict each other.
    pub fn build<T: AsRef<str>>(&self, given: &[T]) -> Result<SharedGame, ParameterError> {
        (self.make)(&self.values(given)?)
    }

    /// All parameters with their values.
    ///
    /// # Errors
    /// As [`build`](Self::build), but for contradictions.
    pub fn values<T: AsRef<str>>(&self, given: &[T]) -> Result<Values, ParameterError> {
        Values::read(self.parameters, given)
    }
}
