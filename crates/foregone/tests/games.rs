//! Every built-in game: its table row is in order, and its sample of known values holds.

use std::fs;

use foregone::games::{self, GAMES, GameRow, ParameterError};
use foregone::model::Quantity;
use foregone::query::{Form, query};
use foregone::session::{self, SharedGame};
use foregone::solve::Options;
use foregone::{Limits, Number, Quiet, Rational};

#[test]
fn samples_hold() {
    // One game alone: SAMPLES_OF=pig cargo test -p foregone --test games.
    let one = std::env::var("SAMPLES_OF").ok();
    for row in GAMES.iter().filter(|row| one.as_ref().is_none_or(|name| name == row.name)) {
        let path = format!("{}/tests/games/{}.txt", env!("CARGO_MANIFEST_DIR"), row.name);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let lines = text.lines().filter(|line| !line.starts_with('#')).map(Sample::read);
        let samples: Vec<Sample> = lines.collect();
        assert!(!samples.is_empty(), "{path} has no sample");
        samples.chunk_by(|a, b| a.parameters == b.parameters).for_each(|group| hold(row, group));
    }
}

/// A line of a sample: parameters, a position, and its value or best move.
struct Sample<'a> {
    parameters: &'a str,
    at: &'a str,
    expected: &'a str,
}

impl<'a> Sample<'a> {
    fn read(line: &'a str) -> Self {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [parameters, at, expected] = parts[..] else { panic!("not three parts: {line}") };
        Self { parameters, at, expected }
    }
}

