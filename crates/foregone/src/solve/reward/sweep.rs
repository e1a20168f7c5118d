//! Sweeps over a component with rewards, for those too large for elimination.
//!
//! Values are guessed in doubles (`guess`), and the steps that play still takes are counted
//! (`ways`). Bounds that lie outside the values by a cost for every step are certified afterwards
//! (`around`): optimistic value iteration (Hartmanns and Kaminski, CAV 2020) with a distance that
//! has slack everywhere.

use super::part::Part;
use crate::Watch;

mod chain;
mod factors;
mod guess;
mod mend;
mod table;
mod ways;

pub(in crate::solve) use guess::Earlier;
use guess::{CLEAR, Guess};
pub(in crate::solve) use ways::{Pair, Ways};

/// Branches that are looked at before the values are taken as they are: half a minute's work.
const MOST_WORK: usize = 1 << 34;
/// The same where there are other ways.
const SOON: usize = 1 << 31;
/// The part of the width that one component may take: bounds widen along a chain of them.
const SHARE: f64 = 1.0 / 16.0;
/// Changes below this part of the largest value are rounding.
const ROUNDING: f64 = 2.5e-16;

/// How many branches may still be looked at.
pub(in crate::solve) struct Budget<'a> {
    branches: usize,
    watch: &'a dyn Watch,
}

impl<'a> Budget<'a> {
    /// Half of what the values of one component may take.
    pub fn half(watch: &'a dyn Watch) -> Self {
        Self { branches: MOST_WORK / 2, watch }
    }

    /// Takes out a part of this size, or what there is.
    pub fn part(&mut self, branches: usize) -> Self {
        let branches = branches.min(self.branches);
        self.branches -= branches;
        Self { branches, watch: self.watch }
    }

    /// Takes back what is left of a part.
    pub fn take_back(&mut self, part: Self) {
        self.branches += part.branches;
    }

    /// Takes the price of one sweep, in branches; false where too little is left, or the work is to stop.
    pub fn pay(&mut self, price: usize) -> bool {
        let enough = self.branches >= price && !self.watch.stop();
        self.branches = self.branches.saturating_sub(price);
        enough
    }
}

/// A component's values in doubles and the way on from them.
pub(in crate::solve) struct Swept {
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
        let rounding = ROUNDING * self.most();
        let most = 16.0 * CLEAR * rounding;
        let fits = |pair: &Pair| self.off * 2.0 <= pair.affordable(width).max(most);
        !self.pair.as_ref().is_some_and(fits)
    }
}

impl Pair {
    /// What a step may cost where bounds are to be `width` apart at most.
    pub fn affordable(&self, width: f64) -> f64 {
        width * SHARE / (2.5 * self.most_steps())
    }
}

/// Guesses that get better until their distance from the truth fits the width, or cannot shrink, or
/// once they are near where no width is given; from what an `earlier` run left, if any. Leaves both
/// sides' choices in the policy. `None` where the work was stopped. With `soon` the work ends early.
pub(in crate::solve) fn solve(
    part: &mut Part<'_, f64>,
    width: Option<f64>,
    soon: bool,
    earlier: Option<Earlier>,
    watch: &dyn Watch,
    rounds: &mut u64,
) -> Option<Swept> {
    let mut swept = Swept { values: vec![0.0; part.open.len()], off: f64::INFINITY, pair: None };
    let first = earlier.as_ref().map_or(0, |earlier| usize::from(earlier.place.way));
    for (number, &way) in WAYS.iter().enumerate().skip(first) {
        let branches = part.local.all_targets().len();
        let work = match soon {
            _ if width.is_none() => MOST_WORK.min(branches << 14),
            true => SOON.min(branches << 13),
            false => MOST_WORK,
        };
        let mut budget = Budget { branches: work, watch };
        let mut guess = Guess::new(part);
        guess.place.way = number as u8;
        let from = earlier.as_ref().filter(|_| number == first);
        from.into_iter().for_each(|earlier| guess.take_up(part, earlier));
        let begun = (way, from.is_some(), width.is_none());
        if guess.place.gone || start(part, &mut guess, begun, &mut budget, rounds) {
            guess.place.gone = true;
            improve(part, &mut guess, &mut swept, width, &mut budget, rounds);
        }
        if width.is_none()
            || swept.pair.is_some() && (way != Start::Leap || part.has_ranks())
            || watch.stop()
        {
            break;
        }
    }
    (!watch.stop()).then_some(swept)
}

/// How values are come by from which others get better.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// By strategy iteration from the choices there are.
    Leap,
    /// By sweeps, then by strategy iteration.
    Values,
    /// By sweeps alone.
    Slow,
}

/// The ways in turn.
const WAYS: [Start; 3] = [Start::Leap, Start::Values, Start::Slow];

/// Comes by values in this way, or goes on with those that an earlier run had begun; false where it
/// fails. Where sweeps from values that are `near` are known to be slow, they are no way on.
fn start<'a>(
    part: &mut Part<'a, f64>,
    guess: &mut Guess<'a>,
    (way, begun, near): (Start, bool, bool),
    budget: &mut Budget<'_>,
    rounds: &mut u64,
) -> bool {
    if way == Start::Leap {
        if !begun {
            guess.head_out(part);
        }
        let mut few = budget.part(budget.branches / 2);
        let found = guess.leap(part, &mut few, rounds);
        budget.take_back(few);
        return found;
    }
    if !begun {
        if !guess.begin(part, budget, rounds) {
            return false;
        }
        guess.improve(part, guess.extra() / 8.0, budget, rounds);
    }
    let found = way == Start::Values && guess.leap(part, budget, rounds);
    found || !near
}

fn improve<'a>(
    part: &mut Part<'a, f64>,
    guess: &mut Guess<'a>,
    swept: &mut Swept,
    width: Option<f64>,
    budget: &mut Budget<'_>,
    rounds: &mut u64,
) {
    let mut counting = Budget::half(budget.watch);
    let mut still = width.map_or(0.0, |width| width * SHARE / 64.0);
    // As near as values that keep clear of the truth can be.
    let mut least = 8.0 * CLEAR;
    loop {
        let goal = still.max(least * guess.rounding());
        let moved = guess.improve(part, goal, budget, rounds);
        guess.answer(part);
        let near = moved.max(4.0 * guess.rounding());
        swept.values = guess.values(part);
        swept.off = if part.mend(&swept.values, near) { moved + near } else { moved };
        swept.pair = Pair::of(part, &swept.values, false, swept.pair.as_ref(), &mut counting);
        let Some(width) = width else { return };
        let affordable = swept.pair.as_ref().map_or(0.0, |pair| pair.affordable(width));
        let longer = swept.pair.is_some() && affordable < guess.rounding() / 2.0;
        let last = least == 1.0 && guess.rounding() >= still.max(goal / 2.0);
        if moved > goal || last || longer || swept.off * 2.0 <= affordable {
            return;
        }
        least = 1.0;
        if goal <= still {
            still = if swept.pair.is_some() { affordable / 4.0 } else { still / 32.0 };
        }
    }
}
