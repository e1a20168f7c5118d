//! Positions of a saved solution without reading all of it.
//!
//! Rows lie in the order of the positions' fields. The footer tells for each group of rows where
//! its bytes end, their hash, and its first position; so one group is read, checked and searched
//! for a position. In a folder the game's placing tells in whose part a position is.

use std::sync::Arc;

use parquet::file::reader::ChunkReader;

use super::shelf::Shelf;
use super::{Manifest, Meta, ReadError, RebuildError, part_name};
use crate::query::{Form, Query, Saw, query_of};
use crate::session::{AnyExplored, SharedGame, owner};
use crate::{Bounds, FieldValue, Intervals, Limits, NO_CHOICE, Objective, Quiet, StateId};

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
    /// the file; `None` where the file has no such position or not all that may follow it.
    ///
    /// # Errors
    /// `text` names no position, or rows cannot be read.
    pub fn query(
        &mut self,
        game: SharedGame,
        text: &str,
        form: Form,
    ) -> Result<Option<Found>, RebuildError> {
        // The position is expanded, and nothing else.
        let limits = Limits { states: 1, ..Limits::default() };
        let explored = Arc::clone(&game).explore(&[text], &limits, &Quiet)?;
        let mut rows = Vec::new();
        for state in explored.arena().ids() {
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
        let ends = |&(file, group, row): &Place| self.shelves[file].1.known(group).ends[row];
        let ends = rows.iter().map(ends).collect();
        let objective = explored.objective();
        let bounds = self.bounds(&rows);
        let arena = explored.arena();
        let cut = arena.is_unexplored(start) || part.solution.strategy[row] == NO_CHOICE;
        if cut && arena.player(start).is_some() {
            return Ok(None);
        }
        let is_max = objective.is_max(&arena, start);
        let query = found(&*explored, &objective, &bounds, start, form);
        Ok(Some(Found { explored, query, state: start, ends, is_max }))
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
