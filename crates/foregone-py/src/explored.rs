//! An explored game in Python's hands.
//!
//! Invariant: its numbering never changes, so arrays of several solutions belong together.

use std::sync::{Arc, Mutex, MutexGuard};

use foregone::format::solution::Origin;
use foregone::model::{Built, Given, ModelText};
use foregone::session::AnyExplored;
use foregone::{Arena, ChoiceId, FieldValue, StateId};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::no_position;
use crate::numbers;

/// An explored game: `foregone.Explored` says more.
#[pyclass(frozen, module = "foregone._foregone")]
pub struct Explored {
    /// The game behind it.
    pub held: Held,
    /// What it was made from, for files; `None` where files cannot name it.
    pub origin: Option<Origin>,
    arena: Arc<Arena>,
    starts: Vec<StateId>,
    stopped: Option<String>,
}

/// An explored game of any kind.
#[derive(Clone)]
pub enum Held {
    /// A built-in game, or one that came as arrays or from Python.
    Plain(Arc<dyn AnyExplored>),
    /// A model.
    Model(Arc<ModelRun>),
}

/// An explored model with its text.
pub struct ModelRun {
    /// The text.
    pub text: ModelText,
    /// Values of its constants.
    pub given: Given,
    /// What was explored. Answering needs it for itself alone, but changes nothing that is seen.
    pub built: Mutex<Built>,
}

impl ModelRun {
    /// The model, waiting until nobody else uses it.
    pub fn lock(&self) -> MutexGuard<'_, Built> {
        self.built.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

impl Held {
    /// What `look` sees.
    pub fn with<R>(&self, look: impl FnOnce(&dyn AnyExplored) -> R) -> R {
        match self {
            Self::Plain(explored) => look(&**explored),
            Self::Model(run) => look(run.lock().explored()),
        }
    }
}

/// Values of one field, for all states.
enum Column {
    Int(Vec<i64>),
    Bool(Vec<bool>),
    Text(Vec<String>),
}

impl Column {
    fn push(&mut self, value: FieldValue) {
        match (self, value) {
            (Self::Int(all), FieldValue::Int(value)) => all.push(value),
            (Self::Bool(all), FieldValue::Bool(value)) => all.push(value),
            (Self::Text(all), value) => all.push(value.to_string()),
            (mixed, value) => {
                let mut texts = mixed.texts();
                texts.push(value.to_string());
                *mixed = Self::Text(texts);
            }
        }
    }

    fn texts(&self) -> Vec<String> {
        match self {
            Self::Int(all) => all.iter().map(ToString::to_string).collect(),
            Self::Bool(all) => all.iter().map(ToString::to_string).collect(),
            Self::Text(all) => all.clone(),
        }
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            Self::Int(all) => all.into_pyarray(py).into_any(),
            Self::Bool(all) => all.into_pyarray(py).into_any(),
            Self::Text(all) => PyList::new(py, all)?.into_any(),
        })
    }
}

impl Explored {
    /// An explored game.
    pub fn new(held: Held, origin: Option<Origin>) -> Self {
        let (arena, starts, stopped) = held.with(|explored| {
            let stopped = explored.stopped().map(ToString::to_string);
            (explored.arena(), explored.starts().to_vec(), stopped)
        });
        Self { held, origin, arena, starts, stopped }
    }

    /// The game as arrays.
    pub fn shared_arena(&self) -> Arc<Arena> {
        Arc::clone(&self.arena)
    }

    /// The state with this number.
    ///
    /// # Errors
    /// There is none.
    pub fn state(&self, number: i64) -> PyResult<StateId> {
        let states = self.arena.states();
        match u32::try_from(number) {
            Ok(at) if (at as usize) < states => Ok(StateId(at)),
            _ => Err(no_position(&number.to_string(), format!("there are {states} states"))),
        }
    }
}

