//! Avoid, until, their opposites, and what the graph alone tells.

use std::sync::Arc;

use fastrand::Rng;
use foregone::graph::winning;
use foregone::solve::{Options, solve};
use foregone::{Amount, Arena, Goal, Objective, Quiet, Rational, StateId};

use crate::{naive, random};

/// The chance of the event behind a goal that is not a payoff, both sides playing for `max`.
fn truth(arena: &Arena, objective: &Objective) -> Vec<Rational> {
    let (max, goal, not) = match &objective.goal {
        Goal::Not(goal) => (objective.max.others(), (**goal).clone(), true),
        goal => (objective.max, goal.clone(), false),
    };
    let (through, targets) = match goal {
        Goal::Reach(targets) => (vec![true; arena.states()], targets),
        Goal::Until { through, targets } => (through, targets),
        Goal::Payoff | Goal::Outcome(_) | Goal::Not(_) => panic!("no event"),
    };
    let ended = |s: StateId| targets[s.index()] || !through[s.index()] || arena.player(s).is_none();
    let values =
        naive::value(arena, max, &ended, &|_, _| Rational::ZERO, &|chain| chain.reach(&targets));
    let chance = |amount: &Amount| amount.finite().expect("a chance").clone();
    let of = |amount| if not { Rational::ONE - chance(amount) } else { chance(amount) };
    values.iter().map(of).collect()
}

/// One of the other objectives whose values are chances.
fn other_objective(rng: &mut Rng, arena: &Arena) -> Objective {
    let Objective { max, goal } = random::objective(rng, arena);
    let until = Goal::Until {
        through: arena.ids().map(|_| rng.u8(0..6) != 0).collect(),
        targets: arena.ids().map(|_| rng.u8(0..4) == 0).collect(),
    };
    let goal = match rng.u8(0..4) {
        0 => until,
        1 => until.complement(),
        _ => goal.complement(),
    };
    Objective { max, goal }
}

#[test]
fn other_objectives_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(11);
    let mut seen = 0;
    while seen < 3_000 {
        let (arena, _) = random::game(&mut rng, 6);
        let objective = other_objective(&mut rng, &arena);
        if objective == (Objective { goal: Goal::Payoff.complement(), ..objective.clone() }) {
            continue;
        }
        seen += 1;
        let arena = Arc::new(arena);
        let truth = truth(&arena, &objective);
        let graph = winning(&arena, &objective, false);
        for exact in [false, true] {
            let options = Options { exact, ..Options::default() };
            let checked =
                solve(Arc::clone(&arena), objective.clone(), &options, &Quiet).expect("solved");
            for (state, value) in arena.ids().zip(&truth) {
                let (lower, upper) = checked.solution().bounds.rational(state);
                let context = || format!("{state} {value} {lower} {upper} {arena:?} {objective:?}");
                assert!(lower <= *value && *value <= upper, "{}", context());
                assert!(&upper - &lower <= options.precision, "{}", context());
                assert!(!exact || lower == upper, "{}", context());
            }
        }
        for (state, value) in arena.ids().zip(&truth) {
            let (zero, one) = (value.is_zero(), *value == Rational::ONE);
            let found = [&graph.max_positive, &graph.max_certain, &graph.min_positive]
                .map(|region| region.contains(state));
            assert_eq!(found, [!zero, one, !one], "{state} {value} {arena:?} {objective:?}");
            assert_eq!(graph.min_certain.contains(state), zero, "{state} {value}");
        }
    }
}

#[test]
fn payoffs_by_graph_are_those_by_numbers() {
    let mut rng = Rng::with_seed(12);
    let exact = Options { exact: true, ..Options::default() };
    for _ in 0..3_000 {
        let (arena, objective) = random::game(&mut rng, 8);
        let arena = Arc::new(arena);
        for objective in [objective.clone(), objective.complement()] {
            let graph = winning(&arena, &objective, false);
            let checked = solve(Arc::clone(&arena), objective.clone(), &exact, &Quiet).unwrap();
            for state in arena.ids() {
                let (value, _) = checked.solution().bounds.rational(state);
                assert_eq!(graph.max_positive.contains(state), !value.is_zero());
                assert_eq!(graph.max_certain.contains(state), value == Rational::ONE);
                assert_eq!(graph.min_certain.contains(state), value.is_zero());
                assert_eq!(graph.min_positive.contains(state), value != Rational::ONE);
            }
        }
    }
}
