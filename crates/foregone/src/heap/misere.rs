//! Misère play on several heaps: who cannot move wins.
//!
//! Nimbers do not help here; outcomes come from the recursion on whole positions, kept in a table
//! whose size is limited. Heaps without a move are left out of a position, heaps are in order.

use super::naive::options;
use foregone_core::heap::Rule;
use std::collections::BTreeMap;

/// Outcomes of positions in misère play, remembered.
#[derive(Clone, Debug)]
pub struct Misere {
    rule: Rule,
    limit: usize,
    won: BTreeMap<Vec<usize>, bool>,
    options: BTreeMap<usize, Vec<Vec<usize>>>,
}

/// More positions than the limit would be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {0} positions would be needed")]
pub struct TooMany(pub usize);

impl Misere {
    /// For a rule; at most `limit` positions are remembered.
    pub fn new(rule: &super::Rule, limit: usize) -> Misere {
        let (won, options) = (BTreeMap::new(), BTreeMap::new());
        Misere { rule: rule.data().clone(), limit, won, options }
    }

    /// Whether the mover wins with these heaps.
    pub fn won(&mut self, heaps: &[usize]) -> Result<bool, TooMany> {
        let start = self.canonical(heaps.to_vec());
        let mut stack = vec![self.visit(start.clone())];
        while let Some(mut visit) = stack.pop() {
            match self.step(&mut visit) {
                Some(won) => {
                    self.won.insert(visit.position, won);
                    if self.won.len() + stack.len() > self.limit {
                        return Err(TooMany(self.limit));
                    }
                }
                None => {
                    let next = visit.open.last().cloned().unwrap_or_default();
                    stack.push(visit);
                    let next = self.visit(next);
                    stack.push(next);
                }
            }
        }
        Ok(self.won[&start])
    }

    /// The outcome, once enough options are known; else the last open option is to be visited.
    fn step(&self, visit: &mut Visit) -> Option<bool> {
        if visit.stuck {
            return Some(true);
        }
        while let Some(option) = visit.open.last() {
            match self.won.get(option) {
                Some(false) => return Some(true),
                Some(true) => visit.open.pop(),
                None => return None,
            };
        }
        Some(false)
    }

    fn visit(&mut self, position: Vec<usize>) -> Visit {
        let mut open = Vec::new();
        for (i, &heap) in position.iter().enumerate() {
            if i > 0 && position[i - 1] == heap {
                continue;
            }
            for left in self.moves(heap) {
                let mut next = position.clone();
                next.remove(i);
                next.extend(left);
                open.push(self.canonical(next));
            }
        }
        Visit { stuck: position.is_empty(), position, open }
    }

    fn canonical(&mut self, mut heaps: Vec<usize>) -> Vec<usize> {
        heaps.retain(|&heap| !self.moves(heap).is_empty());
        heaps.sort_unstable();
        heaps
    }

    fn moves(&mut self, heap: usize) -> Vec<Vec<usize>> {
        self.options.entry(heap).or_insert_with(|| options(&self.rule, heap)).clone()
    }
}

struct Visit {
    position: Vec<usize>,
    /// No move is left.
    stuck: bool,
    open: Vec<Vec<usize>>,
}
