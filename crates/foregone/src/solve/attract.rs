//! Attractors within a component: from which nodes a set is met with positive probability,
//! whatever one side does. Linear in the branches.
//!
//! A node joins at the stage after one of its choices (or all, as its owner is friend or foe) has a
//! branch into the set; so stages are ranks: a choice that made a node join has a branch to a
//! smaller stage.

use super::local::Local;

/// What a choice is to an attractor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// It cannot be chosen, or does not matter.
    Absent,
    /// It leads into the set once one of its branches does.
    Plain,
    /// It leads into the set from the start.
    Seed,
}

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

/// The nodes from which the set is met with positive probability: where `foe` says so every choice
/// that is not absent must lead into it, elsewhere one suffices.
pub(super) fn attract(
    local: &Local<'_>,
    foe: impl Fn(usize) -> bool,
    part: impl Fn(usize, u32) -> Part,
) -> Attractor {
    let nodes = local.len();
    let mut found = Attractor { stage: vec![NEVER; nodes], by: vec![NEVER; nodes] };
    let mut joined = 0;
    for _ in 0..SWEEPS {
        let before = joined;
        for node in 0..nodes {
            if found.stage[node] == NEVER
                && let Some(choice) = way_in(local, &found, node, foe(node), &part)
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
    by_predecessors(local, foe, part)
}

/// The choice by which `node` joins now, or `None` where it does not.
#[inline]
fn way_in(
    local: &Local<'_>,
    found: &Attractor,
    node: usize,
    foe: bool,
    part: &impl Fn(usize, u32) -> Part,
) -> Option<u32> {
    let mut way = None;
    for choice in local.choices(node) {
        let inside = |&t: &u32| local.node(t).is_some_and(|to| found.stage[to] != NEVER);
        let leads = match part(node, choice) {
            Part::Absent => continue,
            Part::Seed => true,
            Part::Plain => local.targets(choice).iter().any(inside),
        };
        match (leads, foe) {
            (true, false) => return Some(choice),
            (false, true) => return None,
            (true, true) => way = Some(choice),
            (false, false) => {}
        }
    }
    way
}

/// The same in time linear in the branches, whatever the order of the nodes.
fn by_predecessors(
    local: &Local<'_>,
    foe: impl Fn(usize) -> bool,
    part: impl Fn(usize, u32) -> Part,
) -> Attractor {
    let before = Predecessors::of(local);
    let mut search = Search::new(local, &before);
    let mut seeds = Vec::new();
    for node in 0..local.len() {
        for choice in local.choices(node) {
            match part(node, choice) {
                Part::Absent => search.ignore(choice),
                Part::Plain => search.missing[node] += 1,
                Part::Seed => {
                    search.missing[node] += 1;
                    seeds.push(choice);
                }
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
