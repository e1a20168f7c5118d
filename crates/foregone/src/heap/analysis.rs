//! What is known of a heap game: a judged table, and a judged proof for every heap where there is
//! one.
//!
//! The table doubles until a theorem applies or a limit is reached. Invariant: every number here
//! has passed the judge.

use super::Rule;
use super::prove::{self, Class, Unproved};
use super::sequence::{Sequence, as_measure, misere_outcomes};
use foregone_core::heap::{Claim, Measure, Tail};
use foregone_core::judge::heap::{Proved, check};
use foregone_core::{Phase, Watch};

/// How far the work goes; a limit reached is said in the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of values computed; by default so many as take about a second.
    pub terms: Option<usize>,
    /// The largest number of winning moves listed (default 100).
    pub moves: Option<usize>,
    /// The largest number of heaps looked at to answer for one heap (default 20,000).
    pub search: Option<usize>,
}

/// An analysed rule.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(super) rule: Rule,
    pub(super) limits: Limits,
    pub(super) proved: Proved,
    nimbers: Option<Proved>,
    unproved: Option<Unproved>,
}

/// Analyses a rule for normal play: who cannot move loses.
///
/// ```
/// use foregone::{Quiet, heap};
/// let rule = heap::Rule::parse("odd: take 1; even: take 1 or half").unwrap();
/// let stones = heap::analyse(&rule, &heap::Limits::default(), &Quiet);
/// assert_eq!((stones.preperiod(), stones.period()), (Some(4), Some(2)));
/// ```
pub fn analyse(rule: &Rule, limits: &Limits, watch: &dyn Watch) -> Analysis {
    resume(rule, limits, watch, Vec::new())
}

/// Goes on from nimbers computed before, which must be the first ones of this rule; if they are
/// not, the judge says so and the work starts anew.
pub fn resume(rule: &Rule, limits: &Limits, watch: &dyn Watch, values: Vec<u32>) -> Analysis {
    resume_keeping(rule, limits, watch, values, &mut |_, _| {})
}

/// The same; `keep` is called now and then with what there is by now, and `true` once no more is
/// computed and the judge begins.
pub fn resume_keeping(
    rule: &Rule,
    limits: &Limits,
    watch: &dyn Watch,
    values: Vec<u32>,
    keep: &mut dyn FnMut(&Sequence, bool),
) -> Analysis {
    let most = limits.terms.unwrap_or_else(|| default_terms(rule)).clamp(1, 1 << 31);
    let budget = if limits.terms.is_some() { u64::MAX } else { WORK };
    let mut sequence = Sequence::resume(rule.data(), values);
    let mut found = Found { nimbers: None, outcomes: None, unproved: None };
    let mut len = sequence.values().len().max(256);
    loop {
        let mut grown = Grown { sequence: &mut sequence, budget, watch, keep: &mut *keep };
        let whole = grown.to(len.min(most), most);
        found.look(rule, &sequence);
        if found.nimbers.is_some() || !whole || len >= most {
            break;
        }
        len *= 2;
    }
    keep(&sequence, true);
    watch.progress(Phase::Judge, 0, None);
    found.finish(rule, limits, sequence, watch)
}

/// Analyses a rule without splits for misère play: who cannot move wins.
pub fn analyse_misere(rule: &Rule, limits: &Limits) -> Result<Analysis, Unproved> {
    let most = limits.terms.unwrap_or(1 << 13).max(1);
    if rule.data().all_moves().any(splits) {
        return Err(Unproved::Class("single outcomes in misère play where a heap may be split"));
    }
    let measure = Measure::MisereOutcome;
    let mut len = most.min(256);
    loop {
        let values = misere_outcomes(rule.data(), len);
        let (proved, unproved) = match judged(rule, measure, &values, 0) {
            Ok(proved) => (Some(proved), None),
            Err(_) if len < most => (None, None),
            Err(unproved) => (table(rule, measure, values, 0), Some(unproved)),
        };
        if let Some(proved) = proved {
            let (rule, limits) = (rule.clone(), *limits);
            return Ok(Analysis { rule, limits, proved, nimbers: None, unproved });
        }
        len = most.min(2 * len);
    }
}

impl Analysis {
    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// What the sequence's numbers mean.
    pub fn measure(&self) -> Measure {
        self.proved.claim().measure
    }

    /// The first values, from heap 0 on: all that the table holds.
    pub fn sequence(&self) -> &[u32] {
        &self.proved.claim().values
    }

    /// The first nimbers, in normal play; the whole state of the computation, to resume from.
    pub fn nimbers(&self) -> Option<&[u32]> {
        let table =
            self.nimbers.as_ref().or((self.measure() == Measure::Nimber).then_some(&self.proved));
        table.map(|p| &p.claim().values[..])
    }

    /// The first index from which the sequence repeats, if that is proved.
    pub fn preperiod(&self) -> Option<u64> {
        self.tail().map(|t| t.preperiod)
    }

