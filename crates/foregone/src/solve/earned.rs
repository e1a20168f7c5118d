//! What play has collected when it comes to a target, by unrolling play until little is left to
//! know beyond; see the [judge](crate::judge::earned) for what is claimed and why it holds.

use std::sync::Arc;

use super::{Options, SolveError, solve, solve_payoff, solve_reward};
use crate::judge::earned::{
    CheckedEarned, EarnedClaim, Side, Unrolled, chance, judge_earned, payoffs, until_hopeless,
};
use crate::judge::reward::{CheckedReward, RewardObjective};
use crate::{Amount, Arena, Checked, Rational, Solution, StateId, Stop, Watch};

/// Unrolled arenas have at most this many states.
const MOST: usize = 4_000_000;

/// An answer for an unrolled arena, and its bounds of the states where nothing is collected yet.
struct Answer {
    solution: Solution,
    bounds: Vec<Rational>,
}

/// Solves `arena` for what is collected until a target, where plays that miss it are worth 0. What
/// `objective` says of missing it is not looked at.
///
/// # Errors
/// See [`SolveError`]; an arena that is too large to be unrolled at all.
pub fn solve_earned(
    arena: Arc<Arena>,
    objective: RewardObjective,
    options: &Options,
    watch: &dyn Watch,
) -> Result<CheckedEarned, SolveError> {
    let fine = Rational::from_parts(1.into(), 1_000_000_000_000u64.into());
    let precision = options.precision.clone().min(fine);
    let inner = Options { precision, method: None, ..options.clone() };
    let chance = solve(arena.clone(), chance(&objective), &inner, watch)?;
    let asked = until_hopeless(&objective, &chance);
    let collected = solve_reward(arena.clone(), asked, &inner, watch)?;
    let unrolled = Unrolled { chance: &chance, collected: &collected, objective: &objective };
    let (cap, lower, upper, stopped) = unroll(&unrolled, options, watch)?;
    let (chance, collected) = (chance.solution().clone(), collected.into_claim().solution);
    Ok(judge_earned(EarnedClaim {
        arena,
        objective,
        chance,
        collected,
        cap,
        lower: lower.solution,
        upper: upper.solution,
        stopped,
    })?)
}

/// Doubles the cap until the bounds are as close as asked for.
fn unroll(
    unrolled: &Unrolled<'_>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<(u64, Answer, Answer, Option<Stop>), SolveError> {
    let large = unrolled.units().and_then(|(_, gains)| gains.into_iter().max());
    let mut cap = large.unwrap_or_default().saturating_mul(8);
    let mut last = None;
    loop {
        let side = |side| answer(unrolled, cap, side, options, watch);
        let Some((lower, upper)) = side(Side::Lower)?.zip(side(Side::Upper)?) else {
            let (cap, lower, upper) = last.ok_or(SolveError::Stopped(Stop::States(MOST as u64)))?;
            return Ok((cap, lower, upper, Some(Stop::States(MOST as u64))));
        };
        let wide = widest(unrolled.chance, unrolled.collected, &lower, &upper);
        if wide <= options.precision {
            return Ok((cap, lower, upper, None));
        }
        if watch.stop() {
            return Ok((cap, lower, upper, Some(Stop::Asked)));
        }
        last = Some((cap, lower, upper));
        cap = cap.saturating_mul(2);
    }
}

fn answer(
    unrolled: &Unrolled<'_>,
    cap: u64,
    side: Side,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Option<Answer>, SolveError> {
    let Ok(arena) = unrolled.arena(cap, side, MOST) else { return Ok(None) };
    let arena = Arc::new(arena);
    let half = &options.precision / Rational::from(4);
    let options = Options { precision: half, method: None, ..options.clone() };
    let checked = solve_payoff(arena, payoffs(unrolled.objective), &options, watch)?;
    let states = unrolled.chance.arena().ids();
    let bound = |state: StateId| match side {
        Side::Lower => checked.of(state).0,
        Side::Upper => checked.of(state).1,
    };
    let bounds = states.map(bound).collect();
    Ok(Some(Answer { solution: checked.scaled().solution().clone(), bounds }))
}

/// The widest interval among the states whose value is finite.
fn widest(chance: &Checked, collected: &CheckedReward, lower: &Answer, upper: &Answer) -> Rational {
    let amounts = &collected.solution().amounts;
    let finite = chance.arena().ids().filter(|&state| amounts.of(state).1 != Amount::Infinite);
    let width = |state: StateId| &upper.bounds[state.index()] - &lower.bounds[state.index()];
    finite.map(width).max().unwrap_or_default()
}
