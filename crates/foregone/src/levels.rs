//! Large games, level by level.
//!
//! A level (the game's [band](Game::band)) is a number that no move decreases, so levels are explored
//! upward and solved downward. Upward only the *entries* are kept, the positions by which play comes
//! to a later level; a level's arena is made again when its turn to be solved comes, where it was too
//! large to be kept. Where the game lists its entries itself there is no way upward. Downward the
//! judge takes each batch of a level with the checked bounds of the entries beyond it. So memory is
//! that of the entries and of a few batches.
//!
//! Within a level parts do not lead to each other. Batches of them are explored and solved side by side
//! on all cores, each as soon as those are solved that it leads to (`flow`). How they are cut does not
//! depend on the number of threads, so the same bits come out.
//!
//! Between two levels the work can be left and taken up later ([`Watch::leave`]): what is known of
//! the entries is all that it takes.
//!
//! Where the game is the same for both players, positions beyond a level are entered from the seat
//! that [`Game::mirrored`] chooses: half of them suffice.

use rayon::prelude::*;

use crate::explore::ExploreError;
use crate::judge::slice::Slice;
use crate::solve::SolveError;
use crate::{Game, Limits, Phase, Positions, StateId, Stop, Watch};

mod batch;
mod downward;
mod entries;
mod flow;
mod kept;
mod line;

use batch::{Batch, Prepared};
use entries::Entries;

/// Why a game could not be solved by levels.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelError {
    /// The game is not one to be solved so.
    #[error("the game states no levels")]
    None,
    /// The game contradicts itself.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// A slice could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A move leads to a lower level.
    #[error("a move leads from level {from} down to level {to}, at {position}")]
    Falls {
        /// The position that it leads to.
        position: String,
        /// The level it comes from.
        from: u64,
        /// The lower level.
        to: u64,
    },
    /// What an earlier run left was changed since.
    #[error("what an earlier run left is damaged")]
    Damaged,
    /// What an earlier run left speaks of other positions.
    #[error("what an earlier run left is not of this game")]
    Other,
    /// A position by which play comes to a later level is not among those the game lists.
    #[error("the game does not list {position}, by which play comes to a later level")]
    Unlisted {
        /// The position.
        position: String,
    },
}

/// How much there was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Positions; where seats may be swapped, one of each two that are the same.
    pub states: u64,
    /// Choices.
    pub choices: u64,
    /// Branches.
    pub branches: u64,
    /// Levels.
    pub levels: u64,
    /// Positions at which play enters a level.
    pub entries: u64,
    /// True where seats may be swapped.
    pub seats: bool,
}

/// A solved batch with positions that were asked for.
pub struct Answered<S> {
    /// Which of those asked for, and their states.
    pub asked: Vec<(usize, StateId)>,
    /// Which state is which position; those at the edge have the bounds known there.
    pub positions: Positions<S>,
    /// The solved slice.
    pub slice: Slice,
    /// Why the work had ended early by then, or `None`.
    pub stopped: Option<Stop>,
}

/// Positions that one batch should have, so that its arena stays in the cache.
const BATCH: u64 = 1 << 10;
/// Entries of a batch where nothing is known of how many positions they bring.
const FEW: u64 = 1 << 6;

/// Solves for the positions `asked`; every one of them comes to `answer` with its batch, in no
/// certain order. Whether play ends is found out with `ends`, and anyway where seats are swapped. Returns
/// how much there was, and why exploring ended early if it did: the bounds are then wider. Threads wait
/// for each other's `answer`: it should be short, and may not hand on work to the same threads.
///
/// # Errors
/// See [`LevelError`].
pub fn solve<G: Game>(
    game: &G,
    asked: &[G::State],
    ends: bool,
    limits: &Limits,
    watch: &dyn Watch,
    mut answer: impl FnMut(Answered<G::State>) + Send,
) -> Result<(Size, Option<Stop>), LevelError> {
    let mut entries = Entries::new();
    let ids: Vec<u32> = asked.iter().map(|state| entries.insert(state, game.band(state))).collect();
    let (seats, size) = (game.has_seats(), Size::default());
    let ends = ends || seats;
    let mut wanted: Vec<(u32, usize)> = ids.into_iter().zip(0..).collect();
    wanted.sort_unstable();
    let (held, listed) = (0, false);
    let mut passes = Passes { game, entries, wanted, limits, watch, size, held, listed, ends };
    let (levels, stopped) = match passes.listed(asked) {
        Some(levels) => (levels, None),
        None => passes.upward()?,
    };
    passes.size.seats = seats;
    passes.size.levels = levels.len() as u64;
    passes.size.entries = passes.entries.len() as u64;
    let stopped = passes.downward(levels, stopped, &mut answer)?;
    Ok((passes.size, stopped))
}

/// The batches of one level.
type Level<G> = Vec<Batch<<G as Game>::State>>;

/// What was explored, and why that ended early, or `None`.
type Explored<T> = (T, Option<Stop>);

struct Passes<'a, G: Game> {
    game: &'a G,
    entries: Entries<G::State>,
    /// The entries asked for, each with which of those asked for it is; sorted.
    wanted: Vec<(u32, usize)>,
    limits: &'a Limits,
    watch: &'a dyn Watch,
    size: Size,
    /// Bytes of explored batches that are kept.
    held: usize,
    /// The game listed its entries; batches are counted as they are solved.
    listed: bool,
    /// Whether play ends is to be found out.
    ends: bool,
}

