//! What is known of one position: its value, and that of every move there.
//!
//! Invariant: every bound is a checked one, or the exact mean of checked ones; doubles are rounded
//! outward.

use serde::{Serialize, Serializer};

use crate::session::AnyExplored;
use crate::{Bounds, Checked, Choice, ChoiceId, Number, Rational, StateId, decimal};

/// How values are to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Form {
    /// The exact fraction, where it is known.
    pub exact: bool,
    /// This many decimals, where the bounds decide them.
    pub digits: Option<usize>,
}

/// A value by its bounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Value {
    /// The value is at least this.
    #[serde(serialize_with = "down")]
    pub lower: Rational,
    /// The value is at most this.
    #[serde(serialize_with = "up")]
    pub upper: Rational,
    /// The value itself, as a fraction; only where it was asked for and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
    /// The value in decimals, correctly rounded; only where asked for and decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digits: Option<String>,
}

/// A position with everything that can be chosen there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Query {
    /// The position.
    pub state: String,
    /// The player who is to move, or `over`, or `unexplored`.
    pub turn: String,
    /// Its value.
    pub value: Value,
    /// Its moves, in the game's order; none where play has ended for the objective.
    pub moves: Vec<Move>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// What Max gets if it is chosen and both play best afterwards.
    pub value: Value,
    /// True unless another move is certainly better for whoever is to move.
    pub best: bool,
    /// True where it is among the best, and the bounds do not separate it from another.
    pub tie: bool,
    /// Where it may lead.
    pub outcomes: Vec<Outcome>,
}

/// A branch of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// How likely it is.
    #[serde(serialize_with = "near")]
    pub probability: Rational,
    /// The same as a fraction.
    pub exact: String,
    /// The position it leads to.
    pub state: String,
}

impl Value {
    /// A value with these bounds, in this form.
    pub fn new((lower, upper): (Rational, Rational), form: Form) -> Self {
        let exact = (form.exact && lower == upper).then(|| lower.to_string());
        let digits = form.digits.and_then(|digits| decimal::rounded(&lower, &upper, digits));
        Self { lower, upper, exact, digits }
    }

    /// The value of `state`.
    pub fn of(checked: &Checked, state: StateId, form: Form) -> Self {
        Self::new(checked.solution().bounds.rational(state), form)
    }

    /// The bounds as doubles, rounded outward.
    pub fn doubles(&self) -> (f64, f64) {
        (self.lower.f64_down(), self.upper.f64_up())
    }
}

/// Everything about `state`; `checked` is the solution of `explored`.
pub fn query(explored: &dyn AnyExplored, checked: &Checked, state: StateId, form: Form) -> Query {
    let arena = checked.arena();
    let turn = match arena.player(state) {
        Some(player) => name_of(explored, player.0),
        None if arena.is_unexplored(state) => "unexplored".into(),
        None => "over".into(),
    };
    let mut moves = Vec::new();
    if !checked.objective().is_ended(arena, state) {
        let choices = arena.choices_of(state).map(|choice| arena.choice(ChoiceId(choice)));
        let each = choices.enumerate().map(|(i, choice)| {
            let name = explored.move_name(state, i);
            a_move(explored, checked, choice, name, form)
        });
        moves = each.collect();
        mark(&mut moves, checked.objective().is_max(arena, state));
    }
    Query { state: explored.show(state), turn, value: Value::of(checked, state, form), moves }
}

fn name_of(explored: &dyn AnyExplored, player: u8) -> String {
    let mut names = explored.players();
    match usize::from(player) {
        player if player < names.len() => names.swap_remove(player),
        player => format!("player {}", player + 1),
    }
}

fn a_move(
    explored: &dyn AnyExplored,
    checked: &Checked,
    choice: Choice<'_>,
    name: String,
    form: Form,
) -> Move {
    let targets = choice.targets.iter().enumerate();
    let outcomes = targets.map(|(i, &target)| {
        let probability = choice.distribution.probability(i);
        let exact = probability.to_string();
        Outcome { probability, exact, state: explored.show(StateId(target)) }
    });
    let value = Value::new(mean(&checked.solution().bounds, choice), form);
    Move { name, value, best: false, tie: false, outcomes: outcomes.collect() }
}

/// The bounds of a choice.
fn mean(bounds: &Bounds, choice: Choice<'_>) -> (Rational, Rational) {
    let zero = (Rational::ZERO, Rational::ZERO);
    choice.targets.iter().enumerate().fold(zero, |(lower, upper), (i, &target)| {
        let p = choice.distribution.probability(i);
        let (low, high) = bounds.rational(StateId(target));
        (lower + &p * low, upper + p * high)
    })
}

/// A move is among the best unless another one is certainly better.
fn mark(moves: &mut [Move], max: bool) {
    let values = moves.iter().map(|m| &m.value);
    let threshold =
        if max { values.map(|v| &v.lower).max() } else { values.map(|v| &v.upper).min() };
    let Some(threshold) = threshold.cloned() else { return };
    for m in moves.iter_mut() {
        m.best = if max { m.value.upper >= threshold } else { m.value.lower <= threshold };
    }
    let tie = moves.iter().filter(|m| m.best).count() > 1;
    moves.iter_mut().for_each(|m| m.tie = m.best && tie);
}

fn down<S: Serializer>(value: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(value.f64_down())
}

fn up<S: Serializer>(value: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(value.f64_up())
}

fn near<S: Serializer>(value: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(value.to_f64().value())
}
