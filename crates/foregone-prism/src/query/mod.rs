//! What properties ask, in the terms of a solver.
//!
//! Constants have values here, names are gone, temporal operators are reduced to "next" and
//! "until" with bounds on the steps, coalitions to a side for each player. What is not supported is
//! a diagnostic instead. A condition on states may hold the answers of other questions
//! ([`Part`]s); the solver answers these first and puts the truth values behind the variables'.

mod ask;
mod asker;
mod computed;
mod formula;
mod measure;
mod open;
mod path;

use dashu_ratio::RBig;

use asker::{Asked, Asker, no};

use crate::check::{CheckedProperties, Given, unsupported};
use crate::compile::{Code, Fault, IntId, RealId};
use crate::source::{Diagnostic, Span};
use crate::step::Model;
use crate::syntax::tree::BinaryOp;

/// The questions of a file of properties, for one choice of constants.
#[derive(Clone, Debug)]
pub struct Queries {
    /// One for each property, in order: the question, or why it is not asked.
    pub queries: Vec<Result<Query, Vec<Diagnostic>>>,
    code: Code,
}

/// One question.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// What is asked.
    pub ask: Ask,
    /// Where it is asked.
    pub span: Span,
}

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Whether a condition holds in the initial states.
    Truth(Formula),
    /// A number, in the initial states.
    Measure(Measure),
    /// The value of an expression, in the initial states.
    Value(StateValue),
    /// What a constant expression that divides by 0 is in doubles: infinite or no number.
    Beyond(f64),
    /// A question about many states at once.
    Filter(FilterKind, Box<Ask>, Formula),
    /// A number made of others, at least one of which is a measure or the number of a filter.
    Computed(Operation, Vec<Ask>),
    /// Whether two numbers compare, at least one of which is as above.
    Compared(BinaryOp, Box<[Ask; 2]>),
}

/// How a number is made of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// The first and the second.
    Plus,
    /// The first less the second.
    Minus,
    /// The first times the second.
    Times,
    /// The first divided by the second.
    Over,
    /// The first to the power of the second.
    Power,
    /// The smallest of all.
    Least,
    /// The largest of all.
    Most,
    /// The first, rounded down.
    Floor,
    /// The first, rounded up.
    Ceil,
    /// The first, rounded to the nearest, halves up.
    Round,
}

/// A condition on states.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    root: IntId,
    /// What must be known of a state before: part `i` is the value number (variables + `i`).
    pub parts: Vec<Part>,
}

/// A number in each state.
#[derive(Clone, PartialEq, Debug)]
pub struct StateValue {
    root: RealId,
    /// As for [`Formula`].
    pub parts: Vec<Part>,
}

/// What a condition needs to know of a state besides its values.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// Whether it is an initial state.
    Initial,
    /// Whether it has no choice of its own.
    Deadlock,
    /// Whether it has a label that an outline names.
    Listed(String),
    /// Whether a measure compares with a number.
    Compare(Measure, BinaryOp, RBig),
    /// The truth of a filter, the same in all states.
    Filter(Box<Ask>),
}

/// A number that depends on how the players choose.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// What is measured.
    pub goal: Goal,
    /// Who wants it large.
    pub sides: Sides,
}

/// Who wants a measure large and who small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sides {
    /// Nobody chooses.
    Chain,
    /// All players want it large (true) or small.
    Together(bool),
    /// For each player: large (true) or small.
    Split(Vec<bool>),
}

/// What is measured.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// The probability of a path.
    Probability(Path),
    /// The expected reward, by the place of its structure.
    Reward(usize, RewardGoal),
}

/// A set of paths.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// Whether the paths that are *not* like this are meant: then the probability asked for is one
    /// less the probability of the rest, and who wants it large wants that small.
    pub negated: bool,
    /// What happens.
    pub event: Event,
}

/// What happens on a path.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The second state fulfils the condition.
    Next(Formula),
    /// Some state after at least `from` and at most `to` steps fulfils `until`, and all states
    /// before it fulfil `hold`.
    Until {
        /// What holds before; none for anything.
        hold: Option<Formula>,
        /// What comes true.
        until: Formula,
        /// The fewest steps.
        from: u64,
        /// The most steps.
        to: Option<u64>,
    },
}

/// What a reward is collected for.
#[derive(Clone, PartialEq, Debug)]
pub enum RewardGoal {
    /// Until a target is reached.
    Reach(Formula, Missed),
    /// For ever.
    Total,
    /// In the first steps.
    Cumulative(u64),
    /// In the state after so many steps.
    Instantaneous(u64),
}

/// What a path is worth that never reaches the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// Infinite.
    Infinite,
    /// What it has collected.
    Collected,
    /// Nothing.
    Zero,
}

/// Kinds of filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilterKind {
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// States with the smallest value.
    ArgMin,
    /// States with the largest value.
    ArgMax,
    /// How many states fulfil it.
    Count,
    /// The sum.
    Sum,
    /// The mean.
    Average,
    /// The value in the first state.
    First,
    /// The smallest and the largest value.
    Range,
    /// Whether all states fulfil it.
    ForAll,
    /// Whether some state fulfils it.
    Exists,
    /// All values, printed.
    Print,
    /// The value in the only state.
    State,
}

/// The questions of checked properties. Values for constants of others are not looked at; a constant
/// without a value is missed only where a property uses it.
pub fn queries(
    properties: &CheckedProperties,
    model: &Model,
    given: &Given,
) -> Result<Queries, Vec<Diagnostic>> {
    let mut asker = Asker::new(properties, model);
    asker.constants(given)?;
    asker.formulas();
    let pairs = properties.properties.iter().zip(&properties.mistakes);
    let all = pairs.map(|(property, mistakes)| {
        if !mistakes.is_empty() {
            return Err(mistakes.clone());
        }
        if let Some(diagnostic) = unsupported(&property.value, model.kind()) {
            return Err(vec![diagnostic]);
        }
        let open = asker.open_in(&property.value, given);
        if !open.is_empty() {
            return Err(vec![crate::step::missing_constants(&open)]);
        }
        asker.followed = 0;
        let ask = asker.ask(&property.value).map_err(|diagnostic| vec![*diagnostic])?;
        Ok(Query { ask, span: property.value.span })
    });
    let queries = all.collect();
    Ok(Queries { queries, code: asker.compiler.code })
}

impl Queries {
    /// Whether some `pow` or `log` in them is the nearest double of a number that is not rational.
    pub fn is_inexact(&self) -> bool {
        self.code.is_inexact()
    }

    /// The truth of a condition. `values` holds the variables' values and then 0 or 1 for each
    /// part.
    pub fn holds(&self, formula: &Formula, values: &[i64]) -> Result<bool, Fault> {
        self.code.holds(formula.root, values)
    }

    /// The value of an expression; `values` as in [`Queries::holds`].
    pub fn value(&self, value: &StateValue, values: &[i64]) -> Result<RBig, Fault> {
        self.code.real(value.root, values)
    }
}
