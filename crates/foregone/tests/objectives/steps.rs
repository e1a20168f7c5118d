//! A fixed number of moves, against the definition in fractions.

use std::sync::Arc;

use fastrand::Rng;
use foregone::judge::Reason;
use foregone::judge::steps::{StepGoal, StepObjective, StepsError, judge_steps};
use foregone::solve::{Options, solve, solve_later, solve_steps};
use foregone::{
    Amount, Arena, Bounds, ChoiceId, Fixed64, Goal, Number, Objective, Quiet, Rational, Refusal,
    Rewards, StateId,
};

use crate::random;

/// The value by the definition: what can be had with so many moves to go, `passed` made.
fn truth(arena: &Arena, asked: &StepObjective, state: StateId, passed: u64, left: u64) -> Rational {
    let at = state.index();
    let over = arena.player(state).is_none();
    let one = |won: bool| if won { Rational::ONE } else { Rational::ZERO };
    match &asked.goal {
        StepGoal::Until { through, targets, from, .. } => {
            if targets[at] && passed >= *from {
                return Rational::ONE;
            }
            if !through[at] || left == 0 {
                return Rational::ZERO;
            }
            if over {
                return one(targets[at]);
            }
        }
        StepGoal::Collect { .. } if over || left == 0 => return Rational::ZERO,
        StepGoal::Stand { rewards, .. } if over || left == 0 => {
            return rewards.of_state(state).clone();
        }
        StepGoal::Collect { .. } | StepGoal::Stand { .. } => {}
    }
    let worth = |choice: u32| {
        let branches = arena.choice(ChoiceId(choice));
        let now = match &asked.goal {
            StepGoal::Collect { rewards, .. } => rewards.of_move(state, ChoiceId(choice)),
            _ => Rational::ZERO,
        };
        branches.targets.iter().enumerate().fold(now, |sum, (i, &t)| {
            let later = truth(arena, asked, StateId(t), passed + 1, left - 1);
            sum + branches.distribution.probability(i) * later
        })
    };
    let all = arena.choices_of(state).map(worth);
    let max = arena.player(state).is_some_and(|player| asked.max.contains(player));
    if max { all.max() } else { all.min() }.expect("a choice")
}

fn objective(rng: &mut Rng, arena: &Arena) -> StepObjective {
    let max = random::objective(rng, arena).max;
    let reward = |rng: &mut Rng| Rational::from_parts(rng.u32(0..=9).into(), rng.u8(1..=3).into());
    let states: Vec<Rational> = arena.ids().map(|_| reward(rng)).collect();
    let choices: Vec<Rational> = (0..arena.choices()).map(|_| reward(rng)).collect();
    let rewards = Rewards::new(arena, states, choices).unwrap();
    let moves = rng.u64(0..=4);
    let goal = match rng.u8(0..4) {
        0 => StepGoal::Collect { rewards, moves },
        1 => StepGoal::Stand { rewards, moves },
        _ => StepGoal::Until {
            through: arena.ids().map(|_| rng.u8(0..6) != 0).collect(),
            targets: arena.ids().map(|_| rng.u8(0..3) == 0).collect(),
            from: rng.u64(0..=moves),
            to: moves,
        },
    };
    StepObjective { max, goal }
}

#[test]
fn steps_agree_with_the_definition() {
    let mut rng = Rng::with_seed(31);
    for _ in 0..2_000 {
        let (arena, _) = random::game(&mut rng, 6);
        let asked = objective(&mut rng, &arena);
        let arena = Arc::new(arena);
        for exact in [false, true] {
            let options = Options { exact, ..Options::default() };
            let checked = solve_steps(Arc::clone(&arena), asked.clone(), &options, &Quiet).unwrap();
            for state in arena.ids() {
                let value = truth(&arena, &asked, state, 0, asked.goal.rounds());
                let (lower, upper) = checked.amounts().of(state);
                let (Amount::Finite(lower), Amount::Finite(upper)) = (lower, upper) else {
                    panic!("explored to the end")
                };
                let context = || format!("{state} {value} {lower} {upper} {arena:?} {asked:?}");
                assert!(lower <= value && value <= upper, "{}", context());
                assert!(&upper - &lower <= options.precision, "{}", context());
                assert!(!exact || lower == upper, "{}", context());
            }
        }
    }
}

