//! Games solved level by level against the whole arena: the same values, whatever the number of
//! threads, seats swapped or not.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fastrand::Rng;
use foregone::explore::explore;
use foregone::games::pig::{Pig, Position};
use foregone::judge::slice::Known;
use foregone::levels::{self, LevelError};
use foregone::solve::{Options, solve};
use foregone::{
    Choices, Game, Limits, Number, Objective, Player, Quiet, Rational, Stop, Turn, Watch,
};

/// A place's level and its choices: weights, places, and whether the turn passes.
type Place = (u64, Vec<Vec<(u64, usize, bool)>>);

/// A random game in which each choice leads to the same level or to a later one, and whose players
/// may swap seats: at place `p` with `who` to move.
struct Steps {
    places: Vec<Place>,
    /// What the one to move has at the last places, in quarters.
    ends: Vec<u64>,
    seats: bool,
}

impl Steps {
    fn random(rng: &mut Rng, seats: bool) -> Self {
        let count = rng.usize(4..24);
        let most = rng.u64(1..5);
        let level = |place: usize| place as u64 / most;
        let ends = (0..rng.usize(1..3)).map(|_| rng.u64(0..=4)).collect::<Vec<_>>();
        let all = count + ends.len();
        let mut places = Vec::new();
        for place in 0..count {
            let first = (place as u64 / most * most) as usize;
            let choice = |rng: &mut Rng| {
                let branch = |rng: &mut Rng| (rng.u64(1..4), rng.usize(first..all), rng.bool());
                (0..rng.usize(1..4)).map(|_| branch(rng)).collect()
            };
            let choices = (0..rng.usize(1..4)).map(|_| choice(rng)).collect();
            places.push((level(place), choices));
        }
        Self { places, ends, seats }
    }

    fn reached(&self, place: usize) -> Option<&Place> {
        self.places.get(place)
    }
}

impl Game for Steps {
    type State = (usize, u8);
    const LEVELS: bool = true;

    fn starts(&self) -> Vec<Self::State> {
        vec![(0, 0)]
    }

    fn turn(&self, &(place, who): &Self::State) -> Turn {
        if self.reached(place).is_some() {
            return Turn::Player(Player(who));
        }
        let mine = Rational::from_parts(self.ends[place - self.places.len()].into(), 4u8.into());
        Turn::Over(if who == 0 { mine } else { Rational::ONE - mine })
    }

    fn choices(&self, &(place, who): &Self::State, out: &mut Choices<Self::State>) {
        for choice in &self.places[place].1 {
            out.choice(choice.iter().map(|branch| branch.0).sum());
            for &(weight, to, passes) in choice {
                out.branch(weight, (to, if passes { 1 - who } else { who }));
            }
        }
    }

    fn level(&self, &(place, _): &Self::State) -> u64 {
        self.reached(place).map_or(u64::MAX, |place| place.0)
    }

    fn has_seats(&self) -> bool {
        self.seats
    }

    fn mirrored(&self, &(place, who): &Self::State) -> Option<Self::State> {
        (self.seats && (place % 3 == 0) == (who == 0)).then_some((place, 1 - who))
    }
}

/// What is known by levels of each of the positions asked for.
pub fn by_levels<G: Game>(game: &G, asked: &[G::State]) -> Vec<Known> {
    let (known, found) = run(game, asked, &Quiet);
    assert_eq!(found.unwrap().1, None);
    known
}

/// By how much the bounds found by levels are wider than the value, which they hold.
fn wider<G: Game>(game: &G, asked: &[G::State], known: &[Known], exact: bool, name: &str) -> f64 {
    let explored = explore(game, asked, &Limits::default(), &Quiet).unwrap();
    let options = Options { exact, ..Options::default() };
    let arena = Arc::new(explored.arena);
    let checked = solve(arena, Objective::payoff(), &options, &Quiet).unwrap();
    let mut widest = 0.0_f64;
    for (&state, known) in explored.starts.iter().zip(known) {
        let (least, most) = checked.solution().bounds.rational(state);
        let (lower, upper) = known.bounds();
        let (lower, upper) = (lower.to_rational(), upper.to_rational());
        assert!(lower <= most && least <= upper, "{name}, {state}: {lower} to {upper}, {least}");
        widest = widest.max((upper - lower).to_f64().value());
    }
    widest
}

fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn random_games_by_levels_hold_the_exact_values() {
    let mut rng = Rng::with_seed(21);
    let mut wide = 0;
    for number in 0..1_500 {
        let game = Steps::random(&mut rng, number % 2 == 0);
        let asked: Vec<_> =
            (0..4).map(|_| (rng.usize(0..game.places.len()), rng.u8(0..2))).collect();
        let known = by_levels(&game, &asked);
        let name = format!("game {number}, seats {}", game.seats);
        let width = wider(&game, &asked, &known, true, &name);
        // Without seats nothing keeps the bounds apart; with them, where play need not end.
        assert!(width < 1e-9 || game.seats, "{name}: {width}");
        wide += usize::from(width >= 1e-9);
    }
    assert!(wide < 450, "{wide} of 750");
}

#[test]
fn pig_by_levels_has_the_values_of_the_whole_arena() {
    for game in [Pig::new(20, true, 6, 1), Pig::new(17, false, 6, 1), Pig::new(9, false, 4, 3)] {
        let target = game.starts()[0];
        let asked: Vec<Position> = [[0, 0], [3, 5], [5, 3], [8, 8], [0, 7]]
            .into_iter()
            .flat_map(|scores| [0, 1].map(|who| Position { who, scores, ..target }))
            .collect();
        let known = by_levels(&game, &asked);
        let width = wider(&game, &asked, &known, false, "pig");
        assert!(width < 1e-12, "{width}");
        assert!(known.iter().all(|known| known.ends() == [true; 2]));
    }
}

#[test]
fn nobody_wins_at_74_to_74_and_the_bounds_say_no_more_than_they_know() {
    let game = Pig::hold();
    let asked = [Position { who: 0, scores: [74, 74], x: 0 }];
    assert_eq!(by_levels(&game, &asked)[0].ends(), [false; 2]);
    assert_eq!(wider(&game, &asked, &by_levels(&game, &asked), false, "74"), 0.0);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let game = Pig::new(60, true, 6, 1);
    let asked: Vec<Position> =
        (0..50).map(|own| Position { who: 0, scores: [own, 50 - own], x: 0 }).collect();
    let one = in_threads(1, || by_levels(&game, &asked));
    for threads in [2, 3, 8] {
        assert_eq!(in_threads(threads, || by_levels(&game, &asked)), one);
    }
}

#[test]
fn a_level_that_falls_is_an_error_and_a_limit_is_not() {
    /// Levels turned round.
    struct Down(Pig);
    impl Game for Down {
        type State = Position;
        fn starts(&self) -> Vec<Position> {
            self.0.starts()
        }
        fn turn(&self, at: &Position) -> Turn {
            self.0.turn(at)
        }
        fn choices(&self, at: &Position, out: &mut Choices<Position>) {
            self.0.choices(at, out);
        }
        fn level(&self, at: &Position) -> u64 {
            1_000 - self.0.level(at)
        }
    }
    let pig = Pig::new(12, true, 6, 1);
    let start = pig.starts();
    let found = levels::solve(&Down(pig.clone()), &start, true, &Limits::default(), &Quiet, |_| ());
    assert!(matches!(found, Err(LevelError::Falls { .. })));
    let limits = Limits { states: 300, ..Limits::default() };
    let mut bounds = Known::NOTHING;
    let (size, stopped) = levels::solve(&pig, &start, true, &limits, &Quiet, |answered| {
        bounds = answered.slice.known(answered.asked[0].1);
    })
    .unwrap();
    assert_eq!(stopped, Some(Stop::States(300)));
    assert!(size.states > 0);
    wider(&pig, &start, &[bounds], false, "limited");
    let (lower, upper) = bounds.bounds();
    assert!(lower < upper);
}

