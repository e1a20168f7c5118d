//! A run over a whole arena that was interrupted goes on from what it left, to the same solution.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fastrand::Rng;
use foregone::judge::reward::{Missed, RewardObjective};
use foregone::solve::{Options, SolveError, solve, solve_reward};
use foregone::{
    Arena, ArenaBuilder, Objective, Player, Players, Quiet, Rational, Rewards, Stop, Turn, Watch,
};

/// Ends the work once it could be left for the `patience`-th time.
struct Interrupted {
    patience: usize,
    leaves: AtomicUsize,
    earlier: Option<Vec<u8>>,
    kept: Mutex<Option<Vec<u8>>>,
}

impl Interrupted {
    fn new(patience: usize, earlier: Option<Vec<u8>>) -> Self {
        Self { patience, leaves: AtomicUsize::new(0), earlier, kept: Mutex::new(None) }
    }
}

impl Watch for Interrupted {
    fn stop(&self) -> bool {
        self.leaves.load(Ordering::Relaxed) >= self.patience
    }

    fn leave(&self, state: &dyn Fn() -> Vec<u8>) {
        self.leaves.fetch_add(1, Ordering::Relaxed);
        *self.kept.lock().unwrap() = Some(state());
    }

    fn left(&self) -> Option<Vec<u8>> {
        self.earlier.clone()
    }
}

/// `parts` walks of so many places, one after the other: up or down, the players in turn choosing how
/// likely, with a way to lose in the middle of each.
fn walks(rng: &mut Rng, parts: u32, places: u32) -> Arc<Arena> {
    let (win, lose) = (parts * places, parts * places + 1);
    let mut builder = ArenaBuilder::new();
    for state in 0..win {
        builder.state(Turn::Player(Player(rng.u8(0..2)))).unwrap();
        let down = if state % places == 0 { state } else { state - 1 };
        for _ in 0..2 {
            let (up, stay) = (rng.u64(3..6), rng.u64(1..3));
            let other = if state % places == places / 2 { lose } else { down };
            let branches = [(up, state + 1), (2, down), (stay, state), (1, other)];
            builder.choice(up + stay + 3, &branches).unwrap();
        }
    }
    builder.state(Turn::Over(Rational::ONE)).unwrap();
    builder.state(Turn::Over(Rational::ZERO)).unwrap();
    Arc::new(builder.finish().unwrap())
}

/// Runs again and again from what the run before left, until one comes to its end; how many it took.
fn in_turns<T>(
    patience: usize,
    run: impl Fn(&dyn Watch) -> T,
    stopped: impl Fn(&T) -> bool,
) -> (T, usize) {
    let mut left = None;
    for turn in 1..500 {
        let watch = Interrupted::new(patience, left.take());
        let found = run(&watch);
        if !stopped(&found) {
            return (found, turn);
        }
        left = watch.kept.into_inner().unwrap();
    }
    panic!("it comes to no end");
}

#[test]
fn an_interrupted_run_comes_to_the_bits_of_a_whole_one() {
    let mut rng = Rng::with_seed(8);
    let sweeps = Some("interval-iteration".to_owned());
    // The walks of 240 places are so slow that systems are solved instead of sweeps.
    let slow = (sweeps.clone(), false, 2, 60);
    let methods = [(sweeps, false, 4, 3), slow, (None, true, 3, 20)];
    for (method, exact, parts, places) in methods {
        let arena = walks(&mut rng, parts, places * 4);
        let options = Options { method, exact, ..Options::default() };
        let run = |watch: &dyn Watch| {
            let asked = Objective::payoff();
            solve(Arc::clone(&arena), asked, &options, watch).unwrap().into_claim().solution
        };
        let whole = run(&Quiet);
        let (found, turns) = in_turns(3, run, |found| found.stopped == Some(Stop::Asked));
        assert!(turns > 1, "{turns} turns");
        assert_eq!(format!("{found:?}"), format!("{whole:?}"));
    }
}

#[test]
fn an_interrupted_run_for_rewards_ends_in_narrow_bounds() {
    let arena = walks(&mut Rng::with_seed(9), 3, 60);
    let rewards = Rewards::moves(&arena);
    let targets = arena.ids().map(|state| arena.player(state).is_none()).collect::<Vec<_>>();
    let options = Options { method: Some("interval-iteration".into()), ..Options::default() };
    for missed in [Missed::Infinite, Missed::Collected] {
        let (max, rewards, targets) = (Players::one(Player(0)), rewards.clone(), targets.clone());
        let asked = RewardObjective { max, rewards, targets, missed };
        let run = |watch: &dyn Watch| {
            solve_reward(Arc::clone(&arena), asked.clone(), &options, watch).unwrap()
        };
        let whole = run(&Quiet);
        let stopped = |found: &foregone::judge::reward::CheckedReward| {
            found.solution().stopped == Some(Stop::Asked)
        };
        let (found, turns) = in_turns(3, run, stopped);
        assert!(turns > 1, "{turns} turns");
        assert_eq!(found.solution().stopped, None);
        for state in arena.ids() {
            let bounds = [&whole, &found].map(|one| one.solution().amounts.of(state));
            assert!(bounds[0].0 <= bounds[1].1 && bounds[1].0 <= bounds[0].1, "{state}");
        }
    }
}

#[test]
fn what_was_left_is_taken_up_unchanged_and_by_the_same_question() {
    let arena = walks(&mut Rng::with_seed(10), 3, 12);
    let options = Options { method: Some("interval-iteration".into()), ..Options::default() };
    let run = |options: &Options, watch: &dyn Watch| {
        solve(Arc::clone(&arena), Objective::payoff(), options, watch)
    };
    let first = Interrupted::new(3, None);
    run(&options, &first).unwrap();
    let left = first.kept.into_inner().unwrap().unwrap();
    for at in [0, left.len() / 2, left.len() - 1] {
        let mut spoilt = left.clone();
        spoilt[at] ^= 1;
        let again = run(&options, &Interrupted::new(usize::MAX, Some(spoilt)));
        assert_eq!(again.err(), Some(SolveError::Damaged));
    }
    let other = Options { precision: Rational::from_parts(1.into(), 1_000u16.into()), ..options };
    let whole = run(&other, &Quiet).unwrap();
    let found = run(&other, &Interrupted::new(usize::MAX, Some(left))).unwrap();
    assert_eq!(format!("{:?}", found.solution()), format!("{:?}", whole.solution()));
}
