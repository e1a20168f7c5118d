//! Spoilt certificates: whatever breaks an inequality is refused with the state named, whatever is
//! accepted still holds the truth.

use std::sync::Arc;

use fastrand::Rng;
use foregone::judge::judge;
use foregone::solve::{Options, solve};
use foregone::{
    Arena, Bounds, ChoiceId, Claim, Fixed64, Number, Objective, Quiet, Rational, Solution, StateId,
};

use crate::random;

/// Spoils one number, strategy entry, rank or length.
fn spoil(rng: &mut Rng, solution: &mut Solution) {
    let at = rng.usize(0..solution.strategy.len());
    let Bounds::Fixed64(bounds) = &mut solution.bounds else { panic!("64 bits suffice here") };
    let number = match rng.u8(0..4) {
        0 => rng.u64(..),
        1 => rng.u64(0..=Fixed64::ONE.0),
        2 => bounds.lower[at].0.wrapping_add(rng.u64(0..200)),
        _ => bounds.upper[at].0.wrapping_sub(rng.u64(0..200)),
    };
    match rng.u8(0..6) {
        0 => bounds.lower[at] = Fixed64(number),
        1 => bounds.upper[at] = Fixed64(number),
        2 => solution.strategy[at] = rng.u32(0..4),
        3 => solution.rank[at] = rng.u32(0..20),
        4 => solution.rank.iter_mut().for_each(|rank| *rank = rng.u32(0..20)),
        _ => match rng.u8(0..4) {
            0 => _ = bounds.lower.pop(),
            1 => bounds.upper.push(Fixed64(0)),
            2 => _ = solution.strategy.pop(),
            _ => solution.rank.push(0),
        },
    }
}

/// The judge's conditions once more, in rationals and by other means: the first state that fails.
fn flawed(arena: &Arena, objective: &Objective, solution: &Solution) -> Option<Option<StateId>> {
    let Bounds::Fixed64(bounds) = &solution.bounds else { unreachable!() };
    let n = arena.states();
    let lengths = [bounds.lower.len(), bounds.upper.len()];
    if lengths != [n; 2] || solution.strategy.len() != n || solution.rank.len() != n {
        return Some(None);
    }
    let lower: Vec<Rational> = bounds.lower.iter().map(Number::to_rational).collect();
    let upper: Vec<Rational> = bounds.upper.iter().map(Number::to_rational).collect();
    let outside = |state: &StateId| {
        lower[state.index()] > Rational::ONE || upper[state.index()] > Rational::ONE
    };
    if let Some(state) = arena.ids().find(outside) {
        return Some(Some(state));
    }
    let fine = |state: StateId| {
        let i = state.index();
        if let Some(payoff) = objective.ending(arena, state) {
            return lower[i] <= *payoff && *payoff <= upper[i];
        }
        let all: Vec<u32> = arena.choices_of(state).collect();
        let Some(&chosen) = all.get(solution.strategy[i] as usize) else { return false };
        let max = objective.is_max(arena, state);
        all.iter().all(|&choice| {
            let branches = arena.choice(ChoiceId(choice));
            let mean = |values: &[Rational]| {
                let terms = branches.targets.iter().enumerate();
                let terms =
                    terms.map(|(b, &t)| branches.distribution.probability(b) * &values[t as usize]);
                terms.fold(Rational::ZERO, |sum, term| sum + term)
            };
            let rises = |&t: &u32| {
                let t = StateId(t);
                objective.ending(arena, t).is_some()
                    || lower[t.index()].is_zero()
                    || solution.rank[t.index()] < solution.rank[i]
            };
            let above = !(max || choice == chosen) || mean(&upper) <= upper[i];
            let below = (max && choice != chosen)
                || (mean(&lower) >= lower[i]
                    && (lower[i].is_zero() || branches.targets.iter().any(rises)));
            above && below
        })
    };
    arena.ids().find(|&state| !fine(state)).map(Some)
}

fn holds(truth: &Solution, bounds: &Bounds, states: impl Iterator<Item = StateId>) -> bool {
    let mut states = states;
    states.all(|state| {
        let (value, _) = truth.bounds.rational(state);
        let (lower, upper) = bounds.rational(state);
        lower <= value && value <= upper
    })
}

#[test]
fn spoilt_certificates_are_refused_or_still_true() {
    let mut rng = Rng::with_seed(3);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..3_000 {
        let (arena, objective) = random::game(&mut rng, 8);
        let arena = Arc::new(arena);
        let exact = Options { exact: true, ..Options::default() };
        let truth = solve(Arc::clone(&arena), objective.clone(), &exact, &Quiet).unwrap();
        let right = solve(Arc::clone(&arena), objective.clone(), &Options::default(), &Quiet);
        let right = right.unwrap().into_claim();
        for _ in 0..10 {
            let mut solution = right.solution.clone();
            spoil(&mut rng, &mut solution);
            let flaw = flawed(&arena, &objective, &solution);
            let claim = Claim { solution, ..right.clone() };
            match judge(claim) {
                Err(refusal) => {
                    refused += 1;
                    assert_eq!(flaw, Some(refusal.state), "{refusal}");
                }
                Ok(checked) => {
                    accepted += 1;
                    assert_eq!(flaw, None);
                    let bounds = &checked.solution().bounds;
                    assert!(holds(truth.solution(), bounds, arena.ids()));
                }
            }
        }
    }
    assert!(refused > 5_000 && accepted > 1_000, "{refused} refused, {accepted} accepted");
}
