//! Values after a fixed number of moves.
//!
//! The value with `k` moves to go is *defined* by `k` rounds of the operator
//! `V'(s) = opt_c (r(s,c) + sum p*V)` from the values with none to go, where some states keep a
//! value of their own. The judge runs exactly these rounds itself: lower bounds rounded down and
//! upper bounds rounded up in each (the operator is monotone, so by induction they stay on their
//! side of the value), two rows of numbers a side whatever `k` is. Nothing is iterated to
//! convergence; rounds end early only where one changed nothing at all, bit for bit, for then no
//! later round can. The choices shown are the owners' best first moves in these rounds, and claim
//! nothing more.
//!
//! *Until*, after at least `from` and at most `to` moves: first `to-from` rounds in which targets
//! keep 1, states that may not be passed keep 0, and states that are over keep what they are; then
//! `from` rounds in which a target is a state like any other, for coming there counts only later.
//! *Collect*: the rewards of the first `k` moves, 0 once play is over. *Stand*: the reward of the
//! state after `k` moves, play that is over standing still. An unexplored state has lower bound 0,
//! and upper bound 1 or infinity; infinity spreads to every state with a branch to it, which is
//! safe because an infinite upper bound is always true.

use std::sync::Arc;

use super::{Reason, Refusal};
use crate::amount::{Amounts, scale_for, unit};
use crate::{
    Arena, Bounds, Checked, ChoiceId, Fixed64, Fixed128, Goal, Intervals, NO_CHOICE, Number, Phase,
    Players, Rational, Rewards, StateId, Stop, Watch,
};

mod anew;
mod part;

pub use anew::{StepsClaim, judge_steps};
pub use part::PartSteps;

/// What is asked of a fixed number of moves, and which players form Max's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepObjective {
    /// Max's side.
    pub max: Players,
    /// What Max wants.
    pub goal: StepGoal,
}

/// What Max wants within a number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepGoal {
    /// To come to one of the `targets` after at least `from` and at most `to` moves, by way of
    /// states that are `through`. "Next" is `from` 1 `to` 1. Where play is over it stands still.
    Until {
        /// Where play may pass, one entry for each state.
        through: Vec<bool>,
        /// Where it should come, one entry for each state.
        targets: Vec<bool>,
        /// The fewest moves.
        from: u64,
        /// The most moves.
        to: u64,
    },
    /// To collect as much as possible in the first `moves` moves.
    Collect {
        /// What each move collects.
        rewards: Rewards,
        /// How many moves.
        moves: u64,
    },
    /// To stand after `moves` moves in a state whose own reward is large.
    Stand {
        /// The rewards of the states; those of choices do not count.
        rewards: Rewards,
        /// How many moves.
        moves: u64,
    },
}

/// The numbers in which the rounds are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// 56 bits after the binary point.
    Fixed64,
    /// 120 bits after the binary point.
    Fixed128,
    /// Rationals.
    Exact,
}

/// Bounds of the values after a fixed number of moves, made by the judge itself.
#[derive(Clone, Debug)]
pub struct CheckedSteps {
    arena: Arc<Arena>,
    objective: StepObjective,
    amounts: Amounts,
    first: Vec<u32>,
    /// The values from which the rounds began, where they began from those of all of play.
    base: Option<Box<Checked>>,
}

impl CheckedSteps {
    /// The explored game.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// What was asked.
    pub fn objective(&self) -> &StepObjective {
        &self.objective
    }

    /// Bounds for every state.
    pub fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    /// For each state which of its choices, from 0, is its owner's best first move; [`NO_CHOICE`]
    /// where there is none to make.
    pub fn first_moves(&self) -> &[u32] {
        &self.first
    }

