//! `foregone simulate`: games played with dice, and what was seen beside the bounds.

use clap::{Args, ValueEnum};
use foregone::eval::Worth;
use foregone::query::Value;
use foregone::simulate::{Games, Seen, simulate};
use foregone::{Checked, StateId};
use serde_json::{Map, Value as Json, json};

use super::answer::Answer;
use super::eval::studied;
use super::solve::heading;
use super::{Outcome, Parameters};
use crate::arguments::{How, Speech, Which, positive};
use crate::case::Case;
use crate::failure::Failure;
use crate::policies::Given;
use crate::show::table::Table;
use crate::show::{self, FAINT, STRONG, WARN, count, number, styled};
use crate::source::Source;
use crate::terminal::Terminal;
use crate::{interrupt, model};

/// Plays games with dice and shows how often Max wins, beside the bounds
#[derive(Args)]
#[command(after_help = "Example:\n  foregone simulate hold --games 10000 --seed 1")]
pub struct Simulate {
    #[command(flatten)]
    which: Which,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = positive)]
    games: u64,
    /// What the random numbers grow from: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A game is given up after so many moves
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = positive)]
    most_moves: u64,
    /// How sure the interval is to hold the value
    #[arg(long, value_enum, default_value_t = Confidence::P95)]
    confidence: Confidence,
    #[command(flatten)]
    given: Given,
    /// The position to start from: named fields in any order, or the game's short form
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    at: Option<String>,
    #[command(flatten)]
    asked: model::Asked,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    speech: Speech,
}

const NO_REWARDS: &str =
    "simulate counts how often something happens; what is collected is not supported";

/// How sure an interval is, in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Confidence {
    #[value(name = "90")]
    P90,
    #[value(name = "95")]
    P95,
    #[value(name = "99")]
    P99,
    #[value(name = "99.9")]
    P999,
}

impl Confidence {
    /// In percent, and the standard deviations to either side that make it.
    fn numbers(self) -> (f64, f64) {
        match self {
            Self::P90 => (90.0, 1.644_853_626_951_472_7),
            Self::P95 => (95.0, 1.959_963_984_540_054),
            Self::P99 => (99.0, 2.575_829_303_548_900_4),
            Self::P999 => (99.9, 3.290_526_731_491_69),
        }
    }
}

/// What was played and seen.
struct Report {
    game: String,
    parameters: Parameters,
    start: String,
    /// Who wins, and the policies of both sides.
    player: String,
    policies: [String; 2],
    value: Value,
    seen: Seen,
    stopped: Option<String>,
}

impl Simulate {
    /// Solves, plays, prints.
    pub fn run(&self) -> Outcome {
        let terminal = Terminal::new(self.speech.talk());
        let report = match model::path(&self.which.game) {
            None if self.given.is_best() => self.best(&terminal)?,
            _ => self.policies(&terminal)?,
        };
        terminal.finish();
        match (self.speech.json, self.speech.quiet) {
            (true, _) => show::print_json(&self.json(&report))?,
            (_, true) => show::print(&format!("{}\n", observed(&report.seen)))?,
            _ => show::print(&self.text(&report))?,
        }
        Ok(if interrupt::asked() { interrupt::EXIT } else { 0 })
    }

    /// Plays what the solution says, a saved one perhaps.
    fn best(&self, terminal: &Terminal) -> Result<Report, Failure> {
        self.asked.refuse(&self.which.game)?;
        let source = Source::find(&self.which)?;
        if source.game.expected().is_some() {
            return Err(Failure::Wrong(NO_REWARDS.into()));
        }
        let origin = source.origin.clone();
        let answer = Answer::find(source, &self.how, self.at.as_deref(), terminal)?;
        let players = answer.solved.explored.players();
        Ok(Report {
            game: origin.game,
            parameters: origin.parameters,
            start: answer.solved.explored.show(answer.state),
            player: players.into_iter().next().unwrap_or_else(|| "Max".into()),
            policies: ["best".into(), "best".into()],
            value: answer.value(),
            seen: self.play(&answer.solved.checked, answer.state, terminal),
            stopped: answer.stopped().map(ToString::to_string),
        })
    }