/// Solves a game once for all its samples.
fn hold(row: &GameRow, samples: &[Sample<'_>]) {
    let parameters: Vec<&str> = samples[0].parameters.split_whitespace().collect();
    let game = row.build(&parameters).unwrap();
    let options = Options { precision: tenth_to_the(13), ..Options::default() };
    let at: Vec<&str> = samples.iter().map(|sample| sample.at).collect();
    if game.expected().is_some() {
        return hold_amounts(row, game, samples);
    }
    let solved = session::solve(game, &at, &options, &Limits::default(), &Quiet).unwrap();
    for (sample, &start) in samples.iter().zip(solved.explored.starts()) {
        let found = query(&*solved.explored, &solved.checked, start, Form::default());
        let name = format!("{} {} at {}", row.name, sample.parameters, sample.at);
        let best = found.moves.iter().filter(|m| m.best).map(|m| m.name.as_str());
        holds((&found.value.lower, &found.value.upper), best.collect(), sample.expected, &name);
    }
}

/// The same for games that ask for an expected amount.
fn hold_amounts(row: &GameRow, game: SharedGame, samples: &[Sample<'_>]) {
    let options = Options { precision: tenth_to_the(13), ..Options::default() };
    let at: Vec<&str> = samples.iter().map(|sample| sample.at).collect();
    let explored = game.explore(&at, &Limits::default(), &Quiet).unwrap();
    let solved = session::solve_expected(explored, &options, &Quiet).unwrap().unwrap();
    for (sample, &start) in samples.iter().zip(solved.explored.starts()) {
        let name = format!("{} {} at {}", row.name, sample.parameters, sample.at);
        let (span, moves) = (solved.span(start), solved.moves(start));
        if sample.expected == "infinite" {
            assert_eq!(span.lower, Quantity::Infinite, "{name}");
            continue;
        }
        let best = moves.iter().filter(|m| m.best).map(|m| m.name.as_str());
        holds(span.finite().unwrap(), best.collect(), sample.expected, &name);
    }
}

fn holds((lower, upper): (&Rational, &Rational), best: Vec<&str>, expected: &str, name: &str) {
    if let Some(best_name) = expected.strip_prefix("best ") {
        assert_eq!(best, [best_name], "{name}");
        return;
    }
    let (value, error) = number(expected);
    let close = *lower <= &value + &error && *upper >= value - error;
    assert!(close, "{name}: found {} to {}", lower.f64_down(), upper.f64_up());
    assert!(upper - lower <= tenth_to_the(10), "{name}");
}

/// A number as a fraction, or as a decimal with an error of one and a half units of its last digit.
fn number(text: &str) -> (Rational, Rational) {
    if text.contains('/') {
        return (foregone::decimal::read(text).unwrap(), Rational::ZERO);
    }
    decimal(text)
}

/// A decimal, and one and a half units of its last digit.
fn decimal(text: &str) -> (Rational, Rational) {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let unit = tenth_to_the(part.len());
    let digits: u64 = format!("{whole}{part}").parse().unwrap();
    (&unit * Rational::from(digits), unit * Rational::from_parts(3.into(), 2_u8.into()))
}

fn tenth_to_the(digits: usize) -> Rational {
    Rational::from_parts(1.into(), foregone::UBig::from(10_u8).pow(digits))
}

#[test]
fn rows_are_in_order() {
    for row in GAMES {
        assert_eq!(GAMES.iter().filter(|other| other.name == row.name).count(), 1, "{}", row.name);
        assert!(row.rules.len() > 200 && row.rules.ends_with('.'), "{}", row.name);
        let game = row.build::<&str>(&[]).unwrap();
        assert!(!row.examples.is_empty());
        for example in row.examples {
            let shown = game.canonical(example.at).unwrap();
            assert_eq!(game.canonical(&shown).as_ref(), Ok(&shown), "{}", row.name);
        }
        let given = row.values::<&str>(&[]).unwrap();
        for at in (row.beside)(&given) {
            assert!(game.canonical(&at).is_ok(), "{}: {at}", row.name);
        }
        for (name, value) in given.all() {
            row.build(&[format!("{name}={value}")]).unwrap();
        }
    }
}

fn error(game: &str, given: &[&str]) -> String {
    match games::find(game).unwrap().build(given) {
        Ok(_) => panic!("{game} took {given:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn wrong_parameters_are_explained() {
    assert_eq!(
        error("pig", &["targt=3"]),
        "no parameter 'targt' (did you mean 'target'?); parameters: target (a whole number from 1 \
         to 10000), exact (true or false), sides (a whole number from 2 to 100), bust (a whole \
         number from 1 to 100)"
    );
    assert_eq!(error("pig", &["target=3", "target=4"]), "parameter 'target' is given twice");
    assert_eq!(
        error("pig", &["target=0"]),
        "target=0: target takes a whole number from 1 to 10000"
    );
    assert_eq!(error("pig", &["bust=7"]), "bust=7: bust takes a face of the die, 1 to 6");
    assert!(error("pig", &["target"]).contains("key=value; parameters: target"));
    for given in ["target=", "target=1e3", "target=99999999999999999999", "exact=yes", "=3"] {
        assert!(!error("pig", &[given]).is_empty(), "{given}");
    }
    for given in ["board=1,2", "board=1,2,x", "spread=1/3,1/3", "spread=1/2,1/2,1/2", "first=C"] {
        assert!(!error("darts", &[given]).is_empty(), "{given}");
    }
    assert!(error("darts", &["start=5", "a=5", "b=5"]).contains("give start alone, or a and b"));
    assert!(error("stones", &["m=3"]).starts_with("no parameter 'm'; parameters: n"));
}

#[test]
fn parameters_given_make_the_game_again() {
    let row = games::find("darts").unwrap();
    let values = row.values(&["b=7", " a = 5 "]).unwrap();
    assert_eq!(values.given(), ["a=5", "b=7"]);
    assert!(row.build(&values.given()).is_ok());
    assert!(matches!(row.build(&["a"]), Err(ParameterError::Form(..))));
}

#[test]
fn darts_asks_who_begins() {
    let row = games::find("darts").unwrap();
    let beside = |given: &[&str]| (row.beside)(&row.values(given).unwrap());
    assert_eq!(beside(&["start=5"]), ["5 5 B"]);
    assert_eq!(beside(&["a=7", "first=b"]), ["7 501 A"]);
}

#[test]
fn unknown_games_are_explained() {
    let text = games::find("pigg").unwrap_err().to_string();
    let start = "no game is called 'pigg' (did you mean 'pig'?); games: pig, hold, piglet";
    assert!(text.starts_with(start), "{text}");
}
