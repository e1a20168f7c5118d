//! `solve` and `query` for models: explores, answers every property for every run, prints.

use std::path::Path;

use foregone::format::solution::{self, Origin, Question};
use foregone::model::{Answer, Built, Found, Given, Work, answer};
use foregone::query::{self, Form};
use foregone::session::Solved;
use foregone::{Checked, Phase, Stop};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::Outcome;
use crate::arguments::{How, Speech, Which};
use crate::failure::Failure;
use crate::interrupt;
use crate::memory::peak_bytes;
use crate::model::{Asked, ModelFile, shown};
use crate::saving::save;
use crate::show::{self, BAD, FAINT, STRONG, count, found, styled};
use crate::terminal::{Seconds, Terminal};

/// Everything that is printed.
#[derive(Serialize)]
struct Report {
    game: String,
    parameters: Map<String, Json>,
    states: u64,
    choices: u64,
    branches: u64,
    value: Option<()>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    results: Vec<Entry>,
    checked: bool,
    stopped: Option<String>,
    seconds: Seconds,
    peak_bytes: Option<u64>,
}

/// One property in one run.
#[derive(Serialize)]
struct Entry {
    property: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    constants: Map<String, Json>,
    states: u64,
    #[serde(flatten)]
    result: Map<String, Json>,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<query::Query>,
}

/// How it is answered and shown.
pub struct Manner<'a> {
    /// How it is solved.
    pub how: &'a How,
    /// How much is said.
    pub speech: &'a Speech,
    /// The position asked for; the model's initial states otherwise.
    pub at: Option<&'a str>,
    /// Where the answer to the only property is saved.
    pub output: Option<&'a Path>,
}

/// Explores the model in `path` and answers what is asked.
pub fn run(path: &Path, which: &Which, asked: &Asked, manner: &Manner<'_>) -> Outcome {
    let file = ModelFile::open(path, which, asked)?;
    if manner.at.is_some() && file.properties.is_none() {
        let why = "say what is asked of the position: --prop 'P…=? [ … ]' or --props FILE";
        return Err(Failure::Wrong(why.into()));
    }
    let one = file.runs.len() == 1 && file.properties.as_ref().is_some_and(|all| all.len() == 1);
    if manner.output.is_some() && !one {
        let why = "a file holds the answer to one property in one run: give one --prop, no ranges";
        return Err(Failure::Wrong(why.into()));
    }
    let terminal = Terminal::new(manner.speech.talk());
    let (mut report, mut stopped) = (Report::new(path), None);
    let mut last: Option<(Given, Built)> = None;
    for given in &file.runs {
        let own = file.text.own(given);
        let mut built = match last.take() {
            Some((before, built)) if before == own => built,
            _ => explore(&file, given, manner, &terminal)?,
        };
        if report.states == 0 {
            report.count(&built, &own);
        }
        stopped = stopped.or_else(|| built.stopped().cloned());
        if file.properties.is_some() {
            let checked =
                answers(&file, given, &mut built, manner, &terminal, &mut report.results)?;
            if let Some(to) = manner.output {
                keep(&file, given, built, checked, path, to)?;
                break;
            }
        }
        last = Some((own, built));
        if interrupt::asked() {
            break;
        }
    }
    report.seconds = terminal.finish();
    report.peak_bytes = peak_bytes();
    report.stopped = stopped.as_ref().map(ToString::to_string);
    report.print(manner)?;
    Ok(report.code(stopped.as_ref()))
}

fn explore(
    file: &ModelFile,
    given: &Given,
    manner: &Manner<'_>,
    terminal: &Terminal,
) -> Result<Built, Failure> {
    terminal.enter(Phase::Explore);
    let at: Vec<&str> = manner.at.into_iter().collect();
    let quiet = manner.speech.quiet;
    let built = file.build(given, &at, &manner.how.limits(), terminal, quiet)?;
    terminal.enter(Phase::Solve);
    Ok(built)
}

/// Saves the answer to the only property.
fn keep(
    file: &ModelFile,
    given: &Given,
    built: Built,
    checked: Option<Checked>,
    path: &Path,
    to: &Path,
) -> Result<(), Failure> {
    let (Some(checked), Some(properties)) = (checked, &file.properties) else {
        let why = "only the value of one probability without bounds on the steps can be saved";
        return Err(Failure::in_file(to, why));
    };
    let origin = Origin {
        game: path.display().to_string(),
        given: given.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        parameters: constants(given),
        model: Some(Question {
            text: file.text.source().text().to_owned(),
            properties: properties.source().text().to_owned(),
            at: 0,
        }),
    };
    let solved = Solved { explored: built.into_explored(), checked };
    save(to, |file| {
        let written = solution::write(file, &origin, &solved);
        written.map_err(|error| Failure::in_file(to, error))
    })
}

/// Answers every property, and returns the claim behind the last; what cannot be answered is told beside the others' answers.
fn answers(
    file: &ModelFile,
    given: &Given,
    built: &mut Built,
    manner: &Manner<'_>,
    terminal: &Terminal,
    out: &mut Vec<Entry>,
) -> Result<Option<Checked>, Failure> {
    let mut checked = None;
    let Some(properties) = &file.properties else { return Ok(checked) };
    let queries = properties.queries(built.model(), given).map_err(shown)?;
    let form = manner.how.form();
    let work = Work { stages: manner.how.stages(), digits: form.digits, watch: terminal };
    for at in 0..properties.len() {
        let answer = answer(built, properties, &queries, at, &work);
        let mut entry = Entry {
            property: properties.shown(at),
            name: properties.name(at).map(Into::into),
            constants: constants(given),
            states: built.arena().states() as u64,
            result: Map::new(),
            text: String::new(),
            code: 0,
            moves: None,
        };
        match answer {
            Ok(mut answer) => {
                checked = answer.checked.take();
                let moves = checked.as_ref().filter(|_| manner.at.is_some());
                entry.answered(&answer, built, form, moves);
            }
            Err(error) => {
                entry.result.insert("error".into(), error.short().into());
                entry.text = error.to_string();
                entry.code = 2;
            }
        }
        out.push(entry);
    }
    Ok(checked)
}

