//! A built model written out, for files that list states.

use foregone_prism::step::Signs;

use super::{Built, ModelError, rewards};
use crate::format::Listing;
use crate::format::listing::{Label, Moves, RewardList, Variable};
use crate::format::solution::Column;
use crate::{Rational, StateId};

impl Built {
    /// The model with all its labels and rewards, state by state.
    ///
    /// # Errors
    /// Exploring stopped early, or a label or reward has no value at some state.
    pub fn listing(&self) -> Result<Listing, ModelError> {
        if let Some(stop) = self.stopped() {
            let why = format!("a file must hold the whole model, but {stop}");
            return Err(ModelError::Asked(why));
        }
        let marked = |marks: &[bool]| {
            let places = (0..).zip(marks).filter(|(_, is)| **is);
            places.map(|(at, _)| at).collect::<Vec<u32>>()
        };
        let structures = 0..self.model.reward_structures();
        Ok(Listing {
            kind: self.model.kind(),
            arena: self.arena(),
            players: self.model.players().to_vec(),
            initial: marked(&self.initial),
            deadlocks: marked(&self.deadlock),
            labels: self.all_labels()?,
            rewards: structures.map(|at| self.rewards(at)).collect::<Result<_, _>>()?,
            variables: self.all_values(),
            moves: self.moves(),
        })
    }

    fn all_labels(&self) -> Result<Vec<Label>, ModelError> {
        let names = self.model.labels();
        let mut labels: Vec<Label> =
            names.map(|name| Label { name: name.into(), states: Vec::new() }).collect();
        let mut values = Vec::new();
        for state in self.arena().ids() {
            self.values(state, &mut values);
            for label in &mut labels {
                let Some(holds) = self.model.label_holds(&label.name, &values) else { continue };
                let wrong = |error: Box<_>| ModelError::of(&self.source, vec![*error]);
                if holds.map_err(wrong)? {
                    label.states.push(state.0);
                }
            }
        }
        Ok(labels)
    }

    fn rewards(&self, structure: usize) -> Result<RewardList, ModelError> {
        let (states, choices) = rewards::amounts(self, structure, Signs::Any)?;
        let few = |all: Vec<Rational>| {
            let all = (0..).zip(all).filter(|(_, reward)| !reward.is_zero());
            all.collect::<Vec<(u32, Rational)>>()
        };
        let name = self.model.reward_name(structure).unwrap_or_default().to_owned();
        Ok(RewardList { name, states: few(states), choices: few(choices) })
    }

    fn all_values(&self) -> Vec<Variable> {
        let mut rows = Vec::new();
        let states = self.arena().ids();
        let all: Vec<Vec<i64>> = states
            .map(|state| {
                self.values(state, &mut rows);
                rows.clone()
            })
            .collect();
        let variable = |(at, info): (usize, &foregone_prism::step::VariableInfo)| {
            let column = all.iter().map(|row| row[at]);
            let values = match info.bool {
                true => Column::Bool(column.map(|value| value != 0).collect()),
                false => Column::Int(column.collect()),
            };
            Variable { name: info.name.clone(), values }
        };
        self.model.variables().iter().enumerate().map(variable).collect()
    }

    /// The actions; commands without one, and deadlocks, have none.
    fn moves(&self) -> Moves {
        let arena = self.arena();
        let name = |state: StateId, choice| {
            let name = self.explored.move_name(state, choice);
            if self.deadlock[state.index()] || name.starts_with('[') { String::new() } else { name }
        };
        Moves::new(arena.ids().flat_map(|state| {
            let choices = arena.choices_of(state).len();
            (0..choices).map(|choice| name(state, choice)).collect::<Vec<_>>()
        }))
    }
}
