//! `foregone query`: the value of a position and of every move there.

use clap::Args;
use foregone::format::solution::{Found, Numbers, Origin, RebuildError, Subject};
use foregone::outcome::{Ending, ending};
use foregone::query::{self, Form, Move};
use foregone::session::{AnyExplored, SessionError};
use foregone::{Arena, ChoiceId, Rational, StateId, Watch, games};
use serde::Serialize;

use super::answer::{Answer, position};
use super::chances::{Chances, Sides};
use super::properties::{self, Manner};
use super::solve::{Parameters, heading};
use super::tallied;
use super::{Outcome, amounts, nimbers};
use crate::arguments::{How, Speech, Which};
use crate::failure::Failure;
use crate::model::{self, Asked};
use crate::show::table::Table;
use crate::show::{self, FAINT, GOOD, number, styled};
use crate::source::{self, Named, Source};
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
    /// Nimbers alone, found from the independent parts of positions: who wins an impartial game,
    /// without distances, on larger boards
    #[arg(long, conflicts_with_all = ["prop", "props"])]
    nimbers: bool,
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
        if self.nimbers {
            return nimbers::run(&self.which, &self.asked, &self.how, Some(&self.at), &self.speech);
        }
        if let Some(path) = model::path(&self.which.game) {
            let at = Some(self.at.as_str());
            let (how, speech) = (&self.how, &self.speech);
            let manner = Manner { how, speech, at, output: None, keep: None };
            return properties::run(path, &self.which, &self.asked, &manner);
        }
        self.asked.refuse(&self.which.game)?;
        let terminal = Terminal::new(self.speech.talk());
        match self.told_by_file(&terminal)? {
            Some(ByFile::Chance(origin, told)) => {
                self.print(&origin, &told)?;
                return Ok(0);
            }
            Some(ByFile::Amount(origin, told)) => {
                return told.print(&origin, &self.speech, terminal.finish());
            }
            None => {}
        }
        let source = match Source::look(&self.which)? {
            Named::Game(source) => *source,
            Named::Model(path, saved) => {
                let at = Some(self.at.as_str());
                return super::kept::run(&path, *saved, &self.how, at, &self.speech, &terminal);
            }
        };
        if source.game.expected().is_some() {
            let asked = amounts::Asked { at: Some(&self.at), ..amounts::Asked::default() };
            return amounts::run(source, &self.how, &self.speech, asked);
        }
        let origin = source.origin.clone();
        let answer = Answer::near(source, &self.how, Some(&self.at), &terminal)?;
        let chances = Chances::of(&answer, answer.state, &terminal)?;
        terminal.finish();
        self.print(&origin, &Told::of(&answer, chances)?)?;
        Ok(answer.exit_code())
    }

    /// The answer from the rows of a saved solution that speak of it, where these suffice.
    fn told_by_file(&self, terminal: &Terminal) -> Result<Option<ByFile>, Failure> {
        if self.how.solving().is_some() || !self.which.given().is_empty() {
            return Ok(None);
        }
        let Some((path, mut stored)) = source::stored(&self.which) else { return Ok(None) };
        let meta = stored.meta.clone();
        let whole = meta.stopped.is_none() && meta.exploring_stopped.is_none();
        if meta.model.is_some() || !whole || games::find(&meta.game).is_err() {
            return Ok(None);
        }
        let Source { origin, game, .. } = Source::built_in(&meta.game, &meta.given)?;
        let form = Form { exact: meta.numbers == Numbers::Exact, digits: None };
        let fail = |error| match error {
            RebuildError::Explore(SessionError::Position { text, error }) => {
                position(&text, &error)
            }
            error => Failure::in_file(&path, error),
        };
        let told = if meta.subject == Subject::Chance {
            let found = stored.query(game, &self.at, form).map_err(fail)?;
            let found = found.filter(|found| found.ends[found.state.index()]);
            let found = found.filter(|found| !found.explored.impartial());
            found.map(|found| ByFile::Chance(origin, Box::new(Told::by_file(found))))
        } else {
            let found = stored.amount(game, &self.at).map_err(fail)?;
            let sizes = [meta.states, meta.choices, meta.branches];
            let told = found.map(|found| amounts::Told::by_file(found, sizes, form));
            told.map(|told| ByFile::Amount(origin, Box::new(told)))
        };
        terminal.note(&|| match &told {
            Some(_) => "answered from rows of the file whose checksums hold".into(),
            None => "these rows do not suffice: the whole file is judged anew".into(),
        });
        Ok(told)
    }

    fn print(&self, origin: &Origin, told: &Told) -> Result<(), Failure> {
        let Told { query, chances, stopped, .. } = told;
        if self.speech.json {
            let (game, parameters) = (&origin.game, &origin.parameters);
            let (stopped, sides) = (stopped.clone(), chances.sides());
            let report = Report { game, parameters, query, sides, checked: true, stopped };
            return show::print_json(&report);
        }
        if self.speech.quiet {
            let bare = query.standing.as_ref().map(tallied::standing);
            return show::print(&(bare.unwrap_or_else(|| number::value(&query.value)) + "\n"));
        }
        let head = heading(&origin.game, &origin.parameters, &query.state);
        let turn = match query.turn.as_str() {
            "over" => "play is over".to_owned(),
            "unexplored" => "cut off by a limit".to_owned(),
            player => format!("{player} to move"),
        };
        let nimber = query.nimber.as_ref().map(|nimber| format!("nimber {nimber}\n"));
        let (nimber, rest) = (nimber.unwrap_or_default(), told.moves());
        show::print(&format!("{head}: {turn}\n\n{}{nimber}{rest}", chances.text()))
    }
}

