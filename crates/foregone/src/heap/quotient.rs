//! Finds misère quotients of heap games.
//!
//! Heap after heap: either it behaves like a sum of earlier generators in every test position, or it
//! becomes a generator itself (Plambeck, Taming the wild in impartial combinatorial games, Integers
//! 5, 2005). Test positions are the sums of generators with limited multiples; who loses them
//! comes from the recursion, and merging what no sum tells apart is the minimising of an automaton
//! (Moore 1956). Nothing here need be right: the judge decides, and what it does not accept is not
//! shown.

mod sums;

use super::naive::options;
use super::period::repetition;
use super::{Rule, Unproved};
use foregone_core::Watch;
use foregone_core::heap::Move;
use foregone_core::judge::heap::{MOST_ELEMENTS, ProvedQuotient, Quotient, check_quotient};
use sums::{Multiples, Sums};

/// Heaps up to which a repetition is looked for.
const MOST_HEAPS: usize = 256;
/// Heaps taken in where no repetition can be proved.
const FEW_HEAPS: usize = 64;
/// Test positions at most.
const MOST_SUMS: usize = 70_000;
/// Sums compared until the search is given up.
const WORK: u64 = 300_000_000;
/// How often heaps are looked at again.
const ROUNDS: usize = 10;

/// The misère quotient of a rule: for all heaps where its elements are found to repeat, else for the
/// first so many.
///
/// # Errors
/// No quotient was found; the reason says what is in the way.
pub fn quotient(rule: &Rule, watch: &dyn Watch) -> Result<ProvedQuotient, Unproved> {
    let mut search = Search::new(rule);
    let takes_few = |m: &Move| matches!(m, Move::Remove { leave: ..8, .. });
    let whole = rule.data().modulus() == 1 && rule.data().all_moves().all(takes_few);
    let mut best = None;
    for heap in 1..if whole { MOST_HEAPS } else { FEW_HEAPS + 1 } {
        if watch.stop() || !search.add(heap) {
            break;
        }
        if whole && heap >= 6 && (heap % 8 == 0 || heap < 24) {
            let claim = search.claim(rule);
            if claim.tail.is_some()
                && let Ok(proved) = check_quotient(claim)
            {
                return Ok(proved);
            }
        }
        if heap.is_power_of_two() && heap >= 16 {
            best = check_quotient(Quotient { tail: None, ..search.claim(rule) }).ok().or(best);
        }
    }
    best.ok_or(Unproved::NoQuotient { most: MOST_ELEMENTS })
}

struct Search<'a> {
    rule: &'a Rule,
    sums: Sums,
    /// For each heap its options as the heaps they leave.
    moves: Vec<Vec<Vec<usize>>>,
    /// For each heap the multiples of generators that it behaves like.
    like: Vec<Multiples>,
    work: u64,
}

impl<'a> Search<'a> {
    fn new(rule: &'a Rule) -> Self {
        let (moves, like) = (vec![Vec::new()], vec![Vec::new()]);
        let mut search = Self { rule, sums: Sums::default(), moves, like, work: 0 };
        search.sums.refresh();
        search
    }

    /// Takes the next heap in; false where there are too many test positions.
    fn add(&mut self, heap: usize) -> bool {
        self.moves.push(options(self.rule.data(), heap));
        if self.moves[heap].is_empty() {
            self.like.push(Vec::new());
            return true;
        }
        match self.look(heap) {
            Some(like) => {
                self.like.push(like);
                true
            }
            None => {
                self.like.push(Vec::new());
                self.generate(heap) && self.settle(heap)
            }
        }
    }

    /// The sum that a heap behaves like.
    fn look(&mut self, heap: usize) -> Option<Multiples> {
        let options = self.options(heap);
        let each = options.len() + self.sums.order() / 4 + 8;
        self.work += (each * 3 * self.sums.len()) as u64;
        self.sums.behaves_like(heap, &options)
    }

    /// Makes a heap a generator.
    fn generate(&mut self, heap: usize) -> bool {
        if !self.sums.has_room(MOST_SUMS) || self.work > WORK {
            return false;
        }
        let number = self.sums.add(heap, self.options(heap));
        self.like[heap] = vec![0; number + 1];
        self.like[heap][number] = 1;
        true
    }

    /// What was alike may be told apart by a new generator: looks again until nothing changes.
    fn settle(&mut self, last: usize) -> bool {
        for _ in 0..ROUNDS {
            let mut changed = false;
            if self.work > WORK {
                return false;
            }
            for heap in 1..=last {
                if self.moves[heap].is_empty() || self.sums.heaps().contains(&heap) {
                    continue;
                }
                match self.look(heap) {
                    Some(like)
                        if self.sums.class_of(&like) == self.sums.class_of(&self.like[heap]) => {}
                    Some(like) => {
                        self.like[heap] = like;
                        changed = true;
                    }
                    None if self.generate(heap) => changed = true,
                    None => return false,
                }
            }
            if !changed {
                return self.sums.order() <= MOST_ELEMENTS;
            }
            let all: Vec<Vec<Multiples>> =
                self.sums.heaps().iter().map(|&heap| self.options(heap)).collect();
            self.sums.set_options(all);
        }
        false
    }

    fn options(&self, heap: usize) -> Vec<Multiples> {
        let sum = |parts: &Vec<usize>| {
            parts.iter().fold(Vec::new(), |sum, &part| self.sums.plus(&sum, &self.like[part]))
        };
        let mut options: Vec<Multiples> = self.moves[heap].iter().map(sum).collect();
        options.sort();
        options.dedup();
        options
    }

    fn claim(&self, rule: &Rule) -> Quotient {
        let (product, lost) = self.sums.table();
        let values: Vec<u8> = self.like.iter().map(|like| self.sums.class_of(like) as u8).collect();
        let numbers: Vec<u32> = values.iter().map(|&value| value.into()).collect();
        let tail = repetition(&numbers, |from, period| from + 2 * period + 2 <= numbers.len());
        let tail = tail.map(|found| (found.preperiod as u64, found.period as u64));
        Quotient { rule: rule.data().clone(), product, lost, values, tail }
    }
}
