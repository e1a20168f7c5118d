//! Games written in Python: explored in batches, so that one call into Python expands many states.
//!
//! Invariant: states are told apart by Python's own equality and numbered in the order in which
//! they are met, breadth-first; the same game gives the same arena.

use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;
use foregone::{ArenaBuilder, ArenaError, Player, Stop, Turn};
use hashbrown::HashMap;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple};

use crate::errors::wrong;
use crate::explored::{Explored, Held};
use crate::numbered::Numbered;
use crate::numbers;

mod law;
mod spiel;

use law::Laws;

pub use spiel::explore_openspiel;

/// States that one call expands.
const BATCH: usize = 4096;

/// An explored game, its states by number, and their numbers.
type Found<'py> = (Explored, Bound<'py, PyList>, Bound<'py, PyDict>, bool);

/// Explores a game written in Python. `expand` takes a list of states and gives for each a pair:
/// the player to move and the list of moves, or the payoff and None.
#[pyfunction]
#[pyo3(signature = (starts, expand, players, max_states=None, progress=None))]
pub fn explore_written<'py>(
    py: Python<'py>,
    starts: Vec<Bound<'py, PyAny>>,
    expand: Bound<'py, PyAny>,
    players: Vec<String>,
    max_states: Option<u64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Found<'py>> {
    let mut explorer = Explorer::new(py, max_states.unwrap_or(u64::from(u32::MAX) - 2));
    let starts = starts.iter().map(|start| explorer.number(start)).collect::<PyResult<Vec<_>>>()?;
    if starts.is_empty() {
        return Err(wrong("the game says of no position that it starts there"));
    }
    let interrupted = explorer.run(&mut Written(expand), progress.as_ref())?;
    explorer.finish(starts, players, interrupted)
}

/// How states are expanded.
trait Way<'py> {
    /// Adds the states of these numbers with their moves, until a limit is reached.
    fn expand(&mut self, explorer: &mut Explorer<'py>, states: Range<usize>) -> PyResult<()>;
}

/// By a function of the package.
struct Written<'py>(Bound<'py, PyAny>);

impl<'py> Way<'py> for Written<'py> {
    fn expand(&mut self, explorer: &mut Explorer<'py>, states: Range<usize>) -> PyResult<()> {
        let batch = explorer.states.get_slice(states.start, states.end);
        let answers = self.0.call1((&batch,))?;
        let answers = answers.cast::<PyList>()?;
        if answers.len() != batch.len() {
            let (has, needs) = (answers.len(), batch.len());
            return Err(wrong(format!("expand was given {needs} states and answered for {has}")));
        }
        for (state, answer) in batch.iter().zip(answers.iter()) {
            if explorer.is_full() {
                return Ok(());
            }
            explorer.state(&state, &answer)?;
        }
        Ok(())
    }
}

struct Explorer<'py> {
    states: Bound<'py, PyList>,
    ids: Bound<'py, PyDict>,
    builder: ArenaBuilder,
    laws: Laws,
    names: Names,
    targets: Vec<u32>,
    most: u64,
    stopped: Option<Stop>,
}

/// Distinct names of moves, and which choice has which.
#[derive(Default)]
struct Names {
    known: HashMap<String, u32, FixedState>,
    texts: Vec<String>,
    of_choice: Vec<u32>,
}

impl Names {
    fn add(&mut self, name: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = match name.cast::<PyString>() {
            Ok(text) => text.clone(),
            Err(_) => name.str()?,
        };
        let text = text.to_cow()?;
        let next = self.texts.len() as u32;
        let id = match self.known.get(&*text) {
            Some(&id) => id,
            None => {
                self.known.insert(text.to_string(), next);
                self.texts.push(text.into_owned());
                next
            }
        };
        self.of_choice.push(id);
        Ok(())
    }
}

impl<'py> Explorer<'py> {
    fn new(py: Python<'py>, most: u64) -> Self {
        Self {
            states: PyList::empty(py),
            ids: PyDict::new(py),
            builder: ArenaBuilder::new(),
            laws: Laws::default(),
            names: Names::default(),
            targets: Vec::new(),
            most,
            stopped: None,
        }
    }

    /// The number of a state, which is added if it is new.
    fn number(&mut self, state: &Bound<'py, PyAny>) -> PyResult<u32> {
        if let Some(known) = self.ids.get_item(state)? {
            return known.extract();
        }
        let next = u32::try_from(self.states.len()).map_err(wrong)?;
        self.ids.set_item(state, next)?;
        self.states.append(state)?;
        Ok(next)
    }

