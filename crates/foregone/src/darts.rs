//! Darts as it is really thrown: the board in millimetres, a player's skill, and where darts land.
//!
//! `board` has the areas and their measures, `normal` the chances of landing in each under a normal
//! spread, `skill` makes of them, or of measured counts, the exact chances that define the game
//! [`darts-501`](crate::games::darts_501), `score` looks for the aim of highest expected score, `fit`
//! estimates the spread from recorded throws, and `advice` makes tables for a player. Nothing here
//! depends on the machine: all functions beyond the basic operations come from `libm`, in software.

pub mod advice;
pub mod board;
mod clock;
pub mod fit;
pub mod normal;
pub mod score;
pub mod skill;

pub use board::{AREAS, Area};
pub use normal::Spread;
pub use skill::{Aim, Skill};