    /// The values from which the rounds began, where they began from those of all of play.
    pub fn base(&self) -> Option<&Checked> {
        self.base.as_deref()
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepsError {
    /// The objective does not fit the arena.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The work was ended before its last round; fewer rounds prove nothing.
    #[error("{0} before the last move was counted")]
    Stopped(Stop),
}

impl StepGoal {
    /// How many rounds it takes.
    pub fn rounds(&self) -> u64 {
        match self {
            Self::Until { to, .. } => *to,
            Self::Collect { moves, .. } | Self::Stand { moves, .. } => *moves,
        }
    }

    fn from(&self) -> u64 {
        match self {
            Self::Until { from, .. } => *from,
            Self::Collect { .. } | Self::Stand { .. } => 0,
        }
    }

    fn fits(&self, arena: &Arena) -> bool {
        match self {
            Self::Until { through, targets, from, to } => {
                through.len() == arena.states() && targets.len() == arena.states() && from <= to
            }
            Self::Collect { rewards, .. } | Self::Stand { rewards, .. } => rewards.fits(arena),
        }
    }

    /// A power of two that no value exceeds.
    pub fn scale(&self) -> u32 {
        match self {
            Self::Until { .. } => 0,
            Self::Collect { rewards, moves } => {
                scale_for(&(rewards.most() * Rational::from(*moves)))
            }
            Self::Stand { rewards, .. } => scale_for(&rewards.most()),
        }
    }
}

/// Makes the rounds in the given numbers.
///
/// # Errors
/// The objective does not fit the arena, or `watch` stopped the work.
pub fn steps(
    arena: Arc<Arena>,
    objective: StepObjective,
    digits: Digits,
    watch: &dyn Watch,
) -> Result<CheckedSteps, StepsError> {
    if !objective.goal.fits(&arena) {
        return Err(Refusal { state: None, reason: Reason::Length }.into());
    }
    let (amounts, first) = match digits {
        Digits::Fixed64 => rounds::<Fixed64>(&arena, &objective, watch, Bounds::Fixed64),
        Digits::Fixed128 => rounds::<Fixed128>(&arena, &objective, watch, Bounds::Fixed128),
        Digits::Exact => rounds::<Rational>(&arena, &objective, watch, Bounds::Exact),
    }
    .map_err(StepsError::Stopped)?;
    Ok(CheckedSteps { arena, objective, amounts, first, base: None })
}

/// Coming to a target after at least `from` moves and then whenever: `from` rounds in which
/// targets do not count, from the checked values of coming there at all.
///
/// # Errors
/// `base` asks for something else than [`Goal::Reach`] or [`Goal::Until`], or `watch` stopped the
/// work.
pub fn steps_later(
    base: &Checked,
    from: u64,
    watch: &dyn Watch,
) -> Result<CheckedSteps, StepsError> {
    let states = base.arena().states();
    let (through, targets) = match base.objective().goal.clone() {
        Goal::Reach(targets) => (vec![true; states], targets),
        Goal::Until { through, targets } => (through, targets),
        Goal::Payoff | Goal::Outcome(_) | Goal::Not(_) => {
            return Err(Refusal { state: None, reason: Reason::Goal }.into());
        }
    };
    let max = base.objective().max;
    let goal = StepGoal::Until { through, targets, from, to: u64::MAX };
    let objective = StepObjective { max, goal };
    let (amounts, first) = match base.solution().bounds.clone() {
        Bounds::Fixed64(all) => later(base, &objective, all, watch, Bounds::Fixed64),
        Bounds::Fixed128(all) => later(base, &objective, all, watch, Bounds::Fixed128),
        Bounds::Fixed512(all) => later(base, &objective, all, watch, Bounds::Fixed512),
        Bounds::Exact(all) => later(base, &objective, all, watch, Bounds::Exact),
        Bounds::Grades(_) => {
            return Err(Refusal { state: None, reason: Reason::Kind }.into());
        }
    }
    .map_err(StepsError::Stopped)?;
    let arena = base.shared_arena();
    Ok(CheckedSteps { arena, objective, amounts, first, base: Some(Box::new(base.clone())) })
}

fn later<N: Number>(
    base: &Checked,
    objective: &StepObjective,
    bounds: Intervals<N>,
    watch: &dyn Watch,
    kind: impl Fn(Intervals<N>) -> Bounds,
) -> Result<(Amounts, Vec<u32>), Stop> {
    let mut table = Table::<N>::new(base.arena(), objective);
    (table.lower, table.upper) = (bounds.lower, bounds.upper);
    table.first.clone_from(&base.solution().strategy);
    table.late = true;
    table.many(objective.goal.from(), watch)?;
    Ok(table.finish(kind))
}

fn rounds<N: Number>(
    arena: &Arena,
    objective: &StepObjective,
    watch: &dyn Watch,
    bounds: impl Fn(Intervals<N>) -> Bounds,
) -> Result<(Amounts, Vec<u32>), Stop> {
    let mut table = Table::<N>::new(arena, objective);
    match &objective.goal {
        goal @ StepGoal::Until { from, .. } => {
            table.many(goal.rounds() - from, watch)?;
            table.late = true;
            table.many(*from, watch)?;
        }
        goal => table.many(goal.rounds(), watch)?,
    }
    Ok(table.finish(bounds))
}

/// The values with so many moves to go.
struct Table<'a, N> {
    arena: &'a Arena,
    objective: &'a StepObjective,
    lower: Vec<N>,
    upper: Vec<N>,
    infinite: Vec<bool>,
    first: Vec<u32>,
    /// For each distinct reward the numbers below and above it, as parts of the scale.
    rewards: Vec<(N, N)>,
    /// Coming to a target does not count any more.
    late: bool,
}

impl<'a, N: Number> Table<'a, N> {
    fn new(arena: &'a Arena, objective: &'a StepObjective) -> Self {
        let unit = unit(objective.goal.scale());
        let part = |reward: &Rational| {
            let part = (reward / &unit).min(Rational::ONE);
            (N::at_most(&part), N::at_least(&part))
        };
        let rewards = match &objective.goal {
            StepGoal::Until { .. } => Vec::new(),
            StepGoal::Collect { rewards, .. } | StepGoal::Stand { rewards, .. } => {
                rewards.values().iter().map(part).collect()
            }
        };
        let states = arena.states();
        let mut table = Self {
            arena,
            objective,
            lower: vec![N::zero(); states],
            upper: vec![N::zero(); states],
            infinite: vec![false; states],
            first: vec![NO_CHOICE; states],
            rewards,
            late: false,
        };
        arena.ids().for_each(|state| table.start(state));
        table
    }

