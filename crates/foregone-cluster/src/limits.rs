//! Limits of exploring: each worker tells how much it holds, and all end soon after one is met.
//!
//! Invariant: what is known of the others is what they told in the round before, so where exploring
//! ends does not depend on the network; a game of no more positions than allowed is never cut.

use foregone::Stop;

use crate::packet::Reader;
use crate::rounds::Outbox;

/// How far exploring may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Nothing more is expanded once all workers together know more positions than this.
    pub states: Option<u64>,
    /// Nothing more is expanded once a process holds this many bytes of positions and moves.
    pub bytes: Option<u64>,
}

/// The limits as a worker sees them.
pub(crate) struct Watching {
    limits: Limits,
    /// The bytes that this worker may hold.
    mine: u64,
    /// How many positions each worker has told to know.
    known: Vec<u64>,
    /// Some worker holds as much as it may.
    full: bool,
    /// What was told last.
    told: Option<u64>,
    pub stopped: Option<Stop>,
}

impl Watching {
    /// `workers`: how many share a process's memory.
    pub fn new(limits: Limits, peers: usize, workers: u64) -> Self {
        let mine = limits.bytes.map_or(u64::MAX, |bytes| bytes / workers.max(1));
        Self { limits, mine, known: vec![0; peers], full: false, told: None, stopped: None }
    }

    /// True where there is a limit.
    pub fn watches(&self) -> bool {
        self.limits != Limits::default()
    }

    /// Positions that a worker expands in one round at most: few enough not to go far beyond.
    pub fn per_round(&self, most: usize) -> usize {
        let few = |states: u64| usize::try_from(states / 32).map_or(most, |few| few.clamp(8, most));
        self.limits.states.map_or(most, few)
    }

    /// Takes what a peer told, at the front of what it sent.
    pub fn hear(&mut self, peer: usize, reader: &mut Reader<'_>) {
        let word = reader.u64();
        self.known[peer] = word >> 1;
        self.full |= word & 1 == 1;
    }

    /// Notes what this worker holds and tells the others, if that is new.
    pub fn look(&mut self, me: usize, found: u64, bytes: u64, out: &mut Outbox) {
        if !self.watches() {
            return;
        }
        self.known[me] = found;
        self.full |= bytes >= self.mine;
        let Limits { states, bytes } = self.limits;
        if self.stopped.is_none() {
            let over = states.filter(|&most| self.known.iter().sum::<u64>() > most);
            let full = bytes.filter(|_| self.full);
            self.stopped = over.map(Stop::States).or(full.map(Stop::Memory));
        }
        let word = found << 1 | u64::from(self.full);
        let fresh = self.told.replace(word) != Some(word);
        for peer in (0..self.known.len()).filter(|&peer| peer != me) {
            // Whatever is sent begins with it.
            if fresh || !out.to(peer).is_empty() {
                let to = out.to(peer);
                to.splice(0..0, word.to_le_bytes());
            }
        }
    }
}
