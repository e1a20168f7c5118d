//! Games from files are solved like those from rules: the same numbers by labels and rewards.

use std::sync::Arc;

use foregone::format::{Listing, named};
use foregone::games;
use foregone::model::{Deadlocks, Found, Given, ModelText, PropertiesText, Quantity, Work, answer};
use foregone::solve::Options;
use foregone::{Limits, Quiet, Rational};

use crate::through;

const WATCH: Quiet = Quiet;

/// The exact answer to a property about a listing.
fn exactly(listing: Listing, property: &str) -> Rational {
    let text = ModelText::listed("game.umb", &listing).unwrap();
    let properties = PropertiesText::read("--prop", property, &text).unwrap();
    let (model, _) = text.model(&Given::new(), false).unwrap();
    let stay = Deadlocks::Stay;
    let taken = text.take(Arc::clone(&model), Arc::new(listing), &[], stay, &Limits::default());
    let mut built = taken.unwrap();
    let queries = properties.queries(&model, &Given::new()).unwrap();
    let stages = vec![Options { exact: true, ..Options::default() }];
    let work = Work { stages, digits: None, watch: &WATCH };
    match answer(&mut built, &properties, &queries, 0, &work).unwrap().found {
        Found::Number(span) => match (span.lower, span.upper) {
            (Quantity::Finite(lower), Quantity::Finite(upper)) if lower == upper => lower,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// Darts from 5 is 3/22 for the one who begins, as the rules' own solution has it.
#[test]
fn a_built_in_game_keeps_its_value() {
    let row = games::find("darts").unwrap();
    let values = row.values(&["start=5"]).unwrap();
    let game = (row.make)(&values).unwrap();
    let explored = game.explore(&[], &Limits::default(), &WATCH).unwrap();
    let (listing, remarks) = Listing::of_game(&*explored).unwrap();
    assert_eq!(remarks, ["the field 'who' is written in numbers: 0 for A, 1 for B"]);
    let expected = Rational::from_parts(3.into(), 22u8.into());
    for format in ["umb", "explicit"] {
        let read = through(named(format).unwrap(), &listing).listing;
        assert_eq!(exactly(read, "<<1>> Pmax=? [ F \"won\" ]"), expected, "{format}");
    }
}

const MODEL: &str = "mdp
module m
  s : [0..3];
  [a] s=0 -> 1/3:(s'=1) + 2/3:(s'=2);
  [b] s=0 -> 1/2:(s'=3) + 1/2:(s'=0);
  [] s=1 -> (s'=3);
  [] s=2 -> 1/4:(s'=0) + 3/4:(s'=3);
endmodule
label \"end\" = s=3;
rewards \"steps\" true : 1; endrewards
rewards \"as\" [a] true : 5; endrewards
";

#[test]
fn models_give_the_same_answers_through_files() {
    let text = ModelText::read("m.prism", MODEL).unwrap();
    let (model, _) = text.model(&Given::new(), false).unwrap();
    let limits = Limits::default();
    let built = text.explore(model, &[], Deadlocks::Stay, &limits, &WATCH).unwrap();
    let listing = built.listing().unwrap();
    for (property, n, d) in [
        ("R{\"steps\"}min=? [ F \"end\" ]", 2, 1),
        ("R{\"as\"}max=? [ F \"end\" ]", 6, 1),
        ("Pmin=? [ F<=2 \"end\" ]", 1, 2),
        ("Pmax=? [ X s=3 ]", 1, 2),
        ("filter(count, \"deadlock\")", 1, 1),
        ("filter(max, R{\"steps\"}min=? [ F \"end\" ], \"init\")", 2, 1),
    ] {
        let expected = Rational::from_parts(n.into(), (d as u64).into());
        for format in ["umb", "explicit", "drn"] {
            let read = through(named(format).unwrap(), &listing).listing;
            let known = format != "drn" || !property.contains("s=");
            if known {
                assert_eq!(exactly(read, property), expected, "{format}: {property}");
            }
        }
    }
}
