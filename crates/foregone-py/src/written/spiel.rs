//! Games of OpenSpiel, explored without a line of Python between its calls.
//!
//! Its states have no identity but their text. Invariant: beside each text stand the player, and
//! the moves, the chances or the returns that it had when it was first met; whoever comes again
//! under the same text must have the same. Nearly all of the time is OpenSpiel's, so nothing is
//! asked of it twice, and the last move or outcome is applied to a state itself and not to a copy.

use foregone::{Player, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::{Explorer, Found, Way, explain};
use crate::errors::wrong;
use crate::numbers;

/// Numbers of players that are none.
const CHANCE: i64 = -1;
const TERMINAL: i64 = -4;

/// Explores the game whose play starts at `start`, a state of OpenSpiel's. States are texts.
#[pyfunction]
#[pyo3(signature = (start, name, players, max_states=None, progress=None))]
pub fn explore_openspiel<'py>(
    py: Python<'py>,
    start: Bound<'py, PyAny>,
    name: String,
    players: Vec<String>,
    max_states: Option<u64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Found<'py>> {
    let asks = Asks::of(&start)?;
    let mut spiel = Spiel { asks, name, said: Vec::new(), pending: Vec::new() };
    let mut explorer = Explorer::new(py, max_states.unwrap_or(u64::from(u32::MAX) - 2));
    let starts = vec![spiel.met(&mut explorer, start)?];
    let interrupted = explorer.run(&mut spiel, progress.as_ref())?;
    explorer.finish(starts, players, interrupted)
}

/// OpenSpiel's methods, looked up once.
struct Asks<'py> {
    current_player: Bound<'py, PyAny>,
    legal_actions: Bound<'py, PyAny>,
    chance_outcomes: Bound<'py, PyAny>,
    returns: Bound<'py, PyAny>,
    to_string: Bound<'py, PyAny>,
    child: Bound<'py, PyAny>,
    apply_action: Bound<'py, PyAny>,
    action_to_string: Bound<'py, PyAny>,
}

impl<'py> Asks<'py> {
    fn of(state: &Bound<'py, PyAny>) -> PyResult<Self> {
        let class = state.get_type();
        Ok(Self {
            current_player: class.getattr("current_player")?,
            legal_actions: class.getattr("legal_actions")?,
            chance_outcomes: class.getattr("chance_outcomes")?,
            returns: class.getattr("returns")?,
            to_string: class.getattr("__str__")?,
            child: class.getattr("child")?,
            apply_action: class.getattr("apply_action")?,
            action_to_string: class.getattr("action_to_string")?,
        })
    }

    fn player(&self, state: &Bound<'py, PyAny>) -> PyResult<i64> {
        self.current_player.call1((state,))?.extract()
    }

    /// What follows each action; the last is `state` itself.
    fn children(
        &self,
        state: Bound<'py, PyAny>,
        actions: &[Bound<'py, PyAny>],
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let Some((last, rest)) = actions.split_last() else {
            return Err(wrong("OpenSpiel says of a state that it has no moves"));
        };
        let mut children = Vec::with_capacity(actions.len());
        for action in rest {
            children.push(self.child.call1((&state, action))?);
        }
        self.apply_action.call1((&state, last))?;
        children.push(state);
        Ok(children)
    }
}

/// What was met.
struct Spiel<'py> {
    asks: Asks<'py>,
    name: String,
    /// For each text the player, and the moves, chances or returns.
    said: Vec<(i64, Bound<'py, PyAny>)>,
    /// For each text a state, until it is expanded.
    pending: Vec<Option<Bound<'py, PyAny>>>,
}

impl<'py> Spiel<'py> {
    /// The number of a state's text.
    fn met(&mut self, explorer: &mut Explorer<'py>, state: Bound<'py, PyAny>) -> PyResult<u32> {
        let player = self.asks.player(&state)?;
        let ask = match player {
            CHANCE => &self.asks.chance_outcomes,
            0.. => &self.asks.legal_actions,
            _ => &self.asks.returns,
        };
        let said = ask.call1((&state,))?;
        let text = self.asks.to_string.call1((&state,))?;
        let number = explorer.number(&text)?;
        match self.said.get(number as usize) {
            None => {
                self.said.push((player, said));
                self.pending.push(Some(state));
            }
            Some((known, before)) if *known != player || !before.eq(&said)? => {
                return Err(wrong(format!(
                    "OpenSpiel's game {} has two states of the same text that differ: {} is {} \
                     and {}; its texts do not tell its states apart, so it cannot be solved",
                    self.name,
                    text.repr()?,
                    words(*known, before),
                    words(player, &said),
                )));
            }
            Some(_) => {}
        }
        Ok(number)
    }

