//! Strategy iteration on the open nodes of a component.
//!
//! *Lower bounds*: Hoffman and Karp (Manag. Sci. 12, 1966): Max's strategy is fixed, Min answers by
//! policy iteration, then Max switches where that gains strictly. Nodes where Min can now keep all
//! hope away are recomputed by graph for every strategy of Max, so every system has one solution.
//!
//! *Upper bounds*: Min's strategy is fixed, Max answers. Max's end components in that game are
//! collapsed, for in them Max could go round on borrowed value; then Min switches where that gains
//! strictly, which mends a strategy chosen on values that were a rounding apart.

use super::attract::NEVER;
use super::case::Case;
use super::collapse::Collapsed;
use super::system::{KNOWN, System};
use super::value::{Side, Step, Value};

/// Rounds before a loop ends with what it has; certification decides whether that is enough.
const ROUNDS: usize = 500;

/// Bounds of one side for each node, and how many systems were solved.
pub(super) struct Answer<V> {
    /// For each node the unknown that stands for it, or [`KNOWN`].
    pub rep: Vec<u32>,
    pub values: Vec<V>,
    pub rounds: u64,
}

/// Lower bounds where `known` are the exits' values; leaves both sides' choices in the policy.
/// Exits for which `positive` is false count as hopeless. `None`: too large for elimination.
pub(super) fn lower<N, V: Value<N>>(
    case: &mut Case<'_>,
    known: &[N],
    positive: impl Fn(u32) -> bool,
    cost: f64,
) -> Option<Answer<V>> {
    let step = Step { side: Side::Lower, cost };
    let mut rounds = 0;
    loop {
        let seed = |t| !case.is_open(t) && positive(t);
        let hopeful = case.hopeful_under(&case.policy, seed);
        let name = |(node, &stage): (usize, &u32)| if stage == NEVER { KNOWN } else { node as u32 };
        let rep: Vec<u32> = hopeful.stage.iter().enumerate().map(name).collect();
        let values = replies(case, &rep, known, step, &mut rounds)?;
        let switched = improve(case, &rep, &values, known, step);
        if !switched || rounds as usize > ROUNDS {
            return Some(Answer { rep, values, rounds });
        }
    }
}

/// Min's best reply to Max's choices, by policy iteration.
fn replies<N, V: Value<N>>(
    case: &mut Case<'_>,
    rep: &[u32],
    known: &[N],
    step: Step,
    rounds: &mut u64,
) -> Option<Vec<V>> {
    loop {
        *rounds += 1;
        let system = System { local: case.local, rep, policy: &case.policy };
        let values = V::solve(&system, known, step)?;
        let mut switches = Vec::new();
        for node in system.unknowns().filter(|&node| !case.local.is_max(node)) {
            let worth = |choice| V::mean(&system, &values, known, choice, step);
            let all = case.local.choices(node).map(|choice| (worth(choice), choice));
            let least = all.reduce(|a, b| if a.0.exceeds(&b.0, step) { b } else { a });
            let (value, choice) = least.expect("an open node has a choice");
            if choice != case.policy[node] && worth(case.policy[node]).exceeds(&value, step) {
                switches.push((node, choice));
            }
        }
        if switches.is_empty() || *rounds as usize > ROUNDS {
            return Some(values);
        }
        switches.into_iter().for_each(|(node, choice)| case.policy[node] = choice);
    }
}

/// Max switches where that gains strictly; true if anything was switched.
fn improve<N, V: Value<N>>(
    case: &mut Case<'_>,
    rep: &[u32],
    values: &[V],
    known: &[N],
    step: Step,
) -> bool {
    let mut switches = Vec::new();
    for node in case.open_nodes().filter(|&node| case.local.is_max(node)) {
        let system = System { local: case.local, rep, policy: &case.policy };
        let worth = |choice| V::mean(&system, values, known, choice, step);
        let mut best = (worth(case.policy[node]), case.policy[node]);
        for choice in case.local.choices(node) {
            let value = worth(choice);
            if value.exceeds(&best.0, step) {
                best = (value, choice);
            }
        }
        if best.1 != case.policy[node] {
            switches.push((node, best.1));
        }
    }
    for &(node, choice) in &switches {
        case.policy[node] = choice;
    }
    !switches.is_empty()
}

/// Upper bounds where `known` are the exits' values; improves Min's choices in the policy.
/// `None`: too large for elimination.
pub(super) fn upper<N, V: Value<N>>(
    case: &mut Case<'_>,
    known: &[N],
    cost: f64,
) -> Option<Answer<V>> {
    let step = Step { side: Side::Upper, cost };
    let mut rounds = 0;
    loop {
        let mut collapsed = Collapsed::of(case);
        let values = attack(case, &mut collapsed, known, step, &mut rounds)?;
        let switched = defend(case, &collapsed, &values, known, step);
        if !switched || rounds as usize > ROUNDS {
            return Some(Answer { rep: collapsed.rep, values, rounds });
        }
    }
}

/// Max's best reply to Min's choices in the collapsed component.
fn attack<N, V: Value<N>>(
    case: &Case<'_>,
    collapsed: &mut Collapsed,
    known: &[N],
    step: Step,
    rounds: &mut u64,
) -> Option<Vec<V>> {
    loop {
        *rounds += 1;
        let system = System { local: case.local, rep: &collapsed.rep, policy: &collapsed.leave };
        let values = V::solve(&system, known, step)?;
        let better = |rep: usize, choices: &mut dyn Iterator<Item = u32>| {
            let worth = |choice| V::mean(&system, &values, known, choice, step);
            let mut best = (worth(collapsed.leave[rep]), collapsed.leave[rep]);
            for choice in choices {
                let value = worth(choice);
                if value.exceeds(&best.0, step) {
                    best = (value, choice);
                }
            }
            (best.1 != collapsed.leave[rep]).then_some((rep, best.1))
        };
        let alone = |&node: &usize| case.local.is_max(node) && !collapsed.is_merged(node);
        let single = case.open_nodes().filter(alone);
        let mut switches: Vec<_> =
            single.filter_map(|node| better(node, &mut case.local.choices(node))).collect();
        for (members, mut choices) in collapsed.end_components(case) {
            switches.extend(better(collapsed.rep[members[0] as usize] as usize, &mut choices));
        }
        if switches.is_empty() || *rounds as usize > ROUNDS {
            return Some(values);
        }
        switches.into_iter().for_each(|(rep, choice)| collapsed.leave[rep] = choice);
    }
}

/// Min switches where that gains strictly; true if anything was switched.
fn defend<N, V: Value<N>>(
    case: &mut Case<'_>,
    collapsed: &Collapsed,
    values: &[V],
    known: &[N],
    step: Step,
) -> bool {
    let mut switches = Vec::new();
    for node in case.open_nodes().filter(|&node| !case.local.is_max(node)) {
        let system = System { local: case.local, rep: &collapsed.rep, policy: &collapsed.leave };
        let mut best = (values[collapsed.rep[node] as usize].clone(), case.policy[node]);
        for choice in case.local.choices(node) {
            let value = V::mean(&system, values, known, choice, step);
            if best.0.exceeds(&value, step) {
                best = (value, choice);
            }
        }
        if best.1 != case.policy[node] {
            switches.push((node, best.1));
        }
    }
    for &(node, choice) in &switches {
        case.policy[node] = choice;
    }
    !switches.is_empty()
}
