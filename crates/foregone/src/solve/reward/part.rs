//! One component with rewards: its open nodes, what their moves collect, and both sides' choices.

use crate::judge::reward::Missed;
use crate::solve::attract::{Attractor, NEVER, attract};
use crate::solve::local::Local;
use crate::solve::system::{Field, KNOWN};

/// A component on its way to values in the numbers `T`.
pub(in crate::solve) struct Part<'a, T> {
    pub local: Local<'a>,
    pub missed: Missed,
    /// Nodes whose value numbers must tell.
    pub open: Vec<bool>,
    /// For each node a choice, as an index of the arena's choices.
    pub policy: Vec<u32>,
    /// For each choice of the arena whether it collects something.
    pub positive: &'a [bool],
    /// For each choice of the component what it collects.
    pub gain: Vec<T>,
    /// For each choice of the component whether no branch leads to infinity.
    pub finite: Vec<bool>,
    /// Systems are solved where that is cheap, or not at all.
    pub frugal: bool,
    /// Values of the states that are no open nodes here, by state.
    pub known: &'a [T],
}

impl<T> Part<'_, T> {
    /// True where `state` is an open node of this component.
    #[inline]
    pub fn is_open(&self, state: u32) -> bool {
        self.local.node(state).is_some_and(|node| self.open[node])
    }

    #[inline]
    pub fn is_max(&self, node: usize) -> bool {
        self.local.is_max(node)
    }

    #[inline]
    fn place(&self, choice: u32) -> usize {
        (choice - self.local.all_choices().start) as usize
    }

    /// True where `choice` does not lead to infinity; Min never takes such, Max has none.
    #[inline]
    pub fn allowed(&self, choice: u32) -> bool {
        self.finite[self.place(choice)]
    }

    #[inline]
    pub fn collects(&self, choice: u32) -> bool {
        self.positive[choice as usize]
    }

    #[inline]
    pub fn gain(&self, choice: u32) -> &T {
        &self.gain[self.place(choice)]
    }

    pub fn nodes(&self) -> impl Iterator<Item = usize> + use<'_, T> {
        (0..self.open.len()).filter(|&node| self.open[node])
    }

    /// The choices of a node that do not lead to infinity.
    pub fn choices(&self, node: usize) -> impl Iterator<Item = u32> + use<'_, T> {
        self.local.choices(node).filter(|&choice| self.allowed(choice))
    }

    /// Every open node stands for itself.
    pub fn reps(&self) -> Vec<u32> {
        let name = |(node, &open): (usize, &bool)| if open { node as u32 } else { KNOWN };
        self.open.iter().enumerate().map(name).collect()
    }

    /// Where a `seed` is met with positive probability: by some choice, where `foe` says so by all.
    pub fn attract(
        &self,
        rep: &[u32],
        foe: impl Fn(usize) -> bool,
        mine: impl Fn(usize, u32) -> bool,
        seed: impl Fn(u32) -> bool,
    ) -> Attractor {
        let open: Vec<bool> = rep.iter().map(|&rep| rep != KNOWN).collect();
        let allowed = |node, choice| self.allowed(choice) && mine(node, choice);
        attract(&self.local, &open, foe, allowed, |choice, _| seed(choice))
    }

    /// True where some branch of `choice` leads to a state that is no unknown.
    pub fn departs(&self, rep: &[u32], choice: u32) -> bool {
        let targets = self.local.targets(choice);
        targets.iter().any(|&t| self.local.node(t).is_none_or(|node| rep[node] == KNOWN))
    }

    /// Stages at which play leaves the unknowns under both sides' choices.
    pub fn under_policy(&self, rep: &[u32]) -> Attractor {
        let mine = |node: usize, choice| self.policy[node] == choice;
        self.attract(rep, |_| false, mine, |choice| self.departs(rep, choice))
    }

    /// True where play leaves the component from everywhere: whatever Max does, Min keeping to the
    /// policy, where missing the target costs infinity, else under both sides' choices.
    pub fn arrives(&self) -> bool {
        let stages = self.leaving();
        self.nodes().all(|node| stages[node] != NEVER)
    }

    fn leaving(&self) -> Vec<u32> {
        match self.missed {
            Missed::Infinite => self.arriving().stage,
            Missed::Collected => self.under_policy(&self.reps()).stage,
        }
    }

    /// Changes choices where play might stay in the component so that it cannot.
    pub fn make_arrive(&mut self) {
        let (stages, rep) = (self.leaving(), self.reps());
        let foe = |node: usize| self.missed == Missed::Infinite && self.is_max(node);
        let found = self.attract(&rep, foe, |_, _| true, |choice| self.departs(&rep, choice));
        let stay = |&node: &usize| stages[node] == NEVER && found.stage[node] != NEVER;
        let bound = |&node: &usize| !(self.missed == Missed::Infinite && self.is_max(node));
        for node in self.nodes().filter(stay).filter(bound).collect::<Vec<_>>() {
            self.policy[node] = found.by[node];
        }
    }

    /// Stages at which play leaves the component whatever Max does, Min keeping to the policy.
    pub fn arriving(&self) -> Attractor {
        let rep = self.reps();
        let mine = |node: usize, choice| self.is_max(node) || self.policy[node] == choice;
        self.attract(&rep, |node| self.is_max(node), mine, |choice| self.departs(&rep, choice))
    }
}

impl<T: Field> Part<'_, T> {
    /// The numbers of the component's states among those of all; 0 where a node is not open.
    pub fn local_values(&self, all: &[T]) -> Vec<T> {
        let values = all[self.local.states()].iter();
        let value = |(value, &open): (&T, &bool)| if open { value.clone() } else { T::zero() };
        values.zip(&self.open).map(value).collect()
    }

    /// Where Min cannot keep every reward away while Max keeps to the policy.
    pub fn hopeful(&self) -> Attractor {
        let rep = self.reps();
        let mine = |node: usize, choice| !self.is_max(node) || self.policy[node] == choice;
        let seed = |choice: u32| {
            let targets = self.local.targets(choice).iter();
            let mut outside =
                targets.filter(|&&t| self.local.node(t).is_none_or(|node| !self.open[node]));
            self.collects(choice) || outside.any(|&t| !self.known[t as usize].is_zero())
        };
        self.attract(&rep, |node| !self.is_max(node), mine, seed)
    }

    /// Makes Min leave the unknowns with probability 1 while Max keeps to the policy; false where
    /// it cannot.
    pub fn make_proper(&mut self, rep: &[u32]) -> bool {
        let proper = |stages: &[u32]| {
            rep.iter().zip(stages).all(|(&rep, &stage)| rep == KNOWN || stage != NEVER)
        };
        if proper(&self.under_policy(rep).stage) {
            return true;
        }
        let mut inside: Vec<bool> = rep.iter().map(|&rep| rep != KNOWN).collect();
        loop {
            let mine = |node: usize, choice: u32| {
                let kept = !self.is_max(node) || self.policy[node] == choice;
                let stays = |&t: &u32| {
                    let to = self.local.node(t).filter(|&to| rep[to] != KNOWN);
                    to.is_none_or(|to| inside[to])
                };
                kept && self.local.targets(choice).iter().all(stays)
            };
            let found = self.attract(rep, |_| false, mine, |choice| self.departs(rep, choice));
            let next: Vec<bool> = found.stage.iter().map(|&stage| stage != NEVER).collect();
            if next == inside {
                for node in (0..rep.len()).filter(|&node| next[node]) {
                    self.policy[node] = found.by[node];
                }
                return proper(&found.stage);
            }
            inside = next;
        }
    }
}
