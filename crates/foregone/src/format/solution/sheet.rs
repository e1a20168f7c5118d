//! A checked answer of any kind as the columns of a file have it.
//!
//! Invariant: a sheet says what its checked answer says, seen as the question sees it: where the
//! judge looked at the other side's chance, the sheet has 1 less that. A kind of answer is one row
//! of [`schema::evidence`](super::schema::evidence), one arm here and one in `claim`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Scale;
use crate::judge::payoff::{CheckedPayoff, Infinite};
use crate::judge::reward::CheckedReward;
use crate::judge::steps::CheckedSteps;
use crate::model::Judged;
use crate::outcome::endings;
use crate::solution::Effort;
use crate::{Bounds, Checked, Intervals, Number, Rational, StateId, Stop};

/// What the values of a saved solution are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Chances, or win, draw and loss.
    #[default]
    Chance,
    /// Expected amounts that play collects.
    Collected,
    /// Expected payoffs of any size.
    Paid,
    /// Whatever it is after a number of moves.
    Steps,
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Chance => "chances",
            Self::Collected => "expected amounts",
            Self::Paid => "expected payoffs",
            Self::Steps => "values after a number of moves",
        })
    }
}

/// A checked answer that files can hold.
#[derive(Clone, Copy, Debug)]
pub enum Answer<'a> {
    /// A chance, or win, draw and loss.
    Chance(&'a Checked),
    /// What play collects.
    Collected(&'a CheckedReward),
    /// The payoff at the end of play, of any size.
    Paid(&'a CheckedPayoff),
    /// About a number of moves; one less the value is meant where it says so.
    Steps(&'a CheckedSteps, bool),
    /// About a number of moves; the number beside it is to be added.
    Stand(&'a CheckedSteps, &'a Rational),
}

impl<'a> Answer<'a> {
    /// `judged`, where files can hold it.
    pub fn of(judged: &'a Judged) -> Option<Self> {
        match judged {
            Judged::Whole(checked) => Some(Self::Chance(checked)),
            Judged::Reward(checked) => Some(Self::Collected(checked)),
            Judged::Payoff(checked) => Some(Self::Paid(checked)),
            Judged::Steps(checked, flipped) => Some(Self::Steps(checked, *flipped)),
            Judged::Stand(checked, least) => Some(Self::Stand(checked, least)),
            Judged::Earned(_) | Judged::Open(_) => None,
        }
        .filter(|answer| answer.is_kept())
    }

    /// What its values are.
    pub fn subject(self) -> Subject {
        match self {
            Self::Chance(_) => Subject::Chance,
            Self::Collected(_) => Subject::Collected,
            Self::Paid(_) => Subject::Paid,
            Self::Steps(..) | Self::Stand(..) => Subject::Steps,
        }
    }

    /// False for values from which all of play goes on after some moves: their file would have to
    /// hold another solution too.
    pub(super) fn is_kept(&self) -> bool {
        match self {
            Self::Chance(_) | Self::Collected(_) | Self::Paid(_) => true,
            Self::Steps(checked, _) | Self::Stand(checked, _) => checked.base().is_none(),
        }
    }
}

/// What the columns hold, by the numbers of states.
pub(super) struct Sheet<'a> {
    pub subject: Subject,
    /// Parts where there is a scale.
    pub bounds: Cow<'a, Bounds>,
    pub strategy: &'a [u32],
    /// Where lower and upper bounds are infinite, where they may be.
    pub infinite: Option<[&'a [bool]; 2]>,
    /// The two columns of ranks, as far as the subject has them.
    pub ranks: [&'a [u32]; 2],
    /// Whether play from there ends under the strategies shown, where the subject has it.
    pub ends: Vec<bool>,
    pub scale: Option<Scale>,
    pub stopped: Option<Stop>,
    pub effort: Effort,
}

impl<'a> Sheet<'a> {
    pub(super) fn of(answer: Answer<'a>) -> Self {
        match answer {
            Answer::Chance(checked) => Self::chance(checked, endings(checked)),
            Answer::Collected(checked) => Self::collected(checked),
            Answer::Paid(checked) => Self::paid(checked),
            Answer::Steps(checked, flipped) => Self::steps(checked, flipped, Rational::ZERO),
            Answer::Stand(checked, least) => Self::steps(checked, false, least.clone()),
        }
    }

    fn chance(checked: &'a Checked, ends: Vec<bool>) -> Self {
        Self::plain(checked.solution(), ends)
    }

    /// A solution of chances, whatever judged it.
    pub(super) fn plain(solution: &'a crate::Solution, ends: Vec<bool>) -> Self {
        Self {
            subject: Subject::Chance,
            bounds: Cow::Borrowed(&solution.bounds),
            strategy: &solution.strategy,
            infinite: None,
            ranks: [&solution.rank, &[]],
            ends,
            scale: None,
            stopped: solution.stopped.clone(),
            effort: solution.effort,
        }
    }

    fn collected(checked: &'a CheckedReward) -> Self {
        let solution = checked.solution();
        let amounts = &solution.amounts;
        Self {
            subject: Subject::Collected,
            bounds: Cow::Borrowed(&amounts.bounds),
            strategy: &solution.strategy,
            infinite: Some([&amounts.lower_infinite, &amounts.upper_infinite]),
            ranks: [&solution.lower_rank, &solution.upper_rank],
            ends: Vec::new(),
            scale: Some(Scale::power(amounts.scale, Rational::ZERO)),
            stopped: solution.stopped.clone(),
            effort: solution.effort,
        }
    }

    fn paid(checked: &'a CheckedPayoff) -> Self {
        let (range, scaled) = (checked.range(), checked.scaled());
        let plain = Self::chance(scaled, endings(scaled));
        let (mut offset, mut unit) = (range.low.clone(), range.width.clone());
        if unit.is_zero() {
            // All payoffs are one: its part is 0, or 1 where infinite play counts most.
            let least = checked.objective().infinite != Infinite::Greatest;
            offset -= if least { Rational::ZERO } else { Rational::ONE };
            unit = Rational::ONE;
        }
        let ranks = [plain.ranks[0], checked.rank()];
        Self { subject: Subject::Paid, ranks, scale: Some(Scale { offset, unit }), ..plain }
    }

    fn steps(checked: &'a CheckedSteps, flipped: bool, least: Rational) -> Self {
        let amounts = checked.amounts();
        let complement = if flipped { complement(&amounts.bounds) } else { None };
        Self {
            subject: Subject::Steps,
            bounds: complement.map_or(Cow::Borrowed(&amounts.bounds), Cow::Owned),
            strategy: checked.first_moves(),
            infinite: Some([&amounts.lower_infinite, &amounts.upper_infinite]),
            ranks: [&[], &[]],
            ends: Vec::new(),
            scale: Some(Scale::power(amounts.scale, least)),
            stopped: None,
            effort: Effort::default(),
        }
    }

    /// The bounds of `state` as doubles, rounded outward.
    pub(super) fn doubles(&self, state: StateId) -> (f64, f64) {
        let Some(scale) = &self.scale else { return self.bounds.doubles(state) };
        let (lower, upper) = self.bounds.rational(state);
        let is_infinite = |side: usize| self.infinite.is_some_and(|all| all[side][state.index()]);
        let part = |side: usize, part| (!is_infinite(side)).then_some(part);
        scale.doubles([part(0, lower), part(1, upper)])
    }
}

/// Bounds of one less each value; `None` where that is below 0, or for grades.
pub(super) fn complement(bounds: &Bounds) -> Option<Bounds> {
    fn of<N: Number>(all: &Intervals<N>) -> Option<Intervals<N>> {
        let rest = |side: &[N]| -> Option<Vec<N>> {
            side.iter().map(|part| N::one().minus(part)).collect()
        };
        Some(Intervals { lower: rest(&all.upper)?, upper: rest(&all.lower)? })
    }
    match bounds {
        Bounds::Fixed64(all) => of(all).map(Bounds::Fixed64),
        Bounds::Fixed128(all) => of(all).map(Bounds::Fixed128),
        Bounds::Fixed512(all) => of(all).map(Bounds::Fixed512),
        Bounds::Exact(all) => of(all).map(Bounds::Exact),
        Bounds::Grades(_) => None,
    }
}
