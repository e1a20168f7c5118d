//! One heap of any size: its outcome, its nimber, and the moves that win.

use super::Analysis;
use super::ledger::ledger;
use super::plays::{Play, plays};
use dashu_int::UBig;
use foregone_core::heap::Measure;
use std::collections::BTreeMap;
use std::fmt;

/// What is known of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    /// The heap.
    pub n: UBig,
    /// Whether its mover wins.
    pub won: bool,
    /// Its nimber, in normal play, where it is known.
    pub nimber: Option<UBig>,
    /// Moves that win, in the order of the rule.
    pub moves: Vec<Play>,
    /// Whether these are all.
    pub complete: bool,
}

/// Nothing is proved of a heap so large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The heap.
    pub n: UBig,
    /// The number of values computed.
    pub terms: usize,
    /// Why they say nothing of larger heaps.
    pub why: String,
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Beyond { n, terms, why } = self;
        write!(f, "nothing is proved of a heap of {n}: values are known below {terms}, and {why}")
    }
}

impl std::error::Error for Beyond {}

impl Analysis {
    /// What is known of a heap of `n`.
    ///
    /// ```
    /// use foregone::{Quiet, heap};
    /// let rule = heap::Rule::parse("odd: take 1; even: take 1 or half").unwrap();
    /// let stones = heap::analyse(&rule, &heap::Limits::default(), &Quiet);
    /// let n = "1000000000000000000000000000057".parse().unwrap();
    /// assert!(!stones.at(&n).unwrap().won);
    /// ```
    pub fn at(&self, n: &UBig) -> Result<At, Beyond> {
        let value = self.proved.value(n);
        let normal = self.measure() != Measure::MisereOutcome;
        // A lost heap has nimber 0.
        let lost = value == Some(UBig::ZERO);
        let listed = normal && !lost && (value.is_none() || self.measure() == Measure::Outcome);
        let search = self.limits.search.unwrap_or(20_000);
        let entries = if listed { ledger(&self.proved, n, search) } else { None };
        let entries = entries.unwrap_or_default();
        let nimber = match (self.measure(), &value) {
            (Measure::Nimber, Some(value)) => Some(value.clone()),
            (Measure::MisereOutcome, _) => None,
            _ if lost => Some(UBig::ZERO),
            _ => entries.get(n).map(|&v| UBig::from(v)),
        };
        let Some(value) = value.or(nimber.clone()) else { return Err(self.beyond(n)) };
        let limit = self.limits.moves.unwrap_or(100);
        let known = Known { analysis: self, entries: &entries };
        let (moves, complete) = plays(&known, n, limit, search);
        Ok(At { n: n.clone(), won: value != UBig::ZERO, nimber, moves, complete })
    }

    fn beyond(&self, n: &UBig) -> Beyond {
        let why = self.unproved().map_or_else(|| "no more is known".to_owned(), |u| u.to_string());
        Beyond { n: n.clone(), terms: self.sequence().len(), why }
    }
}

/// Values from the proof, or from the list made for one heap.
pub(super) struct Known<'a> {
    pub analysis: &'a Analysis,
    entries: &'a BTreeMap<UBig, u32>,
}

impl Known<'_> {
    /// The value of a heap; 0 is lost for its mover in every measure.
    pub fn value(&self, n: &UBig) -> Option<UBig> {
        let listed = || self.entries.get(n).map(|&v| UBig::from(v));
        self.analysis.proved.value(n).or_else(listed)
    }

    /// Heaps of at least this many are copies of smaller ones.
    pub fn reach(&self) -> UBig {
        let claim = self.analysis.proved.claim();
        let tail = claim.tail.as_ref().map(|t| UBig::from(t.preperiod) + UBig::from(t.period));
        tail.unwrap_or_else(|| UBig::from(claim.values.len()))
    }

    /// Whether heaps beyond [`Known::reach`] can be lost.
    pub fn grows(&self) -> bool {
        self.analysis.saltus().is_some_and(|s| s > 0)
    }
}
