//! A slice of a game solved alone, the bounds at its edge being known: levels one after another.
//!
//! Bounds are in 64 bits. Where seats may be swapped, ranks show from which states play ends: an
//! attractor within the states from which nothing else is reached.

use std::sync::Arc;

use super::run;
use super::{Options, SolveError};
use crate::graph::Components;
use crate::judge::slice::{self, Known, NEVER, Slice};
use crate::{Arena, ChoiceId, Claim, NO_CHOICE, Objective, Solution, StateId, Watch};

/// Solves a slice whose first states are its edge, of which `edge` says what is known, and whose
/// other states are in solving order. With `seats`, finds out where play ends too.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_slice(
    arena: Arc<Arena>,
    objective: Objective,
    components: &Components,
    edge: &[Known],
    seats: bool,
    watch: &dyn Watch,
) -> Result<Slice, SolveError> {
    let solution = run::solve_slice(&arena, &objective, components, edge, watch);
    let ends = seats.then(|| {
        [true, false]
            .map(|max| Ending { arena: &arena, objective: &objective, edge, max }.ranks(&solution))
    });
    Ok(slice::judge(Claim { arena, objective, solution }, edge, ends)?)
}

/// A slice can only be solved by the default method, to bounds.
pub fn takes_slices(options: &Options) -> bool {
    let finest = crate::Rational::from_parts(1.into(), 100_000_000_000_000_u64.into());
    !options.exact && options.method.is_none() && options.precision >= finest
}

/// From where play ends if one side follows its strategy.
struct Ending<'a> {
    arena: &'a Arena,
    objective: &'a Objective,
    edge: &'a [Known],
    /// Whose strategy is followed.
    max: bool,
}

/// Sweeps before states count as ones from which play may not end.
const SWEEPS: usize = 64;

impl Ending<'_> {
    fn ranks(&self, solution: &Solution) -> Vec<u32> {
        let ends = |state: u32| match self.edge.get(state as usize) {
            Some(known) => known.ends()[usize::from(!self.max)],
            None => self.objective.is_ended(self.arena, StateId(state)),
        };
        let states = 0..self.arena.states() as u32;
        let start: Vec<u32> = states.map(|state| if ends(state) { 0 } else { NEVER }).collect();
        let mut outside = vec![false; start.len()];
        loop {
            let ranks = self.attracted(start.clone(), &outside, solution);
            let lost = |state: &usize| !outside[*state] && ranks[*state] == NEVER;
            let lost: Vec<usize> = (0..start.len()).filter(lost).collect();
            if lost.is_empty() {
                return ranks;
            }
            lost.into_iter().for_each(|state| outside[state] = true);
        }
    }

    /// Ranks of the states that are not `outside` and whose every choice leads to none that are,
    /// and to a smaller rank.
    fn attracted(&self, mut ranks: Vec<u32>, outside: &[bool], solution: &Solution) -> Vec<u32> {
        let mut last = 0;
        for _ in 0..SWEEPS {
            let before = last;
            for state in self.edge.len()..ranks.len() {
                if ranks[state] != NEVER || outside[state] {
                    continue;
                }
                let fits = |choice: u32| {
                    let targets = self.arena.targets(ChoiceId(choice));
                    targets.iter().any(|&t| ranks[t as usize] != NEVER)
                        && !targets.iter().any(|&t| outside[t as usize])
                };
                let choices = self.choices(StateId(state as u32), solution);
                if choices.is_some_and(|mut choices| choices.all(fits)) {
                    last += 1;
                    ranks[state] = last;
                }
            }
            if last == before {
                break;
            }
        }
        ranks
    }

    /// The choices that may be taken at a state, or `None` where there is none.
    #[inline]
    fn choices(&self, state: StateId, solution: &Solution) -> Option<std::ops::Range<u32>> {
        let all = self.arena.choices_of(state);
        let entry = solution.strategy[state.index()];
        if self.objective.is_max(self.arena, state) != self.max {
            return (!all.is_empty()).then_some(all);
        }
        (entry != NO_CHOICE).then(|| all.start + entry..all.start + entry + 1)
    }
}
