//! Judges misère quotients: who wins every sum of heaps when who cannot move wins.
//!
//! Given a finite commutative monoid with a set `P` of its elements, and for every heap an element
//! `f`; a sum of heaps has the product of its heaps' elements. To each heap belongs the pair of its
//! element and the set of its options' elements, to a sum the pairs' product
//! `(x, E)(y, F) = (xy, yE + xF)`, which is again its element and its options' elements. Checked is
//! 1. the table is that of a commutative monoid, element 0 being its identity, which heap 0 has;
//! 2. in every product of the heaps' pairs, `(x, E)`: `x` is in `P` just where `E` is not empty and
//!    avoids `P`.
//!
//! Then by induction the mover loses just those sums whose element is in `P` (Plambeck and Siegel,
//! Misère quotients for impartial games, JCT A 115, 2008). The heaps are those of the table; with a
//! tail all heaps are meant: where no move takes more than `t` or leaves more than two heaps and `f`
//! repeats with period `p` from `q` on, the pairs repeat from `2q + 2p + t + 2` on, since one part of
//! every split is then so large that it may be made smaller or greater by `p`.

use crate::heap::{Move, Rounding, Rule};
use dashu_int::UBig;
use std::collections::BTreeSet;

use super::Refusal;

/// A quotient that nobody has checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// The rule.
    pub rule: Rule,
    /// The product of any two elements, of at most [`MOST`].
    pub product: Vec<Vec<u8>>,
    /// For each element whether it is in `P`: lost for the mover.
    pub lost: Vec<bool>,
    /// The elements of the heaps 0, 1, 2, …
    pub values: Vec<u8>,
    /// Pre-period and period of the values, where it is claimed that they go on so.
    pub tail: Option<(u64, u64)>,
}

/// Elements that a quotient may have at most.
pub const MOST: usize = 128;
/// Pairs looked at.
const PAIRS: usize = 1_000_000;

/// A quotient that the judge accepted.
#[derive(Clone, Debug)]
pub struct ProvedQuotient(Quotient);

impl ProvedQuotient {
    /// The quotient.
    pub fn claim(&self) -> &Quotient {
        &self.0
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.0.lost.len()
    }

    /// The element of a heap, where the table or the tail gives it.
    pub fn value(&self, n: &UBig) -> Option<u8> {
        self.0.value(n)
    }

    /// Whether the mover wins the sum of these heaps; `None` where one is beyond what is known.
    pub fn won(&self, heaps: &[UBig]) -> Option<bool> {
        let element = heaps.iter().try_fold(0_u8, |product, n| {
            Some(self.0.product[usize::from(product)][usize::from(self.value(n)?)])
        });
        element.map(|element| !self.0.lost[usize::from(element)])
    }
}

/// Accepts a quotient, or says what is wrong with it.
///
/// # Errors
/// The evidence does not prove it, or it has too many elements or pairs to be looked at.
pub fn check_quotient(claim: Quotient) -> Result<ProvedQuotient, Refusal> {
    monoid(&claim)?;
    let heaps = claim.heaps()?;
    let mut generators = BTreeSet::new();
    for n in 0..heaps {
        generators.insert((claim.at(n), claim.options(n)));
    }
    let generators: Vec<(u8, u128)> = generators.into_iter().collect();
    let mut known = BTreeSet::from([(0_u8, 0_u128)]);
    let mut open = vec![(0_u8, 0_u128)];
    while let Some((x, options)) = open.pop() {
        let avoids = |set: u128| (0..claim.lost.len()).all(|e| set >> e & 1 == 0 || !claim.lost[e]);
        if claim.lost[usize::from(x)] != (options != 0 && avoids(options)) {
            return Err(Refusal::Shape("a sum is lost just where some move from it loses"));
        }
        for &(y, more) in &generators {
            let options = claim.moved(options, y) | claim.moved(more, x);
            let pair = (claim.product[usize::from(x)][usize::from(y)], options);
            if known.insert(pair) {
                open.push(pair);
            }
        }
        if known.len() > PAIRS {
            return Err(Refusal::Shape("the quotient has more sums of options than are looked at"));
        }
    }
    Ok(ProvedQuotient(claim))
}

