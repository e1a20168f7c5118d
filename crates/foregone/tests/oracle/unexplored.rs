//! States cut off by a limit: the bounds hold whatever lies behind them, and are the best that do.

use std::sync::Arc;

use fastrand::Rng;
use foregone::solve::{Options, solve};
use foregone::{
    Arena, ArenaBuilder, Checked, ChoiceId, Goal, Objective, Quiet, Rational, StateId, Stop, Turn,
};

use crate::random;

/// `arena` with some of its states unexplored, or over with a payoff instead.
fn cut(arena: &Arena, cut: &[bool], behind: Option<&Rational>) -> Arc<Arena> {
    let mut builder = ArenaBuilder::new();
    for state in arena.ids() {
        let payoff = arena.payoff(state).cloned();
        match (cut[state.index()], behind, payoff) {
            (true, None, _) => builder.unexplored().unwrap(),
            (true, Some(payoff), _) => builder.state(Turn::Over(payoff.clone())).unwrap(),
            (false, _, Some(payoff)) => builder.state(Turn::Over(payoff)).unwrap(),
            (false, _, None) => copy(arena, state, &mut builder),
        }
    }
    Arc::new(builder.finish().unwrap())
}

fn copy(arena: &Arena, state: StateId, builder: &mut ArenaBuilder) {
    builder.state(Turn::Player(arena.player(state).unwrap())).unwrap();
    for choice in arena.choices_of(state) {
        let choice = arena.choice(ChoiceId(choice));
        let weights = choice.distribution.numerators.iter().copied();
        let branches: Vec<_> = weights.zip(choice.targets.iter().copied()).collect();
        builder.choice(choice.distribution.denominator, &branches).unwrap();
    }
}

fn solved(arena: &Arc<Arena>, objective: &Objective, exact: bool) -> Checked {
    let options = Options { exact, ..Options::default() };
    solve(Arc::clone(arena), objective.clone(), &options, &Quiet).unwrap()
}

#[test]
fn bounds_are_the_values_for_the_worst_and_the_best_behind_the_limit() {
    let mut rng = Rng::with_seed(7);
    let tolerance = Rational::from_parts(1.into(), 1_000_000_000u64.into());
    for _ in 0..2_000 {
        let (arena, objective) = random::game(&mut rng, 8);
        let objective = Objective { goal: Goal::Payoff, ..objective };
        let gone: Vec<bool> = arena.ids().map(|_| rng.u8(0..4) == 0).collect();
        let open = cut(&arena, &gone, None);
        let worst = solved(&cut(&arena, &gone, Some(&Rational::ZERO)), &objective, true);
        let best = solved(&cut(&arena, &gone, Some(&Rational::ONE)), &objective, true);
        for exact in [false, true] {
            let checked = solved(&open, &objective, exact);
            assert_eq!(checked.solution().stopped, None::<Stop>);
            for state in arena.ids() {
                let (lower, upper) = checked.solution().bounds.rational(state);
                let (worst, _) = worst.solution().bounds.rational(state);
                let (best, _) = best.solution().bounds.rational(state);
                assert!(lower <= worst && &worst - &lower <= tolerance, "{lower} {worst}");
                assert!(best <= upper && &upper - &best <= tolerance, "{best} {upper}");
            }
        }
    }
}
