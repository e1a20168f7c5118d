//! A checked answer in Python's hands.
//!
//! Invariant: every number handed out comes from bounds that the judge accepted; doubles are
//! rounded outward.

use std::path::PathBuf;
use std::sync::Arc;

use foregone::amount::Amount;
use foregone::judge::earned::{CheckedEarned, judge_earned};
use foregone::judge::judge;
use foregone::judge::payoff::{CheckedPayoff, judge_payoff};
use foregone::judge::reward::{CheckedReward, judge_reward};
use foregone::judge::steps::{CheckedSteps, StepsError, judge_steps};
use foregone::simulate::{Games, simulate};
use foregone::{Arena, Bounds, Checked, Number, Rational, StateId, Stop, Watch};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{unsolved, wrong};
use crate::explored::Explored;
use crate::{files, numbers, solve, work};

mod moves;

/// A solved game: `foregone.Solution` says more.
#[pyclass(frozen, module = "foregone._foregone")]
pub struct Solved {
    explored: Py<Explored>,
    answer: Arc<Answer>,
    /// The property that was asked, where one was.
    property: Option<String>,
}

/// A checked answer of any kind.
pub enum Answer {
    /// About all of play.
    Whole(Checked),
    /// Payoffs of any size.
    Payoff(CheckedPayoff),
    /// What is collected.
    Reward(CheckedReward),
    /// What is collected by plays that come to a target.
    Earned(Box<CheckedEarned>),
    /// About a number of moves; one less the value is meant where it says so.
    Steps(CheckedSteps, bool),
    /// Nothing is known but what holds always: of probabilities (true) or rewards.
    Open(bool),
}

impl Answer {
    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        match self {
            Self::Whole(checked) => checked.solution().stopped.as_ref(),
            Self::Payoff(checked) => checked.scaled().solution().stopped.as_ref(),
            Self::Reward(checked) => checked.solution().stopped.as_ref(),
            Self::Earned(checked) => checked.stopped(),
            Self::Steps(..) | Self::Open(_) => None,
        }
    }

    /// The bounds of `state`.
    pub fn amounts(&self, state: StateId) -> (Amount, Amount) {
        let finite = |(lower, upper)| (Amount::Finite(lower), Amount::Finite(upper));
        match self {
            Self::Whole(checked) => finite(checked.solution().bounds.rational(state)),
            Self::Payoff(checked) => finite(checked.of(state)),
            Self::Reward(checked) => checked.solution().amounts.of(state),
            Self::Earned(checked) => checked.of(state),
            Self::Steps(checked, flipped) => match (checked.amounts().of(state), flipped) {
                ((Amount::Finite(lower), Amount::Finite(upper)), true) => {
                    finite((Rational::ONE - upper, Rational::ONE - lower))
                }
                (bounds, _) => bounds,
            },
            Self::Open(true) => finite((Rational::ZERO, Rational::ONE)),
            Self::Open(false) => (Amount::Finite(Rational::ZERO), Amount::Infinite),
        }
    }

    /// The bounds of `state` as doubles, rounded outward.
    fn doubles(&self, state: StateId) -> (f64, f64) {
        match self {
            Self::Whole(checked) => checked.solution().bounds.doubles(state),
            _ => {
                let (lower, upper) = self.amounts(state);
                let down = lower.finite().map_or(f64::INFINITY, Number::f64_down);
                (down, upper.finite().map_or(f64::INFINITY, Number::f64_up))
            }
        }
    }

    /// Lets the judge look at everything again, `arena` being the game's.
    fn judge(&self, arena: Arc<Arena>, watch: &dyn Watch) -> Result<(), StepsError> {
        match self {
            Self::Whole(checked) => judge(checked.clone().into_claim()).map(drop)?,
            Self::Payoff(checked) => judge_payoff(checked.clone().into_claim(arena)).map(drop)?,
            Self::Reward(checked) => judge_reward(checked.clone().into_claim()).map(drop)?,
            Self::Earned(checked) => judge_earned(checked.clone().into_claim()).map(drop)?,
            Self::Steps(checked, _) => {
                judge_steps(checked.clone().into_claim(), watch).map(drop)?
            }
            // Bounds that every number of their kind keeps, whatever the game.
            Self::Open(_) => {}
        }
        Ok(())
    }

    fn strategy(&self) -> &[u32] {
        match self {
            Self::Whole(checked) => &checked.solution().strategy,
            Self::Payoff(checked) => &checked.scaled().solution().strategy,
            Self::Reward(checked) => &checked.solution().strategy,
            Self::Steps(checked, _) => checked.first_moves(),
            Self::Earned(_) | Self::Open(_) => &[],
        }
    }

    /// True where `state` belongs to Max's side.
    fn is_max(&self, arena: &Arena, state: StateId) -> bool {
        match self {
            Self::Whole(checked) => checked.objective().is_max(arena, state),
            Self::Payoff(checked) => checked.scaled().objective().is_max(arena, state),
            Self::Reward(checked) => checked.objective().is_max(arena, state),
            Self::Steps(checked, flipped) => {
                let player = arena.player(state);
                player.is_some_and(|player| checked.objective().max.contains(player)) != *flipped
            }
            Self::Earned(_) | Self::Open(_) => false,
        }
    }

    /// True where play has ended for what was asked.
    fn is_ended(&self, arena: &Arena, state: StateId) -> bool {
        match self {
            Self::Whole(checked) => checked.objective().is_ended(arena, state),
            Self::Payoff(checked) => checked.scaled().objective().is_ended(arena, state),
            Self::Reward(checked) => checked.objective().is_ended(arena, state),
            Self::Earned(_) | Self::Steps(..) | Self::Open(_) => arena.player(state).is_none(),
        }
    }

    fn numbers(&self) -> &'static str {
        let bounds = match self {
            Self::Whole(checked) => &checked.solution().bounds,
            Self::Payoff(checked) => &checked.scaled().solution().bounds,
            Self::Reward(checked) => &checked.solution().amounts.bounds,
            Self::Steps(checked, _) => &checked.amounts().bounds,
            Self::Earned(_) => return "payoffs of an unrolled arena",
            Self::Open(_) => return "nothing",
        };
        match bounds {
            Bounds::Fixed64(_) => "multiples of 2^-56",
            Bounds::Fixed128(_) => "multiples of 2^-120",
            Bounds::Fixed512(_) => "multiples of 2^-512",
            Bounds::Exact(_) => "fractions",
            Bounds::Grades(_) => "grades of win, draw and loss",
        }
    }
}

