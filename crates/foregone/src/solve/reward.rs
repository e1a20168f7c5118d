//! What is collected until a target: from rewards to bounds that the judge accepts.
//!
//! By graph alone: where the value is infinite, and where it is 0. The rest is finite and solved
//! component by component: strategy iteration in doubles, then bounds a little outside certified in
//! 64-bit fixed point times a power of two, or strategy iteration in fractions where that is asked
//! for or the doubles do not suffice. A state cut off by a limit counts 0 in a run for lower bounds
//! and infinity in a run for upper ones.

use std::sync::Arc;

use super::{Options, SolveError};
use crate::amount::{Amounts, scale_for, unit};
use crate::graph::{Components, components};
use crate::judge::reward::{
    CheckedReward, RewardClaim, RewardObjective, RewardSolution, judge_reward,
};
use crate::judge::{Reason, Refusal};
use crate::solution::{Effort, restored};
use crate::{
    Arena, Bounds, Fixed64, Goal, Intervals, NO_CHOICE, Objective, Phase, Rational, Stop, Watch,
};

mod answer;
mod certify;
mod collapse;
mod part;
mod regions;
mod run;

use regions::Regions;
use run::Run;

/// Arenas of at most this many states go on in fractions where 64 bits do not suffice.
const FEW: usize = 20_000;

/// Solves `arena` for `objective`. A run that ends early is judged too and says why it ended.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_reward(
    arena: Arc<Arena>,
    objective: RewardObjective,
    options: &Options,
    watch: &dyn Watch,
) -> Result<CheckedReward, SolveError> {
    if let Some(name) = options.method.clone().filter(|name| name != "strategy-iteration") {
        let known = "strategy-iteration, the only one for rewards".into();
        return Err(SolveError::UnknownMethod { name, known });
    }
    if !objective.fits(&arena) {
        return Err(Refusal { state: None, reason: Reason::Length }.into());
    }
    let found = components(&arena, &reach(&objective));
    let solution = if found.in_order() {
        solve(&arena, &objective, &found, options, watch)
    } else {
        let order = found.order.clone();
        let asked = objective.renumbered(&arena, &order);
        let ordered = arena.renumbered(&order);
        restore(solve(&ordered, &asked, &found.renumbered(), options, watch), &order)
    };
    watch.progress(Phase::Judge, 0, None);
    Ok(judge_reward(RewardClaim { arena, objective, solution })?)
}

/// The question whose ends are the same.
fn reach(objective: &RewardObjective) -> Objective {
    Objective { max: objective.max, goal: Goal::Reach(objective.targets.clone()) }
}

fn restore(solution: RewardSolution, order: &[u32]) -> RewardSolution {
    let amounts = solution.amounts;
    RewardSolution {
        amounts: Amounts {
            scale: amounts.scale,
            bounds: amounts.bounds.restored(order),
            lower_infinite: restored(&amounts.lower_infinite, order),
            upper_infinite: restored(&amounts.upper_infinite, order),
        },
        strategy: restored(&solution.strategy, order),
        lower_rank: restored(&solution.lower_rank, order),
        upper_rank: restored(&solution.upper_rank, order),
        ..solution
    }
}

/// Both bounds of an arena in solving order.
fn solve(
    arena: &Arena,
    objective: &RewardObjective,
    components: &Components,
    options: &Options,
    watch: &dyn Watch,
) -> RewardSolution {
    let one = |unexplored| solve_with(arena, objective, components, options, watch, unexplored);
    if arena.unexplored() == 0 {
        return one(false);
    }
    let (mut low, high) = (one(false), one(true));
    for state in arena.ids().filter(|&state| !objective.is_max(arena, state)) {
        low.strategy[state.index()] = high.strategy[state.index()];
    }
    let scale = low.amounts.scale.max(high.amounts.scale);
    low.amounts.bounds = joined(&low.amounts, &high.amounts, scale);
    low.amounts.scale = scale;
    low.amounts.upper_infinite = high.amounts.upper_infinite;
    for (at, rank) in high.upper_rank.into_iter().enumerate() {
        // Where the lower bound is infinite the ranks prove that, and the upper needs no proof.
        if !low.amounts.lower_infinite[at] {
            low.upper_rank[at] = rank;
        }
    }
    low.stopped = low.stopped.or(high.stopped);
    low
}

