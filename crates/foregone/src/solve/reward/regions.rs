//! What the graph tells of rewards: where the value is infinite, where 0, and how.

use crate::graph::{Play, Region};
use crate::judge::reward::{Missed, RewardObjective};
use crate::{Arena, ChoiceId, NO_CHOICE, StateId};

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Play has ended there with nothing more to collect.
    Ended,
    /// A limit cut it off; it counts 0.
    Unknown,
    /// Nothing is ever collected from here if Min does not want.
    Zero,
    /// Max can collect infinitely much, or play has ended with infinity.
    Infinite,
    /// A finite value that numbers must tell.
    Open,
}

/// Kinds, and the strategies and ranks that prove them.
pub(super) struct Regions {
    pub kind: Vec<Kind>,
    /// For each state the index of a choice of the arena, or [`NO_CHOICE`].
    pub strategy: Vec<u32>,
    /// Evidence for infinite lower bounds.
    pub rank: Vec<u32>,
    /// Evidence where ranks are equal.
    pub stage: Vec<u32>,
}

impl Regions {
    /// `unexplored` is true where a state that a limit cut off counts as infinite.
    pub fn of(arena: &Arena, objective: &RewardObjective, unexplored: bool) -> Self {
        let cut = |state: StateId| arena.is_unexplored(state) && !objective.targets[state.index()];
        let kind = |state: StateId| match () {
            () if cut(state) && unexplored => Kind::Infinite,
            () if cut(state) => Kind::Unknown,
            () if !objective.is_ended(arena, state) => Kind::Open,
            () if objective.is_lost(state) => Kind::Infinite,
            () => Kind::Ended,
        };
        let mut regions = Self {
            kind: arena.ids().map(kind).collect(),
            strategy: vec![NO_CHOICE; arena.states()],
            rank: vec![0; arena.states()],
            stage: vec![0; arena.states()],
        };
        match objective.missed {
            Missed::Infinite => regions.missing(arena, objective),
            Missed::Collected => regions.collecting(arena, objective),
        }
        regions
    }

    /// For each state whether its value is infinite.
    pub fn infinite(&self) -> Vec<bool> {
        self.kind.iter().map(|&kind| kind == Kind::Infinite).collect()
    }

    /// The value is finite exactly where Min comes to a target with probability 1.
    fn missing(&mut self, arena: &Arena, objective: &RewardObjective) {
        let kind = self.kind.clone();
        let ended = |state: StateId| kind[state.index()] != Kind::Open;
        let good = |state: StateId| matches!(kind[state.index()], Kind::Ended | Kind::Unknown);
        let play = Play::new(arena, |state| !objective.is_max(arena, state), ended);
        let (finite, infinite) = play.certain(good, |_| false);
        for state in arena.ids().filter(|&state| !ended(state)) {
            let at = state.index();
            let region = if finite.contains(state) { &finite } else { &infinite };
            if infinite.contains(state) {
                self.kind[at] = Kind::Infinite;
                self.rank[at] = infinite.stage[at];
            }
            self.adopt(arena, state, region);
        }
    }

    /// The value is infinite exactly where Min cannot make the rewards end with probability 1, and
    /// 0 where Min can keep all away.
    fn collecting(&mut self, arena: &Arena, objective: &RewardObjective) {
        let kind = self.kind.clone();
        let ended = |state: StateId| kind[state.index()] != Kind::Open;
        let mut play = Play::new(arena, |state| objective.is_max(arena, state), ended);
        let positive = rewarded(arena, objective);
        let collects = |choice: u32| positive[choice as usize];
        let endless = |state: StateId| kind[state.index()] == Kind::Infinite;
        let (_, zero) = play.positive(endless, collects);
        for state in arena.ids().filter(|&state| !ended(state) && zero.contains(state)) {
            self.kind[state.index()] = Kind::Zero;
            self.adopt(arena, state, &zero);
        }
        self.endless(arena, &mut play, collects);
    }

    /// Layers of infinite values, from where Max collects again and again for certain: what comes
    /// to them with positive probability joins, and so does what collects again and again unless
    /// Min risks coming to them.
    fn endless(&mut self, arena: &Arena, play: &mut Play<'_>, collects: impl Fn(u32) -> bool) {
        let mut next = 1;
        loop {
            play.set_void(|_, _| false);
            let (near, _) = play.positive(|s| self.is_infinite(s), |_| false);
            next = self.join(arena, &near, next, |stage, next| (next + stage, 0));
            play.set_void(|state, choice| {
                let mut targets = arena.targets(choice).iter();
                self.is_infinite(state) || targets.any(|&t| self.is_infinite(StateId(t)))
            });
            let (core, _) = play.certain(|_| false, &collects);
            let before = next;
            next = self.join(arena, &core, next, |stage, next| (next, stage));
            if next == before {
                return;
            }
        }
    }

    fn is_infinite(&self, state: StateId) -> bool {
        self.kind[state.index()] == Kind::Infinite
    }

    /// The states of a region become infinite with these ranks and stages; a rank larger than all.
    fn join(
        &mut self,
        arena: &Arena,
        region: &Region,
        next: u32,
        rank: impl Fn(u32, u32) -> (u32, u32),
    ) -> u32 {
        let mut after = next;
        for state in arena.ids().filter(|&state| region.contains(state)) {
            let at = state.index();
            if !self.is_infinite(state) {
                self.kind[at] = Kind::Infinite;
                (self.rank[at], self.stage[at]) = rank(region.stage[at], next);
                after = after.max(self.rank[at] + 1);
                self.adopt(arena, state, region);
            }
        }
        after
    }

    fn adopt(&mut self, arena: &Arena, state: StateId, region: &Region) {
        let choice = region.strategy[state.index()];
        if choice != NO_CHOICE {
            self.strategy[state.index()] = arena.choices_of(state).start + choice;
        }
    }
}

/// For each choice whether a move that takes it collects something.
pub(super) fn rewarded(arena: &Arena, objective: &RewardObjective) -> Vec<bool> {
    let of = |state: StateId| {
        let choices = arena.choices_of(state);
        choices.map(move |choice| objective.rewards.is_positive(state, ChoiceId(choice)))
    };
    arena.ids().flat_map(of).collect()
}
