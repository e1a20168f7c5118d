//! State and transition counts of the sample models.
//!
//! Those of `pig` and `darts` are what other programs find too.

mod explore;

use explore::{Counts, build, explore};

fn counts(file: &str, constants: &str) -> Counts {
    let path = format!("{}/../../models/{file}.prism", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a sample model");
    let model = build(file, &text, constants).unwrap_or_else(|message| panic!("{message}"));
    explore(&model).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn pig_to_75() {
    let found = counts("pig", "T=75");
    assert_eq!((found.states, found.choices, found.branches), (410_996, 800_088, 2_641_208));
    assert_eq!(found.deadlocks, 0);
}

#[test]
fn darts_from_501() {
    let found = counts("darts", "N=501,first=1");
    assert_eq!((found.states, found.branches), (476_952, 18_835_600));
}

#[test]
fn a_slow_chain() {
    assert_eq!(
        counts("hm", "N=10"),
        Counts { states: 22, choices: 22, branches: 41, deadlocks: 0 }
    );
}

#[test]
fn a_pile_of_stones() {
    assert_eq!(counts("stones", "N=100").states, 152);
}
