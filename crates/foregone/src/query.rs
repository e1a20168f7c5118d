//! What is known of one position: its value, and that of every move there.
//!
//! Invariant: every bound is a checked one, or the exact mean of checked ones; doubles are rounded
//! outward.

use serde::{Serialize, Serializer};

use crate::judge::nim::Nimbers;
use crate::nimber::Shown;
use crate::session::AnyExplored;
use crate::{
    Arena, Bounds, Checked, Choice, ChoiceId, Grade, Number, Objective, Rational, StateId, Verdict,
    decimal,
};

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
    /// Who wins, and how soon; only in win/lose/draw.
    #[serde(flatten)]
    pub standing: Option<Standing>,
    /// Its nimber, in impartial games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<Shown>,
    /// False where the bounds leave open which of several moves is best.
    pub told_apart: bool,
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
    /// Who wins after it, and how soon, the move itself counted; only in win/lose/draw.
    #[serde(flatten)]
    pub standing: Option<Standing>,
    /// The nimber it leads to, in impartial games: to 0, and to nothing else, the move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<Shown>,
    /// True unless another move is certainly better for whoever is to move.
    pub best: bool,
    /// True where it is certainly as good as another of the best; `None` where it may be among the
    /// best, and the bounds do not tell it apart from another.
    pub tie: Option<bool>,
    /// Where it may lead.
    pub outcomes: Vec<Outcome>,
}

/// Who wins, and how soon, in win/lose/draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// `won`, `drawn` or `lost` for the first player, or nothing where it is not decided.
    #[serde(serialize_with = "verdict")]
    pub result: Option<Verdict>,
    /// Who wins, if anybody does.
    pub winner: Option<String>,
    /// Moves of both sides until the end, where somebody wins and it is known.
    pub distance: Option<u32>,
}

impl Standing {
    /// That of `state`, or `None` where something else was asked.
    pub fn of(explored: &dyn AnyExplored, checked: &Checked, state: StateId) -> Option<Self> {
        Some(Self::new(explored, checked.solution().bounds.grades(state)?))
    }

    fn new(explored: &dyn AnyExplored, (lower, upper): (Grade, Grade)) -> Self {
        let result = (lower.verdict() == upper.verdict()).then(|| lower.verdict());
        let winner = match result {
            Some(Verdict::Won) => Some(name_of(explored, 0)),
            Some(Verdict::Lost) => Some(name_of(explored, 1)),
            _ => None,
        };
        let distance = if lower == upper { lower.distance() } else { None };
        Self { result, winner, distance }
    }
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

impl Outcome {
    /// A branch of this probability.
    pub fn new(probability: Rational, state: String) -> Self {
        let exact = probability.to_string();
        Self { probability, exact, state }
    }
}

impl Move {
    /// `*` for the best move, `=` for one of several, `?` where it may be the best, else nothing.
    pub fn mark(&self) -> &'static str {
        match (self.best, self.tie) {
            (false, _) => "",
            (true, Some(false)) => "*",
            (true, Some(true)) => "=",
            (true, None) => "?",
        }
    }
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

/// Bounds of an arena that were judged, now or when they were written into a file whose checksum
/// holds.
pub(crate) struct Saw<'a> {
    pub arena: &'a Arena,
    pub objective: &'a Objective,
    pub bounds: &'a Bounds,
}

/// Everything about `state`; `checked` is the solution of `explored`.
pub fn query(explored: &dyn AnyExplored, checked: &Checked, state: StateId, form: Form) -> Query {
    let bounds = &checked.solution().bounds;
    let saw = Saw { arena: checked.arena(), objective: checked.objective(), bounds };
    query_of(explored, &saw, state, form)
}

