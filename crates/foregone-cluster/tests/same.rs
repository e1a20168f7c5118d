//! What several workers answer is what one machine answers: counts and values.

use std::sync::Arc;
use std::time::Duration;

use foregone::nimber::nimbers;
use foregone::session::{AnyExplored, SharedGame, solve};
use foregone::solve::Options as Single;
use foregone::{Limits as Within, Quiet, Rational, games};
use foregone_cluster::{Answer, Ask, Limits, Links, Options, Playing, Problem, Report, Worth, run};

mod limit;

use limit::within;

struct Silent;

impl Report for Silent {
    fn explored(&self, _: usize, _: u64, _: u64) {}
    fn note(&self, _: usize, _: &dyn Fn() -> String) {}
}

fn game(name: &str, given: &[&str]) -> SharedGame {
    games::find(name).expect("a game").build(given).expect("parameters")
}

fn problem(name: &'static str, given: &'static [&'static str]) -> Problem {
    let make = move || Ok(Playing::sound(game(name, given)));
    Problem { game: Arc::new(make), starts: Vec::new(), ask: Ask::Own }
}

/// Pauses all the time: they must change nothing.
fn options(every: u64) -> Options {
    let precision = Rational::from_parts(1.into(), 1_000_000_000_u32.into());
    Options {
        precision,
        exact: false,
        gather: 0,
        every: Duration::from_micros(every),
        keeping: None,
        saving: None,
        limits: Limits::default(),
        workers: 1,
    }
}

fn together(
    name: &'static str,
    given: &'static [&'static str],
    workers: usize,
    every: u64,
) -> Answer {
    within(name, move || {
        let links = Links::threads(workers);
        run(links, problem(name, given), options(every), Arc::new(Silent)).expect("an answer")
    })
}

/// The answer of one machine: counts, then the value of each start.
fn alone(name: &str, given: &[&str]) -> ([usize; 3], Vec<Worth>) {
    let solved = solve(game(name, given), &[], &Single::default(), &Within::default(), &Quiet);
    let solved = solved.expect("solved");
    let arena = solved.checked.arena();
    let bounds = &solved.checked.solution().bounds;
    let worth = |&start: &foregone::StateId| match bounds.grades(start) {
        Some((grade, _)) => Worth::Grade(grade),
        None => {
            let (lower, upper) = bounds.rational(start);
            Worth::Bounds(lower, upper)
        }
    };
    let explored: &dyn AnyExplored = &*solved.explored;
    let starts = explored.starts().iter().map(worth).collect();
    ([arena.states(), arena.choices(), arena.branches()], starts)
}

fn compare(name: &'static str, given: &'static [&'static str], workers: usize, every: u64) {
    let answer = together(name, given, workers, every);
    let (counts, starts) = alone(name, given);
    let ours = [answer.counts.states, answer.counts.choices, answer.counts.branches];
    assert_eq!(ours.map(|n| n as usize), counts, "{name} {given:?} with {workers} workers");
    for (start, worth) in answer.starts.iter().zip(&starts) {
        match (&start.worth, worth) {
            (Worth::Bounds(lower, upper), Worth::Bounds(l, u)) => {
                assert!(lower <= u && l <= upper, "{name} {given:?}: {start:?} beside {worth:?}");
                assert!(upper - lower <= options(0).precision, "{name} {given:?}: {start:?}");
            }
            (ours, theirs) => assert_eq!(ours, theirs, "{name} {given:?}"),
        }
    }
}

#[test]
fn won_and_lost_games_are_the_same() {
    for workers in [1, 2, 4] {
        compare("tic-tac-toe", &[], workers, 1_000_000);
        compare("connect-four", &["height=3"], workers, 300);
        compare("domineering", &[], workers, 300);
    }
    compare("dodgem", &[], 3, 1_000_000);
}

#[test]
fn games_of_chance_are_the_same_by_levels() {
    for workers in [1, 3] {
        compare("hold", &["target=15"], workers, 1_000_000);
        compare("darts", &["start=20"], workers, 500);
    }
}

#[test]
fn nimbers_are_the_same() {
    type Case = (&'static str, &'static [&'static str]);
    let cases: [Case; 4] =
        [("chomp", &[]), ("wythoff", &[]), ("cram", &[]), ("nim", &["pass=true"])];
    for (name, given) in cases {
        for workers in [1, 3] {
            compare(name, given, workers, 1_000_000);
            let answer = together(name, given, workers, 1_000_000);
            let explored = game(name, given).explore(&[], &Within::default(), &Quiet).unwrap();
            let all = nimbers(explored.arena()).unwrap();
            let ours = answer.starts[0].nimber.clone();
            let theirs = explored.impartial().then(|| all.at(explored.starts()[0]));
            assert_eq!(ours, theirs, "{name} {given:?} with {workers} workers");
        }
    }
}

/// With a limit on the positions.
fn limited(name: &'static str, given: &'static [&'static str], states: u64) -> Answer {
    let limits = Limits { states: Some(states), bytes: None };
    let options = Options { limits, ..options(1_000_000) };
    within(name, move || {
        let links = Links::threads(3);
        run(links, problem(name, given), options, Arc::new(Silent)).expect("an answer")
    })
}

#[test]
fn a_limit_leaves_judged_bounds() {
    for (name, given) in
        [("connect-four", &["height=3"][..]), ("hold", &["target=15"]), ("nim", &[])]
    {
        let (counts, starts) = alone(name, given);
        let states = counts[0] as u64;
        let whole = limited(name, given, states);
        assert_eq!(
            (whole.stopped, whole.counts.states),
            (None, states),
            "{name}: as many as there are"
        );
        for few in [states / 2, 10] {
            let cut = limited(name, given, few);
            assert_eq!(cut.starts, limited(name, given, few).starts, "{name}: it repeats");
            assert!(cut.stopped.expect("cut short").contains("limit"), "{name} {few}");
            assert!(cut.counts.states < states, "{name} {few}");
            assert!(cut.counts.states > few, "{name} {few}: more are known than the limit");
            match (&cut.starts[0].worth, &starts[0]) {
                (Worth::Bounds(lower, upper), Worth::Bounds(l, u)) => {
                    assert!(lower <= u && l <= upper, "{name} {few}");
                }
                (Worth::Between(lower, upper), Worth::Grade(grade)) => {
                    assert!(lower <= grade && grade <= upper, "{name} {few}");
                }
                (ours, theirs) => assert_eq!(ours, theirs, "{name} {few}"),
            }
        }
    }
}
