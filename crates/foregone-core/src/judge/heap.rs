//! The judge of claims about heap games.
//!
//! It sees the rule, the claimed numbers and the argument, and no solver. Every value of the
//! table is compared with the values of the heap's options; then the argument for all larger
//! heaps is checked: an inequality and equal numbers ([`Argument::Bounded`]), a repeated state
//! ([`Argument::State`]), or finitely many residue cases ([`Argument::Cases`]).

mod cases;
mod quotient;
mod table;

use crate::heap::{Argument, Claim, Measure, Move, PLAIN, Tail};
use cases::Induction;
use dashu_int::UBig;
pub use quotient::{MOST as MOST_ELEMENTS, ProvedQuotient, Quotient, check_quotient};
use std::collections::{BTreeMap, BTreeSet};
use table::Table;

/// Why a claim was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The value of one heap is wrong.
    #[error("heap {heap}: the value is claimed to be {claimed}, its moves say otherwise")]
    Value {
        /// Its size.
        heap: u64,
        /// The claimed value.
        claimed: u32,
    },
    /// The table itself does not repeat as claimed.
    #[error("heap {heap} does not repeat heap {} as claimed", heap - period)]
    Repeat {
        /// The larger of the two heaps.
        heap: u64,
        /// The claimed period.
        period: u64,
    },
    /// The table is too short for the argument.
    #[error("the table ends at {have}, the argument needs {need} values")]
    Short {
        /// Its length.
        have: u64,
        /// The length needed.
        need: u64,
    },
    /// The argument does not hold for rules with such moves.
    #[error("this kind of proof does not cover {0}")]
    Class(&'static str),
    /// A case of an induction fails.
    #[error("case n = {residue} (mod {modulus}): {why}")]
    Case {
        /// Its residue.
        residue: u64,
        /// Its modulus.
        modulus: u64,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Some other number of the claim is out of place.
    #[error("{0}")]
    Shape(&'static str),
}

/// A claim that the judge has accepted; made only here.
#[derive(Clone, Debug)]
pub struct Proved(Claim);

impl Proved {
    /// The claim.
    pub fn claim(&self) -> &Claim {
        &self.0
    }

    /// The value of a heap, where the table or the tail gives it.
    pub fn value(&self, n: &UBig) -> Option<UBig> {
        let values = &self.0.values;
        if let Some(v) = usize::try_from(n).ok().and_then(|i| values.get(i)) {
            return Some(UBig::from(*v));
        }
        let tail = self.0.tail.as_ref()?;
        let (start, period) = (UBig::from(tail.preperiod), UBig::from(tail.period));
        let beyond = n - &start;
        let rounds = &beyond / &period;
        let index = usize::try_from(&start + beyond % period).ok()?;
        Some(UBig::from(values[index]) + rounds * UBig::from(tail.saltus))
    }
}

/// Checks a claim; the cost is that of comparing every value with its options.
pub fn check(claim: Claim) -> Result<Proved, Refusal> {
    if claim.measure != Measure::Nimber {
        let split = claim.rule.all_moves().any(|m| heaps_left(m) > 1);
        refuse_if(split, Refusal::Class("outcomes where a heap may be split"))?;
    }
    Table::new(&claim).check()?;
    if let Some(tail) = &claim.tail {
        repeats(&claim, tail)?;
        match &tail.argument {
            Argument::Bounded => bounded(&claim, tail)?,
            Argument::State { at } => state(&claim, tail, *at)?,
            Argument::Cases { from, modulus, cases } => {
                Induction { claim: &claim, tail, from: *from, modulus: *modulus }.check(cases)?;
            }
        }
    }
    Ok(Proved(claim))
}

/// Checks nimbers of single heaps beyond a proved table: every option of an entry must be
/// another entry, or a heap whose nimber is proved.
pub fn check_entries(proved: &Proved, entries: &BTreeMap<UBig, u32>) -> Result<(), Refusal> {
    let claim = proved.claim();
    if let Some(name) = claim.rule.beyond_steps() {
        return Err(Refusal::Class(name));
    }
    refuse_if(claim.measure == Measure::MisereOutcome, Refusal::Class("nimbers in misère play"))?;
    for (n, &value) in entries {
        let mut seen = Vec::new();
        for (_, left) in claim.rule.steps_at(n) {
            let known = proved_nimber(proved, &left).or(entries.get(&left).copied());
            seen.push(known.ok_or(Refusal::Shape("an option has no entry"))?);
        }
        refuse_if(mex(&seen) != value, Refusal::Shape("an entry is not the mex of its options"))?;
    }
    Ok(())
}

/// The nimber of a heap as far as the claim fixes it: a lost heap has nimber 0.
pub fn proved_nimber(proved: &Proved, n: &UBig) -> Option<u32> {
    let value = u32::try_from(proved.value(n)?).ok()?;
    match proved.claim().measure {
        Measure::Nimber => Some(value),
        Measure::Outcome => (value == 0).then_some(0),
        Measure::MisereOutcome => None,
    }
}

fn refuse_if(bad: bool, refusal: Refusal) -> Result<(), Refusal> {
    if bad { Err(refusal) } else { Ok(()) }
}

fn mex(values: &[u32]) -> u32 {
    let seen: BTreeSet<u32> = values.iter().copied().collect();
    (0..).zip(&seen).find(|(i, v)| i != *v).map_or(seen.len() as u32, |(i, _)| i)
}

fn heaps_left(m: &Move) -> u64 {
    match m {
        Move::Remove { leave, .. } => u64::from(leave.checked_ilog2().unwrap_or(0)),
        Move::SplitEqual | Move::SplitUnequal => 2,
        _ => 1,
    }
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a.checked_mul(b / x.max(1))
}

/// The table shows the claimed period as far as it goes.
fn repeats(claim: &Claim, tail: &Tail) -> Result<(), Refusal> {
    let have = claim.values.len() as u64;
    refuse_if(tail.period == 0, Refusal::Shape("the period is 0"))?;
    let need = tail.preperiod.saturating_add(tail.period);
    refuse_if(have < need, Refusal::Short { have, need })?;
    let (q, p) = (tail.preperiod as usize, tail.period as usize);
    for n in q + p..claim.values.len() {
        if u64::from(claim.values[n]) != u64::from(claim.values[n - p]) + tail.saltus {
            return Err(Refusal::Repeat { heap: n as u64, period: tail.period });
        }
    }
    Ok(())
}

/// Where options take at most `t` and leave at most `h` heaps, a period `p` (a multiple of the
/// rule's modulus) that holds for `n0 <= n < h n0 + (h-1) p + t`, `n0 >= 1`, holds for ever:
/// beyond, the largest heap of an option of `n + p` is at least `n0 + p` and can be shrunk by
/// `p`, and the largest heap of an option of `n` is at least `n0` and can be enlarged.
fn bounded(claim: &Claim, tail: &Tail) -> Result<(), Refusal> {
    let (mut h, mut t) = (1, 0);
    for m in claim.rule.all_moves() {
        match *m {
            Move::Remove { take, .. } => t = t.max(u64::from(take)),
            _ => return Err(Refusal::Class("moves other than taking a fixed number")),
        }
        h = h.max(heaps_left(m));
    }
    refuse_if(tail.saltus != 0, Refusal::Shape("a bounded rule has bounded values"))?;
    let period = lcm(tail.period, claim.rule.modulus());
    let n0 = tail.preperiod.max(1);
    let need = period.and_then(|p| h.checked_mul(n0.checked_add(p)?)?.checked_add(t));
    let (need, have) = (need.unwrap_or(u64::MAX), claim.values.len() as u64);
    refuse_if(have < need, Refusal::Short { have, need })
}

/// In an all-but game everything depends on the state, up to a shift by its base; so an equal
/// state a period later makes everything repeat.
fn state(claim: &Claim, tail: &Tail, at: u64) -> Result<(), Refusal> {
    refuse_if(claim.measure != Measure::Nimber, Refusal::Class("outcomes of all-but games"))?;
    let [moves] = claim.rule.classes() else { return Err(Refusal::Class("moves by residue")) };
    let (mut from, mut open) = (1, false);
    for m in moves {
        match *m {
            Move::AtLeast { from: f } => (from, open) = (from.max(f.into()), true),
            Move::Remove { take, leave: PLAIN } => from = from.max(u64::from(take) + 1),
            _ => return Err(Refusal::Class("moves other than taking all but some numbers")),
        }
    }
    refuse_if(!open, Refusal::Class("a bounded number of takes"))?;
    let need = at.saturating_add(tail.period);
    let have = claim.values.len() as u64;
    refuse_if(have < need, Refusal::Short { have, need })?;
    refuse_if(at < tail.preperiod.saturating_add(from), Refusal::Shape("the state is too early"))?;
    let (base, shape) = shape(&claim.values, at as usize, from as usize);
    let (later, same) = self::shape(&claim.values, need as usize, from as usize);
    refuse_if(shape != same, Refusal::Shape("the state does not repeat"))?;
    refuse_if(base + tail.saltus != later, Refusal::Shape("the saltus is not the state's shift"))
}

/// The least value not among `values[..=at-from]`, and relative to it: the larger ones among
/// them, then the last `from - 1` values (`None`: smaller).
fn shape(values: &[u32], at: usize, from: usize) -> (u64, Vec<Option<u64>>) {
    let mut old: Vec<u64> = values[..=at - from].iter().map(|&v| u64::from(v)).collect();
    old.sort_unstable();
    old.dedup();
    let base = (0..).zip(&old).find(|(i, v)| i != *v).map_or(old.len() as u64, |(i, _)| i);
    let above = old.iter().filter(|&&v| v > base).map(|&v| Some(v - base));
    let recent = values[at - from + 1..at].iter().map(|&v| u64::from(v).checked_sub(base));
    (base, above.chain([None]).chain(recent).collect())
}
