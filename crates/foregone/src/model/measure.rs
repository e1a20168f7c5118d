//! Probabilities and expected rewards in every state, by claims that the judge accepted.

use foregone_prism::query::{self as asked, Event, Formula, Measure, Path, RewardGoal, Sides};

use super::answer::Job;
use super::{ModelError, Quantity, Span, rewards};
use crate::amount::Amount;
use crate::graph::components;
use crate::judge::earned::CheckedEarned;
use crate::judge::payoff::CheckedPayoff;
use crate::judge::reward::{CheckedReward, Missed, RewardObjective};
use crate::judge::steps::{CheckedSteps, StepGoal, StepObjective};
use crate::solve::{
    Options, SolveError, solve, solve_earned, solve_in_order, solve_later, solve_reward,
    solve_steps,
};
use crate::{Checked, Goal, NO_CHOICE, Objective, Player, Players, Rational, StateId, Stop};

/// A measure in the terms of the engine, its conditions evaluated.
pub(crate) enum Prepared {
    /// About all of play.
    Whole(Objective),
    /// About so many moves; one less the value is meant where it says so.
    Steps(StepObjective, bool),
    /// The reward of the state after so many moves, all rewards less the number beside it.
    Stand(StepObjective, Rational),
    /// Coming somewhere after at least so many moves; as above.
    Later(Objective, u64, bool),
    /// What is collected until a target.
    Reward(RewardObjective),
    /// What is collected by plays that come to a target.
    Earned(RewardObjective),
    /// Some condition is not decided, so nothing is known but what holds always: of probabilities
    /// (true) or rewards.
    Open(bool),
}

/// Bounds for every state.
#[derive(Clone, Debug)]
pub enum Judged {
    /// About all of play.
    Whole(Box<Checked>),
    /// About a number of moves; one less the value is meant where it says so.
    Steps(Box<CheckedSteps>, bool),
    /// About a number of moves; the number beside it is to be added.
    Stand(Box<CheckedSteps>, Rational),
    /// What is collected.
    Reward(Box<CheckedReward>),
    /// What is collected by plays that come to a target.
    Earned(Box<CheckedEarned>),
    /// The payoff at the end of play; asked by games, not by properties.
    Payoff(Box<CheckedPayoff>),
    /// Nothing is known but what holds always: of probabilities (true) or rewards.
    Open(bool),
}

impl Judged {
    /// The bounds at `state`.
    pub fn span(&self, state: StateId) -> Span {
        match self {
            Self::Whole(checked) => {
                let (lower, upper) = checked.solution().bounds.rational(state);
                Span::between(lower, upper)
            }
            Self::Steps(checked, flipped) => {
                let span = between(checked.amounts().of(state));
                if *flipped { complement(&span) } else { span }
            }
            Self::Stand(checked, least) => {
                between(checked.amounts().of(state)).plus(&Span::exactly(least.clone()))
            }
            Self::Reward(checked) => between(checked.solution().amounts.of(state)),
            Self::Earned(checked) => between(checked.of(state)),
            Self::Payoff(checked) => {
                let (lower, upper) = checked.of(state);
                Span::between(lower, upper)
            }
            Self::Open(true) => Span::between(Rational::ZERO, Rational::ONE),
            Self::Open(false) => {
                Span { lower: Quantity::Finite(Rational::ZERO), upper: Quantity::Infinite }
            }
        }
    }

    /// The choice, from 0, that its owner takes at `state`, now where it is about a number of moves;
    /// `None` where there is none to take or none is known.
    pub fn choice(&self, state: StateId) -> Option<u32> {
        let strategy: &[u32] = match self {
            Self::Whole(checked) => &checked.solution().strategy,
            Self::Steps(checked, _) | Self::Stand(checked, _) => checked.first_moves(),
            Self::Reward(checked) => &checked.solution().strategy,
            Self::Payoff(checked) => &checked.scaled().solution().strategy,
            Self::Earned(_) | Self::Open(_) => &[],
        };
        strategy.get(state.index()).copied().filter(|&choice| choice != NO_CHOICE)
    }

    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        match self {
            Self::Whole(checked) => checked.solution().stopped.as_ref(),
            Self::Reward(checked) => checked.solution().stopped.as_ref(),
            Self::Earned(checked) => checked.stopped(),
            Self::Payoff(checked) => checked.scaled().solution().stopped.as_ref(),
            Self::Steps(..) | Self::Stand(..) | Self::Open(_) => None,
        }
    }
}

