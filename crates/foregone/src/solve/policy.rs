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
use super::system::KNOWN;
use super::value::{Model, Side, Step, Value};

/// Rounds before a loop ends with what it has; certification decides whether that is enough.
const ROUNDS: u64 = 500;

/// Values of one side, and how many systems were solved.
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
    let mut model = Model::<N, V>::new(case.local, hopeful(case, &positive), known, step);
    if case.leaves_anyway() {
        greedy(case, &model);
    }
    loop {
        let values = replies(case, &model, &mut rounds)?;
        if !improve(case, &model, &values) || rounds > ROUNDS {
            return Some(Answer { rep: model.equations.rep, values, rounds });
        }
        let rep = hopeful(case, &positive);
        if rep != model.equations.rep {
            model = Model::new(case.local, rep, known, step);
        }
    }
}

/// Sweeps that prepare a first policy where any policy will do.
const GREEDY: usize = 6;

/// A first policy from a few sweeps of value iteration.
fn greedy<N, V: Value<N>>(case: &mut Case<'_>, model: &Model<'_, N, V>) {
    let mut values = vec![V::zero(); case.open.len()];
    for _ in 0..GREEDY {
        for node in model.equations.unknowns() {
            let max = case.local.is_max(node);
            let better = |a: &V, b: &V| if max { model.exceeds(a, b) } else { model.exceeds(b, a) };
            case.switch(node, |choice| model.mean(&values, choice), better);
            values[node] = model.mean(&values, case.policy[node]);
        }
    }
}

/// Every node that has hope under Max's choices stands for itself.
fn hopeful(case: &Case<'_>, positive: impl Fn(u32) -> bool) -> Vec<u32> {
    if case.leaves_anyway() {
        return case.open_reps();
    }
    let seed = |t| !case.is_open(t) && positive(t);
    let stages = case.hopeful_under(&case.policy, seed).stage;
    let name = |(node, stage)| if stage == NEVER { KNOWN } else { node as u32 };
    stages.into_iter().enumerate().map(name).collect()
}

/// Min's best reply to Max's choices, by policy iteration.
fn replies<N, V: Value<N>>(
    case: &mut Case<'_>,
    model: &Model<'_, N, V>,
    rounds: &mut u64,
) -> Option<Vec<V>> {
    loop {
        *rounds += 1;
        let values = V::solve(model, &case.policy)?;
        let mut switched = false;
        for node in model.equations.unknowns() {
            if case.has_say(node, false) {
                let less = |a: &V, b: &V| model.exceeds(b, a);
                switched |= case.switch(node, |choice| model.mean(&values, choice), less);
            }
        }
        if !switched || *rounds > ROUNDS {
            return Some(values);
        }
    }
}

/// Max switches where that gains strictly; true if anything was switched.
fn improve<N, V: Value<N>>(case: &mut Case<'_>, model: &Model<'_, N, V>, values: &[V]) -> bool {
    let mut switched = false;
    for node in 0..case.open.len() {
        if case.open[node] && case.has_say(node, true) {
            let more = |a: &V, b: &V| model.exceeds(a, b);
            switched |= case.switch(node, |choice| model.mean(values, choice), more);
        }
    }
    switched
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
    let mut collapsed = Collapsed::of(case);
    let mut model = Model::<N, V>::new(case.local, collapsed.rep.clone(), known, step);
    loop {
        let values = attack(case, &mut collapsed, &model, &mut rounds)?;
        if !defend(case, &model, &values) || rounds > ROUNDS {
            return Some(Answer { rep: collapsed.rep, values, rounds });
        }
        collapsed = Collapsed::of(case);
        if collapsed.rep != model.equations.rep {
            model = Model::new(case.local, collapsed.rep.clone(), known, step);
        }
    }
}

/// Max's best reply to Min's choices in the collapsed component.
fn attack<N, V: Value<N>>(
    case: &Case<'_>,
    collapsed: &mut Collapsed,
    model: &Model<'_, N, V>,
    rounds: &mut u64,
) -> Option<Vec<V>> {
    loop {
        *rounds += 1;
        let values = V::solve(model, &collapsed.leave)?;
        let worth = |choice| model.mean(&values, choice);
        let more = |a: &V, b: &V| model.exceeds(a, b);
        let mut switches = Vec::new();
        for node in case.open_nodes() {
            if case.has_say(node, true) && !collapsed.is_merged(node) {
                let choices = case.local.choices(node);
                switches.push((node, best(collapsed.leave[node], choices, worth, more)));
            }
        }
        for (members, choices) in collapsed.end_components(case) {
            let rep = collapsed.rep[members[0] as usize] as usize;
            switches.push((rep, best(collapsed.leave[rep], choices, worth, more)));
        }
        let mut switched = false;
        for (rep, choice) in switches {
            switched |= std::mem::replace(&mut collapsed.leave[rep], choice) != choice;
        }
        if !switched || *rounds > ROUNDS {
            return Some(values);
        }
    }
}

/// Min switches where that gains strictly; true if anything was switched.
fn defend<N, V: Value<N>>(case: &mut Case<'_>, model: &Model<'_, N, V>, values: &[V]) -> bool {
    let mut switched = false;
    for node in 0..case.open.len() {
        if case.open[node] && case.has_say(node, false) {
            let less = |a: &V, b: &V| model.exceeds(b, a);
            switched |= case.switch(node, |choice| model.mean(values, choice), less);
        }
    }
    switched
}

/// The best of the choices, the `present` one unless another is better.
pub(super) fn best<V>(
    present: u32,
    choices: impl Iterator<Item = u32>,
    worth: impl Fn(u32) -> V,
    better: impl Fn(&V, &V) -> bool,
) -> u32 {
    let mut best = (worth(present), present);
    for choice in choices.filter(|&choice| choice != present) {
        let value = worth(choice);
        if better(&value, &best.0) {
            best = (value, choice);
        }
    }
    best.1
}
