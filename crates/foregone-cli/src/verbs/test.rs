//! `foregone test`: a model's properties against the results that their comments state.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use foregone::format::Listing;
use foregone::model::expected::{self, Met};
use foregone::model::{
    Annotation, Answer, Built, Given, ModelError, ModelText, PropertiesText, Work, annotations,
    answer, runs,
};
use foregone::solve::Options;
use foregone::{Limits, Watch};

use super::Outcome;
use crate::arguments::Speech;
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::memory::half_of_free;
use crate::model::{self, Reading, arguments_beside, changes_beside, read};
use crate::show;
use crate::terminal::Terminal;

mod report;

use report::{Fate, Line, Report};

/// Compares a model's properties with the results stated above them: // RESULT: 1/2
#[derive(Args)]
#[command(after_help = "Example:\n  foregone test models/gambler.prism models/gambler.props")]
pub struct Test {
    /// A model in the PRISM language, or a file of states (.umb .tra .drn)
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

/// What is tested.
struct Subject {
    text: ModelText,
    listing: Option<Arc<Listing>>,
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
        let properties = read(&self.properties)?;
        let terminal = Terminal::new(self.speech.talk());
        let lines = self.lines(&properties, &terminal)?;
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

    /// The model's text, or what there is to know of the states that a file lists.
    fn model(&self) -> Result<Result<Subject, ModelError>, Failure> {
        if model::is_text(&self.model) || model::path(&name(&self.model)).is_none() {
            let text = ModelText::read(&name(&self.model), &read(&self.model)?);
            return Ok(text.map(|text| Subject { text, listing: None }));
        }
        let format = files::format_of(&self.model, None)?;
        let listing = files::read(&self.model, format, self.reading)?.listing;
        let text = ModelText::listed(&name(&self.model), &listing);
        Ok(text.map(|text| Subject { text, listing: Some(Arc::new(listing)) }))
    }

    fn lines(&self, asked: &str, terminal: &Terminal) -> Result<Vec<Line>, Failure> {
        let subject = match self.model()? {
            Ok(subject) => subject,
            Err(error) => return Ok(refused(asked, &error)),
        };
        let Subject { text: model, listing } = &subject;
        let properties = match PropertiesText::read(&name(&self.properties), asked, model) {
            Ok(properties) => properties,
            Err(error) => return Ok(refused(asked, &error)),
        };
        let cases = match self.cases(model, &properties)? {
            Ok(cases) => cases,
            Err(error) => return Ok(refused(asked, &error)),
        };
        let changed = changes_beside(&[&self.properties, &self.model])?;
        let mut bench = Bench { test: self, model, listing, terminal, changed, last: None };
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
                let known = properties.known(model, &run);
                for at in all.clone() {
                    let found = properties.annotations(at).into_iter();
                    let stated = found.into_iter().find(|one| expected::applies(one, &known));
                    cases.push(Case { at, given: run.clone(), stated });
                }
            }
            return Ok(Ok(cases));
        }
        // A result without constants is tried with the first ones that others name.
        let named = all.clone().flat_map(|at| properties.annotations(at));
        let usual = named.map(|stated| stated.constants).find(|pairs| !pairs.is_empty());
        let usual = usual.filter(|_| model.is_open()).unwrap_or_default();
        let fixed = properties.known(model, &Given::new());
        for at in all {
            for stated in properties.annotations(at) {
                let own = if stated.constants.is_empty() { &usual } else { &stated.constants };
                let open = own.iter().filter(|(name, _)| !fixed.contains_key(name));
                let pairs = open.map(|(name, value)| format!("{name}={value}"));
                let own = runs(model, Some(properties), &pairs.collect::<Vec<_>>().join(","));
                let Ok(own) = own else { return Ok(own.map(|_| cases)) };
                cases.extend(own.into_iter().map(|given| {
                    let known = properties.known(model, &given);
                    let stated = Some(&stated).filter(|stated| expected::applies(stated, &known));
                    Case { at, given, stated: stated.cloned() }
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
    let aside = error.unsupported() || error.missing();
    let fate = match (expected::is_error(stated), aside) {
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
    listing: &'a Option<Arc<Listing>>,
    terminal: &'a Terminal,
    /// A switch beside the files that changes what is asked.
    changed: Option<String>,
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
        if let (Fate::Failed, Some(switch)) = (line.fate, &self.changed) {
            line.fate = Fate::Skipped;
            line.why += &format!("; it is stated for runs with {switch}, which is not supported");
        }
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
        if let Some(listing) = self.listing {
            return self.model.take(model, Arc::clone(listing), &[], deadlocks, &limits);
        }
        self.model.explore(model, &[], deadlocks, &limits, self.terminal as &dyn Watch)
    }
}

fn judge(stated: &str, answer: &Answer, given: &Given) -> (Fate, String) {
    if expected::is_limit(stated) {
        let why = "it is answered; the error that is stated is of another program's arithmetic";
        return (Fate::Skipped, why.into());
    }
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
