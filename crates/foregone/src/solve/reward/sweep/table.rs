//! A component's moves, laid out in the order in which its nodes are swept.
//!
//! A sweep in place goes far where what a node leads to comes before it. Values that grow with every
//! move tell such an order: on the way out of the component they fall, so the lesser go first.
//! Invariant: places of nodes come first, in that order; whatever else a move leads to follows.

use super::super::part::Part;

/// The moves of a component, by places.
pub(super) struct Table<'a> {
    /// For each place its node.
    pub nodes: Vec<u32>,
    /// The states behind the places after those.
    pub exits: Vec<u32>,
    /// For each node's place whether it is Max's.
    max: Vec<bool>,
    /// For each node's place where its moves begin; their number at the end.
    first: Vec<u32>,
    moves: Vec<Move<'a>>,
    /// The places that the moves lead to.
    targets: Vec<u32>,
}

struct Move<'a> {
    /// The choice of the arena.
    choice: u32,
    /// Where its targets begin.
    start: u32,
    gain: f64,
    /// What the sum over the other places is multiplied with, for the move may be repeated until it
    /// leads elsewhere; 0 where that hardly ever happens, and the sum takes in the place itself.
    repeats: f64,
    floats: &'a [f64],
}

/// A move that stays with a probability nearer to 1 than this is not taken for repeated.
pub(super) const STAYS: f64 = 1e-9;

impl<'a> Table<'a> {
    /// The moves of the open nodes, which come in this order.
    pub fn new(part: &Part<'a, f64>, nodes: Vec<u32>) -> Self {
        // Zeroed memory is handed out as it is touched: states far away cost nothing.
        let mut places = vec![0; part.local.arena.states()];
        for (place, &node) in nodes.iter().enumerate() {
            places[part.local.state(node as usize).index()] = place as u32 + 1;
        }
        let mut table = Self {
            max: nodes.iter().map(|&node| part.is_max(node as usize)).collect(),
            first: vec![0],
            exits: Vec::new(),
            moves: Vec::new(),
            targets: Vec::with_capacity(part.local.all_targets().len()),
            nodes,
        };
        for place in 0..table.nodes.len() {
            let node = table.nodes[place] as usize;
            for choice in part.choices(node) {
                table.add(part, choice, place, &mut places);
            }
            table.first.push(table.moves.len() as u32);
        }
        table
    }

    fn add(&mut self, part: &Part<'a, f64>, choice: u32, own: usize, places: &mut [u32]) {
        let (start, branches) = (self.targets.len() as u32, part.local.choice(choice));
        let mut leaves = 1.0;
        for (&target, p) in branches.targets.iter().zip(branches.distribution.floats) {
            let place = &mut places[target as usize];
            if *place == 0 {
                self.exits.push(target);
                *place = (self.nodes.len() + self.exits.len()) as u32;
            }
            self.targets.push(*place - 1);
            if *place as usize == own + 1 {
                leaves -= p;
            }
        }
        let repeats = if leaves < STAYS { 0.0 } else { 1.0 / leaves };
        let (gain, floats) = (*part.gain(choice), branches.distribution.floats);
        self.moves.push(Move { choice, start, gain, repeats, floats });
    }

    /// How many places are nodes'.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many branches the moves have.
    pub fn branches(&self) -> usize {
        self.targets.len()
    }

    #[inline]
    pub fn is_max(&self, place: usize) -> bool {
        self.max[place]
    }

    /// The choice of the arena that a move is.
    pub fn choice(&self, at: u32) -> u32 {
        self.moves[at as usize].choice
    }

    /// The move at `place` that is `choice`, or the first.
    pub fn find(&self, place: usize, choice: u32) -> u32 {
        let mut all = self.first[place]..self.first[place + 1];
        all.find(|&at| self.choice(at) == choice).unwrap_or(self.first[place])
    }

    /// The most that a move collects.
    pub fn most(&self) -> f64 {
        self.moves.iter().map(|one| one.gain).fold(0.0, f64::max)
    }

    /// What a move at `place` is worth, repeated until it leads elsewhere, `extra` being collected
    /// beside each time.
    #[inline]
    pub fn worth(&self, place: usize, at: u32, extra: f64, values: &mut [f64]) -> f64 {
        let one = &self.moves[at as usize];
        let targets = &self.targets[one.start as usize..][..one.floats.len()];
        let sum = |values: &[f64]| {
            let terms = targets.iter().zip(one.floats);
            terms.map(|(&t, p)| p * values[t as usize]).sum::<f64>()
        };
        if one.repeats == 0.0 {
            return one.gain + extra + sum(values);
        }
        let own = std::mem::replace(&mut values[place], 0.0);
        let others = sum(values);
        values[place] = own;
        (one.gain + extra + others) * one.repeats
    }

    /// The owner's best move and what it is worth.
    #[inline]
    pub fn best(&self, place: usize, extra: f64, values: &mut [f64]) -> (f64, u32) {
        let (is_max, first) = (self.max[place], self.first[place]);
        let mut best = (self.worth(place, first, extra, values), first);
        for at in first + 1..self.first[place + 1] {
            let value = self.worth(place, at, extra, values);
            if if is_max { value > best.0 } else { value < best.0 } {
                best = (value, at);
            }
        }
        best
    }
}
