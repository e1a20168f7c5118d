//! From the command line to the problem that every process is given, and its fingerprint.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use foregone::format::solution::Origin;
use foregone::model::Reached;
use foregone::{Rational, games};
use foregone_cluster::{
    Ask, Fingerprint, Keeping, Limits, Options, Playing, Problem, Question, Saving,
};
use twox_hash::XxHash3_128;

use super::remote;
use crate::arguments::{Speech, Which, Within, precision};
use crate::failure::{Failure, wrong};
use crate::model::{self, Asked, ModelFile, shown};
use crate::verbs::solve::name_and_parameters;

/// In a fingerprint: whether the solution is saved.
const SAVED: &str = "saved solution";

/// What is solved and how; the same for all processes.
#[derive(Args, Debug)]
pub struct Job {
    #[command(flatten)]
    pub which: Which,
    #[command(flatten)]
    pub asked: Asked,
    /// Exact values, as fractions
    #[arg(long)]
    pub exact: bool,
    /// The widest interval wanted at any position: a decimal or a fraction [default: 1e-9]
    #[arg(long, value_name = "WIDTH", value_parser = precision, conflicts_with = "exact",
          allow_hyphen_values = true)]
    pub precision: Option<Rational>,
    /// Workers of each process
    #[arg(short = 'w', long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: u16,
    /// Bring a game of at most so many positions to one worker, where cycles cross from worker to
    /// worker
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub gather: u64,
    /// Seconds to wait for the other processes at the start
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub wait: u64,
    /// Keep what is known in this folder, and go on from what is kept there
    #[arg(long, value_name = "FOLDER")]
    pub checkpoint: Option<PathBuf>,
    /// Seconds from one checkpoint to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, requires = "checkpoint")]
    pub checkpoint_every: f64,
    #[command(flatten)]
    pub within: Within,
    /// Save the solution in this folder: a Parquet file for each worker, and a manifest
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub speech: Speech,
}

/// What the answer is called.
pub struct Named {
    /// The game with its parameters, or the model.
    pub heading: String,
    /// The same for programs.
    pub game: String,
    /// The property, if one was asked.
    pub property: Option<String>,
    /// The name of the player whose chances are told, or nothing for a property.
    pub players: Vec<String>,
    /// What a saved solution says of where it came from.
    pub origin: Origin,
    /// Whether a property holds at a position with these bounds, where it compares.
    pub verdict: Option<Box<Verdict>>,
}

/// Judges a comparison at a position; `None` where the bounds do not decide it.
pub type Verdict = dyn Fn(&str, (Rational, Rational)) -> Option<bool>;

/// The problem, named values that make its fingerprint, and its names.
type Made = (Problem, Vec<(String, String)>, Named);

impl Job {
    /// The problem, its fingerprint, and its names.
    pub fn problem(&self) -> Result<(Problem, Fingerprint, Named), Failure> {
        let (problem, mut print, named) = match model::path(&self.which.game) {
            Some(path) => self.of_model(path)?,
            None => self.of_game()?,
        };
        let exact = if self.exact { "exact".into() } else { format!("{:?}", self.precision) };
        print.push(("version".into(), env!("CARGO_PKG_VERSION").into()));
        print.push(("program".into(), program()));
        print.push(("precision".into(), exact));
        print.push(("limit for gathering".into(), self.gather.to_string()));
        if self.output.is_some() && problem.ask == Ask::Nothing {
            let why = "there is nothing to be saved: say what is asked, --prop 'P…=? [ … ]'";
            return Err(Failure::Wrong(why.into()));
        }
        let steps = matches!(problem.ask, Ask::Reach(Question { steps: Some(_), .. }));
        if self.output.is_some() && (steps || named.verdict.is_some()) {
            let why = "only the value of one probability without bounds on the steps can be saved";
            return Err(Failure::Wrong(why.into()));
        }
        let (states, bytes) = self.within.given();
        if self.checkpoint.is_some() && (states.is_some() || bytes.is_some()) {
            let why = "--checkpoint does not go with --max-states or --max-memory: a run that is \
                       cut short is not gone on with";
            return Err(Failure::Wrong(why.into()));
        }
        print.push(("limits".into(), format!("{states:?} {bytes:?}")));
        let saved = if self.output.is_some() { "wanted" } else { "not wanted" };
        print.push((SAVED.into(), saved.into()));
        Ok((problem, Fingerprint(print), named))
    }

