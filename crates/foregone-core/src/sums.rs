//! The components of an impartial game as arrays: component -> options -> parts.
//!
//! An option is a sum of components, possibly of none; the same one may occur in it twice, which
//! makes it no distribution. Invariant: options and parts lie in the order in which they were added.

use std::ops::Range;

use crate::{ArenaError, ChoiceId, StateId, arena::Flaw};

/// Components, each with its options.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// For each component one past the last of its options.
    last_option: Vec<u32>,
    /// For each option one past the last of its parts.
    last_part: Vec<u32>,
    parts: Vec<u32>,
}

impl Sums {
    /// Adds an option to the component that is being made.
    ///
    /// # Errors
    /// There are more parts than ids have numbers.
    pub fn option(&mut self, parts: impl IntoIterator<Item = u32>) -> Result<(), ArenaError> {
        self.parts.extend(parts);
        let number = |length| u32::try_from(length).map_err(|_| self.too_many());
        let (last, _) = (number(self.parts.len())?, number(self.last_part.len() + 1)?);
        self.last_part.push(last);
        Ok(())
    }

    /// Ends the component that is being made; it has the options added since the one before.
    pub fn component(&mut self) {
        self.last_option.push(self.last_part.len() as u32);
    }

    /// How many components there are.
    pub fn components(&self) -> usize {
        self.last_option.len()
    }

    /// How many options all components have.
    pub fn options(&self) -> usize {
        self.last_part.len()
    }

    /// How many parts all options have.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The options of a component.
    pub fn options_of(&self, component: StateId) -> Range<u32> {
        before(&self.last_option, component.index())..self.last_option[component.index()]
    }

    /// The components whose sum an option is.
    pub fn parts_of(&self, option: ChoiceId) -> &[u32] {
        let range = before(&self.last_part, option.index())..self.last_part[option.index()];
        &self.parts[range.start as usize..range.end as usize]
    }

    /// The components that all options of a component are made of.
    pub fn all_parts_of(&self, component: StateId) -> &[u32] {
        let Range { start, end } = self.options_of(component);
        let range = before(&self.last_part, start as usize)..before(&self.last_part, end as usize);
        &self.parts[range.start as usize..range.end as usize]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let all = [&self.last_option, &self.last_part, &self.parts];
        all.map(|array| array.capacity() * 4).iter().sum()
    }

    fn too_many(&self) -> ArenaError {
        let state = StateId(self.last_option.len() as u32);
        ArenaError { state, flaw: Flaw::TooMany("parts") }
    }
}

/// Where the entry number `at` begins.
fn before(last: &[u32], at: usize) -> u32 {
    at.checked_sub(1).map_or(0, |at| last[at])
}
