//! What play collects until it comes to a target.
//!
//! A play that never comes to a target is worth infinity ([`Missed::Infinite`]) or what it collects
//! ([`Missed::Collected`]). Given lower bounds `l` and upper bounds `u`, finite or infinite, Max's
//! strategy `s`, Min's strategy `t`, and ranks for either side; `r` is what a move collects. "A
//! checked choice" is, for lower bounds, that of `s` at a Max state and every choice at a Min state;
//! for upper bounds that of `t` at a Min state and every choice at a Max state.
//!
//! 1. A target has `l = 0`. A state where play is over otherwise is worth infinity or 0, as plays
//!    that miss the target; an unexplored one has `l = 0` and `u` infinite.
//! 2. *Upper*, `u` finite: a checked choice has `r + sum p*u <= u`, and all its branches have finite
//!    `u`. So what was collected so far plus `u` where play stands is a supermartingale, and its
//!    mean, what is collected in the long run, is at most `u` (Knaster and Tarski). Where missing
//!    the target costs infinity, a checked choice also has a branch to a target or to a state of
//!    smaller upper rank: ranks are finitely many, so the target is met with probability 1.
//! 3. *Lower*, `l` finite: a checked choice has a branch with infinite `l`, or `r + sum p*l >= l`.
//!    So what was collected so far plus `l` is a submartingale as long as no infinite `l` can be
//!    met. Where missing the target costs infinity that suffices: either the target is met with
//!    probability 1, and the last `l` is 0 there, or the value is infinite. Where it does not, a
//!    checked choice at a state with `l > 0` also collects something or has a branch to an end, to
//!    `l = 0`, to an infinite `l`, or to a state of smaller lower rank: with probability 1 play then
//!    comes to an end or to `l = 0`, or collects for ever and infinitely much.
//! 4. *Lower*, `l` infinite, missing costs infinity: all branches of a checked choice have infinite
//!    `l` and at most the state's rank, or one has infinite `l` and a smaller rank. By induction on
//!    ranks play misses the target with positive probability: it stays among states of one rank for
//!    ever, or moves to a smaller rank with positive probability.
//! 5. *Lower*, `l` infinite, missing costs nothing: a checked choice has a branch with infinite `l`
//!    and a smaller lower rank, or all its branches have infinite `l` and the state's lower rank,
//!    and it collects something or has a branch of smaller upper rank (which infinite bounds do not
//!    need otherwise). By induction on lower ranks: either play comes to a smaller one with positive
//!    probability, and the mean is infinite; or it stays at one for ever, and as upper ranks cannot
//!    fall for ever it collects something again and again with probability 1.
//!
//! Rewards as parts of the scale are rounded to the safe side before they are compared.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Reason, Refusal, chosen};
use crate::amount::{Amounts, unit};
use crate::arena::Choice;
use crate::solution::Effort;
use crate::{
    Arena, Bounds, ChoiceId, Intervals, Number, Players, Rational, Rewards, StateId, Stop,
};

/// What is to be collected, how long, and which players form Max's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewardObjective {
    /// Max's side, which wants much.
    pub max: Players,
    /// What each move collects.
    pub rewards: Rewards,
    /// Where collecting ends: one entry for each state.
    pub targets: Vec<bool>,
    /// What a play is worth that never comes to a target.
    pub missed: Missed,
}

/// What a play is worth that never comes to a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// Infinitely much.
    Infinite,
    /// What it collects, which may be infinite too.
    Collected,
}

/// Bounds for every state with what is needed to check them.
#[derive(Clone, Debug)]
pub struct RewardSolution {
    /// Lower and upper bounds.
    pub amounts: Amounts,
    /// For every state which of its choices, from 0, its owner takes.
    pub strategy: Vec<u32>,
    /// Evidence for lower bounds: conditions 3, 4 and 5.
    pub lower_rank: Vec<u32>,
    /// Evidence for upper bounds: condition 2.
    pub upper_rank: Vec<u32>,
    /// Why the work ended before the width asked for was reached, or `None`.
    pub stopped: Option<Stop>,
    /// What it took.
    pub effort: Effort,
}

/// An arena, what is asked of it, and an answer that nobody has checked yet.
#[derive(Clone, Debug)]
pub struct RewardClaim {
    /// The explored game.
    pub arena: Arc<Arena>,
    /// What is asked.
    pub objective: RewardObjective,
    /// The answer and its evidence.
    pub solution: RewardSolution,
}

/// A claim that the judge accepted: its bounds hold the true values.
#[derive(Clone, Debug)]
pub struct CheckedReward(RewardClaim);

impl CheckedReward {
    /// The explored game.
    pub fn arena(&self) -> &Arena {
        &self.0.arena
    }

    /// What was asked.
    pub fn objective(&self) -> &RewardObjective {
        &self.0.objective
    }

