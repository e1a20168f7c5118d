//! `foregone query`: the value of a position and of every move there.

use clap::Args;
use foregone::outcome::{Ending, ending};
use foregone::query::{self, Move};
use foregone::{ChoiceId, Rational, StateId};
use serde::Serialize;

use super::answer::Answer;
use super::chances::{Chances, Sides};
use super::properties::{self, Manner};
use super::solve::{Parameters, heading};
use super::tallied;
use super::{Outcome, amounts};
use crate::arguments::{How, Speech, Which};
use crate::model::{self, Asked};
use crate::show::table::Table;
use crate::show::{self, FAINT, GOOD, number, styled};
use crate::source::Source;
use crate::terminal::Terminal;

/// The value of a position and of every move there
#[derive(Args)]
#[command(after_help = "Example:\n  foregone query hold --at \"15 0 3\"")]
pub struct Query {
    #[command(flatten)]
    which: Which,
    /// The position: named fields in any order, or the game's short form
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    at: String,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    speech: Speech,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    parameters: &'a Parameters,
    #[serde(flatten)]
    query: &'a query::Query,
    #[serde(flatten)]
    sides: Sides<'a>,
    checked: bool,
    stopped: Option<String>,
}

impl Query {
    /// Answers.
    pub fn run(&self) -> Outcome {
        if let Some(path) = model::path(&self.which.game) {
            let at = Some(self.at.as_str());
            let manner = Manner { how: &self.how, speech: &self.speech, at, output: None };
            return properties::run(path, &self.which, &self.asked, &manner);
        }
        self.asked.refuse(&self.which.game)?;
        let source = Source::find(&self.which)?;
        if source.game.expected().is_some() {
            return amounts::run(&source, &self.how, &self.speech, Some(&self.at));
        }
        let origin = source.origin.clone();
        let terminal = Terminal::new(self.speech.talk());
        let answer = Answer::near(source, &self.how, Some(&self.at), &terminal)?;
        let chances = Chances::of(&answer, answer.state, &terminal)?;
        terminal.finish();
        let Answer { solved, state, form, .. } = &answer;
        let nimbers = tallied::nimbers(solved)?;
        let mut query = query::query(&*solved.explored, &solved.checked, *state, *form);
        if let Some(nimbers) = &nimbers {
            query = query.with_nimbers(nimbers, *state);
        }
        if self.speech.json {
            let stopped = answer.stopped().map(ToString::to_string);
            let (game, parameters) = (&origin.game, &origin.parameters);
            let (query, sides) = (&query, chances.sides());
            let report = Report { game, parameters, query, sides, checked: true, stopped };
            show::print_json(&report)?;
        } else if self.speech.quiet {
            let bare = query.standing.as_ref().map(tallied::standing);
            show::print(&(bare.unwrap_or_else(|| number::value(&query.value)) + "\n"))?;
        } else {
            let head = heading(&origin.game, &origin.parameters, &query.state);
            let turn = match query.turn.as_str() {
                "over" => "play is over".to_owned(),
                "unexplored" => "cut off by a limit".to_owned(),
                player => format!("{player} to move"),
            };
            let rest = text(&query, &answer);
            let nimber = query
                .nimber
                .as_ref()
                .map(|nimber| format!("nimber {nimber}\n"))
                .unwrap_or_default();
            show::print(&format!("{head}: {turn}\n\n{}{nimber}{rest}", chances.text()))?;
        }
        Ok(answer.exit_code())
    }
}

/// The moves, and what is to be said of them.
fn text(query: &query::Query, answer: &Answer) -> String {
    let checked = &answer.solved.checked;
    let is_max = checked.objective().is_max(checked.arena(), answer.state);
    let players = answer.solved.explored.players();
    let max = players.first().map_or("Max", String::as_str);
    let mut text = String::new();
    if !query.moves.is_empty() {
        let table = match query.standing {
            Some(_) => tallied::moves(&query.moves),
            None => moves(&query.moves, is_max, max),
        };
        text += &format!("\n{table}");
    }
    if let Some(words) = on_ties(query, answer, max) {
        text += &format!("{}\n", styled(FAINT, &words));
    }
    text + &answer.stop_remark()
}

