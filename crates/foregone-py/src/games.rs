//! Built-in games and models, ready to be explored.

use std::sync::{Arc, Mutex};

use foregone::Limits;
use foregone::format::solution::Origin;
use foregone::games::{self, GAMES, Kind};
use foregone::graph::components;
use foregone::model::{Deadlocks, Given, ModelError, ModelText, runs};
use foregone::session::SharedGame;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::wrong;
use crate::explored::{Explored, Held, ModelRun};
use crate::work;

/// Rules that can be explored: `foregone.Game` says more.
#[pyclass(frozen, module = "foregone._foregone")]
pub struct Game(Rules);

enum Rules {
    BuiltIn { game: SharedGame, origin: Origin, starts: Vec<String> },
    Model { text: Box<ModelText>, given: Given, strict: bool, deadlocks: Deadlocks },
}

/// Every built-in game as a dict: `name`, `summary`, `rules`, `parameters`, `examples`.
#[pyfunction]
pub fn table<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
    let rows = PyList::empty(py);
    for row in GAMES {
        let entry = PyDict::new(py);
        entry.set_item("name", row.name)?;
        entry.set_item("summary", row.summary)?;
        entry.set_item("rules", row.rules)?;
        let examples: Vec<_> = row.examples.iter().map(|e| (e.at, e.meaning)).collect();
        entry.set_item("examples", examples)?;
        let parameters = PyList::empty(py);
        for parameter in row.parameters {
            let kind = match parameter.kind {
                Kind::Int(..) => "int",
                Kind::Bool => "bool",
                Kind::Word(_) | Kind::Text(_) | Kind::File(_) => "str",
            };
            let each = PyDict::new(py);
            each.set_item("name", parameter.name)?;
            each.set_item("type", kind)?;
            each.set_item("default", parameter.default)?;
            let words = match parameter.kind {
                Kind::Word(words) => words,
                _ => &[],
            };
            each.set_item("words", words)?;
            each.set_item("takes", parameter.kind.to_string())?;
            each.set_item("meaning", parameter.meaning)?;
            parameters.append(each)?;
        }
        entry.set_item("parameters", parameters)?;
        rows.append(entry)?;
    }
    Ok(rows)
}

/// The built-in game `name` with parameters given as `key=value`.
#[pyfunction]
pub fn built_in(name: &str, given: Vec<String>) -> PyResult<Game> {
    let row = games::find(name).map_err(wrong)?;
    let fail = |error| wrong(format!("{name}: {error}"));
    let values = row.values(&given).map_err(fail)?;
    let game = (row.make)(&values).map_err(fail)?;
    let starts = game.starts().into_iter().chain((row.beside)(&values)).collect();
    Ok(Game(Rules::BuiltIn { game, origin: Origin::built_in(name, &values), starts }))
}

/// The model in `text`, with constants given as `N=5,T=2`; `name` is shown in messages.
#[pyfunction]
pub fn model(
    py: Python<'_>,
    name: &str,
    text: &str,
    constants: &str,
    strict: bool,
    refuse_deadlocks: bool,
) -> PyResult<Game> {
    py.detach(|| {
        let text = ModelText::read(name, text).map_err(wrong)?;
        let mut all = runs(&text, None, constants).map_err(wrong)?;
        if all.len() > 1 {
            let why = "a model is read with one value for each constant; write a loop for ranges";
            return Err(wrong(format!("{constants}: {why}")));
        }
        let given = text.own(&all.pop().unwrap_or_default());
        // Constants without values and the like are found now, not when the model is explored.
        text.model(&given, strict).map_err(wrong)?;
        let deadlocks = if refuse_deadlocks { Deadlocks::Refuse } else { Deadlocks::Stay };
        Ok(Game(Rules::Model { text: Box::new(text), given, strict, deadlocks }))
    })
}

