//! Saved solutions, in the form that the program writes and reads.
//!
//! Invariant: what is read is judged anew before anybody sees it, and what is written was judged.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foregone::format::solution::{
    self, Answer as Kept, Meta, Numbers, Origin, Question, RebuildError,
};
use foregone::games;
use foregone::session::{AnyExplored, AskedAmount, SharedGame};
use foregone::{Stop, Watch};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;

use crate::errors::{unsolved, wrong};
use crate::explored::{Explored, Held};
use crate::games::limits;
use crate::solve::of_judged;
use crate::solved::{Answer, Solved};
use crate::work;

/// A saved solution, judged anew: the solution, the game's name, whether it is in fractions, and
/// what is counted where the game asks for an amount.
#[pyfunction]
#[pyo3(signature = (path, max_states=None, max_memory=None, progress=None))]
pub fn read(
    py: Python<'_>,
    path: PathBuf,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(Solved, String, bool, Option<String>)> {
    let mut file = File::open(&path).map_err(|error| io(&path, &error))?;
    let saved = py.detach(|| solution::read(&mut file)).map_err(|error| in_file(&path, error))?;
    let meta = saved.meta.clone();
    let limits = limits(max_states, max_memory);
    let game = game(&meta).map_err(|error| in_file(&path, error))?;
    let work = move |watch: &dyn Watch| saved.judge_any(game, &limits, watch);
    let done = work::run(py, progress.as_ref(), work)?.result;
    let judged = done.map_err(|error| match error {
        RebuildError::Stopped(Stop::Asked) => PyKeyboardInterrupt::new_err(()),
        error => unsolved(format!("{}: {error}", path.display())),
    })?;
    let exact = meta.numbers == Numbers::Exact;
    let property = meta.model.as_ref().map(|question| question.properties.clone());
    let origin = Origin {
        game: meta.game.clone(),
        given: meta.given,
        parameters: meta.parameters,
        model: meta.model,
    };
    let answer = of_judged(judged.judged)?;
    let explored = Explored::new(Held::Plain(Arc::from(judged.explored)), Some(origin));
    let solved = Solved::new(Py::new(py, explored)?, answer);
    let solved = property.into_iter().fold(solved, Solved::of);
    Ok((solved, meta.game, exact, meta.counts))
}

/// The built-in game that a saved solution names; `None` where it holds a model.
fn game(meta: &Meta) -> Result<Option<SharedGame>, String> {
    if meta.model.is_some() {
        return Ok(None);
    }
    let row = games::find(&meta.game).map_err(|error| error.to_string())?;
    let values = row.values(&meta.given).map_err(|error| error.to_string())?;
    (row.make)(&values).map(Some).map_err(|error| error.to_string())
}

/// Writes the answer for `explored`; `property` is what was asked of a model.
pub fn write(
    path: &Path,
    explored: &Explored,
    answer: &Answer,
    property: Option<String>,
) -> PyResult<()> {
    let kept = kept(answer)?;
    let origin = explored.origin_for(property)?;
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(true).open(path);
    let mut file = file.map_err(|error| io(path, &error))?;
    explored.held.with(|game| {
        if origin.model.is_none() && !is_own(game, kept) {
            return Err(wrong("only what the game itself asks can be saved"));
        }
        let written = solution::write_answer(&mut file, &origin, game, kept);
        written.map_err(|error| in_file(path, error))
    })?;
    file.sync_all().map_err(|error| io(path, &error))
}

/// The answer as files hold it.
fn kept(answer: &Answer) -> PyResult<Kept<'_>> {
    match answer {
        Answer::Whole(checked) => Ok(Kept::Chance(checked)),
        Answer::Payoff(checked) => Ok(Kept::Paid(checked)),
        Answer::Reward(checked) => Ok(Kept::Collected(checked)),
        Answer::Steps(checked, flipped) => Ok(Kept::Steps(checked, *flipped)),
        Answer::Earned(_) | Answer::Open(_) => Err(wrong(
            "this answer cannot be saved; chances, expected amounts and payoffs, and values after \
             at most so many moves can",
        )),
    }
}

/// True where the answer is to what the game itself asks.
fn is_own(game: &dyn AnyExplored, kept: Kept<'_>) -> bool {
    match (kept, AskedAmount::of(game)) {
        (Kept::Chance(checked), Ok(None)) => game.objective() == *checked.objective(),
        (Kept::Collected(checked), Ok(Some(AskedAmount::Collected(asked)))) => {
            asked == *checked.objective()
        }
        (Kept::Paid(checked), Ok(Some(AskedAmount::Paid(asked)))) => asked == checked.objective(),
        _ => false,
    }
}

impl Explored {
    /// What files call this game, and what was asked of it.
    fn origin_for(&self, property: Option<String>) -> PyResult<Origin> {
        match (&self.origin, &self.held, property) {
            (Some(origin), ..) => Ok(origin.clone()),
            (None, Held::Model(run), Some(properties)) => {
                let constants = run.given.iter();
                Ok(Origin {
                    game: run.text.source().name().to_owned(),
                    given: constants.clone().map(|(name, v)| format!("{name}={v}")).collect(),
                    parameters: constants
                        .map(|(name, v)| (name.clone(), v.to_string().into()))
                        .collect(),
                    model: Some(Question {
                        text: run.text.source().text().to_owned(),
                        states: None,
                        properties,
                        at: 0,
                    }),
                })
            }
            (None, Held::Model(_), None) => {
                Err(wrong("a model's solution can be saved where a property was asked"))
            }
            (None, Held::Plain(_), _) => {
                Err(wrong("only built-in games and models can be saved; see to_parquet"))
            }
        }
    }
}

fn in_file(path: &Path, error: impl std::fmt::Display) -> PyErr {
    wrong(format!("{}: {error}", path.display()))
}

/// An error of the system as Python has it, with its number.
fn io(path: &Path, error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string(), path.display().to_string())),
        None => PyOSError::new_err(error.to_string()),
    }
}
