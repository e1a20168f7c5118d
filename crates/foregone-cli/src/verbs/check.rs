//! `foregone check`: a saved solution judged anew.

use std::path::PathBuf;

use clap::Args;
use foregone::Watch;
use foregone::format::solution::Numbers;
use serde::Serialize;

use super::Outcome;
use super::solve::{Parameters, arithmetic};
use crate::arguments::Speech;
use crate::failure::Failure;
use crate::interrupt;
use crate::show::{self, FAINT, GOOD, count, styled};
use crate::source::Source;
use crate::terminal::{Seconds, Terminal};

/// Builds a saved solution's game again and judges every bound anew
#[derive(Args)]
#[command(after_help = "Example:\n  foregone check hold.parquet")]
pub struct Check {
    /// A saved solution, from `foregone solve -o FILE`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    speech: Speech,
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
        let source = Source::file(&self.file)?;
        let Some((path, saved)) = source.saved else { return Err(Failure::Closed) };
        let meta = saved.meta.clone();
        let terminal = Terminal::new(self.speech.talk());
        terminal.note(&|| meta.to_string());
        let solved = saved.judge(source.game, &terminal);
        let seconds = terminal.finish();
        if interrupt::asked() {
            return Ok(interrupt::EXIT);
        }
        solved.map_err(|error| Failure::in_file(&path, error))?;
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
