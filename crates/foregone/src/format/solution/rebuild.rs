//! From a saved solution back to a checked one: the arena is built again, every row finds its
//! position there, and the judge decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;

use super::claim::{Asked, Evidence, Rejudged};
use super::columns::Rows;
use super::reading::File;
use super::sheet::Sheet;
use super::{Meta, RebuildError, Saved, Scale, shown};
use crate::session::{AnyExplored, AnyGame, Solved};
use crate::{FieldValue, Limits, Phase, Refusal, StateId, Stop, Watch};

impl Saved {
    /// Judges the solution anew for `game`, which must be the one that the file names.
    ///
    /// # Errors
    /// The game has other positions than the file, the judge refuses the bounds, or another column
    /// differs from what follows from them.
    pub fn judge(self, game: Arc<dyn AnyGame>, watch: &dyn Watch) -> Result<Solved, RebuildError> {
        self.judge_within(game, &Limits::default(), watch)
    }

    /// The same within limits of exploring.
    ///
    /// # Errors
    /// As [`judge`](Self::judge), and [`RebuildError::Stopped`] where a limit is too low.
    pub fn judge_within(
        self,
        game: Arc<dyn AnyGame>,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Solved, RebuildError> {
        self.judge_any(Some(game), limits, watch)?.chance()
    }

    /// Judges a solution of any kind anew: for `game`, which must be the one that the file names, or
    /// for the model whose text the file holds.
    ///
    /// # Errors
    /// As [`judge_within`](Self::judge_within) and [`judge_model`](Self::judge_model).
    pub fn judge_any(
        self,
        game: Option<Arc<dyn AnyGame>>,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Rejudged, RebuildError> {
        let (explored, asked) = match game {
            None => self.rebuild_model(limits, watch)?,
            Some(game) => {
                let mut explored = self.explore(game, limits, watch)?;
                let order = self.order(&*explored)?;
                explored.renumber(&order);
                let asked = Asked::of_game(&*explored)?;
                (explored, asked)
            }
        };
        watch.progress(Phase::Judge, 0, None);
        let Self { meta, solution, more, files, .. } = self;
        let evidence = Evidence { meta: &meta, solution, more };
        let judged = evidence.judge(&*explored, asked, watch)?;
        let rejudged = Rejudged { explored, judged };
        check_shown(&meta, files, &rejudged)?;
        Ok(rejudged)
    }

    /// Explores as far as the saved arena went, and no further than its rows.
    pub(super) fn explore(
        &self,
        game: Arc<dyn AnyGame>,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Box<dyn AnyExplored>, RebuildError> {
        let rows = self.meta.states;
        if rows > limits.states {
            return Err(RebuildError::Stopped(Stop::States(limits.states)));
        }
        let starts: Vec<&str> = self.meta.starts.iter().map(String::as_str).collect();
        let stopped = self.meta.exploring_stopped.as_ref().map(|reason| &reason.0);
        let states = match stopped {
            Some(Stop::States(states)) => rows.min(*states),
            _ => rows,
        };
        let within = Limits { states, ..*limits };
        let explored = if matches!(stopped, Some(Stop::Memory(_) | Stop::Asked)) {
            let expanded = self.meta.expanded;
            let until = StopAt { expanded, seen: AtomicU64::new(0), inner: watch };
            game.explore(&starts, &within, &until)?
        } else {
            game.explore(&starts, &within, watch)?
        };
        match explored.stopped() {
            _ if watch.stop() => Err(RebuildError::Stopped(Stop::Asked)),
            Some(Stop::Memory(bytes)) => Err(RebuildError::Stopped(Stop::Memory(*bytes))),
            Some(Stop::States(_)) if !matches!(stopped, Some(Stop::States(_))) => {
                let game = explored.arena().states() as u64;
                Err(RebuildError::Counts { what: "states", saved: rows, game })
            }
            _ => Ok(explored),
        }
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
        self.check_fields(explored)?;
        let mut taken = vec![false; arena.states()];
        let order = (0..arena.states()).map(|row| {
            let found = self.find(explored, row).filter(|state| !taken[state.index()]);
            let state = found.ok_or_else(|| RebuildError::Row { row, position: self.show(row) })?;
            taken[state.index()] = true;
            Ok(state.0)
        });
        order.collect()
    }

    fn check_fields(&self, explored: &dyn AnyExplored) -> Result<(), RebuildError> {
        let game = Rows::new(&explored).names;
        if self.fields.iter().map(|(name, _)| name).eq(&game) {
            return Ok(());
        }
        let saved: Vec<&str> = self.fields.iter().map(|(name, _)| name.as_str()).collect();
        Err(RebuildError::Fields { saved: saved.join(", "), game: game.join(", ") })
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

/// What is there for readers alone says what was judged.
fn check_shown(meta: &Meta, files: Vec<Bytes>, rejudged: &Rejudged) -> Result<(), RebuildError> {
    let Some(answer) = rejudged.answer() else { return Ok(()) };
    let sheet = Sheet::of(answer);
    if sheet.scale != meta.scale {
        let text =
            |scale: &Option<Scale>| scale.as_ref().map_or("1 * part".into(), Scale::to_string);
        let (saved, judged) = (text(&meta.scale), text(&sheet.scale));
        return Err(RebuildError::Scale { saved, judged });
    }
    let files = files.into_iter().map(File::open).collect::<Result<Vec<_>, _>>()?;
    shown::check(&files, &*rejudged.explored, sheet)
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
