//! What is collected until a target: from rewards to bounds that the judge accepts.
//!
//! By graph alone: where the value is infinite, and where it is 0. The rest is finite and solved
//! component by component: strategy iteration in doubles, sweeps where its systems are too large,
//! then bounds a little outside certified in fixed point times a power of two: 64 bits, or 128 where
//! these are too coarse; or strategy iteration in fractions where that is asked for or small arenas
//! need it. A state cut off by a limit counts 0 in a run for lower bounds and infinity in a run for
//! upper ones.

use std::sync::Arc;

use super::kept::{self, Apart, Sealed};
use super::{Options, SolveError};
use crate::amount::{Amounts, scale_for, unit};
use crate::graph::{Components, components};
use crate::judge::reward::{
    CheckedReward, RewardClaim, RewardObjective, RewardSolution, judge_reward,
};
use crate::judge::{Reason, Refusal};
use crate::solution::{Effort, restored};
use crate::{
    Arena, Bounds, Fixed64, Fixed128, Goal, Intervals, NO_CHOICE, Objective, Phase, Rational, Stop,
    Watch,
};

mod answer;
mod around;
mod certify;
mod collapse;
pub(super) mod part;
pub(super) mod refine;
mod regions;
mod rounded;
mod run;
pub(super) mod sweep;

use certify::Certified;
use regions::Regions;
use run::Run;

/// Arenas of at most this many states go on in fractions where 128 bits do not suffice.
const FEW: usize = 20_000;
/// Narrower intervals than this part of the scale are not to be had in 64 bits.
const FINE_64: f64 = 1e-15;
/// Every cyclic component is swept.
const SWEEPS: &str = "interval-iteration";

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
    accepts(options)?;
    if !objective.fits(&arena) {
        return Err(Refusal { state: None, reason: Reason::Length }.into());
    }
    let question = || kept::of_rewards(&arena, &objective, options);
    let sealed = Sealed::open(watch, &question)?;
    let watch: &dyn Watch = &sealed;
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

/// The methods that rewards can be solved with.
fn accepts(options: &Options) -> Result<(), SolveError> {
    match options.method.as_deref() {
        None | Some("auto" | "strategy-iteration") => Ok(()),
        Some(SWEEPS) if !options.exact => Ok(()),
        Some(SWEEPS) => {
            let reason = "it gives bounds, no fractions".into();
            Err(SolveError::NotForThis { method: SWEEPS, reason })
        }
        Some(name) => {
            let known = format!("auto, strategy-iteration, {SWEEPS}: those for rewards");
            Err(SolveError::UnknownMethod { name: name.into(), known })
        }
    }
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
    // Two runs are not told apart by what they leave.
    let watch = &Apart(watch);
    let one = |unexplored| solve_with(arena, objective, components, options, watch, unexplored);
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
    let sweeps = options.method.as_deref() == Some(SWEEPS);
    let task = (options.precision.to_f64().value(), sweeps);
    let mut run = Run::new(arena, objective, &ends, components, &regions, watch, task);
    let near = run.values::<f64>();
    let effort = Effort { components: components.len() as u64, ..run.effort };
    let few = arena.states() <= FEW && !sweeps;
    if !options.exact
        && let Some(values) = &near
        && let Some(solution) = in_fixed_point(&run, values, few, effort)
    {
        return solution;
    }
    if (options.exact || few)
        && let Some(values) = run.values::<Rational>()
    {
        let effort = Effort { rounds: run.effort.rounds, ..effort };
        let scale = scale_for(&values.iter().max().cloned().unwrap_or_default());
        let mut certified = run.exact(values, scale);
        let bounds = Bounds::Exact(certified.bounds());
        return finish(&run, scale, certified, bounds, effort);
    }
    if let Some(values) = &near {
        let scale = run.scale(values);
        if let Some(certified) = run.certify(scale, values, true) {
            return finish_64(&run, scale, certified, effort);
        }
    }
    finish_64(&run, 0, run.trivial(), effort)
}

/// Bounds in 64 bits, or in 128 where these are too wide; `None` where both are and fractions can
/// follow, `few` states being left to them.
fn in_fixed_point(
    run: &Run<'_>,
    values: &[f64],
    few: bool,
    effort: Effort,
) -> Option<RewardSolution> {
    let scale = run.scale(values);
    let stopping = || run.watch.stop();
    let last = !few && run.is_rough();
    let mut coarse = None;
    if last || run.width > FINE_64 * 2f64.powi(scale as i32) {
        coarse = run.certify::<Fixed64>(scale, values, last);
        if coarse.as_ref().is_some_and(|found| found.width <= run.width || last || stopping()) {
            return coarse.map(|found| finish_64(run, scale, found, effort));
        }
    }
    let fine = run.certify::<Fixed128>(scale, values, !few && coarse.is_none());
    if let Some(mut found) = fine.filter(|found| found.width <= run.width || !few || stopping()) {
        let bounds = Bounds::Fixed128(found.bounds());
        return Some(finish(run, scale, found, bounds, effort));
    }
    coarse.filter(|_| !few || stopping()).map(|found| finish_64(run, scale, found, effort))
}

fn finish_64(
    run: &Run<'_>,
    scale: u32,
    mut certified: Certified<Fixed64>,
    effort: Effort,
) -> RewardSolution {
    let bounds = Bounds::Fixed64(certified.bounds());
    finish(run, scale, certified, bounds, effort)
}

impl Run<'_> {
    /// The scale for bounds around these values.
    fn scale(&self, values: &[f64]) -> u32 {
        let swept = self.swept.values().map(sweep::Swept::most);
        let most = values.iter().copied().chain(swept).fold(0.0, f64::max) * 1.001 + 1e-3;
        scale_for(&Rational::try_from(most).unwrap_or_default())
    }
}

/// Brings the parts together, each choice numbered within its state.
fn finish<N>(
    run: &Run<'_>,
    scale: u32,
    certified: Certified<N>,
    bounds: Bounds,
    effort: Effort,
) -> RewardSolution {
    let (arena, regions) = (run.arena, run.regions);
    let local = |(state, &choice): (crate::StateId, &u32)| match choice {
        NO_CHOICE if arena.player(state).is_some() => 0,
        NO_CHOICE => NO_CHOICE,
        choice => choice - arena.choices_of(state).start,
    };
    let mut upper_infinite = regions.infinite();
    upper_infinite.iter_mut().zip(&certified.unbounded).for_each(|(all, &more)| *all |= more);
    let stopped = match certified.width <= run.width {
        true => None,
        false if run.watch.stop() => Some(Stop::Asked),
        false => Some(Stop::Width),
    };
    RewardSolution {
        amounts: Amounts { scale, bounds, lower_infinite: regions.infinite(), upper_infinite },
        strategy: arena.ids().zip(&certified.strategy).map(local).collect(),
        lower_rank: certified.lower_rank,
        upper_rank: certified.upper_rank,
        stopped,
        effort,
    }
}
