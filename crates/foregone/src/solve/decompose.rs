//! Maximal end components: sets of nodes in which play can be kept for ever by chosen moves.
//!
//! Found by repeated decomposition (de Alfaro, PhD thesis, Stanford 1997): components of the graph
//! of the moves that stay in their block, until no block is split any more.

use super::local::Local;
use super::system::KNOWN;
use crate::graph::{Graph, components_of};

/// The maximal end components among the nodes marked `inside`, where only the choices that are
/// `mine` may be taken.
pub(super) fn end_components(
    local: &Local<'_>,
    inside: &[bool],
    mine: impl Fn(usize, u32) -> bool,
) -> Vec<Vec<u32>> {
    let mut block: Vec<u32> = inside.iter().map(|&yes| if yes { 0 } else { KNOWN }).collect();
    loop {
        let edges = edges(local, &block, &mine);
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
        if count(&block) == count(&next) {
            return found;
        }
        block = next;
    }
}

/// How many blocks and how many nodes there are. Each round only splits blocks, so as many blocks
/// with as many nodes are the same ones.
fn count(block: &[u32]) -> (usize, usize) {
    let inside = block.iter().filter(|&&name| name != KNOWN);
    (inside.clone().max().map_or(0, |&most| most as usize + 1), inside.count())
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

/// The edges of choices that stay in the block of their node.
fn edges(local: &Local<'_>, block: &[u32], mine: impl Fn(usize, u32) -> bool) -> Edges {
    let mut edges = Edges { start: vec![0], to: Vec::new() };
    for node in 0..block.len() {
        let stays = |&t: &u32| local.node(t).is_some_and(|to| block[to] == block[node]);
        if block[node] != KNOWN {
            for choice in local.choices(node).filter(|&choice| mine(node, choice)) {
                let targets = local.targets(choice);
                if targets.iter().all(stays) {
                    let inside = targets.iter().filter_map(|&t| local.node(t));
                    edges.to.extend(inside.map(|node| node as u32));
                }
            }
        }
        edges.start.push(edges.to.len() as u32);
    }
    edges
}
