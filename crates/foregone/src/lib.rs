//! Solver for finite two-player games of perfect information, with or without chance.
//!
//! Everything from [`foregone_core`] is here too.
#![forbid(unsafe_code)]

pub use foregone_core::*;

pub mod contest;
pub mod darts;
pub mod decimal;
pub mod eval;
pub mod format;
pub mod games;
pub mod graph;
pub mod heap;
pub mod levels;
mod lock;
pub mod map;
pub mod model;
pub mod nimber;
pub mod outcome;
pub mod play;
pub mod policy;
pub mod query;
pub mod session;
pub mod simulate;
pub mod solve;
pub mod tally;

/// The guide's page on writing a game: its program is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/own-game.md")]
struct OwnGame;
