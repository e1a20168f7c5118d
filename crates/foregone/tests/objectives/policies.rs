//! Given policies, payoffs of any size, and games played with dice.

use std::sync::Arc;

use fastrand::Rng;
use foregone::eval::{EvalError, Policies, evaluate, given_up};
use foregone::judge::payoff::{Infinite, PayoffObjective};
use foregone::policy::Play;
use foregone::simulate::{Games, SplitMix64, simulate};
use foregone::solve::{Options, SolveError, solve, solve_payoff};
use foregone::{Amount, Goal, NO_CHOICE, Objective, Quiet, Rational, StateId};

use crate::{naive, random};

fn exact() -> Options {
    Options { exact: true, ..Options::default() }
}

#[test]
fn policies_are_worth_what_the_oracle_says() {
    let mut rng = Rng::with_seed(41);
    for _ in 0..1_000 {
        let (arena, objective) = random::game(&mut rng, 6);
        let arena = Arc::new(arena);
        let entry = |rng: &mut Rng, state| match arena.choices_of(state).len() {
            0 => NO_CHOICE,
            choices => rng.u32(0..choices as u32),
        };
        let one: Vec<Play> = arena.ids().map(|state| entry(&mut rng, state).into()).collect();
        let other: Vec<Play> = arena.ids().map(|state| entry(&mut rng, state).into()).collect();
        let best = solve(Arc::clone(&arena), objective.clone(), &exact(), &Quiet).unwrap();
        let worth = |max, min| {
            let policies = Policies { max, min };
            evaluate(&arena, objective.clone(), policies, &exact(), &Quiet).unwrap()
        };
        let (alone, both) = (worth(Some(&one), None), worth(Some(&one), Some(&other)));
        let strategy: Vec<Play> =
            best.solution().strategy.iter().map(|&choice| choice.into()).collect();
        let (max, min) = (worth(Some(&strategy), None), worth(None, Some(&strategy)));
        let naive = Options { method: Some("naive".into()), ..exact() };
        let left = both.shared_arena();
        let truth = solve(left, objective.clone(), &naive, &Quiet).unwrap();
        for state in arena.ids() {
            let of = |checked: &foregone::Checked| checked.solution().bounds.rational(state).0;
            assert_eq!(of(&both), of(&truth));
            assert!(of(&alone) <= of(&best) && of(&alone) <= of(&both));
            assert_eq!((of(&max), of(&min)), (of(&best), of(&best)));
            let (low, high) = given_up(&best, &max, state);
            assert_eq!((low, high), (Rational::ZERO, Rational::ZERO));
        }
    }
}

#[test]
fn a_wrong_policy_is_refused_with_its_state() {
    let mut rng = Rng::with_seed(42);
    let (arena, objective) = random::game(&mut rng, 6);
    let wrong = vec![Play::Choice(9); arena.states()];
    let policies = Policies { max: Some(&wrong), min: Some(&wrong) };
    let refused = evaluate(&arena, objective.clone(), policies, &exact(), &Quiet).unwrap_err();
    assert!(matches!(refused, EvalError::Choice { choice: 9, .. }), "{refused}");
    let policies = Policies { max: Some(&wrong[1..]), min: None };
    let refused = evaluate(&arena, objective, policies, &exact(), &Quiet).unwrap_err();
    assert!(matches!(refused, EvalError::Length { .. }), "{refused}");
}

#[test]
fn payoffs_of_any_size_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(43);
    let (mut solved, mut refused) = (0, 0);
    for _ in 0..2_000 {
        let (arena, Objective { max, .. }) = random::game(&mut rng, 6);
        let arena = Arc::new(arena.with_payoffs(|p| p * Rational::from(40) - Rational::from(7)));
        let infinite = [Infinite::Least, Infinite::Greatest, Infinite::Never][rng.usize(0..3)];
        let over = |state: StateId| arena.player(state).is_none();
        let payoffs = || arena.endings().map(|(_, payoff)| payoff.clone());
        let (low, high) = (payoffs().min().unwrap(), payoffs().max().unwrap());
        let endless = if infinite == Infinite::Greatest { &high } else { &low };
        // Payoffs less what infinite play counts, which then counts 0.
        let truth = naive::value(&arena, max, &over, &|_, _| Rational::ZERO, &|chain| {
            let zero = vec![Rational::ZERO; arena.states()];
            let total = arena.endings().fold(zero, |sums, (end, payoff)| {
                let good: Vec<bool> = arena.ids().map(|state| state == end).collect();
                let chances = chain.reach(&good);
                let part = |(sum, chance): (Rational, &Amount)| {
                    sum + chance.finite().unwrap() * (payoff - endless)
                };
                sums.into_iter().zip(&chances).map(part).collect()
            });
            let all = total.into_iter();
            all.map(|part| Amount::Finite(part + endless + Rational::from(1_000))).collect()
        });
        let exact = rng.bool();
        let options = Options { exact, ..Options::default() };
        let objective = PayoffObjective { max, infinite };
        match solve_payoff(Arc::clone(&arena), objective, &options, &Quiet) {
            Ok(checked) => {
                solved += 1;
                for (state, value) in arena.ids().zip(&truth) {
                    let value = value.finite().unwrap() - Rational::from(1_000);
                    let (lower, upper) = checked.of(state);
                    assert!(lower <= value && value <= upper, "{state} {value} {lower} {upper}");
                    assert!(&upper - &lower <= options.precision && (!exact || lower == upper));
                }
            }
            Err(SolveError::Refused(_)) if infinite == Infinite::Never => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(solved > 1_000 && refused > 100, "{solved} {refused}");
}

#[test]
fn simulated_games_come_near_the_value_and_repeat() {
    let mut rng = Rng::with_seed(44);
    let mut outside = 0;
    for seed in 0..100 {
        let (arena, objective) = random::game(&mut rng, 8);
        let objective = Objective { goal: Goal::Payoff, ..objective };
        let checked = solve(Arc::new(arena), objective, &Options::default(), &Quiet).unwrap();
        let games = Games { games: 2_000, seed, most_moves: 2_000, deviations: 3.3 };
        let seen = simulate(&checked, StateId(0), games, &Quiet);
        assert_eq!(seen, simulate(&checked, StateId(0), games, &Quiet));
        assert_eq!(seen.finished + seen.unfinished, 2_000);
        let (value, _) = checked.solution().bounds.doubles(StateId(0));
        outside += u32::from(value < seen.interval.0 || seen.interval.1 < value);
    }
    assert!(outside <= 1, "{outside} of 100 values outside 99.9 % intervals");
}

/// The published first numbers of SplitMix64 for the seed 1234567.
#[test]
fn the_random_numbers_are_the_published_ones() {
    let mut random = SplitMix64::new(1_234_567);
    let first: Vec<u64> = (0..3).map(|_| random.next_bits()).collect();
    assert_eq!(
        first,
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    );
}
