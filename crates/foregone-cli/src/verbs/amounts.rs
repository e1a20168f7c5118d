//! `solve` and `query` for built-in games that ask for an expected amount.

use std::path::{Path, PathBuf};

use foregone::format::solution::{Answer as Saved, FoundAmount, Origin, Rejudged};
use foregone::model::{Found, Span};
use foregone::query::{self, Form};
use foregone::session::{AmountMove, SessionError, SolvedAmount, solve_expected};
use foregone::{Phase, StateId, Stop, Watch};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::Outcome;
use super::answer::{refused, remark, stored, unsolved};
use super::solve::{Parameters, heading};
use crate::arguments::{How, Speech};
use crate::checkpoint::Checkpoint;
use crate::failure::{Failure, wrong};
use crate::interrupt;
use crate::memory::peak_bytes;
use crate::saving::Place;
use crate::show::table::Table;
use crate::show::{self, FAINT, GOOD, STRONG, count, found, styled};
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
    turn: Option<&'a str>,
    states: u64,
    choices: u64,
    branches: u64,
    /// What is counted.
    unit: &'static str,
    #[serde(flatten)]
    value: Map<String, Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [AmountMove]>,
    checked: bool,
    stopped: Option<String>,
    seconds: Seconds,
    peak_bytes: Option<u64>,
}

/// A game solved for its amounts, and how its values are to be shown.
pub struct Answer {
    /// The game with its judged bounds.
    pub solved: SolvedAmount,
    /// The state asked for.
    pub state: StateId,
    /// How values are shown.
    pub form: Form,
    /// True where it was read from a file.
    saved: bool,
}

/// What is told of one position.
pub struct Told {
    position: String,
    /// Who is to move, and the moves; where the position was asked for by name.
    turn: Option<String>,
    moves: Vec<AmountMove>,
    span: Span,
    unit: &'static str,
    /// States, choices, branches.
    sizes: [u64; 3],
    form: Form,
    stopped: Option<Stop>,
    /// What was done.
    done: &'static str,
    /// Where it was saved just now.
    to: Option<PathBuf>,
}

/// What is wanted of the game.
#[derive(Default)]
pub struct Asked<'a> {
    /// The position to tell of, with its moves; the start otherwise.
    pub at: Option<&'a str>,
    /// Where all is saved.
    pub output: Option<&'a Path>,
    /// Where the work is kept meanwhile.
    pub checkpoint: Option<Checkpoint>,
}

/// Answers and saves what is asked.
pub fn run(source: Source, how: &How, speech: &Speech, asked: Asked<'_>) -> Outcome {
    let Asked { at, output, checkpoint } = asked;
    let place = output.map(Place::open).transpose()?;
    let terminal = Terminal::new(speech.talk()).keeping(checkpoint);
    let origin = source.origin.clone();
    let answer = solve(source, how, at, &terminal)?;
    let seconds = terminal.finish();
    terminal.settle(answer.solved.stopped().is_some());
    let solved = &answer.solved;
    // Where saving fails the answer is told all the same.
    let saved = match (place, Saved::of(solved.judged())) {
        (Some(place), Some(kept)) => place.save_answer(&origin, &*solved.explored, kept),
        _ => Ok(()),
    };
    let mut told = Told::of(&answer, at.is_some());
    told.to = output.filter(|_| saved.is_ok()).map(Into::into);
    let code = told.print(&origin, speech, seconds)?;
    saved.map(|()| code)
}