/// Ends the run once it has asked so often, and keeps what it left last; takes up `left`.
struct Interrupted {
    ends: usize,
    asked: AtomicUsize,
    kept: Mutex<Option<Vec<u8>>>,
    left: Option<Vec<u8>>,
}

impl Interrupted {
    fn new(ends: usize, left: Option<Vec<u8>>) -> Self {
        Self { ends, asked: AtomicUsize::new(0), kept: Mutex::new(None), left }
    }
}

impl Watch for Interrupted {
    fn stop(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.ends
    }

    fn leave(&self, state: &dyn Fn() -> Vec<u8>) {
        *self.kept.lock().unwrap() = Some(state());
    }

    fn left(&self) -> Option<Vec<u8>> {
        self.left.clone()
    }
}

pub type Found = (Vec<Known>, Result<(levels::Size, Option<Stop>), LevelError>);

/// The same with how much there was, or why there was nothing.
pub fn run<G: Game>(game: &G, asked: &[G::State], watch: &dyn Watch) -> Found {
    let mut known = vec![Known::NOTHING; asked.len()];
    let found = levels::solve(game, asked, true, &Limits::default(), watch, |answered| {
        for (number, state) in answered.asked {
            known[number] = answered.slice.known(state);
        }
    });
    (known, found)
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_bits() {
    goes_on(&Pig::new(40, true, 6, 1), "30 20 3", 9);
}

/// At scores beyond the target play is over, in a later level; where exploring ended early, nobody
/// knows yet that it is.
#[test]
fn it_may_end_before_it_knows_where_play_is_over() {
    goes_on(&Pig::new(20, false, 6, 1), "12 7 3", usize::MAX);
}

/// Ended at so many places at least, or at every one.
fn goes_on(pig: &Pig, at: &str, stops: usize) {
    let asked = [pig.starts()[0], pig.parse(at).unwrap()];
    let uninterrupted = Interrupted::new(usize::MAX, None);
    let (whole, size) = run(pig, &asked, &uninterrupted);
    let times = uninterrupted.asked.into_inner();
    assert_eq!(size.as_ref().unwrap().1, None);
    for ends in (0..times).step_by((times / stops).max(1)) {
        let first = Interrupted::new(ends, None);
        let (_, stopped) = run(pig, &asked, &first);
        assert_eq!(stopped.unwrap().1, Some(Stop::Asked), "{ends}");
        let kept = first.kept.into_inner().unwrap();
        let again = run(pig, &asked, &Interrupted::new(usize::MAX, kept));
        assert_eq!(again, (whole.clone(), size.clone()), "{ends}");
    }
}

#[test]
fn what_was_kept_is_refused_where_it_was_changed_or_is_of_another_game() {
    let pig = Pig::new(20, true, 6, 1);
    let first = Interrupted::new(100, None);
    run(&pig, &pig.starts(), &first).1.unwrap();
    let kept = first.kept.into_inner().unwrap().unwrap();
    let again = |game: &Pig, bytes: Vec<u8>| {
        run(game, &game.starts(), &Interrupted::new(usize::MAX, Some(bytes))).1
    };
    assert!(again(&pig, kept.clone()).is_ok());
    assert_eq!(again(&Pig::new(21, true, 6, 1), kept.clone()), Err(LevelError::Other));
    for at in (0..kept.len()).step_by(7) {
        let mut spoilt = kept.clone();
        spoilt[at] ^= 4;
        assert_eq!(again(&pig, spoilt), Err(LevelError::Damaged), "{at}");
        assert_eq!(again(&pig, kept[..at].to_vec()), Err(LevelError::Damaged), "{at}");
    }
}
