//! Heap games by their rules, and nimbers of explored games.
//!
//! Invariant: all that is handed out was judged, but for outcomes in misère play by the recursion,
//! which is their definition.

use std::sync::Arc;

use foregone::heap::report::{self, Report, Term};
use foregone::heap::{
    Analysis, At, Limits, QuotientReport, Rule, analyse, misere_report, misere_won, proof_text,
    resume,
};
use foregone::judge::nim::{Nimber, Nimbers as Judged};
use foregone::{IBig, StateId, UBig, nimber};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet};

use crate::errors::{unsolved, wrong};
use crate::explored::{Explored, Held};
use crate::{numbers, work};

/// An analysed rule: `foregone.Heap` says more.
#[pyclass(frozen, module = "foregone._foregone")]
pub struct Heap {
    rule: Rule,
    /// The analysis of normal play; `None` for misère play.
    analysis: Option<Arc<Analysis>>,
}

/// Analyses a rule; with it comes what is known of all heaps, as a dict.
#[pyfunction]
#[pyo3(signature = (rule, terms, misere=false, progress=None))]
pub fn heap<'py>(
    py: Python<'py>,
    rule: &str,
    terms: u32,
    misere: bool,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Heap, Bound<'py, PyDict>)> {
    let (rule, terms) = (Rule::parse(rule).map_err(wrong)?, terms as usize);
    let owned = rule.clone();
    let done = work::run(py, progress.as_ref(), move |watch| {
        if misere {
            return (None, misere_report(&owned, terms, watch));
        }
        let mut found = analyse(&owned, &Limits::default(), watch);
        if found.terms(terms).len() < terms && !watch.stop() {
            let limits = Limits { terms: Some(terms), ..Limits::default() };
            let known = found.nimbers().map(<[u32]>::to_vec).unwrap_or_default();
            found = resume(&owned, &limits, watch, known);
        }
        let report = found.report(terms, None);
        (Some(Arc::new(found)), report)
    })?;
    if done.interrupted {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    let (analysis, report) = done.result;
    Ok((Heap { rule, analysis }, facts(py, &report)?))
}

fn facts<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    all.set_item("rule", &report.rule)?;
    all.set_item("measure", report.measure)?;
    let term = |term: &Term| match term {
        Term::Nimber(number) => Ok(number.into_pyobject(py)?.into_any()),
        Term::Outcome(word) => Ok(word.into_pyobject(py)?.into_any()),
    };
    let sequence: PyResult<Vec<_>> = report.sequence.iter().map(term).collect();
    all.set_item("sequence", sequence?)?;
    all.set_item("preperiod", report.preperiod)?;
    all.set_item("period", report.period)?;
    all.set_item("saltus", report.saltus)?;
    all.set_item("proved", report.proved)?;
    all.set_item("unproved", &report.unproved)?;
    all.set_item("terms", report.terms)?;
    all.set_item("quotient", report.quotient.as_ref().map(|q| quotient(py, q)).transpose()?)?;
    Ok(all)
}

fn quotient<'py>(py: Python<'py>, report: &QuotientReport) -> PyResult<Bound<'py, PyDict>> {
    let wide = |all: &[u8]| all.iter().copied().map(u32::from).collect::<Vec<_>>();
    let all = PyDict::new(py);
    all.set_item("order", report.order)?;
    all.set_item("lost", &report.lost)?;
    all.set_item("elements", wide(&report.elements))?;
    all.set_item("preperiod", report.preperiod)?;
    all.set_item("period", report.period)?;
    all.set_item("product", report.product.iter().map(|row| wide(row)).collect::<Vec<_>>())?;
    Ok(all)
}

fn size(number: &Bound<'_, PyAny>) -> PyResult<UBig> {
    let number: IBig = numbers::whole(number)?;
    UBig::try_from(number).map_err(|_| wrong("a heap is a whole number of at least 0"))
}

