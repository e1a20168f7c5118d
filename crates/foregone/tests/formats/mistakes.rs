//! What is said of wrong files: the texts of `mistakes.txt` with their messages, and archives with
//! one thing wrong. `UPDATE_MISTAKES=1` writes the messages anew; read the difference.

use std::collections::BTreeMap;
use std::io::Read;

use foregone::format::{Reading, named};

use crate::{read_text, read_with};

const BOOK: &str = include_str!("mistakes.txt");

#[test]
fn mistakes_in_texts_are_told_with_their_places() {
    let mut anew = String::new();
    for page in BOOK.split("== ").skip(1) {
        let (format, rest) = page.split_once('\n').unwrap();
        let (text, _) = rest.split_once("--\n").unwrap();
        let message = match read_text(format, text) {
            Ok(read) => format!("accepted: {:?}\n", read.warnings),
            Err(error) => format!("{error}\n"),
        };
        anew += &format!("== {format}\n{text}--\n{message}");
    }
    if std::env::var_os("UPDATE_MISTAKES").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/formats/mistakes.txt");
        std::fs::write(path, &anew).unwrap();
    } else {
        assert_eq!(anew, BOOK);
    }
    assert!(!anew.contains("accepted"), "every one of them is wrong");
}

type Files = BTreeMap<String, Vec<u8>>;

/// The files of an archive with a small game.
fn archive() -> Files {
    let text = "3:2 4 5\n0:0 0 0 1 stay\n0:0 1 1 1/4 go\n0:0 1 2 3/4 go\n1:1 0 2 1\n2:1 0 2 1\n";
    let lab = "0=\"init\" 1=\"end\"\n0: 0\n2: 1\n";
    let srew = "3 1\n1 2\n";
    let parts: &[(&str, &[u8])] =
        &[(".tra", text.as_bytes()), (".lab", lab.as_bytes()), (".srew", srew.as_bytes())];
    let mut game =
        read_with(named("explicit").unwrap(), parts, &Reading::default()).unwrap().listing;
    game.rewards[0].name = "cost".into();
    let bytes = (named("umb").unwrap().write.unwrap())(&game).unwrap().remove(0).bytes;
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(&bytes[..]));
    let entry = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (entry.path().unwrap().display().to_string(), bytes)
    };
    tar.entries().unwrap().map(entry).collect()
}

/// What is said of these files, as an archive.
fn said(files: &Files) -> String {
    let mut tar = tar::Builder::new(Vec::new());
    for (path, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, path, &bytes[..]).unwrap();
    }
    said_of(&tar.into_inner().unwrap())
}

fn said_of(bytes: &[u8]) -> String {
    match read_with(named("umb").unwrap(), &[("", bytes)], &Reading::default()) {
        Ok(read) => format!("accepted: {:?}", read.warnings),
        Err(error) => error.to_string(),
    }
}