impl<G: Game> Passes<'_, G> {
    /// Every level in order, from the entries that the game lists; `None` where it does not, or
    /// where a limit might be met.
    fn listed(&mut self, asked: &[G::State]) -> Option<Vec<Level<G>>> {
        let mut all = Vec::new();
        let most = self.game.dense_len().unwrap_or(u64::MAX);
        let each = (size_of::<G::State>() + 4 * size_of::<u64>()) as u64;
        if most > self.limits.states || !self.game.entries(asked, &mut all) {
            return None;
        }
        if all.len() as u64 * each > self.limits.bytes / 2 {
            return None;
        }
        self.entries.reserve(all.len());
        for state in &all {
            self.entries.insert(state, self.game.band(state));
        }
        let each = 2 * BATCH * self.entries.len() as u64 / most.max(1);
        let each = if most == u64::MAX { FEW } else { each.max(1) };
        let mut levels = Vec::new();
        while let Some((level, ids)) = self.entries.next_level(self.game) {
            levels.push(self.cut(level, ids, each));
        }
        self.listed = true;
        Some(levels)
    }

    /// Explores every level that is met, from the lowest.
    fn upward(&mut self) -> Result<Explored<Vec<Level<G>>>, LevelError> {
        let mut levels = Vec::new();
        let mut each = BATCH;
        while let Some((level, ids)) = self.entries.next_level(self.game) {
            self.watch.progress(Phase::Explore, self.size.states, None);
            let before = (self.size.states, ids.len() as u64);
            let cut = self.cut(level, ids, each);
            let (batches, stopped) = self.explore(cut)?;
            levels.push(batches);
            if stopped.is_some() {
                return Ok((levels, stopped));
            }
            // Batches of the next level have about as many positions for each entry.
            let states = (self.size.states - before.0).max(1);
            each = (BATCH * before.1 / states).max(1);
        }
        Ok((levels, None))
    }

    /// Batches of whole parts, with about `each` entries.
    fn cut(&self, level: u64, ids: Vec<u32>, each: u64) -> Vec<Batch<G::State>> {
        let part = |id: &u32| self.game.part(self.entries.get(*id));
        let mut batches: Vec<Batch<G::State>> = Vec::new();
        for part in ids.chunk_by(|a, b| part(a) == part(b)) {
            match batches.last_mut() {
                Some(batch) if (batch.entries.len() as u64) < each => {
                    batch.entries.extend_from_slice(part);
                }
                _ => batches.push(Batch { level, entries: part.to_vec(), kept: None }),
            }
        }
        batches
    }

    fn explore(&mut self, mut batches: Level<G>) -> Result<Explored<Level<G>>, LevelError> {
        let mut stopped = None;
        // Not more at once than can be held.
        for some in batches.chunks_mut(AT_ONCE) {
            let limits = self.left();
            let prepare = |batch: &Batch<_>| self.prepare(batch, &limits);
            let all: Vec<_> = some.par_iter().map(prepare).collect();
            for (batch, prepared) in some.iter_mut().zip(all) {
                let prepared = self.count(batch, prepared?)?;
                let cut = prepared.stopped.as_ref().map(|stop| self.of_all(stop));
                stopped = stopped.or(cut).or_else(|| self.reason_to_stop());
                self.held += prepared.bytes();
                // Where a limit was met the same could not be explored again.
                if stopped.is_some() || self.held < (self.limits.bytes / 2) as usize {
                    batch.kept = Some(prepared);
                } else {
                    self.held -= prepared.bytes();
                }
            }
            if stopped.is_some() {
                break;
            }
        }
        if stopped.is_some() {
            batches.retain(|batch| batch.kept.is_some());
        }
        Ok((batches, stopped))
    }

    fn prepare(
        &self,
        batch: &Batch<G::State>,
        limits: &Limits,
    ) -> Result<Prepared<G::State>, LevelError> {
        let all = self.game.dense_len().filter(|_| self.listed).unwrap_or(0);
        let about = all * batch.entries.len() as u64 / self.entries.len().max(1) as u64;
        batch::prepare(self.game, &self.entries, batch, about as usize, limits, self.watch)
    }

    fn count(
        &mut self,
        batch: &Batch<G::State>,
        mut prepared: Prepared<G::State>,
    ) -> Result<Prepared<G::State>, LevelError> {
        batch::enter(self.game, &mut self.entries, batch.level, &mut prepared)?;
        self.size.add(&prepared.size());
        Ok(prepared)
    }

    fn left(&self) -> Limits {
        Limits {
            states: self.limits.states.saturating_sub(self.size.states),
            bytes: self.limits.bytes,
        }
    }

    /// A batch is given what is left of the limit; what ended it was the limit itself.
    fn of_all(&self, stop: &Stop) -> Stop {
        match stop {
            Stop::States(_) => Stop::States(self.limits.states),
            other => other.clone(),
        }
    }

    fn reason_to_stop(&self) -> Option<Stop> {
        let Limits { states, bytes } = *self.limits;
        if self.size.states > states {
            return Some(Stop::States(states));
        }
        if self.entries.bytes() as u64 > bytes / 2 {
            return Some(Stop::Memory(bytes));
        }
        self.watch.stop().then_some(Stop::Asked)
    }
}

impl Size {
    /// Adds the positions, choices and branches of a part.
    fn add(&mut self, part: &Self) {
        self.states += part.states;
        self.choices += part.choices;
        self.branches += part.branches;
    }
}

/// Batches that are explored before their results are taken up.
const AT_ONCE: usize = 64;
