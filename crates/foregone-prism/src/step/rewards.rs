//! Labels and rewards of states and choices.

use dashu_ratio::RBig;

use super::buffer::Successors;
use super::model::Model;
use crate::compile::Fault;
use crate::source::Diagnostic;

impl Model {
    /// How many reward structures there are.
    pub fn reward_structures(&self) -> usize {
        self.rewards.len()
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
    pub fn state_reward(&self, structure: usize, values: &[i64]) -> Result<RBig, Box<Diagnostic>> {
        self.reward(structure, None, values)
    }

    /// What the choice number `index` in the buffer is worth in a reward structure, the state's own
    /// reward aside. Where a chain's state has several commands, each counts by its chance.
    pub fn choice_reward(
        &self,
        structure: usize,
        buffer: &Successors,
        index: usize,
    ) -> Result<RBig, Box<Diagnostic>> {
        let actions = buffer.actions_of(index);
        let mut sum = RBig::ZERO;
        for action in actions {
            sum += self.reward(structure, Some(*action), &buffer.values)?;
        }
        Ok(sum / RBig::from(actions.len().max(1)))
    }

    fn reward(
        &self,
        structure: usize,
        action: Option<Option<u32>>,
        values: &[i64],
    ) -> Result<RBig, Box<Diagnostic>> {
        let mut sum = RBig::ZERO;
        for item in self.rewards[structure].items.iter().filter(|item| item.action == action) {
            let wrong = |fault: Fault| {
                let message =
                    format!("a reward meets {fault} in the state {}", self.describe_values(values));
                Box::new(Diagnostic::error(item.span, message))
            };
            if self.code.holds(item.guard, values).map_err(wrong)? {
                sum += self.code.real(item.value, values).map_err(wrong)?;
            }
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
