//! Games by text: what a program needs that does not know a game's type of positions.
//!
//! Every [`Game`](crate::Game) is an [`AnyGame`]. Invariant: a state and a text belong together in
//! both directions, `find(show(state)) == state`, in the numbering that
//! [`arena`](AnyExplored::arena) has now.

use std::sync::Arc;

use crate::explore::ExploreError;
use crate::graph::{Components, components};
use crate::levels::{LevelError, Size};
use crate::nimber::ByPartsError;
use crate::solve::{self, Options, SolveError};
use crate::{
    Arena, Checked, Expected, Field, FieldValue, Limits, Objective, PositionError, RewardError,
    Rewards, StateId, Stop, Watch,
};

mod any_solved;
mod by_parts;
mod bytes;
mod erased;
mod expected;

pub use any_solved::{AnySolved, Endless, Finite};
pub use by_parts::AnsweredByParts;
pub(crate) use expected::amount_moves;
pub use expected::{AmountMove, AskedAmount, SolvedAmount, solve_expected};

pub use bytes::{ByteGame, Expansion, Successor, owner};
pub(crate) use erased::ready;

/// A game whose positions are texts. Implemented for every [`Game`](crate::Game).
pub trait AnyGame: ByteGame {
    /// The names of the players, in order of their numbers.
    fn players(&self) -> Vec<String>;

    /// The named fields that make up a position.
    fn fields(&self) -> Vec<Field>;

    /// Where play may start, as the game itself writes it.
    fn starts(&self) -> Vec<String>;

    /// What is asked unless something else is.
    fn objective(&self) -> Objective;

    /// The amount that is asked for, where that is no chance.
    fn expected(&self) -> Option<Expected>;

    /// The position that `text` names, as the game itself writes it.
    ///
    /// # Errors
    /// `text` names no position of this game.
    fn canonical(&self, text: &str) -> Result<String, PositionError>;

    /// Explores from the positions that `at` names, or from the game's own starts where `at` is
    /// empty.
    ///
    /// # Errors
    /// A text names no position, or the game contradicts itself.
    fn explore(
        self: Arc<Self>,
        at: &[&str],
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Box<dyn AnyExplored>, SessionError>;

    /// About how many positions there may be, where the game can be solved level by level.
    fn size_by_levels(&self) -> Option<u64>;

    /// Solves level by level for the positions that `at` names, or for the game's own starts where
    /// `at` is empty. Every one of them comes to `answer` with what is near it, and no more is
    /// kept. Returns how much there was in all.
    ///
    /// # Errors
    /// A text names no position, the game contradicts itself or says wrong levels, or the work
    /// was stopped before all were met.
    fn solve_by_levels(
        self: Arc<Self>,
        at: &[&str],
        limits: &Limits,
        watch: &dyn Watch,
        answer: &mut (dyn FnMut(Near) + Send),
    ) -> Result<Size, SessionError>;

    /// The nimber of the position that `at` names, or of the game's own start, and of what its
    /// moves lead to, from the independent parts of positions alone.
    ///
    /// # Errors
    /// The text names no position, or there are no nimbers: see [`ByPartsError`].
    fn solve_by_parts(
        &self,
        at: Option<&str>,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<AnsweredByParts, SessionError>;
}

/// What is near some of the positions that a game was solved for level by level.
pub struct Near {
    /// Their numbers, from 0; their states are the starts of `solved`, in the same order.
    pub asked: Vec<usize>,
    /// The positions of their level that belong together; those of later levels to which play may
    /// come are unexplored, with the bounds that were found for them.
    pub solved: Solved,
    /// True where play is known to end with probability 1, both sides following their strategies.
    pub ends: bool,
}

/// A game of any kind, shared.
pub type SharedGame = Arc<dyn AnyGame>;

/// An explored game whose positions are texts.
pub trait AnyExplored: Send + Sync {
    /// The names of the players, in order of their numbers.
    fn players(&self) -> Vec<String>;

    /// The named fields that make up a position.
    fn fields(&self) -> Vec<Field>;

    /// The game as arrays.
    fn arena(&self) -> Arc<Arena>;

    /// What the game asks unless something else is asked.
    fn objective(&self) -> Objective;

    /// The amount that the game asks for, where that is no chance.
    fn expected(&self) -> Option<Expected>;

    /// What every move adds to a collected amount.
    ///
    /// # Errors
    /// One is negative.
    fn rewards(&self) -> Result<Rewards, RewardError>;

    /// True where positions have nimbers.
    fn impartial(&self) -> bool;

    /// How many of the positions differ by more than a symmetry of the game.
    fn orbits(&self) -> u64;

    /// The states of the positions asked for, in their order.
    fn starts(&self) -> &[StateId];

    /// Why exploring ended before everything was seen, or `None`.
    fn stopped(&self) -> Option<&Stop>;

    /// The state of the position that `text` names; `None` where play does not come there.
    ///
    /// # Errors
    /// `text` names no position of this game.
    fn find(&self, text: &str) -> Result<Option<StateId>, PositionError>;

    /// The state of the position whose fields have these values, in the order of
    /// [`fields`](Self::fields); `None` where play does not come there.
    ///
    /// # Errors
    /// The values make no position of this game.
    fn find_values(&self, values: &[FieldValue]) -> Result<Option<StateId>, PositionError>;

    /// The position of `state` as the game writes it.
    fn show(&self, state: StateId) -> String;

    /// The value of each field at `state`, in the order of [`fields`](Self::fields).
    fn describe(&self, state: StateId) -> Vec<FieldValue>;

    /// Writes the same as [numbers](FieldValue::number) over what is in `out`.
    fn numbers(&self, state: StateId, out: &mut Vec<i64>) {
        out.clear();
        out.extend(self.describe(state).iter().map(FieldValue::number));
    }

    /// The name of choice number `choice` (from 0) of `state`.
    fn move_name(&self, state: StateId, choice: usize) -> String;

    /// Bytes held by positions and arena, without what positions hold on the heap.
    fn bytes(&self) -> usize;

    /// Puts the states into `order`: new state `i` is old `order[i]`.
    fn renumber(&mut self, order: &[u32]);
}

/// An explored game with checked bounds for every state.
pub struct Solved {
    /// The explored game; its arena is the one that was solved.
    pub explored: Box<dyn AnyExplored>,
    /// The answer.
    pub checked: Checked,
}

/// An explored game with checked bounds for every state, wherever both are kept.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The explored game.
    pub explored: &'a dyn AnyExplored,
    /// The answer for its arena.
    pub checked: &'a Checked,
}

impl Solved {
    /// The same, borrowed.
    pub fn seen(&self) -> Seen<'_> {
        Seen { explored: &*self.explored, checked: &self.checked }
    }
}

