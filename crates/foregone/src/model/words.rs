//! Packed states of a width known when the program is built, so that positions need no heap.

use std::fmt::Debug;
use std::hash::Hash;

/// The words of one packed state.
pub(super) trait Words: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// From words, as many as the model's states have.
    fn of(words: &[u64]) -> Self;
    /// The words.
    fn words(&self) -> &[u64];
}

impl<const W: usize> Words for [u64; W] {
    #[inline]
    fn of(words: &[u64]) -> Self {
        words.try_into().expect("all states of a model have the same width")
    }

    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
}

impl Words for Box<[u64]> {
    fn of(words: &[u64]) -> Self {
        words.into()
    }

    fn words(&self) -> &[u64] {
        self
    }
}