#[pymethods]
impl Heap {
    /// One heap of any size, as a dict.
    #[pyo3(signature = (n, progress=None))]
    fn at<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let n = size(n)?;
        let all = PyDict::new(py);
        let Some(analysis) = self.analysis.clone() else {
            let won = self.misere(py, vec![n], progress.as_ref())?;
            all.set_item("outcome", report::outcome(won))?;
            all.set_item("nimber", py.None())?;
            all.set_item("moves", Vec::<String>::new())?;
            all.set_item("complete", false)?;
            return Ok(all);
        };
        let done = work::run(py, progress.as_ref(), move |_| analysis.at(&n))?;
        let at: At = done.result.map_err(unsolved)?;
        all.set_item("outcome", report::outcome(at.won))?;
        let nimber = at.nimber.map(|value| numbers::integer(py, &value.into()));
        all.set_item("nimber", nimber.transpose()?)?;
        all.set_item("moves", at.moves.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        all.set_item("complete", at.complete)?;
        Ok(all)
    }

    /// True where the mover wins these heaps together.
    #[pyo3(signature = (heaps, progress=None))]
    fn won(
        &self,
        py: Python<'_>,
        heaps: Vec<Bound<'_, PyAny>>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let sizes = heaps.iter().map(size).collect::<PyResult<Vec<_>>>()?;
        let Some(analysis) = self.analysis.clone() else {
            return self.misere(py, sizes, progress.as_ref());
        };
        let done = work::run(py, progress.as_ref(), move |_| {
            sizes.iter().try_fold(UBig::ZERO, |sum, n| {
                let at = analysis.at(n).map_err(|error| error.to_string())?;
                let none = || format!("the nimber of a heap of {n} is not known");
                Ok::<_, String>(sum ^ at.nimber.ok_or_else(none)?)
            })
        })?;
        Ok(done.result.map_err(unsolved)? != UBig::ZERO)
    }

    /// The judged proof in the form that the program's `check` reads.
    fn proof(&self) -> PyResult<String> {
        let none = || wrong(format!("{}: proofs are kept for normal play alone", self.rule));
        let analysis = self.analysis.as_ref().ok_or_else(none)?;
        match analysis.unproved() {
            Some(why) => Err(unsolved(format!("{}: there is no proof: {why}", self.rule))),
            None => Ok(proof_text::write(analysis.rule(), analysis.proved().claim())),
        }
    }
}

impl Heap {
    fn misere(
        &self,
        py: Python<'_>,
        heaps: Vec<UBig>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let rule = self.rule.clone();
        let done = work::run(py, progress, move |watch| misere_won(&rule, &heaps, watch))?;
        done.result.map_err(unsolved)
    }
}

/// Judged nimbers of all states.
#[pyclass(frozen, module = "foregone._foregone")]
pub struct Nimbers(Judged);

/// The nimbers of an explored game.
#[pyfunction]
#[pyo3(signature = (explored, progress=None))]
pub fn nimbers(
    py: Python<'_>,
    explored: &Explored,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Nimbers> {
    let known = matches!(explored.held, Held::Model(_)) || explored.origin.is_some();
    if known && !explored.held.with(|game| game.impartial()) {
        return Err(wrong("only impartial games have nimbers, and this is none"));
    }
    let arena = explored.shared_arena();
    let done = work::run(py, progress.as_ref(), move |_| nimber::nimbers(arena))?;
    done.result.map(Nimbers).map_err(|refusal| unsolved(format!("there are none: {refusal}")))
}

#[pymethods]
impl Nimbers {
    /// For each state its nimber, -1 where it is loopy.
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let one = |state| match self.0.at(state) {
            Nimber::Number(number) => i64::from(number),
            Nimber::Loopy(_) => -1,
        };
        py.detach(|| self.0.arena().ids().map(one).collect::<Vec<_>>()).into_pyarray(py)
    }

    /// The nimber of a state; where it is loopy, the set of the nimbers to which it has moves.
    fn at<'py>(&self, py: Python<'py>, state: u32) -> PyResult<Bound<'py, PyAny>> {
        if state as usize >= self.0.arena().states() {
            return Err(wrong(format!("there is no state {state}")));
        }
        match self.0.at(StateId(state)) {
            Nimber::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
            Nimber::Loopy(all) => Ok(PyFrozenSet::new(py, all)?.into_any()),
        }
    }
}