/// Coming to a target after at least so many moves is a game in which the moves are counted.
#[test]
fn later_is_the_limit_of_longer_windows() {
    let mut rng = Rng::with_seed(32);
    let exact = Options { exact: true, ..Options::default() };
    for _ in 0..300 {
        let (arena, objective) = random::game(&mut rng, 5);
        let arena = Arc::new(arena);
        let targets: Vec<bool> = arena.ids().map(|_| rng.u8(0..3) == 0).collect();
        let through: Vec<bool> = arena.ids().map(|_| rng.u8(0..6) != 0).collect();
        let from = rng.u64(0..4);
        let goal = Goal::Until { through: through.clone(), targets: targets.clone() };
        let base = Objective { goal, ..objective.clone() };
        let base = solve(Arc::clone(&arena), base, &exact, &Quiet).unwrap();
        let later = solve_later(&base, from, &Quiet).unwrap();
        let window = |to: u64| {
            let goal = StepGoal::Until {
                through: through.clone(),
                targets: targets.clone(),
                from,
                to: from + to,
            };
            let asked = StepObjective { max: objective.max, goal };
            solve_steps(Arc::clone(&arena), asked, &Options::default(), &Quiet).unwrap()
        };
        let (short, long) = (window(2), window(5_000));
        for state in arena.ids() {
            let low =
                |checked: &foregone::judge::steps::CheckedSteps| checked.amounts().doubles(state).0;
            let value = low(&later);
            assert!(low(&short) <= value + 1e-12);
            assert!((low(&long) - value).abs() < 1e-6, "{state} {value} {}", low(&long));
        }
    }
}

/// Rounds are made again, and whoever claims more than they give is refused; less is true as well.
#[test]
fn claims_are_judged_by_making_the_rounds_again() {
    let mut rng = Rng::with_seed(33);
    let mut refused = 0;
    for number in 0..200 {
        let (arena, objective) = random::game(&mut rng, 5);
        let arena = Arc::new(arena);
        let targets: Vec<bool> = arena.ids().map(|_| rng.u8(0..3) == 0).collect();
        let checked = if number % 2 == 0 {
            let goal = StepGoal::Until {
                through: vec![true; arena.states()],
                targets,
                from: rng.u64(0..2),
                to: rng.u64(2..9),
            };
            let asked = StepObjective { max: objective.max, goal };
            solve_steps(Arc::clone(&arena), asked, &Options::default(), &Quiet).unwrap()
        } else {
            let base = Objective { goal: Goal::Reach(targets), ..objective };
            let base = solve(Arc::clone(&arena), base, &Options::default(), &Quiet).unwrap();
            solve_later(&base, rng.u64(0..4), &Quiet).unwrap()
        };
        let claim = checked.into_claim();
        judge_steps(claim.clone(), &Quiet).unwrap();
        let at = rng.usize(0..arena.states());
        let mut wider = claim.clone();
        let Bounds::Fixed64(all) = &mut wider.amounts.bounds else { continue };
        (all.lower[at], all.upper[at]) = (Fixed64::zero(), Fixed64::one());
        judge_steps(wider, &Quiet).unwrap();
        let mut spoilt = claim.clone();
        let Bounds::Fixed64(all) = &mut spoilt.amounts.bounds else { continue };
        if all.upper[at] > Fixed64::zero() {
            all.upper[at] = Fixed64(all.upper[at].0 - 1);
            let state = Some(StateId(at as u32));
            let error = judge_steps(spoilt, &Quiet).unwrap_err();
            assert_eq!(error, StepsError::Refused(Refusal { state, reason: Reason::Upper }));
            refused += 1;
        }
        let mut short = claim;
        short.first.pop();
        assert!(judge_steps(short, &Quiet).is_err());
    }
    assert!(refused > 50, "{refused}");
}
