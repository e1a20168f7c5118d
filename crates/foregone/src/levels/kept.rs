//! What a run by levels leaves behind, so that a later one can go on from it.
//!
//! Entries are found anew, the same ones in the same order; what is kept are the bounds of those of
//! the levels that are done. Invariant: bytes are taken up only unchanged, by a run with the same
//! entries; their checksums say so, as those of a saved solution do. That the rules are the same too
//! is for the caller to see to.

use twox_hash::xxhash3_128::Hasher;

use super::entries::Entries;
use super::{LevelError, Size};
use crate::Game;
use crate::judge::slice::Known;
use crate::solve::kept::{LEVELS as MARK, sealed, unsealed};

/// How far an earlier run came.
pub(super) struct Earlier {
    /// Levels that are not done.
    pub left: usize,
    /// What was solved of the others, where that is counted on the way down.
    pub size: Size,
}

/// Numbers before the bounds: of the entries, of levels left, and three of sizes.
const NUMBERS: usize = 5;
/// Bytes of a number, and of the checksum; an entry's bounds are as long.
const EACH: usize = 16;

/// What is `known` of the entries now, `left` levels being not done.
pub(super) fn bytes<G: Game>(
    game: &G,
    entries: &Entries<G::State>,
    known: &[Known],
    left: usize,
    size: &Size,
) -> Vec<u8> {
    let mut bytes = MARK.to_vec();
    bytes.reserve((NUMBERS + known.len() + 1) * EACH);
    let [states, choices, branches] = [size.states, size.choices, size.branches].map(u128::from);
    let numbers = [fingerprint(game, entries), left as u128, states, choices, branches];
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    known.iter().for_each(|known| bytes.extend(known.to_bytes()));
    sealed(bytes)
}

/// Takes up what an earlier run left to be `known` of the entries; there are `levels` in all.
///
/// # Errors
/// The bytes were changed, or are of another run.
pub(super) fn take_up<G: Game>(
    game: &G,
    entries: &Entries<G::State>,
    known: &mut [Known],
    levels: usize,
    bytes: &[u8],
) -> Result<Earlier, LevelError> {
    let damaged = || LevelError::Damaged;
    let (chunks, []) = unsealed(MARK, bytes).ok_or_else(damaged)?.as_chunks::<EACH>() else {
        return Err(LevelError::Damaged);
    };
    let (numbers, bounds) = chunks.split_first_chunk::<NUMBERS>().ok_or_else(damaged)?;
    let [of, left, sizes @ ..] = numbers.map(u128::from_le_bytes);
    let same = bounds.len() == known.len() && of == fingerprint(game, entries);
    if !same || left > levels as u128 {
        return Err(LevelError::Other);
    }
    for (known, bytes) in known.iter_mut().zip(bounds) {
        *known = Known::from_bytes(*bytes).ok_or_else(damaged)?;
    }
    let [states, choices, branches] = sizes.map(|size| size as u64);
    Ok(Earlier { left: left as usize, size: Size { states, choices, branches, ..Size::default() } })
}

/// The same for the same objective and the same entries in the same order.
fn fingerprint<G: Game>(game: &G, entries: &Entries<G::State>) -> u128 {
    let (mut hasher, mut bytes) = (Hasher::new(), Vec::new());
    for id in 0..entries.len() as u32 {
        bytes.clear();
        game.encode(entries.get(id), &mut bytes);
        hasher.write(&bytes);
    }
    hasher.write(format!("{:?}", game.objective()).as_bytes());
    hasher.finish_128()
}
