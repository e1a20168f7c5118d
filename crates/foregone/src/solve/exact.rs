//! Exact values of a component whose exits are known exactly.
//!
//! Strategies found in doubles are evaluated in fractions, the chosen choices alone, and improved
//! by exact comparisons: first Min's until it has its best reply, then Max's (Hoffman and Karp,
//! Manag. Sci. 12, 1966). Invariant: every system that is solved has one solution, for under Max's
//! choices every node keeps hope of a positive exit whatever Min does; where that fails, or where
//! Min is the one to end play, nothing is claimed and the other methods go on.

use std::cmp::Ordering;

use super::attract::NEVER;
use super::case::Case;
use super::elimination::Elimination;
use super::policy::{self, Answer};
use super::settle::rank;
use super::system::Equations;
use super::value::WARM;
use super::work::Work;
use crate::number::Sum;
use crate::{Number, Rational, UBig};

/// Rounds before the other methods go on.
const ROUNDS: u64 = 200;

/// Solves the open nodes of `case`; false leaves them as they were.
pub(super) fn solve(work: &mut Work<'_, Rational>, case: &mut Case<'_>, rounds: &mut u64) -> bool {
    let exits = case.local.all_targets().iter().filter(|&&t| !case.is_open(t));
    if exits.into_iter().any(|&t| work.lower[t as usize] != work.upper[t as usize]) {
        return false;
    }
    let positive = |t: u32| !work.lower[t as usize].is_zero();
    let warm: Option<Answer<Rational, f64>> = policy::lower(case, &work.lower, positive, WARM);
    if warm.is_none() {
        return false;
    }
    drop(warm);
    for _ in 0..ROUNDS {
        *rounds += 1;
        if !is_hopeful(work, case) {
            return false;
        }
        let Some(values) = evaluated(work, case) else { return false };
        if !improved(work, case, &values, false) && !improved(work, case, &values, true) {
            return write(work, case, values);
        }
    }
    false
}

/// True where every open node can come to a positive exit under Max's choices.
fn is_hopeful(work: &Work<'_, Rational>, case: &Case<'_>) -> bool {
    let seed = |t: u32| !case.is_open(t) && !work.lower[t as usize].is_zero();
    case.leaves_anyway() || {
        let stages = case.hopeful_under(&case.policy, seed).stage;
        case.open_nodes().all(|node| stages[node] != NEVER)
    }
}

/// The values under both sides' choices; `None` where the system is too large.
fn evaluated(work: &Work<'_, Rational>, case: &Case<'_>) -> Option<Vec<Rational>> {
    let equations: Equations<Rational> =
        Equations::of_policy(&case.local, case.open_reps(), &case.policy);
    let system = Elimination::new(&equations, &case.policy)?;
    let constant = |node: usize| {
        let mut sum = Sum::default();
        for (t, p) in equations.exits(case.policy[node]) {
            // A probability has a positive numerator.
            let part = &work.lower[*t as usize] / Rational::from(p.denominator().clone());
            let (_, weight) = p.numerator().clone().into_parts();
            sum.add(&weight, &part);
        }
        sum.over(&UBig::ONE)
    };
    Some(system.solve(&equations, &case.policy, constant))
}

/// The nodes of one side switch where that gains; true if anything was switched.
fn improved(
    work: &Work<'_, Rational>,
    case: &mut Case<'_>,
    values: &[Rational],
    max: bool,
) -> bool {
    let better = if max { Ordering::Greater } else { Ordering::Less };
    let local = case.local;
    let open = &case.open;
    let value = |t: u32| match local.node(t).filter(|&node| open[node]) {
        Some(node) => &values[node],
        None => &work.lower[t as usize],
    };
    let mut switches = Vec::new();
    for node in case.open_nodes().filter(|&node| case.has_say(node, max)) {
        let (mut best, mut chosen) = (values[node].clone(), case.policy[node]);
        for number in local.choices(node) {
            let choice = local.choice(number);
            let means = choice.targets.iter().map(|&t| value(t));
            if Rational::compare_mean(choice.distribution, means.clone(), &best) == better {
                (best, chosen) = (Rational::mean_down(choice.distribution, means), number);
            }
        }
        if chosen != case.policy[node] {
            switches.push((node, chosen));
        }
    }
    for &(node, chosen) in &switches {
        case.policy[node] = chosen;
    }
    !switches.is_empty()
}

/// Writes the values; false where Max's choices may go round for ever on them.
fn write(work: &mut Work<'_, Rational>, case: &Case<'_>, values: Vec<Rational>) -> bool {
    let states = case.local.state(0).index();
    for (node, value) in values.into_iter().enumerate().filter(|(node, _)| case.open[*node]) {
        work.strategy[states + node] = case.policy[node];
        work.upper[states + node] = value.clone();
        work.lower[states + node] = value;
    }
    if rank(work, case, &case.policy) {
        return true;
    }
    for node in case.open_nodes() {
        (work.lower[states + node], work.upper[states + node]) = (Rational::ZERO, Rational::ONE);
    }
    false
}