fn between((lower, upper): (Amount, Amount)) -> Span {
    let quantity = |amount| match amount {
        Amount::Finite(number) => Quantity::Finite(number),
        Amount::Infinite => Quantity::Infinite,
    };
    Span { lower: quantity(lower), upper: quantity(upper) }
}

fn complement(span: &Span) -> Span {
    match span.finite() {
        Some((lower, upper)) => Span::between(Rational::ONE - upper, Rational::ONE - lower),
        None => span.clone(),
    }
}

impl Prepared {
    /// Evaluates the conditions in `measure`.
    pub(super) fn new(job: &mut Job<'_>, measure: &Measure) -> Result<Self, ModelError> {
        let max = max_side(&measure.sides);
        job.depth += 1;
        let prepared = match &measure.goal {
            asked::Goal::Probability(path) => Self::path(job, path, max),
            asked::Goal::Reward(structure, goal) => Self::reward(job, *structure, goal, max),
        };
        job.depth -= 1;
        prepared
    }

    fn path(job: &mut Job<'_>, path: &Path, max: Players) -> Result<Self, ModelError> {
        // Not this: whoever wants it large wants the rest small.
        let side = if path.negated { max.others() } else { max };
        let all = vec![true; job.built.arena().states()];
        let (hold, until, from, to) = match &path.event {
            Event::Next(formula) => (None, formula, 1, Some(1)),
            Event::Until { hold, until, from, to } => (hold.as_ref(), until, *from, *to),
        };
        let Some((through, targets)) = both(job, hold, until)? else {
            return Ok(Self::Open(true));
        };
        let plain = through.is_none();
        let through = through.unwrap_or(all);
        if let Some(to) = to {
            let goal = StepGoal::Until { through, targets, from, to };
            return Ok(Self::Steps(StepObjective { max: side, goal }, path.negated));
        }
        let goal = if plain { Goal::Reach(targets) } else { Goal::Until { through, targets } };
        if from > 0 {
            return Ok(Self::Later(Objective { max: side, goal }, from, path.negated));
        }
        let goal = if path.negated { goal.complement() } else { goal };
        Ok(Self::Whole(in_order(job, Objective { max, goal })))
    }

    fn reward(
        job: &mut Job<'_>,
        structure: usize,
        goal: &RewardGoal,
        max: Players,
    ) -> Result<Self, ModelError> {
        let (targets, missed, earned) = match goal {
            RewardGoal::Cumulative(moves) => {
                let rewards = rewards::of(job, structure)?;
                let goal = StepGoal::Collect { rewards, moves: *moves };
                return Ok(Self::Steps(StepObjective { max, goal }, false));
            }
            RewardGoal::Instantaneous(moves) => {
                let (rewards, least) = rewards::lifted(job, structure)?;
                let goal = StepGoal::Stand { rewards, moves: *moves };
                return Ok(Self::stand(StepObjective { max, goal }, least));
            }
            RewardGoal::Total => {
                (vec![false; job.built.arena().states()], Missed::Collected, false)
            }
            RewardGoal::Reach(formula, missed) => {
                let Some(targets) = job.truths(formula)?.into_iter().collect() else {
                    return Ok(Self::Open(false));
                };
                let infinite = *missed == asked::Missed::Infinite;
                let missed_as = if infinite { Missed::Infinite } else { Missed::Collected };
                (targets, missed_as, *missed == asked::Missed::Zero)
            }
        };
        let Objective { goal: Goal::Reach(targets), .. } =
            in_order(job, Objective { max, goal: Goal::Reach(targets) })
        else {
            return Ok(Self::Open(false));
        };
        let rewards = rewards::of(job, structure)?;
        let objective = RewardObjective { max, rewards, targets, missed };
        Ok(if earned { Self::Earned(objective) } else { Self::Reward(objective) })
    }

    fn stand(objective: StepObjective, least: Rational) -> Self {
        match least.is_zero() {
            true => Self::Steps(objective, false),
            false => Self::Stand(objective, least),
        }
    }

