//! An explored model: its arena, and which states are initial or have no choice of their own.

use std::sync::Arc;

use foregone_prism::source::{Diagnostic, Source};
use foregone_prism::step::Model;

use super::game::{SharedNotes, game};
use super::listed::Listed;
use super::{Deadlocks, ModelError};
use crate::lock::locked;
use crate::session::{AnyExplored, SharedGame};
use crate::{Arena, FieldValue, Limits, Phase, StateId, Stop, Watch};

/// An explored model.
pub struct Built {
    pub(super) source: Source,
    pub(super) model: Arc<Model>,
    pub(super) explored: Box<dyn AnyExplored>,
    /// For each state whether it is one of the model's initial states.
    pub(super) initial: Vec<bool>,
    /// For each state whether it has no choice of its own.
    pub(super) deadlock: Vec<bool>,
    /// What a file says of the states, where the model is one.
    pub(super) listed: Option<Listed>,
}

impl Built {
    pub(super) fn explore(
        source: &Source,
        model: Arc<Model>,
        at: &[&str],
        deadlocks: Deadlocks,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Self, ModelError> {
        let explore = |game: SharedGame, watch: &dyn Watch| -> Result<_, ModelError> {
            Ok(game.explore(at, limits, watch)?)
        };
        let built = Self::with(source, model, watch, explore)?;
        match built.first_deadlock() {
            Some(state) if deadlocks == Deadlocks::Refuse => Err(built.refused(state)),
            _ => Ok(built),
        }
    }

    /// Explores the model in a way of its own.
    pub(crate) fn with<E: From<ModelError>>(
        source: &Source,
        model: Arc<Model>,
        watch: &dyn Watch,
        explore: impl FnOnce(SharedGame, &dyn Watch) -> Result<Box<dyn AnyExplored>, E>,
    ) -> Result<Self, E> {
        let (game, notes) = game(Arc::clone(&model));
        let careful = Careful { notes: &notes, inner: watch };
        let explored = explore(game, &careful);
        if let Some(error) = locked(&notes).error.take() {
            return Err(ModelError::of(source, vec![*error]).into());
        }
        let explored = explored?;
        let none = vec![false; explored.arena().states()];
        let (initial, deadlock) = (none.clone(), none);
        let source = source.clone();
        let mut built = Self { source, model, explored, initial, deadlock, listed: None };
        built.mark(&std::mem::take(&mut locked(&notes).deadlocks));
        Ok(built)
    }

    fn mark(&mut self, deadlocks: &[u64]) {
        for words in deadlocks.chunks_exact(self.model.layout().words()) {
            if let Some(state) = self.find(words) {
                self.deadlock[state.index()] = true;
            }
        }
        let initial: Vec<StateId> =
            self.model.initial_states().filter_map(|words| self.find(words)).collect();
        initial.into_iter().for_each(|state| self.initial[state.index()] = true);
    }

    fn find(&self, words: &[u64]) -> Option<StateId> {
        let value = |(at, variable): (usize, &foregone_prism::step::VariableInfo)| {
            let value = self.model.layout().value(words, at);
            if variable.bool { FieldValue::Bool(value != 0) } else { FieldValue::Int(value) }
        };
        let values: Vec<_> = self.model.variables().iter().enumerate().map(value).collect();
        self.explored.find_values(&values).ok()?
    }

    pub(super) fn refused(&self, state: StateId) -> ModelError {
        let message = format!("no command can be taken in the state {}", self.show(state));
        let help = "add a command for it, or let play stay there for ever";
        ModelError::of(&self.source, vec![Diagnostic::error_without_place(message).help(help)])
    }

    pub(super) fn first_deadlock(&self) -> Option<StateId> {
        self.deadlock.iter().position(|&is| is).map(|at| StateId(at as u32))
    }

    /// A warning about states without a choice, where there are any.
    pub fn deadlock_warning(&self) -> Option<String> {
        let state = self.first_deadlock()?;
        let count = self.deadlock.iter().filter(|&&is| is).count();
        let states = if count == 1 { "state has" } else { "states have" };
        let shown = self.show(state);
        Some(format!("{count} {states} no choice; play stays there for ever, first at {shown}"))
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The explored game.
    pub fn explored(&self) -> &dyn AnyExplored {
        &*self.explored
    }

    /// The explored game alone.
    pub fn into_explored(self) -> Box<dyn AnyExplored> {
        self.explored
    }

    /// The game as arrays.
    pub fn arena(&self) -> Arc<Arena> {
        self.explored.arena()
    }

    /// The states from which it was explored.
    pub fn starts(&self) -> &[StateId] {
        self.explored.starts()
    }

    /// Why exploring ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        self.explored.stopped()
    }

    /// A state as `s1=3,who=1`.
    pub fn show(&self, state: StateId) -> String {
        self.explored.show(state)
    }

    /// The variables' values at `state`, written over what is in `out`.
    pub(super) fn values(&self, state: StateId, out: &mut Vec<i64>) {
        self.explored.numbers(state, out);
    }

    /// Puts the states into `order`: new state `i` is old `order[i]`.
    pub(crate) fn renumber(&mut self, order: &[u32]) {
        self.explored.renumber(order);
        for marks in [&mut self.initial, &mut self.deadlock] {
            *marks = order.iter().map(|&old| marks[old as usize]).collect();
        }
        if let Some(listed) = &mut self.listed {
            listed.renumber(order);
        }
    }
}

/// Stops at the first error too.
pub(super) struct Careful<'a> {
    pub notes: &'a SharedNotes,
    pub inner: &'a dyn Watch,
}

impl Watch for Careful<'_> {
    fn progress(&self, phase: Phase, done: u64, total: Option<u64>) {
        self.inner.progress(phase, done, total);
    }

    fn stop(&self) -> bool {
        locked(self.notes).error.is_some() || self.inner.stop()
    }

    fn leave(&self, state: &dyn Fn() -> Vec<u8>) {
        self.inner.leave(state);
    }

    fn left(&self) -> Option<Vec<u8>> {
        self.inner.left()
    }

    fn note(&self, text: &dyn Fn() -> String) {
        self.inner.note(text);
    }
}
