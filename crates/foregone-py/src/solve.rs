//! Solving: the question, the options, and the thread that works.

use std::sync::Arc;

use foregone::eval::{self, EvalError, Policies};
use foregone::graph::components;
use foregone::model::{Found, Judged, ModelError, PropertiesText, Span, Work, found, measure};
use foregone::policy::Play;
use foregone::solve::{
    self as engine, Options, SolveError, solve_earned, solve_in_order, solve_payoff, solve_reward,
    solve_steps,
};
use foregone::{Arena, Checked, Objective, Stop, Watch};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{unsolved, wrong};
use crate::explored::{Explored, Held};
use crate::numbers;
use crate::objective::{self, Question};
use crate::solved::{Answer, Solved};
use crate::work;

/// How an arena is to be solved, in Python's words.
pub fn options(
    precision: Option<&Bound<'_, PyAny>>,
    exact: bool,
    method: Option<String>,
) -> PyResult<Options> {
    let mut options = Options { exact, method, ..Options::default() };
    if let Some(width) = precision {
        options.precision = numbers::rational(width)?;
        if options.precision <= foregone::Rational::ZERO {
            return Err(wrong(format!("precision={} is not positive", options.precision)));
        }
    }
    Ok(options)
}

/// Solves an explored game for the question in `objective`, a dict.
#[pyfunction]
#[pyo3(signature = (explored, objective, precision=None, exact=false, method=None, progress=None))]
pub fn solve(
    py: Python<'_>,
    explored: Py<Explored>,
    objective: &Bound<'_, PyDict>,
    precision: Option<Bound<'_, PyAny>>,
    exact: bool,
    method: Option<String>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(Solved, bool)> {
    let options = options(precision.as_ref(), exact, method)?;
    let game = explored.get();
    let arena = game.shared_arena();
    let question = game.held.with(|explored| objective::read(objective, explored))?;
    let done = work::run(py, progress.as_ref(), move |watch| {
        in_stages(&arena, &question, &options, watch)
    })?;
    finish(py, explored, done)
}

/// Exact numbers come after the usual ones, which stand where Ctrl-C ends the second stage.
fn in_stages(
    arena: &Arc<Arena>,
    question: &Question,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Answer, SolveError> {
    if !options.exact || options.method.is_some() {
        return answer(arena, question, options, watch);
    }
    let first = answer(arena, question, &Options::default(), watch)?;
    let last = answer(arena, question, options, watch);
    match last {
        Ok(last) if last.stopped() != Some(&Stop::Asked) => Ok(last),
        Err(error) if !matches!(error, SolveError::Stopped(_)) => Err(error),
        _ => Ok(first),
    }
}

fn answer(
    arena: &Arc<Arena>,
    question: &Question,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Answer, SolveError> {
    let arena = Arc::clone(arena);
    Ok(match question.clone() {
        Question::Whole(objective) => Answer::Whole(whole(arena, objective, options, watch)?),
        Question::Payoff(asked) => Answer::Payoff(solve_payoff(arena, asked, options, watch)?),
        Question::Reward(asked) => Answer::Reward(solve_reward(arena, asked, options, watch)?),
        Question::Earned(asked) => {
            Answer::Earned(Box::new(solve_earned(arena, asked, options, watch)?))
        }
        Question::Steps(asked) => Answer::Steps(solve_steps(arena, asked, options, watch)?, false),
    })
}

fn whole(
    arena: Arc<Arena>,
    objective: Objective,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Checked, SolveError> {
    if !objective.fits(arena.states()) {
        return engine::solve(arena, objective, options, watch);
    }
    let found = components(&arena, &objective);
    match found.in_order() {
        true => solve_in_order(arena, objective, &found, options, watch),
        false => engine::solve(arena, objective, options, watch),
    }
}

fn finish(
    py: Python<'_>,
    explored: Py<Explored>,
    done: work::Done<Result<Answer, SolveError>>,
) -> PyResult<(Solved, bool)> {
    match done.result {
        Ok(answer) => Ok((Solved::new(explored, answer), done.interrupted)),
        Err(SolveError::Stopped(Stop::Asked)) => Err(interrupted(py)),
        Err(error) => Err(unsolved(error)),
    }
}

/// Ctrl-C before anything was proved.
fn interrupted(_py: Python<'_>) -> PyErr {
    pyo3::exceptions::PyKeyboardInterrupt::new_err(())
}

/// What the other side's best reply to policies leaves: the value where sides with a policy keep
/// to it.
pub fn evaluate(
    py: Python<'_>,
    explored: Py<Explored>,
    solved: &Answer,
    policies: [Option<Vec<u32>>; 2],
    options: Options,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Solved, bool)> {
    let arena = explored.get().shared_arena();
    let question = match solved {
        Answer::Whole(checked) => Question::Whole(checked.objective().clone()),
        Answer::Reward(checked) => Question::Reward(checked.objective().clone()),
        Answer::Payoff(_) | Answer::Earned(_) | Answer::Steps(..) | Answer::Open(_) => {
            let why = "policies can be evaluated for chances and for rewards until a target";
            return Err(wrong(why));
        }
    };
    let plays =
        policies.map(|policy| Some(policy?.into_iter().map(Play::from).collect::<Vec<_>>()));
    let done = work::run(py, progress, move |watch| {
        let [max, min] = &plays;
        let policies = Policies { max: max.as_deref(), min: min.as_deref() };
        match question {
            Question::Reward(asked) => {
                eval::evaluate_reward(&arena, &asked, policies, &options, watch).map(Answer::Reward)
            }
            Question::Whole(asked) => {
                eval::evaluate(&arena, asked, policies, &options, watch).map(Answer::Whole)
            }
            _ => Ok(Answer::Open(true)),
        }
    })?;
    match done.result {
        Ok(answer) => Ok((Solved::new(explored, answer), done.interrupted)),
        Err(EvalError::Solve(SolveError::Stopped(Stop::Asked))) => Err(interrupted(py)),
        Err(EvalError::Solve(error)) => Err(unsolved(error)),
        Err(error) => Err(wrong(error)),
    }
}

/// Solves an explored model for a property that is one number for each state.
#[pyfunction]
#[pyo3(signature = (explored, property, precision=None, exact=false, progress=None))]
pub fn solve_property(
    py: Python<'_>,
    explored: Py<Explored>,
    property: String,
    precision: Option<Bound<'_, PyAny>>,
    exact: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(Solved, bool)> {
    let options = options(precision.as_ref(), exact, None)?;
    let held = explored.get().held.clone();
    let asked = property.clone();
    let done = work::run(py, progress.as_ref(), move |watch| {
        ask(&held, &property, options, watch, measure)
    })?;
    let (judged, stopped) = done.result.map_err(wrong)?;
    if matches!(judged, Judged::Open(_)) && stopped == Some(Stop::Asked) {
        return Err(interrupted(py));
    }
    let answer = of_judged(judged)?;
    Ok((Solved::new(explored, answer).of(asked), done.interrupted))
}

/// A judged answer as Python has it.
pub fn of_judged(judged: Judged) -> PyResult<Answer> {
    Ok(match judged {
        Judged::Whole(checked) => Answer::Whole(*checked),
        Judged::Reward(checked) => Answer::Reward(*checked),
        Judged::Earned(checked) => Answer::Earned(checked),
        Judged::Payoff(checked) => Answer::Payoff(*checked),
        Judged::Steps(checked, flipped) => Answer::Steps(*checked, flipped),
        Judged::Open(probability) => Answer::Open(probability),
        Judged::Stand(..) => {
            return Err(wrong(
                "negative rewards have no solution to keep; ask for the answer alone",
            ));
        }
    })
}

/// The answer to any property of an explored model: a truth, bounds, or a list of states.
#[pyfunction]
#[pyo3(signature = (explored, property, precision=None, exact=false, progress=None))]
pub fn ask_property<'py>(
    py: Python<'py>,
    explored: Py<Explored>,
    property: String,
    precision: Option<Bound<'py, PyAny>>,
    exact: bool,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = options(precision.as_ref(), exact, None)?;
    let held = explored.get().held.clone();
    let done = work::run(py, progress.as_ref(), move |watch| {
        ask(&held, &property, options, watch, found)
    })?;
    let (found, stopped) = done.result.map_err(wrong)?;
    match stopped {
        Some(Stop::Asked) => Err(interrupted(py)),
        _ => answer_of(py, &found),
    }
}

type How<T> = fn(
    &mut foregone::model::Built,
    &PropertiesText,
    &foregone::model::Queries,
    usize,
    &Work<'_>,
) -> Result<T, ModelError>;

/// Reads one property and answers it.
fn ask<T>(
    held: &Held,
    property: &str,
    options: Options,
    watch: &dyn Watch,
    how: How<T>,
) -> Result<T, ModelError> {
    let Held::Model(run) = held else {
        let why = "properties are for models (PRISM); ask other games by an objective";
        return Err(ModelError::Asked(why.into()));
    };
    let text = property.trim_end().trim_end_matches(';');
    let properties = PropertiesText::read("property", text, &run.text)?;
    if properties.len() != 1 {
        let why = format!("expected one property, found {}", properties.len());
        return Err(ModelError::Asked(why));
    }
    let mut built = run.lock();
    let queries = properties.queries(built.model(), &run.given)?;
    let work = Work { stages: vec![options], digits: None, watch };
    how(&mut built, &properties, &queries, 0, &work)
}

/// `True`, `False`, `None`, `(lower, upper)`, `((…), (…))` for a range, a float for what divides by 0,
/// or a list of pairs.
fn answer_of<'py>(py: Python<'py>, found: &Found) -> PyResult<Bound<'py, PyAny>> {
    Ok(match found {
        Found::Truth(truth) => truth.into_pyobject(py)?.into_any(),
        Found::Number(span) => bounds(py, span)?,
        Found::Range { least, most } => {
            (bounds(py, least)?, bounds(py, most)?).into_pyobject(py)?.into_any()
        }
        Found::Beyond(value) => value.into_pyobject(py)?.into_any(),
        Found::States(all) => {
            let list = PyList::empty(py);
            for (state, found) in all {
                list.append((state, answer_of(py, found)?))?;
            }
            list.into_any()
        }
    })
}

fn bounds<'py>(py: Python<'py>, span: &Span) -> PyResult<Bound<'py, PyAny>> {
    let side = |quantity: &foregone::model::Quantity| match quantity.finite() {
        Some(number) => numbers::fraction(py, number),
        None => Ok(f64::INFINITY.into_pyobject(py)?.into_any()),
    };
    Ok((side(&span.lower)?, side(&span.upper)?).into_pyobject(py)?.into_any())
}
