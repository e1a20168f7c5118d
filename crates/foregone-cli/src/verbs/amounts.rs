//! `solve` and `query` for built-in games that ask for an expected amount.

use std::path::Path;

use foregone::model::{Found, Span};
use foregone::query::Form;
use foregone::session::{AmountMove, SolvedAmount, solve_expected};
use foregone::{Arena, Phase, StateId, Stop, Watch};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::Outcome;
use super::solve::{Parameters, heading};
use crate::arguments::{How, Speech};
use crate::failure::{Failure, wrong};
use crate::interrupt;
use crate::memory::peak_bytes;
use crate::show::table::Table;
use crate::show::{self, FAINT, GOOD, STRONG, WARN, count, found, styled};
use crate::source::Source;
use crate::terminal::{Seconds, Terminal};

/// What both verbs print.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    parameters: &'a Parameters,
    /// Where play starts, or the position asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    states: u64,
    choices: u64,
    branches: u64,
    /// What is counted.
    unit: &'static str,
    #[serde(flatten)]
    value: Map<String, Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<AmountMove>>,
    checked: bool,
    stopped: Option<String>,
    seconds: Seconds,
    peak_bytes: Option<u64>,
}

/// Answers for the start, or for the position `at` with its moves.
pub fn run(source: &Source, how: &How, speech: &Speech, at: Option<&str>) -> Outcome {
    let terminal = Terminal::new(speech.talk());
    let solved = solve(source, how, at, &terminal)?;
    let seconds = terminal.finish();
    let (explored, form) = (&solved.explored, how.form());
    let state = explored.starts().first().copied();
    let state = state.ok_or_else(|| Failure::Wrong("the game starts nowhere".into()))?;
    let (arena, shown, span) = (explored.arena(), explored.show(state), solved.span(state));
    let moves = at.map(|_| solved.moves(state));
    let report = Report {
        game: &source.origin.game,
        parameters: &source.origin.parameters,
        start: at.is_none().then_some(&*shown),
        state: at.map(|_| &*shown),
        turn: at.map(|_| turn(&solved, &arena, state)),
        states: arena.states() as u64,
        choices: arena.choices() as u64,
        branches: arena.branches() as u64,
        unit: solved.expected.unit,
        value: found::json(&Found::Number(span.clone()), form),
        moves,
        checked: true,
        stopped: solved.stopped().map(ToString::to_string),
        seconds,
        peak_bytes: peak_bytes(),
    };
    match (speech.json, speech.quiet) {
        (true, _) => show::print_json(&report)?,
        (_, true) => show::print(&format!("{}\n", amount(&span, form)))?,
        _ => show::print(&report.text(&span, form))?,
    }
    Ok(match solved.stopped() {
        Some(Stop::Asked) => interrupt::EXIT,
        Some(_) => 3,
        None => 0,
    })
}

/// Why such an answer is not saved.
pub fn refuse_saving(to: &Path) -> Failure {
    let why = "an expected amount cannot be saved; only the value of a chance can";
    Failure::in_file(to, why)
}

/// Solves for the amount, for the position `at` or from the start.
pub fn solve(
    source: &Source,
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<SolvedAmount, Failure> {
    let at: Vec<&str> = at.into_iter().collect();
    let (form, mut stages) = (how.form(), how.stages().into_iter().peekable());
    let game = std::sync::Arc::clone(&source.game);
    let mut explored = game.explore(&at, &how.limits(), watch).map_err(wrong)?;
    while let Some(options) = stages.next() {
        watch.progress(Phase::Solve, 0, None);
        let solved = solve_expected(explored, &options, watch).map_err(wrong)?;
        let solved = solved.ok_or_else(|| Failure::Wrong("no amount is asked for".into()))?;
        let start = solved.explored.starts().first().copied();
        let decided = match (form.digits, start) {
            (Some(digits), Some(start)) => solved.span(start).rounded(digits).is_some(),
            _ => true,
        };
        if decided || stages.peek().is_none() || asked(&solved) {
            return Ok(solved);
        }
        explored = solved.explored;
    }
    Err(Failure::Closed)
}

fn asked(solved: &SolvedAmount) -> bool {
    solved.stopped() == Some(&Stop::Asked)
}

fn turn(solved: &SolvedAmount, arena: &Arena, state: StateId) -> String {
    let players = solved.explored.players();
    match arena.player(state) {
        Some(player) => players.get(usize::from(player.0)).cloned().unwrap_or_default(),
        None if arena.is_unexplored(state) => "unexplored".into(),
        None => "over".into(),
    }
}

fn amount(span: &Span, form: Form) -> String {
    found::text(&Found::Number(span.clone()), form)
}

impl Report<'_> {
    fn text(&self, span: &Span, form: Form) -> String {
        let place = self.start.or(self.state).unwrap_or_default();
        let head = heading(self.game, self.parameters, place);
        let head = match self.turn.as_deref() {
            Some("over") => format!("{head}: play is over"),
            Some("unexplored") => format!("{head}: cut off by a limit"),
            Some(player) => format!("{head}: {player} to move"),
            None => head,
        };
        let line = format!("expected {}  {}", self.unit, amount(span, form));
        let mut text = format!("{head}\n\n{}\n\n", styled(STRONG, &line));
        if let Some(moves) = self.moves.as_ref().filter(|moves| !moves.is_empty()) {
            text += &format!("{}\n", self.table(moves, form));
        }
        if let Some(why) = &self.stopped {
            text += &format!("{}\n", styled(WARN, &format!("These are the bounds so far: {why}.")));
        }
        text + &styled(FAINT, &self.effort()) + "\n"
    }

    fn table(&self, moves: &[AmountMove], form: Form) -> String {
        let mut table = Table::default();
        let head = format!("expected {}", self.unit);
        table.row(FAINT, ["".into(), "move".into(), head.into()]);
        let several = moves.iter().filter(|m| m.best).count() > 1;
        for m in moves {
            let (mark, style) = match (m.best, several) {
                (true, true) => ("=", GOOD),
                (true, false) => ("*", GOOD),
                _ => ("", anstyle::Style::new()),
            };
            table.row(style, [mark.into(), (&m.name).into(), amount(&m.value, form).into()]);
        }
        let mut text = table.text();
        if several {
            let words =
                "The moves marked = are equally good, or the bounds do not tell them apart.";
            text += &format!("{}\n", styled(FAINT, words));
        }
        text
    }

    fn effort(&self) -> String {
        let Seconds { explore, solve, judge } = self.seconds;
        format!(
            "{}, {}, {}; solved and judged\nexplored in {explore:.2} s, solved in {solve:.2} s, judged in {judge:.2} s{}",
            count(self.states, "position", "positions"),
            count(self.choices, "move", "moves"),
            count(self.branches, "outcome", "outcomes"),
            self.peak_bytes.map(|b| format!(", {} MB", b.div_ceil(1_000_000))).unwrap_or_default(),
        )
    }
}
