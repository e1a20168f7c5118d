//! From guessed bounds of a component to certified ones.
//!
//! Each open node's inequality is tested exactly, in integers, and its bound replaced by the
//! rounded mean, which can only tighten it: from a pre-fixpoint the operator leads to a better one.
//! A guess that fails anywhere is thrown away.

use super::attract::NEVER;
use super::case::Case;
use super::stage::Stage;
use super::work::Work;
use crate::Number;

/// Passes that only tighten, where they are worth their time. Most components need one or two.
pub(super) const POLISH: usize = 30;
/// Tightening ends at this part of the width asked for.
const PLENTY: f64 = 1.0 / 256.0;

/// How hard to try.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Passes in which a bound that fails is moved outward.
    pub repairs: usize,
    /// Passes that only tighten.
    pub polish: usize,
    /// The width asked for.
    pub width: f64,
}

/// What becomes of bounds that were found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Care {
    /// They are certified, to this width if that can be.
    Certain(f64),
    /// They are left to the judge, who goes through them at once: a refusal is a reason to try again
    /// with more care.
    Judged,
}

/// Writes bounds for the open nodes into `work` and certifies them. False leaves the open nodes
/// with the trivial bounds.
pub(super) fn settle<N: Stage>(
    work: &mut Work<'_, N>,
    case: &Case<'_>,
    strategy: &[u32],
    effort: Effort,
    lower: impl Fn(usize) -> N,
    upper: impl Fn(usize) -> N,
) -> bool {
    place(work, case, strategy, lower, upper);
    let (mut repairs, mut polish) = (effort.repairs, effort.polish);
    loop {
        match pass(work, case, strategy) {
            Pass::Failed if repairs == 0 => return withdraw(work, case),
            Pass::Failed => repairs -= 1,
            Pass::Still => break,
            Pass::Moved(widest) if polish == 0 || widest <= effort.width * PLENTY => break,
            Pass::Moved(_) => polish -= 1,
        }
    }
    rank(work, case, strategy) || withdraw(work, case)
}

/// Writes bounds and choices for the open nodes into `work`.
pub(super) fn place<N>(
    work: &mut Work<'_, N>,
    case: &Case<'_>,
    strategy: &[u32],
    lower: impl Fn(usize) -> N,
    upper: impl Fn(usize) -> N,
) {
    for node in case.open_nodes() {
        let state = case.local.state(node).index();
        work.lower[state] = lower(node);
        work.upper[state] = upper(node);
        work.strategy[state] = strategy[node];
    }
}

/// What one pass over the open nodes found.
enum Pass {
    /// Some inequality failed.
    Failed,
    /// All hold, and some bound moved by more than rounding; the widest interval now.
    Moved(f64),
    /// All hold, and nothing moved by more than rounding.
    Still,
}

/// Tests every open node and replaces its bounds by the means.
fn pass<N: Stage>(work: &mut Work<'_, N>, case: &Case<'_>, strategy: &[u32]) -> Pass {
    let (mut failed, mut moved, mut widest) = (false, false, 0.0);
    for node in case.open_nodes() {
        let state = case.local.state(node).index();
        let (lower, upper) = bounds(work, case, node, strategy[node]);
        failed |= lower < work.lower[state] || upper > work.upper[state];
        moved |= lower.far_from(&work.lower[state]) || upper.far_from(&work.upper[state]);
        widest = f64::max(widest, upper.gap(&lower));
        work.lower[state] = lower;
        work.upper[state] = upper;
    }
    match (failed, moved) {
        (true, _) => Pass::Failed,
        (false, true) => Pass::Moved(widest),
        (false, false) => Pass::Still,
    }
}

/// What the judge will compare the node's bounds with, rounded to the safe side.
fn bounds<N: Number>(work: &Work<'_, N>, case: &Case<'_>, node: usize, chosen: u32) -> (N, N) {
    let is_max = case.local.is_max(node);
    let mut lower: Option<N> = None;
    let mut upper: Option<N> = None;
    for (choice, branches) in case.local.arena.rows(case.local.choices(node)) {
        if choice == chosen {
            let (below, above) = N::means(branches, &work.lower, &work.upper);
            lower = Some(lower.map_or(below.clone(), |l| l.min(below)));
            upper = Some(upper.map_or(above.clone(), |u| u.max(above)));
        } else if is_max {
            let values = branches.targets.iter().map(|&t| &work.upper[t as usize]);
            let mean = N::mean_up(branches.distribution, values);
            upper = Some(upper.map_or(mean.clone(), |u| u.max(mean)));
        } else {
            let values = branches.targets.iter().map(|&t| &work.lower[t as usize]);
            let mean = N::mean_down(branches.distribution, values);
            lower = Some(lower.map_or(mean.clone(), |l| l.min(mean)));
        }
    }
    (lower.unwrap_or_else(N::zero), upper.unwrap_or_else(N::one))
}

/// Gives ranks to the open nodes; false where Max's strategy may go round for ever on a positive
/// lower bound.
pub(super) fn rank<N: Number>(work: &mut Work<'_, N>, case: &Case<'_>, strategy: &[u32]) -> bool {
    let zero = N::zero();
    let under = case.leaving.clone().unwrap_or_else(|| {
        let seed = |t| !case.is_open(t) || work.lower[t as usize] == zero;
        case.hopeful_under(strategy, seed).stage
    });
    let mut last = 0;
    let mut hopeless = false;
    for node in case.open_nodes() {
        let state = case.local.state(node).index();
        let stage = under[node];
        if work.lower[state] == zero {
            hopeless = true;
        } else if stage == NEVER {
            return false;
        } else {
            last = last.max(stage);
        }
        work.rank[state] = work.next_rank.saturating_add(if stage == NEVER { 0 } else { stage });
    }
    work.next_rank += last + 1;
    if hopeless {
        keep_hope(work, case);
    }
    true
}

/// Where the lower bound is 0 though there is hope, Max's strategy keeps the hope.
fn keep_hope<N: Number>(work: &mut Work<'_, N>, case: &Case<'_>) {
    let zero = N::zero();
    let hopeful = case.hopeful(|t| !case.is_open(t) && work.upper[t as usize] > zero);
    for node in case.open_nodes().filter(|&node| case.local.is_max(node)) {
        let state = case.local.state(node).index();
        if work.lower[state] == zero && hopeful.stage[node] != NEVER {
            work.strategy[state] = hopeful.by[node];
        }
    }
}

fn withdraw<N: Number>(work: &mut Work<'_, N>, case: &Case<'_>) -> bool {
    for node in case.open_nodes() {
        let state = case.local.state(node).index();
        (work.lower[state], work.upper[state]) = (N::zero(), N::one());
    }
    false
}
