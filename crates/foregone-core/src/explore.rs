//! From rules to an arena: breadth-first, and so in the same order every time.
//!
//! While many states of a game wait for their choices, several threads ask the rules (`ahead`); the
//! arena is the same whatever their number.
//!
//! A limit or a stop does not fail: states not yet expanded become *unexplored*, whose value lies
//! anywhere between the least and the greatest.

use crate::solution::Stop;
use crate::{Arena, ArenaBuilder, ArenaError, Game, Phase, StateId, Turn, Watch};

mod ahead;
mod positions;
mod sums;
mod way;

pub use positions::Positions;
pub use sums::{ExploredSums, explore_sums};
use way::{Seen, Way};

/// How far exploring may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// No further state is expanded once there are more than this: a game of so many is complete.
    pub states: u64,
    /// No further state is expanded once arena and positions hold this many bytes.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: u64::from(u32::MAX) - 2, bytes: u64::MAX }
    }
}

/// An explored game.
#[derive(Debug)]
pub struct Explored<S> {
    /// The game as arrays.
    pub arena: Arena,
    /// Which state is which position.
    pub positions: Positions<S>,
    /// The states of the positions asked for, in their order.
    pub starts: Vec<StateId>,
    /// Why exploring ended before everything was seen, or `None`.
    pub stopped: Option<Stop>,
}

impl<S: Clone> Explored<S> {
    /// The same with states in the given order: new state `i` is old `order[i]`.
    pub fn renumbered(mut self, order: &[u32]) -> Self {
        self.arena = self.arena.into_renumbered(order);
        self.positions.renumber(order, &mut self.starts);
        self
    }
}

/// A game that contradicts itself, and at which position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at {position}: {error}")]
pub struct ExploreError {
    /// The position as the game shows it.
    pub position: String,
    /// What is wrong there.
    pub error: ArenaError,
}

/// Explores everything that can be reached from `starts`.
///
/// # Errors
/// The game breaks a rule of arenas: probabilities that do not sum to 1, a player without a choice.
pub fn explore<G: Game>(
    game: &G,
    starts: &[G::State],
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Explored<G::State>, ExploreError> {
    let positions = Positions::new(game.dense_len(), limits.bytes);
    let way = Way::new(game, positions, ArenaBuilder::new(), limits, watch);
    explored(way, starts, Way::go_with_others)
}

/// Explores a slice: what can be reached from `starts` by way of positions that are `inside`. Other
/// positions at which play goes on are unexplored. Those that are `listed` get the first numbers, unless
/// they are neither inside nor over; there is room for `about` so many.
///
/// # Errors
/// As [`explore`].
pub fn explore_slice<G: Game>(
    game: &G,
    starts: &[G::State],
    inside: impl Fn(&G::State) -> bool,
    listed: &[G::State],
    about: usize,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Explored<G::State>, ExploreError> {
    let mut positions = Positions::with_room(game.dense_len(), about);
    let is_over = |state: &G::State| matches!(game.turn(state), Turn::Over(_));
    for state in listed.iter().filter(|&state| inside(state) || is_over(state)) {
        positions.insert(game, state);
    }
    let way = Way::new(game, positions, ArenaBuilder::with_room(about), limits, watch);
    explored(way, starts, |way| way.go(inside))
}

fn explored<'a, G: Game>(
    mut way: Way<'a, G>,
    starts: &[G::State],
    go: impl FnOnce(&mut Way<'a, G>) -> Result<(), ArenaError>,
) -> Result<Explored<G::State>, ExploreError> {
    let game = way.game;
    let number = |start| StateId(way.seen.positions.insert(game, start));
    let starts = starts.iter().map(number).collect();
    let gone = go(&mut way);
    let Way { seen: Seen { positions, builder, .. }, stopped, .. } = way;
    let arena = gone.and_then(|()| builder.finish());
    let arena = arena.map_err(|error| explain(game, &positions, error))?;
    let stopped = stopped.filter(|_| arena.unexplored() > 0);
    Ok(Explored { arena, positions, starts, stopped })
}

/// Limits and the watch are looked at now and then; `held` says what is held beside the positions, in
/// bytes.
#[inline]
fn reason_to_stop<S>(
    at: usize,
    positions: &Positions<S>,
    held: impl FnOnce() -> usize,
    limits: &Limits,
    watch: &dyn Watch,
) -> Option<Stop> {
    if positions.len() as u64 > limits.states {
        return Some(Stop::States(limits.states));
    }
    if !at.is_multiple_of(1024) {
        return None;
    }
    watch.progress(Phase::Explore, at as u64, None);
    let bytes = (held() + positions.bytes()) as u64;
    if bytes >= limits.bytes {
        return Some(Stop::Memory(limits.bytes));
    }
    watch.stop().then_some(Stop::Asked)
}

fn explain<G: Game>(game: &G, positions: &Positions<G::State>, error: ArenaError) -> ExploreError {
    ExploreError { position: game.show(positions.get(error.state)), error }
}