/// One thing that is made wrong.
enum Spoil {
    /// Replaces in the index.
    Index(&'static str, &'static str),
    /// Puts bytes into a file at a place.
    Put(&'static str, usize, &'static [u8]),
    /// Leaves a file out.
    Drop(&'static str),
}

use Spoil::{Drop, Index, Put};

impl Spoil {
    fn spoil(&self, files: &mut Files) {
        match *self {
            Index(from, to) => {
                let text = String::from_utf8(files["index.json"].clone()).unwrap();
                assert!(text.contains(from), "{from} is not in {text}");
                files.insert("index.json".into(), text.replacen(from, to, 1).into_bytes());
            }
            Put(name, at, bytes) => {
                files.get_mut(name).unwrap()[at..at + bytes.len()].copy_from_slice(bytes);
            }
            Drop(name) => drop(files.remove(name).unwrap()),
        }
    }
}

const CHANCES: &str = "branch-to-probability.bin";

/// What is made wrong, and what is said of it behind `game.umb: `.
const CASES: &[(Spoil, &str)] = &[
    (Drop("index.json"), "index.json: it is missing"),
    (
        Index("\"#states\": 3", "\"#states\": 4"),
        "state-to-choices.bin: 32 bytes, but the index makes it 40",
    ),
    (
        Index("\"#states\": 3", "\"#states\": 18446744073709551615"),
        "index.json: #states is 18446744073709551615; at most 4,294,967,293 are read",
    ),
    (
        Index("\"#branches\": 5", "\"#branches\": 4000000000"),
        "branch-to-target.bin: 40 bytes, but the index makes it 32000000000",
    ),
    (
        Index("\"#states\": 3", "\"#states\": -3"),
        "index.json: invalid value: integer `-3`, expected u64 at line 11 column 17",
    ),
    (
        Index("\"#observations\": 0", "\"#observations\": 2"),
        "index.json: observations (partially observable models) are not supported",
    ),
    (
        Index("\"discrete\"", "\"stochastic\""),
        "index.json: time is \"stochastic\": models in continuous time are not supported",
    ),
    (
        Index("\"type\": \"rational\"", "\"type\": \"double-interval\""),
        "branch-to-probability.bin: intervals (type \"double-interval\") are not supported",
    ),
    (
        Index("\"format-version\": 1", "\"format-version\": 2"),
        "index.json: format version 2; this program reads 1",
    ),
    (
        Index("\"#initial-states\": 1", "\"#initial-states\": 2"),
        "state-is-initial.bin: 1 states, but #initial-states is 2",
    ),
    (
        Index("\"#players\": 2", "\"#players\": 0"),
        "state-to-choices.bin: state 0: 2 choices in a chain (#players is 0)",
    ),
    (Drop(CHANCES), "branch-to-probability.bin: it is missing"),
    (
        Put("state-to-choices.bin", 0, &[1]),
        "state-to-choices.bin, byte 0: the first number must be 0",
    ),
    (
        Put("state-to-choices.bin", 8, &[4]),
        "state-to-choices.bin, byte 16: smaller than the number before",
    ),
    (
        Put("state-to-choices.bin", 24, &[3]),
        "state-to-choices.bin, byte 24: the last number must be 4",
    ),
    (
        Put("state-to-choices.bin", 15, &[255]),
        "state-to-choices.bin, byte 8: 18374686479671623682, but it must be below 5",
    ),
    (
        Put("branch-to-target.bin", 0, &[9]),
        "branch-to-target.bin, byte 0: 9, but it must be below 3",
    ),
    (Put("state-to-player.bin", 4, &[7]), "state-to-player.bin, byte 4: 7, but it must be below 2"),
    (
        Put("state-is-initial.bin", 1, &[1]),
        "state-is-initial.bin, byte 1: bit 8 is set, but there are 3 bits",
    ),
    (
        Put(CHANCES, 24, &[0]),
        "branch-to-probability.bin, byte 16: a fraction with the denominator 0",
    ),
    (
        Put(CHANCES, 16, &[2]),
        "branch-to-probability.bin: state 0: choice 1: the probabilities sum to 5/4, not to 1",
    ),
    (
        Put(CHANCES, 23, &[255]),
        "branch-to-probability.bin: state 0: choice 1: the probability -72057594037927935/4 is not between 0 and 1",
    ),
    (
        Put("choice-to-branches.bin", 8, &[0]),
        "choice-to-branches.bin: state 0: choice 0 has no branch",
    ),
    (
        Put("actions/choices/values.bin", 0, &[9]),
        "actions/choices/values.bin, byte 0: 9, but it must be below 3",
    ),
    (
        Put("actions/choices/strings.bin", 0, &[255]),
        "actions/choices/strings.bin, byte 0: this is not UTF-8",
    ),
    (
        Index("\"type\": \"bool\"", "\"type\": \"int\""),
        "annotations/aps/end/states/values.bin: an atomic proposition is of type bool and applies to states",
    ),
];

#[test]
fn mistakes_in_archives_are_told_with_their_places() {
    assert_eq!(said(&archive()), "accepted: []");
    for (spoil, expected) in CASES {
        let mut files = archive();
        spoil.spoil(&mut files);
        assert_eq!(said(&files), format!("game.umb: {expected}"));
    }
}

/// Doubles hold what they hold; NaN is no number.
#[test]
fn doubles_in_archives() {
    let mut files = archive();
    let double = Index("\"type\": \"rational\",\n      \"size\": 128", "\"type\": \"double\"");
    double.spoil(&mut files);
    let doubles = |all: [f64; 5]| all.into_iter().flat_map(f64::to_le_bytes).collect::<Vec<u8>>();
    files.insert(CHANCES.into(), doubles([1.0, 0.25, 0.75, 1.0, 1.0]));
    assert_eq!(said(&files), "accepted: []");
    files.insert(CHANCES.into(), doubles([1.0, 1.0 / 3.0, 2.0 / 3.0, 1.0, 1.0]));
    assert_eq!(
        said(&files),
        "accepted: [\"game.umb: the probabilities of 1 choice miss a sum of 1 by their last digits, \
         the first in state 0 by 5.551115123125783e-17; the largest takes the difference\"]"
    );
    files.insert(CHANCES.into(), doubles([1.0, f64::NAN, 0.75, 1.0, 1.0]));
    assert_eq!(
        said(&files),
        "game.umb: branch-to-probability.bin, byte 8: `NaN` is not a number such as 1/3, 0.25 or 25e-2"
    );
}

#[test]
fn what_is_no_archive() {
    assert!(said_of(b"hello").starts_with("game.umb: "));
    assert_eq!(said_of(b""), "game.umb: index.json: it is missing");
    assert_eq!(
        said_of(b"\xfd7zXZ\0rest"),
        "game.umb: byte 0: compressed with xz; unpack it, or use gzip"
    );
}
