//! Where each choice's branches begin, and how they are distributed.
//!
//! Invariant: while every choice is certain nothing is stored, and choice number `c` has the branch
//! number `c` alone; a game without chance then costs eight bytes less a choice.

use std::ops::Range;

use crate::distribution::CERTAIN;

/// One entry for each choice of an arena.
#[derive(Clone, Debug, Default)]
pub(super) struct Laws(Option<Rows>);

#[derive(Clone, Debug)]
struct Rows {
    /// For each choice, and one past the last, the first of its branches.
    start: Vec<u32>,
    /// For each choice its distribution.
    law: Vec<u32>,
}

impl Laws {
    /// Adds choice number `choice`, whose branches go as far as `end`.
    #[inline]
    pub fn push(&mut self, choice: u32, law: u32, end: u32) {
        if self.0.is_none() && law == CERTAIN {
            return;
        }
        let certain =
            || Rows { start: (0..=choice).collect(), law: vec![CERTAIN; choice as usize] };
        let rows = self.0.get_or_insert_with(certain);
        rows.start.push(end);
        rows.law.push(law);
    }

    /// True where every choice is certain.
    pub fn are_certain(&self) -> bool {
        self.0.is_none()
    }

    /// The distribution of the choice added last.
    pub fn last(&self) -> u32 {
        self.0.as_ref().and_then(|rows| rows.law.last().copied()).unwrap_or(CERTAIN)
    }

    /// The distribution of a choice.
    #[inline(always)]
    pub fn of(&self, choice: usize) -> u32 {
        match &self.0 {
            Some(rows) => rows.law[choice],
            None => CERTAIN,
        }
    }

    /// The branches of several choices, one after another.
    #[inline(always)]
    pub fn branches(&self, choices: Range<usize>) -> Range<usize> {
        match &self.0 {
            Some(rows) => rows.start[choices.start] as usize..rows.start[choices.end] as usize,
            None => choices,
        }
    }

    /// The same with these rows of choices one after another.
    pub fn in_order(self, order: &[Range<u32>]) -> Self {
        let Some(old) = self.0 else { return self };
        let mut law = Vec::with_capacity(old.law.len());
        for row in order {
            law.extend_from_slice(&old.law[row.start as usize..row.end as usize]);
        }
        drop(old.law);
        let mut start = Vec::with_capacity(old.start.len());
        start.push(0_u32);
        for row in order {
            let starts = &old.start[row.start as usize..=row.end as usize];
            let shift = start[start.len() - 1].wrapping_sub(starts[0]);
            start.extend(starts[1..].iter().map(|end| end.wrapping_add(shift)));
        }
        Self(Some(Rows { start, law }))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |rows| 4 * (rows.start.capacity() + rows.law.capacity()))
    }
}
