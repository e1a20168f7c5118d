//! Newton's method on the few feedback nodes: passes over the component, and what they give.

use super::{COLUMNS, COST, LEAVING, LOWER, MORE, Node, System, UPPER};
use crate::Fixed64;
use crate::solve::case::Case;
use crate::solve::local::Local;
use crate::solve::plain;
use crate::solve::policy::TOGETHER;
use crate::solve::settle::{Care, Effort, POLISH, place, rank, settle};
use crate::solve::stage::Stage;
use crate::solve::work::Work;

/// A value further than this from 0 and from 1 is neither; of others the graph tells.
const CLEAR: f64 = 1e-9;

impl System<'_> {
    /// Solves what was read, and writes it with as much care as is asked for; `stages` are those at
    /// which play leaves. False where the bounds cannot be certified.
    pub fn solve<const L: usize>(
        &mut self,
        work: &mut Work<'_, Fixed64>,
        local: &Local<'_>,
        stages: Vec<u32>,
        care: Care,
        rounds: &mut u64,
    ) -> bool {
        let solved = self.solved::<L>(rounds);
        solved.is_some_and(|solved| solved.write(work, local, stages, care))
    }

    /// Passes until no node gains by switching; `None` where that takes too many of them.
    fn solved<const L: usize>(&mut self, rounds: &mut u64) -> Option<Solved<L>> {
        let (mut lanes, mean) = self.lanes();
        let mut policy = vec![0; self.nodes.len()];
        let mut values = self.more.map(|more| mean + more);
        for _ in 0..TOGETHER {
            *rounds += 1;
            let least = self.pass(&values, &mut policy, &mut lanes);
            let found = feedback_values(&self.feedback, &lanes)?;
            let moved = |at: usize| (found[LOWER][at] - values[at]).abs();
            let most = (0..self.feedback.len()).map(moved).fold(0.0, f64::max);
            // What a choice is worth moves by no more than the feedback values.
            if 2.0 * most < f64::max(least, COST / 4.0) {
                self.more = found[LOWER].map(|value| value - mean);
                return Some(Solved { values: found, lanes, policy });
            }
            values = found[LOWER];
        }
        None
    }

    /// Those of the exits are known, and the mean of their values.
    fn lanes<const L: usize>(&self) -> (Vec<[f64; L]>, f64) {
        let mut lanes = Vec::with_capacity(self.nodes.len() + self.exits.len());
        lanes.resize(self.nodes.len(), [0.0; L]);
        let mut sum = 0.0;
        lanes.extend(self.exits.iter().map(|&[lower, upper]| {
            let mut lane = [0.0; L];
            (lane[LOWER], lane[UPPER], lane[LEAVING]) = (lower, upper, 1.0);
            sum += lower;
            lane
        }));
        (lanes, sum / self.exits.len().max(1) as f64)
    }

    /// Lets every node take the choice that is worth most to its owner where the feedback nodes have
    /// these `values`; its lane becomes that of the choice. Returns by how much the best choices are
    /// better than the others at least.
    fn pass<const L: usize>(
        &self,
        values: &[f64; MORE],
        policy: &mut [u32],
        lanes: &mut [[f64; L]],
    ) -> f64 {
        for (column, &node) in self.feedback.iter().enumerate() {
            lanes[node as usize] = [0.0; L];
            lanes[node as usize][COLUMNS + column] = 1.0;
        }
        let mut least = f64::INFINITY;
        let (mut rest, mut rows) = (&self.to[..], &self.rows[..]);
        let nodes = self.nodes.iter().zip(policy).enumerate();
        for (node, (Node { choices: (start, end), sign }, chosen)) in nodes {
            let (own, others) = rows.split_at((end - start) as usize);
            rows = others;
            let (mut best, mut best_lane) = (f64::NEG_INFINITY, [0.0; L]);
            for (row, choice) in own.iter().zip(*start..) {
                let (to, others) = rest.split_at(row.probabilities.len());
                rest = others;
                let lane = lane(to, row.probabilities, lanes);
                let value = sign * worth(&lane, LOWER, values);
                let apart = (value - best).abs();
                least = if apart < least { apart } else { least };
                if value > best {
                    (best, best_lane, *chosen) = (value, lane, choice);
                }
            }
            lanes[node] = best_lane;
        }
        least
    }
}

