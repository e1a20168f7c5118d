//! Positions of a saved solution without reading all of it.
//!
//! Rows lie in the order of the positions' fields. The footer tells for each group of rows where
//! its bytes end, their hash, and its first position; so one group is read, checked and searched
//! for a position. In a folder the game's placing tells in whose part a position is.

use std::sync::Arc;

use parquet::file::reader::ChunkReader;

use super::shelf::Shelf;
use super::{Manifest, Meta, More, ReadError, RebuildError, Subject, part_name};
use crate::model::{Quantity, Span};
use crate::query::{Form, Query, Saw, query_of};
use crate::session::{AmountMove, AnyExplored, SessionError, SharedGame, amount_moves, owner};
use crate::{
    Bounds, FieldValue, Intervals, Limits, NO_CHOICE, Objective, Quiet, Rational, StateId,
};

/// An open saved solution.
pub struct Stored<R: ChunkReader + 'static> {
    /// What it says of itself.
    pub meta: Meta,
    workers: u32,
    /// By the workers that wrote them.
    shelves: Vec<(u32, Shelf<R>)>,
}

/// Where a row is: file, group, row.
type Place = (usize, usize, usize);

/// A position explored for itself, where it and what may follow it are in the file, and its state.
type Rows = (Box<dyn AnyExplored>, Vec<Place>, StateId);

/// What a file tells of a position.
pub struct Found {
    /// The position, and what may follow it.
    pub explored: Box<dyn AnyExplored>,
    /// The position with its moves.
    pub query: Query,
    /// The position's state.
    pub state: StateId,
    /// For it and what may follow it, whether play from there ends with probability 1 under the
    /// moves of the file.
    pub ends: Vec<bool>,
    /// True where Max's side is to move.
    pub is_max: bool,
}

/// What a file tells of the amount expected from a position on.
pub struct FoundAmount {
    /// The position, and what may follow it.
    pub explored: Box<dyn AnyExplored>,
    /// The position's state.
    pub state: StateId,
    /// Its bounds.
    pub span: Span,
    /// Its moves.
    pub moves: Vec<AmountMove>,
    /// What is counted.
    pub unit: &'static str,
}

