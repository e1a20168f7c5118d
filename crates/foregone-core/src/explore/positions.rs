//! Which state is which position: a list of positions and a way back from a position to its state.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::arena::renumber::{is_reverse, places};
use crate::{Game, StateId};

/// All positions of an explored game.
#[derive(Debug)]
pub struct Positions<S> {
    states: Vec<S>,
    index: Index,
    hasher: FixedState,
}

#[derive(Debug)]
enum Index {
    Hash(HashTable<u32>),
    /// For each dense index one more than its state, or 0: the system hands out zeroed memory
    /// page by page, as it is touched.
    Dense(Vec<u32>),
    Paged(Pages),
}

/// A dense index of which little is used: pages are made as they are touched.
#[derive(Debug)]
struct Pages {
    /// For each page one more than its number, or 0.
    number: Vec<u32>,
    /// As in [`Index::Dense`].
    pages: Vec<[u32; PAGE]>,
}

/// Entries of a page: a line of the cache.
const PAGE: usize = 16;

impl Pages {
    fn new(len: u64) -> Self {
        Self { number: vec![0; len.div_ceil(PAGE as u64) as usize], pages: Vec::new() }
    }

    fn get(&self, index: usize) -> u32 {
        match self.number.get(index / PAGE) {
            None | Some(0) => 0,
            Some(&number) => self.pages[number as usize - 1][index % PAGE],
        }
    }

    #[inline]
    fn slot(&mut self, index: usize) -> &mut u32 {
        let number = &mut self.number[index / PAGE];
        if *number == 0 {
            self.pages.push([0; PAGE]);
            *number = self.pages.len() as u32;
        }
        &mut self.pages[*number as usize - 1][index % PAGE]
    }
}

/// Says by which number a position is looked up: its dense index, or its hash.
#[derive(Clone)]
pub(super) struct Keys {
    dense: bool,
    hasher: FixedState,
}

impl Keys {
    /// The number of `position`.
    #[inline]
    pub fn of<G: Game>(&self, game: &G, position: &G::State) -> u64 {
        match self.dense {
            true => game.index(position),
            false => self.hasher.hash_one(position),
        }
    }
}

/// Longest array made for a dense index, 1 GB; beyond it a hash table serves.
const DENSE_LIMIT: u64 = 1 << 28;

/// A dense index with more entries than this for each position is not worth its memory.
const SPARSE: u64 = 16;
/// In pages that is so from this many on: measured, positions being more or less beside each other.
const SPARSE_PAGES: u64 = 160;

impl<S: Eq + Hash + Clone> Positions<S> {
    /// No positions yet; `len` as in [`Game::dense_len`]. A dense index that would take more than
    /// half of `bytes` is not used.
    pub(super) fn new(len: Option<u64>, bytes: u64) -> Self {
        let index = match len {
            Some(len) if len <= DENSE_LIMIT.min(bytes / 8) => Index::Dense(vec![0; len as usize]),
            _ => Index::Hash(HashTable::new()),
        };
        Self { states: Vec::new(), index, hasher: FixedState::default() }
    }

    /// No positions yet; room for `about` so many of all that have a dense index below `len`, which
    /// is used where they are not too few of them.
    pub(super) fn with_room(len: Option<u64>, about: usize) -> Self {
        let most = |each| DENSE_LIMIT.min(each * about as u64);
        let index = match len {
            Some(len) if len <= most(SPARSE) => Index::Dense(vec![0; len as usize]),
            Some(len) if len <= most(SPARSE_PAGES) => Index::Paged(Pages::new(len)),
            _ => Index::Hash(HashTable::with_capacity(about)),
        };
        Self { states: Vec::with_capacity(about), index, hasher: FixedState::default() }
    }

    /// These positions, in this order; each occurs once.
    pub fn of<G: Game<State = S>>(game: &G, states: impl IntoIterator<Item = S>) -> Self {
        let mut positions = Self::new(game.dense_len(), u64::MAX);
        for state in states {
            positions.insert(game, &state);
        }
        positions
    }

    /// By what positions are looked up.
    pub(super) fn keys(&self) -> Keys {
        Keys { dense: !matches!(self.index, Index::Hash(_)), hasher: self.hasher.clone() }
    }

    /// The state of `position`, which is added if it is new.
    pub(super) fn insert<G: Game<State = S>>(&mut self, game: &G, position: &S) -> u32 {
        let key = self.keys().of(game, position);
        match &mut self.index {
            Index::Dense(ids) => number(&mut self.states, &mut ids[key as usize], position),
            Index::Paged(pages) => number(&mut self.states, pages.slot(key as usize), position),
            Index::Hash(_) => self.insert_hashed(key, position),
        }
    }

