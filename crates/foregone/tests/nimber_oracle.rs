//! Nimbers against their definition: on acyclic arenas the least excluded number, on any arena the
//! outcome of play beside a heap of nim; and the judge against spoilt values.

use std::sync::Arc;

use fastrand::Rng;
use foregone::judge::nim::{Claim, LOOPY, Nimber, Nimbers, check};
use foregone::nimber::{nimbers, sum, verdict, winning_moves};
use foregone::solve::{Options, solve};
use foregone::{Arena, ArenaBuilder, Objective, Player, Quiet, Rational, StateId, Turn, Verdict};

/// Options of every state.
type Options2 = Vec<Vec<u32>>;

/// A random graph of options: acyclic if every option must be smaller.
fn graph(rng: &mut Rng, most: usize, acyclic: bool) -> Options2 {
    let states = rng.u32(1..=most as u32);
    let degree = rng.usize(1..=4);
    let options = |state: u32, rng: &mut Rng| {
        let below = if acyclic { state } else { states };
        let count = if below == 0 { 0 } else { rng.usize(0..=degree) };
        (0..count).map(|_| rng.u32(0..below)).collect()
    };
    (0..states).map(|state| options(state, rng)).collect()
}

fn arena(graph: &Options2) -> Arc<Arena> {
    let mut builder = ArenaBuilder::new();
    for options in graph {
        if options.is_empty() {
            builder.state(Turn::Over(Rational::ZERO)).unwrap();
            continue;
        }
        builder.state(Turn::Player(Player(0))).unwrap();
        options.iter().for_each(|&to| builder.choice(1, &[(1, to)]).unwrap());
    }
    Arc::new(builder.finish().unwrap())
}

/// Heaps beside which a state is tried.
const HEAPS: u32 = 5;

/// For each state and heap what the mover of the sum gets, by solving the sum.
fn sums(graph: &Options2) -> Vec<Verdict> {
    let states = graph.len() as u32;
    let place = |state: u32, heap: u32, who: u32| (heap * states + state) * 2 + who;
    let mut builder = ArenaBuilder::new();
    for (heap, state, who) in
        (0..HEAPS).flat_map(|heap| (0..states).flat_map(move |s| [0, 1].map(|who| (heap, s, who))))
    {
        let options = &graph[state as usize];
        if heap == 0 && options.is_empty() {
            builder.state(Turn::Over(Rational::from(who))).unwrap();
            continue;
        }
        builder.state(Turn::Player(Player(who as u8))).unwrap();
        let moves = options.iter().map(|&to| place(to, heap, 1 - who));
        let moves = moves.chain((0..heap).map(|left| place(state, left, 1 - who)));
        moves.for_each(|to| builder.choice(1, &[(1, to)]).unwrap());
    }
    let arena = Arc::new(builder.finish().unwrap());
    let checked = solve(arena, Objective::outcome(), &Options::default(), &Quiet).unwrap();
    let first = |(heap, state)| {
        checked.solution().bounds.grades(StateId(place(state, heap, 0))).unwrap().0.verdict()
    };
    (0..HEAPS).flat_map(|heap| (0..states).map(move |s| (heap, s))).map(first).collect()
}

fn claim(nimbers: &Nimbers, graph: &Options2) -> Vec<u32> {
    let value = |state| match nimbers.at(StateId(state)) {
        Nimber::Number(number) => number,
        Nimber::Loopy(_) => LOOPY,
    };
    (0..graph.len() as u32).map(value).collect()
}

#[test]
fn acyclic_arenas_have_the_least_excluded_numbers() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..5_000 {
        let graph = graph(&mut rng, 20, true);
        let mut expected: Vec<u32> = Vec::new();
        for options in &graph {
            let taken: Vec<u32> = options.iter().map(|&to| expected[to as usize]).collect();
            expected.push((0..).find(|number| !taken.contains(number)).unwrap());
        }
        let found = nimbers(arena(&graph)).unwrap();
        assert_eq!(claim(&found, &graph), expected, "{graph:?}");
    }
}

#[test]
fn values_tell_the_outcome_beside_every_heap() {
    let mut rng = Rng::with_seed(2);
    let mut seen = [0_u32; 3];
    for _ in 0..4_000 {
        let graph = graph(&mut rng, 8, false);
        let found = nimbers(arena(&graph)).unwrap();
        let expected = sums(&graph);
        for heap in 0..HEAPS {
            for state in 0..graph.len() as u32 {
                let value = sum(&[found.at(StateId(state)), Nimber::Number(heap)]);
                let outcome = verdict(&value);
                let expected = expected[heap as usize * graph.len() + state as usize];
                assert_eq!(outcome, expected, "{graph:?}, {state} beside {heap}");
                seen[outcome as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5_000), "{seen:?}");
}

#[test]
fn the_judge_refuses_false_nimbers() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..5_000 {
        let acyclic = rng.bool();
        let graph = graph(&mut rng, 8, acyclic);
        let arena = arena(&graph);
        let found = nimbers(Arc::clone(&arena)).unwrap();
        let mut value = claim(&found, &graph);
        let at = rng.usize(0..value.len());
        let other = [0, 1, 2, 3, LOOPY][rng.usize(0..5)];
        if value[at] == other {
            continue;
        }
        value[at] = other;
        // Values are unique, so no counter can make this true.
        for _ in 0..4 {
            let counter = graph.iter().map(|_| rng.u32(0..10)).collect();
            let spoilt = Claim { arena: Arc::clone(&arena), value: value.clone(), counter };
            assert!(check(spoilt).is_err(), "{graph:?} {value:?}");
        }
    }
}

#[test]
fn winning_moves_make_a_sum_of_nothing() {
    // Heaps of nim of 0 to 5 as one graph: the options of a heap are all smaller ones.
    let graph: Options2 = (0..6).map(|heap| (0..heap).collect()).collect();
    let found = nimbers(arena(&graph)).unwrap();
    let heaps = [3, 4, 5].map(StateId);
    assert_eq!(winning_moves(&found, &heaps), [(0, 1)]);
    assert_eq!(winning_moves(&found, &[1, 4, 5].map(StateId)), []);
}
