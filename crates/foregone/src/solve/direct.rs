//! Strategy iteration with linear solves: for components whose systems can be eliminated.

use super::case::Case;
use super::policy::{self, Answer};
use super::settle::{Effort, settle};
use super::stage::Stage;
use super::system::KNOWN;
use super::work::Work;

/// What became of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Certified bounds stand in the work.
    Settled,
    /// The systems are too large for elimination.
    TooLarge,
    /// Nothing certified in this number type.
    Unsettled,
}

/// Solves the open nodes of `case` in `work`'s number type, to `width` if it can; counts the
/// systems in `rounds`.
pub(super) fn solve<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    width: f64,
    rounds: &mut u64,
) -> Outcome {
    let zero = N::zero();
    if N::WARM {
        let positive = |t: u32| work.lower[t as usize] > zero;
        let warm: Option<Answer<f64>> = policy::lower(case, &work.lower, positive, WARM);
        if warm.is_none() {
            return Outcome::TooLarge;
        }
    }
    for &cost in N::COSTS {
        let Some((lower, upper)) = both(work, case, cost, rounds) else {
            return Outcome::TooLarge;
        };
        let strategy = case.policy.clone();
        let below = |node: usize| match lower.rep[node] {
            KNOWN => N::zero(),
            rep => N::from_below(&lower.values[rep as usize]),
        };
        let above = |node: usize| N::from_above(&upper.values[upper.rep[node] as usize]);
        if settle(work, case, &strategy, Effort { repairs: 0, width }, below, above) {
            return Outcome::Settled;
        }
    }
    Outcome::Unsettled
}

/// Cost of a step in the first answer, which is in doubles whatever the number type.
const WARM: f64 = 1.0 / (1u64 << 48) as f64;

type Pair<V> = (Answer<V>, Answer<V>);

/// Values from below and from above, in the number type's own numbers; strategies in the policy.
fn both<N: Stage>(
    work: &Work<'_, N>,
    case: &mut Case<'_>,
    cost: f64,
    rounds: &mut u64,
) -> Option<Pair<N::Value>> {
    let zero = N::zero();
    let lower: Answer<N::Value> =
        policy::lower(case, &work.lower, |t| work.lower[t as usize] > zero, cost)?;
    *rounds += lower.rounds;
    if case.wide {
        let strategy = case.policy.clone();
        let other: Answer<N::Value> =
            policy::lower(case, &work.upper, |t| work.upper[t as usize] > zero, cost)?;
        *rounds += other.rounds;
        for node in case.open_nodes().filter(|&node| case.local.is_max(node)).collect::<Vec<_>>() {
            case.policy[node] = strategy[node];
        }
    }
    let upper: Answer<N::Value> = policy::upper(case, &work.upper, cost)?;
    *rounds += upper.rounds;
    Some((lower, upper))
}
