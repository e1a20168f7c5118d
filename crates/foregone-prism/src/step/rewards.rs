//! Labels and rewards of states and choices.

use std::collections::BTreeSet;

use dashu_ratio::RBig;

use super::buffer::Successors;
use super::model::Model;
use crate::compile::Fault;
use crate::source::Diagnostic;

/// Which rewards are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signs {
    /// Any.
    Any,
    /// Of at least 0, each of those that a state or choice collects.
    NotNegative,
}

impl Model {
    /// How many reward structures there are.
    pub fn reward_structures(&self) -> usize {
        self.rewards.len()
    }

    /// Whether some state that nobody has looked at might have a negative reward in a structure.
    pub fn may_be_negative(&self, structure: usize) -> bool {
        self.rewards[structure].items.iter().any(|item| {
            let mut variables = BTreeSet::new();
            self.code.real_variables(item.value, &mut variables);
            !variables.is_empty() || self.code.real(item.value, &[]).is_ok_and(|r| r < RBig::ZERO)
        })
    }

    /// The name of a reward structure, if it has one.
    pub fn reward_name(&self, structure: usize) -> Option<&str> {
        self.rewards[structure].name.as_deref()
    }

    /// The place of the reward structure called `name`.
    pub fn reward_structure(&self, name: &str) -> Option<usize> {
        self.rewards.iter().position(|r| r.name.as_deref() == Some(name))
    }

    /// Whether the label `name` holds in a state with these values; none if there is no such label.
    /// The labels `init` and `deadlock` are not known here.
    pub fn label_holds(&self, name: &str, values: &[i64]) -> Option<Result<bool, Box<Diagnostic>>> {
        let at = self.labels.iter().position(|(label, _)| label == name)?;
        let holds = self.code.holds(self.labels[at].1, values);
        let definition = &self.checked.labels[at];
        Some(holds.map_err(|fault| {
            let message = format!(
                "the label \"{name}\" meets {fault} in the state {}",
                self.describe_values(values)
            );
            Box::new(Diagnostic::error(definition.value.span, message))
        }))
    }

    /// What a state with these values is worth in a reward structure.
    ///
    /// # Errors
    /// A reward has no value, or is negative and `signs` does not want that.
    pub fn state_reward(
        &self,
        structure: usize,
        values: &[i64],
        signs: Signs,
    ) -> Result<RBig, Box<Diagnostic>> {
        self.reward(structure, None, values, signs)
    }

    /// What the choice number `index` in the buffer is worth in a reward structure, the state's own
    /// reward aside. Where a chain's state has several commands, each counts by its chance.
    ///
    /// # Errors
    /// As for [`Model::state_reward`].
    pub fn choice_reward(
        &self,
        structure: usize,
        buffer: &Successors,
        index: usize,
        signs: Signs,
    ) -> Result<RBig, Box<Diagnostic>> {
        let actions = buffer.actions_of(index);
        let mut sum = RBig::ZERO;
        for action in actions {
            sum += self.reward(structure, Some(*action), &buffer.values, signs)?;
        }
        Ok(sum / RBig::from(actions.len().max(1)))
    }

    fn reward(
        &self,
        structure: usize,
        action: Option<Option<u32>>,
        values: &[i64],
        signs: Signs,
    ) -> Result<RBig, Box<Diagnostic>> {
        let mut sum = RBig::ZERO;
        for item in self.rewards[structure].items.iter().filter(|item| item.action == action) {
            let wrong = |fault: Fault| {
                let message =
                    format!("a reward meets {fault} in the state {}", self.describe_values(values));
                Box::new(Diagnostic::error(item.span, message))
            };
            if !self.code.holds(item.guard, values).map_err(wrong)? {
                continue;
            }
            let reward = self.code.real(item.value, values).map_err(wrong)?;
            if signs == Signs::NotNegative && reward < RBig::ZERO {
                let state = self.describe_values(values);
                let message = format!(
                    "a reward is {reward} in the state {state}; only rewards of at least 0 can be summed up"
                );
                let help = "the reward of one moment, `I=k`, may be negative";
                return Err(Box::new(Diagnostic::error(item.span, message).help(help)));
            }
            sum += reward;
        }
        Ok(sum)
    }

    /// Values as `s1=3,who=1`.
    pub fn describe_values(&self, values: &[i64]) -> String {
        let mut words = vec![0; self.layout.words()];
        self.layout.pack(values, &mut words);
        self.describe(&words)
    }
}
