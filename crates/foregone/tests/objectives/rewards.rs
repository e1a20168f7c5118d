//! What is collected until a target, both conventions, both sides.

use std::sync::Arc;

use fastrand::Rng;
use foregone::judge::reward::{CheckedReward, Missed, RewardObjective, judge_reward};
use foregone::solve::{Options, solve_reward};
use foregone::{
    Amount, Arena, ArenaBuilder, Bounds, ChoiceId, Player, Quiet, Rational, Rewards, StateId, Turn,
};

use crate::{naive, random};

fn objective(rng: &mut Rng, arena: &Arena) -> RewardObjective {
    let max = random::objective(rng, arena).max;
    let rare = rng.u8(1..=4);
    let reward = |rng: &mut Rng| match rng.u8(0..8) < rare {
        true => Rational::from_parts(rng.u32(1..=30).into(), rng.u8(1..=7).into()),
        false => Rational::ZERO,
    };
    let states: Vec<Rational> = arena.ids().map(|_| reward(rng)).collect();
    let choices: Vec<Rational> = (0..arena.choices()).map(|_| reward(rng)).collect();
    let rewards = match rng.u8(0..6) {
        0 => Rewards::moves(arena),
        _ => Rewards::new(arena, states, choices).expect("as many as there must be"),
    };
    let missed = if rng.bool() { Missed::Infinite } else { Missed::Collected };
    let over = |state| arena.player(state).is_none();
    let rare = rng.u8(2..10);
    let targets =
        arena.ids().map(|state| rng.u8(0..10) < if over(state) { rare } else { 1 }).collect();
    RewardObjective { max, rewards, targets, missed }
}

fn truth(arena: &Arena, objective: &RewardObjective) -> Vec<Amount> {
    let ended = |state: StateId| objective.is_ended(arena, state);
    let gain = |state: StateId, choice: ChoiceId| objective.rewards.of_move(state, choice);
    naive::value(arena, objective.max, &ended, &gain, &|chain| match objective.missed {
        Missed::Infinite => chain.until(&objective.targets),
        Missed::Collected => chain.total(),
    })
}

fn compare(truth: &[Amount], checked: &CheckedReward, exact: bool, precision: &Rational) {
    let context = |state| format!("{state} {truth:?} {checked:?}");
    for (state, value) in checked.arena().ids().zip(truth) {
        let (lower, upper) = checked.solution().amounts.of(state);
        assert!(lower <= *value && *value <= upper, "{}", context(state));
        match (lower, upper) {
            (Amount::Finite(lower), Amount::Finite(upper)) => {
                assert!(&upper - &lower <= *precision, "{}", context(state));
                assert!(!exact || lower == upper, "{}", context(state));
            }
            (lower, upper) => assert_eq!(lower, upper, "{}", context(state)),
        }
    }
    assert_eq!(checked.solution().stopped, None);
}

#[test]
fn rewards_agree_with_the_oracle() {
    let fine = agree(21, 10_000, 6);
    assert!(fine > 9_900, "{fine} of 10,000 in 128 bits");
}

/// More of it, for changes to the solver or the judge.
#[test]
#[ignore = "ten times as long as the one above"]
fn many_rewards_agree_with_the_oracle() {
    agree(24, 40_000, 8);
    println!("| rewards against the oracle | 40,000 games to 8 states |");
}

/// In fractions, and in fixed point by every method, to the usual width and to one for which 64 bits
/// do not suffice. Returns how often 128 bits did where fractions might have followed.
fn agree(seed: u64, games: usize, most: usize) -> usize {
    let mut rng = Rng::with_seed(seed);
    let usual = Options::default();
    let fine = Rational::from_parts(1.into(), foregone::UBig::from(10u8).pow(24));
    let sweeps = Some("interval-iteration".into());
    let all = [
        Options { exact: true, ..usual.clone() },
        usual.clone(),
        Options { precision: fine.clone(), ..usual.clone() },
        Options { method: sweeps.clone(), ..usual.clone() },
        Options { precision: fine, method: sweeps, ..usual },
    ];
    let mut in_128_bits = 0;
    for game in 0..games {
        let (arena, _) = random::game(&mut rng, most);
        let objective = objective(&mut rng, &arena);
        let truth = truth(&arena, &objective);
        let arena = Arc::new(arena);
        for (number, options) in all.iter().enumerate() {
            let checked = solve_reward(Arc::clone(&arena), objective.clone(), options, &Quiet);
            let checked = checked.unwrap_or_else(|e| {
                panic!("{game} {number} {e} {arena:?} {objective:?} {truth:?}")
            });
            compare(&truth, &checked, options.exact, &options.precision);
            let long = matches!(checked.solution().amounts.bounds, Bounds::Fixed128(_));
            in_128_bits += usize::from(number == 2 && long);
        }
    }
    in_128_bits
}

