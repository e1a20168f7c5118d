//! Levels that are one component each, too large for elimination: what leads out of them comes after
//! them in their slices.

use std::sync::Arc;

use foregone::explore::explore;
use foregone::solve::{Options, solve};
use foregone::{Choices, Fixed64, Game, Limits, Number, Objective, Player, Quiet, Rational, Turn};

use super::levels::by_levels;

/// Places without a plan, from each of which play may leave for the next level; there it soon ends.
struct Maze {
    places: u64,
}

/// A walk of two players on a torus of so many squares each way, in which sweeps are slow: few squares
/// lead to the next level.
struct Walk {
    side: u64,
}

/// The next level, and whatever comes after it.
const GATES: u64 = 3;

/// A number that follows from two others as if it were chosen at random.
fn scattered(from: u64, way: u64) -> u64 {
    let mixed = (from * 6 + way).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// What may be done at the first level's places; the next one's lead to the end alone.
trait Places: Sync {
    fn moves(&self, place: u64, out: &mut Choices<(u64, u64)>);
}

impl Places for Maze {
    fn moves(&self, place: u64, out: &mut Choices<(u64, u64)>) {
        for way in 0..2 {
            out.choice(8);
            out.branch(3, (0, (place + 1) % self.places));
            out.branch(3, (0, scattered(place, way) % self.places));
            out.branch(2, (1, (place + way) % GATES));
        }
    }
}

impl Places for Walk {
    fn moves(&self, place: u64, out: &mut Choices<(u64, u64)>) {
        let (square, other, side) = (place / 2, 1 - place % 2, self.side);
        let (x, y) = (square % side, square / side);
        let at = |x: u64, y: u64| (0, 2 * (y % side * side + x % side) + other);
        if square % 9_973 == 7 {
            out.choice(2);
            out.branch(1, (1, square % GATES));
            return out.branch(1, at(x + 1, y));
        }
        for (right, up) in [(1, 0), (0, 1)] {
            let likely = 9 + scattered(place, up) % 3;
            out.choice(21);
            out.branch(likely, at(x + right, y + up));
            out.branch(20 - likely, at(x + side - right, y + side - up));
            out.branch(1, at(x, y));
        }
    }
}

/// The places by levels.
struct Levels<P>(P);

impl<P: Places> Game for Levels<P> {
    type State = (u64, u64);
    const LEVELS: bool = true;

    fn starts(&self) -> Vec<Self::State> {
        vec![(0, 0)]
    }

    fn turn(&self, &(level, place): &Self::State) -> Turn {
        match level {
            2 => Turn::Over(Rational::from_parts(place.into(), GATES.into())),
            _ => Turn::Player(Player((place % 2) as u8)),
        }
    }

    fn choices(&self, &(level, place): &Self::State, out: &mut Choices<Self::State>) {
        match level {
            0 => self.0.moves(place, out),
            _ => out.certain((2, place)),
        }
    }

    fn level(&self, &(level, _): &Self::State) -> u64 {
        level
    }
}

#[test]
fn a_level_that_is_swept_has_the_values_of_the_whole_arena() {
    // Swept as one, and in blocks.
    for places in [40_000, 150_000] {
        let game = Levels(Maze { places });
        let asked: Vec<_> = (0..40).map(|place| (0, place * 900)).collect();
        let known = by_levels(&game, &asked);
        let explored = explore(&game, &asked, &Limits::default(), &Quiet).unwrap();
        let arena = Arc::new(explored.arena);
        let checked = solve(arena, Objective::payoff(), &Options::default(), &Quiet).unwrap();
        for (known, state) in known.iter().zip(explored.starts) {
            let (lower, upper) = known.bounds();
            let (least, most) = checked.solution().bounds.rational(state);
            assert!(lower.to_rational() <= most && least <= upper.to_rational());
            assert!(upper.gap(&lower) < 1e-8, "{lower:?} to {upper:?}");
        }
    }
}

#[test]
fn a_level_in_which_sweeps_are_slow_is_solved_by_systems() {
    let asked: Vec<_> = (0..40).map(|place| (0, place * 1_900)).collect();
    for known in by_levels(&Levels(Walk { side: 200 }), &asked) {
        let (lower, upper) = known.bounds();
        assert!(lower > Fixed64::zero() && upper.gap(&lower) < 1e-8, "{lower:?} to {upper:?}");
    }
}