/// A choice's lane, by the lanes of what its branches lead to.
#[inline]
fn lane<const L: usize>(to: &[u32], probabilities: &[f64], lanes: &[[f64; L]]) -> [f64; L] {
    let mut lane = [0.0; L];
    (lane[LOWER], lane[UPPER]) = (-COST, COST);
    for (&to, &p) in to.iter().zip(probabilities) {
        let there = &lanes[to as usize];
        (0..L).for_each(|at| lane[at] += p * there[at]);
    }
    lane
}

/// A solved component: the feedback nodes' values from below and from above, all lanes, and each
/// node's choice.
struct Solved<const L: usize> {
    values: [[f64; MORE]; 2],
    lanes: Vec<[f64; L]>,
    policy: Vec<u32>,
}

impl<const L: usize> Solved<L> {
    /// Writes the bounds with as much care as is asked for; false where they cannot be certified.
    fn write(
        self,
        work: &mut Work<'_, Fixed64>,
        local: &Local<'_>,
        stages: Vec<u32>,
        care: Care,
    ) -> bool {
        if care == Care::Judged && self.write_clear(work, local, &stages) {
            return true;
        }
        let all_clear = || (0..self.policy.len()).all(|node| is_clear(self.bounds(node)));
        let all_clear = care != Care::Judged && all_clear();
        if !all_clear && plain::stages_of(local, work).is_none() {
            return false;
        }
        let case = Case::open(*local, Some(stages));
        let below = |node| Fixed64::from_below(&self.bounds(node)[LOWER]);
        let above = |node| Fixed64::from_above(&self.bounds(node)[UPPER]);
        match care {
            Care::Certain(width) => {
                let effort = Effort { repairs: 0, polish: POLISH, width };
                settle(work, &case, &self.policy, effort, below, above)
            }
            Care::Judged => {
                place(work, &case, &self.policy, below, above);
                rank(work, &case, &self.policy)
            }
        }
    }

    /// Writes everything as it is, play leaving at these stages; false, and the work is as it was,
    /// where a value is not clear.
    fn write_clear(&self, work: &mut Work<'_, Fixed64>, local: &Local<'_>, stages: &[u32]) -> bool {
        for (node, stage) in stages.iter().enumerate() {
            let (state, bounds) = (local.state(node).index(), self.bounds(node));
            if !is_clear(bounds) {
                work.forget(local.first as usize..state);
                return false;
            }
            let [lower, upper] = bounds;
            work.lower[state] = Fixed64::from_below(&lower);
            work.upper[state] = Fixed64::from_above(&upper);
            work.strategy[state] = self.policy[node];
            work.rank[state] = work.next_rank.saturating_add(*stage);
        }
        work.next_rank += stages.len() as u32 + 1;
        true
    }

    #[inline]
    fn bounds(&self, node: usize) -> [f64; 2] {
        let bound = |side| worth(&self.lanes[node], side, &self.values[side]);
        [bound(LOWER), bound(UPPER)]
    }
}

/// True for bounds of a value that is neither 0 nor 1, whatever the graph says.
#[inline]
fn is_clear([lower, upper]: [f64; 2]) -> bool {
    lower > CLEAR && upper < 1.0 - CLEAR
}

/// What a lane is worth from below or from above, by the feedback nodes' values.
#[inline]
fn worth<const L: usize>(lane: &[f64; L], side: usize, values: &[f64; MORE]) -> f64 {
    let terms = lane[COLUMNS..].iter().zip(values).map(|(a, b)| a * b);
    lane[side] + terms.sum::<f64>()
}

/// The feedback nodes' values from below and from above, by elimination from the last to the first.
/// `None` where nothing leaves.
fn feedback_values<const L: usize>(
    feedback: &[u32],
    lanes: &[[f64; L]],
) -> Option<[[f64; MORE]; 2]> {
    let mut rows: [[f64; L]; MORE] = [[0.0; L]; MORE];
    let width = feedback.len();
    (0..width).for_each(|at| rows[at] = lanes[feedback[at] as usize]);
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
    Some(found)
}