#[pymethods]
impl Explored {
    /// Numbers of states, choices and branches.
    #[getter]
    fn counts(&self) -> (usize, usize, usize) {
        (self.arena.states(), self.arena.choices(), self.arena.branches())
    }

    /// Numbers of the states from which it was explored.
    #[getter]
    fn starts(&self) -> Vec<u32> {
        self.starts.iter().map(|start| start.0).collect()
    }

    /// Why exploring ended early, or None.
    #[getter]
    fn stopped(&self) -> Option<&str> {
        self.stopped.as_deref()
    }

    /// What is counted, where the game asks for an expected amount.
    #[getter]
    fn unit(&self, py: Python<'_>) -> Option<&'static str> {
        let expected = py.detach(|| self.held.with(|explored| explored.expected()));
        expected.map(|expected| expected.unit)
    }

    /// Names of the players.
    #[getter]
    fn players(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.held.with(|explored| explored.players()))
    }

    /// Names and meanings of the fields that make up a position.
    #[getter]
    fn fields(&self, py: Python<'_>) -> Vec<(String, String)> {
        let fields = py.detach(|| self.held.with(|explored| explored.fields()));
        fields.into_iter().map(|field| (field.name, field.meaning)).collect()
    }

    /// The number of the state that `text` names.
    fn find(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let found = py.detach(|| self.held.with(|explored| explored.find(text)));
        match found.map_err(|error| no_position(text, error))? {
            Some(state) => Ok(state.0),
            None => Err(no_position(
                text,
                match &self.stopped {
                    Some(stop) => format!("not explored: {stop}"),
                    None => "play does not come there".into(),
                },
            )),
        }
    }

    /// The position of a state as the game writes it.
    fn show(&self, py: Python<'_>, state: i64) -> PyResult<String> {
        let state = self.state(state)?;
        Ok(py.detach(|| self.held.with(|explored| explored.show(state))))
    }

    /// The values of the fields at a state.
    fn describe<'py>(&self, py: Python<'py>, state: i64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let state = self.state(state)?;
        let values = py.detach(|| self.held.with(|explored| explored.describe(state)));
        let object = |value| -> PyResult<Bound<'py, PyAny>> {
            Ok(match value {
                FieldValue::Int(number) => number.into_pyobject(py)?.into_any(),
                FieldValue::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
                FieldValue::Text(text) => text.into_pyobject(py)?.into_any(),
            })
        };
        values.into_iter().map(object).collect()
    }

    /// One array (or list of texts) for each field, with one entry for each state.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let columns = py.detach(|| self.held.with(|explored| self.read_columns(explored)));
        columns.into_iter().map(|(name, column)| Ok((name, column.into_python(py)?))).collect()
    }

    /// For each state its player, -1 where play is over, -2 where a limit cut it off.
    fn owner<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let arena = &self.arena;
        let owner = |state| match arena.player(state) {
            Some(player) => player.0.cast_signed(),
            None if arena.is_unexplored(state) => -2,
            None => -1,
        };
        py.detach(|| arena.ids().map(owner).collect::<Vec<i8>>()).into_pyarray(py)
    }

    /// Names of the choices of a state.
    fn move_names(&self, py: Python<'_>, state: i64) -> PyResult<Vec<String>> {
        let state = self.state(state)?;
        let count = self.arena.choices_of(state).len();
        let names = |explored: &dyn AnyExplored| {
            (0..count).map(|choice| explored.move_name(state, choice)).collect()
        };
        Ok(py.detach(|| self.held.with(names)))
    }

    /// For each state the name of the given choice of it, None where that is negative.
    fn names_of(
        &self,
        py: Python<'_>,
        choices: numpy::PyReadonlyArray1<'_, i32>,
    ) -> PyResult<Vec<Option<String>>> {
        let choices = choices.as_array().to_vec();
        if choices.len() != self.arena.states() {
            let states = self.arena.states();
            return Err(crate::errors::wrong(format!(
                "choices must have one entry for each state, that is {states}, but has {}",
                choices.len()
            )));
        }
        let name = |explored: &dyn AnyExplored, (state, &choice): (StateId, &i32)| {
            let at = usize::try_from(choice).ok()?;
            let known = at < self.arena.choices_of(state).len();
            known.then(|| explored.move_name(state, at))
        };
        Ok(py.detach(|| {
            self.held.with(|explored| {
                self.arena.ids().zip(&choices).map(|entry| name(explored, entry)).collect()
            })
        }))
    }

    /// The arena as a dict of arrays: `owner`, `choice_offsets`, `branch_offsets`, `targets`,
    /// `probabilities` (the nearest doubles) and `payoff` (the nearest doubles).
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arena = &self.arena;
        let (choices, branches, targets, chances, payoff) = py.detach(|| flat(arena));
        let all = PyDict::new(py);
        all.set_item("owner", self.owner(py))?;
        all.set_item("choice_offsets", choices.into_pyarray(py))?;
        all.set_item("branch_offsets", branches.into_pyarray(py))?;
        all.set_item("targets", targets.into_pyarray(py))?;
        all.set_item("probabilities", chances.into_pyarray(py))?;
        all.set_item("payoff", payoff.into_pyarray(py))?;
        Ok(all)
    }

    /// The exact probabilities of a choice of a state, and the states its branches lead to.
    fn branches<'py>(
        &self,
        py: Python<'py>,
        state: i64,
        choice: usize,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, u32)>> {
        let state = self.state(state)?;
        let Some(at) = self.arena.choices_of(state).nth(choice) else {
            let has = self.arena.choices_of(state).len();
            return Err(crate::errors::wrong(format!(
                "{state} has {has} choices, so none with number {choice}"
            )));
        };
        let choice = self.arena.choice(ChoiceId(at));
        let branch = |(i, &target): (usize, &u32)| {
            Ok((numbers::fraction(py, &choice.distribution.probability(i))?, target))
        };
        choice.targets.iter().enumerate().map(branch).collect()
    }
}

