//! Choices that keep play moving, among those that are best but for rounding.
//!
//! Where choices are worth the same, rounding decides which of them looks best, and the one that
//! goes round in the component for ever may. Attractors among the nearly best choices tell others.

use super::super::part::Part;
use crate::judge::reward::Missed;
use crate::solve::attract::{Attractor, NEVER};

impl Part<'_, f64> {
    /// True where the policy of the side that holds its choices has the ranks that its bound needs.
    pub fn has_ranks(&self) -> bool {
        let holds = self.missed == Missed::Collected;
        is_everywhere(self, &held(self, holds, &|node, choice| self.policy[node] == choice))
    }

    /// Makes both sides' choices such that the bounds told from them can have ranks and steps can be
    /// counted, by choices worth at most `least` less than the best where nodes have these values.
    /// True if any was changed.
    pub fn mend(&mut self, values: &[f64], least: f64) -> bool {
        let part = self;
        let near = |part: &Part<'_, f64>, node: usize, choice: u32| {
            let worth = part.worth(values);
            let all = part.choices(node).map(&worth);
            let best = match part.is_max(node) {
                true => all.fold(f64::NEG_INFINITY, f64::max),
                false => all.fold(f64::INFINITY, f64::min),
            };
            (worth(choice) - best).abs() <= least
        };
        let holds = part.missed == Missed::Collected;
        let kept = |node: usize, choice: u32| part.policy[node] == choice;
        let now = held(part, holds, &kept);
        let mut changed = false;
        if !is_everywhere(part, &now) {
            changed = true;
            let found = held(part, holds, &|node, choice| near(part, node, choice));
            adopt(part, holds, &found);
        }
        if !is_everywhere(part, &part.under_policy(&part.reps())) {
            changed = true;
            let rep = part.reps();
            let mine = |node: usize, choice: u32| match part.is_max(node) == holds {
                true => part.policy[node] == choice,
                false => near(part, node, choice),
            };
            let found = part.attract(&rep, |_| false, mine, |choice| part.departs(&rep, choice));
            adopt(part, !holds, &found);
        }
        changed
    }
}

/// From where the side that holds its choices, Max or Min, brings about what its bound needs, by
/// choices that are `its`: that something is collected or play leaves, or that it leaves.
fn held(part: &Part<'_, f64>, max: bool, its: &dyn Fn(usize, u32) -> bool) -> Attractor {
    let rep = part.reps();
    let mine = |node: usize, choice| part.is_max(node) != max || its(node, choice);
    let seed = |choice: u32| part.departs(&rep, choice) || max && part.collects(choice);
    part.attract(&rep, |node| part.is_max(node) != max, mine, seed)
}

fn is_everywhere(part: &Part<'_, f64>, found: &Attractor) -> bool {
    part.nodes().all(|node| found.stage[node] != NEVER)
}

/// The choices of one side by which its nodes joined.
fn adopt(part: &mut Part<'_, f64>, max: bool, found: &Attractor) {
    for node in part.nodes().collect::<Vec<_>>() {
        if part.is_max(node) == max && found.stage[node] != NEVER {
            part.policy[node] = found.by[node];
        }
    }
}