    /// Expands states until none is left or the work is stopped; true where Ctrl-C did that.
    fn run(
        &mut self,
        way: &mut impl Way<'py>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<bool> {
        let py = self.states.py();
        while self.stopped.is_none() && self.builder.states() < self.states.len() {
            match self.step(way, progress) {
                Ok(()) => {}
                Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                    self.stopped = Some(Stop::Asked);
                    return Ok(true);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    fn step(
        &mut self,
        way: &mut impl Way<'py>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        self.states.py().check_signals()?;
        if let Some(progress) = progress {
            progress.call1(("exploring", self.builder.states(), None::<u64>))?;
        }
        let from = self.builder.states();
        way.expand(self, from..(from + BATCH).min(self.states.len()))
    }

    /// True once more states were met than are allowed.
    fn is_full(&mut self) -> bool {
        let full = self.states.len() as u64 > self.most;
        if full {
            self.stopped = Some(Stop::States(self.most));
        }
        full
    }

    /// Adds the next state with its moves.
    fn state(&mut self, state: &Bound<'py, PyAny>, answer: &Bound<'py, PyAny>) -> PyResult<()> {
        let answer = answer.cast::<PyTuple>()?;
        let (turn, moves) = (answer.get_item(0)?, answer.get_item(1)?);
        if moves.is_none() {
            let payoff = numbers::rational(&turn)?;
            return self.builder.state(Turn::Over(payoff)).map_err(|e| explain(state, e));
        }
        let player = player(&turn).map_err(|error| at(state, error))?;
        self.builder.state(Turn::Player(player)).map_err(|e| explain(state, e))?;
        for named in moves.cast::<PyList>()?.iter() {
            let pair = named.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
            let pair = pair.ok_or_else(|| {
                let text = "moves are pairs (name, outcome), or a dict from names to outcomes";
                at(state, PyTypeError::new_err(format!("{text}, not {}", shown(&named))))
            })?;
            let name = pair.get_item(0)?;
            self.outcome(&pair.get_item(1)?)
                .map_err(|error| at(state, at_move(&name, error)))?
                .map_err(|error| explain(state, error))?;
            self.names.add(&name)?;
        }
        Ok(())
    }

    /// Adds a choice: a state, or a list or dict of chances.
    fn outcome(&mut self, outcome: &Bound<'py, PyAny>) -> PyResult<Result<(), ArenaError>> {
        let mut targets = std::mem::take(&mut self.targets);
        targets.clear();
        self.laws.clear();
        if let Ok(pairs) = outcome.cast::<PyList>() {
            for pair in pairs.iter() {
                let both = pair.cast::<PyTuple>().ok().filter(|both| both.len() == 2);
                let Some(both) = both else {
                    let text = "an outcome by chance is a list of pairs (probability, state), not";
                    return Err(PyTypeError::new_err(format!("{text} {}", shown(&pair))));
                };
                self.laws.push(&both.get_item(0)?)?;
                targets.push(self.number(&both.get_item(1)?)?);
            }
        } else if let Ok(pairs) = outcome.cast::<PyDict>() {
            for (state, p) in pairs.iter() {
                self.laws.push(&p)?;
                targets.push(self.number(&state)?);
            }
        } else {
            targets.push(self.number(outcome)?);
            self.targets = targets;
            let added = self.builder.weighted(1, &[1], &self.targets);
            return Ok(added);
        }
        let added = self.laws.law()?.add(&mut self.builder, &targets);
        self.targets = targets;
        Ok(added)
    }

    fn finish(
        mut self,
        starts: Vec<u32>,
        players: Vec<String>,
        interrupted: bool,
    ) -> PyResult<Found<'py>> {
        while self.builder.states() < self.states.len() {
            self.builder.unexplored().map_err(wrong)?;
        }
        let states = self.states.clone();
        let arena =
            self.builder.finish().map_err(|error| match states.get_item(error.state.index()) {
                Ok(state) => explain(&state, error),
                Err(_) => wrong(error),
            })?;
        let numbered = Numbered {
            stopped: self.stopped.filter(|_| arena.unexplored() > 0),
            arena: Arc::new(arena),
            starts: starts.into_iter().map(foregone::StateId).collect(),
            players,
            names: self.names.texts,
            name_of: self.names.of_choice,
        };
        let explored = Explored::new(Held::Plain(Arc::new(numbered)), None);
        Ok((explored, self.states, self.ids, interrupted))
    }
}

fn player(turn: &Bound<'_, PyAny>) -> PyResult<Player> {
    let number = turn.cast::<PyInt>().ok().and_then(|number| number.extract::<i64>().ok());
    let most = i64::from(Player::MAX);
    match number {
        Some(number) if (0..=most).contains(&number) => Ok(Player(number as u8)),
        _ => Err(PyTypeError::new_err(format!(
            "turn gave {}; it gives the number of a player, 0 to {most}, or over(payoff)",
            shown(turn)
        ))),
    }
}

fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "an object".into(), |text| text.to_string())
}

/// The same error with the state at which it was met.
fn at(state: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    in_words(state.py(), error, &format!("at {}", shown(state)))
}

fn at_move(name: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    in_words(name.py(), error, &format!("move {}", shown(name)))
}

/// Adds words before the text of our own errors; others are left as they are.
fn in_words(py: Python<'_>, error: PyErr, words: &str) -> PyErr {
    let ours = error.is_instance_of::<crate::errors::ForegoneError>(py)
        || error.is_instance_of::<PyTypeError>(py);
    match ours {
        true => wrong(format!("{words}: {}", error.value(py))),
        false => error,
    }
}

fn explain(state: &Bound<'_, PyAny>, error: ArenaError) -> PyErr {
    let flaw = error.flaw;
    wrong(format!("the game's rules are inconsistent at {}: {flaw}", shown(state)))
}
