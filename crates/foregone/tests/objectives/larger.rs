//! Rewards on arenas larger than the oracle takes.

use std::sync::Arc;

use fastrand::Rng;
use foregone::eval::{Policies, evaluate_reward};
use foregone::judge::reward::{Missed, RewardObjective};
use foregone::policy::Play;
use foregone::solve::{Options, solve_reward};
use foregone::{
    Amount, Arena, ArenaBuilder, Bounds, Player, Players, Quiet, Rational, Rewards, StateId, Turn,
};

/// A walk on `0..=n` that goes up or down alike, from 0 up for certain; `n` is the target.
fn walk(n: u32) -> Arena {
    let mut builder = ArenaBuilder::new();
    for state in 0..n {
        builder.state(Turn::Player(Player(0))).unwrap();
        match state {
            0 => builder.choice(1, &[(1, 1)]).unwrap(),
            _ => builder.choice(2, &[(1, state - 1), (1, state + 1)]).unwrap(),
        }
    }
    builder.state(Turn::Over(Rational::ZERO)).unwrap();
    builder.finish().unwrap()
}

/// From `k` the walk takes `n^2 - k^2` moves.
#[test]
fn a_long_walk_takes_the_square_of_its_length() {
    for (n, missed) in [(40, Missed::Infinite), (1_000, Missed::Collected)] {
        let arena = walk(n);
        let rewards = Rewards::moves(&arena);
        let targets = (0..=n).map(|state| state == n).collect();
        let asked = RewardObjective { max: Players::ALL, rewards, targets, missed };
        let checked = solve_reward(Arc::new(arena), asked, &Options::default(), &Quiet).unwrap();
        for state in 0..=n {
            let truth = Rational::from(n * n - state * state);
            let (lower, upper) = checked.solution().amounts.of(StateId(state));
            let (Amount::Finite(lower), Amount::Finite(upper)) = (lower, upper) else { panic!() };
            assert!(lower <= truth && truth <= upper, "{state} {lower} {upper}");
            assert!(upper - lower <= Options::default().precision, "{state}");
        }
    }
}

/// A race of two with steps back: all of it one component, a reward for some moves, both sides.
fn race(rng: &mut Rng, states: u32) -> Arena {
    let mut builder = ArenaBuilder::new();
    for state in 0..states {
        builder.state(Turn::Player(Player(rng.u8(0..2)))).unwrap();
        for _ in 0..rng.u8(1..=3) {
            let ahead = |rng: &mut Rng| (state + rng.u32(1..=30)).min(states);
            let back = state.saturating_sub(rng.u32(0..=40));
            let branches = [(2, ahead(rng)), (2, ahead(rng)), (1, back)];
            builder.choice(5, &branches).unwrap();
        }
    }
    builder.state(Turn::Over(Rational::ZERO)).unwrap();
    builder.finish().unwrap()
}

#[test]
fn races_of_thousands_of_states_are_certified_in_64_bits() {
    let mut rng = Rng::with_seed(51);
    for missed in [Missed::Infinite, Missed::Collected] {
        let arena = Arc::new(race(&mut rng, 4_000));
        let reward = |rng: &mut Rng| Rational::from(rng.u32(0..3));
        let states: Vec<Rational> = arena.ids().map(|_| reward(&mut rng)).collect();
        let choices: Vec<Rational> = (0..arena.choices()).map(|_| reward(&mut rng)).collect();
        let rewards = Rewards::new(&arena, states, choices).unwrap();
        let targets = arena.ids().map(|state| state.0 == 4_000).collect();
        let asked = RewardObjective { max: Players::one(Player(0)), rewards, targets, missed };
        let checked =
            solve_reward(Arc::clone(&arena), asked.clone(), &Options::default(), &Quiet).unwrap();
        assert_eq!(checked.solution().stopped, None);
        assert!(matches!(checked.solution().amounts.bounds, Bounds::Fixed64(_)));
        let strategy = &checked.solution().strategy;
        let strategy: Vec<Play> = strategy.iter().map(|&choice| choice.into()).collect();
        let policies = Policies { max: Some(&strategy), min: None };
        let kept = evaluate_reward(&arena, &asked, policies, &Options::default(), &Quiet).unwrap();
        let (value, _) = checked.solution().amounts.doubles(StateId(0));
        let (same, _) = kept.solution().amounts.doubles(StateId(0));
        assert!(value > 100.0 && (value - same).abs() < 1e-8, "{value} {same}");
    }
}
