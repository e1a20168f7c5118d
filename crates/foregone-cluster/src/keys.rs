//! Positions by number and back: a list of byte strings, each once.
//!
//! Positions of equal length, the usual case, cost their bytes and four more.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// Byte strings with numbers.
pub(crate) struct Keys {
    bytes: Vec<u8>,
    /// The length of all, while they have one.
    length: usize,
    /// Where each ends, once their lengths differ.
    ends: Vec<u64>,
    count: u32,
    table: HashTable<u32>,
}

/// Another hash than the one by which positions are placed: all of a worker's agree in that.
fn hash(key: &[u8]) -> u64 {
    FixedState::with_seed(0x0066_6f72_6567_6f6e).hash_one(key)
}

impl Keys {
    pub fn new() -> Self {
        let table = HashTable::new();
        Self { bytes: Vec::new(), length: 0, ends: Vec::new(), count: 0, table }
    }

    pub fn len(&self) -> u32 {
        self.count
    }

    pub fn get(&self, at: u32) -> &[u8] {
        range(self.length, &self.ends, &self.bytes, at)
    }

    /// The number of `key`, and whether it is new.
    pub fn insert(&mut self, key: &[u8]) -> (u32, bool) {
        let hash_of = hash(key);
        let (length, ends, bytes) = (self.length, &self.ends, &self.bytes);
        let known = self.table.find(hash_of, |&at| range(length, ends, bytes, at) == key);
        if let Some(&at) = known {
            return (at, false);
        }
        let at = self.push(key);
        let (length, ends, bytes) = (self.length, &self.ends, &self.bytes);
        self.table.insert_unique(hash_of, at, |&at| hash(range(length, ends, bytes, at)));
        (at, true)
    }

    /// Adds a key that is known to be new, out of reach of [`find`](Self::find).
    pub fn push(&mut self, key: &[u8]) -> u32 {
        let at = self.count;
        if at == 0 {
            self.length = key.len();
        }
        if self.ends.is_empty() && key.len() != self.length {
            self.ends = (1..=u64::from(at)).map(|n| n * self.length as u64).collect();
        }
        self.bytes.extend_from_slice(key);
        if !self.ends.is_empty() || key.len() != self.length {
            self.ends.push(self.bytes.len() as u64);
        }
        self.count += 1;
        at
    }

    /// The number of `key`, if it was inserted.
    pub fn find(&self, key: &[u8]) -> Option<u32> {
        self.table.find(hash(key), |&at| self.get(at) == key).copied()
    }

    /// These keys alone, in this order, without the way back.
    pub fn kept(&self, order: &[u32]) -> Self {
        let mut kept = Self::new();
        order.iter().for_each(|&at| _ = kept.push(self.get(at)));
        kept.bytes.shrink_to_fit();
        kept
    }

    /// Bytes held.
    pub fn held(&self) -> usize {
        self.bytes.capacity() + 8 * self.ends.capacity() + 5 * self.table.capacity()
    }
}

fn range<'a>(length: usize, ends: &[u64], bytes: &'a [u8], at: u32) -> &'a [u8] {
    let at = at as usize;
    if ends.is_empty() {
        return &bytes[at * length..(at + 1) * length];
    }
    let start = if at == 0 { 0 } else { ends[at - 1] as usize };
    &bytes[start..ends[at] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_any_length_are_kept_once() {
        let mut keys = Keys::new();
        let words: Vec<Vec<u8>> =
            (0..2000_u32).map(|n| vec![n as u8; 1 + (n / 256) as usize % 3]).collect();
        let mut first = std::collections::BTreeMap::new();
        for word in
            [&[7_u8][..], b"x", b"", b"yz"].into_iter().chain(words.iter().map(Vec::as_slice))
        {
            let next = first.len() as u32;
            let expected = *first.entry(word.to_vec()).or_insert(next);
            assert_eq!(keys.insert(word), (expected, expected == next));
        }
        for (word, at) in &first {
            assert_eq!(keys.get(*at), &word[..]);
            assert_eq!(keys.find(word), Some(*at));
        }
        assert_eq!(keys.kept(&[2, 0]).get(1), [7]);
    }
}