/// Everything about `state`.
pub(crate) fn query_of(
    explored: &dyn AnyExplored,
    saw: &Saw<'_>,
    state: StateId,
    form: Form,
) -> Query {
    let Saw { arena, objective, bounds } = *saw;
    let turn = turn(explored, arena, state);
    let mut moves = Vec::new();
    if !objective.is_ended(arena, state) {
        let choices = arena.choices_of(state).map(|choice| arena.choice(ChoiceId(choice)));
        let each = choices.enumerate().map(|(i, choice)| {
            let name = explored.move_name(state, i);
            a_move(explored, bounds, choice, name, form)
        });
        moves = each.collect();
        let max = objective.is_max(arena, state);
        let choices = arena.choices_of(state).map(ChoiceId);
        let grades: Option<Vec<_>> =
            choices.map(|choice| grades(bounds, arena.choice(choice))).collect();
        match grades {
            Some(grades) => mark(&mut moves, grades, max),
            None => {
                let values = moves.iter().map(|m| (m.value.lower.clone(), m.value.upper.clone()));
                let values = values.collect();
                mark(&mut moves, values, max);
            }
        }
    }
    let value = Value::new(bounds.rational(state), form);
    let standing = bounds.grades(state).map(|grades| Standing::new(explored, grades));
    let told_apart = moves.iter().all(|m| m.tie.is_some());
    let state = explored.show(state);
    Query { state, turn, value, standing, nimber: None, told_apart, moves }
}

impl Query {
    /// The same with the nimbers of the position, which is `state` there, and of its moves.
    #[must_use]
    pub fn with_nimbers(mut self, nimbers: &Nimbers, state: StateId) -> Self {
        self.nimber = Some(Shown(nimbers.at(state)));
        for (m, &to) in self.moves.iter_mut().zip(nimbers.arena().successors(state)) {
            m.nimber = Some(Shown(nimbers.at(StateId(to))));
        }
        self
    }
}

/// The grades of a choice, the move itself counted; `None` where something else was asked.
fn grades(bounds: &Bounds, choice: Choice<'_>) -> Option<(Grade, Grade)> {
    let (lower, upper) = bounds.grades(StateId(*choice.targets.first()?))?;
    Some((lower.step(), upper.step()))
}

/// The player who is to move, or `over`, or `unexplored`.
pub fn turn(explored: &dyn AnyExplored, arena: &Arena, state: StateId) -> String {
    match arena.player(state) {
        Some(player) => name_of(explored, player.0),
        None if arena.is_unexplored(state) => "unexplored".into(),
        None => "over".into(),
    }
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
    bounds: &Bounds,
    choice: Choice<'_>,
    name: String,
    form: Form,
) -> Move {
    let targets = choice.targets.iter().enumerate();
    let outcomes = targets.map(|(i, &target)| {
        Outcome::new(choice.distribution.probability(i), explored.show(StateId(target)))
    });
    let value = Value::new(mean(bounds, choice), form);
    let standing = grades(bounds, choice).map(|grades| Standing::new(explored, grades));
    let outcomes = outcomes.collect();
    Move { name, value, standing, nimber: None, best: false, tie: Some(false), outcomes }
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

/// A move is among the best unless another one is certainly better; one entry of `bounds` for
/// each.
fn mark<T: Ord>(moves: &mut [Move], bounds: Vec<(T, T)>, max: bool) {
    let lowers = bounds.iter().map(|(lower, _)| lower);
    let uppers = bounds.iter().map(|(_, upper)| upper);
    let Some(threshold) = (if max { lowers.max() } else { uppers.min() }) else { return };
    for (m, (lower, upper)) in moves.iter_mut().zip(&bounds) {
        m.best = if max { upper >= threshold } else { lower <= threshold };
    }
    let best = || moves.iter().zip(&bounds).filter(|(m, _)| m.best);
    let known = best().all(|(_, (lower, upper))| lower == upper);
    let tie = match best().count() {
        0 | 1 => Some(false),
        _ => known.then_some(true),
    };
    moves.iter_mut().filter(|m| m.best).for_each(|m| m.tie = tie);
}

fn verdict<S: Serializer>(of: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    match of {
        Some(verdict) => serializer.collect_str(verdict),
        None => serializer.serialize_none(),
    }
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
