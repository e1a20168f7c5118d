//! A worker's part of an explored game, and what it shares with its peers at the edge.
//!
//! States that are the worker's own come first, in solving order: by level from the last on, within
//! a level successors first. Behind them stand the states of others, peer after peer; each peer
//! holds the list of its states that stand here in the same order. So values cross the edge as
//! plain arrays. Invariant: `edge[p]` here and `lent[me]` at peer `p` speak of the same states in
//! the same order, that of their levels from the last on.

use std::ops::Range;
use std::sync::Arc;

use foregone::graph::components;
use foregone::{Arena, Goal, Objective, StateId};

use crate::agree::agree;
use crate::crew::Crew;
use crate::explore::Explorer;
use crate::keys::Keys;
use crate::problem::{Ask, Mark, Playing, Question};
use crate::wire::Wire;

/// A worker's part.
pub(crate) struct Part {
    pub arena: Arc<Arena>,
    /// How many states are the worker's own.
    pub inner: u32,
    pub objective: Objective,
    /// The own positions.
    pub keys: Keys,
    /// Which positions they were while exploring.
    pub origin: Vec<u32>,
    /// For each peer where its states stand here.
    pub edge: Vec<Range<u32>>,
    /// For each peer the own states that stand there.
    pub lent: Vec<Vec<u32>>,
    /// For each state, edge included, whether play has ended there.
    pub ended: Vec<bool>,
    /// For each state, edge included, its level.
    pub levels: Vec<u64>,
    /// The states of the starts that are the worker's own.
    pub starts: Vec<Option<u32>>,
}

impl Part {
    /// Makes a part of what was explored. A move to an earlier level is the game's mistake.
    pub fn new(
        crew: &mut Crew<'_>,
        mut explorer: Explorer,
        ask: Ask,
        playing: &Playing,
        seeds: &[(Vec<u8>, u64)],
    ) -> Result<Self, String> {
        let arena = explorer.arena();
        let arena = agree(crew, arena)?;
        let objective = objective(crew, &explorer, ask, playing)?;
        let found = components(&arena, &objective);
        let levels =
            spread(crew, &explorer, own_values(&explorer, explorer.levels.iter().copied()));
        let ended = arena.ids().map(|state| objective.is_ended(&arena, state)).collect();
        let ended = spread(crew, &explorer, ended);
        let level = |&at: &u32| std::cmp::Reverse(levels[at as usize]);
        let mut order: Vec<u32> =
            found.order.iter().copied().filter(|&at| !explorer.foreign[at as usize]).collect();
        order.sort_by_key(level);
        let inner = order.len() as u32;
        let mut edge = Vec::new();
        for mut named in std::mem::take(&mut explorer.named) {
            named.sort_by_key(level);
            let first = order.len() as u32;
            order.extend(named);
            edge.push(first..order.len() as u32);
        }
        let mut place = vec![0; order.len()];
        (0..).zip(&order).for_each(|(new, &old)| place[old as usize] = new);
        let mut lent = std::mem::take(&mut explorer.named_by);
        for list in &mut lent {
            list.sort_by_key(level);
            list.iter_mut().for_each(|at| *at = place[*at as usize]);
        }
        let keys = explorer.keys.kept(&order[..inner as usize]);
        let start = |(key, _): &(Vec<u8>, u64)| {
            let at = explorer.keys.find(key).filter(|&at| !explorer.foreign[at as usize]);
            at.map(|at| place[at as usize])
        };
        let part = Self {
            starts: seeds.iter().map(start).collect(),
            arena: Arc::new(arena.renumbered(&order)),
            inner,
            objective: objective.renumbered(&order),
            keys,
            origin: order[..inner as usize].to_vec(),
            edge,
            lent,
            ended: order.iter().map(|&old| ended[old as usize]).collect(),
            levels: order.iter().map(|&old| levels[old as usize]).collect(),
        };
        agree(crew, part.check_levels())?;
        Ok(part)
    }

    fn check_levels(&self) -> Result<(), String> {
        for state in self.own() {
            let level = self.levels[state.index()];
            let earlier =
                |&&to: &&u32| self.levels[to as usize] < level && !self.ended[state.index()];
            if let Some(&to) = self.arena.successors(state).iter().find(earlier) {
                let to = self.levels[to as usize];
                return Err(format!("a move leads from level {level} back to level {to}"));
            }
        }
        Ok(())
    }

