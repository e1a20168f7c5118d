//! Judges win, draw and loss with distances.
//!
//! Given grades `l`, `u` ([`Grade`]: lost now < lost in 1 < … < draw < … < won in 1 < won now),
//! Max's strategy `s`, Min's strategy `t`; `step` moves a grade by one towards the draw.
//! 1. Every array has its length, ends pay 1, 1/2 or 0, a state that has not ended has a choice,
//!    every choice has one branch, the strategy names one of the choices. Endless play counts as
//!    `e`: a draw, or won or lost for ever, and then no end pays 1/2; no `l` or `u` is another one
//!    of these three. `step` leaves `e` as it is.
//! 2. Ended states: `l <= grade of the payoff <= u`. Unexplored ones: `l` is lost now, `u` won now.
//! 3. *Lower*: at a Max state the choice of `s`, at a Min state every choice, leads to a state `x`
//!    with `l <= step(l(x))`.
//! 4. *Upper*: at a Min state the choice of `t`, at a Max state every choice, leads to a state `x`
//!    with `u >= step(u(x))`.
//!
//! Then Max can force `l`: while Max follows `s`, a grade *won in n* becomes *won in n - 1* or
//! better with every move and so ends won within n moves, `e` stays `e` or better and so ends no
//! worse than `e` or never, and *lost in n* becomes *lost in n - 1* or better and so is not lost within fewer
//! than n moves. By the same argument with the sides swapped Min can force `u`, so that the value,
//! distance included, lies between the two; the distances inside the grades are the ranks.

use crate::judge::{Reason, Refusal, chosen};
use crate::{Arena, ChoiceId, Goal, Grade, Intervals, Objective, Solution, StateId};

/// Checks every state of `arena` in order.
pub(super) fn judge(
    arena: &Arena,
    objective: &Objective,
    solution: &Solution,
    bounds: &Intervals<Grade>,
) -> Result<(), Refusal> {
    judge_inner(arena, objective, solution, bounds, arena.states() as u32)
}

/// The same for the states before number `inner`; of the others, at the edge, grades are taken as
/// they are.
pub(super) fn judge_inner(
    arena: &Arena,
    objective: &Objective,
    solution: &Solution,
    bounds: &Intervals<Grade>,
    inner: u32,
) -> Result<(), Refusal> {
    let Intervals { lower, upper } = bounds;
    let lengths = [lower.len(), upper.len(), solution.strategy.len()];
    if lengths.iter().any(|&length| length != arena.states()) || !solution.rank.is_empty() {
        return Err(Refusal { state: None, reason: Reason::Length });
    }
    let Goal::Outcome(endless) = objective.goal else {
        return Err(Refusal { state: None, reason: Reason::Kind });
    };
    objective.check(arena)?;
    let endless = Grade::endless(endless);
    let case = Case { arena, objective, endless, strategy: &solution.strategy, lower, upper };
    (0..inner).map(StateId).try_for_each(|state| {
        case.state(state).map_err(|reason| Refusal { state: Some(state), reason })
    })
}

struct Case<'a> {
    arena: &'a Arena,
    objective: &'a Objective,
    endless: Grade,
    strategy: &'a [u32],
    lower: &'a [Grade],
    upper: &'a [Grade],
}

impl Case<'_> {
    fn state(&self, state: StateId) -> Result<(), Reason> {
        let (lower, upper) = (self.lower[state.index()], self.upper[state.index()]);
        if [lower, upper].iter().any(|grade| grade.is_endless() && *grade != self.endless) {
            return Err(Reason::EndlessGrade);
        }
        if self.arena.is_unexplored(state) {
            let trivial = lower == Grade::LOST && upper == Grade::WON;
            return trivial.then_some(()).ok_or(Reason::Unexplored);
        }
        if let Some(payoff) = self.objective.ending(self.arena, state) {
            let grade = Grade::of_payoff(&payoff).ok_or(Reason::Payoff)?;
            return (lower <= grade && grade <= upper).then_some(()).ok_or(Reason::Ending);
        }
        self.open(state)
    }

    /// Conditions 3 and 4: the owner's own bound needs the chosen choice, the other's bound all.
    fn open(&self, state: StateId) -> Result<(), Reason> {
        let (choices, chosen) = chosen(self.arena, state, self.strategy[state.index()])?;
        let is_max = self.objective.is_max(self.arena, state);
        for choice in choices {
            let [target] = *self.arena.targets(ChoiceId(choice)) else {
                return Err(Reason::Chance);
            };
            let (at, to) = (state.index(), target as usize);
            if (!is_max || choice == chosen) && self.lower[at] > self.lower[to].step() {
                return Err(Reason::Lower);
            }
            if (is_max || choice == chosen) && self.upper[at] < self.upper[to].step() {
                return Err(Reason::Upper);
            }
        }
        Ok(())
    }
}
