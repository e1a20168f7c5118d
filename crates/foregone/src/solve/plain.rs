//! The plain component, told from the others at the price of one attractor: play leaves it whatever
//! anybody does, and none of its nodes has the value 0 or 1 by graph alone.
//!
//! Three attractors grow side by side, one bit each: where play leaves, where Max can keep hope
//! alive, where Min can keep Max from winning for sure. A component in which every node soon is in
//! all three is plain; nothing is said of the others.

use super::attract::NEVER;
use super::local::Local;
use super::work::Work;
use crate::Number;

/// Play leaves whatever anybody does.
const LEAVES: u8 = 1;
/// Max can keep the chance of a payoff alive: the value is more than 0.
const HOPEFUL: u8 = 2;
/// Min can keep a chance of a payoff below 1 alive: the value is less than 1.
const UNSURE: u8 = 4;
const ALL: u8 = LEAVES | HOPEFUL | UNSURE;

/// Sweeps before a component counts as not plain.
const SWEEPS: usize = 2;

/// For each node of a plain component the stage at which it showed that play leaves; `None` where
/// the component may not be plain.
pub(super) fn stages<N: Number>(local: &Local<'_>, work: &Work<'_, N>) -> Option<Vec<u32>> {
    let mut facts = vec![0; local.len()];
    let mut stages = vec![NEVER; local.len()];
    let mut joined = 0;
    for _ in 0..SWEEPS {
        let mut complete = true;
        for node in 0..local.len() {
            if facts[node] == ALL {
                continue;
            }
            facts[node] |= of_node(local, work, &facts, node);
            if facts[node] & LEAVES != 0 && stages[node] == NEVER {
                joined += 1;
                stages[node] = joined;
            }
            complete &= facts[node] == ALL;
        }
        if complete {
            return Some(stages);
        }
    }
    None
}

#[inline]
fn of_node<N: Number>(local: &Local<'_>, work: &Work<'_, N>, facts: &[u8], node: usize) -> u8 {
    let (mut all, mut any) = (ALL, 0);
    for choice in local.choices(node) {
        let mut here = 0;
        for &t in local.targets(choice) {
            here |= match local.node(t) {
                Some(to) => facts[to],
                None => of_exit(&work.lower[t as usize], &work.upper[t as usize]),
            };
            if here == ALL {
                break;
            }
        }
        all &= here;
        any |= here;
    }
    match local.is_max(node) {
        true => all & (LEAVES | UNSURE) | any & HOPEFUL,
        false => all & (LEAVES | HOPEFUL) | any & UNSURE,
    }
}

#[inline]
fn of_exit<N: Number>(lower: &N, upper: &N) -> u8 {
    let hopeful = if *upper > N::zero() { HOPEFUL } else { 0 };
    let unsure = if *lower < N::one() { UNSURE } else { 0 };
    LEAVES | hopeful | unsure
}
