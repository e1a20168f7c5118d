//! A solved game whatever it asks: a chance, who wins, or an expected amount.
//!
//! Invariant: every number is a judged bound or the exact mean of judged bounds. Amounts are
//! finite: a game in which one is not is refused by name, so that all of them can be drawn and
//! subtracted.

use std::sync::Arc;

use super::{AnyExplored, Solved, SolvedAmount};
use crate::outcome::endings;
use crate::query::{self, Form, Move, Query, Standing, Value};
use crate::{Arena, Bounds, ChoiceId, NO_CHOICE, Number, Rational, StateId, Stop};

/// A solved game of any kind.
pub enum AnySolved {
    /// Chances, or win, lose and draw.
    Chance(Solved),
    /// Finite amounts.
    Amount(Finite),
}

/// A game whose amounts are all finite.
pub struct Finite(SolvedAmount);

/// Amounts that cannot be shown beside each other.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Endless {
    /// Solving or exploring ended early.
    #[error("{0}, so nothing bounds the expected {1}; only a whole game can be shown")]
    Stopped(Stop, &'static str),
    /// The end may never come.
    #[error("at {0} the expected {1} are infinite, and that cannot be shown beside numbers")]
    Infinite(String, &'static str),
}

impl From<Solved> for AnySolved {
    fn from(solved: Solved) -> Self {
        Self::Chance(solved)
    }
}

impl TryFrom<SolvedAmount> for AnySolved {
    type Error = Endless;

    fn try_from(solved: SolvedAmount) -> Result<Self, Endless> {
        let arena = solved.explored.arena();
        let infinite = |state: &StateId| solved.span(*state).finite().is_none();
        match (arena.ids().find(infinite), solved.stopped(), solved.expected.unit) {
            (None, ..) => Ok(Self::Amount(Finite(solved))),
            (_, Some(stop), unit) => Err(Endless::Stopped(stop.clone(), unit)),
            (Some(at), None, unit) => Err(Endless::Infinite(solved.explored.show(at), unit)),
        }
    }
}

impl AnySolved {
    /// The explored game.
    pub fn explored(&self) -> &dyn AnyExplored {
        match self {
            Self::Chance(solved) => &*solved.explored,
            Self::Amount(Finite(solved)) => &*solved.explored,
        }
    }

    /// The game as arrays.
    pub fn arena(&self) -> Arc<Arena> {
        match self {
            Self::Chance(solved) => solved.checked.shared_arena(),
            Self::Amount(Finite(solved)) => solved.explored.arena(),
        }
    }

    /// What is counted; `None` where the values are chances or grades.
    pub fn unit(&self) -> Option<&'static str> {
        match self {
            Self::Chance(_) => None,
            Self::Amount(Finite(solved)) => Some(solved.expected.unit),
        }
    }

    /// True where the values are win, draw or loss with distance.
    pub fn is_graded(&self) -> bool {
        match self {
            Self::Chance(solved) => {
                matches!(solved.checked.solution().bounds, Bounds::Grades(_))
            }
            Self::Amount(_) => false,
        }
    }

    /// True where `state` belongs to Max's side.
    pub fn is_max(&self, state: StateId) -> bool {
        match self {
            Self::Chance(Solved { checked, .. }) => {
                checked.objective().is_max(checked.arena(), state)
            }
            Self::Amount(Finite(solved)) => {
                let player = solved.explored.arena().player(state);
                player.is_some_and(|player| solved.expected.max.contains(player))
            }
        }
    }

    /// True where play has ended for what was asked.
    pub fn is_ended(&self, state: StateId) -> bool {
        match self {
            Self::Chance(Solved { checked, .. }) => {
                checked.objective().is_ended(checked.arena(), state)
            }
            Self::Amount(Finite(solved)) => solved.explored.arena().player(state).is_none(),
        }
    }

    /// True where play can only stay where it is, as models end.
    pub fn stays(&self, state: StateId) -> bool {
        let arena = self.arena();
        let mut choices = arena.choices_of(state).map(|choice| arena.choice(ChoiceId(choice)));
        choices.len() == 1 && choices.all(|choice| choice.targets == [state.0])
    }

    /// True where there is nothing more to play: play has ended, or stays where it is.
    pub fn is_over(&self, state: StateId) -> bool {
        self.is_ended(state) || self.stays(state)
    }

    /// The choice, from 0, that the strategies have at `state`; `None` where there is none to make.
    pub fn choice(&self, state: StateId) -> Option<u32> {
        match self {
            Self::Chance(solved) => {
                let choice = solved.checked.solution().strategy[state.index()];
                (choice != NO_CHOICE).then_some(choice)
            }
            Self::Amount(Finite(solved)) => solved.choice(state).map(|choice| choice as u32),
        }
    }

    /// The name of that move.
    pub fn best_move(&self, state: StateId) -> Option<String> {
        let choice = self.choice(state)?;
        Some(self.explored().move_name(state, choice as usize))
    }

    /// The bounds at `state`.
    pub fn bounds(&self, state: StateId) -> (Rational, Rational) {
        match self {
            Self::Chance(solved) => solved.checked.solution().bounds.rational(state),
            Self::Amount(Finite(solved)) => finite(&solved.span(state)),
        }
    }

    /// The bounds at `state` as doubles, rounded outward.
    pub fn doubles(&self, state: StateId) -> (f64, f64) {
        match self {
            Self::Chance(solved) => solved.checked.solution().bounds.doubles(state),
            Self::Amount(_) => {
                let (lower, upper) = self.bounds(state);
                (lower.f64_down(), upper.f64_up())
            }
        }
    }

    /// What `choice` of `state` itself adds to an amount.
    pub fn collects(&self, state: StateId, choice: ChoiceId) -> Rational {
        match self {
            Self::Chance(_) => Rational::ZERO,
            Self::Amount(Finite(solved)) => solved.collects(state, choice),
        }
    }

    /// Who wins, and how soon; `None` where something else was asked.
    pub fn standing(&self, state: StateId) -> Option<Standing> {
        match self {
            Self::Chance(solved) => Standing::of(&*solved.explored, &solved.checked, state),
            Self::Amount(_) => None,
        }
    }

    /// Everything about `state`; amounts stand in the place of chances.
    pub fn query(&self, state: StateId, form: Form) -> Query {
        match self {
            Self::Chance(solved) => query::query(&*solved.explored, &solved.checked, state, form),
            Self::Amount(Finite(solved)) => amount(solved, state, form),
        }
    }

    /// For each state whether play is bound to end there, both sides following their strategies.
    pub fn endings(&self) -> Vec<bool> {
        match self {
            Self::Chance(solved) => endings(&solved.checked),
            Self::Amount(Finite(solved)) => vec![true; solved.explored.arena().states()],
        }
    }

    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        match self {
            Self::Chance(solved) => {
                let solving = solved.checked.solution().stopped.as_ref();
                solved.explored.stopped().or(solving)
            }
            Self::Amount(Finite(solved)) => solved.stopped(),
        }
    }
}

fn finite(span: &crate::model::Span) -> (Rational, Rational) {
    let bounds = span.finite().map(|(lower, upper)| (lower.clone(), upper.clone()));
    bounds.unwrap_or_default()
}

fn amount(solved: &SolvedAmount, state: StateId, form: Form) -> Query {
    let all = solved.moves(state);
    let best = || all.iter().filter(|m| m.best);
    let tie = match best().count() {
        0 | 1 => Some(false),
        _ => best().all(|m| m.value.is_exact()).then_some(true),
    };
    let told_apart = tie.is_some();
    let moves = all.iter().map(|m| Move {
        name: m.name.clone(),
        value: Value::new(finite(&m.value), form),
        standing: None,
        nimber: None,
        best: m.best,
        tie: if m.best { tie } else { Some(false) },
        outcomes: m.outcomes.clone(),
    });
    Query {
        state: solved.explored.show(state),
        turn: query::turn(&*solved.explored, &solved.explored.arena(), state),
        value: Value::new(finite(&solved.span(state)), form),
        standing: None,
        nimber: None,
        told_apart,
        moves: moves.collect(),
    }
}
