//! The judge: a small program that checks a solution against the arena.
//!
//! **Law 1: the judge lies below the solvers.** It iterates nothing to convergence, has no
//! tolerance and no solver code; it sees the claim, its evidence, and numbers. One short file for
//! each kind of claim.
//!
//! **Law 2: evidence by type.** [`Checked`] is made here and nowhere else.

use std::ops::Range;
use std::sync::Arc;

use crate::{Arena, Bounds, Goal, Objective, Solution, StateId};
use slice::Edge;

pub mod earned;
pub mod heap;
pub mod nim;
pub mod part;
pub mod payoff;
mod reach;
pub mod reward;
pub mod slice;
pub mod steps;
pub mod sum;
mod swap;
mod win;

/// An arena, what is asked of it, and an answer that nobody has checked yet.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The explored game.
    pub arena: Arc<Arena>,
    /// What is asked.
    pub objective: Objective,
    /// The answer and its evidence.
    pub solution: Solution,
}

/// A claim that the judge accepted: its bounds hold the true values.
#[derive(Clone, Debug)]
pub struct Checked(Claim);

impl Checked {
    /// The explored game.
    pub fn arena(&self) -> &Arena {
        &self.0.arena
    }

    /// The explored game, shared.
    pub fn shared_arena(&self) -> Arc<Arena> {
        Arc::clone(&self.0.arena)
    }

    /// What was asked.
    pub fn objective(&self) -> &Objective {
        &self.0.objective
    }

    /// The answer.
    pub fn solution(&self) -> &Solution {
        &self.0.solution
    }

    /// The same seen by the other side, which needs no new judgement.
    ///
    /// # Errors
    /// None: a checked bound lies in `[0,1]`.
    pub fn swapped(self) -> Result<Self, Refusal> {
        self.0.swapped().map(Self)
    }

    /// The accepted claim, to be judged anew if it is changed.
    pub fn into_claim(self) -> Claim {
        self.0
    }
}

/// Why a claim was refused: at which state, and what fails there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{reason}", state.map(|s| format!("{s}: ")).unwrap_or_default())]
pub struct Refusal {
    /// The first state that fails, or `None` where an array has the wrong length.
    pub state: Option<StateId>,
    /// What fails.
    pub reason: Reason,
}

/// What can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// Grades where bounds are asked for, or the other way round.
    #[error("the answer is of another kind than the objective asks for")]
    Kind,
    /// A choice has several outcomes.
    #[error("a choice has several outcomes, and win/lose/draw knows no chance")]
    Chance,
    /// Not the least number that no option has.
    #[error("its nimber is not the least number that no option has")]
    Nimber,
    /// Nothing shows that the induction over components ends.
    #[error("a part of an option has no smaller counter")]
    Counter,
    /// An option of greater value is not answered.
    #[error(
        "an option that is loopy or has a greater nimber has no earlier way back to this nimber"
    )]
    Return,
    /// A loopy state without a way to stay loopy.
    #[error("it is called loopy, but no loopy option avoids the least number that it lacks")]
    Loopy,
    /// An array of the solution does not have one entry for each state.
    #[error("an array does not have one entry for each state")]
    Length,
    /// A payoff that the objective cannot take.
    #[error(
        "its payoff is none that this objective can take (0 to 1; 1, 1/2 or 0 in win/lose/draw, \
         no 1/2 where infinite play is no draw)"
    )]
    Payoff,
    /// The judge of this kind of claim does not take the objective.
    #[error("this kind of claim cannot be made for this objective")]
    Goal,
    /// A bound lies outside `[0,1]`.
    #[error("a bound lies outside [0,1]")]
    Range,
    /// The payoff of an ended state lies outside its bounds.
    #[error("its payoff lies outside its bounds")]
    Ending,
    /// An unexplored state was given bounds other than the trivial ones.
    #[error("it is unexplored, so its bounds must be 0 and 1")]
    Unexplored,
    /// Known at the edge of a slice, with tighter bounds than are known, or no edge at all.
    #[error("its bounds at the edge of the slice are tighter than those known")]
    Edge,
    /// Play is said to end from there, and need not.
    #[error("play is said to end from there, but a choice does not lead on to an end")]
    Unending,
    /// It has not ended and has no choice.
    #[error("it has not ended and has no choice")]
    NoChoice,
    /// The strategy names no choice of this state.
    #[error("the strategy's entry is none of its choices")]
    Strategy,
    /// Some choice gives Max more than the upper bound.
    #[error("its upper bound is less than the mean over a choice that must not exceed it")]
    Upper,
    /// Some choice gives Max less than the lower bound.
    #[error("its lower bound is more than the mean over a choice that must not fall below it")]
    Lower,
    /// The target might be missed though that would cost infinitely much.
    #[error("no branch of a choice leads to a target or to a smaller rank")]
    Arrival,
    /// A limit cut it off, and nothing bounds the payoffs beyond.
    #[error("it is unexplored, and nothing bounds the payoffs beyond it")]
    Beyond,
    /// Play may go on for ever, and what that counts was not said.
    #[error(
        "play may go on for ever there; say that this counts as the least or as the greatest \
         payoff, for anything in between is not supported"
    )]
    Endless,
    /// A grade speaks of endless play as the objective does not.
    #[error("its grade counts endless play as something else than the objective does")]
    EndlessGrade,
    /// An infinite lower bound is not proved.
    #[error("its lower bound is infinite, and a choice does not lead on to what proves that")]
    Infinite,
    /// Play might go round for ever on this lower bound.
    #[error("no branch of a choice leads to an end, to a lower bound of 0, or to a smaller rank")]
    Rank,
}

/// The choices of a state that has not ended, and the one that a strategy's `entry` names.
fn chosen(arena: &Arena, state: StateId, entry: u32) -> Result<(Range<u32>, u32), Reason> {
    let choices = arena.choices_of(state);
    if choices.is_empty() {
        return Err(Reason::NoChoice);
    }
    let named = choices.start.checked_add(entry).filter(|choice| choices.contains(choice));
    Ok((choices, named.ok_or(Reason::Strategy)?))
}

/// Checks `claim`; it comes back [`Checked`] or with the first reason against it.
///
/// # Errors
/// The evidence does not prove the bounds.
pub fn judge(claim: Claim) -> Result<Checked, Refusal> {
    if let Goal::Not(_) = &claim.objective.goal {
        return judge(claim.swapped()?)?.swapped();
    }
    let Claim { arena, objective, solution } = &claim;
    let graded = matches!(solution.bounds, Bounds::Grades(_));
    if graded != (objective.goal.is_outcome()) {
        return Err(Refusal { state: None, reason: Reason::Kind });
    }
    match &solution.bounds {
        Bounds::Fixed64(all) => reach::judge(arena, objective, solution, all, &Edge::NONE)?,
        Bounds::Fixed128(all) => reach::judge(arena, objective, solution, all, &Edge::NONE)?,
        Bounds::Fixed512(all) => reach::judge(arena, objective, solution, all, &Edge::NONE)?,
        Bounds::Exact(all) => reach::judge(arena, objective, solution, all, &Edge::NONE)?,
        Bounds::Grades(all) => win::judge(arena, objective, solution, all)?,
    }
    Ok(Checked(claim))
}