#[pymethods]
impl Game {
    /// The name of the game, or of the model's file.
    #[getter]
    fn name(&self) -> &str {
        match &self.0 {
            Rules::BuiltIn { origin, .. } => &origin.game,
            Rules::Model { text, .. } => text.source().name(),
        }
    }

    /// Parameters or constants with their values.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        match &self.0 {
            Rules::BuiltIn { origin, .. } => {
                for (name, value) in &origin.parameters {
                    match (value.as_i64(), value.as_bool()) {
                        (Some(number), _) => all.set_item(name, number)?,
                        (_, Some(truth)) => all.set_item(name, truth)?,
                        _ => all.set_item(name, value.as_str().unwrap_or_default())?,
                    }
                }
            }
            Rules::Model { given, .. } => {
                for (name, value) in given {
                    all.set_item(name, value.to_string())?;
                }
            }
        }
        Ok(all)
    }

    /// The rules in full sentences, or the model's text.
    #[getter]
    fn rules(&self) -> &str {
        match &self.0 {
            Rules::BuiltIn { origin, .. } => games::find(&origin.game).map_or("", |row| row.rules),
            Rules::Model { text, .. } => text.source().text(),
        }
    }

    /// Names of the players; of a model they are known once it is explored.
    #[getter]
    fn players(&self) -> Vec<String> {
        match &self.0 {
            Rules::BuiltIn { game, .. } => game.players(),
            Rules::Model { .. } => Vec::new(),
        }
    }

    /// True for a model.
    #[getter]
    fn is_model(&self) -> bool {
        matches!(self.0, Rules::Model { .. })
    }

    /// Explores from the positions `at`, or from the start where it is empty; what is odd comes
    /// beside it as texts.
    #[pyo3(signature = (at, max_states=None, max_memory=None, progress=None))]
    fn explore(
        &self,
        py: Python<'_>,
        at: Vec<String>,
        max_states: Option<u64>,
        max_memory: Option<u64>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<(Explored, Vec<String>, bool)> {
        let limits = limits(max_states, max_memory);
        match &self.0 {
            Rules::BuiltIn { game, origin, starts } => {
                let (game, starts) = (Arc::clone(game), starts.clone());
                let done = work::run(py, progress.as_ref(), move |watch| {
                    let texts = if at.is_empty() { &starts } else { &at };
                    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                    let mut explored = game.explore(&texts, &limits, watch)?;
                    let objective = explored.objective();
                    let found = components(&explored.arena(), &objective);
                    explored.renumber(&found.order);
                    Ok::<_, foregone::session::SessionError>(explored)
                })?;
                let explored = done.result.map_err(crate::errors::session)?;
                let held = Held::Plain(Arc::from(explored));
                Ok((Explored::new(held, Some(origin.clone())), Vec::new(), done.interrupted))
            }
            Rules::Model { text, given, strict, deadlocks } => {
                let (model, warnings) = text.model(given, *strict).map_err(wrong)?;
                let (owned, deadlocks) = (ModelText::clone(text), *deadlocks);
                let done = work::run(py, progress.as_ref(), move |watch| {
                    let texts: Vec<&str> = at.iter().map(String::as_str).collect();
                    owned.explore(model, &texts, deadlocks, &limits, watch)
                })?;
                let built = done.result.map_err(wrong)?;
                let all = warnings.into_iter().chain(text.warnings().iter().cloned());
                let mut words: Vec<String> =
                    all.map(|w| ModelError::of(text.source(), vec![w]).to_string()).collect();
                words.extend(built.deadlock_warning());
                let run = ModelRun {
                    text: ModelText::clone(text),
                    given: given.clone(),
                    built: Mutex::new(built),
                };
                Ok((Explored::new(Held::Model(Arc::new(run)), None), words, done.interrupted))
            }
        }
    }
}

/// Limits of exploring.
pub fn limits(states: Option<u64>, bytes: Option<u64>) -> Limits {
    let all = Limits::default();
    Limits {
        states: states.unwrap_or(all.states).min(all.states),
        bytes: bytes.unwrap_or(all.bytes),
    }
}
