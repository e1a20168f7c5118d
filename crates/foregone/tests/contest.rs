//! The contest problems: every legal query, and what is wrong in inputs.

use std::fmt::Write;
use std::sync::Arc;

use foregone::contest::{self, ContestError};
use foregone::explore::explore;
use foregone::games::stones::{Position, Stones};
use foregone::solve::{Options, solve};
use foregone::{Limits, Objective, Quiet};

fn run(name: &str, input: &str) -> (String, Result<(), ContestError>) {
    let mut output = Vec::new();
    let result = (contest::find(name).unwrap().run)(input.as_bytes(), &mut output, &Quiet);
    (String::from_utf8(output).unwrap(), result)
}

fn answers(name: &str, input: &str) -> String {
    let (output, result) = run(name, input);
    result.unwrap();
    output
}

fn reference(name: &str) -> String {
    let path = format!("{}/../../tests/data/{name}.answers", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn hold_answers_every_query() {
    let truth = reference("hold");
    let mut input = format!("{}\n", truth.lines().map(str::len).sum::<usize>());
    for (pair, letters) in truth.lines().enumerate() {
        for x in 2..2 + letters.len() {
            writeln!(input, "{} {} {x}", pair / 74, pair % 74).unwrap();
        }
    }
    let output = answers("102428H", &input);
    assert_eq!(output.lines().count(), 205_350);
    assert_eq!(output.replace('\n', ""), truth.replace('\n', ""));
}

#[test]
fn darts_writes_every_digit() {
    let mut input: String = (1..=501).map(|n| format!("{n}\n")).collect();
    input.push('0');
    let (output, truth) = (answers("darts", &input), reference("darts"));
    for (n, (line, right)) in output.lines().zip(truth.lines()).enumerate() {
        assert_eq!(line, right, "N={}", n + 1);
    }
    assert_eq!(output.lines().count(), 501);
}

#[test]
fn stones_knows_every_winner() {
    let mut input = String::from("1000000\n");
    (1..=1_000_000).for_each(|n| writeln!(input, "{n}").unwrap());
    let output = answers("105174M", &input);
    for (n, line) in (1..).zip(output.lines()) {
        let bob = n == 2 || n >= 5 && n % 2 == 1;
        assert_eq!(line, if bob { "Bob" } else { "Alice" }, "n={n}");
    }
    assert_eq!(output.lines().filter(|line| *line == "Bob").count(), 499_999);
}

#[test]
fn the_engine_agrees_with_the_proved_rule_of_stones() {
    let game = Stones { n: 1_000_000 };
    let starts: Vec<Position> = (1..=1_000_000).map(|n| Position { n, who: 0 }).collect();
    let explored = explore(&game, &starts, &Limits::default(), &Quiet).unwrap();
    let (arena, objective) = (Arc::new(explored.arena), Objective::payoff());
    let checked = solve(arena, objective, &Options::default(), &Quiet).unwrap();
    for (n, &state) in (1..).zip(&explored.starts) {
        let value = f64::from(u8::from(n != 2 && (n < 5 || n % 2 == 0)));
        assert_eq!(checked.solution().bounds.doubles(state), (value, value), "n={n}");
    }
}

#[test]
fn few_and_repeated_queries() {
    assert_eq!(answers("hold", "3\r\n15 0 3\r\n35 50 40\r\n15 0 30"), "C\nH\nH\n");
    assert_eq!(answers("hold", "2\n73 0 2\n73 0 2\n"), "H\nH\n");
    assert_eq!(answers("hold", "0"), "");
    let five = "0.136363636364 0.909090909091\n";
    let hundred = "0.072504908290 0.950215081962\n";
    assert_eq!(answers("darts", "5\n100\n5\n0\n"), format!("{five}{hundred}{five}"));
    assert_eq!(
        answers("stones", "6\n1\n2\n3\n4\n5\n6\n"),
        "Alice\nBob\nAlice\nAlice\nBob\nAlice\n"
    );
}

#[test]
fn wrong_inputs_are_named_by_their_line() {
    for (name, input, output, line) in [
        ("hold", "", "", 1),
        ("hold", "two", "", 1),
        ("hold", "2\n73 0 2\n74 0 2\n", "H\n", 3),
        ("hold", "1\n0 0 1\n", "", 2),
        ("hold", "1\n0 0 76\n", "", 2),
        ("hold", "1\n0 0 2 9\n", "", 2),
        ("hold", "2\n73 0 2\n", "H\n", 3),
        ("hold", "1\n73 0 2\nmore\n", "H\n", 3),
        ("hold", "18446744073709551616\n73 0 2\n", "", 1),
        ("darts", "", "", 1),
        ("darts", "502\n0\n", "", 1),
        ("darts", "99999999999999999999999\n0\n", "", 1),
        ("darts", "5\n-1\n0\n", "0.136363636364 0.909090909091\n", 2),
        ("darts", "5\n", "0.136363636364 0.909090909091\n", 2),
        ("darts", "0\n\n5\n", "", 3),
        ("stones", "1\n0\n", "", 2),
        ("stones", "1\n-1\n", "", 2),
        ("stones", "2\n1\n1.5\n", "Alice\n", 3),
    ] {
        let (found, result) = run(name, input);
        let error = result.unwrap_err();
        assert_eq!(found, output, "{input:?}");
        assert_eq!(error.line, Some(line), "{input:?}: {error}");
        assert!(error.to_string().contains("expected"), "{error}");
    }
}