/// What the rows of a file tell.
enum ByFile {
    Chance(Origin, Box<Told>),
    Amount(Origin, Box<amounts::Told>),
}

/// What is told of a position.
struct Told {
    query: query::Query,
    chances: Chances,
    stopped: Option<String>,
    stop_remark: String,
    is_max: bool,
    /// The name of Max's side.
    max: String,
    /// Fractions may tell more.
    hint: bool,
    /// After some of the moves that are equally good play may go on for ever.
    open: bool,
}

impl Told {
    fn of(answer: &Answer, chances: Chances) -> Result<Self, Failure> {
        let Answer { solved, state, form, .. } = answer;
        let (explored, checked) = (&*solved.explored, &solved.checked);
        let mut query = query::query(explored, checked, *state, *form);
        if let Some(nimbers) = &tallied::nimbers(solved)? {
            query = query.with_nimbers(nimbers, *state);
        }
        let next = after_ties(&query, checked.arena(), *state);
        Ok(Self {
            chances,
            stopped: answer.stopped().map(ToString::to_string),
            stop_remark: answer.stop_remark(),
            is_max: checked.objective().is_max(checked.arena(), *state),
            max: max_of(explored),
            hint: answer.stopped().is_none() && answer.file.is_none() && !form.exact,
            open: ending(checked, &next) == Ending::Open,
            query,
        })
    }

    fn by_file(found: Found) -> Self {
        let Found { explored, query, state, ends, is_max } = found;
        let next = after_ties(&query, &explored.arena(), state);
        Self {
            chances: Chances::certain(&*explored, &query),
            stopped: None,
            stop_remark: String::new(),
            is_max,
            max: max_of(&*explored),
            hint: false,
            open: next.iter().any(|state| !ends[state.index()]),
            query,
        }
    }

    /// The moves, and what is to be said of them.
    fn moves(&self) -> String {
        let mut text = String::new();
        if !self.query.moves.is_empty() {
            let table = match self.query.standing {
                Some(_) => tallied::moves(&self.query.moves),
                None => moves(&self.query.moves, self.is_max, &format!("{} wins", self.max)),
            };
            text += &format!("\n{table}");
        }
        if let Some(words) = self.on_ties() {
            text += &format!("{}\n", styled(FAINT, &words));
        }
        text + &self.stop_remark
    }

    /// What the marks of moves that are equal, or not told apart, mean and do not mean.
    fn on_ties(&self) -> Option<String> {
        let Self { query, max, .. } = self;
        if !query.told_apart {
            let hint = if self.hint { "; --exact may" } else { "" };
            return Some(format!("The bounds do not tell the moves marked ? apart{hint}."));
        }
        if !query.moves.iter().any(|m| m.tie == Some(true)) {
            return None;
        }
        let words = "The moves marked = are equally good";
        Some(match query.standing.is_none() && self.open && !self.is_max {
            false => format!("{words}."),
            true => format!(
                "{words} against {max}. After some of them play may go on for ever: they say \
                 nothing of {}'s own chance.",
                query.turn
            ),
        })
    }
}

fn max_of(explored: &dyn AnyExplored) -> String {
    explored.players().into_iter().next().unwrap_or_else(|| "Max".into())
}

/// What moves that are equally good may lead to.
fn after_ties(query: &query::Query, arena: &Arena, state: StateId) -> Vec<StateId> {
    let tied = query.moves.iter().map(|m| m.tie == Some(true));
    let chosen = arena.choices_of(state).zip(tied).filter(|(_, tie)| *tie);
    let next = chosen.flat_map(|(choice, _)| arena.targets(ChoiceId(choice)));
    next.copied().map(StateId).collect()
}

/// The mover of models without players.
const NOBODY: &str = "the player";

/// A position of a model: all its variables, who is to move, and every move.
pub fn of_model(query: &query::Query, is_max: bool) -> String {
    let turn = match (query.moves.len(), query.turn.as_str()) {
        (0, "over" | "unexplored") | (1, NOBODY) => String::new(),
        (0, _) => "; decided here".into(),
        (_, player) => format!(": {player} to move"),
    };
    let mut text = format!("at {}{turn}\n", query.state);
    if query.moves.is_empty() {
        return text;
    }
    text += &format!("\n{}", moves(&query.moves, is_max, "value"));
    let words = match query.told_apart {
        false => "The bounds do not tell the moves marked ? apart; --exact may.",
        true if query.moves.iter().any(|m| m.tie == Some(true)) => {
            "The moves marked = are equally good."
        }
        true => return text,
    };
    text + &format!("{}\n", styled(FAINT, words))
}

/// Every move, the best ones marked, with what it costs against the best; `value` heads its column.
fn moves(moves: &[Move], is_max: bool, value: &str) -> String {
    let mut table = Table::default();
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
