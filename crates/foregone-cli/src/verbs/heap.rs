//! `foregone heap`: nim-sequences, periods and their proofs; one heap of any size.

use clap::Args;
use foregone::UBig;
use foregone::heap::{
    self, Analysis, AtReport, Limits, ProofText, QuotientReport, Report, Rule, analyse,
    analyse_misere, proof_text,
};
use serde::Serialize;

use super::Outcome;
use crate::arguments::Speech;
use crate::failure::{Failure, wrong};
use crate::interrupt;
use crate::show::{self, FAINT, GOOD, STRONG, WARN, count, styled};
use crate::terminal::Terminal;

/// A heap game by its rule: nim-sequence, period and proof, or one heap of any size
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Heap {
    /// An octal code, or moves in words
    #[arg(value_name = "RULE")]
    rule: String,
    /// One heap: who wins, and with which moves; in misère play also several, as 3,5,1
    #[arg(long, value_name = "N", value_parser = heaps)]
    at: Option<Heaps>,
    /// Show this many terms of the sequence [default: 40]
    #[arg(long, value_name = "K", conflicts_with = "at",
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    terms: Option<u32>,
    /// Who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Print the proof, in the form that `foregone check` reads
    #[arg(long, conflicts_with_all = ["json", "at"])]
    proof: bool,
    #[command(flatten)]
    speech: Speech,
}

const EXAMPLES: &str = "\
Examples:
  foregone heap 0.77
  foregone heap \"take 1,3,4\" --at 1000
  foregone heap \"odd: take 1; even: take 1 or half\" --proof > stones.proof
Rules:
  a code           octal or hexadecimal, as 0.137 or 4.07
  take 1,3,4       also: take 1 to 5, take any, take any but 2
  half             also: half rounded up, divide by 2,3 rounded down
  split unequal    into two heaps; also: split, split equal
  odd: A; even: B  moves by residue; also: multiple of 3, n mod 4 = 1,2, otherwise";

/// Terms that are shown where none are asked for.
const USUAL: u32 = 40;

#[derive(Clone, Debug)]
struct Heaps(Vec<UBig>);

fn heaps(text: &str) -> Result<Heaps, String> {
    let number = |part: &str| {
        let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse::<UBig>().ok())?
    };
    let all: Option<Vec<UBig>> = text.split(',').map(|part| number(part.trim())).collect();
    all.map(Heaps).ok_or_else(|| "expected a whole number of at least 0, or several: 3,5,1".into())
}

/// Several heaps.
#[derive(Serialize)]
struct Several<'a> {
    rule: String,
    measure: &'a str,
    heaps: Vec<String>,
    outcome: &'a str,
    nimber: Option<String>,
}

impl Heap {
    /// Analyses, proves, prints.
    pub fn run(&self) -> Outcome {
        let rule = Rule::parse(&self.rule).map_err(wrong)?;
        let terminal = Terminal::new(self.speech.talk());
        if let Some(Heaps(all)) = &self.at
            && (all.len() > 1 || self.misere)
        {
            let outcome = self.several(&rule, all, &terminal);
            terminal.finish();
            return outcome;
        }
        if self.misere && !self.proof {
            let shown = self.terms.unwrap_or(USUAL) as usize;
            let report = heap::misere_report(&rule, shown, &terminal);
            terminal.finish();
            self.print(&report, "")?;
            return Ok(if interrupt::asked() { interrupt::EXIT } else { 0 });
        }
        let analysis = self.analyse(&rule, &terminal)?;
        terminal.finish();
        match &self.at {
            Some(Heaps(all)) => self.one(&analysis, &all[0])?,
            None if self.proof => print_proof(&analysis)?,
            None => self.sequence(&analysis)?,
        }
        Ok(if interrupt::asked() { interrupt::EXIT } else { 0 })
    }

    fn analyse(&self, rule: &Rule, terminal: &Terminal) -> Result<Analysis, Failure> {
        let shown = self.terms.map(|terms| terms as usize);
        if self.misere {
            let refused =
                |why| Failure::Wrong(format!("{rule}: {why}; there is no proof to print"));
            return analyse_misere(rule, &Limits::default()).map_err(refused);
        }
        let usual = analyse(rule, &Limits::default(), terminal);
        match shown {
            Some(terms) if usual.terms(terms).len() < terms && !interrupt::asked() => {
                let limits = Limits { terms: Some(terms), ..Limits::default() };
                let known = usual.nimbers().map(<[u32]>::to_vec).unwrap_or_default();
                Ok(heap::resume(rule, &limits, terminal, known))
            }
            _ => Ok(usual),
        }
    }

