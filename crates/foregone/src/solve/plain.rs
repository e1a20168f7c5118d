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

/// For each of the nodes of a plain component the stage at which it showed that play leaves; `None`
/// where the component may not be plain. `of_node` says what [`of_choices`] finds at a node, given
/// what is known of all.
fn stages(nodes: usize, of_node: impl Fn(usize, &[u8]) -> u8) -> Option<Vec<u32>> {
    let mut facts = vec![0; nodes];
    let mut stages = vec![NEVER; nodes];
    let mut joined = 0;
    for _ in 0..SWEEPS {
        let mut complete = true;
        for node in 0..nodes {
            if facts[node] == ALL {
                continue;
            }
            facts[node] |= of_node(node, &facts);
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

/// The same of a component as the work knows it.
pub(super) fn stages_of<N: Number>(local: &Local<'_>, work: &Work<'_, N>) -> Option<Vec<u32>> {
    stages(local.len(), |node, facts| {
        let of_target = |&t: &u32| match local.node(t) {
            Some(to) => facts[to],
            None => of_exit(&work.lower[t as usize], &work.upper[t as usize]),
        };
        let of_choice = |choice| of_branches(local.targets(choice).iter().map(of_target));
        of_choices(local.is_max(node), local.choices(node).map(of_choice))
    })
}

/// What holds at a node with these choices.
#[inline]
fn of_choices(is_max: bool, choices: impl Iterator<Item = u8>) -> u8 {
    let (all, any) = choices.fold((ALL, 0), |(all, any), here| (all & here, any | here));
    match is_max {
        true => all & (LEAVES | UNSURE) | any & HOPEFUL,
        false => all & (LEAVES | HOPEFUL) | any & UNSURE,
    }
}

/// What holds under a choice, by its branches.
#[inline]
fn of_branches(branches: impl Iterator<Item = u8>) -> u8 {
    let mut here = 0;
    for fact in branches {
        if here == ALL {
            break;
        }
        here |= fact;
    }
    here
}

/// What a branch to an exit with these bounds brings.
#[inline]
fn of_exit<N: Number>(lower: &N, upper: &N) -> u8 {
    let hopeful = if *upper > N::zero() { HOPEFUL } else { 0 };
    let unsure = if *lower < N::one() { UNSURE } else { 0 };
    LEAVES | hopeful | unsure
}
