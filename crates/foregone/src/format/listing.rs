//! A game written out state by state: what files of the field hold.
//!
//! Invariant: every list speaks of the arena's states and choices by their numbers, in ascending
//! order and each once; a state that had no choice goes to itself and is named in `deadlocks`.

use std::sync::Arc;

use super::solution::Column;
use crate::{Arena, ChoiceId, FieldValue, Rational, StateId};

mod builder;
mod moves;
mod of_game;
mod value;

pub(super) use builder::Builder;
pub use builder::Repair;
pub use foregone_prism::syntax::tree::ModelKind as Kind;
pub use moves::Moves;
pub(super) use value::Value;

/// A game written out.
#[derive(Clone, Debug)]
pub struct Listing {
    /// A chain, a decision process or a game.
    pub kind: Kind,
    /// States, choices and branches.
    pub arena: Arc<Arena>,
    /// The players' names in order; none unless it is a game.
    pub players: Vec<String>,
    /// Where play starts.
    pub initial: Vec<u32>,
    /// States that had no choice of their own.
    pub deadlocks: Vec<u32>,
    /// Named sets of states, `init` and `deadlock` aside.
    pub labels: Vec<Label>,
    /// What play collects.
    pub rewards: Vec<RewardList>,
    /// What makes up a state, as far as it is known.
    pub variables: Vec<Variable>,
    /// The names of choices.
    pub moves: Moves,
}

/// A named set of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The states, in ascending order.
    pub states: Vec<u32>,
}

/// Rewards other than 0, each by the number of its state or choice, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RewardList {
    /// Its name; empty where it has none.
    pub name: String,
    /// Of states.
    pub states: Vec<(u32, Rational)>,
    /// Of choices.
    pub choices: Vec<(u32, Rational)>,
}

/// A named part of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value in each state.
    pub values: Column,
}

impl Listing {
    /// True where `state` is one of `states`, which are in ascending order.
    pub fn among(states: &[u32], state: StateId) -> bool {
        states.binary_search(&state.0).is_ok()
    }

    /// The values of the variables at `state`.
    pub fn values(&self, state: StateId) -> Vec<FieldValue> {
        self.variables.iter().filter_map(|variable| variable.values.get(state.index())).collect()
    }

    /// True where no two states have the same values.
    pub fn values_differ(&self) -> bool {
        if self.variables.is_empty() {
            return false;
        }
        let mut all: Vec<_> = self.arena.ids().map(|state| self.values(state)).collect();
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The branches of `choice`: probability and target.
    pub fn branches(&self, choice: u32) -> impl Iterator<Item = (Rational, u32)> {
        let choice = self.arena.choice(ChoiceId(choice));
        let targets = choice.targets.iter().enumerate();
        targets.map(move |(at, &to)| (choice.distribution.probability(at), to))
    }

    /// The player of `state`; 0 where there are no players.
    pub fn owner(&self, state: StateId) -> u8 {
        self.arena.player(state).map_or(0, |player| player.0)
    }
}

impl RewardList {
    /// The reward of each of `count` states or choices, zeros too.
    pub fn dense(list: &[(u32, Rational)], count: usize) -> impl Iterator<Item = Rational> {
        let mut rest = list.iter().peekable();
        (0..count as u32).map(move |at| match rest.next_if(|(place, _)| *place == at) {
            Some((_, reward)) => reward.clone(),
            None => Rational::ZERO,
        })
    }
}

/// Sorts and drops what occurs twice.
pub(super) fn ascending(mut states: Vec<u32>) -> Vec<u32> {
    states.sort_unstable();
    states.dedup();
    states
}