impl Solved {
    /// The answer for `explored`.
    pub fn new(explored: Py<Explored>, answer: Answer) -> Self {
        Self { explored, answer: Arc::new(answer), property: None }
    }

    /// The answer to this property.
    pub fn of(self, property: String) -> Self {
        Self { property: Some(property), ..self }
    }

    fn arena(&self) -> Arc<Arena> {
        self.explored.get().shared_arena()
    }
}

#[pymethods]
impl Solved {
    /// The explored game.
    #[getter]
    fn explored(&self, py: Python<'_>) -> Py<Explored> {
        self.explored.clone_ref(py)
    }

    /// Why the work ended early, or None.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.answer.stopped().map(ToString::to_string)
    }

    /// In which numbers the judge compared.
    #[getter]
    fn numbers(&self) -> &'static str {
        self.answer.numbers()
    }

    /// Lower and upper bounds as doubles rounded outward, one entry for each state.
    fn bounds<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>) {
        let arena = self.arena();
        let pairs = || arena.ids().map(|state| self.answer.doubles(state)).unzip();
        let (lower, upper): (Vec<f64>, Vec<f64>) = py.detach(pairs);
        (lower.into_pyarray(py), upper.into_pyarray(py))
    }

    /// For each state the choice its owner takes, from 0; -1 where there is none to take.
    fn best<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let states = self.arena().states();
        let strategy = self.answer.strategy();
        let best = || match strategy.len() == states {
            true => strategy.iter().map(|choice| choice.cast_signed()).collect(),
            false => vec![-1; states],
        };
        py.detach(best).into_pyarray(py)
    }

    /// For each state the rank that shows that Max does not go round for ever; None where the answer
    /// rests on no ranks.
    fn rank<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<u32>>> {
        let rank = match &*self.answer {
            Answer::Whole(checked) => &checked.solution().rank,
            Answer::Payoff(checked) => &checked.scaled().solution().rank,
            Answer::Reward(checked) => &checked.solution().lower_rank,
            Answer::Earned(_) | Answer::Steps(..) | Answer::Open(_) => return None,
        };
        (rank.len() == self.arena().states()).then(|| rank.clone().into_pyarray(py))
    }

    /// The bounds of a state as Fractions; infinity is a float.
    fn exact<'py>(
        &self,
        py: Python<'py>,
        state: i64,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (lower, upper) = self.answer.amounts(self.explored.get().state(state)?);
        Ok((amount(py, &lower)?, amount(py, &upper)?))
    }

    /// The bounds of a state as doubles rounded outward.
    fn doubles(&self, state: i64) -> PyResult<(f64, f64)> {
        Ok(self.answer.doubles(self.explored.get().state(state)?))
    }

    /// In win/lose/draw, for each state 1, 0 or -1 (won, drawn, lost for Max), 2 where that is not
    /// known, and the distance in moves, -1 where there is none; else None.
    #[allow(clippy::type_complexity)]
    fn grades<'py>(
        &self,
        py: Python<'py>,
    ) -> Option<(Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i64>>)> {
        let Answer::Whole(checked) = &*self.answer else { return None };
        let Bounds::Grades(grades) = &checked.solution().bounds else { return None };
        let one = |(lower, upper): (&foregone::Grade, &foregone::Grade)| {
            let known = lower.verdict() == upper.verdict();
            let verdict = if known { lower.verdict() as i8 - 1 } else { 2 };
            let distance = if lower == upper { lower.distance() } else { None };
            (verdict, distance.map_or(-1, i64::from))
        };
        let pairs = grades.lower.iter().zip(&grades.upper).map(one);
        let (verdicts, distances): (Vec<i8>, Vec<i64>) = pairs.unzip();
        Some((verdicts.into_pyarray(py), distances.into_pyarray(py)))
    }

    /// True where the state belongs to Max's side.
    fn is_max(&self, state: i64) -> PyResult<bool> {
        let state = self.explored.get().state(state)?;
        Ok(self.answer.is_max(&self.arena(), state))
    }

    /// Every move of a state, as dicts.
    fn moves<'py>(&self, py: Python<'py>, state: i64) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let explored = self.explored.get();
        moves::moves(py, explored, &self.answer, explored.state(state)?)
    }

    /// Judges the answer anew.
    #[pyo3(signature = (progress=None))]
    fn check(&self, py: Python<'_>, progress: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let (answer, arena) = (Arc::clone(&self.answer), self.arena());
        let done = work::run(py, progress.as_ref(), move |watch| answer.judge(arena, watch))?;
        match done.result {
            Err(StepsError::Stopped(Stop::Asked)) => Err(PyKeyboardInterrupt::new_err(())),
            Err(error) => Err(unsolved(format!("the judge refused: {error}"))),
            Ok(()) => Ok(()),
        }
    }

    /// Writes the solution in the form that the program reads.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let explored = self.explored.get();
        let property = self.property.clone();
        py.detach(|| files::write(&path, explored, &self.answer, property))
    }

    /// The value of every state where the sides with a policy keep to it.
    #[pyo3(signature = (max=None, min=None, precision=None, exact=false, progress=None))]
    fn evaluate(
        &self,
        py: Python<'_>,
        max: Option<PyReadonlyArray1<'_, i32>>,
        min: Option<PyReadonlyArray1<'_, i32>>,
        precision: Option<Bound<'_, PyAny>>,
        exact: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<(Solved, bool)> {
        let options = solve::options(precision.as_ref(), exact, None)?;
        let read = |policy: Option<PyReadonlyArray1<'_, i32>>| {
            policy.map(|p| p.as_array().iter().map(|choice| choice.cast_unsigned()).collect())
        };
        let explored = self.explored.clone_ref(py);
        let policies = [read(max), read(min)];
        solve::evaluate(py, explored, &self.answer, policies, options, progress.as_ref())
    }

    /// Games in which both sides follow their strategies, as a dict.
    #[pyo3(signature = (start, games, seed, most_moves, deviations, progress=None))]
    #[allow(clippy::too_many_arguments)]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        start: i64,
        games: u64,
        seed: u64,
        most_moves: u64,
        deviations: f64,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let start = self.explored.get().state(start)?;
        let Answer::Whole(_) = &*self.answer else {
            return Err(wrong("games can be played for chances of winning alone"));
        };
        let answer = Arc::clone(&self.answer);
        let games = Games { games, seed, most_moves, deviations };
        let done = work::run(py, progress.as_ref(), move |watch| match &*answer {
            Answer::Whole(checked) => Some(simulate(checked, start, games, watch)),
            _ => None,
        })?;
        let all = PyDict::new(py);
        if let Some(seen) = done.result {
            all.set_item("finished", seen.finished)?;
            all.set_item("unfinished", seen.unfinished)?;
            all.set_item("mean", (seen.least, seen.most))?;
            all.set_item("interval", seen.interval)?;
            all.set_item("moves", seen.moves)?;
        }
        Ok(all)
    }
}

/// A Fraction, or infinity as a float.
pub fn amount<'py>(py: Python<'py>, amount: &Amount) -> PyResult<Bound<'py, PyAny>> {
    match amount {
        Amount::Finite(number) => numbers::fraction(py, number),
        Amount::Infinite => Ok(f64::INFINITY.into_pyobject(py)?.into_any()),
    }
}
