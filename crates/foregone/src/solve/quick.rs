//! Strategy iteration in doubles for the component that is met most: play leaves it whatever anybody
//! does, its exits are known well, and few nodes are the targets of back edges.
//!
//! One row for each node says how its value from below, its value from above and its chance to leave
//! depend on those few nodes, so one pass in postorder eliminates a strategy's system for both sides
//! at once. As in `elimination` nothing is ever subtracted, and as in `policy` every step costs a
//! little. Invariant: what is found is certified by `settle`, or thrown away.

use super::case::Case;
use super::policy::{self, FIRST_SWEEPS, TOGETHER};
use super::settle::{Effort, POLISH, settle};
use super::stage::Stage;
use super::system::KNOWN;
use super::work::Work;
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

/// Solves the component if it is of this kind; true once certified bounds stand in the work.
pub(super) fn solve(
    work: &mut Work<'_, Fixed64>,
    case: &mut Case<'_>,
    width: f64,
    rounds: &mut u64,
) -> bool {
    if case.local.len() > MOST || case.wide || !case.leaves_anyway() || case.open.contains(&false) {
        return false;
    }
    let system = System::new(case, work);
    let found = match system.feedback.len() {
        few if few <= FEW => system.improved::<{ COLUMNS + FEW }>(case, rounds),
        more if more <= MORE => system.improved::<{ COLUMNS + MORE }>(case, rounds),
        _ => None,
    };
    let Some([lower, upper]) = found else { return false };
    let strategy = std::mem::take(&mut case.policy);
    let below = |node: usize| Fixed64::from_below(&lower[node]);
    let above = |node: usize| Fixed64::from_above(&upper[node]);
    let effort = Effort { repairs: 0, polish: POLISH, width };
    let settled = settle(work, case, &strategy, effort, below, above);
    case.policy = strategy;
    settled
}

/// One choice: what is known of its worth, and where the nodes it leads to are.
struct Row {
    lower: f64,
    upper: f64,
    leaving: f64,
    terms: (u32, u32),
}

/// The choices of a component as affine functions of its nodes.
struct System {
    rows: Vec<Row>,
    /// Nodes and their probabilities.
    terms: Vec<(u32, f64)>,
    first_choice: u32,
    /// The targets of back edges under any policy.
    feedback: Vec<u32>,
    /// For each node its place among these, or [`KNOWN`].
    column: Vec<u32>,
}

/// What a step costs.
const COST: f64 = Fixed64::COSTS[0];

impl System {
    fn new(case: &Case<'_>, work: &Work<'_, Fixed64>) -> Self {
        let (local, nodes) = (&case.local, case.local.len());
        let choices = local.all_choices();
        let mut system = Self {
            rows: Vec::with_capacity(choices.len()),
            terms: Vec::with_capacity(local.all_targets().len()),
            first_choice: choices.start,
            feedback: Vec::new(),
            column: vec![KNOWN; nodes],
        };
        for node in 0..nodes {
            local.choices(node).for_each(|choice| system.add(case, work, node, choice));
            if system.feedback.len() > MORE {
                break;
            }
        }
        system
    }

    #[inline]
    fn add(&mut self, case: &Case<'_>, work: &Work<'_, Fixed64>, node: usize, choice: u32) {
        let begin = self.terms.len() as u32;
        let (mut lower, mut upper, mut leaving) = (0.0, 0.0, 0.0);
        let branches = case.local.choice(choice);
        for (&t, &p) in branches.targets.iter().zip(branches.distribution.floats) {
            let Some(to) = case.local.node(t) else {
                leaving += p;
                lower += p * work.lower[t as usize].to_f64();
                upper += p * work.upper[t as usize].to_f64();
                continue;
            };
            if to >= node && self.column[to] == KNOWN {
                self.column[to] = self.feedback.len() as u32;
                self.feedback.push(to as u32);
            }
            self.terms.push((to as u32, p));
        }
        self.rows.push(Row { lower, upper, leaving, terms: (begin, self.terms.len() as u32) });
    }

    /// Values from below and from above once no node gains by switching; `None` where that takes
    /// too many rounds.
    fn improved<const L: usize>(
        &self,
        case: &mut Case<'_>,
        rounds: &mut u64,
    ) -> Option<[Vec<f64>; 2]> {
        let mut values = vec![self.mean_known(); case.local.len()];
        (0..FIRST_SWEEPS).for_each(|_| _ = self.sweep(case, &mut values));
        let mut lanes = vec![[0.0; L]; values.len()];
        for _ in 0..TOGETHER {
            *rounds += 1;
            self.eliminate(&case.policy, &mut lanes);
            let (lower, upper) = self.feedback_values(&lanes)?;
            spread(&lanes, LOWER, &lower, &mut values);
            if !self.sweep(case, &mut values) {
                let mut above = vec![0.0; values.len()];
                spread(&lanes, UPPER, &upper, &mut above);
                return Some([values, above]);
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
    fn row(&self, choice: u32) -> (&Row, &[(u32, f64)]) {
        let row = &self.rows[(choice - self.first_choice) as usize];
        (row, &self.terms[row.terms.0 as usize..row.terms.1 as usize])
    }

    #[inline]
    fn worth(&self, values: &[f64], choice: u32) -> f64 {
        let (row, terms) = self.row(choice);
        terms.iter().fold(row.lower - COST, |sum, &(to, p)| sum + p * values[to as usize])
    }

    /// As [`policy::lower`] sweeps: both sides switch, seeing what was gained before.
    fn sweep(&self, case: &mut Case<'_>, values: &mut [f64]) -> bool {
        let mut switched = false;
        for node in 0..values.len() {
            let (choices, present) = (case.local.choices(node), case.policy[node]);
            if choices.len() == 1 {
                values[node] = self.worth(values, present);
                continue;
            }
            let sign = if case.local.is_max(node) { 1.0 } else { -1.0 };
            let better = |a: &f64, b: &f64| sign * (a - b) > COST / 4.0;
            let (value, choice) =
                policy::best(present, choices, |choice| self.worth(values, choice), better);
            switched |= choice != present;
            case.policy[node] = choice;
            values[node] = value;
        }
        switched
    }

    /// Each node's row, by the rows of the nodes before it.
    fn eliminate<const L: usize>(&self, policy: &[u32], lanes: &mut [[f64; L]]) {
        for node in 0..lanes.len() {
            let (row, terms) = self.row(policy[node]);
            let mut lane = [0.0; L];
            lane[LOWER] = row.lower - COST;
            lane[UPPER] = row.upper + COST;
            lane[LEAVING] = row.leaving;
            for &(to, p) in terms {
                match self.column[to as usize] {
                    KNOWN => {
                        let before = &lanes[to as usize];
                        (0..L).for_each(|at| lane[at] += p * before[at]);
                    }
                    column => lane[COLUMNS + column as usize] += p,
                }
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

/// The nodes' values on one side, those of the feedback nodes being known.
fn spread<const L: usize>(lanes: &[[f64; L]], side: usize, known: &[f64; MORE], out: &mut [f64]) {
    for (value, lane) in out.iter_mut().zip(lanes) {
        let terms = lane[COLUMNS..].iter().zip(known).map(|(a, b)| a * b);
        *value = lane[side] + terms.sum::<f64>();
    }
}