impl Explored {
    fn read_columns(&self, explored: &dyn AnyExplored) -> Vec<(String, Column)> {
        let mut columns: Vec<Column> = Vec::new();
        for state in self.arena.ids() {
            let values = explored.describe(state);
            if columns.is_empty() {
                columns = values.iter().map(empty).collect();
            }
            for (column, value) in columns.iter_mut().zip(values) {
                column.push(value);
            }
        }
        let names = explored.fields().into_iter().map(|field| field.name);
        if columns.is_empty() {
            let texts = self.arena.ids().map(|state| explored.show(state)).collect();
            return vec![("position".into(), Column::Text(texts))];
        }
        names.zip(columns).collect()
    }
}

fn empty(value: &FieldValue) -> Column {
    match value {
        FieldValue::Int(_) => Column::Int(Vec::new()),
        FieldValue::Bool(_) => Column::Bool(Vec::new()),
        FieldValue::Text(_) => Column::Text(Vec::new()),
    }
}

type Flat = (Vec<i64>, Vec<i64>, Vec<i64>, Vec<f64>, Vec<f64>);

fn flat(arena: &Arena) -> Flat {
    let mut choices = vec![0];
    choices.extend(arena.ids().map(|state| i64::from(arena.choices_of(state).end)));
    let mut branches = vec![0];
    let (mut targets, mut chances) = (Vec::new(), Vec::new());
    for at in 0..arena.choices() as u32 {
        let choice = arena.choice(ChoiceId(at));
        targets.extend(choice.targets.iter().map(|&target| i64::from(target)));
        chances.extend_from_slice(choice.distribution.floats);
        branches.push(targets.len() as i64);
    }
    let mut payoff = vec![0.0; arena.states()];
    arena.endings().for_each(|(state, amount)| payoff[state.index()] = amount.to_f64().value());
    (choices, branches, targets, chances, payoff)
}
