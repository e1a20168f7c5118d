//! `foregone solve`: the value of a game.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use foregone::format::solution::{self, Numbers, Origin};
use foregone::outcome::{Ending, outcome};
use foregone::query::Value;
use foregone::solve::Options;
use serde::Serialize;

use super::Outcome;
use super::answer::Answer;
use crate::arguments::{How, Speech, Which};
use crate::failure::{Failure, wrong};
use crate::memory::peak_bytes;
use crate::saving::save;
use crate::show::table::Table;
use crate::show::{self, FAINT, STRONG, WARN, count, number, styled};
use crate::source::Source;
use crate::terminal::{Seconds, Terminal};

/// The value of a game when both sides play best
#[derive(Args)]
#[command(after_help = "Example:\n  foregone solve darts -p start=5 --exact")]
pub struct Solve {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    how: How,
    /// Save every position with its bounds and best move, as Parquet
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    speech: Speech,
}

/// The answer as it is printed.
#[derive(Serialize)]
struct Report {
    game: String,
    parameters: BTreeMap<String, String>,
    start: String,
    states: u64,
    choices: u64,
    branches: u64,
    /// Max's.
    value: Value,
    /// Both sides' chances.
    players: Vec<Side>,
    /// Whether play ends with probability 1 under the strategies found; null where a limit hides it.
    ends: Option<bool>,
    numbers: Numbers,
    checked: bool,
    stopped: Option<String>,
    seconds: Seconds,
    peak_bytes: Option<u64>,
}

#[derive(Serialize)]
struct Side {
    name: String,
    value: Value,
}

impl Solve {
    /// Solves, saves, prints.
    pub fn run(&self) -> Outcome {
        let source = Source::find(&self.which)?;
        let origin = source.origin.clone();
        let terminal = Terminal::new(self.speech.talk());
        let answer = Answer::find(source, &self.how, None, &terminal)?;
        let seconds = terminal.finish();
        if let Some(path) = &self.output {
            save(path, |file| {
                let written = solution::write(file, &origin, &answer.solved);
                written.map_err(|error| Failure::in_file(path, error))
            })?;
        }
        let report = Report::new(&origin, &answer, seconds, &terminal)?;
        match (self.speech.json, self.speech.quiet) {
            (true, _) => show::print_json(&report)?,
            (_, true) => show::print(&(number::value(&report.value) + "\n"))?,
            _ => show::print(&report.text(&answer, self.output.as_deref()))?,
        }
        Ok(answer.exit_code())
    }
}

impl Report {
    fn new(
        origin: &Origin,
        answer: &Answer,
        seconds: Seconds,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        let Answer { solved, state, .. } = answer;
        let arena = solved.checked.arena();
        let (players, ends) = sides(answer, terminal)?;
        Ok(Self {
            game: origin.game.clone(),
            parameters: origin.parameters.clone(),
            start: solved.explored.show(*state),
            states: arena.states() as u64,
            choices: arena.choices() as u64,
            branches: arena.branches() as u64,
            value: answer.value(),
            players,
            ends,
            numbers: Numbers::of(&solved.checked.solution().bounds),
            checked: true,
            stopped: answer.stopped().map(ToString::to_string),
            seconds,
            peak_bytes: peak_bytes(),
        })
    }

    fn text(&self, answer: &Answer, saved: Option<&std::path::Path>) -> String {
        let mut table = Table::default();
        for side in &self.players {
            let (value, bounds) = (number::value(&side.value), number::bounds(&side.value));
            let name = format!("{} wins", side.name);
            table.row(STRONG, [name.into(), value.into(), bounds.into()]);
        }
        let mut text = format!("{}\n\n{}\n", self.heading(), table.text());
        if self.ends == Some(false) {
            let words = "Under these strategies play may go on for ever, won by nobody: \
                         the chances need not add up to 1.";
            text += &format!("{}\n", styled(WARN, words));
        }
        if let Some(why) = &self.stopped {
            let words = format!("Stopped: {why}. The bounds hold nevertheless.");
            text += &format!("{}\n", styled(WARN, &words));
        }
        text += &styled(FAINT, &self.effort(answer));
        if let Some(path) = saved {
            text += &format!("\nsaved in {}", path.display());
        }
        text + "\n"
    }

    /// The game, its parameters and where play starts.
    fn heading(&self) -> String {
        heading(&self.game, &self.parameters, &self.start)
    }

    /// What was done, and how long it took.
    fn effort(&self, answer: &Answer) -> String {
        let Seconds { explore, solve, judge } = self.seconds;
        let done = if answer.file.is_some() { "saved, judged anew" } else { "solved and judged" };
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
pub fn heading(game: &str, parameters: &BTreeMap<String, String>, at: &str) -> String {
    format!("{}\nat {at}", name_and_parameters(game, parameters))
}

/// A game's name in front of its parameters.
pub fn name_and_parameters(game: &str, parameters: &BTreeMap<String, String>) -> String {
    let parameters: Vec<String> =
        parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let parameters = styled(FAINT, &parameters.join(" "));
    format!("{} {parameters}", styled(STRONG, game))
}

/// The numbers in which the judge compared.
pub fn arithmetic(numbers: Numbers) -> &'static str {
    match numbers {
        Numbers::Fixed64 => "multiples of 2^-56",
        Numbers::Fixed128 => "multiples of 2^-120",
        Numbers::Exact => "fractions",
    }
}

/// Both sides' chances, and whether they are bound to add up to 1.
fn sides(answer: &Answer, terminal: &Terminal) -> Result<(Vec<Side>, Option<bool>), Failure> {
    let Answer { solved, form, state, .. } = answer;
    let mut names = solved.explored.players().into_iter();
    let mut side = |value| Side { name: names.next().unwrap_or_else(|| "Max".into()), value };
    let max = side(answer.value());
    let options = Options { exact: form.exact, ..Options::default() };
    let outcome = outcome(&solved.checked, *state, &options, terminal).map_err(wrong)?;
    let ends = match outcome.ending {
        Ending::Certain => Some(true),
        Ending::Open => Some(false),
        Ending::Unexplored => None,
    };
    let min = side(Value::new(outcome.min, *form));
    Ok((vec![max, min], ends))
}
