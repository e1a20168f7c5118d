//! Several threads explore a large game: the arena, the errors and the limits are those of one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{ThreadId, available_parallelism, current};

use foregone_core::explore::{ExploreError, explore, explore_slice};
use foregone_core::game::{player, won};
use foregone_core::{
    Arena, ChoiceId, Choices, Explored, Game, Limits, Quiet, Rational, StateId, Stop, Turn, Watch,
};

/// What is wrong with a place.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    Nothing,
    Stuck,
    Panic,
}

/// Places in a circle, from each of which jumps lead far away.
struct Jumps {
    places: u64,
    stride: u64,
    dense: bool,
    fault: Fault,
    from: u64,
    askers: Mutex<Vec<ThreadId>>,
}

impl Jumps {
    fn new(places: u64, stride: u64, dense: bool) -> Self {
        let askers = Mutex::default();
        Self { places, stride, dense, fault: Fault::Nothing, from: u64::MAX, askers }
    }

    fn faulty(fault: Fault) -> Self {
        Self { fault, from: 30_000, ..Self::new(60_000, 2, true) }
    }
}

impl Game for Jumps {
    type State = u64;

    fn starts(&self) -> Vec<u64> {
        vec![1]
    }

    fn turn(&self, &place: &u64) -> Turn {
        if place % 50 == 49 { won(place % 3 == 0) } else { player((place % 2) as u8) }
    }

    fn choices(&self, &place: &u64, out: &mut Choices<u64>) {
        let mut askers = self.askers.lock().unwrap();
        if askers.last() != Some(&current().id()) {
            askers.push(current().id());
        }
        drop(askers);
        if place >= self.from {
            assert!(self.fault != Fault::Panic, "nobody knows what happens at {place}");
            return;
        }
        let jump = |by: u64| (place * self.stride + by) % self.places;
        out.choice(3);
        out.branch(1, jump(0));
        out.branch(2, jump(1));
        out.certain(jump(place % 5));
        if place.is_multiple_of(7) {
            out.choice_exact();
            let part = |n: u64, of: u64| Rational::from_parts(n.into(), of.into());
            out.branch_exact(part(1, 3), jump(2));
            out.branch_exact(part(2, 3), jump(11));
        }
    }

    fn dense_len(&self) -> Option<u64> {
        self.dense.then_some(self.places)
    }

    fn index(&self, &place: &u64) -> u64 {
        place
    }

    fn show(&self, place: &u64) -> String {
        format!("place {place}")
    }
}

type Found = Result<Explored<u64>, ExploreError>;

/// On this thread alone.
fn alone(game: &Jumps, limits: &Limits, watch: &dyn Watch) -> Found {
    explore_slice(game, &game.starts(), |_| true, &[], 60_000, limits, watch)
}

fn together(game: &Jumps, limits: &Limits, watch: &dyn Watch) -> Found {
    explore(game, &game.starts(), limits, watch)
}

fn choices(arena: &Arena, state: StateId) -> Vec<(&[u32], Vec<f64>)> {
    let choices = arena.choices_of(state).map(|choice| arena.choice(ChoiceId(choice)));
    choices.map(|choice| (choice.targets, choice.distribution.floats.to_vec())).collect()
}

fn compare(found: &Explored<u64>, other: &Explored<u64>) {
    assert!(found.positions.all() == other.positions.all());
    assert_eq!((&found.starts, &found.stopped), (&other.starts, &other.stopped));
    for state in found.arena.ids() {
        assert_eq!(found.arena.player(state), other.arena.player(state));
        assert_eq!(found.arena.payoff(state), other.arena.payoff(state));
        assert_eq!(found.arena.is_unexplored(state), other.arena.is_unexplored(state));
        assert_eq!(choices(&found.arena, state), choices(&other.arena, state), "{state:?}");
    }
}

#[test]
fn other_threads_change_nothing() {
    let all = Limits::default();
    let limited = |states| Limits { states, ..all };
    let mut helped = false;
    for limits in [all, limited(10_000), limited(33_333)] {
        for (stride, dense) in [(2, true), (2, false), (3, true), (5, false), (17, true)] {
            let game = Jumps::new(60_000, stride, dense);
            let other = alone(&game, &limits, &Quiet).unwrap();
            assert!(other.arena.states() > 9_000, "{}", other.arena.states());
            game.askers.lock().unwrap().clear();
            compare(&together(&game, &limits, &Quiet).unwrap(), &other);
            helped |= game.askers.lock().unwrap().iter().any(|&asker| asker != current().id());
        }
    }
    assert_eq!(helped, available_parallelism().is_ok_and(|cores| cores.get() > 1));
}

#[test]
fn a_limit_of_memory_cuts_at_the_same_state() {
    let limits = Limits { bytes: 2_000_000, ..Limits::default() };
    let game = Jumps::new(60_000, 2, true);
    let found = together(&game, &limits, &Quiet).unwrap();
    assert_eq!(found.stopped, Some(Stop::Memory(2_000_000)));
    let expanded = found.arena.states() - found.arena.unexplored();
    assert_eq!(expanded % 1024, 1, "the state after which it was looked");
    compare(&found, &together(&game, &limits, &Quiet).unwrap());
}

/// Asks to stop when it has been asked so often.
struct Patience(AtomicUsize);

impl Watch for Patience {
    fn stop(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

#[test]
fn stopping_half_way_leaves_the_same_arena() {
    for patience in [1, 9, 20] {
        let (game, limits) = (Jumps::new(60_000, 2, true), Limits::default());
        let watch = || Patience(AtomicUsize::new(patience));
        let found = together(&game, &limits, &watch()).unwrap();
        assert_eq!(found.stopped, Some(Stop::Asked));
        compare(&found, &alone(&game, &limits, &watch()).unwrap());
    }
}

#[test]
fn the_first_mistake_is_named() {
    let game = Jumps::faulty(Fault::Stuck);
    let found = together(&game, &Limits::default(), &Quiet).unwrap_err();
    assert_eq!(found, alone(&game, &Limits::default(), &Quiet).unwrap_err());
    let limits = Limits { states: 20_000, ..Limits::default() };
    let (found, other) = (together(&game, &limits, &Quiet), alone(&game, &limits, &Quiet));
    compare(&found.unwrap(), &other.unwrap());
}

#[test]
fn a_panic_of_the_rules_comes_when_its_turn_comes() {
    let game = Jumps::faulty(Fault::Panic);
    let message = |explored: &dyn Fn() -> Found| {
        let payload = catch_unwind(AssertUnwindSafe(explored)).unwrap_err();
        payload.downcast_ref::<String>().unwrap().clone()
    };
    let found = message(&|| together(&game, &Limits::default(), &Quiet));
    assert_eq!(found, message(&|| alone(&game, &Limits::default(), &Quiet)));
    let limits = Limits { states: 20_000, ..Limits::default() };
    let (found, other) = (together(&game, &limits, &Quiet), alone(&game, &limits, &Quiet));
    compare(&found.unwrap(), &other.unwrap());
}

#[test]
fn a_choice_without_branches_is_refused() {
    for denominator in [0, 1] {
        let mut builder = foregone_core::ArenaBuilder::new();
        builder.state(Turn::Player(foregone_core::Player(0))).unwrap();
        let error = builder.weighted(denominator, &[], &[]).unwrap_err();
        assert!(matches!(error.flaw, foregone_core::arena::Flaw::Sum { choice: 0, .. }), "{error}");
    }
}
