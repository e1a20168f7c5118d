//! A model that is explored elsewhere, by whoever numbers states in a way of its own.
//!
//! Questions are answered for one state at a time, from its variables' values. Invariant: what is
//! supported means the same as in `measure`; everything else is refused by name.

use std::sync::Arc;

use foregone_prism::query::{Ask, Event, Formula, Goal, Part, Path, Queries};
use foregone_prism::source::{Diagnostic, Source};
use foregone_prism::step::Model;
use foregone_prism::syntax::tree::BinaryOp;

use super::decide::compare;
use super::game::{SharedNotes, game};
use super::measure::max_side;
use super::{ModelError, ModelText, PropertiesText, Span};
use crate::lock::locked;
use crate::session::SharedGame;
use crate::{FieldValue, Players, Rational};

/// A model as a game, with the notes that it takes while it is explored.
pub struct Remote {
    source: Source,
    game: SharedGame,
    notes: SharedNotes,
}

impl Remote {
    /// The model of `text` with values for its constants.
    pub fn new(text: &ModelText, model: Arc<Model>) -> Self {
        let (game, notes) = game(model);
        Self { source: text.source().clone(), game, notes }
    }

    /// The game; its states are the model's.
    pub fn game(&self) -> SharedGame {
        Arc::clone(&self.game)
    }

    /// The first error that was met so far.
    pub fn error(&self) -> Option<ModelError> {
        let error = locked(&self.notes).error.clone();
        error.map(|error| ModelError::of(&self.source, vec![*error]))
    }

    /// True where some state that was expanded has no choice of its own.
    pub fn has_deadlock(&self) -> bool {
        !locked(&self.notes).deadlocks.is_empty()
    }
}

/// A question about coming somewhere.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Who tries to come there.
    pub max: Players,
    /// One less the value is what the property asks.
    pub flipped: bool,
    /// The fewest moves; where they are more than none, the most are limited too.
    pub from: u64,
    /// The most moves, where they are limited.
    pub to: Option<u64>,
    hold: Option<Formula>,
    until: Formula,
    /// How the probability is compared, and what follows from that.
    compared: Option<(Formula, BinaryOp, Rational)>,
    queries: Arc<Queries>,
}

impl Reached {
    /// What property `at` asks.
    ///
    /// # Errors
    /// The property is wrong, or asks for something else than one probability.
    pub fn of(
        properties: &PropertiesText,
        queries: &Arc<Queries>,
        at: usize,
    ) -> Result<Self, ModelError> {
        let source = properties.source();
        let query = queries.queries[at].as_ref();
        let query = query.map_err(|list| ModelError::of(source, list.clone()))?;
        let refuse = |what: &str| {
            let message = format!("{what} is not supported over several machines");
            ModelError::of(source, vec![Diagnostic::unsupported(query.span, message)])
        };
        let (measure, compared) = match &query.ask {
            Ask::Measure(measure) => (measure, None),
            Ask::Truth(formula) => match &formula.parts[..] {
                [Part::Compare(measure, op, number)] => {
                    (measure, Some((formula.clone(), *op, number.clone())))
                }
                _ => return Err(refuse("anything but one probability")),
            },
            _ => return Err(refuse("anything but one probability")),
        };
        let Goal::Probability(Path { negated, event }) = &measure.goal else {
            return Err(refuse("a reward"));
        };
        let (hold, until, from, to) = match event {
            Event::Next(formula) => (None, formula, 1, Some(1)),
            Event::Until { hold, until, from, to } => (hold.clone(), until, *from, *to),
        };
        if from > 0 && to.is_none() {
            return Err(refuse("a least number of moves without a largest"));
        }
        if !until.parts.is_empty() || hold.as_ref().is_some_and(|hold| !hold.parts.is_empty()) {
            return Err(refuse("a question within the question, or \"init\" or \"deadlock\","));
        }
        let side = max_side(&measure.sides);
        let max = if *negated { side.others() } else { side };
        let (until, queries) = (until.clone(), Arc::clone(queries));
        Ok(Self { max, flipped: *negated, from, to, hold, until, compared, queries })
    }

    /// True where the probability is compared with a number.
    pub fn is_verdict(&self) -> bool {
        self.compared.is_some()
    }

    /// Whether the property holds in a state where the probability lies within `bounds`; `None`
    /// where these do not decide it.
    pub fn verdict(&self, values: &[FieldValue], bounds: (Rational, Rational)) -> Option<bool> {
        let (formula, op, number) = self.compared.as_ref()?;
        let known = compare(&Span::between(bounds.0, bounds.1), *op, number);
        let holds = |truth: bool| {
            let all: Vec<i64> = numbers(values).chain([i64::from(truth)]).collect();
            self.queries.holds(formula, &all).ok()
        };
        match known {
            Some(truth) => holds(truth),
            None => holds(true).filter(|&holding| holds(false) == Some(holding)),
        }
    }

    /// Whether play may pass a state and whether it should come there.
    ///
    /// # Errors
    /// A condition has no value there.
    pub fn marks(&self, values: &[FieldValue]) -> Result<(bool, bool), ModelError> {
        let values: Vec<i64> = numbers(values).collect();
        let holds = |formula: &Formula| {
            let holds = self.queries.holds(formula, &values);
            holds.map_err(|fault| ModelError::Asked(fault.to_string()))
        };
        let through = self.hold.as_ref().map_or(Ok(true), holds)?;
        Ok((through, holds(&self.until)?))
    }
}

/// The values of a model's variables as numbers.
fn numbers(values: &[FieldValue]) -> impl Iterator<Item = i64> {
    values.iter().map(|value| match value {
        FieldValue::Int(number) => *number,
        FieldValue::Bool(truth) => i64::from(*truth),
        FieldValue::Text(_) => 0,
    })
}
