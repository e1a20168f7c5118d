//! Plays both sides' strategies with dice, as a check that people can follow.
//!
//! Invariant: the same seed gives the same games on every machine. Random numbers are those of
//! SplitMix64 (Steele, Lea and Flood, OOPSLA 2014); an outcome is drawn from its exact numerators by
//! rejection, from the nearest doubles only where these do not fit into 64 bits.

use std::borrow::Cow;

use crate::{Checked, ChoiceId, Distribution, Goal, NO_CHOICE, Rational, StateId, Verdict, Watch};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The stream that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0; all are equally likely.
    pub fn below(&mut self, bound: u64) -> u64 {
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let bits = self.next_bits();
            if bits < fair {
                return bits % bound;
            }
        }
    }

    /// A branch of `distribution`, by its probability.
    pub fn branch(&mut self, distribution: Distribution<'_>) -> usize {
        let last = distribution.floats.len() - 1;
        if distribution.denominator == 0 {
            let mut left = (self.next_bits() >> 11) as f64 / (1u64 << 53) as f64;
            let falls = |p: &f64| {
                left -= p;
                left < 0.0
            };
            return distribution.floats.iter().position(falls).unwrap_or(last);
        }
        let mut left = self.below(distribution.denominator);
        for (branch, &numerator) in distribution.numerators.iter().enumerate() {
            if left < numerator {
                return branch;
            }
            left -= numerator;
        }
        last
    }
}

/// How many games, and how.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// How many.
    pub games: u64,
    /// What the random numbers grow from.
    pub seed: u64,
    /// A game is given up after so many moves.
    pub most_moves: u64,
    /// How many standard deviations the interval spans to either side: 1.96 for 95 %.
    pub deviations: f64,
}

/// What was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// Games that came to an end, or to where play stays for ever.
    pub finished: u64,
    /// Games that were given up, or came to a position that a limit cut off.
    pub unfinished: u64,
    /// Sum of Max's payoffs in the finished games.
    pub sum: Rational,
    /// Mean of Max's payoffs, the unfinished games counting 0.
    pub least: f64,
    /// Mean of Max's payoffs, the unfinished games counting 1.
    pub most: f64,
    /// Where the chance-weighted payoff lies with the confidence asked for (Wilson, J. Am. Stat.
    /// Assoc. 22, 1927; payoffs between 0 and 1 vary less than won and lost games of that mean).
    pub interval: (f64, f64),
    /// Moves made in all games.
    pub moves: u64,
}

/// Plays games from `start` in which both sides follow their strategies. Ended early by `watch`, it
/// tells of the games played so far.
pub fn simulate(checked: &Checked, start: StateId, games: Games, watch: &dyn Watch) -> Seen {
    let mut random = SplitMix64::new(games.seed);
    let (mut finished, mut unfinished, mut moves) = (0, 0, 0);
    let mut sum = Rational::ZERO;
    for number in 0..games.games {
        if number.is_multiple_of(256) && watch.stop() {
            break;
        }
        match play(checked, start, games.most_moves, &mut random, &mut moves) {
            Some(payoff) => {
                finished += 1;
                sum += payoff;
            }
            None => unfinished += 1,
        }
    }
    let count = (finished + unfinished) as f64;
    let total = sum.to_f64().value();
    let (least, most) = (total / count, (total + unfinished as f64) / count);
    let interval =
        (wilson(least, count, games.deviations).0, wilson(most, count, games.deviations).1);
    Seen { finished, unfinished, sum, least, most, interval, moves }
}

/// Max's payoff in one game; `None` where it was given up or came to what a limit cut off.
fn play(
    checked: &Checked,
    start: StateId,
    most_moves: u64,
    random: &mut SplitMix64,
    moves: &mut u64,
) -> Option<Rational> {
    let (arena, objective) = (checked.arena(), checked.objective());
    let mut state = start;
    for _ in 0..most_moves {
        if let Some(payoff) = objective.ending(arena, state) {
            return Some(payoff.into_owned());
        }
        let number = checked.solution().strategy[state.index()];
        if number == NO_CHOICE {
            return None;
        }
        let choice = arena.choice(ChoiceId(arena.choices_of(state).start + number));
        if choice.targets == [state.0] {
            return Some(endless(&objective.goal));
        }
        state = StateId(choice.targets[random.branch(choice.distribution)]);
        *moves += 1;
    }
    objective.ending(arena, state).map(Cow::into_owned)
}

/// What play that stays where it is for ever is worth.
fn endless(goal: &Goal) -> Rational {
    match goal {
        Goal::Not(goal) => Rational::ONE - endless(goal),
        Goal::Outcome(Verdict::Drawn) => Rational::from_parts(1.into(), 2u8.into()),
        Goal::Outcome(Verdict::Won) => Rational::ONE,
        _ => Rational::ZERO,
    }
}

fn wilson(mean: f64, count: f64, z: f64) -> (f64, f64) {
    if count == 0.0 {
        return (0.0, 1.0);
    }
    let square = z * z / count;
    let middle = mean + square / 2.0;
    let spread = z * (mean * (1.0 - mean) / count + square / (4.0 * count)).sqrt();
    let divisor = 1.0 + square;
    (((middle - spread) / divisor).max(0.0), ((middle + spread) / divisor).min(1.0))
}
