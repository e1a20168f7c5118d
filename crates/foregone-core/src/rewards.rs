//! What play collects: an exact amount, not negative, for being in a state and one for a choice.
//!
//! They are kept beside the arena, so one arena serves many. Invariant: one entry for each state
//! and each choice, each an index into a table of distinct amounts, none of which is negative.

use std::collections::BTreeMap;

use crate::{Arena, ChoiceId, Rational, StateId};

/// The rewards of an arena's states and choices. A move from a state collects the state's reward
/// and the choice's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewards {
    states: Vec<u32>,
    choices: Vec<u32>,
    values: Vec<Rational>,
}

/// Why rewards were refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RewardError {
    /// Not one for each state and each choice.
    #[error("there must be one reward for each of the {states} states and {choices} choices")]
    Length {
        /// States of the arena.
        states: usize,
        /// Choices of the arena.
        choices: usize,
    },
    /// One is negative.
    #[error("the reward {reward} is negative; only rewards of at least 0 can be summed up")]
    Negative {
        /// The reward.
        reward: Rational,
    },
}

/// Distinct amounts by number.
#[derive(Default)]
struct Table {
    places: BTreeMap<Rational, u32>,
    values: Vec<Rational>,
}

impl Table {
    fn add(&mut self, value: Rational) -> Result<u32, RewardError> {
        if value < Rational::ZERO {
            return Err(RewardError::Negative { reward: value });
        }
        if let Some(&place) = self.places.get(&value) {
            return Ok(place);
        }
        let place = self.values.len() as u32;
        self.values.push(value.clone());
        self.places.insert(value, place);
        Ok(place)
    }
}

impl Rewards {
    /// Rewards of the states and of the choices of `arena`, in their order.
    ///
    /// # Errors
    /// One is missing, or too much, or negative.
    pub fn new(
        arena: &Arena,
        states: impl IntoIterator<Item = Rational>,
        choices: impl IntoIterator<Item = Rational>,
    ) -> Result<Self, RewardError> {
        let mut table = Table::default();
        let states: Vec<u32> =
            states.into_iter().map(|value| table.add(value)).collect::<Result<_, _>>()?;
        let choices: Vec<u32> =
            choices.into_iter().map(|value| table.add(value)).collect::<Result<_, _>>()?;
        let rewards = Self { states, choices, values: table.values };
        match rewards.fits(arena) {
            true => Ok(rewards),
            false => Err(RewardError::Length { states: arena.states(), choices: arena.choices() }),
        }
    }

    /// 1 for each move: what is collected is the number of moves.
    pub fn moves(arena: &Arena) -> Self {
        let values = vec![Rational::ZERO, Rational::ONE];
        Self { states: vec![0; arena.states()], choices: vec![1; arena.choices()], values }
    }

    /// True where there is one for each state and each choice of `arena`.
    pub fn fits(&self, arena: &Arena) -> bool {
        self.states.len() == arena.states() && self.choices.len() == arena.choices()
    }

    /// The reward of a state.
    #[inline]
    pub fn of_state(&self, state: StateId) -> &Rational {
        &self.values[self.states[state.index()] as usize]
    }

    /// The reward of a choice, its state's aside.
    #[inline]
    pub fn of_choice(&self, choice: ChoiceId) -> &Rational {
        &self.values[self.choices[choice.index()] as usize]
    }

    /// The reward of a state as a place in [`values`](Self::values).
    #[inline]
    pub fn state_place(&self, state: StateId) -> usize {
        self.states[state.index()] as usize
    }

    /// The reward of a choice as a place in [`values`](Self::values).
    #[inline]
    pub fn choice_place(&self, choice: ChoiceId) -> usize {
        self.choices[choice.index()] as usize
    }

    /// What a move collects that takes `choice` at `state`.
    pub fn of_move(&self, state: StateId, choice: ChoiceId) -> Rational {
        self.of_state(state) + self.of_choice(choice)
    }

    /// True where a move that takes `choice` at `state` collects something.
    #[inline]
    pub fn is_positive(&self, state: StateId, choice: ChoiceId) -> bool {
        !self.of_state(state).is_zero() || !self.of_choice(choice).is_zero()
    }

    /// The distinct amounts.
    pub fn values(&self) -> &[Rational] {
        &self.values
    }

    /// At least as much as any move collects.
    pub fn most(&self) -> Rational {
        let most = |places: &[u32]| {
            places.iter().map(|&place| &self.values[place as usize]).max().cloned()
        };
        most(&self.states).unwrap_or_default() + most(&self.choices).unwrap_or_default()
    }

    /// The same rewards where only the choices `kept` are left.
    pub fn restricted(&self, kept: &[ChoiceId]) -> Self {
        let choices = kept.iter().map(|choice| self.choices[choice.index()]).collect();
        Self { states: self.states.clone(), choices, values: self.values.clone() }
    }

    /// The same rewards after the states of `arena` were put into `order`.
    pub fn renumbered(&self, arena: &Arena, order: &[u32]) -> Self {
        let choices = order.iter().flat_map(|&old| arena.choices_of(StateId(old)));
        Self {
            states: order.iter().map(|&old| self.states[old as usize]).collect(),
            choices: choices.map(|old| self.choices[old as usize]).collect(),
            values: self.values.clone(),
        }
    }
}