impl<R: ChunkReader + 'static> Stored<R> {
    /// Opens a file and checks its footer.
    ///
    /// # Errors
    /// It is no saved solution, is cut short, or its footer was altered.
    pub fn open(from: R) -> Result<Self, ReadError> {
        let shelf = Shelf::open(from)?;
        shelf.meta.check_whole()?;
        Ok(Self { meta: shelf.meta.clone(), workers: 1, shelves: vec![(0, shelf)] })
    }

    /// Opens the parts that a manifest names; `part` opens one by its name.
    ///
    /// # Errors
    /// One is missing, no part of this solution, or its footer was altered.
    pub fn open_parts(
        manifest: &Manifest,
        mut part: impl FnMut(&str) -> std::io::Result<R>,
    ) -> Result<Self, ReadError> {
        let open = |file: &super::PartFile| {
            let shelf = part(&file.name).map_err(ReadError::opening).and_then(Shelf::open);
            let shelf = shelf.and_then(|shelf| {
                manifest.check_meta(file, &shelf.meta)?;
                Ok((file.worker, shelf))
            });
            shelf.map_err(|error| ReadError::within(&file.name, error))
        };
        let shelves = manifest.parts.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { meta: manifest.solution.clone(), workers: manifest.workers, shelves })
    }

    /// What the file tells of the position that `text` names in `game`, which must be the one of
    /// the file; `None` where the file has no such position or not all that may follow it, or tells
    /// of no chances.
    ///
    /// # Errors
    /// `text` names no position, or rows cannot be read.
    pub fn query(
        &mut self,
        game: SharedGame,
        text: &str,
        form: Form,
    ) -> Result<Option<Found>, RebuildError> {
        let Some((explored, rows, state)) = self.rows(game, text)? else { return Ok(None) };
        let ends = |&(file, group, row): &Place| {
            self.shelves[file].1.known(group).ends.as_ref().map(|ends| ends[row])
        };
        let ends: Option<Vec<bool>> = rows.iter().map(ends).collect();
        let Some(ends) = ends.filter(|_| self.meta.subject == Subject::Chance) else {
            return Ok(None);
        };
        let (objective, bounds) = (explored.objective(), self.bounds(&rows));
        let is_max = objective.is_max(&explored.arena(), state);
        let query = found(&*explored, &objective, &bounds, state, form);
        Ok(Some(Found { explored, query, state, ends, is_max }))
    }

    /// The same of an expected amount; `None` where the file tells of none, too.
    ///
    /// # Errors
    /// As for [`query`](Self::query).
    pub fn amount(
        &mut self,
        game: SharedGame,
        text: &str,
    ) -> Result<Option<FoundAmount>, RebuildError> {
        let Some((explored, rows, state)) = self.rows(game, text)? else { return Ok(None) };
        let expected = explored.expected();
        let (Some(expected), Some(scale)) = (expected, self.meta.scale.clone()) else {
            return Ok(None);
        };
        let bounds = self.bounds(&rows);
        let span = |state: StateId| {
            let (file, group, row) = rows[state.index()];
            let More { lower_infinite, upper_infinite, .. } =
                &self.shelves[file].1.known(group).more;
            let (lower, upper) = bounds.rational(state);
            let quantity = |infinite: bool, part| match infinite {
                true => Quantity::Infinite,
                false => Quantity::Finite(scale.value(&part)),
            };
            let lower = quantity(lower_infinite[row], lower);
            Span { lower, upper: quantity(upper_infinite[row], upper) }
        };
        let rewards = match self.meta.subject {
            Subject::Collected => Some(explored.rewards().map_err(SessionError::from)?),
            Subject::Paid => None,
            Subject::Chance | Subject::Steps => return Ok(None),
        };
        let collects = |choice| {
            rewards.as_ref().map_or(Rational::ZERO, |rewards| rewards.of_move(state, choice))
        };
        let moves = amount_moves(&*explored, expected.max, state, collects, span);
        let span = span(state);
        Ok(Some(FoundAmount { explored, state, span, moves, unit: expected.unit }))
    }

    fn rows(&mut self, game: SharedGame, text: &str) -> Result<Option<Rows>, RebuildError> {
        // The position is expanded, and nothing else.
        let limits = Limits { states: 1, ..Limits::default() };
        let explored = Arc::clone(&game).explore(&[text], &limits, &Quiet)?;
        let arena = explored.arena();
        let mut rows = Vec::new();
        for state in arena.ids() {
            let values = match explored.describe(state) {
                values if values.is_empty() => vec![FieldValue::Text(explored.show(state))],
                values => values,
            };
            let name = explored.show(state);
            match self.row(&*game, &name, &values)? {
                Some(place) => rows.push(place),
                None => return Ok(None),
            }
        }
        let Some(&start) = explored.starts().first() else { return Ok(None) };
        let (file, group, row) = rows[start.index()];
        let part = self.shelves[file].1.known(group);
        let cut = arena.is_unexplored(start) || part.solution.strategy[row] == NO_CHOICE;
        if cut && arena.player(start).is_some() {
            return Ok(None);
        }
        Ok(Some((explored, rows, start)))
    }

    /// The bounds of some rows.
    fn bounds(&self, rows: &[Place]) -> Bounds {
        macro_rules! of {
            ($kind:ident) => {{
                let mut all = Intervals { lower: Vec::new(), upper: Vec::new() };
                for &(file, group, row) in rows {
                    let part = self.shelves[file].1.known(group);
                    if let Bounds::$kind(part) = &part.solution.bounds {
                        all.lower.push(part.lower[row].clone());
                        all.upper.push(part.upper[row].clone());
                    }
                }
                Bounds::$kind(all)
            }};
        }
        match self.meta.numbers {
            super::Numbers::Fixed64 => of!(Fixed64),
            super::Numbers::Fixed128 => of!(Fixed128),
            super::Numbers::Fixed512 => of!(Fixed512),
            super::Numbers::Exact => of!(Exact),
            super::Numbers::Grades => of!(Grades),
        }
    }

    /// The row of the position with this name and these fields.
    fn row(
        &mut self,
        game: &dyn crate::session::AnyGame,
        name: &str,
        values: &[FieldValue],
    ) -> Result<Option<Place>, RebuildError> {
        let worker = match game.seeds(&[name])?[..] {
            [(_, place)] => owner(place, self.workers as usize) as u32,
            _ => 0,
        };
        let mut shelves = self.shelves.iter_mut().enumerate();
        let Some((file, (_, shelf))) = shelves.find(|(_, (of, _))| *of == worker) else {
            return Ok(None);
        };
        let is_part = shelf.meta.part.is_some();
        let found = shelf.row(values).map_err(|error| match is_part {
            true => ReadError::within(&part_name(worker), error),
            false => error,
        });
        Ok(found?.map(|(group, row)| (file, group, row)))
    }
}

fn found(
    explored: &dyn AnyExplored,
    objective: &Objective,
    bounds: &Bounds,
    state: StateId,
    form: Form,
) -> Query {
    let arena = explored.arena();
    query_of(explored, &Saw { arena: &arena, objective, bounds }, state, form)
}
