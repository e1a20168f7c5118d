//! Strategy iteration in doubles for the component that is met most: play leaves it whatever anybody
//! does, its exits are known well, and few nodes are the targets of back edges.
//!
//! One row for each node says how its value from below, its value from above and its chance to leave
//! depend on those few nodes, so one pass in postorder eliminates a strategy's system for both sides
//! at once. As in `elimination` nothing is ever subtracted, and as in `policy` every step costs a
//! little. Invariant: what is found is certified by `settle`, or judged before anything follows from it.

use super::case::{Case, WIDE};
use super::local::Local;
use super::plain;
use super::policy::{FIRST_SWEEPS, TOGETHER};
use super::settle::{Care, Effort, POLISH, place, rank, settle};
use super::stage::Stage;
use super::work::Work;
use crate::arena::Choice;
use crate::{Fixed64, Number};

/// Back edges' targets in a row of four numbers, and in one of eight.
const FEW: usize = 1;
const MORE: usize = 5;

/// Larger components have more of these than a row has room for.
const MOST: usize = 1 << 16;

/// Where a row's numbers are; the feedback nodes come after them.
const LOWER: usize = 0;
const UPPER: usize = 1;
const LEAVING: usize = 2;
const COLUMNS: usize = 3;

/// Solves the component if it is of this kind; true once certified bounds stand in the work, which
/// is else as it was.
pub(super) fn solve(
    work: &mut Work<'_, Fixed64>,
    local: &Local<'_>,
    care: Care,
    rounds: &mut u64,
) -> bool {
    if local.len() > MOST {
        return false;
    }
    let Some(system) = System::new(local, work) else { return false };
    let leaving = plain::stages(local.len(), |node, facts| system.facts(node, facts));
    if leaving.is_none() {
        return false;
    }
    let mut case = Case::open(*local, leaving);
    let mut strategy = std::mem::take(&mut case.policy);
    let found = match system.feedback.len() {
        ..=FEW => system.improved::<{ COLUMNS + FEW }>(&mut strategy, rounds),
        _ => system.improved::<{ COLUMNS + MORE }>(&mut strategy, rounds),
    };
    let Some([lower, upper]) = found else { return false };
    let below = |node: usize| Fixed64::from_below(&lower[node]);
    let above = |node: usize| Fixed64::from_above(&upper[node]);
    match care {
        Care::Certain(width) => {
            let effort = Effort { repairs: 0, polish: POLISH, width };
            settle(work, &case, &strategy, effort, below, above)
        }
        Care::Judged => {
            place(work, &case, &strategy, below, above);
            rank(work, &case, &strategy)
        }
    }
}

/// One choice: what is known of its worth, and where the nodes it leads to are.
struct Row {
    /// Each less, or more, by what a step costs.
    lower: f64,
    upper: f64,
    leaving: f64,
    terms: (u32, u32),
    /// What its exits bring, as in `plain`.
    facts: u8,
}

/// One node: its rows, and 1 for Max, -1 for Min.
struct Node {
    rows: (u32, u32),
    sign: f64,
}

/// The choices of a component as affine functions of its nodes.
struct System {
    nodes: Vec<Node>,
    rows: Vec<Row>,
    /// Nodes and their probabilities.
    terms: Vec<(u32, f64)>,
    first_choice: u32,
    /// The targets of back edges under any policy.
    feedback: Vec<u32>,
}

/// What a step costs.
const COST: f64 = Fixed64::COSTS[0];

impl System {
    /// `None` where the component is of another kind.
    fn new(local: &Local<'_>, work: &Work<'_, Fixed64>) -> Option<Self> {
        let choices = local.all_choices();
        let mut system = Self {
            nodes: Vec::with_capacity(local.len()),
            rows: Vec::with_capacity(choices.len()),
            terms: Vec::with_capacity(local.all_targets().len()),
            first_choice: choices.start,
            feedback: Vec::new(),
        };
        for node in 0..local.len() {
            let first = system.rows.len() as u32;
            for (_, choice) in local.arena.rows(local.choices(node)) {
                system.add(local, work, node, choice)?;
            }
            let sign = if local.is_max(node) { 1.0 } else { -1.0 };
            system.nodes.push(Node { rows: (first, system.rows.len() as u32), sign });
        }
        Some(system)
    }

    /// Adds a choice of `node`; `None` where an exit is wide, or feedback nodes are too many.
    #[inline]
    fn add(
        &mut self,
        local: &Local<'_>,
        work: &Work<'_, Fixed64>,
        node: usize,
        choice: Choice<'_>,
    ) -> Option<()> {
        let begin = self.terms.len() as u32;
        let (mut lower, mut upper, mut leaving, mut facts) = (-COST, COST, 0.0, 0);
        for (&t, &p) in choice.targets.iter().zip(choice.distribution.floats) {
            let Some(to) = local.node(t) else {
                let (below, above) = (work.lower[t as usize], work.upper[t as usize]);
                let known = (below.to_f64(), above.to_f64());
                if known.1 - known.0 > WIDE {
                    return None;
                }
                facts |= plain::of_exit(&below, &above);
                leaving += p;
                lower += p * known.0;
                upper += p * known.1;
                continue;
            };
            if to >= node && !self.feedback.contains(&(to as u32)) {
                self.feedback.push(to as u32);
            }
            self.terms.push((to as u32, p));
        }
        let terms = (begin, self.terms.len() as u32);
        self.rows.push(Row { lower, upper, leaving, terms, facts });
        (self.feedback.len() <= MORE).then_some(())
    }

