//! Conditions in every state, with the questions inside them answered first.
//!
//! A question that the bounds do not decide at a state leaves it unknown there; the condition is
//! unknown only if it depends on that.

use foregone_prism::query::{Formula, Measure, Part, StateValue};
use foregone_prism::source::Diagnostic;
use foregone_prism::syntax::tree::BinaryOp;

use super::answer::Job;
use super::measure::Prepared;
use super::{Found, ModelError, Span, decide};
use crate::{Rational, StateId};

/// For each state whether something holds; `None` where the bounds do not decide it.
pub(super) type Truths = Vec<Option<bool>>;

/// Most undecided questions whose combinations are tried.
const MOST_UNKNOWN: u32 = 10;

impl Job<'_> {
    /// Whether `formula` holds, in every state.
    pub(super) fn truths(&mut self, formula: &Formula) -> Result<Truths, ModelError> {
        let parts = self.parts(&formula.parts)?;
        let mut values = Vec::new();
        self.built
            .arena()
            .ids()
            .map(|state| self.truth(formula, &parts, state, &mut values))
            .collect()
    }

    /// The value of an expression in every state.
    pub(super) fn numbers(&mut self, value: &StateValue) -> Result<Vec<Span>, ModelError> {
        let parts = self.parts(&value.parts)?;
        let mut values = Vec::new();
        let number = |state: StateId| {
            self.built.values(state, &mut values);
            for part in &parts {
                let unknown = || ModelError::Asked("a comparison in it is not decided".into());
                values.push(i64::from(part[state.index()].ok_or_else(unknown)?));
            }
            let number = self.queries.value(value, &values);
            number.map(Span::exactly).map_err(|fault| self.fault(&fault.to_string(), state))
        };
        self.built.arena().ids().map(number).collect()
    }

    fn truth(
        &self,
        formula: &Formula,
        parts: &[Truths],
        state: StateId,
        values: &mut Vec<i64>,
    ) -> Result<Option<bool>, ModelError> {
        self.built.values(state, values);
        let variables = values.len();
        let mut unknown = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let truth = part[state.index()];
            if truth.is_none() {
                unknown.push(variables + at);
            }
            values.push(i64::from(truth.unwrap_or(false)));
        }
        let holds = |values: &[i64]| {
            let holds = self.queries.holds(formula, values);
            holds.map_err(|fault| self.fault(&fault.to_string(), state))
        };
        let first = holds(values)?;
        if unknown.len() as u32 > MOST_UNKNOWN {
            return Ok(None);
        }
        for guess in 1..1u32 << unknown.len() {
            for (bit, &at) in unknown.iter().enumerate() {
                values[at] = i64::from(guess >> bit & 1);
            }
            if holds(values)? != first {
                return Ok(None);
            }
        }
        Ok(Some(first))
    }

    fn parts(&mut self, parts: &[Part]) -> Result<Vec<Truths>, ModelError> {
        let several = usize::from(parts.len() > 1);
        self.held += several;
        let all = parts.iter().map(|part| self.part(part)).collect();
        self.held -= several;
        all
    }

    fn part(&mut self, part: &Part) -> Result<Truths, ModelError> {
        let known = |marks: &[bool]| marks.iter().map(|&mark| Some(mark)).collect();
        match part {
            Part::Initial => Ok(known(&self.built.initial)),
            Part::Deadlock => Ok(known(&self.built.deadlock)),
            Part::Listed(label) => Ok(known(&self.built.labelled(label))),
            Part::Compare(measure, op, number) => self.comparison(measure, *op, number),
            Part::Filter(ask) => match self.find(ask)? {
                Found::Truth(truth) => Ok(vec![truth; self.built.arena().states()]),
                _ => Err(ModelError::Asked("this filter is no condition".into())),
            },
        }
    }

    /// Whether a measure compares with `number`, in every state where it is decided.
    fn comparison(
        &mut self,
        measure: &Measure,
        op: BinaryOp,
        number: &Rational,
    ) -> Result<Truths, ModelError> {
        let prepared = Prepared::new(self, measure)?;
        let mut truths = Vec::new();
        for options in self.deciding() {
            let judged = prepared.solve(self, &options)?;
            let ids = self.built.arena().ids();
            truths = ids.map(|state| decide::compare(&judged.span(state), op, number)).collect();
            if self.decided(&truths) || self.stopped.is_some() || prepared.is_open() {
                break;
            }
        }
        Ok(truths)
    }

    fn decided(&self, truths: &Truths) -> bool {
        match self.depth {
            0 => self.built.starts().iter().all(|start| truths[start.index()].is_some()),
            _ => truths.iter().all(Option::is_some),
        }
    }

    fn fault(&self, why: &str, state: StateId) -> ModelError {
        let message = format!("this meets {why} in the state {}", self.built.show(state));
        let list = vec![Diagnostic::error(self.place, message)];
        ModelError::of(self.properties, list)
    }
}
