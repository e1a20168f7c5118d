//! From what a file holds and what was asked to a claim of the right kind, and to the judge.
//!
//! Invariant: whatever the file says, the judge is asked about the objective that the game or the
//! property makes anew.

use super::sheet::complement;
use super::{Answer, Meta, More, RebuildError, Scale, Subject};
use crate::amount::Amounts;
use crate::judge::payoff::{PayoffClaim, PayoffObjective, judge_payoff};
use crate::judge::reward::{RewardClaim, RewardObjective, RewardSolution, judge_reward};
use crate::judge::steps::{StepObjective, StepsClaim, StepsError, judge_steps};
use crate::judge::{Reason, judge};
use crate::model::{Judged, Prepared};
use crate::session::{AnyExplored, AskedAmount, SessionError, Solved};
use crate::{
    Bounds, Claim, Intervals, Number, Objective, Rational, Refusal, Solution, StateId, Watch,
};

/// A saved solution that the judge accepted.
pub struct Rejudged {
    /// The explored game, in the order of the rows.
    pub explored: Box<dyn AnyExplored>,
    /// The answer.
    pub judged: Judged,
}

impl Rejudged {
    /// The answer that files can hold.
    pub fn answer(&self) -> Option<Answer<'_>> {
        Answer::of(&self.judged)
    }

    /// The same where it is about chances.
    pub(super) fn chance(self) -> Result<Solved, RebuildError> {
        match self.judged {
            Judged::Whole(checked) => Ok(Solved { explored: self.explored, checked: *checked }),
            judged => {
                let saved = Answer::of(&judged).map_or(Subject::Chance, Answer::subject);
                Err(RebuildError::Subject { saved, asked: Subject::Chance })
            }
        }
    }
}

/// What a file answers.
pub(super) enum Asked {
    Chance(Objective),
    Collected(RewardObjective),
    Paid(PayoffObjective),
    /// One less the value where it says so; the number is to be added.
    Steps(StepObjective, bool, Rational),
}

impl Asked {
    /// What a game itself asks.
    pub(super) fn of_game(explored: &dyn AnyExplored) -> Result<Self, RebuildError> {
        Ok(match AskedAmount::of(explored).map_err(SessionError::from)? {
            None => Self::Chance(explored.objective()),
            Some(AskedAmount::Collected(objective)) => Self::Collected(objective),
            Some(AskedAmount::Paid(objective)) => Self::Paid(objective),
        })
    }

    /// What a property asks; `None` where files hold no answer to it.
    pub(super) fn of_model(prepared: Prepared) -> Option<Self> {
        match prepared {
            Prepared::Whole(objective) => Some(Self::Chance(objective)),
            Prepared::Reward(objective) => Some(Self::Collected(objective)),
            Prepared::Steps(objective, flipped) => {
                Some(Self::Steps(objective, flipped, Rational::ZERO))
            }
            Prepared::Stand(objective, least) => Some(Self::Steps(objective, false, least)),
            Prepared::Later(..) | Prepared::Earned(_) | Prepared::Open(_) => None,
        }
    }

    fn subject(&self) -> Subject {
        match self {
            Self::Chance(_) => Subject::Chance,
            Self::Collected(_) => Subject::Collected,
            Self::Paid(_) => Subject::Paid,
            Self::Steps(..) => Subject::Steps,
        }
    }
}

/// What a file says of the answer.
pub(super) struct Evidence<'a> {
    pub meta: &'a Meta,
    pub solution: Solution,
    pub more: More,
}

impl Evidence<'_> {
    /// Lets the judge decide; `explored` has the states in the order of the rows.
    pub(super) fn judge(
        self,
        explored: &dyn AnyExplored,
        asked: Asked,
        watch: &dyn Watch,
    ) -> Result<Judged, RebuildError> {
        let (saved, asked_for) = (self.meta.subject, asked.subject());
        if saved != asked_for {
            return Err(RebuildError::Subject { saved, asked: asked_for });
        }
        let refused = |refusal| super::rebuild::refused(explored, refusal);
        if saved != Subject::Chance {
            in_unit(&self.solution.bounds).map_err(refused)?;
        }
        let (arena, Self { meta, solution, more }) = (explored.arena(), self);
        Ok(match asked {
            Asked::Chance(objective) => {
                let judged = judge(Claim { arena, objective, solution });
                Judged::Whole(Box::new(judged.map_err(refused)?))
            }
            Asked::Collected(objective) => {
                let solution = reward(meta, solution, more).map_err(refused)?;
                let judged = judge_reward(RewardClaim { arena, objective, solution });
                Judged::Reward(Box::new(judged.map_err(refused)?))
            }
            Asked::Paid(objective) => {
                let rank = more.rank;
                let judged = judge_payoff(PayoffClaim { arena, objective, solution, rank });
                Judged::Payoff(Box::new(judged.map_err(refused)?))
            }
            Asked::Steps(objective, flipped, least) => {
                let Solution { bounds, strategy: first, .. } = solution;
                let bounds = if flipped { complement(&bounds) } else { Some(bounds) };
                let amounts = amounts(meta, bounds, more).map_err(refused)?;
                let claim = StepsClaim { arena, objective, amounts, first, base: None };
                let judged = judge_steps(claim, watch).map_err(|error| match error {
                    StepsError::Refused(refusal) => refused(refusal),
                    StepsError::Stopped(stop) => RebuildError::Stopped(stop),
                });
                let judged = Box::new(judged?);
                match least.is_zero() {
                    true => Judged::Steps(judged, flipped),
                    false => Judged::Stand(judged, least),
                }
            }
        })
    }
}

fn reward(meta: &Meta, solution: Solution, more: More) -> Result<RewardSolution, Refusal> {
    let Solution { bounds, strategy, rank, stopped, effort } = solution;
    let upper_rank = more.rank.clone();
    let amounts = amounts(meta, Some(bounds), more)?;
    Ok(RewardSolution { amounts, strategy, lower_rank: rank, upper_rank, stopped, effort })
}

/// The bounds as parts of a power of two.
fn amounts(meta: &Meta, bounds: Option<Bounds>, more: More) -> Result<Amounts, Refusal> {
    let refusal = || Refusal { state: None, reason: Reason::Range };
    let exponent = meta.scale.as_ref().and_then(Scale::exponent);
    let More { lower_infinite, upper_infinite, .. } = more;
    Ok(Amounts {
        scale: exponent.ok_or_else(refusal)?,
        bounds: bounds.ok_or_else(refusal)?,
        lower_infinite,
        upper_infinite,
    })
}

/// Every part lies in `[0,1]`.
fn in_unit(bounds: &Bounds) -> Result<(), Refusal> {
    fn of<N: Number>(all: &Intervals<N>) -> Result<(), Refusal> {
        let sides = [&all.lower, &all.upper];
        let outside = |side: &Vec<N>| side.iter().position(|part| !part.in_unit_interval());
        match sides.into_iter().find_map(outside) {
            Some(at) => Err(Refusal { state: Some(StateId(at as u32)), reason: Reason::Range }),
            None => Ok(()),
        }
    }
    match bounds {
        Bounds::Fixed64(all) => of(all),
        Bounds::Fixed128(all) => of(all),
        Bounds::Fixed512(all) => of(all),
        Bounds::Exact(all) => of(all),
        Bounds::Grades(_) => Err(Refusal { state: None, reason: Reason::Kind }),
    }
}
