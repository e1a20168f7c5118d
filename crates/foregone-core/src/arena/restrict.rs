//! The same arena with other payoffs, or with some states' choices fixed.
//!
//! States keep their numbers, so values, objectives and policies of the one fit the other.

use super::{Arena, Turn};
use crate::{ChoiceId, Rational, StateId};

impl Arena {
    /// The same arena where play that ends with payoff `p` ends with `payoff(p)`.
    pub fn with_payoffs(&self, payoff: impl Fn(&Rational) -> Rational) -> Self {
        Self { payoffs: self.payoffs.iter().map(payoff).collect(), ..self.clone() }
    }

    /// The same arena where the states for which `chosen` names one of their choices, counted from
    /// 0, have no other; and for each choice that is left which one of this arena it was.
    ///
    /// # Errors
    /// The first state for which `chosen` names none of its choices.
    pub fn with_choices(
        &self,
        chosen: impl Fn(StateId) -> Option<u32>,
    ) -> Result<(Self, Vec<ChoiceId>), StateId> {
        let mut new = Self {
            turn: self.turn.clone(),
            choice_start: vec![0],
            laws: Default::default(),
            target: Vec::new(),
            distributions: self.distributions.clone(),
            over: self.over.clone(),
            payoffs: self.payoffs.clone(),
        };
        let mut kept = Vec::new();
        for state in self.ids() {
            let all = self.choices_of(state);
            let range = match chosen(state) {
                None => all,
                Some(choice) if choice < all.len() as u32 => {
                    all.start + choice..all.start + choice + 1
                }
                Some(_) => return Err(state),
            };
            for choice in range {
                new.target.extend_from_slice(self.targets(ChoiceId(choice)));
                let law = self.laws.of(choice as usize);
                new.laws.push(kept.len() as u32, law, new.target.len() as u32, 0);
                kept.push(ChoiceId(choice));
            }
            new.choice_start.push(kept.len() as u32);
        }
        Ok((new, kept))
    }

    /// What `state` is; `None` where it is unexplored.
    pub fn turn(&self, state: StateId) -> Option<Turn> {
        match self.payoff(state) {
            Some(payoff) => Some(Turn::Over(payoff.clone())),
            None => self.player(state).map(Turn::Player),
        }
    }
}