    /// True where nothing is to be had by solving.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Open(_))
    }

    /// Bounds for every state.
    pub(super) fn solve(&self, job: &mut Job<'_>, options: &Options) -> Result<Judged, ModelError> {
        let judged = match self.judged(job, options) {
            Err(SolveError::Stopped(stop)) if !matches!(self, Self::Stand(..)) => {
                job.stopped = Some(stop);
                Judged::Open(self.is_probability())
            }
            judged => judged?,
        };
        if let Some(Stop::Asked) = judged.stopped() {
            job.stopped = Some(Stop::Asked);
        }
        Ok(judged)
    }

    fn judged(&self, job: &Job<'_>, options: &Options) -> Result<Judged, SolveError> {
        let (arena, watch) = (job.built.arena(), job.work.watch);
        Ok(match self {
            Self::Whole(objective) => {
                let found = components(&arena, objective);
                let objective = objective.clone();
                Judged::Whole(Box::new(match found.in_order() {
                    true => solve_in_order(arena, objective, &found, options, watch)?,
                    false => solve(arena, objective, options, watch)?,
                }))
            }
            Self::Steps(objective, flipped) => {
                let checked = solve_steps(arena, objective.clone(), options, watch)?;
                Judged::Steps(Box::new(checked), *flipped)
            }
            Self::Stand(objective, least) => {
                let checked = solve_steps(arena, objective.clone(), options, watch)?;
                Judged::Stand(Box::new(checked), least.clone())
            }
            Self::Later(objective, from, flipped) => {
                let base = solve(arena, objective.clone(), options, watch)?;
                Judged::Steps(Box::new(solve_later(&base, *from, watch)?), *flipped)
            }
            Self::Reward(objective) => {
                let checked = solve_reward(arena, objective.clone(), options, watch)?;
                Judged::Reward(Box::new(checked))
            }
            Self::Earned(objective) => {
                let checked = solve_earned(arena, objective.clone(), options, watch)?;
                Judged::Earned(Box::new(checked))
            }
            Self::Open(probability) => Judged::Open(*probability),
        })
    }

    fn is_probability(&self) -> bool {
        match self {
            Self::Whole(_) | Self::Later(..) => true,
            Self::Steps(objective, _) => matches!(objective.goal, StepGoal::Until { .. }),
            Self::Stand(..) | Self::Reward(_) | Self::Earned(_) => false,
            Self::Open(probability) => *probability,
        }
    }
}

/// What is asked of passing and arriving, in every state.
type Regions = (Option<Vec<bool>>, Vec<bool>);

/// Where play may pass (anywhere: `None`) and where it should come; `None` if not decided.
fn both(
    job: &mut Job<'_>,
    hold: Option<&Formula>,
    until: &Formula,
) -> Result<Option<Regions>, ModelError> {
    let through = hold.map(|formula| job.truths(formula)).transpose()?;
    let held = usize::from(through.is_some());
    job.held += held;
    let targets = job.truths(until);
    job.held -= held;
    let targets: Option<Vec<bool>> = targets?.into_iter().collect();
    let through = match through {
        Some(truths) => match truths.into_iter().collect::<Option<Vec<bool>>>() {
            Some(through) => Some(through),
            None => return Ok(None),
        },
        None => None,
    };
    Ok(targets.map(|targets| (through, targets)))
}

/// Puts the explored states into solving order, which saves copies of the arena; not where
/// something at hand speaks of states by number.
fn in_order(job: &mut Job<'_>, objective: Objective) -> Objective {
    let found = components(&job.built.arena(), &objective);
    if job.held > 0 || found.in_order() {
        return objective;
    }
    job.built.renumber(&found.order);
    objective.renumbered(&found.order)
}

pub(super) fn max_side(sides: &Sides) -> Players {
    match sides {
        Sides::Chain | Sides::Together(true) => Players::ALL,
        Sides::Together(false) => Players::NONE,
        Sides::Split(large) => {
            let members = large.iter().enumerate().filter(|(_, large)| **large);
            members.fold(Players::NONE, |all, (at, _)| all.with(Player(at as u8)))
        }
    }
}
