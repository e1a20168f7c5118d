//! `--nimbers`: who wins an impartial game, and with which moves, from independent parts alone.

use foregone::query::Query;
use foregone::session::{AnsweredByParts, SessionError};
use serde::Serialize;

use super::solve::{Parameters, heading};
use super::{Outcome, tallied};
use crate::arguments::{How, Speech, Which};
use crate::failure::Failure;
use crate::interrupt;
use crate::memory::peak_bytes;
use crate::model::{self, Asked};
use crate::show::{self, FAINT, STRONG, count, styled};
use crate::source::Source;
use crate::terminal::{Seconds, Terminal};

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    parameters: &'a Parameters,
    start: &'a str,
    /// Components, their options, and the parts of these.
    states: u64,
    choices: u64,
    branches: u64,
    #[serde(flatten)]
    query: &'a Query,
    checked: bool,
    stopped: Option<String>,
    seconds: Seconds,
    peak_bytes: Option<u64>,
}

/// Solves by parts, and prints; for the position `at`, its moves too, or for the start.
pub fn run(which: &Which, asked: &Asked, how: &How, at: Option<&str>, speech: &Speech) -> Outcome {
    if let Some(path) = model::path(&which.game) {
        return Err(Failure::in_file(path, "a model has no nimbers: leave out --nimbers"));
    }
    asked.refuse(&which.game)?;
    if let Some(option) = how.solving() {
        let why = format!("{}: nimbers are whole numbers; leave out {option}", which.game);
        return Err(Failure::Wrong(why));
    }
    let source = Source::find(which)?;
    let game = &source.origin.game;
    let terminal = Terminal::new(speech.talk());
    let answered = source.game.solve_by_parts(at, &how.limits(), &terminal);
    let seconds = terminal.finish();
    let mut answered = answered.map_err(|error| failed(game, at, error))?;
    if at.is_none() {
        answered.query.moves.clear();
    }
    let parameters = &source.origin.parameters;
    let report = Report::new(game, parameters, &answered, seconds);
    match (speech.json, speech.quiet) {
        (true, _) => show::print_json(&report)?,
        (_, true) => show::print(&format!("{}\n", winner(&answered.query)))?,
        _ => show::print(&text(game, parameters, &answered, seconds))?,
    }
    Ok(0)
}

impl<'a> Report<'a> {
    fn new(
        game: &'a str,
        parameters: &'a Parameters,
        answered: &'a AnsweredByParts,
        seconds: Seconds,
    ) -> Self {
        let AnsweredByParts { query, components, options, parts } = answered;
        Self {
            game,
            parameters,
            start: &query.state,
            states: *components,
            choices: *options,
            branches: *parts,
            query,
            checked: true,
            stopped: None,
            seconds,
            peak_bytes: peak_bytes(),
        }
    }
}

fn winner(query: &Query) -> String {
    query.standing.as_ref().map(tallied::standing).unwrap_or_default()
}

fn text(
    game: &str,
    parameters: &Parameters,
    answered: &AnsweredByParts,
    seconds: Seconds,
) -> String {
    let query = &answered.query;
    let nimber = query.nimber.as_ref().map(|nimber| format!("nimber {nimber}\n"));
    let mut text = heading(game, parameters, &query.state);
    text += &format!("\n\n{}\n{}\n", styled(STRONG, &winner(query)), nimber.unwrap_or_default());
    if !query.moves.is_empty() {
        text += &format!("{}\n", tallied::moves(&query.moves));
    }
    format!("{text}{}\n", styled(FAINT, &effort(answered, seconds)))
}

fn failed(game: &str, at: Option<&str>, error: SessionError) -> Failure {
    match error {
        SessionError::Position { error, .. } => {
            super::answer::position(at.unwrap_or_default(), &error)
        }
        SessionError::ByParts(error) if error.is_limit() && interrupt::asked() => {
            Failure::Interrupted(format!("{game}: {error}"))
        }
        SessionError::ByParts(error) if error.is_limit() => {
            Failure::Undecided(format!("{game}: {error}"))
        }
        error => Failure::Wrong(format!("{game}: {error}")),
    }
}

fn effort(answered: &AnsweredByParts, seconds: Seconds) -> String {
    let Seconds { explore, solve, judge } = seconds;
    format!(
        "{}, {}, {}; solved and judged in nimbers\nexplored in {explore:.2} s, solved in {solve:.2} s, judged in {judge:.2} s{}",
        count(answered.components, "component", "components"),
        count(answered.options, "move", "moves"),
        count(answered.parts, "part", "parts"),
        peak_bytes().map(|b| format!(", {} MB", b.div_ceil(1_000_000))).unwrap_or_default(),
    )
}
