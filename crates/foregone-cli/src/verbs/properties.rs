//! `solve` and `query` for models: explores, answers every property for every run, prints.

use std::path::Path;
use std::sync::Arc;

use foregone::Phase;
use foregone::format::solution::{Answer as Saved, Origin, Question};
use foregone::model::{Built, Given, Judged, ModelError, Work, answer};
use serde_json::Map;

use super::Outcome;
use crate::arguments::{How, Speech, Which};
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::interrupt;
use crate::memory::peak_bytes;
use crate::model::{Asked, ModelFile, shown};
use crate::saving::Place;
use crate::show;
use crate::terminal::Terminal;

mod levels;
mod report;

pub use report::constants;
use report::{Entry, Report};

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
    /// The file in which work on the only property is kept, and every how many seconds.
    pub keep: Option<(&'a Path, f64)>,
}

/// Explores the model in `path` and answers what is asked.
pub fn run(path: &Path, which: &Which, asked: &Asked, manner: &Manner<'_>) -> Outcome {
    let file = ModelFile::open(path, which, asked)?;
    is_possible(&file, manner)?;
    // Whether the model can be kept is known before the work.
    let mut question = manner.output.map(|_| file.question(path)).transpose()?;
    let mut place = manner.output.map(Place::open).transpose()?;
    let checkpoint = manner.keep.map(|keep| kept(keep, path, &file, manner.how)).transpose()?;
    let terminal = Terminal::new(manner.speech.talk()).keeping(checkpoint);
    let (mut report, mut stopped) = (Report::new(path), None);
    let mut last: Option<(Given, Built)> = None;
    for given in &file.runs {
        let own = file.text.own(given);
        let mut built = match last.take() {
            Some((before, built)) if before == own => built,
            _ => explore(&file, given, manner, &terminal)?,
        };
        if levels::suits(&file, given, &built, manner)? {
            let model = Arc::clone(built.model());
            drop(built);
            let stop = levels::answers(&file, given, &model, manner, &terminal, &mut report)?;
            stopped = stopped.or(stop);
            if interrupt::asked() {
                break;
            }
            continue;
        }
        if report.states == 0 {
            report.count(&built, &own);
        }
        stopped = stopped.or_else(|| built.stopped().cloned());
        if file.properties.is_some() {
            let judged = answers(&file, given, &mut built, manner, &terminal, &mut report.results)?;
            if let (Some(place), Some(question)) = (place.take(), question.take()) {
                let game = path.display().to_string();
                keep(game, given, &built, judged.as_ref(), question, place)?;
                break;
            }
        }
        last = Some((own, built));
        if interrupt::asked() {
            break;
        }
    }
    report.seconds = terminal.finish();
    terminal.settle(interrupt::asked());
    report.peak_bytes = peak_bytes();
    report.stopped = stopped.as_ref().map(ToString::to_string);
    report.print(manner)?;
    Ok(report.code(stopped.as_ref()))
}

/// Whether what is wanted goes with what is asked.
fn is_possible(file: &ModelFile, manner: &Manner<'_>) -> Result<(), Failure> {
    if manner.at.is_some() && file.properties.is_none() {
        let why = "say what is asked of the position: --prop 'P…=? [ … ]' or --props FILE";
        return Err(Failure::Wrong(why.into()));
    }
    let holds = match (manner.output, manner.keep) {
        (Some(_), _) => Some("a file holds the answer to one property in one run"),
        (None, Some(_)) => Some("--checkpoint keeps the work on one property in one run"),
        (None, None) => None,
    };
    if let Some(holds) = holds.filter(|_| !file.asks_once()) {
        return Err(Failure::Wrong(format!("{holds}: give one --prop, no ranges")));
    }
    Ok(())
}

/// The file that work on the only property of the only run is kept in.
fn kept(
    (keep, every): (&Path, f64),
    path: &Path,
    file: &ModelFile,
    how: &How,
) -> Result<Checkpoint, Failure> {
    let given = &file.runs[0];
    let origin = Origin {
        game: path.display().to_string(),
        given: Vec::new(),
        parameters: constants(given),
        model: None,
    };
    let property = file.properties.as_ref().map(|all| all.shown(0)).unwrap_or_default();
    let at = format!("{}, contents {}, {}", property.escape_debug(), file.contents(), how.shown());
    Checkpoint::open(keep, &origin, &at, every)
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
    game: String,
    given: &Given,
    built: &Built,
    judged: Option<&Judged>,
    question: Question,
    place: Place,
) -> Result<(), Failure> {
    let Some(answer) = judged.and_then(Saved::of) else {
        let why = "this answer cannot be saved: a file holds a probability (also within at most so \
                   many steps) or an expected reward of every state; R [ F0 ], P [ F>=k ], truths \
                   and filters are not supported";
        return Err(Failure::in_file(place.named(), why));
    };
    let origin = Origin {
        game,
        given: given.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        parameters: constants(given),
        model: Some(question),
    };
    place.save_answer(&origin, built.explored(), answer)
}

/// Answers every property, and returns the claim behind the last; what cannot be answered is told beside the others' answers.
fn answers(
    file: &ModelFile,
    given: &Given,
    built: &mut Built,
    manner: &Manner<'_>,
    terminal: &Terminal,
    out: &mut Vec<Entry>,
) -> Result<Option<Judged>, Failure> {
    let mut judged = None;
    let Some(properties) = &file.properties else { return Ok(judged) };
    let queries = properties.queries(built.model(), given).map_err(shown)?;
    if queries.is_inexact() && !built.model().is_inexact() && !manner.speech.quiet {
        let what = "some `pow` or `log` in the properties may have no rational value";
        show::remark(&format!("warning: {what}; its nearest double is taken"));
    }
    let form = manner.how.form();
    let work = Work { stages: manner.how.stages(), digits: form.digits, watch: terminal };
    for at in 0..properties.len() {
        let answer = answer(built, properties, &queries, at, &work);
        let mut entry = Entry {
            at,
            property: properties.shown(at),
            name: properties.name(at).map(Into::into),
            constants: constants(given),
            states: built.arena().states() as u64,
            result: Map::new(),
            text: String::new(),
            code: 0,
            moves: None,
            is_max: false,
        };
        match answer {
            Ok(mut answer) => {
                judged = answer.judged.take();
                let checked = match &judged {
                    Some(Judged::Whole(checked)) => Some(&**checked),
                    _ => None,
                };
                let moves = checked.filter(|_| manner.at.is_some());
                entry.answered(&answer, built, form, moves);
            }
            Err(error) if error.is_damage() => return Err(failed(error)),
            Err(error) => {
                entry.result.insert("error".into(), error.short().into());
                entry.text = error.to_string();
                entry.code = 2;
            }
        }
        out.push(entry);
    }
    Ok(judged)
}

/// Why a question was not answered, where nothing else can be told beside it.
fn failed(error: ModelError) -> Failure {
    match error.is_damage() {
        true => Failure::damaged(error),
        false => shown(error),
    }
}
