//! From `GAME|FILE` to a solved game of any kind, for the verbs that show one to people.
//!
//! Invariant: the same words make the same game, so that `serve` can make it again with other
//! parameters.

use std::path::Path;

use foregone::format::solution::{Origin, Question, Subject};
use foregone::games::{self, GameRow};
use foregone::model::{Work, objective};
use foregone::policy::Names;
use foregone::query::Form;
use foregone::session::AnySolved;
use foregone::{FieldValue, StateId, Stop, Watch};

use crate::arguments::{How, Which};
use crate::failure::Failure;
use crate::interrupt;
use crate::model::{self, Asked, ModelFile, shown};
use crate::show::worth::Worth;
use crate::source::{self, Source};
use crate::verbs::amounts;
use crate::verbs::answer::{Answer, refused};

/// A solved game and where it came from.
pub struct Made {
    /// Its name and parameters.
    pub origin: Origin,
    /// The game with its checked bounds.
    pub solved: AnySolved,
    /// The position asked for.
    pub state: StateId,
    /// How values are shown.
    pub form: Form,
    /// Why the work ended early, or `None`.
    pub stopped: Option<Stop>,
    /// What the program ends with.
    pub code: u8,
}

impl Made {
    fn of(origin: Origin, answer: Answer) -> Self {
        let (stopped, code) = (answer.stopped().cloned(), answer.exit_code());
        let Answer { solved, form, state, .. } = answer;
        Self { origin, solved: solved.into(), state, form, stopped, code }
    }

    /// The game with its checked bounds.
    pub fn solved(&self) -> &AnySolved {
        &self.solved
    }

    /// How its values are written.
    pub fn worth(&self) -> Worth {
        match Worth::of(&self.solved) {
            Worth::Chance if self.origin.model.is_some() => Worth::Property,
            worth => worth,
        }
    }

    /// What its chances are chances of: `player 1 wins`.
    pub fn chance(&self) -> String {
        let players = self.solved.explored().players();
        match self.worth() {
            Worth::Property => "the property holds".into(),
            _ => format!("{} wins", players.first().map_or("Max", String::as_str)),
        }
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
        Names { fields: self.solved().explored().fields(), constants }
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
    of_source(source, how, at, watch)
}

/// Solves a built-in game with rules that came from elsewhere: they name no files.
pub fn again(
    game: &str,
    given: &[String],
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Made, Failure> {
    of_source(Source::built_in(game, given)?, how, at, watch)
}

fn of_source(
    source: Source,
    how: &How,
    at: Option<&str>,
    watch: &dyn Watch,
) -> Result<Made, Failure> {
    let origin = source.origin.clone();
    if source.game.expected().is_none() {
        return Ok(Made::of(origin, Answer::find(source, how, at, watch)?));
    }
    let amounts::Answer { solved: found, state: start, form, .. } =
        amounts::solve(source, how, at, watch)?;
    let fail = |error| Failure::Wrong(format!("{}: {error}", origin.game));
    let solved = AnySolved::try_from(found).map_err(fail)?;
    let stopped = solved.stopped().cloned();
    let code = interrupt::code(stopped.as_ref());
    Ok(Made { origin, solved, state: start, form, stopped, code })
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
        // Shown, not saved.
        model: Some(Question {
            text: file.text.source().text().to_owned(),
            states: None,
            properties: properties.source().text().to_owned(),
            at: 0,
        }),
    };
    Ok(Made::of(origin, answer))
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
    if meta.subject != Subject::Chance {
        let why =
            format!("it holds {} of a model; `solve`, `query` and `check` take it", meta.subject);
        return Err(Failure::in_file(path, why));
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
    Ok(Some(Made::of(origin, answer)))
}