    /// Bytes held for the own states, and for the edge: states of others and lists of what they
    /// know. `each` is what a bound, its strategy and its rank take.
    pub fn held(&self, each: usize) -> (u64, u64) {
        let (states, inner) = (self.arena.states(), self.inner as usize);
        // A state has its turn, its first choice, whether it has ended, its level, its bounds.
        let state = 1 + 4 + 1 + 8 + each;
        let edge = states - inner;
        let lent: usize = self.lent.iter().map(Vec::len).sum();
        let own = self.arena.bytes() - 5 * edge + self.keys.held() + inner * (state - 5);
        (own as u64, (edge * state + 4 * lent) as u64)
    }

    /// True where play goes on from an own state: neither ended nor unexplored.
    pub fn plays(&self, state: u32) -> bool {
        !self.ended[state as usize] && self.arena.player(StateId(state)).is_some()
    }

    /// The own states.
    pub fn own(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.inner).map(StateId)
    }

    /// Overwrites the entries of the edge with what their owners have.
    pub fn share<T: Wire>(&self, crew: &mut Crew<'_>, values: &mut [T]) {
        let lend = |list: &Vec<u32>| {
            let mut out = Vec::new();
            list.iter().for_each(|&at| values[at as usize].put(&mut out));
            out
        };
        let to = self.lent.iter().map(lend).collect();
        for (range, bytes) in self.edge.iter().zip(crew.swap(to)) {
            let range = range.start as usize..range.end as usize;
            let got = T::get_all(&bytes);
            assert_eq!(got.len(), range.len(), "peers lend what was named");
            values[range].iter_mut().zip(got).for_each(|(value, new)| *value = new);
        }
    }

    /// For each own state its place at the peers it is lent to: `(peer, place)`.
    pub fn borrowers(&self) -> Borrowers {
        let mut start = vec![0_u32; self.inner as usize + 1];
        self.lent.iter().flatten().for_each(|&at| start[at as usize + 1] += 1);
        for at in 1..start.len() {
            start[at] += start[at - 1];
        }
        let mut next = start.clone();
        let mut places = vec![(0, 0); self.lent.iter().map(Vec::len).sum()];
        for (peer, list) in self.lent.iter().enumerate() {
            for (place, &at) in (0..).zip(list) {
                let next = &mut next[at as usize];
                places[*next as usize] = (peer as u32, place);
                *next += 1;
            }
        }
        Borrowers { start, places }
    }
}

/// See [`Part::borrowers`].
pub(crate) struct Borrowers {
    start: Vec<u32>,
    places: Vec<(u32, u32)>,
}

impl Borrowers {
    pub fn of(&self, state: u32) -> &[(u32, u32)] {
        let at = state as usize;
        &self.places[self.start[at] as usize..self.start[at + 1] as usize]
    }
}

/// What is asked, in the numbering of the explorer.
fn objective(
    crew: &mut Crew<'_>,
    explorer: &Explorer,
    ask: Ask,
    playing: &Playing,
) -> Result<Objective, String> {
    let (Ask::Reach(Question { max, .. }), Some(marks)) = (ask, &playing.marks) else {
        return Ok(playing.game.objective());
    };
    let mut all = Vec::new();
    let mut failure = Ok(());
    for (at, &foreign) in (0..).zip(&explorer.foreign) {
        let mark = if foreign { Ok(Mark::default()) } else { marks(explorer.keys.get(at)) };
        all.push(mark.unwrap_or_else(|error| {
            failure = Err(error);
            Mark::default()
        }));
    }
    agree(crew, failure)?;
    let pairs = all.iter().map(|mark| (mark.through, mark.target)).collect();
    let (through, targets) = spread::<(bool, bool)>(crew, explorer, pairs).into_iter().unzip();
    Ok(Objective { max, goal: Goal::Until { through, targets } })
}

/// Values of the own positions, in order, among all; the others' are the default.
fn own_values<T: Default>(explorer: &Explorer, own: impl Iterator<Item = T>) -> Vec<T> {
    let mut own = own;
    let value =
        |&foreign: &bool| if foreign { T::default() } else { own.next().unwrap_or_default() };
    explorer.foreign.iter().map(value).collect()
}

/// The same with the others' values as they have them.
fn spread<T: Wire>(crew: &mut Crew<'_>, explorer: &Explorer, mut values: Vec<T>) -> Vec<T> {
    let lend = |list: &Vec<u32>| {
        let mut out = Vec::new();
        list.iter().for_each(|&at| values[at as usize].put(&mut out));
        out
    };
    let to = explorer.named_by.iter().map(lend).collect();
    for (named, bytes) in explorer.named.iter().zip(crew.swap(to)) {
        for (&at, value) in named.iter().zip(T::get_all(&bytes)) {
            values[at as usize] = value;
        }
    }
    values
}
