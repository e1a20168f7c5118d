//! The way through a game: state after state gets its choices, and what they lead to its number.
//!
//! Invariant: after those listed, states are numbered in the order in which the rules name them, whoever
//! asked the rules.

use super::ahead::{Batch, ENOUGH, Line};
use super::{Limits, Positions, reason_to_stop};
use crate::solution::Stop;
use crate::{ArenaBuilder, ArenaError, Choices, Game, StateId, Turn, Watch};

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
}

impl<'a, G: Game> Way<'a, G> {
    pub fn new(
        game: &'a G,
        positions: Positions<G::State>,
        builder: ArenaBuilder,
        limits: &'a Limits,
        watch: &'a dyn Watch,
    ) -> Self {
        let seen = Seen { positions, builder };
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
        let Self { game, choices, seen: Seen { positions, builder }, .. } = self;
        match game.turn(&state) {
            Turn::Player(_) if !inside(&state) => builder.unexplored()?,
            Turn::Player(player) => {
                builder.player(player)?;
                choices.clear();
                game.choices(&state, choices);
                let write = |targets: &mut _| positions.insert_each(*game, choices.all(), targets);
                builder.all_choices(choices, write)?;
            }
            over => builder.state(over)?,
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
                    let all = all.map(|(next, key)| (key, next));
                    let Seen { positions, builder } = &mut self.seen;
                    let write = |targets: &mut _| positions.insert_all(all, targets);
                    builder.all_choices(&told.choices, write)?;
                    self.look_round(at);
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn look_round(&mut self, at: usize) {
        let held = || self.seen.builder.bytes();
        let stop = reason_to_stop(at, &self.seen.positions, held, self.limits, self.watch);
        if stop.is_some() {
            self.stopped = stop;
        }
    }
}
