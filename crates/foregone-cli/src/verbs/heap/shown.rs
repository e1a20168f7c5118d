//! What `foregone heap` prints.

use foregone::heap::report::{Large, Term};
use foregone::heap::{AtReport, QuotientReport, Report};

use super::USUAL;
use crate::show::{FAINT, GOOD, STRONG, WARN, count, styled};

/// The sequence alone.
pub fn terms(report: &Report) -> String {
    let each = report.sequence.iter().map(|term| match term {
        Term::Nimber(value) => value.to_string(),
        Term::Outcome(name) => (*name).to_owned(),
    });
    each.collect::<Vec<_>>().join(" ")
}

/// The sequence with what is proved; `cases` of a proof by induction.
pub fn text(report: &Report, cases: &str) -> String {
    let mut text = format!("{}\n", styled(STRONG, &report.rule));
    let heaps = report.sequence.len().saturating_sub(1);
    text += &format!("{}s of the heaps 0 to {heaps}:\n{}\n\n", report.measure, terms(report));
    match (&report.proved, report.preperiod, report.period) {
        (Some(theorem), Some(preperiod), Some(period)) => {
            let adds = report.saltus.filter(|&saltus| saltus > 0);
            let adds = adds.map(|saltus| format!(", adding {saltus}")).unwrap_or_default();
            let claim = format!("period {period}{adds}, from heap {preperiod} on");
            text += &format!("{} ({theorem})\n", styled(GOOD, &format!("{claim}: proved")));
        }
        _ => {
            let why = report.unproved.as_deref().unwrap_or("no more is known");
            text += &format!("{}\n", styled(WARN, &format!("no period is proved: {why}")));
        }
    }
    text += cases;
    if let Some(quotient) = &report.quotient {
        text += &misere_quotient(quotient);
    }
    text + &format!("{}\n", styled(FAINT, &computed(report)))
}

fn misere_quotient(quotient: &QuotientReport) -> String {
    let QuotientReport { order, lost, elements, preperiod, period, .. } = quotient;
    let heaps = match (preperiod, period) {
        (Some(from), Some(period)) => format!("all heaps, period {period} from heap {from} on"),
        _ => format!("the heaps 0 to {}", elements.len() - 1),
    };
    let [lost, elements] = [
        lost.iter().map(ToString::to_string).collect::<Vec<_>>(),
        elements.iter().take(USUAL as usize).map(ToString::to_string).collect(),
    ]
    .map(|all| all.join(" "));
    let name = styled(GOOD, &format!("misère quotient of order {order}: judged"));
    format!("{name} for {heaps}\nlost elements: {lost}\nelements of the heaps: {elements}\n")
}

fn computed(report: &Report) -> String {
    if report.measure == "misere outcome" && report.proved.is_none() {
        return count(report.terms as u64, "term by the recursion", "terms by the recursion");
    }
    count(report.terms as u64, "term was computed and judged", "terms were computed and judged")
}

/// One heap.
pub fn at_text(report: &Report, at: &AtReport) -> String {
    let nimber = at.nimber.as_ref().map(|nimber| match nimber {
        Large::Number(n) => format!(", nimber {n}"),
        Large::Text(n) => format!(", nimber {n}"),
    });
    let mut text = format!("{}\n", styled(STRONG, &report.rule));
    text += &format!("a heap of {}: {} for the mover", at.n, styled(GOOD, at.outcome));
    text += &format!("{}\n", nimber.unwrap_or_default());
    if !at.moves.is_empty() {
        let more = if at.complete { "" } else { ", …" };
        text += &format!("winning moves: {}{more}\n", at.moves.join(", "));
    }
    if let Some(theorem) = report.proved {
        text += &format!("{}\n", styled(FAINT, &format!("proved: {theorem}")));
    }
    text
}
