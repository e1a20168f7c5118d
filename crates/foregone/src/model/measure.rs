//! Probabilities and expected rewards in every state, by claims that the judge accepted.

use foregone_prism::query::{Event, Goal as Asked, Measure, Path, Sides};
use foregone_prism::source::Diagnostic;

use super::answer::Job;
use super::truth::Truths;
use super::{ModelError, Quantity, Span};
use crate::graph::components;
use crate::solve::{Options, solve, solve_in_order};
use crate::{Checked, Goal, Objective, Player, Players, Rational, StateId, Stop};

/// A measure in the terms of the engine, its conditions evaluated.
pub(super) enum Prepared {
    /// A claim about reaching; flipped where one less its value is meant.
    Reach {
        /// What is asked.
        objective: Objective,
        /// One less the value is meant.
        flipped: bool,
    },
    /// Some condition is not decided, so nothing is known.
    Open {
        /// It is a probability.
        probability: bool,
    },
}

/// Bounds for every state.
pub(super) enum Judged {
    /// As for [`Prepared::Reach`].
    Reach(Box<Checked>, bool),
    /// Nothing but what holds of every probability or reward.
    Open(bool),
}

impl Judged {
    /// The bounds at `state`.
    pub(super) fn span(&self, state: StateId) -> Span {
        match self {
            Self::Reach(checked, flipped) => {
                let (lower, upper) = checked.solution().bounds.rational(state);
                match flipped {
                    true => Span::between(Rational::ONE - upper, Rational::ONE - lower),
                    false => Span::between(lower, upper),
                }
            }
            Self::Open(true) => Span::between(Rational::ZERO, Rational::ONE),
            Self::Open(false) => {
                Span { lower: Quantity::Finite(Rational::ZERO), upper: Quantity::Infinite }
            }
        }
    }

    /// Why the work ended early, or `None`.
    pub(super) fn stopped(&self) -> Option<&Stop> {
        match self {
            Self::Reach(checked, _) => checked.solution().stopped.as_ref(),
            Self::Open(_) => None,
        }
    }
}

impl Prepared {
    /// Evaluates the conditions in `measure`.
    pub(super) fn new(job: &mut Job<'_>, measure: &Measure) -> Result<Self, ModelError> {
        let max = max_side(&measure.sides);
        job.depth += 1;
        let prepared = match &measure.goal {
            Asked::Probability(path) => Self::path(job, path, max),
            Asked::Reward(..) => Err(later(job, "rewards")),
        };
        job.depth -= 1;
        prepared
    }

    fn path(job: &mut Job<'_>, path: &Path, max: Players) -> Result<Self, ModelError> {
        let max = if path.negated { max.others() } else { max };
        match &path.event {
            Event::Until { hold: None, until, from: 0, to: None } => {
                let Some(targets) = known(job.truths(until)?) else {
                    return Ok(Self::Open { probability: true });
                };
                let objective = Objective { max, goal: Goal::Reach(targets) };
                Ok(Self::Reach { objective: in_order(job, objective), flipped: path.negated })
            }
            _ => Err(later(job, "this path")),
        }
    }

    /// True where nothing is to be had by solving.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }

    /// Bounds for every state.
    pub(super) fn solve(&self, job: &mut Job<'_>, options: &Options) -> Result<Judged, ModelError> {
        let judged = match self {
            Self::Reach { objective, flipped } => {
                let arena = job.built.arena();
                let found = components(&arena, objective);
                let objective = objective.clone();
                let checked = match found.in_order() {
                    true => solve_in_order(arena, objective, &found, options, job.work.watch)?,
                    false => solve(arena, objective, options, job.work.watch)?,
                };
                Judged::Reach(Box::new(checked), *flipped)
            }
            Self::Open { probability } => Judged::Open(*probability),
        };
        if let Some(Stop::Asked) = judged.stopped() {
            job.stopped = Some(Stop::Asked);
        }
        Ok(judged)
    }
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

/// Everything is decided, or nothing.
fn known(truths: Truths) -> Option<Vec<bool>> {
    truths.into_iter().collect()
}

fn max_side(sides: &Sides) -> Players {
    match sides {
        Sides::Chain | Sides::Together(true) => Players::ALL,
        Sides::Together(false) => Players::NONE,
        Sides::Split(large) => {
            let members = large.iter().enumerate().filter(|(_, large)| **large);
            members.fold(Players::NONE, |all, (at, _)| all.with(Player(at as u8)))
        }
    }
}

fn later(job: &Job<'_>, what: &str) -> ModelError {
    let message = format!("{what} cannot be answered yet");
    ModelError::of(job.properties, vec![Diagnostic::unsupported(job.place, message)])
}
