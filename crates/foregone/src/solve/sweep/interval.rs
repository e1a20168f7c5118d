//! Interval iteration in the number type itself: lower bounds from 0 rounded down, upper bounds from
//! 1 rounded up against Min's best replies, with Max's end components collapsed.
//!
//! Invariant: both are certificates whenever it stops.

use super::super::case::Case;
use super::super::collapse::Collapsed;
use super::super::settle::{Effort, POLISH, settle};
use super::super::stage::Stage;
use super::super::work::Work;
use crate::Watch;

/// Branches that one loop of sweeps looks at before the bounds so far are given: half a minute's
/// work.
const MOST_WORK: usize = 1 << 33;

/// How often a loop may go over the component.
fn most_rounds(case: &Case<'_>) -> usize {
    (MOST_WORK / case.local.all_targets().len()).clamp(100, 200_000)
}

/// Lower bounds, then upper bounds. The open nodes have the trivial bounds when it starts.
pub(super) fn iterate<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    width: f64,
    watch: &dyn Watch,
    rounds: &mut u64,
) {
    let mut lower = vec![N::zero(); case.local.len()];
    let mut upper = vec![N::one(); case.local.len()];
    for sweep in 0..most_rounds(case) {
        *rounds += 1;
        let moved = raise(work, case, &mut lower);
        if !moved || (sweep % 64 == 63 && watch.stop()) {
            break;
        }
    }
    reply(work, case, &lower);
    let collapsed = Collapsed::of(case);
    for sweep in 0..most_rounds(case) {
        *rounds += 1;
        let moved = sink(work, case, &collapsed, &mut upper);
        let close = |node: usize| upper[node].gap(&lower[node]) <= width;
        let check = sweep % 64 == 63;
        if !moved || (check && (watch.stop() || case.open_nodes().all(close))) {
            break;
        }
    }
    let strategy = case.policy.clone();
    let effort = Effort { repairs: 0, polish: POLISH, width };
    let certified =
        settle(work, case, &strategy, effort, |n| lower[n].clone(), |n| upper[n].clone());
    debug_assert!(certified, "interval iteration's bounds are certificates");
}

/// One sweep upward from below; Max switches where that gains strictly.
fn raise<N: Stage>(work: &Work<'_, N>, case: &mut Case<'_>, lower: &mut [N]) -> bool {
    let mut moved = false;
    for node in 0..case.open.len() {
        if !case.open[node] {
            continue;
        }
        let worth = |choice| case.local.mean(choice, &case.open, (lower, &work.lower), false);
        let value = if case.local.is_max(node) {
            let mut best = (worth(case.policy[node]), case.policy[node]);
            for choice in case.local.choices(node) {
                let value = worth(choice);
                if value > best.0 {
                    best = (value, choice);
                }
            }
            case.policy[node] = best.1;
            best.0
        } else {
            case.local.choices(node).map(worth).min().unwrap_or_else(N::zero)
        };
        moved |= value != lower[node];
        lower[node] = value;
    }
    moved
}

/// Min's best replies to lower bounds go into the policy.
fn reply<N: Stage>(work: &Work<'_, N>, case: &mut Case<'_>, lower: &[N]) {
    for node in 0..case.open.len() {
        if case.open[node] && !case.local.is_max(node) {
            let worth =
                |&choice: &u32| case.local.mean(choice, &case.open, (lower, &work.lower), false);
            let least = case.local.choices(node).min_by_key(worth);
            case.policy[node] = least.expect("an open node has a choice");
        }
    }
}

/// One sweep downward from above; an end component takes the best that leaving it brings.
fn sink<N: Stage>(
    work: &Work<'_, N>,
    case: &Case<'_>,
    collapsed: &Collapsed,
    upper: &mut [N],
) -> bool {
    let mut moved = false;
    for node in case.open_nodes().filter(|&node| !collapsed.is_merged(node)) {
        let worth = |choice| case.local.mean(choice, &case.open, (upper, &work.upper), true);
        let value = match case.local.is_max(node) {
            true => case.local.choices(node).map(worth).max().unwrap_or_else(N::one),
            false => worth(case.policy[node]),
        };
        moved |= value != upper[node];
        upper[node] = value;
    }
    for (members, choices) in collapsed.end_components(case) {
        let worth = |choice| case.local.mean(choice, &case.open, (upper, &work.upper), true);
        let value = choices.map(worth).max().unwrap_or_else(N::zero);
        moved |= members.iter().any(|&member| upper[member as usize] != value);
        members.iter().for_each(|&member| upper[member as usize] = value.clone());
    }
    moved
}
