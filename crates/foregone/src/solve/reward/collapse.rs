//! Maximal end components in which nothing is collected, while one side's choices are fixed.
//!
//! The side that answers can go round in one for ever at no gain and no cost, so all its nodes are
//! worth the same: what leaving it brings.

use super::part::Part;
use crate::graph::{Graph, components_of};
use crate::solve::system::KNOWN;

/// Nodes with those of end components merged.
pub(super) struct Collapsed {
    /// For each node the one that stands for it; [`KNOWN`] where it is no unknown.
    pub rep: Vec<u32>,
    /// Every end component: the node that stands for it and all its nodes.
    pub merged: Vec<(u32, Vec<u32>)>,
}

impl Collapsed {
    /// Merges the end components of the side that answers among the unknowns of `rep`.
    pub fn of<T>(part: &Part<'_, T>, mut rep: Vec<u32>, max_answers: bool) -> Self {
        let mine = |node: usize, choice: u32| {
            let free = part.is_max(node) == max_answers;
            part.allowed(choice) && !part.collects(choice) && (free || part.policy[node] == choice)
        };
        let mut merged = Vec::new();
        for members in end_components(part, &rep, mine) {
            let name = *members.iter().max().expect("an end component has a node");
            members.iter().for_each(|&member| rep[member as usize] = name);
            merged.push((name, members));
        }
        Self { rep, merged }
    }

    /// True where some branch of `choice` leads out of what `name` stands for.
    pub fn leaves<T>(&self, part: &Part<'_, T>, name: u32, choice: u32) -> bool {
        let inside = |&t: &u32| part.local.node(t).is_some_and(|node| self.rep[node] == name);
        !part.local.targets(choice).iter().all(inside)
    }
}

/// Edges between nodes, in rows.
struct Edges {
    start: Vec<u32>,
    to: Vec<u32>,
}

impl Graph for Edges {
    fn len(&self) -> usize {
        self.start.len() - 1
    }

    fn successors(&self, node: u32) -> &[u32] {
        &self.to[self.start[node as usize] as usize..self.start[node as usize + 1] as usize]
    }
}

fn end_components<T>(
    part: &Part<'_, T>,
    rep: &[u32],
    mine: impl Fn(usize, u32) -> bool,
) -> Vec<Vec<u32>> {
    let mut block: Vec<u32> = rep.iter().map(|&rep| if rep == KNOWN { KNOWN } else { 0 }).collect();
    loop {
        let edges = edges(part, &block, &mine);
        if edges.to.is_empty() {
            return Vec::new();
        }
        let parts = components_of(&edges);
        let mut next = vec![KNOWN; block.len()];
        let mut found = Vec::new();
        for range in parts.ranges() {
            let members = &parts.order[range.start as usize..range.end as usize];
            let cyclic = members.len() > 1 || edges.successors(members[0]).contains(&members[0]);
            if cyclic {
                members.iter().for_each(|&node| next[node as usize] = found.len() as u32);
                found.push(members.to_vec());
            }
        }
        // Each round only splits blocks, so as many blocks with as many nodes are the same ones.
        let count = |block: &[u32]| {
            let inside = block.iter().filter(|&&name| name != KNOWN);
            (inside.clone().max().map_or(0, |&most| most as usize + 1), inside.count())
        };
        if count(&block) == count(&next) {
            return found;
        }
        block = next;
    }
}

/// The edges of choices that stay in the block of their node.
fn edges<T>(part: &Part<'_, T>, block: &[u32], mine: impl Fn(usize, u32) -> bool) -> Edges {
    let mut edges = Edges { start: vec![0], to: Vec::new() };
    for node in 0..block.len() {
        let stays = |&t: &u32| part.local.node(t).is_some_and(|to| block[to] == block[node]);
        if block[node] != KNOWN {
            for choice in part.local.choices(node).filter(|&choice| mine(node, choice)) {
                let targets = part.local.targets(choice);
                if targets.iter().all(stays) {
                    let inside = targets.iter().filter_map(|&t| part.local.node(t));
                    edges.to.extend(inside.map(|node| node as u32));
                }
            }
        }
        edges.start.push(edges.to.len() as u32);
    }
    edges
}
