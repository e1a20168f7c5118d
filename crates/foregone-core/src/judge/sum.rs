//! Judges nimbers of components whose options are sums of components.
//!
//! Given for each component a nimber and a counter. The number of an option is the exclusive or of
//! its parts' nimbers, 0 without parts.
//! 1. Every part of an option of a component has a smaller counter than the component.
//! 2. The nimber of a component is the least number that no option of it has.
//!
//! Then every component is worth a heap of nim of its nimber, by induction on the counter: its
//! options are sums of components worth such heaps, and so worth heaps of their numbers (Bouton
//! 1901); what has as options heaps of these numbers is worth the least number that is missing
//! (Sprague 1935, Grundy 1939). That an option is the sum of its parts is a rule of the game, as
//! the options themselves are.

use std::sync::Arc;

use super::nim::mex;
use super::{Reason, Refusal};
use crate::sums::Sums;
use crate::{ChoiceId, StateId};

/// Nimbers of every component, not yet checked.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The components.
    pub sums: Arc<Sums>,
    /// For each component its nimber.
    pub value: Vec<u32>,
    /// For each component its counter.
    pub counter: Vec<u32>,
}

/// Nimbers that the judge accepted.
#[derive(Clone, Debug)]
pub struct SumNimbers(Claim);

impl SumNimbers {
    /// The nimber of a component.
    pub fn at(&self, component: StateId) -> u32 {
        self.0.value[component.index()]
    }

    /// The numbers of a component's options, in their order.
    pub fn options(&self, component: StateId) -> impl Iterator<Item = u32> {
        self.0.sums.options_of(component).map(|option| self.0.number(ChoiceId(option)))
    }

    /// The components.
    pub fn sums(&self) -> &Sums {
        &self.0.sums
    }
}

/// Accepts a claim, or names the first component that fails.
///
/// # Errors
/// The nimbers are not shown to be right.
pub fn check(claim: Claim) -> Result<SumNimbers, Refusal> {
    let components = claim.sums.components();
    if claim.value.len() != components || claim.counter.len() != components {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    let mut numbers = Vec::new();
    for component in (0..components as u32).map(StateId) {
        let checked = claim.component(component, &mut numbers);
        checked.map_err(|reason| Refusal { state: Some(component), reason })?;
    }
    Ok(SumNimbers(claim))
}

impl Claim {
    /// Conditions 1 and 2 at a component; `numbers` is room to work in.
    fn component(&self, component: StateId, numbers: &mut Vec<u32>) -> Result<(), Reason> {
        let counter = self.counter[component.index()];
        let falls = |&part: &u32| self.counter.get(part as usize).is_some_and(|&c| c < counter);
        if !self.sums.all_parts_of(component).iter().all(falls) {
            return Err(Reason::Counter);
        }
        numbers.clear();
        numbers.extend(self.sums.options_of(component).map(|at| self.number(ChoiceId(at))));
        numbers.sort_unstable();
        numbers.dedup();
        let right = mex(numbers) == self.value[component.index()];
        right.then_some(()).ok_or(Reason::Nimber)
    }

    fn number(&self, option: ChoiceId) -> u32 {
        let parts = self.sums.parts_of(option).iter();
        parts.fold(0, |sum, &part| sum ^ self.value[part as usize])
    }
}
