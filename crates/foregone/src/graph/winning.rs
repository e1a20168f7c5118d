//! Who can win at all, and who can win for certain: by the graph alone, without a number.
//!
//! *Positive*: the backward closure of what is wanted. A state of the side that wants it joins with
//! one choice that has a branch into the set, one of the other side once all its choices have;
//! linear in the branches. *Certain*: as long as some states cannot come into it without leaving
//! the states that are left, those are taken out, and with them what can no longer avoid them (de
//! Alfaro, Henzinger and Kupferman, Theor. Comput. Sci. 386, 2007). A round is linear in what is
//! left, and each round takes something out; there are seldom more than a few.

use std::collections::VecDeque;

use crate::{Arena, ChoiceId, NO_CHOICE, Objective, Rational, StateId};

/// Stage of a state that does not belong to a region.
pub const NEVER: u32 = u32::MAX;

/// States from which one side has its way, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// For each state [`NEVER`], or a number that falls on some branch of every move that the side
    /// allows, until what it wants is met.
    pub stage: Vec<u32>,
    /// For each of the side's states in the region which of its choices, from 0, does it;
    /// elsewhere [`NO_CHOICE`].
    pub strategy: Vec<u32>,
}

impl Region {
    /// True where `state` belongs to it.
    #[inline]
    pub fn contains(&self, state: StateId) -> bool {
        self.stage[state.index()] != NEVER
    }

    fn none(states: usize) -> Self {
        Self { stage: vec![NEVER; states], strategy: vec![NO_CHOICE; states] }
    }
}

/// The four questions about a value in `[0,1]` that need no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winning {
    /// Where Max has a chance: the value is more than 0.
    pub max_positive: Region,
    /// Where Max is certain: the value is 1.
    pub max_certain: Region,
    /// Where Min has a chance: the value is less than 1.
    pub min_positive: Region,
    /// Where Min is certain: the value is 0.
    pub min_certain: Region,
}

/// Answers the four questions for every state. `unexplored` says what a state counts that a limit
/// cut off: 1 (true) or 0; only what holds with both is known.
pub fn winning(arena: &Arena, objective: &Objective, unexplored: bool) -> Winning {
    if let crate::Goal::Not(_) = &objective.goal {
        let other = winning(arena, &objective.clone().complement(), !unexplored);
        return Winning {
            max_positive: other.min_positive,
            max_certain: other.min_certain,
            min_positive: other.max_positive,
            min_certain: other.max_certain,
        };
    }
    let ended = |state: StateId| arena.is_unexplored(state) || objective.is_ended(arena, state);
    let arenas = Play::new(arena, |state| objective.is_max(arena, state), ended);
    let worth = |state: StateId| match objective.ending(arena, state) {
        Some(payoff) => payoff.into_owned(),
        None if unexplored && arena.is_unexplored(state) => Rational::ONE,
        None => Rational::ZERO,
    };
    let some = |state: StateId| !worth(state).is_zero();
    let all = |state: StateId| worth(state) == Rational::ONE;
    let (max_positive, min_certain) = arenas.positive(some, |_| false);
    let (max_certain, min_positive) = arenas.certain(all, |_| false);
    Winning { max_positive, max_certain, min_positive, min_certain }
}

/// An arena with two sides and the states where play has ended.
pub(crate) struct Play<'a> {
    arena: &'a Arena,
    /// For each state whether it belongs to the side that wants something.
    friend: Vec<bool>,
    ended: Vec<bool>,
    /// For each state, and one past the last, where the choices with a branch to it start.
    start: Vec<u32>,
    before: Vec<u32>,
    /// For each choice its state.
    owner: Vec<u32>,
    /// For each choice whether it does not exist at present.
    void: Vec<bool>,
}

