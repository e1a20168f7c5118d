//! What is collected by plays that come to a target: games whose value is known, and a horizon.

use std::sync::Arc;

use fastrand::Rng;
use foregone::judge::earned::{CheckedEarned, EarnedClaim, judge_earned};
use foregone::judge::reward::{Missed, RewardObjective};
use foregone::solve::{Options, solve_earned};
use foregone::{
    Amount, Arena, ArenaBuilder, Bounds, ChoiceId, Fixed64, Number, Player, Players, Quiet,
    Rational, Rewards, StateId, Turn,
};

use crate::random;

/// So many moves the oracle looks ahead.
const HORIZON: usize = 160;

fn solved(arena: &Arc<Arena>, objective: &RewardObjective) -> CheckedEarned {
    let precision = Rational::from_parts(1.into(), 10_000_000u32.into());
    let options = Options { precision, ..Options::default() };
    solve_earned(Arc::clone(arena), objective.clone(), &options, &Quiet).unwrap()
}

fn objective(arena: &Arena, targets: Vec<bool>, rewards: Rewards) -> RewardObjective {
    assert_eq!(targets.len(), arena.states());
    RewardObjective { max: Players::one(Player(0)), rewards, targets, missed: Missed::Collected }
}

/// Going round collects 1 and goes wrong with 1/10: the best number of rounds is 9 or 10.
#[test]
fn it_pays_to_go_round_until_there_is_too_much_to_lose() {
    let mut builder = ArenaBuilder::new();
    builder.state(Turn::Player(Player(0))).unwrap();
    builder.choice(10, &[(9, 0), (1, 2)]).unwrap();
    builder.choice(1, &[(1, 1)]).unwrap();
    builder.state(Turn::Over(Rational::ONE)).unwrap();
    builder.state(Turn::Over(Rational::ZERO)).unwrap();
    let arena = Arc::new(builder.finish().unwrap());
    let zero = || vec![Rational::ZERO; 3];
    let rewards = Rewards::new(&arena, zero(), [Rational::ONE, Rational::ZERO]).unwrap();
    let checked = solved(&arena, &objective(&arena, vec![false, true, false], rewards));
    let (lower, upper) = checked.of(StateId(0));
    let best = (0..10)
        .fold(Rational::from(10), |best, _| best * Rational::from_parts(9.into(), 10u8.into()));
    assert!(lower <= Amount::Finite(best.clone()) && Amount::Finite(best) <= upper);
    assert_eq!(checked.stopped(), None);
    let claim = checked.into_claim();
    judge_earned(claim.clone()).unwrap();
    let mut spoilt = claim.clone();
    let Bounds::Fixed64(all) = &mut spoilt.lower.bounds else { panic!("other numbers") };
    all.lower.iter_mut().for_each(|lower| *lower = Fixed64::one());
    judge_earned(spoilt).unwrap_err();
    judge_earned(EarnedClaim { cap: claim.cap + 1, ..claim }).unwrap_err();
}

/// Going round is free of danger, so there is no best number of rounds.
#[test]
fn without_danger_it_is_infinite() {
    let mut builder = ArenaBuilder::new();
    builder.state(Turn::Player(Player(0))).unwrap();
    builder.choice(1, &[(1, 0)]).unwrap();
    builder.choice(2, &[(1, 1), (1, 2)]).unwrap();
    builder.state(Turn::Over(Rational::ONE)).unwrap();
    builder.state(Turn::Over(Rational::ZERO)).unwrap();
    let arena = Arc::new(builder.finish().unwrap());
    let rewards = Rewards::moves(&arena);
    let checked = solved(&arena, &objective(&arena, vec![false, true, false], rewards));
    assert_eq!(checked.of(StateId(0)), (Amount::Infinite, Amount::Infinite));
}

/// What Max can be sure of when plays of more than [`HORIZON`] moves are worth nothing: never more
/// than the value, and in small games near it.
fn ahead(arena: &Arena, objective: &RewardObjective, gains: &[usize]) -> Vec<f64> {
    let most = gains.iter().max().unwrap() * HORIZON;
    let width = most + 1;
    let mut now = vec![0.0; arena.states() * width];
    for left in 0..=HORIZON {
        let last = std::mem::replace(&mut now, vec![0.0; arena.states() * width]);
        for state in arena.ids() {
            for units in 0..width {
                let place = state.index() * width + units;
                if objective.targets[state.index()] {
                    now[place] = units as f64;
                } else if left > 0 && !objective.is_ended(arena, state) {
                    let mean = |choice: u32| {
                        let branches = arena.choice(ChoiceId(choice));
                        let units = (units + gains[choice as usize]).min(most);
                        let p = branches.distribution.floats;
                        let part = |(i, &t): (usize, &u32)| {
                            let p = if branches.targets.len() == 1 { 1.0 } else { p[i] };
                            p * last[t as usize * width + units]
                        };
                        branches.targets.iter().enumerate().map(part).sum::<f64>()
                    };
                    let means = arena.choices_of(state).map(mean);
                    now[place] = match objective.is_max(arena, state) {
                        true => means.fold(0.0, f64::max),
                        false => means.fold(f64::INFINITY, f64::min),
                    };
                }
            }
        }
    }
    arena.ids().map(|state| now[state.index() * width]).collect()
}

#[test]
fn bounds_hold_what_a_long_look_ahead_finds() {
    let mut rng = Rng::with_seed(31);
    let (mut near, mut infinite, mut all) = (0, 0, 0);
    for _ in 0..250 {
        let (arena, _) = random::game(&mut rng, 5);
        let gains: Vec<usize> = (0..arena.choices()).map(|_| rng.usize(0..3) / 2).collect();
        let choices = gains.iter().map(|&gain| Rational::from(gain));
        let states = vec![Rational::ZERO; arena.states()];
        let rewards = Rewards::new(&arena, states, choices).unwrap();
        let over = |state: StateId| arena.player(state).is_none();
        let targets = arena.ids().map(|state| over(state) && rng.u8(0..3) > 0).collect();
        let objective = objective(&arena, targets, rewards);
        let arena = Arc::new(arena);
        let checked = solved(&arena, &objective);
        let ahead = ahead(&arena, &objective, &gains);
        for (state, ahead) in arena.ids().zip(ahead) {
            all += 1;
            let (lower, upper) = checked.of(state);
            match upper.finite() {
                Some(upper) => assert!(ahead <= upper.f64_up() + 1e-9, "{state} {arena:?}"),
                None => infinite += 1,
            }
            match lower.finite() {
                Some(lower) if lower.f64_down() <= ahead + 1e-3 => near += 1,
                Some(_) => {}
                None => assert!(ahead > 1.0, "{state} {arena:?}"),
            }
        }
    }
    assert!(infinite > 10 && near + infinite > all - all / 50, "{near} {infinite} {all}");
}
