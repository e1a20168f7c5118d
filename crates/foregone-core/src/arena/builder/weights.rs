//! Choices whose branches have integer weights, as exploring meets them: many of them have the same
//! weights, and what all branches of a state lead to is written at once where it stays, as a rule.

use std::ops::Range;

use super::{ArenaBuilder, FEW};
use crate::Choices;
use crate::arena::ArenaError;
use crate::distribution::CERTAIN;
use crate::game::Branches;

/// Weights that were checked, and the distribution they are when no targets are equal.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    denominator: u64,
    weights: Vec<u64>,
    law: u32,
}

impl ArenaBuilder {
    /// Adds a choice to the last state: one weight over a common `denominator` for each target.
    /// Quicker than [`choice`](Self::choice) where many choices have the same weights.
    ///
    /// # Errors
    /// As for [`choice`](Self::choice).
    pub fn weighted(
        &mut self,
        denominator: u64,
        weights: &[u64],
        targets: &[u32],
    ) -> Result<(), ArenaError> {
        assert_eq!(targets.len(), weights.len(), "one weight for each target");
        if *weights == [denominator] && denominator > 0 {
            return self.write_choice(CERTAIN, targets);
        }
        if are_distinct(targets)
            && let Some(law) = self.law(denominator, weights)
        {
            return self.write_choice(law, targets);
        }
        let mut branches = std::mem::take(&mut self.branches);
        branches.clear();
        branches.extend(weights.iter().copied().zip(targets.iter().copied()));
        let added = self.choice(denominator, &branches);
        self.branches = branches;
        added
    }

    /// The distribution of several weights, which as a rule are those of the choice before; `None`
    /// where they do not sum to the denominator, or one is 0.
    #[inline]
    fn law(&mut self, denominator: u64, weights: &[u64]) -> Option<u32> {
        if denominator == 0 {
            return None;
        }
        let known = &mut self.known;
        if known.denominator != denominator || known.weights != weights {
            let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
            if weights.contains(&0) || sum != u128::from(denominator) {
                return None;
            }
            known.denominator = denominator;
            known.weights.clear();
            known.weights.extend_from_slice(weights);
            self.weights.clear();
            self.weights.extend_from_slice(weights);
            known.law = self.arena.distributions.intern(&mut self.weights, denominator);
        }
        Some(known.law)
    }

    /// Adds all choices of the last state; `write` appends what their branches lead to, one choice
    /// after another. As a rule that can stand as it is.
    ///
    /// # Errors
    /// As for [`choice`](Self::choice).
    #[inline]
    pub(crate) fn all_choices<S>(
        &mut self,
        choices: &Choices<S>,
        write: impl FnOnce(&mut Vec<u32>),
    ) -> Result<(), ArenaError> {
        if choices.is_empty() {
            return Ok(());
        }
        let before = self.arena.target.len();
        write(&mut self.arena.target);
        let first = self.check_end()? - choices.all().len() as u32;
        for i in 0..choices.len() {
            let (range, probabilities) = choices.row(i);
            let targets = before + range.start..before + range.end;
            let Some(law) = self.law_of(probabilities, targets) else {
                let mut rest = std::mem::take(&mut self.rest);
                rest.clear();
                rest.extend(self.arena.target.drain(before + range.start..));
                let added = self.slowly(choices, i, &rest);
                self.rest = rest;
                return added;
            };
            self.end_choice(law, first + range.end as u32);
        }
        Ok(())
    }

    /// The distribution of a choice whose targets stand in the arena already; `None` where they
    /// cannot stay as they are.
    #[inline]
    fn law_of(&mut self, probabilities: Branches<'_>, targets: Range<usize>) -> Option<u32> {
        let Branches::Weights(denominator, weights) = probabilities else { return None };
        match *weights {
            [weight] if weight == denominator && weight > 0 => Some(CERTAIN),
            _ if are_distinct(&self.arena.target[targets]) => self.law(denominator, weights),
            _ => None,
        }
    }

    /// Adds the choices from number `from` on, one by one; `targets` are theirs.
    fn slowly<S>(
        &mut self,
        choices: &Choices<S>,
        from: usize,
        mut targets: &[u32],
    ) -> Result<(), ArenaError> {
        for i in from..choices.len() {
            let (range, probabilities) = choices.row(i);
            let (mine, rest) = targets.split_at(range.len());
            targets = rest;
            match probabilities {
                Branches::Weights(denominator, weights) => {
                    self.weighted(denominator, weights, mine)?;
                }
                Branches::Exact(probabilities) => {
                    let mut branches = std::mem::take(&mut self.exact_branches);
                    branches.clear();
                    branches.extend(probabilities.iter().cloned().zip(mine.iter().copied()));
                    let added = self.choice_exact(&branches);
                    self.exact_branches = branches;
                    added?;
                }
            }
        }
        Ok(())
    }
}

/// True where no two targets are equal; not looked for among many.
#[inline]
fn are_distinct(targets: &[u32]) -> bool {
    match *targets {
        [] | [_] => true,
        [a, b] => a != b,
        [a, b, c] => a != b && a != c && b != c,
        [first, ref rest @ ..] => {
            // As a rule all but the first go up, or down.
            let goes_on = match rest[0] < rest[1] {
                true => rest.windows(2).all(|pair| pair[0] < pair[1]),
                false => rest.windows(2).all(|pair| pair[0] > pair[1]),
            };
            goes_on && !rest.contains(&first)
                || targets.len() <= FEW
                    && (1..targets.len()).all(|at| !targets[..at].contains(&targets[at]))
        }
    }
}
