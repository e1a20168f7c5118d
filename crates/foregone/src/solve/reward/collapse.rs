//! Maximal end components in which nothing is collected, while one side's choices are fixed.
//!
//! The side that answers can go round in one for ever at no gain and no cost, so all its nodes are
//! worth the same: what leaving it brings.

use super::part::Part;
use crate::solve::decompose::end_components;
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
        let inside: Vec<bool> = rep.iter().map(|&rep| rep != KNOWN).collect();
        let mut merged = Vec::new();
        for members in end_components(&part.local, &inside, mine) {
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
