//! Small random games: cycles, end components of either side and of both, ends, regions of value
//! 0, branches of probability 0.

use fastrand::Rng;
use foregone::{Arena, ArenaBuilder, Goal, Objective, Player, Players, Rational, Turn};

/// Most pairs of strategies in a random game: the oracle tries them all.
const MOST_PAIRS: u64 = 1_500;

/// A random game of at most `most` states with an objective.
pub fn game(rng: &mut Rng, most: usize) -> (Arena, Objective) {
    loop {
        let arena = arena(rng, most);
        let pairs = arena.ids().fold(1u64, |pairs, state| {
            pairs.saturating_mul(arena.choices_of(state).len().max(1) as u64)
        });
        if pairs <= MOST_PAIRS {
            let objective = objective(rng, &arena);
            return (arena, objective);
        }
    }
}

fn arena(rng: &mut Rng, most: usize) -> Arena {
    let states = rng.usize(2..=most);
    let ends = rng.usize(1..=2.min(states - 1));
    let most_choices = rng.usize(1..=3);
    let most_branches = rng.usize(1..=3);
    let mut builder = ArenaBuilder::new();
    for state in 0..states {
        if state >= states - ends {
            let payoff = Rational::from_parts(rng.u32(0..=4).into(), 4u8.into());
            builder.state(Turn::Over(payoff)).unwrap();
            continue;
        }
        builder.state(Turn::Player(Player(rng.u8(0..2)))).unwrap();
        for _ in 0..rng.usize(1..=most_choices) {
            choice(rng, &mut builder, states, most_branches);
        }
    }
    builder.finish().unwrap()
}

fn choice(rng: &mut Rng, builder: &mut ArenaBuilder, states: usize, most: usize) {
    let branches = rng.usize(1..=most);
    let mut weights: Vec<(u64, u32)> =
        (0..branches).map(|_| (rng.u64(0..=3), rng.u32(0..states as u32))).collect();
    weights[0].0 += 1;
    let sum = weights.iter().map(|branch| branch.0).sum();
    builder.choice(sum, &weights).unwrap();
}

/// A side for Max, and a payoff or targets.
pub fn objective(rng: &mut Rng, arena: &Arena) -> Objective {
    let max = match rng.u8(0..8) {
        0 => Players::ALL,
        1 => Players::NONE,
        _ => Players::one(Player(0)),
    };
    let goal = match rng.u8(0..3) {
        0 => Goal::Reach(arena.ids().map(|_| rng.u8(0..5) == 0).collect()),
        _ => Goal::Payoff,
    };
    Objective { max, goal }
}
