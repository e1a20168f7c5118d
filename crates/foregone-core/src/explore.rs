//! From rules to an arena: breadth-first, and so in the same order every time.
//!
//! A limit or a stop does not fail: states not yet expanded become *unexplored*, whose value lies
//! anywhere between the least and the greatest.

use crate::game::Branches;
use crate::solution::Stop;
use crate::{Arena, ArenaBuilder, ArenaError, Choices, Game, Phase, StateId, Turn, Watch};

mod positions;
mod sums;

pub use positions::Positions;
pub use sums::{ExploredSums, explore_sums};

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
    explored(game, positions, starts, |_| true, limits, watch)
}

/// Explores a slice: what can be reached from `starts` by way of positions that are `inside`. Other
/// positions at which play goes on are unexplored. There is room for `about` so many positions.
///
/// # Errors
/// As [`explore`].
pub fn explore_slice<G: Game>(
    game: &G,
    starts: &[G::State],
    inside: impl Fn(&G::State) -> bool,
    about: usize,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Explored<G::State>, ExploreError> {
    explored(game, Positions::with_room(game.dense_len(), about), starts, inside, limits, watch)
}

fn explored<G: Game>(
    game: &G,
    mut positions: Positions<G::State>,
    starts: &[G::State],
    inside: impl Fn(&G::State) -> bool,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Explored<G::State>, ExploreError> {
    let ids = starts.iter().map(|start| StateId(positions.insert(game, start))).collect();
    let mut builder = ArenaBuilder::new();
    let mut scratch = Scratch { choices: Choices::default(), targets: vec![], exact: vec![] };
    let mut stopped = None;
    while builder.states() < positions.len() {
        let at = builder.states();
        let added = match stopped {
            Some(_) => builder.unexplored(),
            None => expand(game, &mut positions, &inside, &mut builder, &mut scratch),
        };
        added.map_err(|error| explain(game, &positions, error))?;
        if stopped.is_none() {
            stopped = reason_to_stop(at, &positions, || builder.bytes(), limits, watch);
        }
    }
    let arena = builder.finish().map_err(|error| explain(game, &positions, error))?;
    let stopped = stopped.filter(|_| arena.unexplored() > 0);
    Ok(Explored { arena, positions, starts: ids, stopped })
}

struct Scratch<S> {
    choices: Choices<S>,
    /// The numbers of all successors.
    targets: Vec<u32>,
    exact: Vec<(crate::Rational, u32)>,
}

/// Adds the next state, and its choices where it is `inside`.
fn expand<G: Game>(
    game: &G,
    positions: &mut Positions<G::State>,
    inside: &impl Fn(&G::State) -> bool,
    builder: &mut ArenaBuilder,
    scratch: &mut Scratch<G::State>,
) -> Result<(), ArenaError> {
    let state = positions.get(StateId(builder.states() as u32)).clone();
    let turn = game.turn(&state);
    let ends = matches!(turn, Turn::Over(_));
    if !ends && !inside(&state) {
        return builder.unexplored();
    }
    builder.state(turn)?;
    if ends {
        return Ok(());
    }
    let Scratch { choices, targets, exact } = scratch;
    choices.clear();
    game.choices(&state, choices);
    targets.clear();
    positions.insert_all(game, choices.all_successors(), targets);
    for i in 0..choices.len() {
        let targets = &targets[choices.range(i)];
        match choices.probabilities(i) {
            Branches::Weights(denominator, weights) => {
                builder.weighted(denominator, weights, targets)?;
            }
            Branches::Exact(probabilities) => {
                exact.clear();
                exact.extend(probabilities.iter().cloned().zip(targets.iter().copied()));
                builder.choice_exact(exact)?;
            }
        }
    }
    Ok(())
}

/// Limits and the watch are looked at now and then; `held` says what is held beside the positions, in
/// bytes.
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
