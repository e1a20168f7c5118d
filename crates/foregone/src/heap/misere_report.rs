//! Misère play as it is shown: outcomes of single heaps, and the quotient that answers for sums.
//!
//! Invariant: what is called proved has been judged; outcomes by the recursion are the definition
//! itself, and nothing is claimed beyond them.

use super::report::{QuotientReport, Report, Term, outcome};
use super::{Limits, Misere, Rule, TooMany, analyse_misere, quotient};
use foregone_core::judge::heap::ProvedQuotient;
use foregone_core::{UBig, Watch};

/// Positions that the recursion remembers.
const MOST_POSITIONS: usize = 2_000_000;
/// Sums of so many tokens are left to the recursion alone.
const FEW_TOKENS: usize = 30;

/// The outcomes of the heaps `0..terms` in misère play, with what is proved of all.
pub fn misere_report(rule: &Rule, terms: usize, watch: &dyn Watch) -> Report {
    let found = quotient(rule, watch);
    let limits = Limits { terms: Some(terms.max(1 << 13)), ..Limits::default() };
    let mut report = match (analyse_misere(rule, &limits), &found) {
        (Ok(analysis), _) => analysis.report(terms, None),
        (Err(_), Ok(proved)) if proved.claim().tail.is_some() => by_quotient(rule, proved, terms),
        (Err(_), Ok(proved)) => {
            let heaps = proved.claim().values.len();
            let why = format!("a misère quotient was found for the heaps below {heaps} alone");
            by_recursion(rule, terms, why, watch)
        }
        (Err(_), Err(why)) => by_recursion(rule, terms, why.to_string(), watch),
    };
    report.quotient = found.ok().as_ref().map(QuotientReport::new);
    report
}

/// Whether the mover wins these heaps in misère play.
///
/// # Errors
/// No quotient covers them, and the recursion would need too many positions.
pub fn misere_won(rule: &Rule, heaps: &[UBig], watch: &dyn Watch) -> Result<bool, TooMany> {
    let sizes: Option<Vec<usize>> = heaps.iter().map(|n| usize::try_from(n).ok()).collect();
    let tokens = |sizes: &Vec<usize>| sizes.iter().fold(0, |sum: usize, &n| sum.saturating_add(n));
    if let Some(few) = sizes.as_ref().filter(|sizes| tokens(sizes) <= FEW_TOKENS) {
        return Misere::new(rule, MOST_POSITIONS).won(few);
    }
    if let [n] = heaps
        && let Some(won) = single(rule, n)
    {
        return Ok(won);
    }
    if let Some(won) = quotient(rule, watch).ok().and_then(|proved| proved.won(heaps)) {
        return Ok(won);
    }
    let sizes = sizes.filter(|sizes| tokens(sizes) <= MOST_POSITIONS);
    Misere::new(rule, MOST_POSITIONS).won(&sizes.ok_or(TooMany(MOST_POSITIONS))?)
}

/// One heap of a rule without splits.
fn single(rule: &Rule, n: &UBig) -> Option<bool> {
    let analysis = analyse_misere(rule, &Limits::default()).ok()?;
    analysis.at(n).ok().map(|at| at.won)
}

fn empty(rule: &Rule, sequence: Vec<Term>) -> Report {
    Report {
        rule: rule.to_string(),
        measure: "misere outcome",
        terms: sequence.len(),
        sequence,
        preperiod: None,
        period: None,
        saltus: None,
        proved: None,
        unproved: None,
        quotient: None,
        at: None,
    }
}

fn by_quotient(rule: &Rule, proved: &ProvedQuotient, terms: usize) -> Report {
    let won = |n: u64| proved.won(&[UBig::from(n)]).unwrap_or_default();
    let sequence = (0..terms as u64).map(|n| Term::Outcome(outcome(won(n)))).collect();
    let (mut from, whole) = proved.claim().tail.unwrap_or((0, 1));
    let repeats = |period: &u64| (from..from + whole).all(|n| won(n) == won(n + period));
    let period = (1..=whole).find(repeats).unwrap_or(whole);
    while from > 0 && won(from - 1) == won(from - 1 + period) {
        from -= 1;
    }
    Report {
        preperiod: Some(from),
        period: Some(period),
        proved: Some("misère quotient (Plambeck and Siegel 2008)"),
        terms: proved.claim().values.len(),
        ..empty(rule, sequence)
    }
}

fn by_recursion(rule: &Rule, terms: usize, why: String, watch: &dyn Watch) -> Report {
    let mut misere = Misere::new(rule, MOST_POSITIONS);
    let each = (0..terms).take_while(|_| !watch.stop());
    let won = each.map_while(|n| misere.won(&[n]).ok());
    let sequence = won.map(|won| Term::Outcome(outcome(won))).collect();
    Report { unproved: Some(why), ..empty(rule, sequence) }
}
