//! A slice of a game solved alone, the bounds at its edge being known: levels one after another.
//!
//! Bounds are in 64 bits. Where seats may be swapped, ranks show from which states play ends: those
//! of the solution where play leaves every component whatever anybody does, else an attractor within
//! the states from which nothing else is reached.

use std::sync::Arc;

use super::run;
use super::settle::Care;
use super::{Options, SolveError};
use crate::graph::Components;
use crate::judge::Refusal;
use crate::judge::slice::{self, BOTH, Ends, Known, Slice, ended};
use crate::{Arena, ChoiceId, Claim, NO_CHOICE, Objective, Solution, StateId, Watch};

/// Solves a slice whose last states are its edge, of which `edge` says what is known, and whose
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
    let of = |care| -> Result<Slice, Refusal> {
        let (solution, plain) = run::solve_slice(&arena, &objective, components, edge, care, watch);
        let (arena, objective) = (Arc::clone(&arena), objective.clone());
        let mut slice = slice::judge(Claim { arena, objective, solution }, edge)?;
        if seats {
            prove_ends(&mut slice, edge, plain)?;
        }
        Ok(slice)
    };
    Ok(of(Care::Judged).or_else(|_| of(Care::Certain(run::ANY)))?)
}

/// Finds where play ends; in a `plain` slice play leaves every component whatever anybody does.
fn prove_ends(slice: &mut Slice, edge: &[Known], plain: bool) -> Result<(), Refusal> {
    // As a rule no side can be kept from its end.
    let own = plain.then(|| Ends { outside: Ending::of(slice, edge).beyond(), ranks: None });
    if own.is_some_and(|own| slice.prove_ends(edge, own).is_ok()) {
        return Ok(());
    }
    let ending = Ending::of(slice, edge);
    let ends = if plain { ending.kept_outside() } else { ending.ranked() };
    slice.prove_ends(edge, ends)
}

/// A slice can only be solved by the default method, to bounds.
pub fn takes_slices(options: &Options) -> bool {
    let finest = crate::Rational::from_parts(1.into(), 100_000_000_000_000_u64.into());
    !options.exact && options.method.is_none() && options.precision >= finest
}

/// From where play ends if one side or the other follows its strategy.
struct Ending<'a> {
    arena: &'a Arena,
    objective: &'a Objective,
    edge: &'a [Known],
    solution: &'a Solution,
}

/// Sweeps before states count as ones from which play may not end.
const SWEEPS: usize = 64;

/// The bits of both sides, moved on: there is a rank. As they are: play from here may not end.
const RANKED: u8 = 4;

impl<'a> Ending<'a> {
    fn of(slice: &'a Slice, edge: &'a [Known]) -> Self {
        let checked = slice.checked();
        let (arena, objective) = (checked.arena(), checked.objective());
        Self { arena, objective, edge, solution: checked.solution() }
    }

    /// Where the solution's ranks show that play leaves the slice whatever anybody does: everywhere
    /// but where a side can be kept to edges beyond which it may not end.
    fn kept_outside(&self) -> Ends {
        let mut outside = self.beyond();
        let mut lost = outside.iter().any(|&sides| sides != 0);
        while lost {
            lost = false;
            for state in 0..outside.len() - self.edge.len() {
                let found = self.driven(state, &outside) | outside[state];
                lost |= found != outside[state];
                outside[state] = found;
            }
        }
        Ends { outside, ranks: None }
    }

    /// For which sides play may be driven from `state` to one that is `outside`.
    #[inline]
    fn driven(&self, state: usize, outside: &[u8]) -> u8 {
        let id = StateId(state as u32);
        // As a rule nothing is outside.
        if self.arena.successors(id).iter().all(|&target| outside[target as usize] == 0) {
            return 0;
        }
        let choices = self.arena.choices_of(id);
        let chosen = choices.start.wrapping_add(self.solution.strategy[state]);
        let owner = if self.objective.is_max(self.arena, id) { 1 } else { 2 };
        choices.fold(0, |sides, choice| {
            let targets = self.arena.targets(ChoiceId(choice)).iter();
            let any = targets.fold(0, |any, &target| any | outside[target as usize]);
            sides | if choice == chosen { any } else { any & !owner }
        })
    }

    /// For each state whether it lies at an edge beyond which play may not end.
    fn beyond(&self) -> Vec<u8> {
        let at = |state: u32| BOTH & !ended(self.arena, self.edge, StateId(state));
        let first = self.arena.states() - self.edge.len();
        let mut outside = vec![0; first];
        outside.extend((first as u32..self.arena.states() as u32).map(at));
        outside
    }

    /// Where play ends, found by ranks for each side, where it may stay in the slice.
    fn ranked(&self) -> Ends {
        let mut outside = self.beyond();
        loop {
            let (ranks, facts) = self.attracted(&outside);
            let mut lost = false;
            for (outside, facts) in outside.iter_mut().zip(facts) {
                let now = !(facts / RANKED) & BOTH;
                lost |= now != *outside;
                *outside = now;
            }
            if !lost {
                return Ends { outside, ranks: Some(ranks) };
            }
        }
    }

    /// For each side ranks of the states that are not `outside` and whose every choice leads to
    /// none that are, and to a smaller rank; and which states these are.
    fn attracted(&self, outside: &[u8]) -> ([Vec<u32>; 2], Vec<u8>) {
        let mut ranks = [(); 2].map(|()| vec![0; outside.len()]);
        let mut facts: Vec<u8> = outside.to_vec();
        let (inside, mut last) = (outside.len() - self.edge.len(), 0);
        for sweep in 0..SWEEPS {
            let (mut complete, mut changed) = (true, false);
            // The edge first, to which others lead.
            for state in (inside..outside.len()).chain(0..inside) {
                let open = !(facts[state] | (facts[state] / RANKED)) & BOTH;
                if open == 0 {
                    continue;
                }
                let (found, rank) = match self.is_end(state) {
                    0 => (open & self.joins(state, &facts), last + 1),
                    ends if sweep == 0 => (open & ends, 0),
                    _ => continue,
                };
                complete &= found == open;
                changed |= found != 0;
                last = if found == 0 { last } else { last.max(rank) };
                facts[state] |= found * RANKED;
                (0..2).filter(|side| found >> side & 1 != 0).for_each(|s| ranks[s][state] = rank);
            }
            if complete || !changed {
                break;
            }
        }
        (ranks, facts)
    }

    /// For which sides `state` is an end.
    #[inline]
    fn is_end(&self, state: usize) -> u8 {
        ended(self.arena, self.edge, StateId(state as u32))
    }

    /// For which sides `state` leads to none that are outside, and to one with a rank.
    #[inline]
    fn joins(&self, state: usize, facts: &[u8]) -> u8 {
        let id = StateId(state as u32);
        let (choices, entry) = (self.arena.choices_of(id), self.solution.strategy[state]);
        if entry == NO_CHOICE || choices.is_empty() {
            return 0;
        }
        let chosen = choices.start + entry;
        let owner = if self.objective.is_max(self.arena, id) { 1 } else { 2 };
        let mut found = BOTH;
        for choice in choices {
            let (mut any, mut ranked) = (0, 0);
            for &target in self.arena.targets(ChoiceId(choice)) {
                any |= facts[target as usize];
                ranked |= facts[target as usize] / RANKED;
            }
            let fits = ranked & !any & BOTH;
            found &= if choice == chosen { fits } else { fits | owner };
        }
        found
    }
}
