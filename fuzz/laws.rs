//! What must hold of any bytes whatever: one law for each thing that people hand in.
//!
//! Shared by the fuzz targets beside this file and by the plain test `foregone/tests/seeds.rs`.
//! Invariant: a law takes any bytes, and panics only where the program is wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use foregone::format::{Listing, Part, Reading, Repair, named, solution};
use foregone::heap::Rule;
use foregone::model::{Deadlocks, Given, ModelText, PropertiesText, Work, answer};
use foregone::solve::Options;
use foregone::{ChoiceId, Limits, StateId, Watch};
use foregone_prism::source::Source;
use foregone_prism::syntax::{parse_model, parse_properties};

/// A law and its name.
pub type Law = (&'static str, fn(&[u8]));

/// All laws.
pub const LAWS: &[Law] = &[
    ("model", model),
    ("property", property),
    ("heap", heap),
    ("explicit", explicit),
    ("drn", drn),
    ("pgsolver", pgsolver),
    ("umb", umb),
    ("solution", saved),
];

/// Stops soon.
struct Soon(AtomicU32);

impl Watch for Soon {
    fn stop(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 200
    }
}

const FEW: Limits = Limits { states: 200, bytes: 1 << 24 };

/// A model is read or refused; what is read prints as what it is, and can be explored.
pub fn model(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let source = Source::new("m", text);
    let Ok(tree) = parse_model(&source) else { return };
    let printed = tree.to_string();
    let again = parse_model(&Source::new("printed", printed.clone()));
    assert!(again.as_ref() == Ok(&tree), "printed differently:\n{printed}");
    let Ok(text) = ModelText::read("m", text) else { return };
    let Ok((model, _)) = text.model(&Given::new(), false) else { return };
    let watch = Soon(AtomicU32::new(0));
    let _ = text.explore(model, &[], Deadlocks::Stay, &FEW, &watch);
}

const SMALL: &str = "smg
player one [a] endplayer
player two m endplayer
module m
  x : [0..3]; b : bool;
  [a] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2) & (b'=true);
  [] x=1 -> (x'=3);
  [] x=1 -> (x'=0);
  [a] x=2 -> true;
  [] x=3 -> true;
endmodule
label \"end\" = x=3;
rewards \"r\" x>0 : 1; [a] true : 1/3; endrewards
rewards true : 2; endrewards
";

/// Properties are read or refused; what is read prints as what it is, and is answered or refused.
pub fn property(bytes: &[u8]) {
    let Ok(asked) = std::str::from_utf8(bytes) else { return };
    let source = Source::new("p", asked);
    let Ok(tree) = parse_properties(&source) else { return };
    let printed = tree.to_string();
    let again = parse_properties(&Source::new("printed", printed.clone()));
    assert!(again.as_ref() == Ok(&tree), "printed differently:\n{printed}");
    let Ok(text) = ModelText::read("m", SMALL) else { panic!("the model is right") };
    let Ok(properties) = PropertiesText::read("p", asked, &text) else { return };
    let Ok((model, _)) = text.model(&Given::new(), false) else { panic!("it has no constants") };
    let watch = Soon(AtomicU32::new(0));
    let built = text.explore(Arc::clone(&model), &[], Deadlocks::Stay, &FEW, &watch);
    let (Ok(mut built), Ok(queries)) = (built, properties.queries(&model, &Given::new())) else {
        return;
    };
    for at in 0..properties.len().min(4) {
        let watch = Soon(AtomicU32::new(0));
        let work = Work { stages: vec![Options::default()], digits: None, watch: &watch };
        let _ = answer(&mut built, &properties, &queries, at, &work);
    }
}

/// A heap rule is read or refused; what is read shows as what it is.
pub fn heap(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(rule) = Rule::parse(text) else { return };
    let shown = rule.to_string();
    let again = Rule::parse(&shown);
    let again = again.unwrap_or_else(|error| panic!("'{text}' is shown as '{shown}': {error}"));
    assert_eq!(again.data(), rule.data(), "'{text}' is shown as '{shown}'");
}

/// Several files: a line `== SUFFIX` before each but the first, which is the `.tra`.
pub fn explicit(bytes: &[u8]) {
    let mut parts = vec![(".tra".to_owned(), Vec::new())];
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let suffix = line.strip_prefix(b"== ").and_then(|rest| std::str::from_utf8(rest).ok());
        match suffix.map(str::trim) {
            Some(suffix) if suffix.len() < 9 => parts.push((suffix.into(), Vec::new())),
            _ => parts.last_mut().expect("never empty").1.extend_from_slice(line),
        }
    }
    file("explicit", parts);
}

/// DRN is read or refused.
pub fn drn(bytes: &[u8]) {
    file("drn", vec![(String::new(), bytes.to_vec())]);
}

/// Parity games are read or refused.
pub fn pgsolver(bytes: &[u8]) {
    file("pgsolver", vec![(String::new(), bytes.to_vec())]);
}

/// Archives are read or refused.
pub fn umb(bytes: &[u8]) {
    file("umb", vec![(String::new(), bytes.to_vec())]);
}

/// A saved solution is read or refused.
pub fn saved(bytes: &[u8]) {
    let _ = solution::read(&mut &bytes[..]);
}

const LITTLE: Reading = Reading { repair: Repair::Largest, bytes: 1 << 22 };

fn parts(files: Vec<(String, Vec<u8>)>) -> Vec<Part> {
    let part = |(suffix, bytes)| Part { name: format!("game{suffix}"), suffix, bytes };
    files.into_iter().map(part).collect()
}

/// What is read can be written, and reads as the same game.
fn file(format: &str, files: Vec<(String, Vec<u8>)>) {
    let format = named(format).expect("a format");
    let Ok(read) = format.read.expect("a format that is read")(parts(files), &LITTLE) else {
        return;
    };
    for name in ["umb", "explicit", "drn"] {
        let format = named(name).expect("a format");
        let Ok(written) = (format.write.expect("a format that is written"))(&read.listing) else {
            continue;
        };
        let files = written.into_iter().map(|part| (part.suffix, part.bytes)).collect();
        let again = format.read.expect("a format that is read")(parts(files), &Reading::default());
        let again = again.unwrap_or_else(|error| panic!("written as {name}, but: {error}"));
        let mut expected = read.listing.clone();
        if expected.initial.is_empty() && name == "explicit" {
            // Play begins in the first state where such files say nothing.
            expected.initial = vec![0];
        }
        assert_eq!(told(&again.listing), told(&expected), "through {name}");
        assert_eq!(again.listing.kind, expected.kind);
    }
}

/// Owners, branches, initial states and rewards, as far as every format holds them.
fn told(listing: &Listing) -> String {
    let arena = &listing.arena;
    let mut out = format!("{:?} {:?}", listing.initial, listing.deadlocks);
    for rewards in &listing.rewards {
        out += &format!("\n{:?} {:?}", rewards.states, rewards.choices);
    }
    for state in (0..arena.states() as u32).map(StateId) {
        for choice in arena.choices_of(state) {
            let found = arena.choice(ChoiceId(choice));
            let chances = (0..found.targets.len()).map(|at| found.distribution.probability(at));
            let branches: Vec<String> =
                chances.zip(found.targets).map(|(p, to)| format!("{p}:{to}")).collect();
            out += &format!("\n{} of {}: {}", state.0, listing.owner(state), branches.join(" "));
        }
    }
    out
}
