//! The nouns of Foregone and the judge.
//!
//! A [`Game`] states rules; [`explore`](explore::explore) turns it into an [`Arena`]: states, their
//! choices, and the branches of every choice. An [`Objective`] says what is asked of the arena and
//! for whom. A solver, which lives elsewhere and need not be trusted, answers with a [`Solution`];
//! the [`judge`](judge::judge) alone turns a solution into a [`Checked`] one.
//!
//! The library has no files, sockets, clock, environment, printing or randomness.
#![forbid(unsafe_code)]

pub mod amount;
pub mod arena;
pub mod distribution;
pub mod explore;
pub mod game;
pub mod grade;
pub mod heap;
pub mod ids;
pub mod judge;
pub mod number;
pub mod objective;
pub mod rewards;
pub mod solution;
pub mod sums;
pub mod watch;

pub use amount::{Amount, Amounts};
pub use arena::{Arena, ArenaBuilder, ArenaError, Choice, Turn};
pub use dashu_int::{IBig, UBig};
/// Exact rational numbers, always in lowest terms.
pub use dashu_ratio::RBig as Rational;
pub use distribution::{Distribution, Distributions};
pub use explore::{Explored, Limits, Positions};
pub use game::{Choices, Expected, ExpectedAmount, Field, FieldValue, Game, PositionError};
pub use grade::{Grade, Verdict};
pub use ids::{ChoiceId, Player, StateId};
pub use judge::{Checked, Claim, Refusal};
pub use number::{Fixed64, Fixed128, Fixed512, Number};
pub use objective::{Goal, Objective, Players};
pub use rewards::{RewardError, Rewards};
pub use solution::{Bounds, Intervals, NO_CHOICE, Solution, Stop};
pub use watch::{Phase, Quiet, Watch};
