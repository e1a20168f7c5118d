//! Strategy iteration with linear solves: for components whose systems can be eliminated.

use super::case::Case;
use super::policy::{self, Answer};
use super::settle::{Effort, POLISH, settle};
use super::stage::Stage;
use super::value::WARM;
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
        let warm: Option<Answer<N, f64>> = policy::lower(case, &work.lower, positive, WARM);
        if warm.is_none() {
            return Outcome::TooLarge;
        }
    }
    for &cost in N::COSTS {
        let Some(mut answer) = below(work, case, cost, rounds) else { return Outcome::TooLarge };
        let lower = std::mem::take(&mut answer.values);
        for thorough in [false, true] {
            if !thorough && (case.wide || !case.leaves_anyway()) {
                continue;
            }
            let upper = match thorough {
                false => Some(policy::upper_of_policy(case, answer, &work.upper, cost)),
                true => policy::upper(case, answer.equations, &work.upper, cost),
            };
            let Some(upper) = upper else { return Outcome::TooLarge };
            *rounds += upper.rounds;
            let below = |node: usize| N::from_below(&lower[node]);
            let above = |node: usize| N::from_above(&upper.values[node]);
            let strategy = case.policy.clone();
            let effort = Effort { repairs: 0, polish: POLISH, width };
            if settle(work, case, &strategy, effort, below, above) {
                return Outcome::Settled;
            }
            answer = upper;
        }
    }
    Outcome::Unsettled
}

/// Values from below, in the number type's own numbers; strategies in the policy. Min's is that
/// against the exits' upper bounds where they differ much from the lower ones.
fn below<N: Stage>(
    work: &Work<'_, N>,
    case: &mut Case<'_>,
    cost: f64,
    rounds: &mut u64,
) -> Option<Answer<N, N::Value>> {
    let zero = N::zero();
    let lower: Answer<N, N::Value> =
        policy::lower(case, &work.lower, |t| work.lower[t as usize] > zero, cost)?;
    *rounds += lower.rounds;
    if case.wide {
        let strategy = case.policy.clone();
        let other: Answer<N, N::Value> =
            policy::lower(case, &work.upper, |t| work.upper[t as usize] > zero, cost)?;
        *rounds += other.rounds;
        for node in case.open_nodes().filter(|&node| case.local.is_max(node)).collect::<Vec<_>>() {
            case.policy[node] = strategy[node];
        }
    }
    Some(lower)
}
