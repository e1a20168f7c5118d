//! Exploring together: every worker expands the positions that are its own.
//!
//! A dataflow loop: expand, send successors to their owners, take in what is new. Successors that
//! belong to others stand in the worker's arena as *unexplored* states, the edge; each is sent once.
//! Both ends keep the order in which a worker named its peer's positions, so references never need
//! to be resolved again. Invariant: a worker's arena depends on the game, the starts and the number
//! of workers alone.

use foregone::game::Branches;
use foregone::session::{Expansion, SharedGame, Successor, owner};
use foregone::{Arena, ArenaBuilder, ArenaError, Rational, Turn};

use crate::checkpoint::Sections;
use crate::keys::Keys;
use crate::limits::Watching;
use crate::packet::{Reader, put_bytes};
use crate::rounds::{Outbox, Rounds};
use crate::wire::Wire;

/// Positions that a worker expands in one round at most: bounds what is on its way.
const PER_ROUND: usize = 1 << 16;
/// Positions whose bytes are copied at a time.
const BATCH: u32 = 1 << 10;

// Sections of a checkpoint.
const KEYS: u8 = 1;
const FOREIGN: u8 = 2;
const NAMED_BY: u8 = 3;
const NAMED: u8 = 4;
const DONE: u8 = 5;

/// A worker's part of the positions while they are explored.
pub(crate) struct Explorer {
    game: SharedGame,
    me: usize,
    pub keys: Keys,
    /// For each key whether it belongs to another worker.
    pub foreign: Vec<bool>,
    pub builder: ArenaBuilder,
    /// For each own position, in order of numbers, its level.
    pub levels: Vec<u64>,
    /// For each peer the own positions that it named, in its order.
    pub named_by: Vec<Vec<u32>>,
    /// For each peer its positions that were named here.
    pub named: Vec<Vec<u32>>,
    /// How far it may go.
    pub limits: Watching,
    /// What is wrong with the game, if something is.
    pub failure: Option<String>,
    exact: Vec<(Rational, u32)>,
}

impl Explorer {
    /// `seeds` are all positions from which play may start, with their places.
    pub fn new(
        game: SharedGame,
        (me, peers): (usize, usize),
        seeds: &[(Vec<u8>, u64)],
        limits: Watching,
    ) -> Self {
        let mut new = Self {
            game,
            me,
            keys: Keys::new(),
            foreign: Vec::new(),
            builder: ArenaBuilder::new(),
            levels: Vec::new(),
            named_by: vec![Vec::new(); peers],
            named: vec![Vec::new(); peers],
            limits,
            failure: None,
            exact: Vec::new(),
        };
        let own = seeds.iter().filter(|(_, place)| owner(*place, peers) == me);
        own.for_each(|(key, _)| _ = new.own(key));
        new
    }

    /// The number of an own position.
    pub fn own(&mut self, key: &[u8]) -> u32 {
        let (at, fresh) = self.keys.insert(key);
        if fresh {
            self.foreign.push(false);
        }
        at
    }

    /// What a checkpoint holds: the positions in order, whose they are, who named which, and how
    /// far they are expanded. The arena follows from that.
    pub fn sections(&self, next: u64) -> Sections {
        let mut keys = Vec::new();
        (0..self.keys.len()).for_each(|at| put_bytes(&mut keys, self.keys.get(at)));
        let mut all = Sections::default();
        all.add(KEYS, keys);
        all.add(FOREIGN, Wire::put_all(&self.foreign));
        all.add(NAMED_BY, Wire::put_all(&self.named_by));
        all.add(NAMED, Wire::put_all(&self.named));
        all.add(DONE, Wire::put_all(&[self.builder.states() as u64, next]));
        all
    }

    /// Goes on where as many workers stopped: the round that is next.
    pub fn restore(&mut self, from: &Sections) -> Result<u64, String> {
        self.keys = Self::keys_of(from);
        self.foreign = Wire::get_all(from.find(FOREIGN));
        self.named_by = Wire::get_all(from.find(NAMED_BY));
        self.named = Wire::get_all(from.find(NAMED));
        let [done, next] = u64::get_all(from.find(DONE))[..] else {
            return Err("a checkpoint of another kind".into());
        };
        let (known, mut out) = (self.keys.len(), Outbox::new(self.named.len()));
        while self.batch(done as u32, BATCH, &mut out) {}
        match &self.failure {
            None if self.keys.len() == known => Ok(next),
            None => Err("the game has other moves than when the checkpoint was written".into()),
            Some(failure) => Err(failure.clone()),
        }
    }

    /// The positions of a checkpoint.
    pub fn keys_of(from: &Sections) -> Keys {
        let (mut keys, mut reader) = (Keys::new(), Reader(from.find(KEYS)));
        while !reader.is_empty() {
            keys.insert(reader.bytes());
        }
        keys
    }

    /// Begins with the positions that another number of workers had found.
    pub fn adopt(&mut self, from: &Sections) -> Result<(), String> {
        let foreign: Vec<bool> = Wire::get_all(from.find(FOREIGN));
        let mut keys = Reader(from.find(KEYS));
        for foreign in foreign {
            let key = keys.bytes();
            if !foreign {
                let place = self.game.place_bytes(key).ok_or_else(|| unreadable(key))?;
                if owner(place, self.named.len()) == self.me {
                    self.own(key);
                }
            }
        }
        Ok(())
    }

