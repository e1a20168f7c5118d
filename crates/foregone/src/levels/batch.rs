//! Some parts of one level: explored, and solved once the levels beyond are.
//!
//! Batches are cut by the entries alone, so threads change nothing in them.

use std::ops::Range;
use std::sync::Arc;

use super::entries::Entries;
use super::{LevelError, Size};
use crate::explore::explore_slice;
use crate::game::InOrder;
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

/// An explored batch: its edge last, all else in solving order.
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
    /// How much there is beside the edge.
    pub fn size(&self) -> Size {
        Size {
            states: self.components.states() as u64,
            choices: self.arena.choices() as u64,
            branches: self.arena.branches() as u64,
            ..Size::default()
        }
    }

    pub fn bytes(&self) -> usize {
        self.arena.bytes()
            + self.positions.bytes()
            + self.edge.len() * size_of::<Beyond>()
            + self.components.bytes()
    }

    /// The entries at the edge.
    pub fn beyond(&self) -> impl Iterator<Item = u32> {
        self.edge.iter().map(|beyond| beyond.id)
    }

    /// What is `known` of the states at the edge.
    pub fn edge(&self, known: &[Known]) -> Vec<Known> {
        let of = |beyond: &Beyond| match (known.get(beyond.id as usize), beyond.mirrored) {
            (Some(known), false) => *known,
            (Some(known), true) => known.mirrored(),
            (None, _) => Known::NOTHING,
        };
        self.edge.iter().map(of).collect()
    }
}

/// Explores a batch of `about` so many positions, as far as is known. The states at its edge that are
/// no entries yet enter by [`enter`].
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
    let mut listed = InOrder::default();
    game.in_order(&starts, &mut listed);
    let (about, watch) = (about.max(ROOM), &Stopping(watch));
    let explored = explore_slice(game, &starts, inside, listed.states(), about, limits, watch)?;
    let (explored, components) = in_order(explored, &listed, &game.objective());
    let Explored { arena, positions, starts, stopped } = explored;
    let edge = positions.all()[components.states()..].iter().map(|state| {
        // Where a limit was met play goes on in the level, and what is known there depends on which
        // batch is solved first.
        if stopped.is_some() && inside(state) {
            return Beyond { id: NOTHING, mirrored: false };
        }
        let (found, mirrored) = match game.mirrored(state) {
            Some(mirror) => (entries.find(&mirror), true),
            None => (entries.find(state), false),
        };
        Beyond { id: found.unwrap_or(NOTHING), mirrored }
    });
    let edge = edge.collect();
    Ok(Prepared { arena: Arc::new(arena), positions, starts, components, edge, stopped })
}

/// What was explored with its edge last and the rest in solving order, and the components of the rest.
fn in_order<S: Clone>(
    explored: Explored<S>,
    listed: &InOrder<S>,
    objective: &Objective,
) -> (Explored<S>, Components) {
    if begins_with(&explored.arena, listed.starts()) {
        return (explored, Components::in_place(listed.starts().to_vec()));
    }
    let (order, components) = ordered(&explored.arena, objective);
    (explored.renumbered(&order), components)
}

/// True where all states that are not at the edge come first, in components that begin at `starts`:
/// these lead to themselves, earlier ones and the edge, and where play is over a state is one alone.
fn begins_with(arena: &Arena, starts: &[u32]) -> bool {
    let (inside, states) = (starts.last().copied().unwrap_or(0), arena.states() as u32);
    let at_edge = |state: u32| arena.is_unexplored(StateId(state));
    let apart = inside > 0 && inside <= states && (inside..states).all(at_edge);
    apart
        && arena.unexplored() == (states - inside) as usize
        && starts.windows(2).all(|range| is_component(arena, range[0]..range[1], inside))
}

fn is_component(arena: &Arena, states: Range<u32>, inside: u32) -> bool {
    let goes_on = |state: u32| arena.player(StateId(state)).is_some();
    // Not left early: so many targets are looked at side by side.
    let targets = arena.successors_of(states.clone()).iter();
    targets.fold(true, |fits, &to| fits & (to < states.end || to >= inside))
        && (states.len() == 1 || states.clone().all(goes_on))
}

/// Where every old state goes so that the edge is last and the rest in solving order, and the
/// components of the rest.
fn ordered(arena: &Arena, objective: &Objective) -> (Vec<u32>, Components) {
    let found = components(arena, objective);
    let at_edge = |state: u32| arena.is_unexplored(StateId(state));
    let (mut order, mut starts) = (Vec::with_capacity(arena.states()), vec![0]);
    for range in found.ranges() {
        let members = &found.order[range.start as usize..range.end as usize];
        if !at_edge(members[0]) {
            order.extend_from_slice(members);
            starts.push(order.len() as u32);
        }
    }
    order.extend((0..arena.states() as u32).filter(|&state| at_edge(state)));
    (order, Components::in_place(starts))
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
    let state = &prepared.positions.all()[prepared.components.states() + at];
    let state = game.mirrored(state).unwrap_or_else(|| state.clone());
    let next = game.band(&state);
    if next < level {
        return Err(LevelError::Falls { position: game.show(&state), from: level, to: next });
    }
    // The same level is met only where a limit ended exploring.
    Ok((next > level).then_some((state, next)))
}

/// Solves an explored batch, of whose edge `edge` says what is known; with `ends` finds out where play
/// ends too.
pub(super) fn solve<G: Game>(
    game: &G,
    prepared: &Prepared<G::State>,
    edge: &[Known],
    ends: bool,
    watch: &dyn Watch,
) -> Result<Slice, LevelError> {
    let (arena, objective) = (Arc::clone(&prepared.arena), game.objective());
    let components = &prepared.components;
    Ok(solve_slice(arena, objective, components, edge, ends, &Stopping(watch))?)
}