    /// Plays what policies say; a side without one replies as well as it can.
    fn policies(&self, terminal: &Terminal) -> Result<Report, Failure> {
        let quiet = (terminal, self.speech.quiet);
        let case = Case::find(&self.which, &self.asked, &self.how, self.at.as_deref(), quiet)?;
        let (max, min) = self.given.read(&case.names)?;
        let start = case.start()?;
        let study = studied(&case, (&max, &min), &self.how, terminal)?;
        let Worth::Value(checked) = study.value() else {
            return Err(Failure::Wrong(NO_REWARDS.into()));
        };
        let player = match &case.property {
            Some(property) => property.clone(),
            None => case.player(true),
        };
        let stopped = case.explored.stopped().or(checked.solution().stopped.as_ref());
        Ok(Report {
            player,
            policies: [max.name().into(), min.name().into()],
            start: case.explored.show(start),
            value: Value::of(checked, start, self.how.form()),
            seen: self.play(checked, start, terminal),
            stopped: stopped.map(ToString::to_string),
            game: case.game,
            parameters: case.parameters,
        })
    }

    fn play(&self, checked: &Checked, start: StateId, terminal: &Terminal) -> Seen {
        let Self { games, seed, most_moves, .. } = *self;
        let (_, deviations) = self.confidence.numbers();
        simulate(checked, start, Games { games, seed, most_moves, deviations }, terminal)
    }

    fn json(&self, report: &Report) -> Json {
        let Report { seen, value, .. } = report;
        let entries = [
            ("game", json!(report.game)),
            ("parameters", json!(report.parameters)),
            ("start", json!(report.start)),
            ("max", json!(report.policies[0])),
            ("min", json!(report.policies[1])),
            ("games", json!(seen.finished + seen.unfinished)),
            ("seed", json!(self.seed)),
            ("finished", json!(seen.finished)),
            ("unfinished", json!(seen.unfinished)),
            ("observed", json!({ "lower": seen.least, "upper": seen.most })),
            ("confidence", json!(self.confidence.numbers().0 / 100.0)),
            ("interval", json!({ "lower": seen.interval.0, "upper": seen.interval.1 })),
            ("value", json!(value)),
            ("inside", json!(inside(seen, value))),
            ("moves", json!(seen.moves)),
            ("checked", json!(true)),
            ("stopped", json!(report.stopped)),
        ];
        let named = entries.into_iter().map(|(name, value)| (name.to_owned(), value));
        Json::Object(named.collect::<Map<_, _>>())
    }

    fn text(&self, report: &Report) -> String {
        let Report { seen, value, player, .. } = report;
        let mut text = heading(&report.game, &report.parameters, &report.start) + "\n\n";
        let [max, min] = &report.policies;
        if !self.given.is_best() {
            text += &format!("Max: {max}\nMin: {min}\n\n");
        }
        let games = seen.finished + seen.unfinished;
        let played = count(games, "game", "games");
        let moves = seen.moves as f64 / games.max(1) as f64;
        text += &format!("{played} with seed {}, {moves:.1} moves a game\n\n", self.seed);
        let (percent, _) = self.confidence.numbers();
        let (low, high) = seen.interval;
        let mut table = Table::default();
        let head = if player.contains('[') { player.clone() } else { format!("{player} wins") };
        table.row(FAINT, ["".into(), head.into(), "".into()]);
        let interval = format!("[{low:.6}, {high:.6}] with {percent} % confidence");
        table.row(STRONG, ["observed".into(), observed(seen).into(), interval.into()]);
        let (shown, bounds) = (number::value(value), number::bounds(value));
        table.row(STRONG, ["value".into(), shown.into(), bounds.into()]);
        text += &table.text();
        if seen.unfinished > 0 {
            let open = count(seen.unfinished, "game was", "games were");
            let words = format!("{open} not finished: they may count anything from 0 to 1.");
            text += &format!("{}\n", styled(WARN, &words));
        }
        let words = match inside(seen, value) {
            true => "The interval holds the value.".to_owned(),
            false => {
                let one_in = (100.0 / (100.0 - percent)).round();
                format!("The interval misses the value, as happens about once in {one_in} runs.")
            }
        };
        text += &format!("{}\n", styled(FAINT, &words));
        match &report.stopped {
            Some(why) => {
                text + &format!(
                    "{}\n",
                    styled(WARN, &format!("These are the bounds so far: {why}."))
                )
            }
            None => text,
        }
    }
}

/// The mean payoff that was seen; a range where games were not finished.
fn observed(seen: &Seen) -> String {
    match seen.finished + seen.unfinished {
        0 => "nothing".into(),
        _ if seen.unfinished == 0 => format!("{:.6}", seen.least),
        _ => format!("{:.6} to {:.6}", seen.least, seen.most),
    }
}

/// True where the interval and the bounds have a number in common.
fn inside(seen: &Seen, value: &Value) -> bool {
    let (lower, upper) = value.doubles();
    seen.interval.0 <= upper && lower <= seen.interval.1
}
