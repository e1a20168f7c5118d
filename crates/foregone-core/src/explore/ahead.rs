//! Asking the rules ahead: while one thread gives numbers to what some states lead to, others find
//! out what the next ones lead to.
//!
//! Invariant: only the rules are asked out of order. Batches are cut and taken in in order of their
//! states, and what goes wrong in one, a panic of the rules even, is left to be met again when its
//! turn comes; so the arena is that of one thread, and so is every error.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder, Scope};

use super::positions::Keys;
use super::way::Way;
use crate::game::Told;
use crate::{ArenaError, Game};

/// States in a batch: together they take some tenths of a millisecond.
const MANY: usize = 512;
/// States that are worth another thread.
pub(super) const ENOUGH: usize = 8 * MANY;
/// Batches that the numbering thread asks for itself before it waits for those of others.
const OWN: usize = 4;

/// What the rules say of some states.
pub(super) struct Batch<S> {
    number: usize,
    states: Vec<S>,
    /// One entry for each state, and for as many as there ever were.
    told: Vec<Told<S>>,
    /// By which the successors are looked up.
    keys: Vec<u64>,
}

impl<S: Clone + Eq + Hash> Batch<S> {
    const EMPTY: Self = Self { number: 0, states: vec![], told: vec![], keys: vec![] };

    fn ask<G: Game<State = S>>(&mut self, game: &G, keys: &Keys) {
        self.told.resize_with(self.told.len().max(self.states.len()), Told::default);
        self.keys.clear();
        let asked = catch_unwind(AssertUnwindSafe(|| {
            game.ahead(&self.states, &mut self.told[..self.states.len()]);
            for told in self.told[..self.states.len()].iter().filter(|told| told.turn.is_some()) {
                self.keys.extend(told.choices.all().iter().map(|next| keys.of(game, next)));
            }
        }));
        if asked.is_err() {
            self.told.iter_mut().for_each(|told| told.turn = None);
        }
    }

    /// What is said of each state.
    pub fn told(&self) -> &[Told<S>] {
        &self.told[..self.states.len()]
    }

    /// A key for each successor, states that are left open apart.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.keys.iter().copied()
    }
}

/// Batches on their way.
pub(super) struct Line<S> {
    jobs: Sender<Batch<S>>,
    results: Receiver<Batch<S>>,
    helpers: usize,
    /// How many batches the helpers have.
    out: usize,
    ready: BTreeMap<usize, Batch<S>>,
    spare: Vec<Batch<S>>,
    /// How many batches were cut, and the first state that is in none.
    cut: usize,
    next: usize,
}

impl<S: Clone + Eq + Hash + Send + Sync> Line<S> {
    /// Goes on while many states wait, with as many `threads`.
    pub fn go<G: Game<State = S>>(way: &mut Way<'_, G>, threads: usize) -> Result<(), ArenaError> {
        let ((jobs, todo), (done, results)) = (channel(), channel());
        let todo = Mutex::new(todo);
        thread::scope(|scope| {
            let (game, keys) = (way.game, way.seen.positions.keys());
            let helper = || helper(scope, &todo, done.clone(), game, keys.clone());
            let helpers = (1..threads).take_while(|_| helper()).count();
            let next = way.seen.builder.states();
            let (ready, spare) = (BTreeMap::new(), Vec::new());
            let mut line = Self { jobs, results, helpers, out: 0, ready, spare, cut: 0, next };
            line.drive(way, &keys)
        })
    }

    fn drive<G: Game<State = S>>(
        &mut self,
        way: &mut Way<'_, G>,
        keys: &Keys,
    ) -> Result<(), ArenaError> {
        let mut turn = 0;
        while way.stopped.is_none() {
            while self.out < 2 * self.helpers
                && let Some(batch) = self.cut(way)
            {
                self.out += usize::from(self.jobs.send(batch).is_ok());
            }
            while let Ok(batch) = self.results.try_recv() {
                self.take_back(batch);
            }
            if let Some(batch) = self.ready.remove(&turn) {
                turn += 1;
                way.take_in(&batch)?;
                self.spare.push(batch);
            } else if self.ready.len() < OWN
                && let Some(mut batch) = self.cut(way)
            {
                batch.ask(way.game, keys);
                self.ready.insert(batch.number, batch);
            } else if self.out > 0
                && let Ok(batch) = self.results.recv()
            {
                self.take_back(batch);
            } else {
                break;
            }
        }
        Ok(())
    }

    /// The next states as a batch, if so many wait.
    fn cut<G: Game<State = S>>(&mut self, way: &Way<'_, G>) -> Option<Batch<S>> {
        let states = way.seen.positions.all().get(self.next..self.next + MANY)?;
        let mut batch = self.spare.pop().unwrap_or(Batch::EMPTY);
        batch.number = self.cut;
        batch.states.clear();
        batch.states.extend_from_slice(states);
        (self.cut, self.next) = (self.cut + 1, self.next + MANY);
        Some(batch)
    }

    fn take_back(&mut self, batch: Batch<S>) {
        self.out -= 1;
        self.ready.insert(batch.number, batch);
    }
}

/// A thread that asks for what is to be done until nobody wants it; false where there is none to be
/// had.
fn helper<'scope, G: Game>(
    scope: &'scope Scope<'scope, '_>,
    todo: &'scope Mutex<Receiver<Batch<G::State>>>,
    done: Sender<Batch<G::State>>,
    game: &'scope G,
    keys: Keys,
) -> bool {
    let next = || todo.lock().ok()?.recv().ok();
    let work = move || {
        while let Some(mut batch) = next() {
            batch.ask(game, &keys);
            if done.send(batch).is_err() {
                return;
            }
        }
    };
    Builder::new().spawn_scoped(scope, work).is_ok()
}
