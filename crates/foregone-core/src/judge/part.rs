//! Judges one part of an arena, with what others claim of the states at its edge.
//!
//! A part's arena holds its own states first; the states after them, the *edge*, belong to other
//! parts and have no choices here. Every condition of [`reach`](super) and win/lose/draw speaks of
//! one state and its successors alone. So if the parts together hold every state once, every part
//! is accepted, and each saw at its edge what the owner's part was accepted with, then the whole
//! claim fulfils all conditions, and its bounds hold. Comparing the edges is the caller's duty:
//! they are handed over after the last change and before anyone is judged.

use super::slice::Edge;
use super::{Claim, Reason, Refusal, reach, win};
use crate::{Arena, Bounds, Goal, Objective, Solution, StateId};

/// A part's claim.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part's arena, what is asked, and the answer; one entry for each state, edge included.
    pub claim: Claim,
    /// How many states are the part's own.
    pub inner: u32,
    /// For each state at the edge whether play has ended there for the objective.
    pub edge_ended: Vec<bool>,
}

/// A part that the judge accepted.
#[derive(Clone, Debug)]
pub struct CheckedPart(Part);

impl CheckedPart {
    /// The part's arena.
    pub fn arena(&self) -> &Arena {
        &self.0.claim.arena
    }

    /// What was asked.
    pub fn objective(&self) -> &Objective {
        &self.0.claim.objective
    }

    /// The answer.
    pub fn solution(&self) -> &Solution {
        &self.0.claim.solution
    }

    /// The part as the other side sees it: see [`Claim::swapped`], which needs no new proof.
    ///
    /// # Errors
    /// None for what was accepted; see there.
    pub fn swapped(self) -> Result<Self, Refusal> {
        let Part { claim, inner, edge_ended } = self.0;
        Ok(Self(Part { claim: claim.swapped()?, inner, edge_ended }))
    }

    /// The part's own states.
    pub fn own(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.0.inner).map(StateId)
    }
}

/// Checks a part's own states.
///
/// # Errors
/// The first state whose conditions fail; goals that mean the other side are to be swapped before.
pub fn check_part(part: Part) -> Result<CheckedPart, Refusal> {
    let Claim { arena, objective, solution } = &part.claim;
    let (inner, ended) = (part.inner, &part.edge_ended);
    let refuse = |reason| Refusal { state: None, reason };
    let graded = matches!(solution.bounds, Bounds::Grades(_));
    if matches!(objective.goal, Goal::Not(_)) || graded != objective.goal.is_outcome() {
        return Err(refuse(Reason::Kind));
    }
    if inner as usize + ended.len() != arena.states() {
        return Err(refuse(Reason::Length));
    }
    match &solution.bounds {
        Bounds::Fixed64(bounds) => {
            reach::judge_inner(arena, objective, solution, bounds, &Edge::NONE, inner, ended)?
        }
        Bounds::Fixed128(bounds) => {
            reach::judge_inner(arena, objective, solution, bounds, &Edge::NONE, inner, ended)?
        }
        Bounds::Fixed512(bounds) => {
            reach::judge_inner(arena, objective, solution, bounds, &Edge::NONE, inner, ended)?
        }
        Bounds::Exact(bounds) => {
            reach::judge_inner(arena, objective, solution, bounds, &Edge::NONE, inner, ended)?
        }
        Bounds::Grades(bounds) => win::judge_inner(arena, objective, solution, bounds, inner)?,
    }
    Ok(CheckedPart(part))
}
