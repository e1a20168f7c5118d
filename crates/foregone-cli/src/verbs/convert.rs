//! `foregone convert`: a game from one format into another.

use std::path::{Path, PathBuf};

use clap::Args;
use foregone::format::Listing;
use foregone::format::listing::Kind;
use serde::Serialize;

use super::Outcome;
use crate::arguments::{Speech, Which, Within};
use crate::failure::Failure;
use crate::model::{self, Asked, ModelFile, Reading, shown};
use crate::show::{self, count};
use crate::source::Source;
use crate::terminal::Terminal;
use crate::{files, interrupt};

/// Write a game in another format
#[derive(Args)]
#[command(
    after_help = "Example:\n  foregone convert die.prism die.umb\n\nFormats go by the file's \
                        ending: umb, tra (with .sta .lab .srew .trew beside it), drn; pg is only \
                        read, dot only written."
)]
pub struct Convert {
    #[command(flatten)]
    which: Which,
    /// The file to write; explicit files (.tra) get others of the same base name beside it
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The format of the file that is read, whatever its ending
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// The format that is written, whatever the ending
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Leave the values of variables out
    #[arg(long)]
    no_variables: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    within: Within,
    #[command(flatten)]
    speech: Speech,
}

#[derive(Serialize)]
struct Report {
    files: Vec<String>,
    kind: &'static str,
    states: u64,
    choices: u64,
    branches: u64,
    warnings: Vec<String>,
}

impl Convert {
    /// Reads or explores, writes, tells how much.
    pub fn run(&self) -> Outcome {
        let to = files::format_of(&self.out, self.to.as_deref())?;
        let terminal = Terminal::new(self.speech.talk());
        let (mut listing, mut warnings) = self.listing(&terminal)?;
        terminal.finish();
        if self.no_variables {
            listing.variables.clear();
        }
        if interrupt::asked() {
            return Ok(interrupt::EXIT);
        }
        let written = files::write(&self.out, to, &listing)?;
        let leftovers = files::leftovers(&self.out, to, &written);
        warnings.extend(leftovers.iter().map(|left| {
            format!("{}: is of an earlier game and would be read with this one", left.display())
        }));
        if !self.speech.quiet {
            warnings.iter().for_each(|text| show::remark(&format!("warning: {text}")));
        }
        let report = Report::new(&written, &listing, warnings);
        match (self.speech.json, self.speech.quiet) {
            (true, _) => show::print_json(&report)?,
            (_, true) => {}
            _ => show::print(&report.text())?,
        }
        Ok(0)
    }

    fn listing(&self, terminal: &Terminal) -> Result<(Listing, Vec<String>), Failure> {
        let game = self.which.game.as_str();
        let path = Path::new(game);
        match model::path(game) {
            Some(path) if self.from.is_none() && model::is_text(path) => self.model(path, terminal),
            found if found.is_some() || self.from.is_some() => self.file(path),
            _ => self.built_in(terminal),
        }
    }

    fn file(&self, path: &Path) -> Result<(Listing, Vec<String>), Failure> {
        if let Some(pair) = self.which.given().first() {
            let why = format!("a file of states has no constants; leave out '{pair}'");
            return Err(Failure::in_file(path, why));
        }
        let format = files::format_of(path, self.from.as_deref())?;
        let read = files::read(path, format, self.reading)?;
        let (listing, limits) = (read.listing, self.within.limits());
        if listing.arena.states() as u64 > limits.states {
            let states = listing.arena.states();
            let why = format!("it lists {states} states, more than --max-states allows");
            return Err(Failure::in_file(path, why));
        }
        if let (true, Some(state)) = (self.reading.refuse_deadlocks, listing.deadlocks.first()) {
            let why = format!("state {state} has no choice; leave out --refuse-deadlocks");
            return Err(Failure::in_file(path, why));
        }
        Ok((listing, read.warnings))
    }

    fn model(&self, path: &Path, terminal: &Terminal) -> Result<(Listing, Vec<String>), Failure> {
        let asked = Asked::nothing(self.reading);
        let file = ModelFile::open(path, &self.which, &asked)?;
        let [given] = &file.runs[..] else {
            let why = "ranges of constants make several models; give one value each";
            return Err(Failure::in_file(path, why));
        };
        let quiet = self.speech.quiet;
        let built = file.build(given, &[], &self.within.limits(), terminal, quiet)?;
        Ok((built.listing().map_err(shown)?, Vec::new()))
    }

    fn built_in(&self, terminal: &Terminal) -> Result<(Listing, Vec<String>), Failure> {
        self.reading.refuse(&self.which.game)?;
        let source = Source::find(&self.which)?;
        if let Some((path, _)) = &source.saved {
            let why = "is a saved solution, no game; name the game itself";
            return Err(Failure::in_file(path, why));
        }
        let explored = source.game.explore(&[], &self.within.limits(), terminal);
        let explored = explored.map_err(|error| Failure::Wrong(error.to_string()))?;
        let listed = Listing::of_game(&*explored);
        listed.map_err(|why| Failure::Undecided(format!("{}: {why}", self.which.game)))
    }
}

impl Report {
    fn new(files: &[PathBuf], listing: &Listing, warnings: Vec<String>) -> Self {
        let arena = &listing.arena;
        let kind = match listing.kind {
            Kind::Dtmc => "chain",
            Kind::Mdp => "decision process",
            Kind::Smg => "game",
        };
        Self {
            files: files.iter().map(|file| file.display().to_string()).collect(),
            kind,
            states: arena.states() as u64,
            choices: arena.choices() as u64,
            branches: arena.branches() as u64,
            warnings,
        }
    }

    fn text(&self) -> String {
        format!(
            "{}: a {} of {}, {}, {}\n",
            self.files.join(" "),
            self.kind,
            count(self.states, "state", "states"),
            count(self.choices, "choice", "choices"),
            count(self.branches, "branch", "branches"),
        )
    }
}
