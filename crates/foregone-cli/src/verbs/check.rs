//! `foregone check`: a saved solution or a heap game's proof judged anew.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use foregone::Watch;
use foregone::format::solution::Numbers;
use foregone::heap::{ProofText, proof_text};
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
    /// A saved solution, from `foregone solve -o FILE`, or a proof, from `foregone heap --proof`
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
        let fail = |error: &dyn std::error::Error| Failure::in_file(&self.file, error);
        let (rule, claim) = proof_text::read(text).map_err(|error| fail(&error))?;
        let proved = judge::heap::check(claim).map_err(|error| fail(&error))?;
        if self.speech.json {
            let file = self.file.display().to_string();
            let tail = proved.claim().tail.as_ref();
            show::print_json(&ProofReport {
                file,
                rule: rule.to_string(),
                preperiod: tail.map(|tail| tail.preperiod),
                period: tail.map(|tail| tail.period),
                saltus: tail.map(|tail| tail.saltus),
                terms: proved.claim().values.len(),
                checked: true,
            })?;
        } else if !self.speech.quiet {
            let head = styled(STRONG, &rule.to_string());
            let accepted = styled(GOOD, "accepted");
            let proof = ProofText(&proved);
            show::print(&format!(
                "{head}\n{accepted}: every step in {} holds\n{proof}",
                self.file.display()
            ))?;
        }
        Ok(0)
    }

    fn solution(&self) -> Outcome {
        let (path, saved) = (self.file.clone(), source::read(&self.file)?);
        let meta = saved.meta.clone();
        let terminal = Terminal::new(self.speech.talk());
        terminal.note(&|| meta.to_string());
        let limits = self.within.limits();
        let solved = match meta.model {
            Some(_) => saved.judge_model(&limits, &terminal),
            None => {
                let game = Source::of_meta(&self.file, &meta)?.game;
                saved.judge_within(game, &limits, &terminal)
            }
        };
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

/// The text of a file that begins as proofs do.
fn proof(path: &Path) -> Result<Option<String>, Failure> {
    if path.is_dir() {
        return Ok(None);
    }
    let fail = |error| Failure::io(path, &error);
    let mut file = File::open(path).map_err(fail)?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut file)
        .take(proof_text::HEAD.len() as u64)
        .read_to_end(&mut bytes)
        .map_err(fail)?;
    if bytes != proof_text::HEAD.as_bytes() {
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
