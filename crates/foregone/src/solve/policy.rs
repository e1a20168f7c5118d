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
use super::elimination::Elimination;
use super::system::{Equations, KNOWN};
use super::value::{Model, Side, Step, Value};

/// Rounds before a loop ends with what it has; certification decides whether that is enough.
const ROUNDS: u64 = 500;

/// Values of one side.
pub(super) struct Answer<N, V: Value<N>> {
    /// For each open node its value.
    pub values: Vec<V>,
    /// How many systems were solved.
    pub rounds: u64,
    /// The equations at last; the other side may use them again.
    pub equations: Equations<V::Coefficient>,
    /// The system that gave the values.
    pub system: Elimination<V::Coefficient>,
}

impl<N, V: Value<N>> Answer<N, V> {
    fn new(
        model: Model<'_, N, V>,
        system: Elimination<V::Coefficient>,
        values: Vec<V>,
        rounds: u64,
    ) -> Self {
        Self { values: model.spread(values), rounds, equations: model.equations, system }
    }
}

/// Lower bounds where `known` are the exits' values; leaves both sides' choices in the policy.
/// Exits for which `positive` is false count as hopeless. `None`: too large for elimination.
pub(super) fn lower<N, V: Value<N>>(
    case: &mut Case<'_>,
    known: &[N],
    positive: impl Fn(u32) -> bool,
    cost: f64,
) -> Option<Answer<N, V>> {
    let step = Step { side: Side::Lower, cost };
    let mut model = Model::<N, V>::new(case.local, hopeful(case, &positive), known, step);
    if case.leaves_anyway() && !case.improved {
        let mut values = vec![V::guess(&model); case.open.len()];
        (0..FIRST_SWEEPS).for_each(|_| _ = sweep(case, &model, &mut values));
    }
    case.improved = true;
    let mut rounds = 0;
    loop {
        rounds += 1;
        let system = model.eliminated(&case.policy)?;
        let mut values = V::solve(&model, &case.policy, &system);
        if case.leaves_anyway() && rounds <= TOGETHER {
            if sweep(case, &model, &mut values) {
                continue;
            }
            return Some(Answer::new(model, system, values, rounds));
        }
        let min = switch(case, &model, &values, false);
        let max = !min && switch(case, &model, &values, true);
        if !min && !max || rounds > ROUNDS {
            return Some(Answer::new(model, system, values, rounds));
        }
        if max {
            let rep = hopeful(case, &positive);
            if rep != model.equations.rep {
                model = Model::new(case.local, rep, known, step);
            }
        }
    }
}

/// Sweeps that find a first policy where any policy will do.
const FIRST_SWEEPS: usize = 2;
/// Rounds in which both sides switch at once, where any policy will do. That is quick, but might go
/// round for ever.
pub(super) const TOGETHER: u64 = 20;

/// A sweep of value iteration: both sides switch, seeing what was gained before. True if anything
/// was switched.
fn sweep<N, V: Value<N>>(case: &mut Case<'_>, model: &Model<'_, N, V>, values: &mut [V]) -> bool {
    let mut switched = false;
    for node in model.equations.unknowns() {
        let max = case.local.is_max(node);
        let better = |a: &V, b: &V| if max { model.exceeds(a, b) } else { model.exceeds(b, a) };
        let worth = |choice| model.mean(values, choice);
        let present = case.policy[node];
        let (value, choice) = best(present, case.local.choices(node), worth, better);
        switched |= choice != present;
        case.policy[node] = choice;
        values[node] = value;
    }
    switched
}

/// The nodes of one side switch where that gains strictly; true if anything was switched.
fn switch<N, V: Value<N>>(
    case: &mut Case<'_>,
    model: &Model<'_, N, V>,
    values: &[V],
    max: bool,
) -> bool {
    let better = |a: &V, b: &V| if max { model.exceeds(a, b) } else { model.exceeds(b, a) };
    let worth = |choice| model.mean(values, choice);
    let mut switched = false;
    for node in 0..case.open.len() {
        if case.open[node] && case.has_say(node, max) {
            let present = case.policy[node];
            let (_, choice) = best(present, case.local.choices(node), worth, better);
            case.policy[node] = choice;
            switched |= choice != present;
        }
    }
    switched
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

/// Upper bounds where `known` are the exits' values, under both sides' choices as they are: what
/// the lower bounds chose is mostly right for these as well. For components that play leaves anyway.
pub(super) fn upper_of_policy<N, V: Value<N>>(
    case: &Case<'_>,
    lower: Answer<N, V>,
    known: &[N],
    cost: f64,
) -> Answer<N, V> {
    let step = Step { side: Side::Upper, cost };
    let model = Model::<N, V>::bound(case.local, lower.equations, known, step);
    let values = V::solve(&model, &case.policy, &lower.system);
    Answer::new(model, lower.system, values, 0)
}

/// Upper bounds where `known` are the exits' values; improves Min's choices in the policy. Takes
/// equations that may fit. `None`: too large for elimination.
pub(super) fn upper<N, V: Value<N>>(
    case: &mut Case<'_>,
    equations: Equations<V::Coefficient>,
    known: &[N],
    cost: f64,
) -> Option<Answer<N, V>> {
    let step = Step { side: Side::Upper, cost };
    let mut rounds = 0;
    let mut collapsed = Collapsed::of(case);
    let mut model = match collapsed.rep == equations.rep {
        true => Model::<N, V>::bound(case.local, equations, known, step),
        false => Model::new(case.local, collapsed.rep.clone(), known, step),
    };
    loop {
        let (system, values) = attack(case, &mut collapsed, &model, &mut rounds)?;
        if !switch(case, &model, &values, false) || rounds > ROUNDS {
            return Some(Answer::new(model, system, values, rounds));
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
) -> Option<(Elimination<V::Coefficient>, Vec<V>)> {
    loop {
        *rounds += 1;
        let system = model.eliminated(&collapsed.leave)?;
        let values = V::solve(model, &collapsed.leave, &system);
        let worth = |choice| model.mean(&values, choice);
        let more = |a: &V, b: &V| model.exceeds(a, b);
        let mut switches = Vec::new();
        for node in case.open_nodes() {
            if case.has_say(node, true) && !collapsed.is_merged(node) {
                let choices = case.local.choices(node);
                switches.push((node, best(collapsed.leave[node], choices, worth, more).1));
            }
        }
        for (members, choices) in collapsed.end_components(case) {
            let rep = collapsed.rep[members[0] as usize] as usize;
            switches.push((rep, best(collapsed.leave[rep], choices, worth, more).1));
        }
        let mut switched = false;
        for (rep, choice) in switches {
            switched |= std::mem::replace(&mut collapsed.leave[rep], choice) != choice;
        }
        if !switched || *rounds > ROUNDS {
            return Some((system, values));
        }
    }
}

/// The best of the choices and what it is worth; the `present` one unless another is better.
#[inline]
pub(super) fn best<V>(
    present: u32,
    choices: impl Iterator<Item = u32>,
    worth: impl Fn(u32) -> V,
    better: impl Fn(&V, &V) -> bool,
) -> (V, u32) {
    let mut best = (worth(present), present);
    for choice in choices.filter(|&choice| choice != present) {
        let value = worth(choice);
        if better(&value, &best.0) {
            best = (value, choice);
        }
    }
    best
}
