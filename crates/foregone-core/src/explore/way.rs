//! The way through a game: state after state gets its choices, and what they lead to its number.
//!
//! Invariant: states are numbered in the order in which the rules name them, whoever asked the rules.

use std::hash::Hash;

use super::ahead::{Batch, ENOUGH, Line};
use super::{Limits, Positions, reason_to_stop};
use crate::game::Branches;
use crate::solution::Stop;
use crate::{ArenaBuilder, ArenaError, Choices, Game, Rational, StateId, Turn, Watch};

/// The way as far as it was gone.
pub(super) struct Way<'a, G: Game> {
    pub game: &'a G,
    pub seen: Seen<G::State>,
    pub stopped: Option<Stop>,
    limits: &'a Limits,
    watch: &'a dyn Watch,
    choices: Choices<G::State>,
}

/// States with their numbers, and the arena so far.
pub(super) struct Seen<S> {
    pub positions: Positions<S>,
    pub builder: ArenaBuilder,
    /// The numbers of all successors of the last state.
    targets: Vec<u32>,
    exact: Vec<(Rational, u32)>,
}

impl<'a, G: Game> Way<'a, G> {
    pub fn new(
        game: &'a G,
        positions: Positions<G::State>,
        limits: &'a Limits,
        watch: &'a dyn Watch,
    ) -> Self {
        let builder = ArenaBuilder::new();
        let seen = Seen { positions, builder, targets: Vec::new(), exact: Vec::new() };
        Self { game, seen, stopped: None, limits, watch, choices: Choices::default() }
    }

    /// Gives every state its choices, on this thread alone. States that are not `inside`, and those
    /// after a stop, are unexplored.
    pub fn go(&mut self, inside: impl Fn(&G::State) -> bool) -> Result<(), ArenaError> {
        while self.waiting() > 0 && self.stopped.is_none() {
            self.step(&inside)?;
        }
        self.cut_off()
    }

    /// The same where all states are inside; while many of them wait, other threads ask the rules.
    pub fn go_with_others(&mut self) -> Result<(), ArenaError> {
        let mut threads = None;
        while self.waiting() > 0 && self.stopped.is_none() {
            if self.waiting() < ENOUGH {
                self.step(&|_| true)?;
                continue;
            }
            let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
            match threads.get_or_insert_with(cores) {
                1 => return self.go(|_| true),
                threads => Line::go(self, *threads)?,
            }
        }
        self.cut_off()
    }

    /// How many states have a number but no choices yet.
    fn waiting(&self) -> usize {
        self.seen.positions.len() - self.seen.builder.states()
    }

    fn cut_off(&mut self) -> Result<(), ArenaError> {
        (0..self.waiting()).try_for_each(|_| self.seen.builder.unexplored())
    }

    /// Adds the next state, and its choices where it is `inside`.
    fn step(&mut self, inside: &impl Fn(&G::State) -> bool) -> Result<(), ArenaError> {
        let at = self.seen.builder.states();
        let state = self.seen.positions.get(StateId(at as u32)).clone();
        let turn = self.game.turn(&state);
        let ends = matches!(turn, Turn::Over(_));
        if !ends && !inside(&state) {
            self.seen.builder.unexplored()?;
        } else {
            self.seen.builder.state(turn)?;
            if !ends {
                let Self { game, choices, seen, .. } = self;
                choices.clear();
                game.choices(&state, choices);
                let keys = seen.positions.keys();
                let all = choices.all().iter().map(|next| (keys.of(*game, next), next));
                seen.add(choices, all)?;
            }
        }
        self.look_round(at);
        Ok(())
    }

    /// Adds the states of a batch until a reason to stop is met.
    pub fn take_in(&mut self, batch: &Batch<G::State>) -> Result<(), ArenaError> {
        let mut keys = batch.keys();
        for told in batch.told() {
            if self.stopped.is_some() {
                return Ok(());
            }
            let at = self.seen.builder.states();
            match &told.turn {
                None => self.step(&|_| true)?,
                Some(turn) => {
                    self.seen.builder.state(turn.clone())?;
                    // The keys come second: what ends first decides, and the next ones are left.
                    let all = told.choices.all().iter().zip(keys.by_ref());
                    self.seen.add(&told.choices, all.map(|(next, key)| (key, next)))?;
                    self.look_round(at);
                }
            }
        }
        Ok(())
    }

    fn look_round(&mut self, at: usize) {
        let held = || self.seen.builder.bytes();
        self.stopped = reason_to_stop(at, &self.seen.positions, held, self.limits, self.watch);
    }
}

impl<S: Clone + Eq + Hash> Seen<S> {
    /// Adds the choices of the last state; `all` are their successors with their keys.
    #[inline]
    fn add<'a>(
        &mut self,
        choices: &'a Choices<S>,
        all: impl Iterator<Item = (u64, &'a S)>,
    ) -> Result<(), ArenaError> {
        let Self { positions, builder, targets, exact } = self;
        targets.clear();
        positions.insert_all(all, targets);
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
}
