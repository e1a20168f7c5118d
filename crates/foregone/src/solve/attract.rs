//! Attractors within a component: from which nodes a set is met with positive probability,
//! whatever one side does. Linear in the branches.
//!
//! A node joins at the stage after one of its choices (or all, as its owner is friend or foe) has a
//! branch into the set; so stages are ranks: a choice that made a node join has a branch to a
//! smaller stage.

use super::local::Local;

/// Stage of a node that never joins.
pub(super) const NEVER: u32 = u32::MAX;

/// For each node the stage at which it joined, or [`NEVER`], and the choice by which it did.
pub(super) struct Attractor {
    pub stage: Vec<u32>,
    pub by: Vec<u32>,
}

/// Predecessors within a component: for each node the choices with a branch to it.
struct Predecessors {
    start: Vec<u32>,
    choices: Vec<u32>,
    /// For each choice of the component its node.
    node_of: Vec<u32>,
    first_choice: u32,
}

impl Predecessors {
    fn of(local: &Local<'_>) -> Self {
        let mut start = vec![0; local.len() + 1];
        let mut node_of = Vec::with_capacity(local.all_choices().len());
        for node in 0..local.len() {
            for choice in local.choices(node) {
                node_of.push(node as u32);
                for to in local.targets(choice).iter().filter_map(|&t| local.node(t)) {
                    start[to + 1] += 1;
                }
            }
        }
        for node in 0..local.len() {
            start[node + 1] += start[node];
        }
        let mut choices = vec![0; start[local.len()] as usize];
        let mut next = start.clone();
        for choice in local.all_choices() {
            for to in local.targets(choice).iter().filter_map(|&t| local.node(t)) {
                choices[next[to] as usize] = choice;
                next[to] += 1;
            }
        }
        Self { start, choices, node_of, first_choice: local.all_choices().start }
    }

    fn leading_to(&self, node: usize) -> &[u32] {
        &self.choices[self.start[node] as usize..self.start[node + 1] as usize]
    }

    fn node_of(&self, choice: u32) -> usize {
        self.node_of[(choice - self.first_choice) as usize] as usize
    }
}

/// Sweeps before predecessors are listed. In solving order one or two find most attractors.
const SWEEPS: usize = 3;

/// The `open` nodes from which the set is met with positive probability: where `foe` says so every
/// choice that is `allowed` must lead into it, elsewhere one suffices. The set begins with the
/// branches, choice and state, that are a `seed`. A node without an allowed choice never joins.
pub(super) fn attract(
    local: &Local<'_>,
    open: &[bool],
    foe: impl Fn(usize) -> bool,
    allowed: impl Fn(usize, u32) -> bool,
    seed: impl Fn(u32, u32) -> bool,
) -> Attractor {
    let nodes = local.len();
    let mut found = Attractor { stage: vec![NEVER; nodes], by: vec![NEVER; nodes] };
    let mut joined = 0;
    for _ in 0..SWEEPS {
        let before = joined;
        for node in 0..nodes {
            if open[node]
                && found.stage[node] == NEVER
                && let Some(choice) = way_in(local, &found, node, foe(node), &allowed, &seed)
            {
                joined += 1;
                found.stage[node] = joined;
                found.by[node] = choice;
            }
        }
        if joined == before || joined as usize == nodes {
            return found;
        }
    }
    by_predecessors(local, open, foe, allowed, seed)
}

/// The choice by which `node` joins now, or `None` where it does not.
#[inline]
fn way_in(
    local: &Local<'_>,
    found: &Attractor,
    node: usize,
    foe: bool,
    allowed: &impl Fn(usize, u32) -> bool,
    seed: &impl Fn(u32, u32) -> bool,
) -> Option<u32> {
    let inside = |t: u32| local.node(t).is_some_and(|to| found.stage[to] != NEVER);
    let mut way = None;
    for choice in local.choices(node).filter(|&choice| allowed(node, choice)) {
        let leads = local.targets(choice).iter().any(|&t| inside(t) || seed(choice, t));
        match (leads, foe) {
            (true, false) => return Some(choice),
            (false, true) => return None,
            (true, true) => way = Some(choice),
            (false, false) => {}
        }
    }
    way
}

/// The same in time linear in the branches, whatever the order of the nodes; without foes a stage is
/// the least number of moves after which the set can be met.
pub(super) fn by_predecessors(
    local: &Local<'_>,
    open: &[bool],
    foe: impl Fn(usize) -> bool,
    allowed: impl Fn(usize, u32) -> bool,
    seed: impl Fn(u32, u32) -> bool,
) -> Attractor {
    let before = Predecessors::of(local);
    let mut search = Search::new(local, &before);
    let mut seeds = Vec::new();
    for node in 0..local.len() {
        for choice in local.choices(node) {
            if !open[node] || !allowed(node, choice) {
                search.ignore(choice);
                continue;
            }
            search.missing[node] += 1;
            if local.targets(choice).iter().any(|&t| seed(choice, t)) {
                seeds.push(choice);
            }
        }
    }
    seeds.into_iter().for_each(|choice| search.hit(choice, 1, &foe));
    let mut next = 0;
    while let Some(&node) = search.queue.get(next) {
        next += 1;
        let stage = search.found.stage[node] + 1;
        before.leading_to(node).iter().for_each(|&choice| search.hit(choice, stage, &foe));
    }
    search.found
}

struct Search<'a> {
    before: &'a Predecessors,
    /// For each node how many of its choices do not lead into the set yet.
    missing: Vec<u32>,
    /// For each choice whether it needs no further look.
    settled: Vec<bool>,
    queue: Vec<usize>,
    found: Attractor,
}

impl<'a> Search<'a> {
    fn new(local: &Local<'_>, before: &'a Predecessors) -> Self {
        let nodes = local.len();
        Self {
            before,
            missing: vec![0; nodes],
            settled: vec![false; local.all_choices().len()],
            queue: Vec::new(),
            found: Attractor { stage: vec![NEVER; nodes], by: vec![NEVER; nodes] },
        }
    }

    fn ignore(&mut self, choice: u32) {
        self.settled[(choice - self.before.first_choice) as usize] = true;
    }

    fn hit(&mut self, choice: u32, stage: u32, foe: &impl Fn(usize) -> bool) {
        let settled = &mut self.settled[(choice - self.before.first_choice) as usize];
        if std::mem::replace(settled, true) {
            return;
        }
        let node = self.before.node_of(choice);
        self.missing[node] -= 1;
        if self.found.stage[node] == NEVER && (!foe(node) || self.missing[node] == 0) {
            self.found.stage[node] = stage;
            self.found.by[node] = choice;
            self.queue.push(node);
        }
    }
}