impl<'a> Play<'a> {
    pub fn new(
        arena: &'a Arena,
        friend: impl Fn(StateId) -> bool,
        ended: impl Fn(StateId) -> bool,
    ) -> Self {
        let mut play = Self {
            arena,
            friend: arena.ids().map(friend).collect(),
            ended: arena.ids().map(ended).collect(),
            start: vec![0; arena.states() + 1],
            before: Vec::new(),
            owner: vec![0; arena.choices()],
            void: vec![false; arena.choices()],
        };
        for state in arena.ids() {
            arena.choices_of(state).for_each(|choice| play.owner[choice as usize] = state.0);
            for &t in play.successors(state) {
                play.start[t as usize + 1] += 1;
            }
        }
        for at in 0..arena.states() {
            play.start[at + 1] += play.start[at];
        }
        play.list();
        play
    }

    /// From now on exactly these choices do not exist.
    pub fn set_void(&mut self, void: impl Fn(StateId, ChoiceId) -> bool) {
        for (choice, entry) in (0..).zip(&mut self.void) {
            *entry = void(StateId(self.owner[choice as usize]), ChoiceId(choice));
        }
    }

    /// For each state how many choices it has.
    fn counts(&self) -> Vec<u32> {
        let exists = |choice: &u32| !self.void[*choice as usize];
        let count = |state| self.arena.choices_of(state).filter(exists).count() as u32;
        self.arena.ids().map(count).collect()
    }

    fn existing(&self) -> Vec<bool> {
        self.void.iter().map(|void| !void).collect()
    }

    fn list(&mut self) {
        self.before = vec![0; self.start[self.arena.states()] as usize];
        let mut next = self.start.clone();
        for state in self.arena.ids().filter(|state| !self.ended[state.index()]) {
            for choice in self.arena.choices_of(state) {
                for &t in self.arena.targets(ChoiceId(choice)) {
                    self.before[next[t as usize] as usize] = choice;
                    next[t as usize] += 1;
                }
            }
        }
    }

    fn successors(&self, state: StateId) -> &'a [u32] {
        if self.ended[state.index()] { &[] } else { self.arena.successors(state) }
    }

    fn leading_to(&self, state: u32) -> &[u32] {
        let at = state as usize;
        &self.before[self.start[at] as usize..self.start[at + 1] as usize]
    }

    fn local(&self, choice: u32) -> u32 {
        choice - self.arena.choices_of(StateId(self.owner[choice as usize])).start
    }

    /// Where the friends come with positive probability to a `good` state or take a `seed` choice,
    /// whatever the others do; and where the others can keep them from it for ever.
    pub fn positive(
        &self,
        good: impl Fn(StateId) -> bool,
        seed: impl Fn(u32) -> bool,
    ) -> (Region, Region) {
        let alive = self.existing();
        let region = self.closure(&alive, good, &seed);
        let mut other = Region::none(self.arena.states());
        for state in self.arena.ids().filter(|&state| !region.contains(state)) {
            other.stage[state.index()] = 0;
            other.strategy[state.index()] = self.escape(state, &region, &alive, &seed);
        }
        (region, other)
    }

    /// Where the friends come with probability 1 to a `good` state, or to taking a `seed` choice
    /// again and again; and where the others prevent that with positive probability. There a
    /// choice of a friend, and the choice shown of another, leads with certainty to states of the
    /// same stage or with positive probability to a smaller one.
    pub fn certain(
        &self,
        good: impl Fn(StateId) -> bool,
        seed: impl Fn(u32) -> bool,
    ) -> (Region, Region) {
        let mut left = Left::new(self, &good);
        loop {
            let inside = |state: StateId| good(state) && left.inside[state.index()];
            let region = self.closure(&left.alive, inside, &seed);
            let lost = |state: &StateId| left.inside[state.index()] && !region.contains(*state);
            let lost: Vec<StateId> = self.arena.ids().filter(lost).collect();
            if lost.is_empty() {
                return (region, left.out);
            }
            for &state in &lost {
                left.out.strategy[state.index()] = self.escape(state, &region, &left.alive, &seed);
            }
            left.take_out(self, &lost);
        }
    }

    /// A choice of a foe that is no seed and has no branch into the region.
    fn escape(
        &self,
        state: StateId,
        region: &Region,
        alive: &[bool],
        seed: impl Fn(u32) -> bool,
    ) -> u32 {
        if self.ended[state.index()] || self.friend[state.index()] {
            return NO_CHOICE;
        }
        let keeps = |&choice: &u32| {
            let targets = self.arena.targets(ChoiceId(choice));
            let into = targets.iter().any(|&t| region.contains(StateId(t)));
            alive[choice as usize] && !seed(choice) && !into
        };
        let mut all = self.arena.choices_of(state);
        all.find(keeps).map_or(NO_CHOICE, |choice| self.local(choice))
    }

    /// The positive closure by choices that are `alive`.
    fn closure(
        &self,
        alive: &[bool],
        good: impl Fn(StateId) -> bool,
        seed: impl Fn(u32) -> bool,
    ) -> Region {
        let mut found = Closure {
            play: self,
            region: Region::none(self.arena.states()),
            missing: self.counts(),
            done: alive.iter().map(|alive| !alive).collect(),
            queue: VecDeque::new(),
        };
        for state in self.arena.ids().filter(|&state| good(state)) {
            found.region.stage[state.index()] = 0;
            found.queue.push_back(state.0);
        }
        for state in self.arena.ids().filter(|state| !self.ended[state.index()]) {
            let seeds = self.arena.choices_of(state).filter(|&choice| seed(choice));
            seeds.for_each(|choice| found.hit(choice, 1));
        }
        while let Some(state) = found.queue.pop_front() {
            let stage = found.region.stage[state as usize] + 1;
            self.leading_to(state).iter().for_each(|&choice| found.hit(choice, stage));
        }
        found.region
    }
}