impl Entry {
    fn answered(&mut self, answer: &Answer, built: &Built, form: Form, moves: Option<&Checked>) {
        self.result = found::json(&answer.found, form);
        self.text = found::text(&answer.found, form);
        self.code = match (&answer.found, &answer.stopped) {
            (_, Some(Stop::Asked)) => interrupt::EXIT,
            (Found::Truth(Some(true)), _) => 0,
            (Found::Truth(Some(false)), _) => 1,
            (Found::Truth(None), _) | (_, Some(_)) => 3,
            _ => 0,
        };
        if let Some(stop) = &answer.stopped {
            self.result.insert("stopped".into(), stop.to_string().into());
        }
        let start = built.starts().first().copied();
        if let (Some(checked), Some(state)) = (moves, start) {
            self.moves = Some(query::query(built.explored(), checked, state, form));
        }
    }
}

impl Report {
    fn new(path: &Path) -> Self {
        Self {
            game: path.display().to_string(),
            parameters: Map::new(),
            states: 0,
            choices: 0,
            branches: 0,
            value: None,
            results: Vec::new(),
            checked: true,
            stopped: None,
            seconds: Seconds::default(),
            peak_bytes: None,
        }
    }

    fn count(&mut self, built: &Built, given: &Given) {
        let arena = built.arena();
        self.states = arena.states() as u64;
        self.choices = arena.choices() as u64;
        self.branches = arena.branches() as u64;
        self.parameters = constants(given);
    }

    /// The worst, in the order 2, 3, 1, 0; Ctrl-C before all.
    fn code(&self, stopped: Option<&Stop>) -> u8 {
        let codes = || self.results.iter().map(|entry| entry.code);
        if stopped == Some(&Stop::Asked) || codes().any(|code| code == interrupt::EXIT) {
            return interrupt::EXIT;
        }
        let worst = [2, 3, 1].into_iter().find(|worst| codes().any(|code| code == *worst));
        let explored = if stopped.is_some() && self.results.is_empty() { 3 } else { 0 };
        worst.unwrap_or(explored)
    }

    fn print(&self, manner: &Manner<'_>) -> Result<(), Failure> {
        if manner.speech.json {
            return show::print_json(self);
        }
        let mut text = String::new();
        if !manner.speech.quiet {
            let name = super::solve::name_and_parameters(&self.game, &self.parameters);
            text += &format!("{name}\n");
        }
        let mut before = "";
        for entry in &self.results {
            if manner.speech.quiet {
                text += &format!("{}\n", entry.text);
                continue;
            }
            if before != entry.property {
                text += &format!("\n{}\n", styled(STRONG, &entry.title()));
            }
            before = &entry.property;
            text += &entry.lines(self.varies());
        }
        if !manner.speech.quiet {
            let space = if self.results.is_empty() { "" } else { "\n" };
            text += &format!("{space}{}\n", styled(FAINT, &self.effort()));
        }
        show::print(&text)
    }

    /// True where there are several runs.
    fn varies(&self) -> bool {
        self.results.iter().any(|entry| entry.constants != self.results[0].constants)
    }

    fn effort(&self) -> String {
        let Seconds { explore, solve, judge } = self.seconds;
        let memory = self.peak_bytes.map(|b| format!(", {} MB", b.div_ceil(1_000_000)));
        let stopped = self.stopped.as_ref().map(|why| format!("; {why}")).unwrap_or_default();
        format!(
            "{}, {}, {}{stopped}\nexplored in {explore:.2} s, solved in {solve:.2} s, judged in {judge:.2} s{}",
            count(self.states, "state", "states"),
            count(self.choices, "choice", "choices"),
            count(self.branches, "branch", "branches"),
            memory.unwrap_or_default(),
        )
    }
}

impl Entry {
    fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("\"{name}\": {}", self.property),
            None => self.property.clone(),
        }
    }

    fn lines(&self, varies: bool) -> String {
        let shown = self.constants.iter().map(|(name, value)| match value.as_str() {
            Some(text) => format!("{name}={text}"),
            None => format!("{name}={value}"),
        });
        let head = match varies {
            true => format!("{}: ", styled(FAINT, &shown.collect::<Vec<_>>().join(","))),
            false => String::new(),
        };
        if self.code == 2 {
            let error = self.text.strip_prefix("error: ").unwrap_or(&self.text);
            return format!("{head}{} {error}\n", styled(BAD, "error:"));
        }
        let mut text = format!("{head}{}\n", self.text);
        if let Some(Json::String(why)) = self.result.get("stopped") {
            text += &format!("{}\n", styled(show::WARN, &format!("stopped: {why}")));
        }
        if let Some(query) = &self.moves {
            text += &super::query::model_moves(query);
        }
        text
    }
}

/// Values of constants as JSON: whole numbers and truths as such, fractions as text.
pub fn constants(given: &Given) -> Map<String, Json> {
    use foregone::model::Constant;
    let value = |value: &Constant| match value {
        Constant::Bool(truth) => Json::from(*truth),
        Constant::Int(number) => Json::from(*number),
        Constant::Real(number) => Json::from(number.to_string()),
    };
    given.iter().map(|(name, constant)| (name.clone(), value(constant))).collect()
}
