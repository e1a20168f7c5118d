//! Files cut short, altered, or made to hurt: an answer or an error, never a panic, and no memory
//! for what a header only announces.

use fastrand::Rng;
use foregone::format::listing::Kind;
use foregone::format::{FORMATS, Format, Reading};

use crate::random::listing;
use crate::read_with;

/// At most so much may be unpacked here.
const READING: Reading = Reading { repair: foregone::format::Repair::Largest, bytes: 1 << 24 };

/// A format, and the files of one game in it by what follows their base name.
type Written = (&'static Format, Vec<(String, Vec<u8>)>);

/// The files of a random game in every format that is read and written.
fn files(kind: Kind, seed: u64) -> Vec<Written> {
    let game = listing(kind, &mut Rng::with_seed(seed));
    let both = FORMATS.iter().filter(|format| format.read.is_some());
    let written = both.filter_map(|format| {
        let parts = (format.write?)(&game).ok()?;
        Some((format, parts.into_iter().map(|part| (part.suffix, part.bytes)).collect()))
    });
    written.collect()
}

fn take(format: &Format, parts: &[(String, Vec<u8>)]) -> bool {
    let pairs: Vec<(&str, &[u8])> =
        parts.iter().map(|(suffix, bytes)| (suffix.as_str(), bytes.as_slice())).collect();
    match read_with(format, &pairs, &READING) {
        Ok(read) => {
            // What was accepted is a game: it can be written again.
            if let Some(write) = format.write {
                let _ = write(&read.listing);
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn files_cut_short_are_errors_or_smaller_games() {
    for (format, parts) in files(Kind::Mdp, 3).into_iter().chain(files(Kind::Smg, 5)) {
        assert!(take(format, &parts), "{}", format.name);
        for at in 0..parts.len() {
            let whole = parts[at].1.len();
            for end in (0..whole).step_by(whole.div_ceil(120).max(1)) {
                let mut cut = parts.clone();
                cut[at].1.truncate(end);
                let read = take(format, &cut);
                assert!(!(read && format.name == "umb"), "cut at {end} of {whole}");
            }
        }
    }
}

#[test]
fn altered_bytes_never_panic() {
    let mut rng = Rng::with_seed(11);
    let mut accepted = 0;
    for seed in 0..6 {
        for (format, parts) in files([Kind::Mdp, Kind::Smg, Kind::Dtmc][seed as usize % 3], seed) {
            for _ in 0..150 {
                let mut altered = parts.clone();
                for _ in 0..rng.usize(1..4) {
                    let at = rng.usize(0..altered.len());
                    alter(&mut altered[at].1, &mut rng);
                }
                accepted += usize::from(take(format, &altered));
            }
        }
    }
    assert!(accepted > 50, "most alterations of texts leave a file that can be read");
}

/// Changes, drops, repeats or swaps something.
fn alter(bytes: &mut Vec<u8>, rng: &mut Rng) {
    if bytes.is_empty() {
        return;
    }
    let at = rng.usize(0..bytes.len());
    match rng.u8(0..5) {
        0 => bytes[at] ^= 1 << rng.u8(0..8),
        1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, *b"0123456789 :/.-\n\"".get(rng.usize(0..17)).unwrap()),
        3 => {
            let end = (at + rng.usize(0..20)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        _ => bytes.truncate(at),
    }
}

#[test]
fn announced_counts_are_not_believed() {
    let huge = [
        ("explicit", ".tra", "4000000000 1\n0 0 1\n".to_owned()),
        ("explicit", ".tra", "4000000000 1\n0 3999999999 1\n".to_owned()),
        (
            "drn",
            "",
            "@type: MDP\n@nr_states\n4000000000\n@nr_choices\n4000000000\n@model\nstate 0\n"
                .to_owned(),
        ),
        ("pgsolver", "", "parity 4000000000;\n0 0 0 4000000000;\n".to_owned()),
    ];
    for (name, suffix, text) in huge {
        let format = foregone::format::named(name).unwrap();
        assert!(!take(format, &[(suffix.into(), text.into_bytes())]), "{name}");
    }
}

#[test]
fn long_sums_end() {
    let primes = (3_u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let lines: Vec<String> = primes.take(4_000).map(|p| format!("0 0 1/{p}")).collect();
    let text = format!("1 4000\n{}\n", lines.join("\n"));
    let format = foregone::format::named("explicit").unwrap();
    assert!(!take(format, &[(".tra".into(), text.into_bytes())]));
}
