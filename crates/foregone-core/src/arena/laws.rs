//! Where each choice's branches begin, and how they are distributed.
//!
//! Invariant: while every choice is certain nothing is stored, and choice number `c` has the branch
//! number `c` alone; a game without chance then costs eight bytes less a choice.

use std::iter::Zip;
use std::ops::Range;
use std::slice::Iter;

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

impl Rows {
    /// So many choices, all of them certain.
    fn certain(choices: u32, room: usize) -> Self {
        let mut rows = Self { start: Vec::with_capacity(room), law: Vec::with_capacity(room) };
        rows.start.extend(0..=choices);
        rows.law.resize(choices as usize, CERTAIN);
        rows
    }
}

impl Laws {
    /// Adds choice number `choice`, whose branches go as far as `end`; there is `room` for so many.
    #[inline]
    pub fn push(&mut self, choice: u32, law: u32, end: u32, room: usize) {
        if self.0.is_none() && law == CERTAIN {
            return;
        }
        let rows = self.0.get_or_insert_with(|| Rows::certain(choice, room));
        rows.start.push(end);
        rows.law.push(law);
    }

    /// True where every choice is certain.
    pub fn are_certain(&self) -> bool {
        self.0.is_none()
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

    /// For each of several choices where its branches end, and its distribution; `None` where all
    /// are certain.
    #[inline]
    pub fn rows(&self, choices: Range<usize>) -> Option<Zip<Iter<'_, u32>, Iter<'_, u32>>> {
        let rows = self.0.as_ref()?;
        let ends = &rows.start[choices.start + 1..=choices.end];
        Some(ends.iter().zip(&rows.law[choices]))
    }

    /// The same with these rows of choices one after another.
    pub fn in_order(self, order: &[Range<u32>]) -> Self {
        let Some(old) = self.0 else { return self };
        let mut law = Vec::with_capacity(old.law.len());
        for row in order {
            // Few at a time: a loop is quicker than a copy.
            for &one in &old.law[row.start as usize..row.end as usize] {
                law.push(one);
            }
        }
        drop(old.law);
        let (mut start, mut end) = (Vec::with_capacity(old.start.len()), 0);
        start.push(end);
        for row in order {
            let mut before = old.start[row.start as usize];
            for &next in &old.start[row.start as usize + 1..=row.end as usize] {
                end += next - before;
                before = next;
                start.push(end);
            }
        }
        Self(Some(Rows { start, law }))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |rows| 4 * (rows.start.capacity() + rows.law.capacity()))
    }
}
