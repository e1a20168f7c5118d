//! The distribution of a command in a state.
//!
//! Most are constant. Those that depend on the state are worked out once for all states that agree
//! in the variables they depend on.

use dashu_ratio::RBig;

use super::buffer::Successors;
use super::distribution::DistributionId;
use super::model::{CompiledCommand, Model, Weights};
use super::probability::weighted;
use crate::source::Diagnostic;

type Step<T> = Result<T, Box<Diagnostic>>;

impl Model {
    /// Where the updates with positive probability are listed, and how many they are.
    pub(super) fn kept(&self, id: u32, out: &mut Successors) -> Step<(Option<u32>, usize)> {
        let command = &self.commands[id as usize];
        if let Weights::Constant(_, kept) = &command.weights {
            return Ok((None, kept.len()));
        }
        let at = self.weigh(id, out)?.1;
        Ok((Some(at), out.kept[at as usize].len()))
    }

    /// The distribution of a command in the state at hand.
    pub(super) fn weigh(&self, id: u32, out: &mut Successors) -> Step<(DistributionId, u32)> {
        let command = &self.commands[id as usize];
        let (weights, variables) = match &command.weights {
            Weights::Constant(distribution, _) => return Ok((*distribution, u32::MAX)),
            Weights::Wrong(why) => return Err(self.wrong(why, command, out)),
            Weights::Dynamic(weights, variables) => (weights, variables),
        };
        out.key.clear();
        out.key.push(i64::from(id));
        out.key.extend(variables.iter().map(|&v| out.values[v as usize]));
        if let Some(&known) = out.remembered.get(&out.key[..]) {
            return Ok(known);
        }
        let mut row: Vec<RBig> = Vec::with_capacity(weights.len());
        for weight in weights {
            match self.code.real(*weight, &out.values) {
                Ok(value) => row.push(value),
                Err(fault) => return Err(self.fault(fault, "a probability", command, out)),
            }
        }
        let found = weighted(row, &RBig::ZERO).map_err(|why| self.wrong(&why, command, out))?;
        Ok(remember(out, found.row, found.kept))
    }
}

/// The rows that one command's states may have before they are forgotten again.
const MOST_REMEMBERED: usize = 1 << 20;

fn remember(out: &mut Successors, row: Vec<RBig>, kept: Vec<u32>) -> (DistributionId, u32) {
    if out.remembered.len() >= MOST_REMEMBERED {
        out.remembered.clear();
    }
    let distribution = out.table.intern(row);
    let at = match out.kept.iter().position(|k| **k == *kept) {
        Some(at) => at,
        None => {
            out.kept.push(kept.into());
            out.kept.len() - 1
        }
    };
    let known = (distribution, at as u32);
    out.remembered.insert(out.key.clone(), known);
    known
}

/// The updates of a command whose distribution is constant.
pub(super) fn kept_of(command: &CompiledCommand) -> &[u32] {
    match &command.weights {
        Weights::Constant(_, kept) => kept,
        _ => &[],
    }
}