/// Lower bounds of the one and upper bounds of the other, in fractions.
fn joined(low: &Amounts, high: &Amounts, scale: u32) -> Bounds {
    let part = |amounts: &Amounts, upper: bool| {
        let factor = unit(amounts.scale) / unit(scale);
        let states = (0..amounts.len() as u32).map(crate::StateId);
        let bounds = states.map(|state| amounts.bounds.rational(state));
        bounds.map(|(l, u)| if upper { u } else { l } * &factor).collect::<Vec<Rational>>()
    };
    Bounds::Exact(Intervals { lower: part(low, false), upper: part(high, true) })
}

fn solve_with(
    arena: &Arena,
    objective: &RewardObjective,
    components: &Components,
    options: &Options,
    watch: &dyn Watch,
    unexplored: bool,
) -> RewardSolution {
    let ends = reach(objective);
    let regions = Regions::of(arena, objective, unexplored);
    let mut run = Run::new(arena, objective, &ends, components, &regions, watch);
    let near = run.values::<f64>();
    let mut effort = Effort { components: components.len() as u64, ..run.effort };
    let stopped = |watch: &dyn Watch| if watch.stop() { Stop::Asked } else { Stop::Width };
    if !options.exact
        && let Some(values) = &near
    {
        let scale = scale_for(&near_most(values));
        let width = options.precision.to_f64().value();
        if let Some(mut certified) = run.certify::<Fixed64>(scale, width) {
            let wide = certified.width > width;
            if !wide || arena.states() > FEW || watch.stop() {
                certified.stopped = wide.then(|| stopped(watch));
                let bounds = Bounds::Fixed64(certified.bounds());
                return finish(arena, &regions, scale, certified, bounds, effort);
            }
        }
    }
    if (options.exact || arena.states() <= FEW)
        && let Some(values) = run.values::<Rational>()
    {
        effort.rounds = run.effort.rounds;
        let scale = scale_for(&values.iter().max().cloned().unwrap_or_default());
        let certified = run.exact(values, scale);
        let bounds = Bounds::Exact(certified.bounds());
        return finish(arena, &regions, scale, certified, bounds, effort);
    }
    let mut certified = run.trivial::<Fixed64>();
    certified.stopped = Some(stopped(watch));
    let bounds = Bounds::Fixed64(certified.bounds());
    finish(arena, &regions, 0, certified, bounds, effort)
}

/// A little more than the largest value.
fn near_most(values: &[f64]) -> Rational {
    let most = values.iter().copied().fold(0.0, f64::max) * 1.001 + 1e-3;
    Rational::try_from(most).unwrap_or_default()
}

/// Brings the parts together, each choice numbered within its state.
fn finish<N>(
    arena: &Arena,
    regions: &Regions,
    scale: u32,
    certified: certify::Certified<N>,
    bounds: Bounds,
    effort: Effort,
) -> RewardSolution {
    let local = |(state, &choice): (crate::StateId, &u32)| match choice {
        NO_CHOICE if arena.player(state).is_some() => 0,
        NO_CHOICE => NO_CHOICE,
        choice => choice - arena.choices_of(state).start,
    };
    let upper_infinite = match certified.unbounded {
        true => regions.kind.iter().map(|kind| kind.may_be_infinite()).collect(),
        false => regions.infinite(),
    };
    RewardSolution {
        amounts: Amounts { scale, bounds, lower_infinite: regions.infinite(), upper_infinite },
        strategy: arena.ids().zip(&certified.strategy).map(local).collect(),
        lower_rank: certified.lower_rank,
        upper_rank: certified.upper_rank,
        stopped: certified.stopped,
        effort,
    }
}
