//! `--nimbers`: who wins an impartial game, and with which moves, from independent parts alone.

use std::path::Path;

use foregone::query::Query;
use foregone::session::{AnsweredByParts, SessionError};
use serde::Serialize;

use super::solve::{Parameters, heading};
use super::{Outcome, tallied};
use crate::arguments::{How, Speech};
use crate::failure::Failure;
use crate::interrupt;
use crate::memory::peak_bytes;
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

/// Refuses `--nimbers` for the file of a model.
pub fn refuse(asked: bool, model: &Path) -> Result<(), Failure> {
    let why = "a model has no nimbers: leave out --nimbers";
    if asked { Err(Failure::in_file(model, why)) } else { Ok(()) }
}

/// Solves by parts, and prints: `moves` too where they are asked for.
pub fn run(source: Source, how: &How, at: Option<&str>, moves: bool, speech: &Speech) -> Outcome {
    let game = &source.origin.game;
    if let Some(option) = how.solving() {
        let why = format!("{game}: nimbers are whole numbers; leave out {option}");
        return Err(Failure::Wrong(why));
    }
    let terminal = Terminal::new(speech.talk());
    let answered = source.game.solve_by_parts(at, &how.limits(), &terminal);
    let seconds = terminal.finish();
    let mut answered = answered.map_err(|error| failed(game, at, error))?;
    if !moves {
        answered.query.moves.clear();
    }
    let AnsweredByParts { query, components, options, parts } = &answered;
    if speech.json {
        show::print_json(&Report {
            game,
            parameters: &source.origin.parameters,
            start: &query.state,
            states: *components,
            choices: *options,
            branches: *parts,
            query,
            checked: true,
            stopped: None,
            seconds,
            peak_bytes: peak_bytes(),
        })?;
        return Ok(0);
    }
    let winner = query.standing.as_ref().map(tallied::standing).unwrap_or_default();
    if speech.quiet {
        show::print(&format!("{winner}\n"))?;
        return Ok(0);
    }
    let nimber = query.nimber.as_ref().map(|nimber| format!("nimber {nimber}\n"));
    let mut text = heading(game, &source.origin.parameters, &query.state);
    text += &format!("\n\n{}\n{}\n", styled(STRONG, &winner), nimber.unwrap_or_default());
    if !query.moves.is_empty() {
        text += &format!("{}\n", tallied::moves(&query.moves));
    }
    show::print(&format!("{text}{}\n", styled(FAINT, &effort(&answered, seconds))))?;
    Ok(0)
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