    /// Adds a choice that leads to what follows the chances of `state`, which is used up.
    fn chance(
        &mut self,
        explorer: &mut Explorer<'py>,
        state: Bound<'py, PyAny>,
        chances: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let mut targets = std::mem::take(&mut explorer.targets);
        targets.clear();
        explorer.laws.clear();
        let mut actions = Vec::new();
        for pair in chances.cast::<PyList>()?.iter() {
            let pair = pair.cast_into::<PyTuple>()?;
            actions.push(pair.get_item(0)?);
            explorer.laws.push(&pair.get_item(1)?)?;
        }
        let law = explorer.laws.law()?;
        for child in self.asks.children(state, &actions)? {
            targets.push(self.met(explorer, child)?);
        }
        law.add(&mut explorer.builder, &targets).map_err(wrong)?;
        explorer.targets = targets;
        Ok(())
    }

    fn moves(
        &mut self,
        explorer: &mut Explorer<'py>,
        state: Bound<'py, PyAny>,
        player: i64,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let actions: Vec<_> = actions.cast::<PyList>()?.iter().collect();
        let mut names = Vec::with_capacity(actions.len());
        for action in &actions {
            names.push(self.asks.action_to_string.call1((&state, player, action))?);
        }
        for (child, name) in self.asks.children(state, &actions)?.into_iter().zip(names) {
            if self.asks.player(&child)? == CHANCE {
                let chances = self.asks.chance_outcomes.call1((&child,))?;
                self.chance(explorer, child, &chances)?;
            } else {
                let target = self.met(explorer, child)?;
                explorer.builder.weighted(1, &[1], &[target]).map_err(wrong)?;
            }
            explorer.names.add(&name)?;
        }
        Ok(())
    }
}

impl<'py> Way<'py> for Spiel<'py> {
    fn expand(
        &mut self,
        explorer: &mut Explorer<'py>,
        states: std::ops::Range<usize>,
    ) -> PyResult<()> {
        for at in states {
            if explorer.is_full() {
                return Ok(());
            }
            let Some(state) = self.pending.get_mut(at).and_then(Option::take) else { continue };
            let (player, said) = (self.said[at].0, self.said[at].1.clone());
            let text = explorer.states.get_item(at)?;
            let turn = match u8::try_from(player) {
                Ok(player) => Turn::Player(Player(player)),
                Err(_) if player == TERMINAL => Turn::Over(numbers::rational(&said.get_item(0)?)?),
                Err(_) => Turn::Player(Player(0)),
            };
            explorer.builder.state(turn).map_err(|error| explain(&text, error))?;
            match player {
                TERMINAL => {}
                CHANCE => {
                    self.chance(explorer, state, &said)?;
                    explorer.names.add(PyString::intern(text.py(), "chance").as_any())?;
                }
                _ => self.moves(explorer, state, player, &said)?,
            }
        }
        Ok(())
    }
}

fn words(player: i64, said: &Bound<'_, PyAny>) -> String {
    match player {
        TERMINAL => format!("over with returns {said}"),
        CHANCE => format!("a chance node with outcomes {said}"),
        _ => format!("player {player}'s with actions {said}"),
    }
}
