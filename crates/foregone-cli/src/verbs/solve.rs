//! `foregone solve`: the value of a game.

use std::path::PathBuf;

use clap::Args;
use foregone::format::solution::{Answer as Saving, Numbers, Origin};
use foregone::nimber::Shown;
use foregone::query::Value;
use foregone::tally::{Tally, tally};
use serde::Serialize;

use super::answer::{Answer, Levels};
use super::chances::Chances;
use super::properties::{self, Manner};
use super::{Outcome, amounts, kept, nimbers, tallied};
use crate::arguments::{How, Speech, Which};
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::memory::peak_bytes;
use crate::model::{self, Asked};
use crate::saving::Place;
use crate::show::{self, FAINT, STRONG, count, number, styled};
use crate::source::{Named, Source};
use crate::terminal::{Seconds, Terminal};

/// The value of a game when both sides play best
#[derive(Args)]
#[command(after_help = "Example:\n  foregone solve darts -p start=5 --exact")]
pub struct Solve {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    how: How,
    /// Save every position with its bounds and best move, as Parquet
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep what is known there now and then, and after Ctrl-C; the same command goes on from it
    #[arg(long, value_name = "FILE", conflicts_with = "nimbers")]
    checkpoint: Option<PathBuf>,
    /// Seconds from one checkpoint to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, requires = "checkpoint")]
    checkpoint_every: f64,
    /// Nimbers alone, found from the independent parts of positions: who wins an impartial game,
    /// without distances, on larger boards
    #[arg(long, conflicts_with_all = ["prop", "props", "output"])]
    nimbers: bool,
    #[command(flatten)]
    speech: Speech,
}

mod sweep;

/// A game's parameters in the order of its own list.
pub type Parameters = serde_json::Map<String, serde_json::Value>;

/// The answer as it is printed.
#[derive(Serialize)]
struct Report {
    game: String,
    parameters: Parameters,
    start: String,
    states: u64,
    choices: u64,
    branches: u64,
    /// Max's.
    value: Value,
    #[serde(flatten)]
    chances: Chances,
    /// Counts over all positions, in win/lose/draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Option<Tally>,
    /// The start's nimber in impartial games.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<Shown>,
    /// Positions whose values belong beside that of the start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<Beside>,
    numbers: Numbers,
    checked: bool,
    stopped: Option<String>,
    seconds: Seconds,
    peak_bytes: Option<u64>,
}

#[derive(Serialize)]
struct Beside {
    state: String,
    #[serde(flatten)]
    chances: Chances,
}

impl Solve {
    /// Solves, saves, prints.
    pub fn run(&self) -> Outcome {
        if self.nimbers {
            return nimbers::run(&self.which, &self.asked, &self.how, None, &self.speech);
        }
        self.solve()
    }

    fn solve(&self) -> Outcome {
        if let Some(path) = model::path(&self.which.game) {
            let output = self.output.as_deref();
            let keep = self.checkpoint.as_deref().map(|file| (file, self.checkpoint_every));
            let manner = Manner { how: &self.how, speech: &self.speech, at: None, output, keep };
            return properties::run(path, &self.which, &self.asked, &manner);
        }
        self.asked.refuse(&self.which.game)?;
        let mut sources = Source::all(&self.which)?;
        let checkpoint = self.checkpoint(&sources)?;
        if sources.len() > 1 {
            return self.several(sources);
        }
        let source = match sources.remove(0) {
            Named::Game(source) => *source,
            Named::Model(path, saved) if self.output.is_none() => {
                let terminal = Terminal::new(self.speech.talk());
                return kept::run(&path, *saved, &self.how, None, &self.speech, &terminal);
            }
            Named::Model(path, _) => {
                return Err(Failure::in_file(&path, "is saved already; leave out --output"));
            }
        };
        if source.game.expected().is_some() {
            let asked = amounts::Asked { at: None, output: self.output.as_deref(), checkpoint };
            return amounts::run(source, &self.how, &self.speech, asked);
        }
        self.one(source, checkpoint)
    }

