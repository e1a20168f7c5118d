//! Positions at which play enters a level.
//!
//! Everything that one level needs of another goes by these; nothing else is kept. Invariant: every
//! position is here once, in order of discovery.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::Game;
use crate::judge::slice::Known;

/// The table.
pub(super) struct Entries<S> {
    states: Vec<S>,
    table: HashTable<u32>,
    hasher: FixedState,
    /// Entries of levels that were not explored yet.
    waiting: BTreeMap<u64, Vec<u32>>,
}

impl<S: Clone + Eq + std::hash::Hash> Entries<S> {
    pub fn new() -> Self {
        Self {
            states: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
            waiting: BTreeMap::new(),
        }
    }

    /// Makes room for so many entries more.
    pub fn reserve(&mut self, more: usize) {
        let (states, hasher) = (&self.states, &self.hasher);
        self.table.reserve(more, |&id: &u32| hasher.hash_one(&states[id as usize]));
        self.states.reserve(more);
    }

    /// The number of an entry that is there.
    #[inline]
    pub fn find(&self, state: &S) -> Option<u32> {
        let same = |&id: &u32| self.states[id as usize] == *state;
        self.table.find(self.hasher.hash_one(state), same).copied()
    }

    /// The number of an entry, which is added to its `level` if it is new.
    pub fn insert(&mut self, state: &S, level: u64) -> u32 {
        if let Some(found) = self.find(state) {
            return found;
        }
        let id = self.states.len() as u32;
        let (states, hasher) = (&self.states, &self.hasher);
        let rehash = |&id: &u32| hasher.hash_one(&states[id as usize]);
        self.table.insert_unique(hasher.hash_one(state), id, rehash);
        self.states.push(state.clone());
        self.waiting.entry(level).or_default().push(id);
        id
    }

    pub fn get(&self, id: u32) -> &S {
        &self.states[id as usize]
    }

    /// The lowest level that is waiting, and its entries part by part.
    pub fn next_level<G: Game<State = S>>(&mut self, game: &G) -> Option<(u64, Vec<u32>)> {
        let (level, ids) = self.waiting.pop_first()?;
        let mut keyed: Vec<(u64, u32)> =
            ids.into_iter().map(|id| (game.part(self.get(id)), id)).collect();
        keyed.sort_unstable();
        Some((level, keyed.into_iter().map(|(_, id)| id).collect()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Bytes held, without what states hold on the heap, and with what will be known of them.
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.states.len() * size_of::<Known>()
            + self.table.allocation_size()
    }
}
