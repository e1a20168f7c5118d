//! The choices of one state, in buffers that are used again for the next.

use dashu_ratio::RBig;
use hashbrown::HashMap;

use super::distribution::{DistributionId, Distributions};

/// Where [`super::Model::successors`] writes. Make one for each thread with
/// [`super::Model::buffer`]; distributions it has met stay in it.
#[derive(Clone, Debug)]
pub struct Successors {
    pub(super) values: Vec<i64>,
    pub(super) choices: Vec<Choice>,
    pub(super) branches: Vec<u64>,
    pub(super) commands: Vec<u32>,
    pub(super) table: Distributions,
    pub(super) words: usize,
    pub(super) enabled: Vec<u32>,
    pub(super) ends: Vec<usize>,
    pub(super) picks: Vec<u32>,
    pub(super) parts: Vec<Option<u32>>,
    pub(super) ids: Vec<u32>,
    pub(super) kept: Vec<Box<[u32]>>,
    pub(super) remembered: HashMap<Vec<i64>, (DistributionId, u32), foldhash::fast::FixedState>,
    pub(super) key: Vec<i64>,
}

/// One choice of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The action, by its place in [`super::Model::actions`]; none if it is unlabelled.
    pub action: Option<u32>,
    /// The player, by place; none unless the model is a game.
    pub player: Option<u32>,
    /// The probabilities of its branches.
    pub distribution: DistributionId,
    pub(super) first_branch: u32,
    pub(super) first_command: u32,
    pub(super) commands: u32,
}

/// The branches of a choice: probabilities and packed successors.
pub type Branches<'a> =
    std::iter::Zip<std::slice::Iter<'a, RBig>, std::slice::ChunksExact<'a, u64>>;

impl Successors {
    /// The choices of the last state; none if it is a deadlock.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The branches of a choice. Several may lead to the same state.
    pub fn branches(&self, choice: &Choice) -> Branches<'_> {
        self.probabilities(choice).iter().zip(self.targets(choice))
    }

    /// The probabilities of a choice's branches.
    pub fn probabilities(&self, choice: &Choice) -> &[RBig] {
        self.table.get(choice.distribution)
    }

    /// The packed successors of a choice.
    pub fn targets(&self, choice: &Choice) -> std::slice::ChunksExact<'_, u64> {
        let start = choice.first_branch as usize * self.words;
        let count = self.probabilities(choice).len() * self.words;
        self.branches[start..start + count].chunks_exact(self.words)
    }

    /// The variables' values in the last state.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The distributions met so far.
    pub fn distributions(&self) -> &Distributions {
        &self.table
    }

    /// The player to move in the last state; none in a deadlock or where there are no players.
    pub fn player(&self) -> Option<u32> {
        self.choices.first().and_then(|choice| choice.player)
    }

    /// The actions that a chain's only choice is made of, each equally likely; the choice's own
    /// action in other models.
    pub(super) fn actions_of(&self, index: usize) -> &[Option<u32>] {
        if self.parts.len() == self.choices.len() {
            &self.parts[index..=index]
        } else {
            &self.parts
        }
    }
}