struct Closure<'a> {
    play: &'a Play<'a>,
    region: Region,
    /// For each state how many of its choices do not lead into the region yet.
    missing: Vec<u32>,
    /// For each choice whether it needs no further look.
    done: Vec<bool>,
    queue: VecDeque<u32>,
}

impl Closure<'_> {
    fn hit(&mut self, choice: u32, stage: u32) {
        if std::mem::replace(&mut self.done[choice as usize], true) {
            return;
        }
        let state = self.play.owner[choice as usize] as usize;
        self.missing[state] -= 1;
        let friend = self.play.friend[state];
        if self.region.stage[state] == NEVER && (friend || self.missing[state] == 0) {
            self.region.stage[state] = stage;
            if friend {
                self.region.strategy[state] = self.play.local(choice);
            }
            self.queue.push_back(state as u32);
        }
    }
}

/// The states that are left, and those that were taken out.
struct Left {
    inside: Vec<bool>,
    /// For each choice whether all its branches stay inside.
    alive: Vec<bool>,
    /// For each state how many of its choices are alive.
    choices: Vec<u32>,
    out: Region,
    next: u32,
}

impl Left {
    fn new(play: &Play<'_>, good: impl Fn(StateId) -> bool) -> Self {
        let arena = play.arena;
        let mut left = Self {
            inside: vec![true; arena.states()],
            alive: play.existing(),
            choices: play.counts(),
            out: Region::none(arena.states()),
            next: 0,
        };
        let failed = |state: &StateId| play.ended[state.index()] && !good(*state);
        let failed: Vec<StateId> = arena.ids().filter(failed).collect();
        left.take_out(play, &failed);
        left
    }

    /// Takes `lost` out at one stage, then what cannot avoid it, later and later.
    fn take_out(&mut self, play: &Play<'_>, lost: &[StateId]) {
        let mut queue: VecDeque<u32> = lost.iter().map(|state| state.0).collect();
        for &state in lost {
            self.inside[state.index()] = false;
            self.out.stage[state.index()] = self.next;
        }
        self.next += 1;
        while let Some(state) = queue.pop_front() {
            for &choice in play.leading_to(state) {
                if !std::mem::replace(&mut self.alive[choice as usize], false) {
                    continue;
                }
                let owner = play.owner[choice as usize] as usize;
                self.choices[owner] -= 1;
                let friend = play.friend[owner];
                if self.inside[owner] && (!friend || self.choices[owner] == 0) {
                    self.inside[owner] = false;
                    self.out.stage[owner] = self.next;
                    self.next += 1;
                    if !friend {
                        self.out.strategy[owner] = play.local(choice);
                    }
                    queue.push_back(owner as u32);
                }
            }
        }
    }
}
