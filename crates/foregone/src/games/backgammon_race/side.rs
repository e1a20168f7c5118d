//! The checkers of one side, and what a throw can make of them.
//!
//! Invariant: points are in falling order, and 0 stands behind the last checker.

use std::collections::BTreeMap;

/// Checkers of one side at most.
pub(super) const CHECKERS: usize = 15;
/// The farthest point from home.
pub(super) const POINTS: u8 = 24;
/// From here on checkers may be borne off, once all are here.
const HOME: u8 = 6;

/// The points of one side's checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Side([u8; CHECKERS]);

/// A checker's move: from a point, to a point or off (0).
pub(super) type Step = (u8, u8);

impl Side {
    /// Reads `6/5/5`, or `-` for no checkers.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut side = Self::default();
        if text == "-" {
            return Some(side);
        }
        for (at, part) in text.split('/').enumerate() {
            let point = part.trim().parse().ok().filter(|point| (1..=POINTS).contains(point))?;
            *side.0.get_mut(at)? = point;
        }
        Some(side.sorted())
    }

    /// As people write it.
    pub(super) fn shown(&self) -> String {
        let each: Vec<String> = self.checkers().map(|point| point.to_string()).collect();
        if each.is_empty() { "-".into() } else { each.join("/") }
    }

    /// True once all checkers are off.
    pub(super) fn is_off(&self) -> bool {
        self.0[0] == 0
    }

    fn checkers(&self) -> impl Iterator<Item = u8> {
        self.0.iter().copied().take_while(|&point| point > 0)
    }

    /// True where no checker is farther, and there are no more of them, than in `start`.
    pub(super) fn may_come_from(&self, start: &Self) -> bool {
        self.0.iter().zip(start.0).all(|(&here, before)| here <= before)
    }

    fn sorted(mut self) -> Self {
        self.0.sort_unstable_by(|a, b| b.cmp(a));
        self
    }

    /// Every way to use one die.
    fn steps(&self, die: u8) -> impl Iterator<Item = (Step, Self)> {
        let (all, highest) = (self.0, self.0[0]);
        (0..CHECKERS).filter_map(move |at| {
            let from = all[at];
            let again = at > 0 && all[at - 1] == from;
            let off = highest <= HOME && (from == die || from == highest);
            if from == 0 || again || from <= die && !off {
                return None;
            }
            let to = from.saturating_sub(die);
            let mut side = Self(all);
            side.0[at] = to;
            Some(((from, to), side.sorted()))
        })
    }

    /// Every outcome of playing a throw, each once with one way to it. All dice are used as long as
    /// there are checkers, which without the other side in the way is always possible.
    pub(super) fn plays(&self, throw: [u8; 2]) -> Vec<(Self, Vec<Step>)> {
        let [a, b] = throw;
        let orders: &[&[u8]] = if a == b { &[&[a; 4]] } else { &[&[a, b], &[b, a]] };
        let mut all = BTreeMap::new();
        for order in orders {
            let mut now = BTreeMap::from([(*self, Vec::new())]);
            for &die in *order {
                let mut next = BTreeMap::new();
                for (side, path) in now {
                    if side.is_off() {
                        next.entry(side).or_insert(path);
                        continue;
                    }
                    for (step, after) in side.steps(die) {
                        next.entry(after).or_insert_with(|| [&path[..], &[step]].concat());
                    }
                }
                now = next;
            }
            now.into_iter().for_each(|(side, path)| _ = all.entry(side).or_insert(path));
        }
        all.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(side: &str, throw: [u8; 2]) -> Vec<String> {
        let plays = Side::read(side).unwrap().plays(throw);
        plays.into_iter().map(|(side, _)| side.shown()).collect()
    }

    #[test]
    fn dice_are_played_by_the_rules() {
        // A high die bears off the farthest checker; a low one moves inside.
        assert_eq!(results("6/5", [6, 5]), ["-", "1"]);
        assert_eq!(results("6/5", [5, 4]), ["1/1", "2"]);
        assert_eq!(results("6/5", [4, 1]), ["4/2", "5/1", "6"]);
        assert_eq!(results("3/2", [6, 1]), ["1", "2"]);
        // Nothing is borne off before all are home, which the first die may bring about.
        assert_eq!(results("9/1", [1, 2]), ["6/1"]);
        assert_eq!(results("8/1", [1, 2]), ["5/1", "6"]);
        assert_eq!(results("6/6/6/6/6", [6, 6]), ["6"]);
        assert_eq!(results("24", [6, 6]), ["-"]);
        assert_eq!(results("2/2", [1, 1]), ["-"]);
    }
}
