//! Reaching a target, or a payoff in `[0,1]` at the end of play; infinite play counts as 0.
//!
//! Given lower bounds `l`, upper bounds `u`, Max's strategy `s`, Min's strategy `t`, ranks `r`:
//!
//! 1. An ended state has `l <= payoff <= u`; an unexplored one `l = 0`, `u = 1`, or what an
//!    [edge](super::slice) says. All are exempt from 2 and 3.
//! 2. *Upper*: at a Min state the choice of `t`, at a Max state every choice, has
//!    `sum p*u <= u`. So `u` is a pre-fixpoint of Max's operator in the game where Min plays `t`,
//!    and at least its least fixpoint, the value there (Knaster and Tarski).
//! 3. *Lower*: at a Max state the choice of `s`, at a Min state every choice, has
//!    `sum p*l >= l`; and where `l > 0`, that choice has a branch to an ended state, to a state
//!    with `l = 0`, or to a state of smaller rank. The ranks bound the expected time until such
//!    a state is met, so `l` is a bounded submartingale that ends, and at most the value.

use std::cmp::Ordering;
use std::ops::Range;
use std::thread::Builder;

use super::slice::Edge;
use super::{Reason, Refusal, chosen};
use crate::arena::Choice;
use crate::{Arena, Intervals, Number, Objective, Rational, Solution, StateId};

/// Checks every state of `arena` in order.
pub(super) fn judge<N: Number>(
    arena: &Arena,
    objective: &Objective,
    solution: &Solution,
    bounds: &Intervals<N>,
    edge: &Edge<N>,
) -> Result<(), Refusal> {
    let inner = arena.states() as u32;
    judge_inner(arena, objective, solution, bounds, edge, inner, &[])
}

/// The same for the states before number `inner`; of the others, at the edge, bounds and ranks are
/// taken as they are, and whether they are `edge_ended`.
pub(super) fn judge_inner<N: Number>(
    arena: &Arena,
    objective: &Objective,
    solution: &Solution,
    bounds: &Intervals<N>,
    edge: &Edge<N>,
    inner: u32,
    edge_ended: &[bool],
) -> Result<(), Refusal> {
    let Intervals { lower, upper } = bounds;
    let lengths = [lower.len(), upper.len(), solution.strategy.len(), solution.rank.len()];
    if lengths.iter().any(|&length| length != arena.states()) || !objective.fits(arena.states()) {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    // First, so that no sum over what follows can overflow.
    let fits = |state: &StateId| {
        lower[state.index()].in_unit_interval() && upper[state.index()].in_unit_interval()
    };
    if let Some(state) = arena.ids().find(|state| !fits(state)) {
        return Err(Refusal { state: Some(state), reason: Reason::Range });
    }
    let at_edge = |state| edge.at(state).is_some();
    let inside = arena.ids().take(inner as usize);
    let mut ended: Vec<bool> =
        inside.map(|state| objective.is_ended(arena, state) || at_edge(state)).collect();
    ended.extend_from_slice(edge_ended);
    if ended.len() != arena.states() {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    let case = Case { arena, objective, solution, edge, lower, upper, ended, inner };
    case.in_slices()
}

/// States that are worth a thread.
const SLICE: u32 = 1 << 16;

struct Case<'a, N> {
    arena: &'a Arena,
    objective: &'a Objective,
    solution: &'a Solution,
    edge: &'a Edge<N>,
    lower: &'a [N],
    upper: &'a [N],
    ended: Vec<bool>,
    /// The states before this number are checked.
    inner: u32,
}

impl<N: Number> Case<'_, N> {
    /// Checks all states, in as many slices as there are cores; the first failure counts.
    fn in_slices(&self) -> Result<(), Refusal> {
        let states = self.inner;
        if states <= SLICE {
            // To ask for the number of cores costs more than a small arena.
            return self.slice(0..states);
        }
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let length = SLICE.max(states.div_ceil(cores));
        let check = |first: u32| self.slice(first..states.min(first.saturating_add(length)));
        let check = &check;
        std::thread::scope(|scope| {
            let begin = |first| (first, Builder::new().spawn_scoped(scope, move || check(first)));
            let others: Vec<_> = (length..states).step_by(length as usize).map(begin).collect();
            others.into_iter().fold(check(0), |so_far, (first, thread)| {
                // Without a thread the slice is checked here.
                let found = match thread {
                    Ok(thread) => thread.join().expect("the judge does not panic"),
                    Err(_) => check(first),
                };
                so_far.and(found)
            })
        })
    }

    fn slice(&self, mut states: Range<u32>) -> Result<(), Refusal> {
        states.try_for_each(|state| {
            let state = StateId(state);
            self.state(state).map_err(|reason| Refusal { state: Some(state), reason })
        })
    }

    fn state(&self, state: StateId) -> Result<(), Reason> {
        let (lower, upper) = (&self.lower[state.index()], &self.upper[state.index()]);
        if let Some((least, most)) = self.edge.at(state) {
            let holds = self.arena.is_unexplored(state) && lower <= least && most <= upper;
            return holds.then_some(()).ok_or(Reason::Edge);
        }
        if self.ended[state.index()] {
            let payoff = self.objective.ending(self.arena, state).ok_or(Reason::Ending)?;
            return ending(&payoff, lower, upper);
        }
        if self.arena.is_unexplored(state) {
            let trivial = *lower == N::zero() && *upper == N::one();
            return trivial.then_some(()).ok_or(Reason::Unexplored);
        }
        self.open(state)
    }

    /// Conditions 2 and 3: the owner's own bound needs the chosen choice, the other's bound all.
    fn open(&self, state: StateId) -> Result<(), Reason> {
        let (choices, chosen) = chosen(self.arena, state, self.solution.strategy[state.index()])?;
        let is_max = self.objective.is_max(self.arena, state);
        for (choice, branches) in self.arena.rows(choices) {
            if is_max || choice == chosen {
                self.upper(state, branches)?;
            }
            if !is_max || choice == chosen {
                self.lower(state, branches)?;
            }
        }
        Ok(())
    }

    fn upper(&self, state: StateId, choice: Choice<'_>) -> Result<(), Reason> {
        let values = choice.targets.iter().map(|&t| &self.upper[t as usize]);
        match N::compare_mean(choice.distribution, values, &self.upper[state.index()]) {
            Ordering::Greater => Err(Reason::Upper),
            _ => Ok(()),
        }
    }

    fn lower(&self, state: StateId, choice: Choice<'_>) -> Result<(), Reason> {
        let lower = &self.lower[state.index()];
        if *lower == N::zero() {
            return Ok(());
        }
        let values = choice.targets.iter().map(|&t| &self.lower[t as usize]);
        if N::compare_mean(choice.distribution, values, lower) == Ordering::Less {
            return Err(Reason::Lower);
        }
        let rank = &self.solution.rank;
        let progress = choice.targets.iter().any(|&t| {
            let t = t as usize;
            rank[t] < rank[state.index()] || self.ended[t] || self.lower[t] == N::zero()
        });
        progress.then_some(()).ok_or(Reason::Rank)
    }
}

fn ending<N: Number>(payoff: &Rational, lower: &N, upper: &N) -> Result<(), Reason> {
    if *payoff < Rational::ZERO || *payoff > Rational::ONE {
        return Err(Reason::Payoff);
    }
    let holds = *lower <= N::at_most(payoff) && N::at_least(payoff) <= *upper;
    holds.then_some(()).ok_or(Reason::Ending)
}
