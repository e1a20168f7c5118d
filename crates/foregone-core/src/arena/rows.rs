//! Choices one after another, at a smaller price than one by one: where one ends the next begins, and
//! most of them have the distribution of the one before.

use std::ops::Range;

use super::{Arena, Choice};
use crate::Distribution;

/// Choices with their numbers, in order.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    arena: &'a Arena,
    choices: Range<u32>,
    first_branch: usize,
    law: u32,
    distribution: Distribution<'a>,
}

/// The number of no distribution.
const NONE: u32 = u32::MAX;

impl Arena {
    /// Several choices with their numbers, one after another.
    #[inline(always)]
    pub fn rows(&self, choices: Range<u32>) -> Rows<'_> {
        let first = choices.start as usize;
        let first_branch = self.laws.branches(first..first).start;
        let distribution = Distribution { denominator: 0, numerators: &[], floats: &[], big: None };
        Rows { arena: self, choices, first_branch, law: NONE, distribution }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = (u32, Choice<'a>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let number = self.choices.next()?;
        let (arena, at) = (self.arena, number as usize);
        let law = arena.laws.of(at);
        if law != self.law {
            self.law = law;
            self.distribution = arena.distributions.get(law);
        }
        let branches = self.first_branch..arena.laws.branches(at..at + 1).end;
        self.first_branch = branches.end;
        Some((number, Choice { distribution: self.distribution, targets: &arena.target[branches] }))
    }
}
