//! Some parts of one level: explored, and solved once the levels beyond are.
//!
//! Batches are cut by the entries alone, so threads change nothing in them.

use std::sync::Arc;

use super::LevelError;
use super::entries::Entries;
use crate::explore::explore_slice;
use crate::graph::{Components, components};
use crate::judge::slice::{Known, Slice};
use crate::solve::solve_slice;
use crate::{Arena, Explored, Game, Limits, Objective, Phase, Positions, StateId, Stop, Watch};

/// Entries of one level that are explored together.
pub(super) struct Batch<S> {
    pub level: u64,
    pub entries: Vec<u32>,
    /// What was explored, where there was room to keep it.
    pub kept: Option<Prepared<S>>,
}

/// An explored batch: its edge first, then all else in solving order.
pub(super) struct Prepared<S> {
    pub arena: Arc<Arena>,
    pub positions: Positions<S>,
    pub starts: Vec<StateId>,
    components: Components,
    /// For each state at the edge its entry.
    edge: Vec<Beyond>,
    pub stopped: Option<Stop>,
}

/// An entry by its number; mirrored where its seats are swapped against the state that it stands for.
#[derive(Clone, Copy)]
struct Beyond {
    id: u32,
    mirrored: bool,
}

/// In place of an entry: nothing is known.
const NOTHING: u32 = u32::MAX;

/// Positions that there is room for at first.
const ROOM: usize = 2 * super::BATCH as usize;

/// Passes on that the work should stop, and no progress: that is counted for all batches together.
pub(super) struct Stopping<'a>(pub &'a dyn Watch);

impl Watch for Stopping<'_> {
    fn progress(&self, _: Phase, _: u64, _: Option<u64>) {}

    fn stop(&self) -> bool {
        self.0.stop()
    }
}

impl<S> Prepared<S> {
    /// States that are not at the edge.
    pub fn inside(&self) -> usize {
        self.arena.states() - self.edge.len()
    }

    pub fn bytes(&self) -> usize {
        self.arena.bytes()
            + self.positions.bytes()
            + self.edge.len() * size_of::<Beyond>()
            + self.components.bytes()
    }
}

/// Explores a batch of `about` so many positions, as far as is known. The states at its edge that are no entries yet are marked in [`Prepared::edge`]
/// and enter by [`enter`].
pub(super) fn prepare<G: Game>(
    game: &G,
    entries: &Entries<G::State>,
    batch: &Batch<G::State>,
    about: usize,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Prepared<G::State>, LevelError> {
    let starts: Vec<G::State> = batch.entries.iter().map(|&id| entries.get(id).clone()).collect();
    let inside = |state: &G::State| game.band(state) == batch.level;
    let explored = explore_slice(game, &starts, inside, about.max(ROOM), limits, &Stopping(watch))?;
    let (order, components, width) = ordered(&explored.arena, &game.objective());
    let Explored { arena, positions, starts, stopped } = explored.renumbered(&order);
    let edge = (0..width).map(|state| {
        let state = positions.get(StateId(state));
        let (found, mirrored) = match game.mirrored(state) {
            Some(mirror) => (entries.find(&mirror), true),
            None => (entries.find(state), false),
        };
        Beyond { id: found.unwrap_or(NOTHING), mirrored }
    });
    let edge = edge.collect();
    Ok(Prepared { arena: Arc::new(arena), positions, starts, components, edge, stopped })
}

/// Where every old state goes so that the edge is first and the rest in solving order; the
/// components then; and how wide the edge is.
fn ordered(arena: &Arena, objective: &Objective) -> (Vec<u32>, Components, u32) {
    let found = components(arena, objective);
    let at_edge = |state: u32| arena.is_unexplored(StateId(state));
    let mut order: Vec<u32> = (0..arena.states() as u32).filter(|&state| at_edge(state)).collect();
    let width = order.len() as u32;
    let mut starts: Vec<u32> = (0..=width).collect();
    for range in found.ranges() {
        let members = &found.order[range.start as usize..range.end as usize];
        if !at_edge(members[0]) {
            order.extend_from_slice(members);
            starts.push(order.len() as u32);
        }
    }
    (order, Components::in_place(starts), width)
}

/// Makes entries of the states at the edge that are none yet.
///
/// # Errors
/// A state at the edge has a lower level.
pub(super) fn enter<G: Game>(
    game: &G,
    entries: &mut Entries<G::State>,
    level: u64,
    prepared: &mut Prepared<G::State>,
) -> Result<(), LevelError> {
    for at in 0..prepared.edge.len() {
        if let Some((state, next)) = unknown(game, level, prepared, at)? {
            prepared.edge[at].id = entries.insert(&state, next);
        }
    }
    Ok(())
}

/// Tests that the states at the edge are entries.
///
/// # Errors
/// One of them is not, or has a lower level.
pub(super) fn all_listed<G: Game>(
    game: &G,
    level: u64,
    prepared: &Prepared<G::State>,
) -> Result<(), LevelError> {
    for at in 0..prepared.edge.len() {
        if let Some((state, _)) = unknown(game, level, prepared, at)? {
            return Err(LevelError::Unlisted { position: game.show(&state) });
        }
    }
    Ok(())
}

/// The position of the state `at` the edge and its level, where it is not known as an entry.
fn unknown<G: Game>(
    game: &G,
    level: u64,
    prepared: &Prepared<G::State>,
    at: usize,
) -> Result<Option<(G::State, u64)>, LevelError> {
    if prepared.edge[at].id != NOTHING {
        return Ok(None);
    }
    let state = prepared.positions.get(StateId(at as u32));
    let state = game.mirrored(state).unwrap_or_else(|| state.clone());
    let next = game.band(&state);
    if next < level {
        return Err(LevelError::Falls { position: game.show(&state), from: level, to: next });
    }
    // The same level is met only where a limit ended exploring.
    Ok((next > level).then_some((state, next)))
}

/// Solves an explored batch; with `ends` finds out where play ends too.
pub(super) fn solve<G: Game>(
    game: &G,
    entries: &Entries<G::State>,
    prepared: &Prepared<G::State>,
    ends: bool,
    watch: &dyn Watch,
) -> Result<Slice, LevelError> {
    let known = |beyond: &Beyond| match (entries.known.get(beyond.id as usize), beyond.mirrored) {
        (Some(known), false) => *known,
        (Some(known), true) => known.mirrored(),
        (None, _) => Known::NOTHING,
    };
    let edge: Vec<Known> = prepared.edge.iter().map(known).collect();
    let (arena, objective) = (Arc::clone(&prepared.arena), game.objective());
    let components = &prepared.components;
    Ok(solve_slice(arena, objective, components, &edge, ends, &Stopping(watch))?)
}
