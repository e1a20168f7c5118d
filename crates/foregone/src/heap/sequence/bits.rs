//! Sets of nimbers as bits: nim-adding a number to all members permutes words and bits.

/// The nim-sums of two heaps, neither empty, whose sizes add up to `values.len() - 1`, or to one
/// more than the last heap's where that is asked later.
pub(super) fn pair_sums(values: &[u32]) -> Vec<u64> {
    let total = values.len() - 1;
    let mut set = Vec::new();
    for a in 1..=total / 2 {
        insert(&mut set, values[a] ^ values[total - a]);
    }
    set
}

fn insert(set: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Marks the nim-sums of three heaps, none empty, whose sizes add up to `total`, which is less
/// than `values.len() + 1`; `pairs[t]` holds the nim-sums of two heaps of total `t`.
pub(super) fn mark_triples(
    values: &[u32],
    pairs: &[Vec<u64>],
    total: usize,
    seen: &mut [u32],
    now: u32,
) {
    let words = seen.len().div_ceil(64);
    let mut sums = vec![0u64; words];
    for c in 1..=total.saturating_sub(2) {
        let shift = values[c] as usize / 64;
        for (i, &word) in pairs[total - c].iter().enumerate() {
            sums[i ^ shift] |= permuted(word, values[c] % 64);
        }
    }
    for (i, &word) in sums.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            seen[64 * i + rest.trailing_zeros() as usize] = now;
            rest &= rest - 1;
        }
    }
}

/// The word whose bit `i ^ by` is bit `i` of `word`.
fn permuted(word: u64, by: u32) -> u64 {
    const BLOCKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let mut word = word;
    for (bit, block) in BLOCKS.iter().enumerate() {
        if by >> bit & 1 == 1 {
            word = (word & block) << (1 << bit) | (word >> (1 << bit)) & block;
        }
    }
    word
}
