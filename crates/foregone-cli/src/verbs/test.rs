//! `foregone test`: a model's properties against the results that their comments state.

use std::path::{Path, PathBuf};

use clap::Args;
use foregone::model::expected::{self, Met};
use foregone::model::{
    Annotation, Answer, Built, Given, ModelError, ModelText, PropertiesText, Work, annotations,
    answer, runs,
};
use foregone::solve::Options;
use foregone::{Limits, Watch};
use serde::Serialize;

use super::Outcome;
use crate::arguments::Speech;
use crate::failure::Failure;
use crate::interrupt;
use crate::memory::half_of_free;
use crate::model::{Reading, arguments_beside, read};
use crate::show::{self, BAD, FAINT, GOOD, WARN, styled};
use crate::terminal::Terminal;

/// Compares a model's properties with the results stated above them: // RESULT: 1/2
#[derive(Args)]
#[command(after_help = "Example:\n  foregone test models/gambler.prism models/gambler.props")]
pub struct Test {
    /// A model in the PRISM language
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Its properties, with `// RESULT:` lines above them
    #[arg(value_name = "PROPS")]
    properties: PathBuf,
    /// Sets constants; otherwise PROPS.args or MODEL.args beside the files may, and then the
    /// constants that the annotations name
    #[arg(long = "const", short = 'p', value_name = "A=1,B=2")]
    constants: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    speech: Speech,
}

/// How a stated result fared.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Fate {
    Passed,
    Failed,
    Skipped,
}

#[derive(Serialize)]
struct Line {
    property: String,
    constants: String,
    stated: String,
    fate: Fate,
    why: String,
}

#[derive(Serialize)]
struct Report {
    results: Vec<Line>,
    passed: usize,
    failed: usize,
    skipped: usize,
}

/// One stated result in one run.
struct Case {
    at: usize,
    given: Given,
    stated: Option<Annotation>,
}

impl Test {
    /// Reads, answers, compares.
    pub fn run(&self) -> Outcome {
        let (text, properties) = (read(&self.model)?, read(&self.properties)?);
        let terminal = Terminal::new(self.speech.talk());
        let lines = self.lines(&text, &properties, &terminal)?;
        terminal.finish();
        let count = |fate| lines.iter().filter(|line| line.fate == fate).count();
        let report = Report {
            passed: count(Fate::Passed),
            failed: count(Fate::Failed),
            skipped: count(Fate::Skipped),
            results: lines,
        };
        if self.speech.json {
            show::print_json(&report)?;
        } else {
            show::print(&report.text(self.speech.quiet))?;
        }
        Ok(if interrupt::asked() { interrupt::EXIT } else { u8::from(report.failed > 0) })
    }

    fn lines(&self, text: &str, asked: &str, terminal: &Terminal) -> Result<Vec<Line>, Failure> {
        let model = match ModelText::read(&name(&self.model), text) {
            Ok(model) => model,
            Err(error) => return Ok(refused(asked, &error)),
        };
        let properties = match PropertiesText::read(&name(&self.properties), asked, &model) {
            Ok(properties) => properties,
            Err(error) => return Ok(refused(asked, &error)),
        };
        let cases = match self.cases(&model, &properties)? {
            Ok(cases) => cases,
            Err(error) => return Ok(refused(asked, &error)),
        };
        let mut bench = Bench { test: self, model: &model, terminal, last: None };
        let mut lines = Vec::new();
        for case in cases {
            if interrupt::asked() {
                break;
            }
            lines.push(bench.line(&properties, &case));
        }
        Ok(lines)
    }