/// Why a game could not be explored or solved.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SessionError {
    /// A text names no position.
    #[error("position '{text}': {error}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: PositionError,
    },
    /// The game contradicts itself.
    #[error("the game's rules are inconsistent {0}")]
    Explore(#[from] ExploreError),
    /// A move collects what cannot be collected.
    #[error("the game's rules are inconsistent: {0}")]
    Reward(#[from] RewardError),
    /// The arena could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// It could not be solved level by level.
    #[error(transparent)]
    Levels(#[from] LevelError),
    /// It could not be solved by independent parts.
    #[error(transparent)]
    ByParts(#[from] ByPartsError),
}

/// Explores `game` from the positions that `at` names (or its own starts) and solves it for the
/// game's own objective.
///
/// # Errors
/// See [`SessionError`].
pub fn solve(
    game: SharedGame,
    at: &[&str],
    options: &Options,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Solved, SessionError> {
    let explored = game.explore(at, limits, watch)?;
    let objective = explored.objective();
    Ok(solve_explored(explored, objective, options, watch)?)
}

/// Solves an explored game for `objective`.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_explored(
    explored: Box<dyn AnyExplored>,
    objective: Objective,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Solved, SolveError> {
    let ordered = Ordered::new(explored, objective);
    let checked = ordered.solve(options, watch)?;
    Ok(Solved { explored: ordered.explored, checked })
}

/// An explored game put into solving order, to be solved as often as is wanted: all answers have
/// the same numbering.
pub struct Ordered {
    /// The explored game.
    pub explored: Box<dyn AnyExplored>,
    objective: Objective,
    found: Components,
}

impl Ordered {
    /// Renumbers the game.
    pub fn new(mut explored: Box<dyn AnyExplored>, objective: Objective) -> Self {
        let found = components(&explored.arena(), &objective);
        explored.renumber(&found.order);
        let objective = objective.renumbered(&found.order);
        Self { explored, objective, found: found.renumbered() }
    }

    /// Solves it.
    ///
    /// # Errors
    /// See [`SolveError`].
    pub fn solve(&self, options: &Options, watch: &dyn Watch) -> Result<Checked, SolveError> {
        let (arena, objective) = (self.explored.arena(), self.objective.clone());
        solve::solve_in_order(arena, objective, &self.found, options, watch)
    }
}
