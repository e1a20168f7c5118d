//! Games made to mislead: slow chains, detours of equal value, end components.

use std::sync::Arc;

use foregone::solve::{Options, solve};
use foregone::{
    Arena, ArenaBuilder, Checked, NO_CHOICE, Objective, Player, Quiet, Rational, StateId, Turn,
};

const MAX: u8 = 0;
const MIN: u8 = 1;

/// A state for [`arena`]: over with a payoff in quarters, or a player and his choices, each a list
/// of weights and targets.
enum Spec {
    Over(u8),
    Of(u8, Vec<Vec<(u64, u32)>>),
}
use Spec::{Of, Over};

fn arena(states: &[Spec]) -> Arc<Arena> {
    let mut builder = ArenaBuilder::new();
    for state in states {
        match state {
            Over(quarters) => {
                let payoff = Rational::from_parts((*quarters).into(), 4u8.into());
                builder.state(Turn::Over(payoff)).unwrap();
            }
            Of(player, choices) => {
                builder.state(Turn::Player(Player(*player))).unwrap();
                for choice in choices {
                    let sum = choice.iter().map(|branch| branch.0).sum();
                    builder.choice(sum, choice).unwrap();
                }
            }
        }
    }
    Arc::new(builder.finish().unwrap())
}

fn value(arena: &Arc<Arena>, exact: bool) -> Checked {
    let options = Options { exact, ..Options::default() };
    solve(Arc::clone(arena), Objective::payoff(), &options, &Quiet).unwrap()
}

fn assert_value(arena: &Arc<Arena>, state: u32, numerator: u8, denominator: u8) {
    let truth = Rational::from_parts(numerator.into(), denominator.into());
    let state = StateId(state);
    let checked = value(arena, false);
    let (lower, upper) = checked.solution().bounds.rational(state);
    assert!(lower <= truth && truth <= upper, "{truth} not in [{lower}, {upper}]");
    assert!(&upper - &lower <= Options::default().precision, "[{lower}, {upper}]");
    assert_eq!(checked.solution().stopped, None);
    let (exact, same) = value(arena, true).solution().bounds.rational(state);
    assert_eq!((&exact, &same), (&truth, &truth));
}

/// From 0 to +1 or -1, then with probability 1/2 one further or back to 0; won at +n, lost at -n.
/// State `i` is +i, state `n + i` is -i.
fn slow_chain(n: u32) -> Arc<Arena> {
    let mut states = vec![Of(MAX, vec![vec![(1, 1), (1, n + 1)]])];
    for (player, start, payoff) in [(MAX, 0, 4), (MIN, n, 0)] {
        let step = |i| Of(player, vec![vec![(1, 0), (1, start + i + 1)]]);
        states.extend((1..n).map(step));
        states.push(Over(payoff));
    }
    arena(&states)
}

#[test]
fn slow_chains_take_the_numbers_they_need() {
    for n in [5, 10, 18, 40, 60, 100] {
        assert_value(&slow_chain(n), 0, 1, 2);
    }
}

#[test]
fn a_detour_of_equal_value_is_not_taken_for_ever() {
    let one =
        arena(&[Of(MAX, vec![vec![(1, 1)], vec![(1, 2)]]), Of(MAX, vec![vec![(1, 0)]]), Over(4)]);
    assert_value(&one, 0, 1, 1);
    let two = arena(&[
        Of(MAX, vec![vec![(1, 1)], vec![(1, 2), (1, 3)]]),
        Of(MAX, vec![vec![(1, 0)], vec![(1, 2), (1, 3)]]),
        Over(4),
        Over(0),
    ]);
    assert_value(&two, 0, 1, 2);
    assert_value(&two, 1, 1, 2);
}

#[test]
fn min_may_go_round_and_max_may_not_gain_by_it() {
    // Max at 0 takes 3/4 at once or goes to Min, who takes 1 or goes back.
    let game = arena(&[
        Of(MAX, vec![vec![(1, 1)], vec![(1, 2)]]),
        Of(MIN, vec![vec![(1, 0)], vec![(1, 3)]]),
        Over(3),
        Over(4),
    ]);
    assert_value(&game, 0, 3, 4);
    assert_value(&game, 1, 3, 4);
}

#[test]
fn a_reply_chosen_a_rounding_apart_is_mended() {
    // Min takes 1/2 or gives the move to Max, whose loop leads on to 1 with a tiny chance.
    let tiny = 1 << 53;
    let game = arena(&[
        Of(MIN, vec![vec![(1, 2)], vec![(1, 1)]]),
        Of(MAX, vec![vec![(1, 2)], vec![(1, 3), (tiny - 1, 0)]]),
        Over(2),
        Over(4),
    ]);
    assert_value(&game, 0, 1, 2);
}

#[test]
fn the_strategy_makes_progress_even_on_tiny_values() {
    // Max may give up, or go on to a payoff that is a trillion steps away.
    let tiny = 1 << 40;
    let game = arena(&[
        Of(MAX, vec![vec![(1, 1)], vec![(1, 3), (tiny - 1, 0), (tiny, 2)]]),
        Of(MAX, vec![vec![(1, 0)], vec![(1, 2)]]),
        Over(0),
        Over(4),
    ]);
    let checked = value(&game, false);
    assert_eq!(checked.solution().strategy, [1, 0, NO_CHOICE, NO_CHOICE]);
}