    /// The same game with several values of its parameters, as a table.
    fn several(&self, sources: Vec<Named>) -> Outcome {
        if let Some(path) = &self.output {
            let why = "a file holds the solution of one game: give each parameter one value";
            return Err(Failure::in_file(path, why));
        }
        let games: Vec<Source> = sources.into_iter().filter_map(Named::game).collect();
        if games[0].game.expected().is_some() {
            let why = "several values at once are supported for chances alone, not for amounts";
            return Err(Failure::Wrong(format!("{}: {why}", self.which.game)));
        }
        sweep::run(games, &self.how, &self.speech)
    }

    fn one(&self, source: Source, checkpoint: Option<Checkpoint>) -> Outcome {
        let origin = source.origin.clone();
        let place = self.output.as_deref().map(Place::open).transpose()?;
        let terminal = Terminal::new(self.speech.talk()).keeping(checkpoint);
        let answer = match self.output {
            None => Answer::near(source, &self.how, None, &terminal)?,
            Some(_) => Answer::find(source, &self.how, None, &terminal)?,
        };
        let seconds = terminal.finish();
        terminal.settle(answer.stopped().is_some());
        // Where saving fails the answer is told all the same.
        let saved = self.save(place, &origin, &answer);
        let counted = self.speech.json || !self.speech.quiet;
        let report = Report::new(&origin, &answer, seconds, &terminal, counted)?;
        match (self.speech.json, self.speech.quiet) {
            (true, _) => show::print_json(&report)?,
            (_, true) => show::print(&(report.bare() + "\n"))?,
            _ => {
                let path = self.output.as_deref().filter(|_| saved.is_ok());
                show::print(&report.text(&answer, path))?;
            }
        }
        saved.map(|()| answer.exit_code())
    }

    /// The file that the run is kept in; runs that cannot be are refused by name.
    fn checkpoint(&self, sources: &[Named]) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        let why = match sources {
            [Named::Game(source)] if source.saved.is_none() => {
                let amounts = source.game.expected().is_some();
                if amounts || !source.game.objective().goal.is_outcome() {
                    return self.kept(path, source).map(Some);
                }
                "games of win, draw and loss are solved in one pass, which cannot be left and gone \
                 on with"
            }
            [_] => "a saved solution is solved already",
            _ => "several runs at once are not kept: give each parameter one value",
        };
        let elsewhere = "`foregone cluster local GAME -n 2 --checkpoint FOLDER` keeps any built-in \
                         game";
        Err(Failure::Wrong(format!("{}: --checkpoint: {why}; {elsewhere}", self.which.game)))
    }

    fn kept(&self, path: &std::path::Path, source: &Source) -> Result<Checkpoint, Failure> {
        let by_levels = Answer::start_by_levels(source, &self.how, None);
        let at = match by_levels.filter(|_| self.output.is_none()) {
            Some(at) => at.to_owned(),
            None => format!("{}, {}", source.starts.join(" and "), self.how.shown()),
        };
        Checkpoint::open(path, &source.origin, &at, self.checkpoint_every)
    }

    fn save(&self, place: Option<Place>, origin: &Origin, answer: &Answer) -> Result<(), Failure> {
        let Some(place) = place else { return Ok(()) };
        let solved = &answer.solved;
        place.save_answer(origin, &*solved.explored, Saving::Chance(&solved.checked))
    }
}

