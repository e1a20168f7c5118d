//! `foregone heap`: nim-sequences, periods and their proofs; one heap of any size.

use std::path::PathBuf;

use clap::Args;
use foregone::UBig;
use foregone::heap::{
    self, Analysis, Limits, ProofText, Report, Rule, analyse, analyse_misere, proof_text,
};
use serde::Serialize;

use super::Outcome;
use crate::arguments::Speech;
use crate::failure::{Failure, wrong};
use crate::interrupt;
use crate::show::{self, STRONG, styled};
use crate::terminal::Terminal;

mod kept;
mod shown;

use shown::{at_text, terms, text};

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
    /// Look for a period among this many terms, however long that takes [default: as many as take
    /// about a second]
    #[arg(long, value_name = "K", conflicts_with = "misere",
          value_parser = clap::value_parser!(u32).range(1..=2_000_000_000))]
    compute: Option<u32>,
    /// Go on from the sequence in this file, if it is there, and keep it there, from minute to
    /// minute and after Ctrl-C
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    keep: Option<PathBuf>,
    /// Who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Print the proof, or the proofs, in the form that `foregone check` reads
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
  foregone heap 0.376 --compute 5000000 --keep 376.values
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
        if self.misere {
            let outcome = match self.proof {
                true => misere_proofs(&rule, &terminal),
                false => self.misere(&rule, &terminal),
            };
            terminal.finish();
            return outcome;
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

    fn misere(&self, rule: &Rule, terminal: &Terminal) -> Outcome {
        let report = heap::misere_report(rule, self.terms.unwrap_or(USUAL) as usize, terminal);
        terminal.finish();
        self.print(&report, "")?;
        Ok(if interrupt::asked() { interrupt::EXIT } else { 0 })
    }

    fn analyse(&self, rule: &Rule, terminal: &Terminal) -> Result<Analysis, Failure> {
        let computed = self.compute.map(|terms| terms as usize);
        let usual = match &self.keep {
            Some(path) => kept::analyse(path, rule, computed, terminal)?,
            None => {
                let limits = Limits { terms: computed, ..Limits::default() };
                analyse(rule, &limits, terminal)
            }
        };
        match self.terms.map(|terms| terms as usize) {
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
            let sum = nim_sum(&self.analyse(rule, terminal)?, all)?;
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

/// What is proved of single heaps, and the quotient where there is one.
fn misere_proofs(rule: &Rule, terminal: &Terminal) -> Outcome {
    let (mut text, mut reason) = (String::new(), None);
    match analyse_misere(rule, &Limits::default()) {
        Ok(analysis) if analysis.unproved().is_none() => {
            text += &proof_text::write(rule, analysis.proved().claim());
        }
        Ok(analysis) => reason = analysis.unproved().map(ToString::to_string),
        Err(_) => {}
    }
    match heap::quotient(rule, terminal) {
        Ok(found) => text += &proof_text::write_quotient(rule, found.claim()),
        Err(why) => reason = reason.or(Some(why.to_string())),
    }
    match reason {
        Some(why) if text.is_empty() => {
            Err(Failure::Undecided(format!("{rule}: there is no proof: {why}")))
        }
        _ => show::print(&text).map(|()| 0),
    }
}

fn print_proof(analysis: &Analysis) -> Result<(), Failure> {
    if let Some(why) = analysis.unproved() {
        return Err(Failure::Undecided(format!("{}: there is no proof: {why}", analysis.rule())));
    }
    show::print(&proof_text::write(analysis.rule(), analysis.proved().claim()))
}
