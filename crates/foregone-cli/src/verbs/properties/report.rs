//! What is printed of a model: its size, and every property's answer in every run.

use std::path::Path;

use foregone::model::{Answer, Built, Found, Given};
use foregone::query::{self, Form};
use foregone::{Checked, Stop};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::Manner;
use crate::failure::Failure;
use crate::interrupt;
use crate::show::{self, BAD, FAINT, STRONG, count, found, styled};
use crate::terminal::Seconds;

/// Everything that is printed.
#[derive(Serialize)]
pub(super) struct Report {
    pub game: String,
    pub parameters: Map<String, Json>,
    pub states: u64,
    pub choices: u64,
    pub branches: u64,
    pub value: Option<()>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Entry>,
    pub checked: bool,
    pub stopped: Option<String>,
    pub seconds: Seconds,
    pub peak_bytes: Option<u64>,
}

/// One property in one run.
#[derive(Serialize)]
pub(super) struct Entry {
    #[serde(skip)]
    pub at: usize,
    pub property: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub constants: Map<String, Json>,
    pub states: u64,
    #[serde(flatten)]
    pub result: Map<String, Json>,
    #[serde(skip)]
    pub text: String,
    #[serde(skip)]
    pub code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<query::Query>,
    /// Max's side moves there.
    #[serde(skip)]
    pub is_max: bool,
}

impl Entry {
    /// Takes an answer in.
    pub fn answered(
        &mut self,
        answer: &Answer,
        built: &Built,
        form: Form,
        moves: Option<&Checked>,
    ) {
        self.told(answer, form);
        let start = built.starts().first().copied();
        if let (Some(checked), Some(state)) = (moves, start) {
            self.is_max = checked.objective().is_max(checked.arena(), state);
            self.moves = Some(query::query(built.explored(), checked, state, form));
        }
    }

    /// Takes what was found in.
    pub fn told(&mut self, answer: &Answer, form: Form) {
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
    }
}

impl Report {
    /// Nothing yet.
    pub fn new(path: &Path) -> Self {
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

    /// Takes the size of the first run's model in.
    pub fn count(&mut self, built: &Built, given: &Given) {
        let arena = built.arena();
        self.states = arena.states() as u64;
        self.choices = arena.choices() as u64;
        self.branches = arena.branches() as u64;
        self.parameters = constants(given);
    }

    /// The worst, in the order 2, 3, 1, 0; Ctrl-C before all.
    pub fn code(&self, stopped: Option<&Stop>) -> u8 {
        let codes = || self.results.iter().map(|entry| entry.code);
        if stopped == Some(&Stop::Asked) || codes().any(|code| code == interrupt::EXIT) {
            return interrupt::EXIT;
        }
        let worst = [2, 3, 1].into_iter().find(|worst| codes().any(|code| code == *worst));
        let explored = if stopped.is_some() && self.results.is_empty() { 3 } else { 0 };
        worst.unwrap_or(explored)
    }

    /// Prints it all, as text or as JSON.
    pub fn print(&self, manner: &Manner<'_>) -> Result<(), Failure> {
        if manner.speech.json {
            return show::print_json(self);
        }
        let mut text = String::new();
        if !manner.speech.quiet {
            let name = crate::verbs::solve::name_and_parameters(&self.game, &self.common());
            text += &format!("{name}\n");
        }
        let mut before = "";
        for entry in self.by_property() {
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
            let (space, hint) = match self.results.is_empty() {
                true => ("", "\n--prop 'P…=? [ … ]' or --props FILE asks for values"),
                false => ("\n", ""),
            };
            text += &format!("{space}{}{hint}\n", styled(FAINT, &self.effort()));
        }
        show::print(&text)
    }

    /// All runs of the first property, then of the second, and so on.
    fn by_property(&self) -> impl Iterator<Item = &Entry> {
        let mut sorted: Vec<&Entry> = self.results.iter().collect();
        sorted.sort_by_key(|entry| entry.at);
        sorted.into_iter()
    }

    /// True where there are several runs.
    fn varies(&self) -> bool {
        self.results.iter().any(|entry| entry.constants != self.results[0].constants)
    }

    /// The constants that are the same in all runs.
    fn common(&self) -> Map<String, Json> {
        let same = |(name, value): &(&String, &Json)| {
            self.results.iter().all(|entry| entry.constants.get(*name).is_none_or(|v| v == *value))
        };
        let common = self.parameters.iter().filter(same);
        common.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// How much there was; of several runs, in the first.
    fn effort(&self) -> String {
        let Seconds { explore, solve, judge } = self.seconds;
        let first = if self.varies() { "in the first run " } else { "" };
        let memory = self.peak_bytes.map(|b| format!(", {} MB", b.div_ceil(1_000_000)));
        let stopped = self.stopped.as_ref().map(|why| format!("; {why}")).unwrap_or_default();
        format!(
            "{first}{}, {}, {}{stopped}\nexplored in {explore:.2} s, solved in {solve:.2} s, judged in {judge:.2} s{}",
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
            text += &crate::verbs::query::of_model(query, self.is_max);
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
