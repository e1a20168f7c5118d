//! Choices one after another, at a smaller price than one by one: where one ends the next begins, and
//! most of them are certain or have the distribution of the last one that was not.

use std::iter::Zip;
use std::ops::Range;
use std::slice::Iter;

use super::{Arena, Choice};
use crate::distribution::CERTAIN;
use crate::{Distribution, Distributions};

/// Choices with their numbers, in order.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    distributions: &'a Distributions,
    /// The number of the next choice.
    next: u32,
    /// Where the branches of each choice end, and its distribution; `None` where all are certain.
    laws: Option<Zip<Iter<'a, u32>, Iter<'a, u32>>>,
    /// What the branches lead to, and the number of the first of them.
    targets: &'a [u32],
    branch: u32,
    law: u32,
    distribution: Distribution<'a>,
}

impl Arena {
    /// All choices of consecutive states, one after another.
    pub fn rows_of(&self, states: Range<u32>) -> Rows<'_> {
        let first = |state: u32| self.choice_start[state as usize];
        self.rows(first(states.start)..first(states.end))
    }

    /// Several choices with their numbers, one after another.
    #[inline]
    pub fn rows(&self, choices: Range<u32>) -> Rows<'_> {
        let branches = self.branches_of(choices.clone());
        Rows {
            distributions: &self.distributions,
            next: choices.start,
            laws: self.laws.rows(choices.start as usize..choices.end as usize),
            branch: branches.start as u32,
            targets: &self.target[branches],
            law: CERTAIN,
            distribution: Distribution::CERTAIN,
        }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = (u32, Choice<'a>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (law, end) = match &mut self.laws {
            Some(laws) => laws.next().map(|(&end, &law)| (law, end))?,
            None if self.targets.is_empty() => return None,
            None => (CERTAIN, self.branch + 1),
        };
        let (targets, rest) = self.targets.split_at((end - self.branch) as usize);
        (self.targets, self.branch) = (rest, end);
        let number = self.next;
        self.next += 1;
        if law == CERTAIN {
            return Some((number, Choice { distribution: Distribution::CERTAIN, targets }));
        }
        if law != self.law {
            self.law = law;
            self.distribution = self.distributions.get(law);
        }
        Some((number, Choice { distribution: self.distribution, targets }))
    }
}