    /// The answer.
    pub fn solution(&self) -> &RewardSolution {
        &self.0.solution
    }

    /// The accepted claim, to be judged anew if it is changed.
    pub fn into_claim(self) -> RewardClaim {
        self.0
    }
}

impl RewardObjective {
    /// True where `state` belongs to Max's side.
    #[inline]
    pub fn is_max(&self, arena: &Arena, state: StateId) -> bool {
        arena.player(state).is_some_and(|player| self.max.contains(player))
    }

    /// True where play has ended: at a target, or over.
    #[inline]
    pub fn is_ended(&self, arena: &Arena, state: StateId) -> bool {
        self.targets[state.index()] || arena.player(state).is_none() && !arena.is_unexplored(state)
    }

    /// True where the objective speaks of `arena`.
    pub fn fits(&self, arena: &Arena) -> bool {
        self.targets.len() == arena.states() && self.rewards.fits(arena)
    }

    /// True where a play that ended at `state` is worth infinity.
    pub fn is_lost(&self, state: StateId) -> bool {
        self.missed == Missed::Infinite && !self.targets[state.index()]
    }

    /// The same objective after the states of `arena` were put into `order`.
    pub fn renumbered(&self, arena: &Arena, order: &[u32]) -> Self {
        Self {
            max: self.max,
            rewards: self.rewards.renumbered(arena, order),
            targets: order.iter().map(|&old| self.targets[old as usize]).collect(),
            missed: self.missed,
        }
    }
}

/// Checks `claim`; it comes back [`CheckedReward`] or with the first reason against it.
///
/// # Errors
/// The evidence does not prove the bounds.
pub fn judge_reward(claim: RewardClaim) -> Result<CheckedReward, Refusal> {
    match &claim.solution.amounts.bounds {
        Bounds::Fixed64(bounds) => check(&claim, bounds)?,
        Bounds::Fixed128(bounds) => check(&claim, bounds)?,
        Bounds::Fixed512(bounds) => check(&claim, bounds)?,
        Bounds::Exact(bounds) => check(&claim, bounds)?,
        Bounds::Grades(_) => return Err(Refusal { state: None, reason: Reason::Kind }),
    }
    Ok(CheckedReward(claim))
}

fn check<N: Number>(claim: &RewardClaim, bounds: &Intervals<N>) -> Result<(), Refusal> {
    let RewardClaim { arena, objective, solution } = claim;
    let Intervals { lower, upper } = bounds;
    let Amounts { lower_infinite, upper_infinite, scale, .. } = &solution.amounts;
    let numbers = [lower.len(), upper.len(), lower_infinite.len(), upper_infinite.len()];
    let evidence = [solution.strategy.len(), solution.lower_rank.len(), solution.upper_rank.len()];
    if numbers.iter().chain(&evidence).any(|&length| length != arena.states())
        || !objective.fits(arena)
    {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    let fits = |at: usize| lower[at].in_unit_interval() && upper[at].in_unit_interval();
    if let Some(at) = (0..lower.len()).find(|&at| !fits(at)) {
        return Err(Refusal { state: Some(StateId(at as u32)), reason: Reason::Range });
    }
    let unit = unit(*scale);
    let part = |reward: &Rational| {
        let part = reward / &unit;
        let above = (part <= Rational::ONE).then(|| N::at_least(&part));
        (N::at_most(&part.min(Rational::ONE)), above)
    };
    let rewards = objective.rewards.values().iter().map(part).collect();
    let case = Case { arena, objective, solution, lower, upper, rewards };
    arena.ids().try_for_each(|state| {
        case.state(state).map_err(|reason| Refusal { state: Some(state), reason })
    })
}

struct Case<'a, N> {
    arena: &'a Arena,
    objective: &'a RewardObjective,
    solution: &'a RewardSolution,
    lower: &'a [N],
    upper: &'a [N],
    /// For each distinct reward the numbers below and above it; none above where it exceeds 1.
    rewards: Vec<(N, Option<N>)>,
}

