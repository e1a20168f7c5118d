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
use crate::arena::Rows;
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
    let mut ended = vec![false; arena.states()];
    objective.ended_states(arena).iter().for_each(|state| ended[state.index()] = true);
    ended.truncate(inner as usize);
    ended.extend_from_slice(edge_ended);
    if ended.len() != arena.states() {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    ended[edge.before(inner)].fill(true);
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

    fn slice(&self, states: Range<u32>) -> Result<(), Refusal> {
        let mut rows = self.arena.rows_of(states.clone());
        for state in states.map(StateId) {
            self.state(state, &mut rows)
                .map_err(|reason| Refusal { state: Some(state), reason })?;
        }
        Ok(())
    }

    /// Checks a state whose choices are the next of the `rows`, which move on beyond them.
    fn state(&self, state: StateId, rows: &mut Rows<'_>) -> Result<(), Reason> {
        if !self.is_closed(state)? {
            return self.open(state, rows);
        }
        self.arena.choices_of(state).for_each(|_| _ = rows.next());
        Ok(())
    }

    /// True at the edge and where play has ended or was cut off, if the bounds are as they must be.
    #[inline]
    fn is_closed(&self, state: StateId) -> Result<bool, Reason> {
        let (lower, upper) = (&self.lower[state.index()], &self.upper[state.index()]);
        if let Some((least, most)) = self.edge.at(state) {
            let holds = self.arena.is_unexplored(state) && lower <= least && most <= upper;
            return holds.then_some(true).ok_or(Reason::Edge);
        }
        if self.ended[state.index()] {
            let payoff = self.objective.ending(self.arena, state).ok_or(Reason::Ending)?;
            return ending(&payoff, lower, upper).map(|()| true);
        }
        if self.arena.is_unexplored(state) {
            let trivial = *lower == N::zero() && *upper == N::one();
            return trivial.then_some(true).ok_or(Reason::Unexplored);
        }
        Ok(false)
    }

    /// Conditions 2 and 3: the owner's own bound needs the chosen choice, the other's bound all.
    #[inline]
    fn open(&self, state: StateId, rows: &mut Rows<'_>) -> Result<(), Reason> {
        let (choices, chosen) = chosen(self.arena, state, self.solution.strategy[state.index()])?;
        let is_max = self.objective.is_max(self.arena, state);
        for (choice, branches) in choices.map_while(|_| rows.next()) {
            let positive = self.lower[state.index()] > N::zero();
            let asked = [positive && (choice == chosen || !is_max), choice == chosen || is_max];
            let bounds = [self.lower, self.upper];
            let [lower, upper] = N::compare_means(branches, bounds, asked, state.index());
            if asked[1] && upper == Ordering::Greater {
                return Err(Reason::Upper);
            }
            if asked[0] && lower == Ordering::Less {
                return Err(Reason::Lower);
            }
            if asked[0] {
                self.progress(state, branches.targets)?;
            }
        }
        Ok(())
    }

    fn progress(&self, state: StateId, targets: &[u32]) -> Result<(), Reason> {
        let (ranks, zero) = (&self.solution.rank, N::zero());
        let rank = ranks[state.index()];
        let nearer = |t: usize| ranks[t] < rank || self.ended[t] || self.lower[t] == zero;
        targets.iter().any(|&t| nearer(t as usize)).then_some(()).ok_or(Reason::Rank)
    }
}

fn ending<N: Number>(payoff: &Rational, lower: &N, upper: &N) -> Result<(), Reason> {
    if *payoff < Rational::ZERO || *payoff > Rational::ONE {
        return Err(Reason::Payoff);
    }
    let holds = *lower <= N::at_most(payoff) && N::at_least(payoff) <= *upper;
    holds.then_some(()).ok_or(Reason::Ending)
}
