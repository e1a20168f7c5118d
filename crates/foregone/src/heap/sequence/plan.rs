//! A rule sorted by what its moves cost to try.

use foregone_core::heap::{Move, Rounding, Rule};

/// The classes of a rule and what any of them needs.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    classes: Vec<Class>,
    class_of: Vec<u32>,
    /// Some move leaves two heaps.
    pub splits: bool,
    /// Some move leaves three heaps.
    pub triples: bool,
    /// Some move takes any number.
    pub endless: bool,
    /// All heaps have the same such move, so what it can leave only grows.
    pub steady: bool,
}

/// The moves of one class.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    /// The least first.
    takes: Vec<(usize, u8)>,
    divides: Vec<(usize, Rounding)>,
    share: Option<usize>,
    /// Any number of at least this may be taken.
    pub from: Option<usize>,
    /// How many are taken before a split in two, and whether the parts must differ.
    pub pairs: Vec<(usize, bool)>,
    /// How many are taken before a split in three.
    pub triples: Vec<usize>,
    /// A split in two equal heaps.
    pub equal: bool,
}

impl Plan {
    pub fn new(rule: &Rule) -> Plan {
        let classes: Vec<Class> = rule.classes().iter().map(|moves| Class::new(moves)).collect();
        let class_of: Vec<u32> = (0..rule.modulus()).map(|r| rule.class(r) as u32).collect();
        let used = |c: &Class| c.from;
        let first = used(&classes[class_of[0] as usize]);
        Plan {
            splits: classes.iter().any(|c| !c.pairs.is_empty()),
            triples: classes.iter().any(|c| !c.triples.is_empty()),
            endless: classes.iter().any(|c| c.from.is_some()),
            steady: class_of.iter().all(|&c| used(&classes[c as usize]) == first),
            classes,
            class_of,
        }
    }

    pub fn class(&self, n: usize) -> &Class {
        &self.classes[self.class_of[n % self.class_of.len()] as usize]
    }
}

impl Class {
    fn new(moves: &[Move]) -> Class {
        let mut class = Class::default();
        for m in moves {
            match *m {
                Move::Remove { take, leave } => {
                    let take = take as usize;
                    if leave & 3 != 0 {
                        class.takes.push((take, leave));
                    }
                    if leave & 4 != 0 {
                        class.pairs.push((take, false));
                    }
                    if leave & 8 != 0 {
                        class.triples.push(take);
                    }
                }
                Move::AtLeast { from } => {
                    class.from = Some(class.from.unwrap_or(usize::MAX).min(from as usize));
                }
                Move::UpToShare { share } => {
                    class.share = Some(class.share.unwrap_or(usize::MAX).min(share as usize));
                }
                Move::Divide { by, rounding } => class.divides.push((by as usize, rounding)),
                Move::SplitEqual => class.equal = true,
                Move::SplitUnequal => class.pairs.push((0, true)),
            }
        }
        class.takes.sort_unstable();
        class
    }

    /// The heaps (0: none) that moves leave alone, those of [`Class::from`] left out.
    pub fn singles(&self, n: usize) -> impl Iterator<Item = usize> {
        let possible = self.takes.partition_point(|&(k, _)| k <= n);
        let takes = self.takes[..possible].iter().filter_map(move |&(k, leave)| {
            let wanted = if n == k { 1 } else { 2 };
            (leave & wanted != 0).then(|| n - k)
        });
        let divides = self.divides.iter().filter_map(move |&(by, rounding)| {
            let left = if rounding == Rounding::Up { n.div_ceil(by) } else { n / by };
            let allowed = rounding != Rounding::Exact || left * by == n;
            (allowed && left < n).then_some(left)
        });
        let share = self.share.map_or(0..0, |share| n - n / share..n);
        takes.chain(divides).chain(share)
    }
}