    /// The period, if it is proved.
    pub fn period(&self) -> Option<u64> {
        self.tail().map(|t| t.period)
    }

    /// What each period adds to the values, if that is proved.
    pub fn saltus(&self) -> Option<u64> {
        self.tail().map(|t| t.saltus)
    }

    /// The name of the theorem that proves the period for every heap.
    pub fn theorem(&self) -> Option<&'static str> {
        self.tail().map(|t| prove::theorem(self.rule.data(), &t.argument))
    }

    /// Why nothing is proved of larger heaps, where nothing is.
    pub fn unproved(&self) -> Option<&Unproved> {
        self.unproved.as_ref()
    }

    /// What the judge has accepted: rule, table and argument.
    pub fn proved(&self) -> &Proved {
        &self.proved
    }

    fn tail(&self) -> Option<&Tail> {
        self.proved.claim().tail.as_ref()
    }
}

/// What has been found while the table grew.
struct Found {
    nimbers: Option<Proved>,
    outcomes: Option<Proved>,
    unproved: Option<Unproved>,
}

impl Found {
    fn look(&mut self, rule: &Rule, sequence: &Sequence) {
        match judged(rule, Measure::Nimber, sequence.values(), sequence.mask()) {
            Ok(proved) => self.nimbers = Some(proved),
            Err(unproved) => self.unproved = Some(unproved),
        }
        let by_cases = matches!(prove::class(rule.data()), Class::Steps);
        if by_cases && self.nimbers.is_none() && self.outcomes.is_none() {
            let outcomes = as_measure(Measure::Outcome, sequence.values());
            match judged(rule, Measure::Outcome, &outcomes, 0) {
                Ok(proved) => self.outcomes = Some(proved),
                Err(unproved) => self.unproved = Some(unproved),
            }
        }
    }

    fn finish(
        self,
        rule: &Rule,
        limits: &Limits,
        sequence: Sequence,
        watch: &dyn Watch,
    ) -> Analysis {
        let made = |proved, nimbers, unproved| Analysis {
            rule: rule.clone(),
            limits: *limits,
            proved,
            nimbers,
            unproved,
        };
        if let Some(proved) = self.nimbers {
            return made(proved, None, None);
        }
        let (mask, values) = (sequence.mask(), sequence.into_values());
        match (table(rule, Measure::Nimber, values, mask), self.outcomes) {
            (nimbers, Some(outcomes)) => made(outcomes, nimbers, None),
            (Some(nimbers), None) => made(nimbers, None, self.unproved),
            // Only values that were handed in can be wrong.
            (None, None) => resume(rule, limits, watch, Vec::new()),
        }
    }
}

fn splits(m: &foregone_core::heap::Move) -> bool {
    use foregone_core::heap::Move;
    match m {
        Move::Remove { leave, .. } => leave & !foregone_core::heap::PLAIN != 0,
        Move::SplitEqual | Move::SplitUnequal => true,
        _ => false,
    }
}

/// A claim about every heap that the judge has accepted.
fn judged(rule: &Rule, measure: Measure, values: &[u32], mask: u32) -> Result<Proved, Unproved> {
    let claim = prove::claim(rule.data(), measure, values, mask)?;
    check(claim).map_err(|_| Unproved::NoPeriod { terms: values.len() })
}

/// The judged table alone.
fn table(rule: &Rule, measure: Measure, values: Vec<u32>, mask: u32) -> Option<Proved> {
    check(Claim { rule: rule.data().clone(), measure, values, mask, tail: None }).ok()
}

/// The moves tried where no number of values is asked for.
const WORK: u64 = 1_000_000_000;

/// A sequence while it grows.
struct Grown<'a> {
    sequence: &'a mut Sequence,
    budget: u64,
    watch: &'a dyn Watch,
    keep: &'a mut dyn FnMut(&Sequence, bool),
}

impl Grown<'_> {
    /// Extends it to `len`; false if it was stopped, or the work is done, before that.
    fn to(&mut self, len: usize, most: usize) -> bool {
        while self.sequence.values().len() < len {
            let now = self.sequence.values().len();
            self.watch.progress(Phase::Solve, now as u64, Some(most as u64));
            if (self.watch.stop() || self.sequence.work() > self.budget) && now > 0 {
                return false;
            }
            self.sequence.extend(len.min(now + 1024));
            (self.keep)(self.sequence, false);
        }
        true
    }
}

fn default_terms(rule: &Rule) -> usize {
    match prove::class(rule.data()) {
        Class::Bounded { heaps: 0..=2, widest } => (4 * widest).max(1 << 20),
        Class::Bounded { .. } => 1 << 10,
        Class::Steps => 1 << 16,
        Class::AllBut { widest } => (8 * widest).max(1 << 13),
        Class::Other(_) => 1 << 14,
    }
}
