//! Distinct distributions, each kept once.
//!
//! A distribution is the list of the probabilities of a choice's branches, without zeros. Which of
//! a command's updates the zeros belong to is kept beside it, so that those updates are skipped.
//! Invariant: probabilities are positive and sum to exactly 1.

use std::hash::BuildHasher;

use dashu_ratio::RBig;
use hashbrown::{HashMap, HashTable};

/// A distribution's place in its table. Tables grow while states are explored, each buffer its own,
/// so an id means nothing in another buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DistributionId(pub u32);

/// A table of distributions.
#[derive(Clone, Debug, Default)]
pub struct Distributions {
    rows: Vec<Vec<RBig>>,
    ids: HashTable<u32>,
    products: HashMap<(u32, u32), u32, foldhash::fast::FixedState>,
    mixtures: HashMap<Vec<u32>, u32, foldhash::fast::FixedState>,
}

impl Distributions {
    /// A table that holds the certain outcome alone.
    pub(super) fn new() -> Self {
        let mut table = Self::default();
        table.intern(vec![RBig::ONE]);
        table
    }

    /// How many distributions there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Never: the certain outcome is always there.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The probabilities, in the order of the branches.
    pub fn get(&self, id: DistributionId) -> &[RBig] {
        &self.rows[id.0 as usize]
    }

    /// The id of probabilities that are positive and sum to 1.
    pub(super) fn intern(&mut self, row: Vec<RBig>) -> DistributionId {
        let hash = |row: &Vec<RBig>| foldhash::fast::FixedState::default().hash_one(row);
        let key = hash(&row);
        if let Some(&id) = self.ids.find(key, |&id| self.rows[id as usize] == row) {
            return DistributionId(id);
        }
        let id = self.rows.len() as u32;
        self.rows.push(row);
        let rows = &self.rows;
        self.ids.insert_unique(key, id, |&id| hash(&rows[id as usize]));
        DistributionId(id)
    }

    /// Two independent outcomes at once, the second running fastest.
    pub(super) fn product(&mut self, a: DistributionId, b: DistributionId) -> DistributionId {
        if let Some(&id) = self.products.get(&(a.0, b.0)) {
            return DistributionId(id);
        }
        let row = self.get(a).iter().flat_map(|p| self.get(b).iter().map(move |q| p * q)).collect();
        let id = self.intern(row);
        self.products.insert((a.0, b.0), id.0);
        id
    }

    /// One of several distributions, each equally likely, their branches side by side.
    pub(super) fn mixture(&mut self, parts: &[u32]) -> DistributionId {
        if let Some(&id) = self.mixtures.get(parts) {
            return DistributionId(id);
        }
        let share = RBig::from_parts(1.into(), (parts.len() as u64).into());
        let all = parts.iter().flat_map(|&id| self.get(DistributionId(id)));
        let id = self.intern(all.map(|p| p * &share).collect());
        self.mixtures.insert(parts.to_vec(), id.0);
        id
    }
}
