//! The seeds of the fuzz targets and alterations of them, without a fuzzer: always the same, in
//! seconds. `SEEDS=60 cargo test -p foregone --test seeds` alters for 60 times as long.

use std::path::Path;

use fastrand::Rng;

#[path = "../../../fuzz/laws.rs"]
mod laws;

/// Alterations of each target.
const ALTERATIONS: usize = 2_000;

/// Pieces that texts of the field are made of.
const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "1/3",
    "0.5",
    "1e9",
    "99999999999999999999",
    "NaN",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ";",
    ",",
    "=",
    "'",
    "\"",
    "\n",
    "->",
    "&",
    "|",
    "!",
    "P=?",
    "F",
    "U<=",
    "filter(",
    "label",
    "rewards",
    "endmodule",
    "module",
    "state 1",
    "action a",
    "@model",
    "== .lab",
    "== .sta",
    "init",
    "take",
    "half",
    "odd:",
    "\0",
    "\u{e9}",
];

/// Changes, drops, repeats or puts in something.
fn alter(bytes: &mut Vec<u8>, others: &[Vec<u8>], rng: &mut Rng) {
    let at = rng.usize(0..=bytes.len());
    let end = (at + rng.usize(0..24)).min(bytes.len());
    match rng.u8(0..8) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.u8(0..8),
        1 if at < bytes.len() => bytes[at] = rng.u8(..),
        2 => drop(bytes.drain(at..end)),
        3 => {
            let piece = bytes[at..end].to_vec();
            let to = rng.usize(0..=bytes.len());
            bytes.splice(to..to, piece);
        }
        4 => {
            let other = &others[rng.usize(0..others.len())];
            let from = rng.usize(0..=other.len());
            let until = (from + rng.usize(0..80)).min(other.len());
            bytes.splice(at..end, other[from..until].iter().copied());
        }
        5 if at + 8 <= bytes.len() => {
            let number = [0, 1, u64::MAX, 1 << 63, 1 << 32][rng.usize(0..5)];
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        6 => bytes.truncate(at),
        _ => drop(bytes.splice(at..at, WORDS[rng.usize(0..WORDS.len())].bytes())),
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("fuzz/seeds").join(target)];
    if ["model", "property"].contains(&target) {
        folders.push(root.join("models"));
    }
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let other = if target == "model" { "props" } else { "prism" };
    paths.retain(|path| path.extension().is_none_or(|ending| ending != other));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn run(target: &str) {
    let law = laws::LAWS.iter().find(|(name, _)| *name == target).expect("a law").1;
    let seeds = seeds(target);
    assert!(!seeds.is_empty());
    seeds.iter().for_each(|seed| law(seed));
    let longer = std::env::var("SEEDS").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let first = std::env::var("SEEDS_FROM").ok().and_then(|from| from.parse().ok()).unwrap_or(0);
    for round in first..first + (ALTERATIONS * longer) as u64 {
        let mut rng = Rng::with_seed(round);
        let mut bytes = seeds[rng.usize(0..seeds.len())].clone();
        for _ in 0..rng.usize(1..6) {
            alter(&mut bytes, &seeds, &mut rng);
        }
        let held = std::panic::catch_unwind(|| law(&bytes));
        assert!(held.is_ok(), "{target}, round {round}: {:?}", String::from_utf8_lossy(&bytes));
    }
}

macro_rules! targets {
    ($($target:ident)*) => { $(#[test] fn $target() { run(stringify!($target)); })* };
}

targets!(model property heap explicit drn pgsolver umb solution);