/// Solves for the amount, or judges a saved solution anew, for the position `at` or from the start.
pub fn solve(
    mut source: Source,
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Answer, Failure> {
    if let Some((path, saved)) = source.saved.take() {
        return judged_anew(source, &path, saved, how, at, watch);
    }
    let solved = in_stages(&source, how, at, watch)?;
    let state = solved.explored.starts().first().copied();
    let state = state.ok_or_else(|| Failure::Wrong("the game starts nowhere".into()))?;
    Ok(Answer { solved, state, form: how.form(), saved: false })
}

fn judged_anew(
    source: Source,
    path: &Path,
    saved: foregone::format::solution::Saved,
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Answer, Failure> {
    how.refuse_solving(path)?;
    watch.note(&|| saved.meta.to_string());
    let form = Form { exact: saved.meta.is_exact(), digits: None };
    let rejudged = saved.judge_any(Some(source.game), &how.limits(), watch);
    let Rejudged { explored, judged } = rejudged.map_err(|error| refused(path, &error))?;
    let state = stored(&*explored, at, path)?;
    let solved = SolvedAmount::of(explored, judged);
    let solved = solved.ok_or_else(|| Failure::in_file(path, "holds no expected amount"))?;
    Ok(Answer { solved, state, form, saved: true })
}

fn in_stages(
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
        let solved = solve_expected(explored, &options, watch).map_err(|error| match error {
            SessionError::Solve(error) => unsolved(error),
            error => wrong(error),
        })?;
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

fn amount(span: &Span, form: Form) -> String {
    found::text(&Found::Number(span.clone()), form)
}

impl Told {
    /// `moves`: with the moves at the position, which was asked for by name.
    fn of(answer: &Answer, moves: bool) -> Self {
        let Answer { solved, state, form, saved } = answer;
        let (explored, state, form) = (&*solved.explored, *state, *form);
        let arena = explored.arena();
        let sizes = [arena.states(), arena.choices(), arena.branches()].map(|size| size as u64);
        Self {
            position: explored.show(state),
            turn: moves.then(|| query::turn(explored, &arena, state)),
            moves: if moves { solved.moves(state) } else { Vec::new() },
            span: solved.span(state),
            unit: solved.expected.unit,
            sizes,
            form,
            stopped: solved.stopped().cloned(),
            done: if *saved { "saved, judged anew" } else { "solved and judged" },
            to: None,
        }
    }

    /// As the rows of a file tell it.
    pub fn by_file(found: FoundAmount, sizes: [u64; 3], form: Form) -> Self {
        let FoundAmount { explored, state, span, moves, unit } = found;
        Self {
            position: explored.show(state),
            turn: Some(query::turn(&*explored, &explored.arena(), state)),
            moves,
            span,
            unit,
            sizes,
            form,
            stopped: None,
            done: "saved, told by their rows",
            to: None,
        }
    }

    /// Prints it as it was asked for.
    pub fn print(&self, origin: &Origin, speech: &Speech, seconds: Seconds) -> Outcome {
        match (speech.json, speech.quiet) {
            (true, _) => show::print_json(&self.report(origin, seconds))?,
            (_, true) => show::print(&format!("{}\n", amount(&self.span, self.form)))?,
            _ => show::print(&self.text(origin, seconds))?,
        }
        Ok(interrupt::code(self.stopped.as_ref()))
    }

    fn report<'a>(&'a self, origin: &'a Origin, seconds: Seconds) -> Report<'a> {
        let [states, choices, branches] = self.sizes;
        let (queried, position) = (self.turn.is_some(), &*self.position);
        Report {
            game: &origin.game,
            parameters: &origin.parameters,
            start: (!queried).then_some(position),
            state: queried.then_some(position),
            turn: self.turn.as_deref(),
            states,
            choices,
            branches,
            unit: self.unit,
            value: found::json(&Found::Number(self.span.clone()), self.form),
            moves: queried.then_some(&self.moves),
            checked: true,
            stopped: self.stopped.as_ref().map(ToString::to_string),
            seconds,
            peak_bytes: peak_bytes(),
        }
    }

    fn text(&self, origin: &Origin, seconds: Seconds) -> String {
        let head = heading(&origin.game, &origin.parameters, &self.position);
        let head = match self.turn.as_deref() {
            Some("over") => format!("{head}: play is over"),
            Some("unexplored") => format!("{head}: cut off by a limit"),
            Some(player) => format!("{head}: {player} to move"),
            None => head,
        };
        let line = format!("expected {}  {}", self.unit, amount(&self.span, self.form));
        let mut text = format!("{head}\n\n{}\n\n", styled(STRONG, &line));
        if !self.moves.is_empty() {
            text += &format!("{}\n", self.table());
        }
        text += &remark(self.stopped.as_ref());
        text += &(styled(FAINT, &self.effort(seconds)) + "\n");
        let saved = self.to.as_ref().map(|path| format!("saved in {}\n", path.display()));
        text + &saved.unwrap_or_default()
    }

    fn table(&self) -> String {
        moves(&self.moves, &format!("expected {}", self.unit), self.form)
    }

    fn effort(&self, seconds: Seconds) -> String {
        let Seconds { explore, solve, judge } = seconds;
        let [states, choices, branches] = self.sizes;
        format!(
            "{}, {}, {}; {}\nexplored in {explore:.2} s, solved in {solve:.2} s, judged in {judge:.2} s{}",
            count(states, "position", "positions"),
            count(choices, "move", "moves"),
            count(branches, "outcome", "outcomes"),
            self.done,
            peak_bytes()
                .map(|bytes| format!(", {} MB", bytes.div_ceil(1_000_000)))
                .unwrap_or_default(),
        )
    }
}

/// Moves with the amounts they lead to, the best marked.
pub fn moves(moves: &[AmountMove], head: &str, form: Form) -> String {
    let mut table = Table::default();
    table.row(FAINT, ["".into(), "move".into(), head.to_owned().into()]);
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
        let words = "The moves marked = are equally good, or the bounds do not tell them apart.";
        text += &format!("{}\n", styled(FAINT, words));
    }
    text
}
