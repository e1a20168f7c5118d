//! Payoffs of any size at the end of play.
//!
//! With `low` and `high` the least and the largest payoff of the arena, `(p - low) / (high - low)`
//! lies in `[0,1]`, and since a value is a mean of payoffs, the value of the game with these
//! payoffs is the same function of the value asked for. Infinite play counts as `low`, which is the
//! 0 of the judge of [reaching](super::judge), or as `high`, which is the 1 of the same judge seen
//! by the other side ([`Goal::Not`], payoffs turned round). Anything in between is refused, unless
//! play ends with probability 1 whatever anybody does: every choice of every state has a branch to
//! an end or to a smaller rank, so within as many moves as there are ranks play ends with a
//! probability that is bounded from below, and infinite play has probability 0.
//!
//! Arenas that a limit cut short are refused: nothing bounds the payoffs beyond it.

use std::sync::Arc;

use super::{Checked, Claim, Reason, Refusal, judge};
use crate::{Arena, ChoiceId, Goal, Objective, Players, Rational, Solution, StateId};

/// What infinite play counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infinite {
    /// The least payoff of the arena.
    Least,
    /// The largest payoff of the arena.
    Greatest,
    /// There is none: play ends with probability 1 whatever anybody does.
    Never,
}

/// The payoff at the end of play is asked for, and which players form Max's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayoffObjective {
    /// Max's side.
    pub max: Players,
    /// What infinite play counts.
    pub infinite: Infinite,
}

/// Payoffs as parts of their range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least payoff.
    pub low: Rational,
    /// The largest payoff less the least.
    pub width: Rational,
}

/// An answer for payoffs as parts of their range, and the evidence that play ends.
#[derive(Clone, Debug)]
pub struct PayoffClaim {
    /// The explored game.
    pub arena: Arc<Arena>,
    /// What is asked.
    pub objective: PayoffObjective,
    /// The answer to what [`scaled`] asks.
    pub solution: Solution,
    /// For each state a rank; looked at for [`Infinite::Never`] alone.
    pub rank: Vec<u32>,
}

/// A claim that the judge accepted.
#[derive(Clone, Debug)]
pub struct CheckedPayoff {
    checked: Checked,
    range: Range,
    objective: PayoffObjective,
    rank: Vec<u32>,
}

impl CheckedPayoff {
    /// The answer for payoffs as parts of their range.
    pub fn scaled(&self) -> &Checked {
        &self.checked
    }

    /// The payoffs' range.
    pub fn range(&self) -> &Range {
        &self.range
    }

    /// What was asked.
    pub fn objective(&self) -> PayoffObjective {
        self.objective
    }

    /// The evidence that play ends; see [`PayoffClaim`].
    pub fn rank(&self) -> &[u32] {
        &self.rank
    }

    /// The bounds of `state`.
    pub fn of(&self, state: StateId) -> (Rational, Rational) {
        let (lower, upper) = self.checked.solution().bounds.rational(state);
        let amount = |part: Rational| &self.range.low + part * &self.range.width;
        (amount(lower), amount(upper))
    }

    /// The accepted claim, to be judged anew; `arena` is the game that it was made for.
    pub fn into_claim(self, arena: Arc<Arena>) -> PayoffClaim {
        let Self { checked, objective, rank, .. } = self;
        PayoffClaim { arena, objective, solution: checked.into_claim().solution, rank }
    }
}

/// The arena with payoffs as parts of their range, and what is asked of it.
///
/// # Errors
/// Some state is unexplored.
pub fn scaled(
    arena: &Arena,
    objective: PayoffObjective,
) -> Result<(Arena, Objective, Range), Refusal> {
    if let Some(state) = arena.ids().find(|&state| arena.is_unexplored(state)) {
        return Err(Refusal { state: Some(state), reason: Reason::Beyond });
    }
    let payoffs = || arena.endings().map(|(_, payoff)| payoff);
    let low = payoffs().min().cloned().unwrap_or_default();
    let high = payoffs().max().cloned().unwrap_or_default();
    let width = &high - &low;
    // Where all payoffs are equal any parts will do: of a width of 0 they are all 0.
    let divisor = if width.is_zero() { Rational::ONE } else { width.clone() };
    let PayoffObjective { max, infinite } = objective;
    let (arena, goal) = match infinite {
        Infinite::Least | Infinite::Never => {
            (arena.with_payoffs(|p| (p - &low) / &divisor), Goal::Payoff)
        }
        Infinite::Greatest => {
            (arena.with_payoffs(|p| (&high - p) / &divisor), Goal::Payoff.complement())
        }
    };
    Ok((arena, Objective { max, goal }, Range { low, width }))
}

/// Checks `claim`.
///
/// # Errors
/// The evidence does not prove the bounds, or some state is unexplored.
pub fn judge_payoff(claim: PayoffClaim) -> Result<CheckedPayoff, Refusal> {
    let PayoffClaim { arena, objective, solution, rank } = claim;
    if objective.infinite == Infinite::Never {
        ends(&arena, &rank)?;
    }
    let (scaled, asked, range) = scaled(&arena, objective)?;
    let checked = judge(Claim { arena: Arc::new(scaled), objective: asked, solution })?;
    Ok(CheckedPayoff { checked, range, objective, rank })
}

fn ends(arena: &Arena, rank: &[u32]) -> Result<(), Refusal> {
    if rank.len() != arena.states() {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    let nearer = |state: StateId, choice: u32| {
        let targets = arena.targets(ChoiceId(choice));
        targets
            .iter()
            .any(|&t| arena.player(StateId(t)).is_none() || rank[t as usize] < rank[state.index()])
    };
    let fails = |state: &StateId| arena.choices_of(*state).any(|choice| !nearer(*state, choice));
    match arena.ids().find(fails) {
        Some(state) => Err(Refusal { state: Some(state), reason: Reason::Endless }),
        None => Ok(()),
    }
}