    /// Writes the states of several positions.
    #[inline]
    pub(super) fn insert_each<G: Game<State = S>>(
        &mut self,
        game: &G,
        all: &[S],
        out: &mut Vec<u32>,
    ) {
        // Which keys there are is asked once for all.
        if let Index::Hash(_) = self.index {
            let hasher = self.hasher.clone();
            return self.insert_all(all.iter().map(|next| (hasher.hash_one(next), next)), out);
        }
        self.insert_all(all.iter().map(|next| (game.index(next), next)), out);
    }

    /// The same of positions that come with their keys.
    #[inline]
    pub(super) fn insert_all<'a>(
        &mut self,
        all: impl Iterator<Item = (u64, &'a S)>,
        out: &mut Vec<u32>,
    ) where
        S: 'a,
    {
        match &mut self.index {
            Index::Dense(ids) => {
                let states = &mut self.states;
                out.extend(all.map(|(key, next)| number(states, &mut ids[key as usize], next)));
            }
            Index::Paged(pages) => {
                let states = &mut self.states;
                out.extend(all.map(|(key, next)| number(states, pages.slot(key as usize), next)));
            }
            Index::Hash(_) => out.extend(all.map(|(key, next)| self.insert_hashed(key, next))),
        }
    }

    fn insert_hashed(&mut self, key: u64, position: &S) -> u32 {
        let (states, hasher, next) = (&self.states, &self.hasher, self.states.len() as u32);
        let Index::Hash(table) = &mut self.index else { unreachable!("asked for hashes alone") };
        let same = |&id: &u32| states[id as usize] == *position;
        let rehash = |&id: &u32| hasher.hash_one(&states[id as usize]);
        let found = *table.entry(key, same, rehash).or_insert(next).get();
        if found == next {
            self.states.push(position.clone());
        }
        found
    }

    /// The state of `position`, or `None` where play never came there.
    pub fn find<G: Game<State = S>>(&self, game: &G, position: &S) -> Option<StateId> {
        let found = match &self.index {
            Index::Dense(ids) => {
                ids.get(game.index(position) as usize).and_then(|id| id.checked_sub(1))
            }
            Index::Paged(pages) => pages.get(game.index(position) as usize).checked_sub(1),
            Index::Hash(table) => {
                let hash = self.hasher.hash_one(position);
                table.find(hash, |&id| self.states[id as usize] == *position).copied()
            }
        };
        found.map(StateId)
    }
}

impl<S> Positions<S> {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True without positions.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The position of `state`.
    pub fn get(&self, state: StateId) -> &S {
        &self.states[state.index()]
    }

    /// All positions, in order of their states.
    pub fn all(&self) -> &[S] {
        &self.states
    }

    /// Bytes held, without what positions hold on the heap.
    pub fn bytes(&self) -> usize {
        let index = match &self.index {
            Index::Dense(ids) => ids.capacity() * 4,
            Index::Paged(Pages { number, pages }) => {
                4 * (number.capacity() + PAGE * pages.capacity())
            }
            Index::Hash(table) => table.allocation_size(),
        };
        index + self.states.capacity() * size_of::<S>()
    }
}

impl<S: Clone> Positions<S> {
    /// Puts the states into `order`: new state `i` is old `order[i]`. `moved` are further states,
    /// which are brought to where they now are.
    pub fn renumber(&mut self, order: &[u32], moved: &mut [StateId]) {
        assert_eq!(order.len(), self.states.len(), "an order names every state once");
        if is_reverse(order) {
            self.states.reverse();
            let last = order.len().wrapping_sub(1) as u32;
            return self.index.map(moved, |id| last - id);
        }
        let mut place = places(order);
        self.index.map(moved, |id| place[id as usize]);
        if !std::mem::needs_drop::<S>() {
            // Reads that do not wait for each other are several times faster than swaps.
            self.states = order.iter().map(|&old| self.states[old as usize].clone()).collect();
            return;
        }
        // Every swap brings one position to its place.
        for at in 0..place.len() {
            while place[at] as usize != at {
                let to = place[at] as usize;
                self.states.swap(at, to);
                place.swap(at, to);
            }
        }
    }
}

impl Index {
    /// Gives every state the number that `place` says.
    fn map(&mut self, moved: &mut [StateId], place: impl Fn(u32) -> u32) {
        match self {
            Self::Dense(ids) => renumber(ids, &place),
            Self::Paged(Pages { pages, .. }) => renumber(pages.as_flattened_mut(), &place),
            Self::Hash(table) => table.iter_mut().for_each(|id| *id = place(*id)),
        }
        moved.iter_mut().for_each(|state| state.0 = place(state.0));
    }
}

/// The state in the `slot` of a position, which is added if it is new.
#[inline]
fn number<S: Clone>(states: &mut Vec<S>, slot: &mut u32, position: &S) -> u32 {
    if *slot == 0 {
        states.push(position.clone());
        *slot = states.len() as u32;
    }
    *slot - 1
}

fn renumber(ids: &mut [u32], place: impl Fn(u32) -> u32) {
    ids.iter_mut().filter(|id| **id != 0).for_each(|id| *id = place(*id - 1) + 1);
}