    /// Every stated result with the constants of its run.
    fn cases(
        &self,
        model: &ModelText,
        properties: &PropertiesText,
    ) -> Result<Result<Vec<Case>, ModelError>, Failure> {
        let given = match self.constants.is_empty() {
            false => match runs(model, Some(properties), &self.constants.join(",")) {
                Ok(runs) => Some(runs),
                Err(error) => return Ok(Err(error)),
            },
            true => arguments_beside(&[&self.properties, &self.model], |constants| {
                runs(model, Some(properties), constants).ok()
            })?,
        };
        let all = (0..properties.len()).filter(|&at| !properties.annotations(at).is_empty());
        let mut cases = Vec::new();
        if let Some(given) = given {
            for run in given {
                for at in all.clone() {
                    let found = properties.annotations(at).into_iter();
                    let stated = found.into_iter().find(|one| expected::applies(one, &run));
                    cases.push(Case { at, given: run.clone(), stated });
                }
            }
            return Ok(Ok(cases));
        }
        // A result without constants is tried with the first ones that others name.
        let named = all.clone().flat_map(|at| properties.annotations(at));
        let usual = named.map(|stated| stated.constants).find(|pairs| !pairs.is_empty());
        let usual = usual.filter(|_| model.is_open()).unwrap_or_default();
        for at in all {
            for stated in properties.annotations(at) {
                let own = if stated.constants.is_empty() { &usual } else { &stated.constants };
                let pairs = own.iter().map(|(name, value)| format!("{name}={value}"));
                let own = runs(model, Some(properties), &pairs.collect::<Vec<_>>().join(","));
                let Ok(own) = own else { return Ok(own.map(|_| cases)) };
                cases.extend(own.into_iter().map(|given| Case {
                    at,
                    given,
                    stated: Some(stated.clone()),
                }));
            }
        }
        Ok(Ok(cases))
    }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

/// Every stated result where the model or the file of properties is refused as a whole.
fn refused(asked: &str, error: &ModelError) -> Vec<Line> {
    let comments = asked.lines().filter_map(|line| line.trim().strip_prefix("//"));
    let comments: Vec<String> = comments.map(Into::into).collect();
    let line = |stated: Annotation| {
        let (fate, why) = judge_error(&stated.expected, error);
        let pairs = stated.constants.iter().map(|(name, value)| format!("{name}={value}"));
        let constants = pairs.collect::<Vec<_>>().join(",");
        Line { property: "the model".into(), constants, stated: stated.expected, fate, why }
    };
    annotations(&comments).into_iter().map(line).collect()
}

fn judge_error(stated: &str, error: &ModelError) -> (Fate, String) {
    let fate = match (expected::is_error(stated), error.unsupported()) {
        (true, _) => Fate::Passed,
        (_, true) => Fate::Skipped,
        _ => Fate::Failed,
    };
    (fate, format!("refused: {}", error.short()))
}

/// The model that was explored last is kept for the next case.
struct Bench<'a> {
    test: &'a Test,
    model: &'a ModelText,
    terminal: &'a Terminal,
    last: Option<(Given, Result<Built, ModelError>)>,
}

impl Bench<'_> {
    fn line(&mut self, properties: &PropertiesText, case: &Case) -> Line {
        let constants = case.given.iter().map(|(name, value)| format!("{name}={value}"));
        let mut line = Line {
            property: properties.shown(case.at),
            constants: constants.collect::<Vec<_>>().join(","),
            stated: String::new(),
            fate: Fate::Skipped,
            why: "no result is stated for these constants".into(),
        };
        let Some(annotation) = &case.stated else { return line };
        line.stated.clone_from(&annotation.expected);
        (line.fate, line.why) = match self.answer(properties, case) {
            Ok(answer) => judge(&line.stated, &answer, &case.given),
            Err(error) => judge_error(&line.stated, &error),
        };
        line
    }

    fn answer(&mut self, properties: &PropertiesText, case: &Case) -> Result<Answer, ModelError> {
        let own = self.model.own(&case.given);
        if self.last.as_ref().is_none_or(|(before, _)| *before != own) {
            self.last = Some((own.clone(), self.build(&own)));
        }
        let built = match &mut self.last {
            Some((_, Ok(built))) => built,
            Some((_, Err(error))) => return Err(error.clone()),
            None => return Err(ModelError::Asked("the model was not explored".into())),
        };
        let queries = properties.queries(built.model(), &case.given)?;
        let work = Work { stages: vec![Options::default()], digits: None, watch: self.terminal };
        answer(built, properties, &queries, case.at, &work)
    }

    fn build(&self, own: &Given) -> Result<Built, ModelError> {
        let Reading { strict, .. } = self.test.reading;
        let (model, _) = self.model.model(own, strict)?;
        let limits = Limits { bytes: half_of_free().unwrap_or(u64::MAX), ..Limits::default() };
        let deadlocks = self.test.reading.deadlocks();
        self.terminal.enter(foregone::Phase::Explore);
        self.model.explore(model, &[], deadlocks, &limits, self.terminal as &dyn Watch)
    }
}

fn judge(stated: &str, answer: &Answer, given: &Given) -> (Fate, String) {
    if expected::is_error(stated) {
        return (Fate::Failed, "it is answered, but an error is stated".into());
    }
    match expected::compare(stated, &answer.found, given) {
        Ok(Met::Held) => (Fate::Passed, String::new()),
        Ok(met) => (Fate::Passed, met.to_string()),
        Err(why) if answer.stopped.is_some() => (Fate::Failed, format!("{why}, stopped early")),
        Err(why) => (Fate::Failed, why),
    }
}

impl Report {
    fn text(&self, quiet: bool) -> String {
        let mut text = String::new();
        for line in self.results.iter().filter(|_| !quiet) {
            let word = match line.fate {
                Fate::Passed => styled(GOOD, "passed "),
                Fate::Failed => styled(BAD, "failed "),
                Fate::Skipped => styled(WARN, "skipped"),
            };
            let constants = match line.constants.as_str() {
                "" => String::new(),
                constants => styled(FAINT, &format!("  {constants}")),
            };
            let stated = if line.stated.is_empty() { "" } else { " = " };
            let why = if line.why.is_empty() { String::new() } else { format!(": {}", line.why) };
            text += &format!("{word} {}{stated}{}{constants}{why}\n", line.property, line.stated);
        }
        let Self { passed, failed, skipped, .. } = self;
        text + &format!("{passed} passed, {failed} failed, {skipped} skipped\n")
    }
}
