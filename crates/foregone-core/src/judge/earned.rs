//! What play has collected when it comes to a target; a play that never comes to one is worth 0.
//!
//! What is best depends on what was collected so far (it can pay to go round once more), so the
//! judge *unrolls* play: a state of the unrolled arena is a state and a number of units collected,
//! and every amount is a whole number of units. Evidence: bounds `p` of the chance to reach a
//! target; bounds `c` of what is collected until a target or a *hopeless* state, one where that
//! chance is 0; and for either bound an answer for the unrolled arena, which ends
//!
//! 1. at a target, with what was collected; at a hopeless state, with 0;
//! 2. where more than a cap was collected, `x` say, with a payoff that bounds the value there. From
//!    below it is `x * p`: who plays for the chance alone gets that much. From above it is `x + c`:
//!    Min, playing as for `c` and from a hopeless state on so that it stays hopeless, gives away no
//!    more of what follows, and `x` counts at most with probability 1. (`x * p + c` would mix two
//!    strategies of Min's.) Where the upper `c` is infinite, play ends so from below at once.
//!
//! A choice of Min's that may lead to a value of infinity is left out where another is finite.
//! That `c` is infinite from below makes the value infinite: the evidence for it (condition 5 of
//! the [reward judge](super::reward)) gives Max a way to collect any amount with a probability that
//! does not depend on the amount, and in states that are not hopeless, whence a target is reached
//! with a probability bounded from below. That `c` is finite from above bounds the value, since
//! what counts was collected before a target or a hopeless state.
//!
//! (The convention, and unrolling for it: Chen, Forejt, Kwiatkowska, Parker and Simaitis, Automatic
//! verification of competitive stochastic systems, Form. Methods Syst. Des. 43, 2013.)

use std::sync::Arc;

use super::payoff::{CheckedPayoff, Infinite, PayoffClaim, PayoffObjective, judge_payoff};
use super::reward::{CheckedReward, Missed, RewardClaim, RewardObjective, RewardSolution};
use super::{Checked, Claim, Reason, Refusal, judge};
use crate::{Amount, Arena, Goal, Objective, Rational, Solution, StateId, Stop};

mod unroll;

pub use unroll::{Side, Unrolled};

/// Bounds of what play has collected when it comes to a target, and the evidence.
#[derive(Clone, Debug)]
pub struct EarnedClaim {
    /// The explored game.
    pub arena: Arc<Arena>,
    /// What is collected, by whom and until where; what it says of missing the target is not
    /// looked at.
    pub objective: RewardObjective,
    /// The answer to [`chance`].
    pub chance: Solution,
    /// The answer to [`until_hopeless`].
    pub collected: RewardSolution,
    /// How many units are followed.
    pub cap: u64,
    /// The answer for the unrolled arena whose payoffs are bounds from below.
    pub lower: Solution,
    /// The answer for the unrolled arena whose payoffs are bounds from above.
    pub upper: Solution,
    /// Why the work ended before the width asked for was reached, or `None`.
    pub stopped: Option<Stop>,
}

/// A claim that the judge accepted.
#[derive(Clone, Debug)]
pub struct CheckedEarned {
    objective: RewardObjective,
    chance: Checked,
    cap: u64,
    collected: CheckedReward,
    lower: CheckedPayoff,
    upper: CheckedPayoff,
    stopped: Option<Stop>,
}

impl CheckedEarned {
    /// The bounds of `state`.
    pub fn of(&self, state: StateId) -> (Amount, Amount) {
        let amounts = &self.collected.solution().amounts;
        let finite = |infinite: bool, bound: Rational| match infinite {
            true => Amount::Infinite,
            false => Amount::Finite(bound),
        };
        let lower = finite(amounts.lower_infinite[state.index()], self.lower.of(state).0);
        (lower, finite(amounts.upper_infinite[state.index()], self.upper.of(state).1))
    }

    /// Why the work ended before the width asked for was reached, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        self.stopped.as_ref()
    }

    /// The accepted claim, to be judged anew.
    pub fn into_claim(self) -> EarnedClaim {
        let Self { objective, chance, cap, collected, lower, upper, stopped } = self;
        let Claim { arena, solution: chance, .. } = chance.into_claim();
        let side = |side: CheckedPayoff| side.scaled().solution().clone();
        EarnedClaim {
            arena,
            objective,
            chance,
            collected: collected.into_claim().solution,
            cap,
            lower: side(lower),
            upper: side(upper),
            stopped,
        }
    }
}

/// The chance to come to a target.
pub fn chance(objective: &RewardObjective) -> Objective {
    Objective { max: objective.max, goal: Goal::Reach(objective.targets.clone()) }
}

/// What is collected until a target or a state from where none is reached.
pub fn until_hopeless(objective: &RewardObjective, chance: &Checked) -> RewardObjective {
    let hopeless = |state| chance.solution().bounds.rational(state).1.is_zero();
    let ends = |at: usize| objective.targets[at] || hopeless(StateId(at as u32));
    RewardObjective {
        targets: (0..objective.targets.len()).map(ends).collect(),
        missed: Missed::Collected,
        ..objective.clone()
    }
}

/// What is asked of an unrolled arena: its payoffs, the least of which is 0.
pub fn payoffs(objective: &RewardObjective) -> PayoffObjective {
    PayoffObjective { max: objective.max, infinite: Infinite::Least }
}

/// Checks `claim`.
///
/// # Errors
/// The evidence does not prove the bounds.
pub fn judge_earned(claim: EarnedClaim) -> Result<CheckedEarned, Refusal> {
    let EarnedClaim { arena, objective, chance: p, collected: c, cap, lower, upper, stopped } =
        claim;
    if !objective.fits(&arena) {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    let p = judge(Claim { arena: arena.clone(), objective: chance(&objective), solution: p })?;
    let asked = until_hopeless(&objective, &p);
    let c = super::reward::judge_reward(RewardClaim {
        arena: arena.clone(),
        objective: asked,
        solution: c,
    })?;
    let side = |side: Side, solution: Solution| {
        let unrolled = Unrolled { chance: &p, collected: &c, objective: &objective };
        let arena = unrolled.arena(cap, side, usize::MAX)?;
        let rank = vec![0; arena.states()];
        let objective = payoffs(&objective);
        judge_payoff(PayoffClaim { arena: Arc::new(arena), objective, solution, rank })
    };
    let (lower, upper) = (side(Side::Lower, lower)?, side(Side::Upper, upper)?);
    Ok(CheckedEarned { objective, chance: p, cap, collected: c, lower, upper, stopped })
}
