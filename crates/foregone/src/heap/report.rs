//! Results in the form in which they are shown: to programs as JSON by serde, to people as text.

use super::prove::StepName;
use super::{Analysis, At};
use foregone_core::UBig;
use foregone_core::heap::{Argument, Case, Claim, Measure, Tail};
use foregone_core::judge::heap::{Proved, ProvedQuotient, Quotient};
use serde::Serialize;
use std::fmt;

/// One analysed rule; numbers too large for 64 bits are strings.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The rule as it was given.
    pub rule: String,
    /// `nimber`, `outcome` or `misere outcome`: what the sequence holds.
    pub measure: &'static str,
    /// The first terms, from heap 0 on.
    pub sequence: Vec<Term>,
    /// The first index from which it repeats, if that is proved.
    pub preperiod: Option<u64>,
    /// The period, if it is proved.
    pub period: Option<u64>,
    /// What each period adds, if it is proved.
    pub saltus: Option<u64>,
    /// The theorem used.
    pub proved: Option<&'static str>,
    /// Why nothing is proved of every heap, where nothing is.
    pub unproved: Option<String>,
    /// How many terms were computed and judged.
    pub terms: usize,
    /// The misère quotient, where misère play was asked for and one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientReport>,
    /// What was asked of one heap.
    #[serde(flatten)]
    pub at: Option<AtReport>,
}

/// A misère quotient: sums of heaps whose elements have the same product are won by the same
/// player in all company.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientReport {
    /// How many elements it has; they are numbered from 0, the identity.
    pub order: usize,
    /// The elements that are lost for the mover.
    pub lost: Vec<usize>,
    /// The elements of the heaps 0, 1, 2, …
    pub elements: Vec<u8>,
    /// The first heap from which the elements repeat; without it only the heaps listed are known.
    pub preperiod: Option<u64>,
    /// How many heaps there are to a period.
    pub period: Option<u64>,
    /// The product of any two elements.
    pub product: Vec<Vec<u8>>,
}

impl QuotientReport {
    /// What the judge accepted.
    pub fn new(proved: &ProvedQuotient) -> Self {
        let Quotient { product, lost, values, tail, .. } = proved.claim();
        Self {
            order: proved.order(),
            lost: (0..lost.len()).filter(|&element| lost[element]).collect(),
            elements: values.clone(),
            preperiod: tail.map(|(from, _)| from),
            period: tail.map(|(_, period)| period),
            product: product.clone(),
        }
    }
}

/// A term of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Term {
    /// A nimber.
    Nimber(u32),
    /// `won` or `lost` for the mover.
    Outcome(&'static str),
}

/// One heap.
#[derive(Clone, Debug, Serialize)]
pub struct AtReport {
    /// The heap's size in decimal.
    pub n: String,
    /// `won` or `lost` for the mover.
    pub outcome: &'static str,
    /// Its nimber, where there is one that is known.
    pub nimber: Option<Large>,
    /// The moves that win.
    pub moves: Vec<String>,
    /// Whether `moves` are all.
    pub complete: bool,
}

/// A number of any size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Large {
    /// Below 2^64.
    Number(u64),
    /// In decimal.
    Text(String),
}

/// The name of an outcome.
pub fn outcome(won: bool) -> &'static str {
    if won { "won" } else { "lost" }
}

impl Analysis {
    /// The result with at most `terms` terms of the sequence.
    pub fn report(&self, terms: usize, at: Option<&At>) -> Report {
        let nimbers = self.measure() == Measure::Nimber;
        let term =
            |&v: &u32| if nimbers { Term::Nimber(v) } else { Term::Outcome(outcome(v != 0)) };
        Report {
            rule: self.rule().to_string(),
            measure: match self.measure() {
                Measure::Nimber => "nimber",
                Measure::Outcome => "outcome",
                Measure::MisereOutcome => "misere outcome",
            },
            sequence: self.terms(terms).iter().map(term).collect(),
            preperiod: self.preperiod(),
            period: self.period(),
            saltus: self.saltus(),
            proved: self.theorem(),
            unproved: self.unproved().map(ToString::to_string),
            terms: self.sequence().len(),
            quotient: None,
            at: at.map(At::report),
        }
    }

    /// The first terms, beyond the table by the proof; fewer where nothing is proved.
    pub fn terms(&self, terms: usize) -> Vec<u32> {
        let value = |n| u32::try_from(self.proved().value(&UBig::from(n))?).ok();
        (0..terms).map_while(value).collect()
    }
}

impl At {
    /// What is shown of one heap.
    pub fn report(&self) -> AtReport {
        let large = |v: &UBig| match u64::try_from(v) {
            Ok(small) => Large::Number(small),
            Err(_) => Large::Text(v.to_string()),
        };
        AtReport {
            n: self.n.to_string(),
            outcome: outcome(self.won),
            nimber: self.nimber.as_ref().map(large),
            moves: self.moves.iter().map(ToString::to_string).collect(),
            complete: self.complete,
        }
    }
}

/// A judged claim in words, its cases included.
pub struct ProofText<'a>(pub &'a Proved);

impl fmt::Display for ProofText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = self.0.claim();
        writeln!(f, "Checked: the values of the heaps 0 to {}.", claim.values.len() - 1)?;
        let Some(tail) = &claim.tail else { return writeln!(f, "Nothing is claimed beyond.") };
        let Tail { preperiod, period, saltus, argument } = tail;
        write!(f, "Claim: v(n + {period}) = v(n)")?;
        if *saltus > 0 {
            write!(f, " + {saltus}")?;
        }
        writeln!(f, " for every n >= {preperiod}.")?;
        match argument {
            Argument::Bounded => {
                writeln!(f, "Every larger option is a smaller one shifted by the period.")
            }
            Argument::State { at } => {
                writeln!(f, "The state before heap {at} returns, shifted, a period later.")
            }
            Argument::Cases { from, cases, .. } => {
                writeln!(f, "By induction for n >= {from}:")?;
                cases.iter().try_for_each(|case| case_text(f, claim, *period, case))
            }
        }
    }
}

fn case_text(f: &mut fmt::Formatter<'_>, claim: &Claim, period: u64, case: &Case) -> fmt::Result {
    let name = |v: u32| match claim.measure {
        Measure::Nimber => format!("nimber {v}"),
        _ => outcome(v != 0).to_owned(),
    };
    write!(f, "  n = {} (mod {}): {}", case.residue, case.modulus, name(case.value))?;
    let mut before = "; ";
    for reply in &case.replies {
        let (step, to) = (StepName(reply.step), reply.to);
        write!(f, "{before}{step} leads to {to} (mod {period}), {}", name(reply.value))?;
        before = ", ";
    }
    writeln!(f)
}