    #[inline]
    fn rows(&self, node: usize) -> &[Row] {
        let (first, end) = self.nodes[node].rows;
        &self.rows[first as usize..end as usize]
    }

    #[inline]
    fn terms(&self, row: &Row) -> &[(u32, f64)] {
        &self.terms[row.terms.0 as usize..row.terms.1 as usize]
    }

    /// What holds at a node, as in `plain`.
    #[inline]
    fn facts(&self, node: usize, facts: &[u8]) -> u8 {
        let of_row = |row: &Row| {
            let branches = self.terms(row).iter().map(|&(to, _)| facts[to as usize]);
            plain::of_branches(row.facts, branches)
        };
        plain::of_choices(self.nodes[node].sign > 0.0, self.rows(node).iter().map(of_row))
    }

    /// Values from below and from above once no node gains by switching; `None` where that takes
    /// too many rounds.
    fn improved<const L: usize>(
        &self,
        policy: &mut [u32],
        rounds: &mut u64,
    ) -> Option<[Vec<f64>; 2]> {
        let mut values = vec![self.mean_known(); policy.len()];
        (0..FIRST_SWEEPS).for_each(|_| _ = self.sweep(policy, &mut values));
        let mut lanes = vec![[0.0; L]; policy.len()];
        for _ in 0..TOGETHER {
            *rounds += 1;
            self.eliminate(policy, &mut lanes);
            let (lower, upper) = self.feedback_values(&lanes)?;
            // A sweep brings the other nodes to what follows from these.
            let known = self.feedback.iter().zip(lower);
            known.for_each(|(&node, value)| values[node as usize] = value);
            if !self.sweep(policy, &mut values) {
                let of_lane = |lane: &[f64; L]| {
                    let terms = lane[COLUMNS..].iter().zip(&upper).map(|(a, b)| a * b);
                    lane[UPPER] + terms.sum::<f64>()
                };
                return Some([values, lanes.iter().map(of_lane).collect()]);
            }
        }
        None
    }

    fn mean_known(&self) -> f64 {
        let sum = |of: fn(&Row) -> f64| self.rows.iter().map(of).sum::<f64>();
        let leaving = sum(|row| row.leaving);
        if leaving > 0.0 { sum(|row| row.lower) / leaving } else { 0.0 }
    }

    #[inline]
    fn worth(&self, values: &[f64], row: &Row) -> f64 {
        self.terms(row).iter().fold(row.lower, |sum, &(to, p)| sum + p * values[to as usize])
    }

    /// As [`policy::lower`](super::policy::lower) sweeps: both sides switch, seeing what was gained
    /// before.
    fn sweep(&self, policy: &mut [u32], values: &mut [f64]) -> bool {
        let mut switched = false;
        for (node, Node { rows, sign }) in self.nodes.iter().enumerate() {
            let first = self.first_choice + rows.0;
            let present = (policy[node] - first) as usize;
            let rows = self.rows(node);
            let mut best = (self.worth(values, &rows[present]), present);
            for (at, row) in rows.iter().enumerate() {
                if at != present {
                    let value = self.worth(values, row);
                    if sign * (value - best.0) > COST / 4.0 {
                        best = (value, at);
                    }
                }
            }
            values[node] = best.0;
            switched |= best.1 != present;
            policy[node] = first + best.1 as u32;
        }
        switched
    }

    /// Each node's row, by the rows of the nodes before it.
    fn eliminate<const L: usize>(&self, policy: &[u32], lanes: &mut [[f64; L]]) {
        for (column, &node) in self.feedback.iter().enumerate() {
            lanes[node as usize] = [0.0; L];
            lanes[node as usize][COLUMNS + column] = 1.0;
        }
        for node in 0..lanes.len() {
            let row = &self.rows[(policy[node] - self.first_choice) as usize];
            let mut lane = [0.0; L];
            (lane[LOWER], lane[UPPER], lane[LEAVING]) = (row.lower, row.upper, row.leaving);
            for &(to, p) in self.terms(row) {
                let before = &lanes[to as usize];
                (0..L).for_each(|at| lane[at] += p * before[at]);
            }
            lanes[node] = lane;
        }
    }

    /// The feedback nodes' values from below and from above, by elimination from the last to the
    /// first. `None` where nothing leaves.
    fn feedback_values<const L: usize>(
        &self,
        lanes: &[[f64; L]],
    ) -> Option<([f64; MORE], [f64; MORE])> {
        let mut rows: [[f64; L]; MORE] = [[0.0; L]; MORE];
        let width = self.feedback.len();
        (0..width).for_each(|at| rows[at] = lanes[self.feedback[at] as usize]);
        let mut diagonal = [0.0; MORE];
        for pivot in (0..width).rev() {
            let here = rows[pivot];
            diagonal[pivot] = here[LEAVING] + here[COLUMNS..][..pivot].iter().sum::<f64>();
            if diagonal[pivot] <= 0.0 {
                return None;
            }
            for above in 0..pivot {
                let factor = rows[above][COLUMNS + pivot] / diagonal[pivot];
                (0..COLUMNS + pivot).for_each(|at| rows[above][at] += factor * here[at]);
            }
        }
        let mut found = [[0.0; MORE]; 2];
        for pivot in 0..width {
            for (side, values) in found.iter_mut().enumerate() {
                let terms = (0..pivot).map(|at| rows[pivot][COLUMNS + at] * values[at]);
                values[pivot] = (rows[pivot][side] + terms.sum::<f64>()) / diagonal[pivot];
            }
        }
        Some((found[LOWER], found[UPPER]))
    }
}
