//! Policies as people give them: what one side does at every position.
//!
//! A policy is `best` (whatever is best), `random` (every move alike), rules over the position's
//! named fields (`roll while x < 20 else hold`), a table of positions and moves, or the moves of a
//! saved solution. All of them name moves as the game does. Invariant: a [`Play`] names a choice
//! that its position has; where a policy says nothing of a position, that is an error which names
//! the position, never a guess.

use std::collections::BTreeMap;

use crate::session::AnyExplored;
use crate::{Field, FieldValue, StateId};

mod error;
mod expression;
mod moves;
mod parse;
mod place;
mod rules;
mod saved;
mod table;
mod token;

pub use error::PolicyError;
use place::Place;
use rules::Rules;
use saved::Recorded;
use table::Table;

/// What is done at one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Play {
    /// Whatever is best.
    #[default]
    Best,
    /// Every move, all equally likely.
    Random,
    /// This one of the position's choices, counted from 0.
    Choice(u32),
}

impl From<u32> for Play {
    fn from(choice: u32) -> Self {
        Self::Choice(choice)
    }
}

/// What rules may speak of beside moves: the fields of positions, and constants such as the game's
/// parameters. A field goes before a constant of the same name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The fields, in the order of the game.
    pub fields: Vec<Field>,
    /// Constants by name.
    pub constants: BTreeMap<String, FieldValue>,
}

impl Names {
    /// The fields of a game, without constants.
    pub fn of(fields: Vec<Field>) -> Self {
        Self { fields, constants: BTreeMap::new() }
    }
}

/// What one side does at every position.
#[derive(Clone, Debug)]
pub struct Policy {
    kind: Kind,
    name: String,
}

#[derive(Clone, Debug)]
enum Kind {
    Everywhere(Play),
    Rules(Rules),
    Table(Table),
    Saved(Recorded),
}

impl Policy {
    /// Whatever is best.
    pub fn best() -> Self {
        Self { kind: Kind::Everywhere(Play::Best), name: "best".into() }
    }

    /// Reads `best`, `random`, or rules; `name` is shown in messages about the text.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(name: &str, text: &str, names: &Names) -> Result<Self, PolicyError> {
        let kind = match text.trim() {
            "best" => Kind::Everywhere(Play::Best),
            "random" => Kind::Everywhere(Play::Random),
            _ => Kind::Rules(parse::rules(name, text, names)?),
        };
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Self { kind, name: shown })
    }

    /// Reads a table as CSV: a column for each field that matters, and one called `move`; `name`
    /// is that of the file. Cells hold a value, `3..7`, several of these with `|` between them, or
    /// `*`; the first row that fits a position counts.
    ///
    /// # Errors
    /// What is wrong with the text, and in which line.
    pub fn table(name: &str, text: &str, names: &Names) -> Result<Self, PolicyError> {
        Ok(Self { kind: Kind::Table(Table::read(name, text, names)?), name: name.into() })
    }

    /// The best moves of a saved solution, of this game or one with the same fields and moves;
    /// `name` is that of the file.
    ///
    /// # Errors
    /// The positions of the solution have other fields.
    pub fn saved(
        name: &str,
        saved: &crate::format::solution::Saved,
        names: &Names,
    ) -> Result<Self, PolicyError> {
        Ok(Self { kind: Kind::Saved(Recorded::read(name, saved, names)?), name: name.into() })
    }

    /// The policy as it was given: its text on one line, or the name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True for the policy that does whatever is best everywhere.
    pub fn is_best(&self) -> bool {
        matches!(self.kind, Kind::Everywhere(Play::Best))
    }

    /// What is done at `state`, where a player is to move.
    ///
    /// # Errors
    /// The policy says nothing of the position, or something wrong.
    pub fn at(&self, explored: &dyn AnyExplored, state: StateId) -> Result<Play, PolicyError> {
        let place = Place::new(explored, state);
        match &self.kind {
            Kind::Everywhere(play) => Ok(*play),
            // Where there is no choice there is nothing to be said.
            _ if place.moves() == 1 => Ok(Play::Choice(0)),
            Kind::Rules(rules) => rules.at(&place),
            Kind::Table(table) => table.at(&place),
            Kind::Saved(recorded) => recorded.at(&place),
        }
    }

    /// What is done at every state; at those that are not `mine` the entry is [`Play::Best`] and
    /// says nothing. Rules are held against the moves there are: a name that no move has is an
    /// error.
    ///
    /// # Errors
    /// As [`at`](Self::at), for the first state where there is one.
    pub fn everywhere(
        &self,
        explored: &dyn AnyExplored,
        mine: impl Fn(StateId) -> bool,
    ) -> Result<Vec<Play>, PolicyError> {
        if let Kind::Everywhere(play) = self.kind {
            return Ok(vec![play; explored.arena().states()]);
        }
        if let Kind::Rules(rules) = &self.kind {
            rules.check(explored, &mine)?;
        }
        let play = |state| if mine(state) { self.at(explored, state) } else { Ok(Play::Best) };
        explored.arena().ids().map(play).collect()
    }
}
