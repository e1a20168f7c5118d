//! Sweeps over a component with rewards, for those too large for elimination.
//!
//! Values are guessed in doubles (`guess`), and the steps that play still takes are counted
//! (`ways`). Bounds that lie outside the values by a cost for every step are certified afterwards
//! (`around`): optimistic value iteration (Hartmanns and Kaminski, CAV 2020) with a distance that
//! has slack everywhere.

use super::part::Part;
use crate::Watch;

mod chain;
mod guess;
mod mend;
mod ways;

use guess::Guess;
pub(super) use ways::{Pair, Ways};

/// Branches that are looked at before the values are taken as they are: half a minute's work.
const MOST_WORK: usize = 1 << 34;
/// The part of the width that one component may take: bounds widen along a chain of them.
const SHARE: f64 = 1.0 / 16.0;
/// Changes below this part of the largest value are rounding.
const ROUNDING: f64 = 2.5e-16;

/// How many branches may still be looked at.
pub(super) struct Budget<'a> {
    branches: usize,
    watch: &'a dyn Watch,
}

impl<'a> Budget<'a> {
    /// Half of what the values of one component may take.
    pub fn half(watch: &'a dyn Watch) -> Self {
        Self { branches: MOST_WORK / 2, watch }
    }

    /// Takes the price of one sweep; false where too little is left, or the work is to stop.
    pub fn pay<T>(&mut self, part: &Part<'_, T>) -> bool {
        let price = part.local.all_targets().len();
        let enough = self.branches >= price && !self.watch.stop();
        self.branches = self.branches.saturating_sub(price);
        enough
    }
}

/// A component's values in doubles and the way on from them.
pub(super) struct Swept {
    /// For each node its value; 0 where it is not open.
    pub values: Vec<f64>,
    /// By how much a value may differ from what its best choice is worth.
    pub off: f64,
    /// Steps under both sides' choices; `None` where they could not be counted.
    pub pair: Option<Pair>,
}

impl Swept {
    /// The largest value, with room for bounds above it.
    pub fn most(&self) -> f64 {
        let steps = self.pair.as_ref().map_or(0.0, Pair::most_steps);
        self.values.iter().copied().fold(0.0, f64::max) + 16.0 * self.off.min(1e-3) * steps
    }

    /// True where the values are further from the truth than rounding and `width` excuse.
    pub fn is_rough(&self, width: f64) -> bool {
        let rounding = 4.0 * ROUNDING * self.most();
        let fits = |pair: &Pair| self.off * 2.0 <= pair.affordable(width).max(2.0 * rounding);
        !self.pair.as_ref().is_some_and(fits)
    }
}

impl Pair {
    /// What a step may cost where bounds are to be `width` apart at most.
    pub fn affordable(&self, width: f64) -> f64 {
        width * SHARE / (2.5 * self.most_steps())
    }
}

/// Guesses that get better until their distance from the truth fits the width, or cannot shrink;
/// leaves both sides' choices in the policy. `None` where the work was stopped.
pub(super) fn solve(
    part: &mut Part<'_, f64>,
    width: f64,
    watch: &dyn Watch,
    rounds: &mut u64,
) -> Option<Swept> {
    let mut swept = Swept { values: vec![0.0; part.open.len()], off: f64::INFINITY, pair: None };
    for leaps in [true, false] {
        let mut budget = Budget { branches: MOST_WORK, watch };
        let mut guess = Guess::new(part);
        if guess.begin(part, &mut budget, rounds) {
            if leaps {
                guess.leap(part, &mut budget, rounds);
            }
            improve(part, &mut guess, &mut swept, width, &mut budget, rounds);
        }
        if swept.pair.is_some() || watch.stop() {
            break;
        }
    }
    (!watch.stop()).then_some(swept)
}

fn improve(
    part: &mut Part<'_, f64>,
    guess: &mut Guess,
    swept: &mut Swept,
    width: f64,
    budget: &mut Budget<'_>,
    rounds: &mut u64,
) {
    let mut counting = Budget::half(budget.watch);
    let mut still = width * SHARE / 64.0;
    loop {
        let goal = still.max(guess.rounding(part));
        let moved = guess.improve(part, goal, budget, rounds);
        guess.answer(part);
        let least = moved.max(4.0 * guess.rounding(part));
        swept.off = if guess.mend(part, least) { moved + least } else { moved };
        swept.values = guess.values(part);
        swept.pair = Pair::of(part, &swept.values, false, swept.pair.as_ref(), &mut counting);
        let affordable = swept.pair.as_ref().map(|pair| pair.affordable(width));
        let last = moved > goal || guess.rounding(part) >= still.max(goal / 2.0);
        if last || affordable.is_some_and(|most| swept.off * 2.0 <= most) {
            return;
        }
        if goal <= still {
            still = affordable.unwrap_or(still / 8.0) / 4.0;
        }
    }
}