    /// How it is solved, and where checkpoints of the run with this fingerprint are kept and its
    /// solution is saved.
    pub fn options(&self, print: &Fingerprint, named: &Named) -> Options {
        // Whether the solution is saved changes nothing that a checkpoint holds.
        let pairs = print.0.iter().filter(|(name, _)| name != SAVED);
        let pairs = pairs.map(|(name, value)| format!("{name}={value}"));
        let identity = pairs.collect::<Vec<_>>().join(" ");
        let keeping = self.checkpoint.clone().map(|folder| Keeping { folder, identity });
        // Without checkpoints, looks at the progress alone.
        let every = if keeping.is_some() { self.checkpoint_every } else { 5.0 };
        let every = Duration::from_secs_f64(every.clamp(0.0, 1e9));
        let usual = foregone::solve::Options::default().precision;
        let precision = self.precision.clone().unwrap_or(usual);
        let origin = || named.origin.clone();
        let saving = self.output.clone().map(|folder| Saving { folder, origin: origin() });
        let (states, bytes) = self.within.given();
        Options {
            precision,
            exact: self.exact,
            gather: self.gather,
            every,
            keeping,
            limits: Limits { states, bytes },
            workers: self.workers.into(),
            saving,
        }
    }

    fn of_game(&self) -> Result<Made, Failure> {
        let name = self.which.game.clone();
        self.asked.refuse(&name)?;
        let row = games::find(&name).map_err(wrong)?;
        let fail = |error| Failure::Wrong(format!("{name}: {error}"));
        let values = row.values(&self.which.given()).map_err(fail)?;
        let game = (row.make)(&values).map_err(fail)?;
        if game.expected().is_some() {
            let why = "asks for an expected amount, which is not supported over several machines; \
                       `foregone solve` answers it";
            return Err(Failure::Wrong(format!("{name} {why}")));
        }
        let starts = game.starts().into_iter().chain((row.beside)(&values)).collect();
        let origin = Origin::built_in(&name, &values);
        let parameters =
            origin.parameters.iter().map(|(key, value)| (key.clone(), value.to_string()));
        let mut print = vec![("game".to_owned(), name.clone())];
        print.extend(parameters);
        let heading = name_and_parameters(&name, &origin.parameters);
        let players = game.players();
        let named =
            Named { heading, game: name.clone(), property: None, players, origin, verdict: None };
        let given = self.which.given();
        let make = move || {
            let made = row.build(&given).map_err(|error| error.to_string());
            made.map(Playing::sound)
        };
        Ok((Problem { game: Arc::new(make), starts, ask: Ask::Own }, print, named))
    }

    fn of_model(&self, path: &Path) -> Result<Made, Failure> {
        let file = ModelFile::open(path, &self.which, &self.asked)?;
        let [given] = &file.runs[..] else {
            let why = "one run at a time: give one value for each constant, no ranges";
            return Err(Failure::in_file(path, why));
        };
        let model = file.text.model(&file.text.own(given), self.asked.strict());
        let (model, _) = model.map_err(shown)?;
        let reached = remote::reached(path, &file, &model, given)?;
        let property = file.properties.as_ref().map(|properties| properties.shown(0));
        let constants: Vec<String> = given.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let print = vec![
            ("model".to_owned(), hash(file.text.source().text().as_bytes())),
            ("constants".to_owned(), constants.join(",")),
            ("property".to_owned(), property.clone().unwrap_or_default()),
            ("deadlocks".to_owned(), format!("{:?}", self.asked.deadlocks())),
        ];
        let ask = reached.as_ref().map_or(Ask::Nothing, |reached| {
            let Reached { max, flipped, from, to, .. } = *reached;
            Ask::Reach(Question { max, flipped, steps: to.map(|to| (from, to)) })
        });
        let heading = format!("{} {}", path.display(), constants.join(" ")).trim_end().to_owned();
        let game = path.display().to_string();
        let origin = remote::origin(&game, &file, given);
        let verdict = remote::verdict(&file, &model, reached.as_ref());
        let players = Vec::new();
        let named = Named { heading, game, property, players, origin, verdict };
        let refuse = self.asked.deadlocks() == foregone::model::Deadlocks::Refuse;
        let text = file.text.clone();
        let make = move || Ok(remote::playing(&text, &model, reached.clone(), refuse));
        Ok((Problem { game: Arc::new(make), starts: Vec::new(), ask }, print, named))
    }
}

/// The hash of this program's own file: other builds may count otherwise.
fn program() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    bytes.map_or_else(|_| "unknown".into(), |bytes| hash(&bytes))
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", XxHash3_128::oneshot(bytes))
}
