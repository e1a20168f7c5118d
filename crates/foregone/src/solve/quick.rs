//! Strategy iteration in doubles for the component that is met most: play leaves it whatever anybody
//! does, its exits are known well, and few nodes are the targets of back edges.
//!
//! A *lane* for each node says how its value from below, its value from above and its chance to leave
//! depend on those few feedback nodes. One pass in postorder takes the best choice everywhere, given
//! guesses of those few values, and eliminates the system of these choices for both sides at once; what
//! comes out are the next guesses (Newton's method). As in `elimination` nothing is ever subtracted,
//! and as in `policy` every step costs a little. Invariant: what is found is certified by `settle`, or
//! judged before anything follows from it.

use std::ops::Range;

use super::attract::NEVER;
use super::case;
use super::local::Local;
use super::settle::Care;
use super::stage::Stage;
use super::work::Work;
use crate::arena::Choice;
use crate::{Fixed64, Number};

mod newton;

/// Feedback nodes in a lane of four numbers, and in one of eight.
const FEW: usize = 1;
const MORE: usize = 5;

/// Larger components have more feedback nodes than a lane has room for.
const MOST: usize = 1 << 16;

/// Where a lane's numbers are; the feedback nodes come after them.
const LOWER: usize = 0;
const UPPER: usize = 1;
const LEAVING: usize = 2;
const COLUMNS: usize = 3;

/// Exits whose bounds are further apart than this are wide.
const WIDE: u64 = (case::WIDE * Fixed64::ONE.0 as f64) as u64;

/// What a step costs.
const COST: f64 = Fixed64::COSTS[0];

/// Solves the component if it is of this kind; true once certified bounds stand in the work, which
/// is else as it was.
pub(super) fn solve<'a>(
    work: &mut Work<'a, Fixed64>,
    local: &Local<'a>,
    care: Care,
    rounds: &mut u64,
) -> bool {
    if local.len() > MOST {
        return false;
    }
    let mut system = std::mem::take(&mut work.system);
    let solved = solve_with(&mut system, work, local, care, rounds);
    work.system = system;
    solved
}

fn solve_with<'a>(
    system: &mut System<'a>,
    work: &mut Work<'a, Fixed64>,
    local: &Local<'a>,
    care: Care,
    rounds: &mut u64,
) -> bool {
    let Some(stages) = system.read(local, work) else { return false };
    if care != Care::Judged {
        // A run that is gone on with does not know of the component before.
        system.more = [0.0; MORE];
    }
    match system.feedback.len() {
        ..=FEW => system.solve::<{ COLUMNS + FEW }>(work, local, stages, care, rounds),
        _ => system.solve::<{ COLUMNS + MORE }>(work, local, stages, care, rounds),
    }
}

/// The choices of a component, one after another.
#[derive(Default)]
pub(super) struct System<'a> {
    nodes: Vec<Node>,
    first_choice: u32,
    rows: Vec<Row<'a>>,
    /// For each branch the node it leads to, or an exit: these are numbered after the nodes.
    to: Vec<u32>,
    /// What is known of each exit, from below and from above.
    exits: Vec<[f64; 2]>,
    /// The targets of back edges under any policy.
    feedback: Vec<u32>,
    /// How much more than the mean of its exits the feedback nodes of the component before were
    /// worth, which may be so here as well.
    more: [f64; MORE],
}

/// One node: its choices, and 1 for Max, -1 for Min.
struct Node {
    choices: (u32, u32),
    sign: f64,
}

/// One choice: the probabilities of its branches, and which of all it has.
struct Row<'a> {
    probabilities: &'a [f64],
    first: u32,
}

impl<'a> System<'a> {
    /// Writes a component down; for each node the stage at which it shows that play leaves whatever
    /// anybody does, or `None` where the component is of another kind.
    fn read(&mut self, local: &Local<'a>, work: &Work<'_, Fixed64>) -> Option<Vec<u32>> {
        self.nodes.clear();
        self.rows.clear();
        self.to.clear();
        self.exits.clear();
        self.feedback.clear();
        let choices = local.all_choices();
        self.first_choice = choices.start;
        self.to.extend(local.all_targets().iter().map(|&t| t.wrapping_sub(local.first)));
        let (mut stages, mut joined) = (vec![NEVER; local.len()], 0);
        let (mut rows, mut first) = (local.arena.rows(choices), 0);
        for node in 0..local.len() {
            let Range { start, end } = local.choices(node);
            let mut leaves = true;
            for (_, Choice { distribution, targets }) in (start..end).map_while(|_| rows.next()) {
                let end = first + targets.len();
                leaves &= self.add(local, work, node, first..end, &stages)?;
                self.rows.push(Row { probabilities: distribution.floats, first: first as u32 });
                first = end;
            }
            if leaves {
                joined += 1;
                stages[node] = joined;
            }
            let sign = if local.is_max(node) { 1.0 } else { -1.0 };
            self.nodes.push(Node { choices: (start, end), sign });
        }
        self.join_others(&mut stages, joined).then_some(stages)
    }

    /// Takes up a choice of `node` with these branches: whether play is known to leave by it. `None`
    /// where an exit is wide, or feedback nodes are too many.
    #[inline]
    fn add(
        &mut self,
        local: &Local<'_>,
        work: &Work<'_, Fixed64>,
        node: usize,
        branches: Range<usize>,
        stages: &[u32],
    ) -> Option<bool> {
        let Self { to, exits, feedback, .. } = self;
        let mut leaves = false;
        for to in &mut to[branches] {
            if let Some(&stage) = stages.get(*to as usize) {
                leaves |= stage != NEVER;
                if *to as usize >= node && !feedback.contains(to) {
                    feedback.push(*to);
                    (feedback.len() <= MORE).then_some(())?;
                }
                continue;
            }
            let state = to.wrapping_add(local.first) as usize;
            let (lower, upper) = (work.lower[state], work.upper[state]);
            if upper.0.saturating_sub(lower.0) > WIDE {
                return None;
            }
            leaves = true;
            *to = (stages.len() + exits.len()) as u32;
            exits.push([lower.to_f64(), upper.to_f64()]);
        }
        Some(leaves)
    }

    /// Lets the nodes join by which play leaves because of nodes after them; true once all have.
    fn join_others(&self, stages: &mut [u32], mut joined: u32) -> bool {
        let mut complete = true;
        for node in 0..stages.len() {
            if stages[node] != NEVER {
                continue;
            }
            let choices = self.nodes[node].choices;
            let leaves = (choices.0..choices.1).all(|choice| {
                let row = &self.rows[(choice - self.first_choice) as usize];
                let to = &self.to[row.first as usize..][..row.probabilities.len()];
                to.iter().any(|&to| stages.get(to as usize).is_none_or(|&stage| stage != NEVER))
            });
            complete &= leaves;
            if leaves {
                joined += 1;
                stages[node] = joined;
            }
        }
        complete
    }
}