/// The moves at a position of a model.
pub fn model_moves(query: &query::Query) -> String {
    let mut table = Table::default();
    for m in &query.moves {
        let mark = match (m.best, m.tie) {
            (true, Some(true)) => "=",
            (true, Some(false)) => "*",
            (true, None) => "?",
            _ => "",
        };
        let style = if m.best { GOOD } else { anstyle::Style::new() };
        let (value, bounds) = (number::value(&m.value), number::bounds(&m.value));
        table.row(style, [mark.into(), (&m.name).into(), value.into(), bounds.into()]);
    }
    table.text()
}

/// What the marks of moves that are equal, or not told apart, mean and do not mean.
fn on_ties(query: &query::Query, answer: &Answer, max: &str) -> Option<String> {
    if !query.told_apart {
        let more = answer.stopped().is_none() && answer.file.is_none() && !answer.form.exact;
        let hint = if more { "; --exact may" } else { "" };
        return Some(format!("The bounds do not tell the moves marked ? apart{hint}."));
    }
    let tied: Vec<bool> = query.moves.iter().map(|m| m.tie == Some(true)).collect();
    if !tied.contains(&true) {
        return None;
    }
    let checked = &answer.solved.checked;
    let arena = checked.arena();
    let chosen = arena.choices_of(answer.state).zip(tied).filter(|(_, tie)| *tie);
    let next = chosen.flat_map(|(choice, _)| arena.targets(ChoiceId(choice)));
    let next: Vec<StateId> = next.copied().map(StateId).collect();
    let words = "The moves marked = are equally good";
    let open = query.standing.is_none() && ending(checked, &next) == Ending::Open;
    Some(match open && !checked.objective().is_max(arena, answer.state) {
        false => format!("{words}."),
        true => format!(
            "{words} against {max}. After some of them play may go on for ever: they say nothing \
             of {}'s own chance.",
            query.turn
        ),
    })
}

/// Every move, the best ones marked, with what it costs against the best.
fn moves(moves: &[Move], is_max: bool, max: &str) -> String {
    let mut table = Table::default();
    let value = format!("{max} wins");
    table.row(
        FAINT,
        ["".into(), "move".into(), value.into(), "bounds".into(), "cost in % points".into()],
    );
    for m in moves {
        let style = if m.best { GOOD } else { anstyle::Style::new() };
        let cost =
            if m.best && m.tie == Some(false) { String::new() } else { cost(m, moves, is_max) };
        let (value, bounds) = (number::value(&m.value), number::bounds(&m.value));
        table.row(
            style,
            [m.mark().into(), (&m.name).into(), value.into(), bounds.into(), cost.into()],
        );
    }
    table.text()
}

/// What a move costs against the best one, in percentage points.
fn cost(this: &Move, moves: &[Move], is_max: bool) -> String {
    cost_bounds(this, moves, is_max)
        .map_or_else(String::new, |(lower, upper)| number::cost(&lower, &upper))
}

/// Bounds of the difference between the best move and this one, for whoever is to move; `None`
/// where there is no other.
pub fn cost_bounds(this: &Move, moves: &[Move], is_max: bool) -> Option<(Rational, Rational)> {
    let others = || moves.iter().filter(|m| m.best && !std::ptr::eq(*m, this)).map(|m| &m.value);
    let (lower, upper) = if is_max {
        let best = (others().map(|v| &v.lower).max()?, others().map(|v| &v.upper).max()?);
        (best.0 - &this.value.upper, best.1 - &this.value.lower)
    } else {
        let best = (others().map(|v| &v.upper).min()?, others().map(|v| &v.lower).min()?);
        (&this.value.lower - best.0, &this.value.upper - best.1)
    };
    let zero = Rational::ZERO;
    Some((lower.max(zero.clone()), upper.max(zero)))
}