/// Condition 1.
fn monoid(claim: &Quotient) -> Result<(), Refusal> {
    let Quotient { product, lost, values, .. } = claim;
    let size = lost.len();
    let inside = |row: &Vec<u8>| row.len() == size && row.iter().all(|&e| usize::from(e) < size);
    let whole = (1..=MOST).contains(&size) && product.len() == size && product.iter().all(inside);
    if !whole || values.first() != Some(&0) || values.iter().any(|&e| usize::from(e) >= size) {
        return Err(Refusal::Shape("the table has not an element for every product and heap"));
    }
    let times = |a: usize, b: usize| usize::from(product[a][b]);
    let all = || 0..size;
    let fine = all().all(|a| {
        times(0, a) == a
            && all().all(|b| {
                let ab = times(a, b);
                ab == times(b, a) && all().all(|c| times(ab, c) == times(a, times(b, c)))
            })
    });
    fine.then_some(()).ok_or(Refusal::Shape("the table is not that of a commutative monoid"))
}

impl Quotient {
    fn value(&self, n: &UBig) -> Option<u8> {
        if let Some(&value) = usize::try_from(n).ok().and_then(|n| self.values.get(n)) {
            return Some(value);
        }
        let (from, period) = self.tail?;
        let beyond = (n - UBig::from(from)) % UBig::from(period);
        self.values.get(usize::try_from(&(beyond + UBig::from(from))).ok()?).copied()
    }

    /// The element of a heap that the claim speaks of.
    fn at(&self, n: usize) -> u8 {
        match (self.values.get(n), self.tail) {
            (Some(&value), _) => value,
            (None, Some((from, period))) => {
                let (from, period) = (from as usize, period as usize);
                self.values[from + (n - from) % period]
            }
            (None, None) => 0,
        }
    }

    /// How many heaps have all the pairs there are.
    fn heaps(&self) -> Result<usize, Refusal> {
        let Some((from, period)) = self.tail else { return Ok(self.values.len()) };
        let len = self.values.len() as u64;
        let need = from.checked_add(period).filter(|&need| period > 0 && need <= len);
        let need = need.ok_or(Refusal::Short { have: len, need: from.saturating_add(period) })?;
        if let Some(n) =
            (need..len).find(|&n| self.at(n as usize) != self.at((n - period) as usize))
        {
            return Err(Refusal::Repeat { heap: n, period });
        }
        let mut widest = 0;
        for m in self.rule.all_moves() {
            match *m {
                Move::Remove { take, leave } if leave < 8 => widest = widest.max(take),
                _ => return Err(Refusal::Class("other moves than taking a few from a heap")),
            }
        }
        if self.rule.modulus() != 1 {
            return Err(Refusal::Class("moves that depend on the residue"));
        }
        Ok((2 * need + u64::from(widest) + 2) as usize)
    }

    /// The elements of a set times `y`.
    fn moved(&self, set: u128, y: u8) -> u128 {
        let (mut rest, mut moved) = (set, 0);
        while rest != 0 {
            moved |= 1 << self.product[rest.trailing_zeros() as usize][usize::from(y)];
            rest &= rest - 1;
        }
        moved
    }

    /// The elements of the options of a heap.
    fn options(&self, n: usize) -> u128 {
        self.rule.moves(n as u64).iter().fold(0, |all, m| all | self.left_by(m, n))
    }

    fn left_by(&self, m: &Move, n: usize) -> u128 {
        let one = |left: usize| 1_u128 << self.at(left);
        let pairs = |total: usize, parts: std::ops::RangeInclusive<usize>| {
            parts.fold(0, |all, a| all | self.moved(one(a), self.at(total - a)))
        };
        match *m {
            Move::Remove { take, leave } => {
                let Some(left) = n.checked_sub(take as usize) else { return 0 };
                let has = |heaps: u8| leave >> heaps & 1 == 1;
                let mut all = 0;
                if has(0) && left == 0 || has(1) && left > 0 {
                    all |= one(left);
                }
                if has(2) {
                    all |= pairs(left, 1..=left / 2);
                }
                if has(3) {
                    let more =
                        |a: usize| self.moved(pairs(left - a, 1..=(left - a) / 2), self.at(a));
                    all |= (1..left).fold(0, |all, a| all | more(a));
                }
                all
            }
            Move::AtLeast { from } => (from as usize..=n).fold(0, |all, take| all | one(n - take)),
            Move::UpToShare { share } => {
                (1..=n / share as usize).fold(0, |all, take| all | one(n - take))
            }
            Move::Divide { by, rounding } => {
                let by = by as usize;
                let left = if rounding == Rounding::Up { n.div_ceil(by) } else { n / by };
                let exists = (rounding != Rounding::Exact || left * by == n) && left < n;
                if exists { one(left) } else { 0 }
            }
            Move::SplitEqual if n > 0 && n.is_multiple_of(2) => pairs(n, n / 2..=n / 2),
            Move::SplitEqual => 0,
            Move::SplitUnequal => pairs(n, 1..=n.saturating_sub(1) / 2),
        }
    }
}