    fn sequence(&self, analysis: &Analysis) -> Result<(), Failure> {
        let report = analysis.report(self.terms.unwrap_or(USUAL) as usize, None);
        let inductive = analysis.theorem().is_some_and(|theorem| theorem.starts_with("induction"));
        let cases =
            if inductive { ProofText(analysis.proved()).to_string() } else { String::new() };
        self.print(&report, &cases)
    }

    fn print(&self, report: &Report, cases: &str) -> Result<(), Failure> {
        match (self.speech.json, self.speech.quiet) {
            (true, _) => show::print_json(report),
            (_, true) => show::print(&(terms(report) + "\n")),
            _ => show::print(&text(report, cases)),
        }
    }

    fn one(&self, analysis: &Analysis, n: &UBig) -> Result<(), Failure> {
        let at = analysis.at(n).map_err(undecided)?;
        let report = analysis.report(USUAL as usize, Some(&at));
        let Some(heap) = &report.at else { return Ok(()) };
        match (self.speech.json, self.speech.quiet) {
            (true, _) => show::print_json(&report),
            (_, true) => show::print(&format!("{}\n", heap.outcome)),
            _ => show::print(&at_text(&report, heap)),
        }
    }

    /// Several heaps, or any in misère play.
    fn several(&self, rule: &Rule, all: &[UBig], terminal: &Terminal) -> Outcome {
        let (won, nimber) = if self.misere {
            (heap::misere_won(rule, all, terminal).map_err(undecided)?, None)
        } else {
            let sum = nim_sum(&analyse(rule, &Limits::default(), terminal), all)?;
            (sum != UBig::ZERO, Some(sum))
        };
        let outcome = heap::report::outcome(won);
        if self.speech.json {
            show::print_json(&Several {
                rule: rule.to_string(),
                measure: if self.misere { "misere outcome" } else { "nimber" },
                heaps: all.iter().map(ToString::to_string).collect(),
                outcome,
                nimber: nimber.map(|n| n.to_string()),
            })?;
        } else if self.speech.quiet {
            show::print(&format!("{outcome}\n"))?;
        } else {
            let heaps: Vec<String> = all.iter().map(ToString::to_string).collect();
            let nimber = nimber.map(|n| format!(", nimber {n}")).unwrap_or_default();
            let play = if self.misere { ", misère play" } else { "" };
            let text =
                format!("heaps {}{play}: {outcome} for the mover{nimber}\n", heaps.join(", "));
            show::print(&format!("{}\n{text}", styled(STRONG, &rule.to_string())))?;
        }
        Ok(0)
    }
}

fn undecided(error: impl std::error::Error) -> Failure {
    Failure::Undecided(error.to_string())
}

fn nim_sum(analysis: &Analysis, all: &[UBig]) -> Result<UBig, Failure> {
    all.iter().try_fold(UBig::ZERO, |sum, n| {
        let at = analysis.at(n).map_err(undecided)?;
        let none = || Failure::Undecided(format!("the nimber of a heap of {n} is not known"));
        Ok(sum ^ at.nimber.ok_or_else(none)?)
    })
}

fn print_proof(analysis: &Analysis) -> Result<(), Failure> {
    if let Some(why) = analysis.unproved() {
        return Err(Failure::Undecided(format!("{}: there is no proof: {why}", analysis.rule())));
    }
    show::print(&proof_text::write(analysis.rule(), analysis.proved().claim()))
}

fn terms(report: &Report) -> String {
    let each = report.sequence.iter().map(|term| match term {
        heap::report::Term::Nimber(value) => value.to_string(),
        heap::report::Term::Outcome(name) => (*name).to_owned(),
    });
    each.collect::<Vec<_>>().join(" ")
}

fn text(report: &Report, cases: &str) -> String {
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

fn at_text(report: &Report, at: &AtReport) -> String {
    let nimber = at.nimber.as_ref().map(|nimber| match nimber {
        heap::report::Large::Number(n) => format!(", nimber {n}"),
        heap::report::Large::Text(n) => format!(", nimber {n}"),
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
