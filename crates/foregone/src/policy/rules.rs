//! Rules in order: the first one that applies and whose move there is decides.
//!
//! Where none does and one move is left that no rule speaks of, that one is taken: `roll while
//! x < 20` holds at 20. Where several are left it is an error that names the position.

use std::collections::BTreeSet;

use foregone_prism::source::{Source, Span};

use super::expression::{Expr, Fault};
use super::moves::{self, Found};
use super::place::Place;
use super::{Play, PolicyError};
use crate::StateId;
use crate::games::closest;
use crate::session::AnyExplored;

/// Rules over a position's fields.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub source: Source,
    pub list: Vec<Rule>,
}

/// A move, and when it is made.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub name: Vec<Part>,
    pub quoted: bool,
    pub span: Span,
    /// `None`: always.
    pub condition: Option<Expr>,
}

/// A piece of the name of a move.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Text(String),
    /// What stands between braces.
    Value(Expr),
}

impl Rule {
    /// The name where the fields have the values of `place`.
    fn name(&self, place: &Place<'_>) -> Result<String, Fault> {
        self.name.iter().try_fold(String::new(), |name, part| match part {
            Part::Text(text) => Ok(name + text),
            Part::Value(value) => Ok(name + &value.value(place.values())?.to_string()),
        })
    }

    /// The name where it is the same everywhere.
    fn fixed(&self) -> Option<&str> {
        match self.name.as_slice() {
            [Part::Text(name)] => Some(name),
            _ => None,
        }
    }
}

impl Rules {
    /// What is done at `place`.
    pub(super) fn at(&self, place: &Place<'_>) -> Result<Play, PolicyError> {
        for rule in &self.list {
            let fault = |fault| self.fault(place, fault);
            let applies = rule.condition.as_ref().map(|c| c.truth(place.values()));
            if !applies.unwrap_or(Ok(true)).map_err(fault)? {
                continue;
            }
            let name = rule.name(place).map_err(fault)?;
            match moves::find(place, &name, rule.quoted) {
                Found::Play(play) => return Ok(play),
                Found::Several => return Err(fault((rule.span, moves::ambiguous(place, &name)))),
                Found::None => {}
            }
        }
        self.rest(place)
    }

    /// The only move that no rule speaks of.
    fn rest(&self, place: &Place<'_>) -> Result<Play, PolicyError> {
        let mut named = vec![false; place.moves()];
        for rule in &self.list {
            let Ok(name) = rule.name(place) else { continue };
            if let Found::Play(Play::Choice(choice)) = moves::find(place, &name, rule.quoted) {
                named[choice as usize] = true;
            }
        }
        let mut left = (0..).zip(&named).filter(|(_, named)| !**named).map(|(at, _)| at);
        match (left.next(), left.next()) {
            (Some(only), None) => Ok(Play::Choice(only)),
            _ => {
                let names = moves::list(place.names().iter().map(String::as_str));
                let why = format!("no rule applies at {}", place.show());
                let help = format!("add `else MOVE`; the moves there: {names}, best, random");
                let end = self.source.text().trim_end().len() as u32;
                let span = Span { start: end, end };
                Err(PolicyError::at(&self.source, span, why, Some(help)))
            }
        }
    }

    fn fault(&self, place: &Place<'_>, (span, why): Fault) -> PolicyError {
        PolicyError::at(&self.source, span, format!("at {}: {why}", place.show()), None)
    }

    /// Refuses a name that no move has at any of the states that are `mine`.
    pub(super) fn check(
        &self,
        explored: &dyn AnyExplored,
        mine: &dyn Fn(StateId) -> bool,
    ) -> Result<(), PolicyError> {
        let mut open: Vec<&Rule> = self.list.iter().filter(|r| r.fixed().is_some()).collect();
        let mut known = BTreeSet::new();
        let arena = explored.arena();
        let plays = |state: &StateId| mine(*state) && arena.player(*state).is_some();
        for state in arena.ids().filter(plays) {
            let place = Place::new(explored, state);
            let is_open = |rule: &&Rule| {
                let name = rule.fixed().unwrap_or_default();
                matches!(moves::find(&place, name, rule.quoted), Found::None)
            };
            open.retain(is_open);
            if open.is_empty() {
                return Ok(());
            }
            if known.len() < MANY {
                known.extend(place.names().iter().cloned());
            }
        }
        let Some(rule) = open.first() else { return Ok(()) };
        if known.is_empty() {
            return Ok(());
        }
        let name = rule.fixed().unwrap_or_default();
        let near = crate::games::hint(&closest(name, known.iter().map(String::as_str)));
        let why = format!("no move is called '{name}'{near}");
        let help = format!("moves: {}", moves::list(known.iter().map(String::as_str)));
        Err(PolicyError::at(&self.source, rule.span, why, Some(help)))
    }
}

/// Names of moves that are kept for messages.
const MANY: usize = 10_000;