#[test]
fn spoilt_reward_certificates_are_refused_or_still_true() {
    let mut rng = Rng::with_seed(22);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..1_500 {
        let (arena, _) = random::game(&mut rng, 6);
        let objective = objective(&mut rng, &arena);
        let truth = truth(&arena, &objective);
        let arena = Arc::new(arena);
        let options = Options { exact: rng.bool(), ..Options::default() };
        let right = solve_reward(arena, objective, &options, &Quiet).unwrap().into_claim();
        for _ in 0..10 {
            let mut claim = right.clone();
            spoil(&mut rng, &mut claim.solution);
            match judge_reward(claim) {
                Err(_) => refused += 1,
                Ok(checked) => {
                    accepted += 1;
                    for (state, value) in checked.arena().ids().zip(&truth) {
                        let (lower, upper) = checked.solution().amounts.of(state);
                        assert!(
                            lower <= *value && *value <= upper,
                            "{state} {truth:?} {checked:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(refused > 4_000 && accepted > 1_000, "{refused} refused, {accepted} accepted");
}

fn spoil(rng: &mut Rng, solution: &mut foregone::judge::reward::RewardSolution) {
    use foregone::Fixed64;
    let at = rng.usize(0..solution.strategy.len());
    match rng.u8(0..9) {
        0 => solution.strategy[at] = rng.u32(0..3),
        1 => solution.lower_rank[at] = rng.u32(0..12),
        2 => solution.upper_rank[at] = rng.u32(0..12),
        3 => solution.amounts.lower_infinite[at] ^= true,
        4 => solution.amounts.upper_infinite[at] ^= true,
        5 => solution.lower_rank.iter_mut().for_each(|rank| *rank = rng.u32(0..6)),
        6 => solution.amounts.scale += 1,
        side => {
            let part = Rational::from_parts(rng.u32(0..=16).into(), 16u8.into());
            match &mut solution.amounts.bounds {
                Bounds::Fixed64(all) => {
                    let number = match rng.bool() {
                        true => rng.u64(0..=Fixed64::ONE.0),
                        false => all.lower[at].0.wrapping_add(rng.u64(0..4000)).wrapping_sub(2000),
                    };
                    let values = if side == 7 { &mut all.lower } else { &mut all.upper };
                    values[at] = Fixed64(number);
                }
                Bounds::Exact(all) => {
                    let values = if side == 7 { &mut all.lower } else { &mut all.upper };
                    values[at] = part;
                }
                _ => {}
            }
        }
    }
}

/// What stands in place of the states that are cut off.
#[derive(Clone, Copy)]
enum Behind {
    Unexplored,
    Target,
    Endless,
}

fn cut(
    arena: &Arena,
    asked: &RewardObjective,
    gone: &[bool],
    behind: Behind,
) -> (Arc<Arena>, RewardObjective) {
    let mut builder = ArenaBuilder::new();
    let mut choices = Vec::new();
    let mut targets = asked.targets.clone();
    for state in arena.ids() {
        if !gone[state.index()] {
            builder.state(arena.turn(state).unwrap()).unwrap();
            for choice in arena.choices_of(state) {
                let branches = arena.choice(ChoiceId(choice));
                let weights = branches.distribution.numerators.iter().copied();
                let weights: Vec<_> = weights.zip(branches.targets.iter().copied()).collect();
                builder.choice(branches.distribution.denominator, &weights).unwrap();
                choices.push(asked.rewards.of_choice(ChoiceId(choice)).clone());
            }
            continue;
        }
        targets[state.index()] = matches!(behind, Behind::Target);
        match behind {
            Behind::Unexplored => builder.unexplored().unwrap(),
            Behind::Target => builder.state(Turn::Over(Rational::ZERO)).unwrap(),
            Behind::Endless => {
                builder.state(Turn::Player(Player(0))).unwrap();
                builder.choice(1, &[(1, state.0)]).unwrap();
                choices.push(Rational::ONE);
            }
        }
    }
    let arena = builder.finish().unwrap();
    let states = arena.ids().map(|state| asked.rewards.of_state(state).clone());
    let rewards = Rewards::new(&arena, states, choices).unwrap();
    (Arc::new(arena), RewardObjective { rewards, targets, ..asked.clone() })
}

#[test]
fn reward_bounds_hold_whatever_lies_behind_a_limit() {
    let mut rng = Rng::with_seed(23);
    for _ in 0..1_500 {
        let (arena, _) = random::game(&mut rng, 7);
        let asked = objective(&mut rng, &arena);
        let gone: Vec<bool> = arena.ids().map(|_| rng.u8(0..5) == 0).collect();
        let options = Options { exact: rng.bool(), ..Options::default() };
        let solved = |behind, options: &Options| {
            let (arena, asked) = cut(&arena, &asked, &gone, behind);
            solve_reward(arena, asked, options, &Quiet).unwrap()
        };
        let exact = Options { exact: true, ..Options::default() };
        let least = solved(Behind::Target, &exact);
        let most = solved(Behind::Endless, &exact);
        let checked = solved(Behind::Unexplored, &options);
        let near = |a: &Amount, b: &Amount| match (a, b) {
            (Amount::Finite(a), Amount::Finite(b)) => b - a <= options.precision,
            (a, b) => a == b,
        };
        for state in arena.ids() {
            let (lower, upper) = checked.solution().amounts.of(state);
            let (least, most) =
                (least.solution().amounts.of(state).0, most.solution().amounts.of(state).0);
            assert!(lower <= least && near(&lower, &least), "{state} {lower} {least}");
            assert!(most <= upper && near(&most, &upper), "{state} {upper} {most}");
        }
    }
}
