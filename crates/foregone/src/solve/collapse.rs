//! Maximal end components of Max while Min's choices are fixed, collapsed to one unknown each.
//!
//! Within one Max can go round for ever at no gain, so all its nodes have one value: the best that
//! leaving it brings.

use super::attract::NEVER;
use super::case::Case;
use super::decompose::end_components;

/// The open nodes of a component, end components merged.
pub(super) struct Collapsed {
    /// For each open node the one that stands for it; [`KNOWN`](super::system::KNOWN) for the others.
    pub rep: Vec<u32>,
    /// For each node that stands for some the choice by which it is left.
    pub leave: Vec<u32>,
    /// The nodes of end components, end component after end component, by the node that stands for
    /// it.
    merged: Vec<(u32, Vec<u32>)>,
    /// For each node whether it is in one; empty where there are none.
    merged_nodes: Vec<bool>,
}

impl Collapsed {
    /// Collapses the end components that Max has while Min keeps to the policy.
    pub fn of(case: &Case<'_>) -> Self {
        let mut collapsed = Self {
            rep: case.open_reps(),
            leave: case.policy.clone(),
            merged: Vec::new(),
            merged_nodes: Vec::new(),
        };
        if case.leaves_anyway() {
            return collapsed;
        }
        let leaving = case.leaving_under_policy();
        let stuck = |node: usize| case.open[node] && leaving.stage[node] == NEVER;
        let stuck: Vec<bool> = (0..case.open.len()).map(stuck).collect();
        if stuck.contains(&true) {
            let mine = |node, choice| case.local.is_max(node) || case.policy[node] == choice;
            for members in end_components(&case.local, &stuck, mine) {
                collapsed.merge(case, members);
            }
        }
        collapsed
    }

    fn merge(&mut self, case: &Case<'_>, members: Vec<u32>) {
        let rep = *members.iter().max().expect("an end component has a node");
        self.merged_nodes.resize(self.rep.len(), false);
        for &member in &members {
            self.rep[member as usize] = rep;
            self.merged_nodes[member as usize] = true;
        }
        let kept = members
            .iter()
            .map(|&node| case.policy[node as usize])
            .find(|&choice| self.leaves(case, rep, choice));
        let leave = kept.or_else(|| self.leaving(case, rep, &members).next());
        if let Some(choice) = leave {
            self.leave[rep as usize] = choice;
        }
        self.merged.push((rep, members));
    }

    /// Max's choices with a branch out of the end component that `rep` stands for.
    fn leaving<'b>(
        &'b self,
        case: &'b Case<'_>,
        rep: u32,
        members: &'b [u32],
    ) -> impl Iterator<Item = u32> + 'b {
        let max = members.iter().filter(|&&node| case.local.is_max(node as usize));
        let all = max.flat_map(|&node| case.local.choices(node as usize));
        all.filter(move |&choice| self.leaves(case, rep, choice))
    }

    fn leaves(&self, case: &Case<'_>, rep: u32, choice: u32) -> bool {
        let inside = |&t: &u32| case.local.node(t).is_some_and(|node| self.rep[node] == rep);
        !case.local.targets(choice).iter().all(inside)
    }

    /// True where `node` belongs to an end component.
    pub fn is_merged(&self, node: usize) -> bool {
        self.merged_nodes.get(node).copied().unwrap_or(false)
    }

    /// Every end component: its nodes, and the choices by which Max can leave it.
    pub fn end_components<'b>(
        &'b self,
        case: &'b Case<'_>,
    ) -> impl Iterator<Item = (&'b [u32], impl Iterator<Item = u32> + 'b)> + 'b {
        self.merged.iter().map(|(rep, members)| (&members[..], self.leaving(case, *rep, members)))
    }
}
