//! From a saved solution back to a checked one: the arena is built again, every row finds its
//! position there, and the judge decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{RebuildError, Saved};
use crate::session::{AnyExplored, AnyGame, SessionError, Solved};
use crate::{Claim, FieldValue, Limits, Phase, Refusal, StateId, Stop, Watch, judge};

impl Saved {
    /// Judges the solution anew for `game`, which must be the one that the file names.
    ///
    /// # Errors
    /// The game has other positions than the file, or the judge refuses the bounds.
    pub fn judge(self, game: Arc<dyn AnyGame>, watch: &dyn Watch) -> Result<Solved, RebuildError> {
        let mut explored = self.explore(game, watch)?;
        let order = self.order(&*explored)?;
        explored.renumber(&order);
        watch.progress(Phase::Judge, 0, None);
        let (arena, objective) = (explored.arena(), explored.objective());
        let claim = Claim { arena, objective, solution: self.solution };
        match judge::judge(claim) {
            Ok(checked) => Ok(Solved { explored, checked }),
            Err(refusal) => Err(refused(&*explored, refusal)),
        }
    }

    /// Explores as far as the saved arena went.
    pub(super) fn explore(
        &self,
        game: Arc<dyn AnyGame>,
        watch: &dyn Watch,
    ) -> Result<Box<dyn AnyExplored>, SessionError> {
        let starts: Vec<&str> = self.meta.starts.iter().map(String::as_str).collect();
        let stopped = self.meta.exploring_stopped.as_ref().map(|reason| &reason.0);
        let limits = match stopped {
            Some(Stop::States(states)) => Limits { states: *states, ..Limits::default() },
            _ => Limits::default(),
        };
        if matches!(stopped, Some(Stop::Memory(_) | Stop::Asked)) {
            let expanded = self.meta.expanded;
            let watch = StopAt { expanded, seen: AtomicU64::new(0), inner: watch };
            return game.explore(&starts, &limits, &watch);
        }
        game.explore(&starts, &limits, watch)
    }

    /// For every row the state of its position. Files thus do not depend on the order in which
    /// a version of the program explores and solves.
    pub(super) fn order(&self, explored: &dyn AnyExplored) -> Result<Vec<u32>, RebuildError> {
        let arena = explored.arena();
        let counts = [
            ("states", self.meta.states, arena.states()),
            ("choices", self.meta.choices, arena.choices()),
            ("branches", self.meta.branches, arena.branches()),
        ];
        for (what, saved, game) in counts {
            if saved != game as u64 {
                return Err(RebuildError::Counts { what, saved, game: game as u64 });
            }
        }
        let mut taken = vec![false; arena.states()];
        let order = (0..arena.states()).map(|row| {
            let found = self.find(explored, row).filter(|state| !taken[state.index()]);
            let state = found.ok_or_else(|| RebuildError::Row { row, position: self.show(row) })?;
            taken[state.index()] = true;
            Ok(state.0)
        });
        order.collect()
    }

    /// The state of a row's position, if the game has it.
    fn find(&self, explored: &dyn AnyExplored, row: usize) -> Option<StateId> {
        let values: Option<Vec<_>> =
            self.fields.iter().map(|(_, column)| column.get(row)).collect();
        match (values?.as_slice(), explored.fields().is_empty()) {
            ([FieldValue::Text(text)], true) => explored.find(text).ok()?,
            (values, _) => explored.find_values(values).ok()?,
        }
    }

    fn show(&self, row: usize) -> String {
        let shown = self.fields.iter().map(|(name, column)| match column.get(row) {
            Some(value) => format!("{name}={value}"),
            None => format!("{name} missing"),
        });
        shown.collect::<Vec<_>>().join(",")
    }
}

/// A refusal with its position as the game shows it.
pub(super) fn refused(explored: &dyn AnyExplored, refusal: Refusal) -> RebuildError {
    let position = refusal.state.map(|state| explored.show(state));
    let position = position.unwrap_or_else(|| "all positions".into());
    RebuildError::Refused { position, refusal }
}

/// Ends exploring where the saved arena's exploring was ended: after so many states.
struct StopAt<'a> {
    expanded: u64,
    seen: AtomicU64,
    inner: &'a dyn Watch,
}

impl Watch for StopAt<'_> {
    fn progress(&self, phase: Phase, done: u64, total: Option<u64>) {
        if phase == Phase::Explore {
            // The explorer tells the number of the state that it has just expanded.
            self.seen.store(done + 1, Ordering::Relaxed);
        }
        self.inner.progress(phase, done, total);
    }

    fn stop(&self) -> bool {
        self.seen.load(Ordering::Relaxed) >= self.expanded || self.inner.stop()
    }

    fn note(&self, text: &dyn Fn() -> String) {
        self.inner.note(text);
    }
}
