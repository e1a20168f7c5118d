//! Random games with everything that files may hold.

use fastrand::Rng;
use foregone::format::Listing;
use foregone::format::listing::{Kind, Label, Moves, RewardList, Variable};
use foregone::format::solution::Column;
use foregone::{ArenaBuilder, Player, Rational, Turn, UBig};

/// A random game of this kind.
pub fn listing(kind: Kind, rng: &mut Rng) -> Listing {
    let states = rng.u32(1..12);
    let players = if kind == Kind::Smg { rng.u8(2..4) } else { 1 };
    let mut builder = ArenaBuilder::new();
    let mut names = Vec::new();
    for _ in 0..states {
        builder.state(Turn::Player(Player(rng.u8(0..players)))).unwrap();
        let choices = if kind == Kind::Dtmc { 1 } else { rng.usize(1..4) };
        for _ in 0..choices {
            builder.choice_exact(&choice(states, rng)).unwrap();
            names.push(["", "a", "b", "roll_it"][rng.usize(0..4)]);
        }
    }
    let arena = builder.finish().unwrap();
    let choices = arena.choices();
    let structures = rng.usize(0..3);
    Listing {
        kind,
        players: (1..=players)
            .filter(|_| kind == Kind::Smg)
            .map(|p| format!("player{p}"))
            .collect(),
        initial: some(states, rng),
        deadlocks: Vec::new(),
        labels: (0..rng.u8(0..3))
            .map(|at| Label { name: format!("l{at}"), states: some(states, rng) })
            .collect(),
        rewards: (0..structures).map(|at| rewards(at, states as usize, choices, rng)).collect(),
        variables: variables(states, rng),
        moves: Moves::new(names),
        arena: arena.into(),
    }
}

/// Different targets in ascending order, as files of the field have them.
fn choice(states: u32, rng: &mut Rng) -> Vec<(Rational, u32)> {
    let mut targets = some(states, rng);
    targets.truncate(4);
    let weights: Vec<u64> = targets.iter().map(|_| rng.u64(1..8)).collect();
    let scale = if rng.u8(0..20) == 0 { UBig::ONE << 80 } else { UBig::ONE };
    let sum: u64 = weights.iter().sum();
    let mut rest = Rational::ONE;
    let mut row: Vec<(Rational, u32)> = Vec::new();
    for (&weight, &to) in weights.iter().zip(&targets).skip(1) {
        let p = Rational::from_parts(weight.into(), UBig::from(sum) * &scale);
        rest -= &p;
        row.push((p, to));
    }
    row.insert(0, (rest, targets[0]));
    row
}

/// At least one state, in ascending order.
fn some(states: u32, rng: &mut Rng) -> Vec<u32> {
    let mut found: Vec<u32> = (0..states).filter(|_| rng.u8(0..3) == 0).collect();
    if found.is_empty() {
        found.push(rng.u32(0..states));
    }
    found
}

fn rewards(at: usize, states: usize, choices: usize, rng: &mut Rng) -> RewardList {
    let mut list = |count: usize| -> Vec<(u32, Rational)> {
        let chosen: Vec<u32> = (0..count as u32).filter(|_| rng.bool()).collect();
        let amount = |_: &u32| Rational::from_parts(rng.i64(1..50).into(), rng.u64(1..9).into());
        let amounts: Vec<Rational> = chosen.iter().map(amount).collect();
        chosen.into_iter().zip(amounts).collect()
    };
    RewardList { name: format!("r{at}"), states: list(states), choices: list(choices) }
}

fn variables(states: u32, rng: &mut Rng) -> Vec<Variable> {
    let named = |name: &str, values| Variable { name: name.into(), values };
    match rng.u8(0..3) {
        0 => Vec::new(),
        1 => vec![named("x", Column::Int((0..states).map(|_| rng.i64(-300..300)).collect()))],
        _ => vec![
            named("up", Column::Bool((0..states).map(|_| rng.bool()).collect())),
            named("n", Column::Int((0..states).map(i64::from).collect())),
            named("far", Column::Int((0..states).map(|_| rng.i64(i64::MIN..i64::MAX)).collect())),
        ],
    }
}
