//! Which commands, and which ways, can be enabled at all, by the value of one variable.
//!
//! Most guards begin with a test such as `s=3`. For each list of commands the variable tested so by
//! the most of them is found, and for each of its values those that are left are listed, so that a
//! module of a hundred commands tries two or three in each state.

use std::collections::BTreeMap;

use crate::compile::{Code, IntId};

/// Numbers of commands or ways in order, with an index by one variable where that helps.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    all: Box<[u32]>,
    index: Option<Index>,
}

#[derive(Clone, Debug)]
struct Index {
    slot: u32,
    low: i64,
    /// The commands for each value lie between two neighbours of this list.
    starts: Box<[u32]>,
    commands: Box<[u32]>,
}

/// Fewer commands are tried one by one.
const FEWEST_COMMANDS: usize = 3;

/// How many values the variable may have, and how many entries the index may have, for each thing
/// in it.
const MOST_ENTRIES: i64 = 64;

/// Variables that must have one value.
pub(super) type Tests = BTreeMap<u32, i64>;

impl Candidates {
    /// For things in order, each with the tests it needs; `ranges` are those of the variables.
    pub(super) fn new(all: Vec<u32>, tests: &[Tests], ranges: &[(i64, i64)]) -> Self {
        let index = best_variable(tests).and_then(|slot| {
            let (low, high) = ranges[slot as usize];
            let most = all.len() as i64 * MOST_ENTRIES;
            let width = high.checked_sub(low).filter(|width| *width < most)?;
            build(slot, low, width as usize + 1, &all, tests)
        });
        Self { all: all.into(), index }
    }

    /// Those that may be enabled in a state with these values, in order.
    #[inline]
    pub(super) fn of(&self, values: &[i64]) -> &[u32] {
        let Some(index) = &self.index else { return &self.all };
        let at = values[index.slot as usize].wrapping_sub(index.low) as usize;
        match index.starts.get(at..).and_then(|starts| starts.get(..2)) {
            Some(ends) => &index.commands[ends[0] as usize..ends[1] as usize],
            None => &[],
        }
    }
}

/// The tests that a guard consists of.
pub(super) fn tests_of(guard: IntId, code: &Code) -> Tests {
    let parts = code.conjuncts(guard);
    let tests = parts.iter().filter_map(|&part| code.single_range(part));
    tests.filter(|(_, low, high)| low == high).map(|(slot, value, _)| (slot, value)).collect()
}

/// The tests that all commands of a list share.
pub(super) fn shared(tests: &[Tests]) -> Tests {
    let Some((first, rest)) = tests.split_first() else { return Tests::new() };
    let same = |(slot, value): &(&u32, &i64)| rest.iter().all(|t| t.get(slot) == Some(value));
    first.iter().filter(same).map(|(slot, value)| (*slot, *value)).collect()
}

fn best_variable(tests: &[Tests]) -> Option<u32> {
    if tests.len() < FEWEST_COMMANDS {
        return None;
    }
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    tests.iter().flat_map(|t| t.keys()).for_each(|slot| *counts.entry(*slot).or_default() += 1);
    let best = counts.into_iter().max_by_key(|&(slot, count)| (count, std::cmp::Reverse(slot)))?;
    (best.1 * 2 > tests.len()).then_some(best.0)
}

fn build(slot: u32, low: i64, values: usize, all: &[u32], tests: &[Tests]) -> Option<Index> {
    let free = tests.iter().filter(|t| !t.contains_key(&slot)).count();
    if free * values > all.len() * MOST_ENTRIES as usize {
        return None;
    }
    let mut lists: Vec<Vec<u32>> = vec![Vec::new(); values];
    for (&command, test) in all.iter().zip(tests) {
        match test.get(&slot) {
            None => lists.iter_mut().for_each(|list| list.push(command)),
            Some(value) => {
                let at = value.checked_sub(low).and_then(|at| usize::try_from(at).ok());
                if let Some(list) = at.and_then(|at| lists.get_mut(at)) {
                    list.push(command);
                }
            }
        }
    }
    let mut starts = vec![0];
    let mut commands = Vec::new();
    for list in lists {
        commands.extend(list);
        starts.push(commands.len() as u32);
    }
    Some(Index { slot, low, starts: starts.into(), commands: commands.into() })
}
