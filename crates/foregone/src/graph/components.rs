//! Strongly connected components in solving order: successors first.
//!
//! Tarjan's algorithm (SIAM J. Comput. 1, 1972) with an explicit stack, in the form that keeps only
//! states which are not roots (Nuutila and Soisalon-Soininen, Inf. Process. Lett. 49, 1994). The
//! states of a component come out in postorder of the search: every edge that does not close a
//! cycle leads to an earlier state, which is what elimination wants.

use std::ops::Range;

use crate::{Arena, Goal, Objective, StateId};

/// The components of an arena, each after everything that can be reached from it. Where a game lists
/// them one may be several in truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// All states, component after component; empty where that is the order they have.
    pub order: Vec<u32>,
    cuts: Cuts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cuts {
    /// Every one of so many states is a component.
    Single(u32),
    /// Where in the order each component starts, and one past the last.
    Starts(Vec<u32>),
}

impl Components {
    /// Components of states that are in solving order: where each starts, and one past the last.
    pub fn in_place(starts: Vec<u32>) -> Self {
        Self { order: Vec::new(), cuts: Cuts::Starts(starts) }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let starts = if let Cuts::Starts(starts) = &self.cuts { starts.capacity() } else { 0 };
        4 * (starts + self.order.capacity())
    }

    /// How many components there are.
    pub fn len(&self) -> usize {
        match &self.cuts {
            Cuts::Single(states) => *states as usize,
            Cuts::Starts(starts) => starts.len() - 1,
        }
    }

    /// How many states they have.
    pub fn states(&self) -> usize {
        match &self.cuts {
            Cuts::Single(states) => *states as usize,
            Cuts::Starts(starts) => starts[starts.len() - 1] as usize,
        }
    }

    /// True without components.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Component number `number` as a range of places in the order.
    pub fn range(&self, number: usize) -> Range<u32> {
        match &self.cuts {
            Cuts::Single(_) => number as u32..number as u32 + 1,
            Cuts::Starts(starts) => starts[number]..starts[number + 1],
        }
    }

    /// The components as ranges of places in the order.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        (0..self.len()).map(|number| self.range(number))
    }

    /// True where the arena is numbered in solving order already.
    pub fn in_order(&self) -> bool {
        self.order.iter().enumerate().all(|(place, &state)| place as u32 == state)
    }

    /// The same components once the arena is [renumbered](Arena::renumbered) into `order`.
    pub fn renumbered(self) -> Self {
        Self { order: Vec::new(), ..self }
    }
}

/// A directed graph on the numbers below [`len`](Self::len).
pub trait Graph {
    /// Number of nodes.
    fn len(&self) -> usize;
    /// The nodes that `node` has an edge to.
    fn successors(&self, node: u32) -> &[u32];

    /// True without nodes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Graph for (&Arena, &Objective) {
    fn len(&self) -> usize {
        self.0.states()
    }

    #[inline]
    fn successors(&self, node: u32) -> &[u32] {
        let (arena, objective) = self;
        match &objective.goal {
            // Where play is over there is no choice; not to look saves waiting for memory.
            Goal::Payoff | Goal::Outcome(_) => arena.successors(StateId(node)),
            _ if objective.is_ended(arena, StateId(node)) => &[],
            _ => arena.successors(StateId(node)),
        }
    }
}

/// The components of an arena where play ends as `objective` says.
pub fn components(arena: &Arena, objective: &Objective) -> Components {
    components_of(&(arena, objective))
}

/// The components of any graph.
pub fn components_of(graph: &impl Graph) -> Components {
    if goes_up(graph) {
        let states = graph.len() as u32;
        return Components { order: (0..states).rev().collect(), cuts: Cuts::Single(states) };
    }
    let mut search = Search::new(graph.len());
    for root in 0..graph.len() as u32 {
        if search.low[root as usize] == UNSEEN {
            search.from(graph, root);
        }
    }
    let all_single = search.starts.len() == graph.len() + 1;
    let cuts = match all_single {
        true => Cuts::Single(graph.len() as u32),
        false => Cuts::Starts(search.starts),
    };
    Components { order: search.order, cuts }
}

/// True where every edge leads to a greater number, as breadth-first exploring leaves a game whose
/// every move makes one step of progress.
fn goes_up(graph: &impl Graph) -> bool {
    (0..graph.len() as u32).all(|node| graph.successors(node).iter().all(|&to| to > node))
}

const UNSEEN: u32 = 0;
const DONE: u32 = u32::MAX;

/// A state on the path from the root.
struct Frame<'a> {
    state: u32,
    /// Its number in order of discovery.
    number: u32,
    /// The smallest number it is known to reach.
    low: u32,
    /// Height of the stack of finished states when it was discovered.
    height: u32,
    /// Successors that were not looked at yet.
    rest: &'a [u32],
}

struct Search<'a> {
    /// For each state `UNSEEN`, `DONE`, or the smallest number it is known to reach; that of a
    /// state on the path may be out of date.
    low: Vec<u32>,
    path: Vec<Frame<'a>>,
    finished: Vec<u32>,
    order: Vec<u32>,
    starts: Vec<u32>,
    numbers: u32,
}

impl<'a> Search<'a> {
    fn new(states: usize) -> Self {
        Self {
            low: vec![UNSEEN; states],
            path: Vec::new(),
            finished: Vec::new(),
            order: Vec::with_capacity(states),
            starts: vec![0],
            numbers: 0,
        }
    }

    /// Finishes everything that can be reached from `root`.
    fn from(&mut self, graph: &'a impl Graph, root: u32) {
        let mut frame = self.enter(graph, root);
        loop {
            // Follows successors until one is new or all are seen.
            while let Some((&next, rest)) = frame.rest.split_first() {
                match self.low[next as usize] {
                    UNSEEN => {
                        // It is looked at again once it is finished.
                        let new = self.enter(graph, next);
                        self.path.push(std::mem::replace(&mut frame, new));
                        continue;
                    }
                    DONE => {}
                    seen => frame.low = frame.low.min(seen),
                }
                frame.rest = rest;
            }
            self.low[frame.state as usize] = frame.low;
            self.leave(&frame);
            match self.path.pop() {
                Some(before) => frame = before,
                None => return,
            }
        }
    }

    #[inline]
    fn enter(&mut self, graph: &'a impl Graph, state: u32) -> Frame<'a> {
        self.numbers += 1;
        let number = self.numbers;
        self.low[state as usize] = number;
        let (height, rest) = (self.finished.len() as u32, graph.successors(state));
        Frame { state, number, low: number, height, rest }
    }

    fn leave(&mut self, frame: &Frame<'_>) {
        self.finished.push(frame.state);
        if frame.low < frame.number {
            return;
        }
        for &member in &self.finished[frame.height as usize..] {
            self.low[member as usize] = DONE;
            self.order.push(member);
        }
        self.finished.truncate(frame.height as usize);
        self.starts.push(self.order.len() as u32);
    }
}
