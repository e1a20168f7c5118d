//! `foregone check`: a saved solution or a heap game's proof judged anew.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use foregone::Watch;
use foregone::format::solution::Numbers;
use foregone::heap::proof_text::{self, Statement};
use foregone::heap::{ProofText, QuotientReport, Rule, kept};
use foregone::judge;
use serde::Serialize;

use super::Outcome;
use super::answer::refused;
use super::solve::{Parameters, arithmetic};
use crate::arguments::{Speech, Within};
use crate::failure::Failure;
use crate::show::{self, FAINT, GOOD, STRONG, count, styled};
use crate::source::{self, Source};
use crate::terminal::{Seconds, Terminal};

/// Judges a saved solution or a proof anew
#[derive(Args)]
#[command(after_help = "Examples:\n  foregone check hold.parquet\n  foregone check kayles.proof")]
pub struct Check {
    /// A saved solution, from `foregone solve -o FILE`, or a proof or kept sequence, from `foregone
    /// heap --proof` or `--keep`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    within: Within,
    #[command(flatten)]
    speech: Speech,
}

/// A heap game's proof that the judge accepted.
#[derive(Serialize)]
struct ProofReport {
    file: String,
    rule: String,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    terms: usize,
    /// A misère quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    quotient: Option<QuotientReport>,
    checked: bool,
}

#[derive(Serialize)]
struct Report {
    file: String,
    game: String,
    parameters: Parameters,
    states: u64,
    choices: u64,
    branches: u64,
    numbers: Numbers,
    checked: bool,
    stopped: Option<String>,
    seconds: Seconds,
}

impl Check {
    /// Accepts or refuses.
    pub fn run(&self) -> Outcome {
        match proof(&self.file)? {
            Some(text) => self.proof(&text),
            None => self.solution(),
        }
    }

    fn proof(&self, text: &str) -> Outcome {
        let (rule, all) = self.statements(text)?;
        let mut words = String::new();
        let mut report = ProofReport {
            file: self.file.display().to_string(),
            rule: rule.to_string(),
            preperiod: None,
            period: None,
            saltus: None,
            terms: 0,
            quotient: None,
            checked: true,
        };
        for statement in all {
            words += &self.judged(statement, &mut report)?;
        }
        if self.speech.json {
            show::print_json(&report)?;
        } else if !self.speech.quiet {
            let (head, accepted) = (styled(STRONG, &report.rule), styled(GOOD, "accepted"));
            let file = &report.file;
            show::print(&format!("{head}\n{accepted}: every step in {file} holds\n{words}"))?;
        }
        Ok(0)
    }

    /// What was accepted, in words; `report` takes note of it.
    fn judged(&self, statement: Statement, report: &mut ProofReport) -> Result<String, Failure> {
        let fail = |error| Failure::in_file(&self.file, error);
        match statement {
            Statement::Values(claim) => {
                let proved = judge::heap::check(claim).map_err(fail)?;
                let tail = proved.claim().tail.as_ref();
                report.preperiod = tail.map(|tail| tail.preperiod);
                report.period = tail.map(|tail| tail.period);
                report.saltus = tail.map(|tail| tail.saltus);
                report.terms = proved.claim().values.len();
                Ok(ProofText(&proved).to_string())
            }
            Statement::Quotient(claim) => {
                let found = judge::heap::check_quotient(claim).map_err(fail)?;
                let found = QuotientReport::new(&found);
                report.terms = report.terms.max(found.elements.len());
                let words = quotient(&found);
                report.quotient = Some(found);
                Ok(words)
            }
        }
    }

    /// What a proof, or a kept sequence, says.
    fn statements(&self, text: &str) -> Result<(Rule, Vec<Statement>), Failure> {
        if text.starts_with(kept::HEAD) {
            let (rule, claim) =
                kept::read(text).map_err(|error| Failure::in_file(&self.file, error))?;
            return Ok((rule, vec![Statement::Values(claim)]));
        }
        proof_text::read_all(text).map_err(|error| Failure::in_file(&self.file, error))
    }

    fn solution(&self) -> Outcome {
        let (path, saved) = (self.file.clone(), source::read(&self.file)?);
        let meta = saved.meta.clone();
        let terminal = Terminal::new(self.speech.talk());
        terminal.note(&|| meta.to_string());
        let limits = self.within.limits();
        let game = match meta.model {
            Some(_) => None,
            None => Some(Source::of_meta(&self.file, &meta)?.game),
        };
        let solved = saved.judge_any(game, &limits, &terminal);
        let seconds = terminal.finish();
        solved.map_err(|error| refused(&path, &error))?;
        let reason = meta.exploring_stopped.or(meta.stopped).map(|reason| reason.0.to_string());
        let report = Report {
            file: path.display().to_string(),
            game: meta.game,
            parameters: meta.parameters,
            states: meta.states,
            choices: meta.choices,
            branches: meta.branches,
            numbers: meta.numbers,
            checked: true,
            stopped: reason,
            seconds,
        };
        if self.speech.json {
            show::print_json(&report)?;
        } else if !self.speech.quiet {
            show::print(&report.text())?;
        }
        Ok(0)
    }
}

fn quotient(found: &QuotientReport) -> String {
    let heaps = match (found.preperiod, found.period) {
        (Some(from), Some(period)) => {
            format!("all heaps; their elements have period {period} from heap {from} on")
        }
        _ => format!("the heaps 0 to {}", found.elements.len() - 1),
    };
    let lost: Vec<String> = found.lost.iter().map(ToString::to_string).collect();
    format!(
        "Claim: a misère quotient of order {} says who wins every sum of {heaps}.\n\
         Lost are the sums whose product is one of {}.\n",
        found.order,
        lost.join(" "),
    )
}

/// The text of a file that begins as proofs and kept sequences do.
fn proof(path: &Path) -> Result<Option<String>, Failure> {
    if path.is_dir() {
        return Ok(None);
    }
    let fail = |error| Failure::io(path, &error);
    let mut file = File::open(path).map_err(fail)?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(kept::HEAD.len() as u64).read_to_end(&mut bytes).map_err(fail)?;
    let begins = |head: &str| head.as_bytes().get(..kept::HEAD.len()) == Some(&bytes);
    if !begins(proof_text::HEAD) && !begins(kept::HEAD) {
        return Ok(None);
    }
    file.read_to_end(&mut bytes).map_err(fail)?;
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| Failure::in_file(path, "the proof is not text"))
}

impl Report {
    fn text(&self) -> String {
        let Seconds { explore, judge, .. } = self.seconds;
        let head = super::solve::name_and_parameters(&self.game, &self.parameters);
        let stopped = self.stopped.as_ref().map(|why| format!("it was stopped: {why}\n"));
        let judged = format!(
            "judged anew in {}: {}, {}, {}",
            arithmetic(self.numbers),
            count(self.states, "position", "positions"),
            count(self.choices, "move", "moves"),
            count(self.branches, "outcome", "outcomes"),
        );
        let time = format!("explored in {explore:.2} s, judged in {judge:.2} s");
        format!(
            "{head}\n{}: every bound in {} holds\n{judged}\n{}{}\n",
            styled(GOOD, "accepted"),
            self.file,
            stopped.unwrap_or_default(),
            styled(FAINT, &time),
        )
    }
}