    fn finish(self, bounds: impl Fn(Intervals<N>) -> Bounds) -> (Amounts, Vec<u32>) {
        let amounts = Amounts {
            scale: self.objective.goal.scale(),
            lower_infinite: vec![false; self.arena.states()],
            bounds: bounds(Intervals { lower: self.lower, upper: self.upper }),
            upper_infinite: self.infinite,
        };
        (amounts, self.first)
    }

    /// The value with no move to go.
    fn start(&mut self, state: StateId) {
        let at = state.index();
        if self.arena.is_unexplored(state) {
            self.upper[at] = N::one();
            self.infinite[at] = !matches!(self.objective.goal, StepGoal::Until { .. });
            return;
        }
        let (lower, upper) = match &self.objective.goal {
            StepGoal::Until { targets, .. } if targets[at] => (N::one(), N::one()),
            StepGoal::Stand { rewards, .. } => self.rewards[rewards.state_place(state)].clone(),
            StepGoal::Until { .. } | StepGoal::Collect { .. } => return,
        };
        (self.lower[at], self.upper[at]) = (lower, upper);
    }

    fn many(&mut self, rounds: u64, watch: &dyn Watch) -> Result<(), Stop> {
        for round in 0..rounds {
            if round.is_multiple_of(16) {
                watch.progress(Phase::Judge, round, Some(rounds));
                if watch.stop() {
                    return Err(Stop::Asked);
                }
            }
            if !self.round() {
                break;
            }
        }
        Ok(())
    }

    /// One round; false where nothing changed.
    fn round(&mut self) -> bool {
        let mut lower = self.lower.clone();
        let mut upper = self.upper.clone();
        let mut infinite = self.infinite.clone();
        for state in self.arena.ids() {
            let at = state.index();
            self.first[at] = NO_CHOICE;
            if self.shut(state) {
                (lower[at], upper[at]) = (N::zero(), N::zero());
                continue;
            }
            if self.arena.player(state).is_none() || self.stays(state) {
                continue;
            }
            let (low, high, choice) = self.best(state);
            (lower[at], upper[at], self.first[at]) = (low, high, choice);
            infinite[at] |= self.arena.successors(state).iter().any(|&t| self.infinite[t as usize]);
        }
        let changed = lower != self.lower || upper != self.upper || infinite != self.infinite;
        (self.lower, self.upper, self.infinite) = (lower, upper, infinite);
        changed
    }

    /// True where play has failed: it is neither at a target in time nor where it may pass.
    fn shut(&self, state: StateId) -> bool {
        match &self.objective.goal {
            StepGoal::Until { through, targets, .. } => {
                !through[state.index()] && (self.late || !targets[state.index()])
            }
            StepGoal::Collect { .. } | StepGoal::Stand { .. } => false,
        }
    }

    /// True where play is at a target in time.
    fn stays(&self, state: StateId) -> bool {
        match &self.objective.goal {
            StepGoal::Until { targets, .. } => !self.late && targets[state.index()],
            StepGoal::Collect { .. } | StepGoal::Stand { .. } => false,
        }
    }

    /// Bounds one move earlier, and the owner's best choice.
    fn best(&self, state: StateId) -> (N, N, u32) {
        let player = self.arena.player(state);
        let is_max = player.is_some_and(|player| self.objective.max.contains(player));
        let choices = self.arena.choices_of(state);
        let first = choices.start;
        let mut best: Option<(N, N, u32)> = None;
        for choice in choices {
            let (low, high) = self.worth(state, ChoiceId(choice));
            best = Some(match best {
                None => (low, high, choice - first),
                Some((l, u, c)) if is_max => {
                    let better = low > l;
                    (l.max(low), u.max(high), if better { choice - first } else { c })
                }
                Some((l, u, c)) => {
                    let better = high < u;
                    (l.min(low), u.min(high), if better { choice - first } else { c })
                }
            });
        }
        best.unwrap_or((N::zero(), N::one(), NO_CHOICE))
    }

    fn worth(&self, state: StateId, choice: ChoiceId) -> (N, N) {
        let branches = self.arena.choice(choice);
        let below = branches.targets.iter().map(|&t| &self.lower[t as usize]);
        let above = branches.targets.iter().map(|&t| &self.upper[t as usize]);
        let low = N::mean_down(branches.distribution, below);
        let high = N::mean_up(branches.distribution, above);
        let StepGoal::Collect { rewards, .. } = &self.objective.goal else {
            return (low, high);
        };
        // No value exceeds the scale, so what exceeds it may be cut off.
        let more = |sum: N, part: &N| sum.plus(part).unwrap_or_else(N::one);
        let places = [rewards.state_place(state), rewards.choice_place(choice)];
        places.into_iter().fold((low, high), |(low, high), place| {
            let (below, above) = &self.rewards[place];
            (more(low, below), more(high, above))
        })
    }
}
