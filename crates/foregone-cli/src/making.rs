//! From `GAME|FILE` to a solved game of any kind, for the verbs that show one to people.
//!
//! Invariant: the same words make the same game, so that `serve` can make it again with other
//! parameters.

use std::path::Path;

use foregone::format::solution::{Origin, Question};
use foregone::games::{self, GameRow};
use foregone::model::{Work, objective};
use foregone::policy::Names;
use foregone::session::Solved;
use foregone::{FieldValue, StateId, Watch};

use crate::arguments::{How, Which};
use crate::failure::Failure;
use crate::model::{self, Asked, ModelFile, shown};
use crate::source::{self, Source};
use crate::verbs::answer::{Answer, refused};

/// A solved game and where it came from.
pub struct Made {
    /// Its name and parameters.
    pub origin: Origin,
    /// The answer; its state is the position asked for.
    pub answer: Answer,
}

impl Made {
    /// The game with its checked bounds.
    pub fn solved(&self) -> &Solved {
        &self.answer.solved
    }

    /// The row of a built-in game.
    pub fn row(&self) -> Option<&'static GameRow> {
        let built_in = self.origin.model.is_none();
        built_in.then(|| games::find(&self.origin.game).ok()).flatten()
    }

    /// What policies may speak of.
    pub fn names(&self) -> Names {
        let constant = |(name, value): (&String, &serde_json::Value)| {
            let value = match (value.as_i64(), value.as_bool(), value.as_str()) {
                (Some(number), ..) => FieldValue::Int(number),
                (_, Some(truth), _) => FieldValue::Bool(truth),
                (_, _, Some(text)) => FieldValue::Text(text.into()),
                _ => return None,
            };
            Some((name.clone(), value))
        };
        let constants = self.origin.parameters.iter().filter_map(constant).collect();
        Names { fields: self.solved().explored.fields(), constants }
    }

    /// What it is called: without the folders of a file.
    pub fn name(&self) -> String {
        let path = Path::new(&self.origin.game);
        let name = if self.origin.model.is_some() { path.file_name() } else { None };
        name.map_or_else(|| self.origin.game.clone(), |name| name.to_string_lossy().into_owned())
    }
}

/// Solves what `which` names, for the position `at` or from the start.
pub fn make(
    which: &Which,
    asked: &Asked,
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Made, Failure> {
    if let Some(path) = model::path(&which.game) {
        return of_model(path, which, asked, how, at, watch);
    }
    asked.refuse(&which.game)?;
    if let Some(made) = of_saved_model(which, how, at, watch)? {
        return Ok(made);
    }
    let source = Source::find(which)?;
    if source.game.expected().is_some() {
        let why = "asks for an expected amount, and only chances are shown in this way; \
                   `foregone solve` and `foregone query` answer it";
        return Err(Failure::Wrong(format!("{} {why}", which.game)));
    }
    let origin = source.origin.clone();
    Ok(Made { origin, answer: Answer::find(source, how, at, watch)? })
}

/// Solves a built-in game with rules that came from elsewhere: they name no files.
pub fn again(
    game: &str,
    given: &[String],
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Made, Failure> {
    let source = Source::built_in(game, given)?;
    let origin = source.origin.clone();
    Ok(Made { origin, answer: Answer::find(source, how, at, watch)? })
}

fn of_model(
    path: &Path,
    which: &Which,
    asked: &Asked,
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Made, Failure> {
    let file = ModelFile::open(path, which, asked)?;
    let properties = file.properties.as_ref().filter(|all| all.len() == 1);
    let (Some(properties), [given]) = (properties, &file.runs[..]) else {
        let why = "say in one property what is asked, without ranges: --prop 'P…=? [ … ]'";
        return Err(Failure::in_file(path, why));
    };
    let at: Vec<&str> = at.into_iter().collect();
    let mut built = file.build(given, &at, &how.limits(), watch, true)?;
    let queries = properties.queries(built.model(), given).map_err(shown)?;
    let work = Work { stages: how.stages(), digits: None, watch };
    let objective = objective(&mut built, properties, &queries, 0, &work).map_err(shown)?;
    let answer = Answer::of(built.into_explored(), objective, how, watch)?;
    let origin = Origin {
        game: path.display().to_string(),
        given: given.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        parameters: crate::verbs::constants(given),
        model: Some(Question {
            text: file.text.source().text().to_owned(),
            properties: properties.source().text().to_owned(),
            at: 0,
        }),
    };
    Ok(Made { origin, answer })
}

/// The saved solution of a model, if that is what `which` names.
fn of_saved_model(
    which: &Which,
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Option<Made>, Failure> {
    let path = Path::new(&which.game);
    if games::find(&which.game).is_ok() || !path.exists() {
        return Ok(None);
    }
    let saved = source::read(path)?;
    let meta = saved.meta.clone();
    if meta.model.is_none() {
        return Ok(None);
    }
    let solved = saved.judge_model(&how.limits(), watch).map_err(|error| refused(path, &error))?;
    let state = match at {
        Some(text) => {
            let found = solved.explored.find(text).map_err(crate::failure::wrong)?;
            found.ok_or_else(|| Failure::in_file(path, format!("holds no position '{text}'")))?
        }
        None => solved.explored.starts().first().copied().unwrap_or(StateId(0)),
    };
    let origin = Origin {
        game: meta.game,
        given: meta.given,
        parameters: meta.parameters,
        model: meta.model,
    };
    let answer = Answer::saved(solved, state, path);
    Ok(Some(Made { origin, answer }))
}