impl Report {
    /// `counted`: with counts over all positions.
    fn new(
        origin: &Origin,
        answer: &Answer,
        seconds: Seconds,
        terminal: &Terminal,
        counted: bool,
    ) -> Result<Self, Failure> {
        let Answer { solved, state, .. } = answer;
        let all = answer.states().into_iter().map(|state| Chances::of(answer, state, terminal));
        let mut all = all.collect::<Result<Vec<_>, _>>()?.into_iter();
        let none = || Failure::Wrong("there is no position to speak of".into());
        let chances = all.next().ok_or_else(none)?;
        let size = answer.size();
        Ok(Self {
            game: origin.game.clone(),
            parameters: origin.parameters.clone(),
            start: solved.explored.show(*state),
            states: size.states,
            choices: size.choices,
            branches: size.branches,
            value: answer.value(),
            chances,
            tally: if counted { tally(solved) } else { None },
            nimber: tallied::nimbers(solved)?.map(|all| Shown(all.at(*state))),
            beside: all.map(|chances| Beside { state: chances.state.clone(), chances }).collect(),
            numbers: Numbers::of(&solved.checked.solution().bounds),
            checked: true,
            stopped: answer.stopped().map(ToString::to_string),
            seconds,
            peak_bytes: peak_bytes(),
        })
    }

    fn text(&self, answer: &Answer, saved: Option<&std::path::Path>) -> String {
        let mut text = format!("{}\n\n{}\n", self.heading(), self.chances.text());
        for Beside { state, chances } in &self.beside {
            text += &format!("at {state}\n\n{}\n", chances.text());
        }
        if let Some(nimber) = &self.nimber {
            text += &format!("nimber {nimber}\n\n");
        }
        if let Some(tally) = &self.tally {
            text += &tallied::text(tally);
        }
        text += &answer.stop_remark();
        text += &styled(FAINT, &self.effort(answer));
        if let Some(path) = saved {
            text += &format!("\nsaved in {}", path.display());
        }
        text + "\n"
    }

    /// The answer alone.
    fn bare(&self) -> String {
        match &self.chances.standing {
            Some(standing) => tallied::standing(standing),
            None => number::value(&self.value),
        }
    }

    /// The game, its parameters and where play starts.
    fn heading(&self) -> String {
        heading(&self.game, &self.parameters, &self.start)
    }

    /// What was done, and how long it took.
    fn effort(&self, answer: &Answer) -> String {
        let Seconds { explore, solve, judge } = self.seconds;
        let done = match (&answer.file, &answer.levels) {
            (Some(_), _) => "saved, judged anew".to_owned(),
            (None, None) => "solved and judged".to_owned(),
            (None, Some(Levels { size, .. })) => {
                let seats = if size.seats { ", one for each two seats," } else { "" };
                let levels = count(size.levels, "level", "levels");
                format!("solved and judged{seats} by {levels}")
            }
        };
        format!(
            "{}, {}, {}; {done} in {}\nexplored in {explore:.2} s, solved in {solve:.2} s, judged in {judge:.2} s{}",
            count(self.states, "position", "positions"),
            count(self.choices, "move", "moves"),
            count(self.branches, "outcome", "outcomes"),
            arithmetic(self.numbers),
            self.peak_bytes.map(|b| format!(", {} MB", b.div_ceil(1_000_000))).unwrap_or_default(),
        )
    }
}

/// A game's name in front of its parameters, and a position.
pub fn heading(game: &str, parameters: &Parameters, at: &str) -> String {
    format!("{}\nat {at}", name_and_parameters(game, parameters))
}

/// A game's name in front of its parameters, in the order of the game's own list.
pub fn name_and_parameters(game: &str, parameters: &Parameters) -> String {
    let shown = parameters.iter().map(|(name, value)| match value.as_str() {
        Some(text) => format!("{name}={text}"),
        None => format!("{name}={value}"),
    });
    let shown = shown.collect::<Vec<_>>().join(" ");
    match shown.as_str() {
        "" => styled(STRONG, game),
        shown => format!("{} {}", styled(STRONG, game), styled(FAINT, shown)),
    }
}

/// The numbers in which the judge compared.
pub fn arithmetic(numbers: Numbers) -> &'static str {
    match numbers {
        Numbers::Fixed64 => "multiples of 2^-56",
        Numbers::Fixed128 => "multiples of 2^-120",
        Numbers::Fixed512 => "multiples of 2^-512",
        Numbers::Exact => "fractions",
        Numbers::Grades => "grades of win, draw and loss",
    }
}