impl<N: Number> Case<'_, N> {
    fn lower_infinite(&self, state: u32) -> bool {
        self.solution.amounts.lower_infinite[state as usize]
    }

    fn upper_infinite(&self, state: u32) -> bool {
        self.solution.amounts.upper_infinite[state as usize]
    }

    fn state(&self, state: StateId) -> Result<(), Reason> {
        let no_lower = !self.lower_infinite(state.0) && self.lower[state.index()] == N::zero();
        if self.arena.is_unexplored(state) && !self.objective.targets[state.index()] {
            let trivial = no_lower && self.upper_infinite(state.0);
            return trivial.then_some(()).ok_or(Reason::Unexplored);
        }
        if self.objective.is_ended(self.arena, state) {
            let holds = match self.objective.is_lost(state) {
                true => self.upper_infinite(state.0),
                false => no_lower,
            };
            return holds.then_some(()).ok_or(Reason::Ending);
        }
        self.open(state)
    }

    fn open(&self, state: StateId) -> Result<(), Reason> {
        let (choices, chosen) = chosen(self.arena, state, self.solution.strategy[state.index()])?;
        let is_max = self.objective.is_max(self.arena, state);
        for choice in choices {
            if is_max || choice == chosen {
                self.upper(state, ChoiceId(choice))?;
            }
            if !is_max || choice == chosen {
                self.lower(state, ChoiceId(choice))?;
            }
        }
        Ok(())
    }

    /// Condition 2.
    fn upper(&self, state: StateId, choice: ChoiceId) -> Result<(), Reason> {
        if self.upper_infinite(state.0) {
            return Ok(());
        }
        let branches = self.arena.choice(choice);
        if branches.targets.iter().any(|&t| self.upper_infinite(t)) {
            return Err(Reason::Upper);
        }
        let places = [
            self.objective.rewards.state_place(state),
            self.objective.rewards.choice_place(choice),
        ];
        let rest = places.iter().try_fold(self.upper[state.index()].clone(), |rest, &place| {
            rest.minus(self.rewards[place].1.as_ref()?)
        });
        let values = branches.targets.iter().map(|&t| &self.upper[t as usize]);
        let rest = rest.ok_or(Reason::Upper)?;
        if N::compare_mean(branches.distribution, values, &rest) == Ordering::Greater {
            return Err(Reason::Upper);
        }
        let rank = &self.solution.upper_rank;
        let nearer =
            |&t: &u32| self.objective.targets[t as usize] || rank[t as usize] < rank[state.index()];
        let arrives =
            self.objective.missed == Missed::Collected || branches.targets.iter().any(nearer);
        arrives.then_some(()).ok_or(Reason::Arrival)
    }

    /// Conditions 3, 4 and 5.
    fn lower(&self, state: StateId, choice: ChoiceId) -> Result<(), Reason> {
        let branches = self.arena.choice(choice);
        match (self.lower_infinite(state.0), self.objective.missed) {
            (true, Missed::Infinite) => self.misses(state, branches),
            (true, Missed::Collected) => self.collects(state, choice, branches),
            (false, _) => self.finite(state, choice, branches),
        }
    }

    fn finite(&self, state: StateId, choice: ChoiceId, branches: Choice<'_>) -> Result<(), Reason> {
        let lower = &self.lower[state.index()];
        if *lower == N::zero() || branches.targets.iter().any(|&t| self.lower_infinite(t)) {
            return Ok(());
        }
        let places = [
            self.objective.rewards.state_place(state),
            self.objective.rewards.choice_place(choice),
        ];
        let rest = places
            .iter()
            .try_fold(lower.clone(), |rest, &place| rest.minus(&self.rewards[place].0));
        if let Some(rest) = rest {
            let values = branches.targets.iter().map(|&t| &self.lower[t as usize]);
            if N::compare_mean(branches.distribution, values, &rest) == Ordering::Less {
                return Err(Reason::Lower);
            }
        }
        let rank = &self.solution.lower_rank;
        let progress = |&t: &u32| {
            self.objective.is_ended(self.arena, StateId(t))
                || self.lower[t as usize] == N::zero()
                || rank[t as usize] < rank[state.index()]
        };
        let sound = self.objective.missed == Missed::Infinite
            || self.objective.rewards.is_positive(state, choice)
            || branches.targets.iter().any(progress);
        sound.then_some(()).ok_or(Reason::Rank)
    }

    /// Condition 4.
    fn misses(&self, state: StateId, branches: Choice<'_>) -> Result<(), Reason> {
        let rank = |state: u32| self.solution.lower_rank[state as usize];
        let all =
            branches.targets.iter().all(|&t| self.lower_infinite(t) && rank(t) <= rank(state.0));
        let some = |&t: &u32| self.lower_infinite(t) && rank(t) < rank(state.0);
        (all || branches.targets.iter().any(some)).then_some(()).ok_or(Reason::Infinite)
    }

    /// Condition 5.
    fn collects(
        &self,
        state: StateId,
        choice: ChoiceId,
        branches: Choice<'_>,
    ) -> Result<(), Reason> {
        let rank = |state: u32| self.solution.lower_rank[state as usize];
        let stage = |state: u32| self.solution.upper_rank[state as usize];
        let mut targets = branches.targets.iter();
        let falls = |&t: &u32| self.lower_infinite(t) && rank(t) < rank(state.0);
        let stays = |&t: &u32| self.lower_infinite(t) && rank(t) == rank(state.0);
        let again = || {
            branches.targets.iter().all(stays)
                && (self.objective.rewards.is_positive(state, choice)
                    || branches.targets.iter().any(|&t| stage(t) < stage(state.0)))
        };
        let holds = targets.any(falls) || again();
        holds.then_some(()).ok_or(Reason::Infinite)
    }
}
