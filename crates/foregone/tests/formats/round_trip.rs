//! What is written is read again as it was.

use fastrand::Rng;
use foregone::format::Reading;
use foregone::format::listing::{Kind, Label, Moves, Variable};
use foregone::format::solution::Column;
use foregone::format::{FORMATS, Listing, Repair, named};

use crate::random::listing;
use crate::{read_with, through, told};

const KINDS: [Kind; 3] = [Kind::Dtmc, Kind::Mdp, Kind::Smg];

/// As much of a listing as DRN holds.
fn without_variables(mut listing: Listing) -> Listing {
    listing.variables = Vec::new();
    listing
}

#[test]
fn random_games_survive_every_format() {
    let mut rng = Rng::with_seed(6);
    let mut games = 0;
    for round in 0..600 {
        let kind = KINDS[round % 3];
        let before = listing(kind, &mut rng);
        for format in FORMATS.iter().filter(|f| f.read.is_some() && f.write.is_some()) {
            if format.name == "drn" && kind == Kind::Smg {
                continue;
            }
            let expected = match format.name {
                "drn" => without_variables(before.clone()),
                _ => before.clone(),
            };
            let once = through(format, &before);
            assert_eq!(once.warnings, Vec::<String>::new(), "{}", format.name);
            assert_eq!(told(&once.listing), told(&expected), "{} round {round}", format.name);
            let twice = through(format, &once.listing);
            assert_eq!(told(&twice.listing), told(&once.listing), "{} round {round}", format.name);
            games += 1;
        }
    }
    assert!(games > 1_500);
}

#[test]
fn exact_numbers_need_no_repair() {
    let mut rng = Rng::with_seed(7);
    let strict = Reading { repair: Repair::Refuse, ..Reading::default() };
    for _ in 0..50 {
        let before = listing(Kind::Mdp, &mut rng);
        for format in ["umb", "explicit", "drn"].map(|name| named(name).unwrap()) {
            let parts = (format.write.unwrap())(&before).unwrap();
            let pairs: Vec<(&str, &[u8])> =
                parts.iter().map(|part| (part.suffix.as_str(), part.bytes.as_slice())).collect();
            assert!(read_with(format, &pairs, &strict).is_ok(), "{}", format.name);
        }
    }
}

/// Names that are odd but possible.
fn odd() -> Listing {
    let mut odd = listing(Kind::Smg, &mut Rng::with_seed(1));
    let states = odd.arena.states();
    odd.players = vec!["the first".into(), "zweiter, ß".into(), "x".into()];
    let label = |name: &str| Label { name: name.into(), states: vec![0] };
    odd.labels = ["A", "a", "two words", "Ü", &"long".repeat(30)].map(label).to_vec();
    let words = |at: usize| format!("word {}", at % 2);
    odd.variables.push(Variable {
        name: "text".into(),
        values: Column::Text((0..states).map(words).collect()),
    });
    let choices = odd.arena.choices();
    odd.moves = Moves::new((0..choices).map(|at| format!("take {at} \u{1F3B2}")));
    odd.deadlocks = vec![0];
    odd
}

#[test]
fn umb_keeps_odd_names() {
    let (umb, odd) = (named("umb").unwrap(), odd());
    assert_eq!(told(&through(umb, &odd).listing), told(&odd));
}

#[test]
fn other_formats_say_what_they_cannot_hold() {
    let mut odd = odd();
    let refused = |listing: &Listing, name: &str| {
        (named(name).unwrap().write.unwrap())(listing).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&odd, "drn"),
        "DRN carries no owners of states, so it cannot hold a game; UMB and PRISM's explicit files can"
    );
    odd.labels.push(Label { name: "a \"quote\"".into(), states: vec![0] });
    assert!(refused(&odd, "explicit").contains("a \\\"quote\\\""));
    odd.kind = Kind::Mdp;
    assert!(refused(&odd, "drn").contains("a \\\"quote\\\""));
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let game = odd();
    let bytes = || (named("umb").unwrap().write.unwrap())(&game).unwrap().remove(0).bytes;
    assert_eq!(bytes(), bytes());
}
