//! A large component in blocks that are swept side by side.
//!
//! Within a block a new value counts at once, as where all is swept in solving order; what lies
//! outside the block counts as the last sweep left it. Values that rise from below tend to the same
//! limit in any such order (Bertsekas, IEEE Trans. Autom. Control 27, 1982), here in hardly more
//! sweeps: in Two-Dice Pig 177 instead of 166. Invariant: the blocks are made of the component
//! alone, so the number of threads changes nothing.

use std::ops::Range;

use rayon::prelude::*;

use super::super::case::Case;
use super::super::local::Local;
use super::guess::worth;

/// Nodes of a block: their values fit into a core's own cache.
const NODES: usize = 1 << 16;

/// The blocks of a component, in order of their nodes.
pub(super) struct Blocks(Vec<Block>);

impl Blocks {
    /// `None` where there are fewer than two full ones. `sheet` holds a value for each state.
    pub fn of(case: &Case<'_>, sheet: &[f64]) -> Option<Self> {
        let nodes = case.local.len();
        if nodes < 2 * NODES {
            return None;
        }
        let block = |at: usize| at * NODES..nodes.min((at + 1) * NODES);
        let all = (0..nodes.div_ceil(NODES)).into_par_iter();
        Some(Self(all.map(|at| Block::new(&case.local, block(at), sheet)).collect()))
    }

    /// One sweep over all blocks, as [`worth`] says; returns by how much it moved a value.
    pub fn sweep(&mut self, case: &mut Case<'_>, sheet: &mut [f64], full: bool) -> f64 {
        let (local, open) = (&case.local, &case.open);
        let before = &*sheet;
        let all = self.0.par_iter_mut().zip(case.policy.par_chunks_mut(NODES));
        let moved = all.map(|(block, policy)| block.sweep(local, open, policy, before, full));
        let moved = moved.reduce(|| 0.0, f64::max);
        let nodes = sheet[local.states()].par_chunks_mut(NODES);
        let values = |block: &Block| block.values.len() - block.border.len();
        nodes
            .zip(&self.0)
            .for_each(|(old, block)| old.copy_from_slice(&block.values[..values(block)]));
        moved
    }
}

struct Block {
    /// The first of its nodes, and the first of its branches in the arena.
    first: usize,
    first_branch: usize,
    /// For each branch where the value of what it leads to is.
    to: Vec<u32>,
    /// The states outside that its branches lead to.
    border: Vec<u32>,
    /// One for each node, then one for each state of the border.
    values: Vec<f64>,
}

impl Block {
    fn new(local: &Local<'_>, nodes: Range<usize>, sheet: &[f64]) -> Self {
        let choices = local.choices(nodes.start).start..local.choices(nodes.end - 1).end;
        let states = local.state(nodes.start).0..local.state(nodes.end - 1).0 + 1;
        let mut place = vec![0; local.arena.states()];
        let mut border = Vec::new();
        let count = nodes.len() as u32;
        let mut place_of = |&t: &u32| {
            if states.contains(&t) {
                return t - states.start;
            }
            let place = &mut place[t as usize];
            if *place == 0 {
                *place = count + border.len() as u32;
                border.push(t);
            }
            *place
        };
        let to = local.arena.targets_of(choices.clone()).iter().map(&mut place_of).collect();
        let own = &sheet[states.start as usize..states.end as usize];
        let mut values = Vec::with_capacity(own.len() + border.len());
        values.extend_from_slice(own);
        values.resize(own.len() + border.len(), 0.0);
        let first_branch = local.arena.branches_of(choices).start;
        Self { first: nodes.start, first_branch, to, border, values }
    }

    fn sweep(
        &mut self,
        local: &Local<'_>,
        open: &[bool],
        policy: &mut [u32],
        before: &[f64],
        full: bool,
    ) -> f64 {
        let Self { first, first_branch, to, border, values } = self;
        for (value, &state) in values[policy.len()..].iter_mut().zip(&*border) {
            *value = before[state as usize];
        }
        let mean = |values: &[f64], choice: u32| -> f64 {
            let branches = local.arena.branches_of(choice..choice + 1);
            let to = &to[branches.start - *first_branch..branches.end - *first_branch];
            let terms = to.iter().zip(local.choice(choice).distribution.floats);
            terms.map(|(&place, p)| p * values[place as usize]).sum()
        };
        let mut moved: f64 = 0.0;
        for (at, chosen) in policy.iter_mut().enumerate().filter(|(at, _)| open[*first + at]) {
            let value = worth(local, *first + at, chosen, full, |choice| mean(values, choice));
            moved = moved.max((value - values[at]).abs());
            values[at] = value;
        }
        moved
    }
}
