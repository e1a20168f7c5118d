//! A model with all constants known.

use super::candidates::Candidates;
use super::distribution::{DistributionId, Distributions};
use super::layout::{Field, Layout};
use crate::check::Checked;
use crate::compile::{Code, IntId, RealId, Value};
use crate::source::Span;
use crate::syntax::tree::ModelKind;

/// A variable's name and values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableInfo {
    /// Its name.
    pub name: String,
    /// Its smallest value.
    pub low: i64,
    /// Its largest value.
    pub high: i64,
    /// Whether it is a bool, with the values 0 and 1.
    pub bool: bool,
}

/// A model with all constants known: initial states, and the choices of any state.
#[derive(Clone, Debug)]
pub struct Model {
    /// What it was made of.
    pub(crate) checked: Checked,
    /// The values of all constants, in order.
    pub(crate) constants: Vec<Option<Value>>,
    pub(super) layout: Layout,
    pub(super) variables: Vec<VariableInfo>,
    pub(super) code: Code,
    pub(super) commands: Vec<CompiledCommand>,
    pub(super) assignments: Vec<Assignment>,
    pub(super) updates: Vec<(u32, u32)>,
    pub(super) ways: Vec<CompiledWay>,
    /// The ways that may be open, by the value of a variable.
    pub(super) open: Candidates,
    pub(super) labels: Vec<(String, IntId)>,
    pub(super) rewards: Vec<CompiledRewards>,
    pub(super) initial: Vec<u64>,
    pub(super) distributions: Distributions,
}

#[derive(Clone, Debug)]
pub(super) struct CompiledCommand {
    pub guard: IntId,
    pub weights: Weights,
    /// First of its updates in [`Model::updates`].
    pub first_update: u32,
    pub module: u32,
    /// Its place among the module's commands.
    pub index: u32,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum Weights {
    /// The distribution, and which updates have a positive probability.
    Constant(DistributionId, Box<[u32]>),
    /// Probabilities, and the variables they depend on.
    Dynamic(Box<[RealId]>, Box<[u32]>),
    /// A constant distribution that is none; an error where the command is enabled.
    Wrong(String),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment {
    pub value: IntId,
    pub low: i64,
    pub high: i64,
    pub field: Field,
    pub variable: u32,
}

#[derive(Clone, Debug)]
pub(super) struct CompiledWay {
    pub action: Option<u32>,
    /// The player who controls it.
    pub owner: Option<u32>,
    /// The commands of each participant.
    pub participants: Vec<Candidates>,
}

#[derive(Clone, Debug)]
pub(super) struct CompiledRewards {
    pub name: Option<String>,
    pub items: Vec<CompiledReward>,
}

#[derive(Clone, Debug)]
pub(super) struct CompiledReward {
    /// None for the state itself.
    pub action: Option<Option<u32>>,
    pub guard: IntId,
    pub value: RealId,
    pub span: Span,
}

impl Model {
    /// Its kind.
    pub fn kind(&self) -> ModelKind {
        self.checked.kind
    }

    /// The values of the constants, in the order of the checked model's.
    pub fn constants(&self) -> &[Option<Value>] {
        &self.constants
    }

    /// Its variables, in the order of a state's values.
    pub fn variables(&self) -> &[VariableInfo] {
        &self.variables
    }

    /// How states are packed.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The names of its actions.
    pub fn actions(&self) -> &[String] {
        &self.checked.actions
    }

    /// The names of its players; empty unless it is a game.
    pub fn players(&self) -> &[String] {
        &self.checked.owners.players
    }

    /// The names of its labels, `init` and `deadlock` aside.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(|(name, _)| name.as_str())
    }

    /// Whether some number in it is the nearest double of a value that is not rational.
    pub fn is_inexact(&self) -> bool {
        self.code.is_inexact()
    }

    /// The initial states, packed, one after another, [`Layout::words`] each.
    pub fn initial_states(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.initial.chunks_exact(self.layout.words())
    }

    /// A state as `s1=3,who=1`.
    pub fn describe(&self, state: &[u64]) -> String {
        let value = |(i, v): (usize, &VariableInfo)| {
            let value = self.layout.value(state, i);
            if v.bool {
                format!("{}={}", v.name, value != 0)
            } else {
                format!("{}={value}", v.name)
            }
        };
        self.variables.iter().enumerate().map(value).collect::<Vec<_>>().join(",")
    }
}