    /// How many positions of its own it has found and how many of them it has expanded.
    pub fn progress(&self) -> (u64, u64) {
        let foreign: usize = self.named.iter().map(Vec::len).sum();
        (self.keys.len() as u64 - foreign as u64, self.levels.len() as u64)
    }

    /// Expands the next positions before number `limit`; false where all are.
    fn batch(&mut self, limit: u32, most: u32, out: &mut Outbox) -> bool {
        let first = self.builder.states() as u32;
        let last = limit.min(first + most);
        let own: Vec<u32> = (first..last).filter(|&at| !self.foreign[at as usize]).collect();
        let mut bytes = Vec::new();
        let copied: Vec<_> = own
            .iter()
            .map(|&at| {
                bytes.extend_from_slice(self.keys.get(at));
                bytes.len()
            })
            .collect();
        let starts = std::iter::once(0).chain(copied.iter().copied());
        let slices: Vec<&[u8]> =
            starts.zip(&copied).map(|(start, &end)| &bytes[start..end]).collect();
        let game = std::sync::Arc::clone(&self.game);
        let mut next = own.iter();
        let expanded = game.expand(&slices, &mut |found| {
            let added =
                self.up_to(*next.next().expect("one for each")).and_then(|()| self.add(found, out));
            if let Err(error) = added {
                self.fail(&error);
            }
            self.failure.is_none()
        });
        match expanded {
            Err(at) => self.failure = Some(unreadable(slices[at])),
            Ok(()) if self.failure.is_none() => {
                if let Err(error) = self.up_to(last) {
                    self.fail(&error);
                }
            }
            Ok(()) => {}
        }
        last > first && self.failure.is_none()
    }

    /// Adds the foreign states before number `at`.
    fn up_to(&mut self, at: u32) -> Result<(), ArenaError> {
        while (self.builder.states() as u32) < at {
            self.builder.unexplored()?;
        }
        Ok(())
    }

    fn add(&mut self, found: &Expansion, out: &mut Outbox) -> Result<(), ArenaError> {
        self.levels.push(found.level);
        self.builder.state(found.turn.clone())?;
        if matches!(found.turn, Turn::Over(_)) {
            return Ok(());
        }
        let mut targets = Vec::new();
        for choice in 0..found.choices.len() {
            targets.clear();
            let successors = found.choices.successors(choice).iter();
            targets.extend(successors.map(|successor| self.number(found, successor, out)));
            match found.choices.probabilities(choice) {
                Branches::Weights(denominator, weights) => {
                    self.builder.weighted(denominator, weights, &targets)?;
                }
                Branches::Exact(probabilities) => {
                    self.exact.clear();
                    self.exact.extend(probabilities.iter().cloned().zip(targets.iter().copied()));
                    self.builder.choice_exact(&self.exact)?;
                }
            }
        }
        Ok(())
    }

    /// The number of a successor here; its owner is told of one that is new.
    fn number(&mut self, found: &Expansion, successor: &Successor, out: &mut Outbox) -> u32 {
        let key = found.bytes_of(successor);
        let (at, fresh) = self.keys.insert(key);
        if fresh {
            let owner = owner(successor.place, self.named.len());
            self.foreign.push(owner != self.me);
            if owner != self.me {
                self.named[owner].push(at);
                put_bytes(out.to(owner), key);
            }
        }
        at
    }

    fn fail(&mut self, error: &ArenaError) {
        let key = self.keys.get(error.state.0);
        let position = self.game.show_bytes(key).unwrap_or_else(|| format!("{key:?}"));
        self.failure = Some(format!("the game's rules are inconsistent at {position}: {error}"));
    }

    /// Bytes held by positions and moves.
    fn held(&self) -> u64 {
        let references: usize = self.named.iter().chain(&self.named_by).map(Vec::len).sum();
        let lists = self.foreign.len() + 8 * self.levels.len() + 4 * references;
        (self.builder.bytes() + self.keys.held() + lists) as u64
    }

    /// The finished arena of a worker without a failure; what was not expanded is unexplored.
    pub fn arena(&mut self) -> Result<Arena, String> {
        if let Err(error) = self.up_to(self.keys.len()) {
            self.fail(&error);
        }
        // No move leads on from there, so they may count as of the last level.
        let (found, _) = self.progress();
        self.levels.resize(found as usize, u64::MAX);
        let builder = std::mem::take(&mut self.builder);
        builder.finish().map_err(|error| {
            self.fail(&error);
            self.failure.clone().unwrap_or_default()
        })
    }
}

fn unreadable(key: &[u8]) -> String {
    format!("this game's positions cannot be sent: {key:02x?} does not come back as a position")
}

impl Rounds for Explorer {
    fn absorb(&mut self, arrivals: &[Vec<u8>]) {
        for (peer, bytes) in arrivals.iter().enumerate() {
            let mut reader = Reader(bytes);
            if self.limits.watches() && !reader.is_empty() {
                self.limits.hear(peer, &mut reader);
            }
            while !reader.is_empty() {
                let at = self.own(reader.bytes());
                self.named_by[peer].push(at);
            }
        }
    }

    fn work(&mut self, _: u64, out: &mut Outbox) {
        let most = self.limits.per_round(PER_ROUND);
        let before = self.levels.len();
        let mut expanding = self.limits.stopped.is_none() && self.failure.is_none();
        while expanding && self.batch(self.keys.len(), BATCH.min(most as u32), out) {
            if self.levels.len() - before >= most {
                out.again();
                break;
            }
            expanding = self.failure.is_none();
        }
        let (found, _) = self.progress();
        let held = self.held();
        self.limits.look(self.me, found, held, out);
    }
}
