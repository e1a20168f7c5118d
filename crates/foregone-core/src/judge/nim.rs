//! Judges nimbers of impartial games, with cycles too.
//!
//! Both players have the same options: the arena's successors, whoever is to move; who cannot move
//! loses, and endless play is a draw. Given for each state a nimber or *loopy*, and a counter; `K`
//! of a state is the set of its options' nimbers.
//! 1. A state with nimber `n`: `n` is the least number that no option has, and each option that is
//!    loopy or has a greater nimber has itself an option with nimber `n` and a smaller counter than
//!    the state's.
//! 2. A loopy state, with `m` the least number not in its `K`: some option is loopy and has `m` not
//!    in its `K`.
//!
//! Then in the sum of a state and a heap of nim of `h`, equal nimbers are lost for the mover: every
//! move to other numbers is answered by making them equal, every other move is answered by 1, and
//! the pair of heap and counter falls, so play ends. A loopy state with `h` in `K` is thus won; with
//! `h` not in `K` no move leads to a lost position, and one (the heap down to `m`, or from `m` the
//! option of 2) leads to another position of this kind, so it is drawn.
//! An arena may be a part of a larger one: of the states at its edge their values are taken as they
//! are, and as *menu* what 1 and 2 ask of them: their options' numbers, each with the least counter.
//! (Smith 1966; Fraenkel and Yesha, The generalized Sprague-Grundy function, JCT A 43, 1986.)

use std::sync::Arc;

use super::{Reason, Refusal};
use crate::{Arena, ChoiceId, StateId};

/// In the place of a nimber: the state is loopy.
pub const LOOPY: u32 = u32::MAX;

/// Values of every state, not yet checked.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The explored game.
    pub arena: Arc<Arena>,
    /// For each state its nimber, or [`LOOPY`].
    pub value: Vec<u32>,
    /// For each state its counter.
    pub counter: Vec<u32>,
}

/// Values that the judge accepted.
#[derive(Clone, Debug)]
pub struct Nimbers(Claim);

/// The value of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nimber {
    /// As good as a heap of nim of this size.
    Number(u32),
    /// Loopy: with a heap whose size is among these, in order, the mover wins; else a draw.
    Loopy(Vec<u32>),
}

impl Nimbers {
    /// The value of `state`.
    pub fn at(&self, state: StateId) -> Nimber {
        match self.0.value[state.index()] {
            LOOPY => Nimber::Loopy(self.0.options(state)),
            number => Nimber::Number(number),
        }
    }

    /// The explored game.
    pub fn arena(&self) -> &Arena {
        &self.0.arena
    }
}

/// What is known of a state at the edge of a part: its options' numbers in order, each once, with
/// the least counter among the options that have it.
pub type Menu = Vec<(u32, u32)>;

/// A part's claim that the judge accepted: its own states are the first ones.
#[derive(Clone, Debug)]
pub struct CheckedPart {
    claim: Claim,
    inner: u32,
}

impl CheckedPart {
    /// The value of one of the part's own states.
    pub fn at(&self, state: StateId) -> Option<Nimber> {
        (state.0 < self.inner).then(|| match self.claim.value[state.index()] {
            LOOPY => Nimber::Loopy(self.claim.options(state)),
            number => Nimber::Number(number),
        })
    }
}

/// Accepts the claim about the states before number `inner`; of the others, at the edge, values are
/// taken as they are, and `menus` tells their options, one menu for each.
///
/// # Errors
/// The values are not shown to be right.
pub fn check_part(claim: Claim, inner: u32, menus: &[Menu]) -> Result<CheckedPart, Refusal> {
    let states = claim.arena.states();
    let lengths = [claim.value.len(), claim.counter.len(), inner as usize + menus.len()];
    if lengths.iter().any(|&length| length != states) {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    for state in (0..inner).map(StateId) {
        let checked = claim.state_beside(state, inner, menus);
        checked.map_err(|reason| Refusal { state: Some(state), reason })?;
    }
    Ok(CheckedPart { claim, inner })
}

/// Accepts a claim, or names the first state that fails.
///
/// # Errors
/// The values are not shown to be right.
pub fn check(claim: Claim) -> Result<Nimbers, Refusal> {
    let states = claim.arena.states();
    if claim.value.len() != states || claim.counter.len() != states {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    for state in claim.arena.ids() {
        let inner = states as u32;
        claim
            .state_beside(state, inner, &[])
            .map_err(|reason| Refusal { state: Some(state), reason })?;
    }
    Ok(Nimbers(claim))
}

impl Claim {
    /// Conditions 1 and 2 at `state`; states from `inner` on have `menus`.
    fn state_beside(&self, state: StateId, inner: u32, menus: &[Menu]) -> Result<(), Reason> {
        if self.arena.is_unexplored(state) {
            return Err(Reason::Unexplored);
        }
        let mut choices = self.arena.choices_of(state).map(ChoiceId);
        if choices.any(|choice| self.arena.targets(choice).len() != 1) {
            return Err(Reason::Chance);
        }
        let menu = |to: u32| to.checked_sub(inner).map(|at| &menus[at as usize]);
        let least = mex(&self.options(state));
        let successors = self.arena.successors(state);
        match self.value[state.index()] {
            LOOPY => {
                let lacks = |to: u32| match menu(to) {
                    Some(menu) => menu.binary_search_by_key(&least, |&(number, _)| number).is_err(),
                    None => self.options(StateId(to)).binary_search(&least).is_err(),
                };
                let away = |&to: &u32| self.value[to as usize] == LOOPY && lacks(to);
                successors.iter().any(away).then_some(()).ok_or(Reason::Loopy)
            }
            number if number != least => Err(Reason::Nimber),
            number => {
                let counter = self.counter[state.index()];
                let returns = |to: u32| match menu(to) {
                    Some(menu) => menu.iter().any(|&(n, least)| n == number && least < counter),
                    None => self.returns(to, number, counter),
                };
                let fine = |&to: &u32| self.value[to as usize] < number || returns(to);
                successors.iter().all(fine).then_some(()).ok_or(Reason::Return)
            }
        }
    }

    /// True where `from` has an option with this nimber and a smaller counter.
    fn returns(&self, from: u32, number: u32, counter: u32) -> bool {
        let mut back = self.arena.successors(StateId(from)).iter().map(|&to| to as usize);
        back.any(|to| self.value[to] == number && self.counter[to] < counter)
    }

    /// The nimbers of the options, in order, each once.
    fn options(&self, state: StateId) -> Vec<u32> {
        let values = self.arena.successors(state).iter().map(|&to| self.value[to as usize]);
        let mut all: Vec<u32> = values.filter(|&value| value != LOOPY).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The least number that is not in `sorted`.
pub(super) fn mex(sorted: &[u32]) -> u32 {
    (0..).zip(sorted).take_while(|(at, value)| at == *value).count() as u32
}
