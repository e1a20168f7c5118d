//! How play goes when both sides follow the strategies of a solution: does it end, and what does
//! Min's side get?
//!
//! Both sides' chances sum to 1 exactly where play ends with probability 1. Both strategies fixed,
//! the arena is a finite Markov chain, and it ends with probability 1 if and only if from every
//! state that is met an end can be reached: two passes over a graph, no numbers. Where it may go on
//! for ever, Min's chance is the value of that chain with the payoffs turned round, solved and
//! judged like any other.

use std::sync::Arc;

use crate::solve::{Options, SolveError, solve};
use crate::{
    Arena, ArenaBuilder, Checked, ChoiceId, NO_CHOICE, Objective, Player, Rational, StateId, Stop,
    Turn, Watch,
};

/// Whether play ends, both sides following the strategies shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With probability 1: the two sides' chances sum to 1.
    Certain,
    /// It may go on for ever.
    Open,
    /// It comes to positions that a limit cut off, or solving was stopped before there were
    /// strategies.
    Unexplored,
}

/// Play from one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Whether it ends.
    pub ending: Ending,
    /// Bounds of what Min's side gets: 1 less the payoff at the end of play, 0 without an end.
    pub min: (Rational, Rational),
}

/// Follows both strategies from `state`. Payoffs lie in `[0,1]`.
///
/// # Errors
/// See [`SolveError`].
pub fn outcome(
    checked: &Checked,
    state: StateId,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Outcome, SolveError> {
    let chain = Chain::follow(checked, &[state]);
    let ending = chain.ending(checked);
    let (lower, upper) = checked.solution().bounds.rational(state);
    // In win/lose/draw nobody loses what the other does not win, endless play or not.
    let shared = checked.objective().goal.is_outcome();
    let min = match ending {
        _ if shared => (Rational::ONE - upper, Rational::ONE - lower),
        Ending::Certain => (Rational::ONE - upper, Rational::ONE - lower),
        Ending::Unexplored => (Rational::ZERO, Rational::ONE - lower),
        Ending::Open => {
            let arena = Arc::new(chain.turned_round(checked));
            let solved = solve(arena, Objective::payoff(), options, watch)?;
            solved.solution().bounds.rational(StateId(0))
        }
    };
    Ok(Outcome { ending, min })
}

/// Whether play ends from all of these states, both strategies followed.
pub fn ending(checked: &Checked, starts: &[StateId]) -> Ending {
    Chain::follow(checked, starts).ending(checked)
}

/// For every state whether play from there ends with probability 1, both strategies followed.
///
/// It does where no state can be met from which no end can be reached.
pub fn endings(checked: &Checked) -> Vec<bool> {
    let arena = checked.arena();
    if checked.solution().stopped == Some(Stop::Asked) {
        return vec![false; arena.states()];
    }
    let strategy = &checked.solution().strategy;
    let next = |state: StateId| match strategy[state.index()] {
        NO_CHOICE => &[][..],
        entry => arena.targets(ChoiceId(arena.choices_of(state).start + entry)),
    };
    let targets = |at: usize| next(StateId(at as u32)).iter().map(|&target| target as usize);
    let before = Before::new(arena.states(), targets);
    let is_end = |state: StateId| next(state).is_empty() && !arena.is_unexplored(state);
    let ends = before.reach(arena.ids().map(is_end).collect());
    let astray = before.reach(ends.into_iter().map(|ends| !ends).collect());
    astray.into_iter().map(|astray| !astray).collect()
}

/// For every state the states that lead to it.
struct Before {
    first: Vec<usize>,
    states: Vec<u32>,
}

impl Before {
    /// Of so many states, `next` being what each leads to.
    fn new<I: Iterator<Item = usize>>(count: usize, next: impl Fn(usize) -> I) -> Self {
        let mut first = vec![0; count + 1];
        for target in (0..count).flat_map(&next) {
            first[target + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let (mut free, mut states) = (first.clone(), vec![0; first[count]]);
        for state in 0..count {
            for target in next(state) {
                states[free[target]] = state as u32;
                free[target] += 1;
            }
        }
        Self { first, states }
    }

    /// Every state from which one that is `found` can be reached, these included.
    fn reach(&self, mut found: Vec<bool>) -> Vec<bool> {
        let marked = (0..).zip(&found).filter_map(|(state, &found)| found.then_some(state));
        let mut open: Vec<usize> = marked.collect();
        while let Some(state) = open.pop() {
            for &earlier in &self.states[self.first[state]..self.first[state + 1]] {
                if !std::mem::replace(&mut found[earlier as usize], true) {
                    open.push(earlier as usize);
                }
            }
        }
        found
    }
}

/// The states met under both strategies, the first one first; each with the choice taken.
struct Chain {
    states: Vec<(StateId, Option<ChoiceId>)>,
    /// For each state of the arena one more than its place among these, or 0: zeroed memory is
    /// handed out as it is touched.
    place: Vec<u32>,
}

impl Chain {
    fn follow(checked: &Checked, starts: &[StateId]) -> Self {
        let place = vec![0; checked.arena().states()];
        let mut chain = Self { states: Vec::new(), place };
        starts.iter().for_each(|&start| chain.add(checked, start));
        let mut next = 0;
        while next < chain.states.len() {
            if let Some(choice) = chain.states[next].1 {
                for &target in checked.arena().targets(choice) {
                    chain.add(checked, StateId(target));
                }
            }
            next += 1;
        }
        chain
    }

    fn add(&mut self, checked: &Checked, state: StateId) {
        if self.place[state.index()] == 0 {
            self.place[state.index()] = self.states.len() as u32 + 1;
            let number = checked.solution().strategy[state.index()];
            let first = checked.arena().choices_of(state).start;
            self.states.push((state, (number != NO_CHOICE).then(|| ChoiceId(first + number))));
        }
    }

    /// The place of a state that is met.
    fn place_of(&self, state: u32) -> u32 {
        self.place[state as usize] - 1
    }

    fn ending(&self, checked: &Checked) -> Ending {
        let arena = checked.arena();
        let stopped = checked.solution().stopped == Some(Stop::Asked);
        if stopped || self.states.iter().any(|&(state, _)| arena.is_unexplored(state)) {
            return Ending::Unexplored;
        }
        let next = |at: usize| {
            let targets = self.states[at].1.into_iter().flat_map(|choice| arena.targets(choice));
            targets.map(|&target| self.place_of(target) as usize)
        };
        let ends = self.states.iter().map(|(_, choice)| choice.is_none()).collect();
        let ends = Before::new(self.states.len(), next).reach(ends);
        if ends.iter().all(|&ends| ends) { Ending::Certain } else { Ending::Open }
    }

    /// The chain as an arena in which every payoff is Min's.
    fn turned_round(&self, checked: &Checked) -> Arena {
        let right = "a part of a right arena is right";
        let mut builder = ArenaBuilder::new();
        for &(state, choice) in &self.states {
            let Some(choice) = choice else {
                let payoff = checked.objective().ending(checked.arena(), state).expect(right);
                builder.state(Turn::Over(Rational::ONE - payoff.as_ref())).expect(right);
                continue;
            };
            builder.state(Turn::Player(Player(0))).expect(right);
            let choice = checked.arena().choice(choice);
            let branches: Vec<(Rational, u32)> = (choice.targets.iter().enumerate())
                .map(|(i, target)| (choice.distribution.probability(i), self.place_of(*target)))
                .collect();
            builder.choice_exact(&branches).expect(right);
        }
        builder.finish().expect(right)
    }
}
