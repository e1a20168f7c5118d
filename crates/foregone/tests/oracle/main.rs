//! Every method against the naive exact oracle on random games.

mod chains;
mod in_order;
mod kept;
mod large_levels;
mod levels;
mod medium;
mod mutation;
mod random;
mod unexplored;

use std::sync::Arc;

use fastrand::Rng;
use foregone::solve::{METHODS, Options, SolveError, solve};
use foregone::{Arena, Bounds, Checked, Objective, Quiet, Rational, UBig};

fn solved(arena: &Arc<Arena>, objective: &Objective, options: &Options) -> Option<Checked> {
    match solve(Arc::clone(arena), objective.clone(), options, &Quiet) {
        Ok(checked) => Some(checked),
        Err(SolveError::NotForThis { .. }) => None,
        Err(error) => panic!("{error}\n{arena:?}\n{objective:?}"),
    }
}

fn with(method: &str, exact: bool) -> Options {
    Options { method: Some(method.into()), exact, ..Options::default() }
}

/// Compares all methods with the oracle on `games` random games.
fn compare(seed: u64, games: usize, most_states: usize) {
    let mut rng = Rng::with_seed(seed);
    for number in 0..games {
        let (arena, objective) = random::game(&mut rng, most_states);
        let arena = Arc::new(arena);
        let truth = solved(&arena, &objective, &with("naive", true)).expect("small enough");
        for method in METHODS {
            for exact in [false, true] {
                if let Some(checked) = solved(&arena, &objective, &with(method.name, exact)) {
                    let name = format!("game {number} of seed {seed}, {}", method.name);
                    compare_values(&truth, &checked, exact, &name);
                }
            }
        }
    }
}

fn compare_values(truth: &Checked, checked: &Checked, exact: bool, name: &str) {
    let width = Options::default().precision;
    for state in truth.arena().ids() {
        let (value, same) = truth.solution().bounds.rational(state);
        assert_eq!(value, same);
        let (lower, upper) = checked.solution().bounds.rational(state);
        let context = || format!("{name}, {state}: {value} in [{lower}, {upper}]\n{truth:?}");
        assert!(lower <= value && value <= upper, "{}", context());
        assert!(&upper - &lower <= width, "too wide: {}", context());
        assert!(!exact || lower == upper, "not exact: {}", context());
        if checked.solution().stopped.is_none() && (value.is_zero() || value == Rational::ONE) {
            assert_eq!((&lower, &upper), (&value, &value), "not by graph: {}", context());
        }
    }
    assert!(!exact || matches!(checked.solution().bounds, Bounds::Exact(_)));
}

#[test]
fn narrow_intervals_take_longer_numbers() {
    let mut rng = Rng::with_seed(11);
    for digits in [20, 30, 60, 120] {
        let precision = Rational::from_parts(1.into(), UBig::from(10_u8).pow(digits));
        let options = Options { precision: precision.clone(), ..Options::default() };
        for _ in 0..300 {
            let (arena, objective) = random::game(&mut rng, 8);
            let arena = Arc::new(arena);
            let truth = solved(&arena, &objective, &with("naive", true)).expect("small enough");
            let checked = solved(&arena, &objective, &options).expect("any game");
            assert_eq!(checked.solution().stopped, None);
            for state in arena.ids() {
                let (value, _) = truth.solution().bounds.rational(state);
                let (lower, upper) = checked.solution().bounds.rational(state);
                assert!(lower <= value && value <= upper && &upper - &lower <= precision);
            }
        }
    }
}

#[test]
fn all_methods_agree_with_the_oracle() {
    compare(1, 10_000, 8);
}

#[test]
#[ignore = "half a minute and more"]
fn all_methods_agree_with_the_oracle_at_length() {
    compare(2, 190_000, 8);
    compare(3, 10_000, 12);
    println!("| every method against the oracle | 190,000 games to 8 states, 10,000 to 12 |");
}
