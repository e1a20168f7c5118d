//! The moves that win from one heap, as far as they can be listed.

use super::at::Known;
use super::prove::StepName;
use dashu_int::UBig;
use foregone_core::heap::{Move, PLAIN, Step};
use std::fmt;

/// A move on one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// How many are taken, or how the heap is divided; `None` for a split that takes nothing.
    pub step: Option<Taken>,
    /// The heaps that are left, empty ones left out.
    pub leaves: Vec<UBig>,
}

/// What a move does before heaps are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// So many are taken.
    Count(UBig),
    /// The heap is divided.
    Step(Step),
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let split = self.leaves.len() > 1;
        match &self.step {
            Some(Taken::Count(k)) => write!(f, "take {k}")?,
            Some(Taken::Step(step)) => write!(f, "{}", StepName(*step))?,
            None => f.write_str("split")?,
        }
        if split {
            f.write_str(if self.step.is_some() { ", leave " } else { " into " })?;
            let parts: Vec<String> = self.leaves.iter().map(ToString::to_string).collect();
            f.write_str(&parts.join(" and "))?;
        }
        Ok(())
    }
}

/// The winning moves, at most `limit`, after at most about `search` heaps looked at; and whether
/// these are all.
pub(super) fn plays(known: &Known, n: &UBig, limit: usize, search: usize) -> (Vec<Play>, bool) {
    let mut lister = Lister { known, n, limit, budget: search, found: Vec::new(), complete: true };
    for m in known.analysis.rule.data().moves_at(n) {
        lister.list(m);
    }
    for (step, left) in known.analysis.rule.data().steps_at(n) {
        if lister.lost(&left) {
            let taken = match step {
                Step::Take(k) => Taken::Count(UBig::from(k)),
                other => Taken::Step(other),
            };
            lister.add(Some(taken), vec![left]);
        }
    }
    (lister.found, lister.complete)
}

struct Lister<'a> {
    known: &'a Known<'a>,
    n: &'a UBig,
    limit: usize,
    budget: usize,
    found: Vec<Play>,
    complete: bool,
}

impl Lister<'_> {
    /// A heap whose value is not known is not called lost, and the list not complete.
    fn lost(&mut self, n: &UBig) -> bool {
        let value = self.known.value(n);
        self.complete &= value.is_some();
        value == Some(UBig::ZERO)
    }

    fn add(&mut self, step: Option<Taken>, mut leaves: Vec<UBig>) {
        leaves.retain(|heap| *heap != UBig::ZERO);
        if self.found.len() < self.limit {
            self.found.push(Play { step, leaves });
        } else {
            self.complete = false;
        }
    }

    /// False, and the list is not complete, once enough has been looked at or found.
    fn goes_on(&mut self) -> bool {
        let more = self.budget > 0 && self.found.len() < self.limit;
        self.budget = self.budget.saturating_sub(1);
        self.complete &= more;
        more
    }

    /// Lists moves that leave two heaps or more, or one of many.
    fn list(&mut self, m: &Move) {
        match *m {
            Move::Remove { take, leave } if leave & !PLAIN != 0 && *self.n >= UBig::from(take) => {
                let total = self.n - UBig::from(take);
                let taken = (take > 0).then(|| Taken::Count(UBig::from(take)));
                if leave & 4 != 0 {
                    self.pairs(&total, false, taken.as_ref());
                }
                if leave & 8 != 0 {
                    self.triples(&total, taken.as_ref());
                }
            }
            Move::SplitUnequal => self.pairs(self.n, true, None),
            Move::SplitEqual if *self.n > UBig::ZERO && self.n % 2u8 == 0 => {
                let half = self.n / UBig::from(2u8);
                self.add(None, vec![half.clone(), half]);
            }
            Move::AtLeast { from } if *self.n >= UBig::from(from) => {
                self.rests(UBig::ZERO, self.n - UBig::from(from));
            }
            Move::UpToShare { share } => {
                let most = self.n / UBig::from(share);
                if most > UBig::ZERO {
                    self.rests(self.n - most, self.n - UBig::ONE);
                }
            }
            _ => {}
        }
    }

    /// Takes that leave one heap of `from..=to`.
    fn rests(&mut self, from: UBig, to: UBig) {
        let mut left = from;
        while left <= to {
            if self.known.grows() && left >= self.known.reach() {
                return;
            }
            if !self.goes_on() {
                return;
            }
            if self.lost(&left) {
                self.add(Some(Taken::Count(self.n - &left)), vec![left.clone()]);
            }
            left += UBig::ONE;
        }
    }

    /// Splits of `total` in two. Beyond the reach of the period the smaller part repeats what
    /// smaller ones did.
    fn pairs(&mut self, total: &UBig, unequal: bool, taken: Option<&Taken>) {
        let mut a = UBig::ONE;
        while &a + &a <= *total {
            let b = total - &a;
            if a >= self.known.reach() {
                self.complete = false;
                return;
            }
            if !self.goes_on() {
                return;
            }
            if unequal && a == b {
                return;
            }
            let (left, right) = (self.known.value(&a), self.known.value(&b));
            self.complete &= left.is_some() && right.is_some();
            if left.is_some() && left == right {
                self.add(taken.cloned(), vec![a.clone(), b]);
            }
            a += UBig::ONE;
        }
    }

    fn triples(&mut self, total: &UBig, taken: Option<&Taken>) {
        let mut a = UBig::ONE;
        while &a * UBig::from(3u8) <= *total {
            let mut b = a.clone();
            while &a + &b + &b <= *total {
                if !self.goes_on() {
                    return;
                }
                let c = total - &a - &b;
                let values = [&a, &b, &c].map(|heap| self.known.value(heap));
                if let [Some(x), Some(y), Some(z)] = values
                    && x ^ y == z
                {
                    self.add(taken.cloned(), vec![a.clone(), b.clone(), c]);
                }
                b += UBig::ONE;
            }
            a += UBig::ONE;
        }
    }
}
