//! From a saved solution back to a checked one: the arena is built again, the positions are
//! compared, and the judge decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::columns::Rows;
use super::{RebuildError, Saved};
use crate::session::{AnyExplored, AnyGame, Solved};
use crate::{Claim, Limits, Objective, Phase, StateId, Stop, Watch, judge};

impl Saved {
    /// Judges the solution anew for `game`, which must be the one that the file names.
    ///
    /// # Errors
    /// The game has other positions than the file, or the judge refuses the bounds.
    pub fn judge(self, game: Arc<dyn AnyGame>, watch: &dyn Watch) -> Result<Solved, RebuildError> {
        let explored = self.explore(game, watch)?;
        self.compare(&*explored)?;
        watch.progress(Phase::Judge, 0, None);
        let (arena, objective) = (explored.arena(), Objective::payoff());
        let claim = Claim { arena, objective, solution: self.solution };
        match judge::judge(claim) {
            Ok(checked) => Ok(Solved { explored, checked }),
            Err(refusal) => {
                let position = refusal.state.map(|state| explored.show(state));
                let position = position.unwrap_or_else(|| "all positions".into());
                Err(RebuildError::Refused { position, refusal })
            }
        }
    }

    /// Explores as far as the saved arena went.
    fn explore(
        &self,
        game: Arc<dyn AnyGame>,
        watch: &dyn Watch,
    ) -> Result<Box<dyn AnyExplored>, RebuildError> {
        let starts: Vec<&str> = self.meta.starts.iter().map(String::as_str).collect();
        let stopped = self.meta.exploring_stopped.as_ref().map(|reason| &reason.0);
        let limits = match stopped {
            Some(Stop::States(states)) => Limits { states: *states, ..Limits::default() },
            _ => Limits::default(),
        };
        if matches!(stopped, Some(Stop::Memory(_) | Stop::Asked)) {
            let expanded = self.meta.expanded;
            let watch = StopAt { expanded, seen: AtomicU64::new(0), inner: watch };
            return Ok(game.explore(&starts, &limits, &watch)?);
        }
        Ok(game.explore(&starts, &limits, watch)?)
    }

    /// The file's rows are the positions of the arena.
    fn compare(&self, explored: &dyn AnyExplored) -> Result<(), RebuildError> {
        let arena = explored.arena();
        let counts = [
            ("states", self.meta.states, arena.states()),
            ("choices", self.meta.choices, arena.choices()),
            ("branches", self.meta.branches, arena.branches()),
        ];
        for (what, saved, game) in counts {
            if saved != game as u64 {
                return Err(differs(format!("number of {what}"), saved, game));
            }
        }
        let rows = Rows::new(explored);
        let names: Vec<&str> = self.fields.iter().map(|(name, _)| name.as_str()).collect();
        if names != rows.names {
            return Err(differs("fields".into(), names.join(", "), rows.names.join(", ")));
        }
        arena.ids().try_for_each(|state| self.compare_row(&rows, state))
    }

    fn compare_row(&self, rows: &Rows<'_>, state: StateId) -> Result<(), RebuildError> {
        for ((name, column), value) in self.fields.iter().zip(rows.values(state)) {
            let saved = column.get(state.index());
            if saved.as_ref() != Some(&value) {
                let saved = saved.map_or_else(|| "nothing".into(), |saved| saved.to_string());
                let what = format!("{name} of position number {}", state.0);
                return Err(differs(what, saved, value));
            }
        }
        Ok(())
    }
}

fn differs(what: String, saved: impl ToString, game: impl ToString) -> RebuildError {
    RebuildError::Differs { what, saved: saved.to_string(), game: game.to_string() }
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
