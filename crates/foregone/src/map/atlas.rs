//! Every position's fields as columns of small numbers, so that each map is one pass over them.
//!
//! Invariant: `columns[f][s]` is the place of state `s`'s value in the sorted values of field `f`.

use std::collections::BTreeMap;

use super::plan::{Plan, Show, Shown};
use super::{Cells, Map, MapError, Request};
use crate::session::{AnyExplored, AnySolved};
use crate::{FieldValue, StateId};

/// A field with the values it takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// Its values among the positions at hand, in order.
    pub values: Vec<FieldValue>,
}

/// The fields of all positions of one explored game.
#[derive(Clone, Debug)]
pub struct Atlas {
    axes: Vec<Axis>,
    columns: Vec<Vec<u32>>,
    /// The fields of the first position asked for.
    start: Vec<u32>,
}

/// Most values of a field.
const MANY: usize = 4096;
/// Most entries of all columns together.
const LARGE: usize = 1 << 28;

impl Atlas {
    /// Reads the fields of every position.
    ///
    /// # Errors
    /// There are no fields, or one has more values than a map could show.
    pub fn new(explored: &dyn AnyExplored) -> Result<Self, MapError> {
        let fields = explored.fields();
        let states = explored.arena().states();
        if fields.is_empty() {
            return Err(MapError::NoFields);
        }
        if states.saturating_mul(fields.len()) > LARGE {
            return Err(MapError::Large(states));
        }
        let mut columns: Vec<Column> = fields.iter().map(|_| Column::new(states)).collect();
        for state in 0..states as u32 {
            let values = explored.describe(StateId(state));
            for ((column, field), value) in columns.iter_mut().zip(&fields).zip(values) {
                if column.push(value) > MANY {
                    return Err(MapError::Many(field.name.clone(), MANY));
                }
            }
        }
        let (mut axes, mut sorted) = (Vec::new(), Vec::new());
        for (field, column) in fields.into_iter().zip(columns) {
            let (values, column) = filled(column.sorted());
            axes.push(Axis { name: field.name, meaning: field.meaning, values });
            sorted.push(column);
        }
        let first = explored.starts().first().map_or(0, |state| state.index());
        let start = sorted.iter().map(|column| column.get(first).copied().unwrap_or(0)).collect();
        Ok(Self { axes, columns: sorted, start })
    }

    /// The fields, in the game's order.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The place of the first position's value in the values of field `field`.
    pub fn start(&self, field: usize) -> usize {
        self.start[field] as usize
    }

    /// What `request` means here.
    ///
    /// # Errors
    /// It names fields, values or moves that are not there.
    pub fn plan(&self, request: &Request) -> Result<Plan, MapError> {
        Plan::new(self, request)
    }

    /// The map that `request` asks for; `solved` is the game the atlas was made of.
    ///
    /// # Errors
    /// As [`plan`](Self::plan), and where no position or no move is as asked.
    pub fn map(&self, solved: &AnySolved, request: &Request) -> Result<Map, MapError> {
        let plan = self.plan(request)?;
        let size = self.axes[plan.x].values.len() * self.axes[plan.y].values.len();
        let cells = match &plan.show {
            Shown::Value => self.values(solved, &plan, size),
            Shown::Policy => self.moves(solved, &plan, size),
            Shown::First { name, along } => self.firsts(solved, &plan, size, name, *along)?,
        };
        let map = Map {
            x: self.axes[plan.x].clone(),
            y: self.axes[plan.y].clone(),
            fixed: plan.fixed.iter().map(|&(field, at)| self.field(field, at)).collect(),
            cells,
            unit: solved.unit(),
        };
        if (0..size).any(|place| map.is_there(place)) {
            return Ok(map);
        }
        let fixed = map.fixed.iter().map(|(name, value)| format!("{name}={value}"));
        Err(MapError::Empty(fixed.collect::<Vec<_>>().join(", ")))
    }

    fn field(&self, field: usize, at: usize) -> (String, FieldValue) {
        let Axis { name, values, .. } = &self.axes[field];
        (name.clone(), values[at].clone())
    }

    /// The states of a map with their cells.
    fn cells<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = (StateId, usize)> + 'a {
        let width = self.axes[plan.x].values.len();
        let (x, y) = (&self.columns[plan.x], &self.columns[plan.y]);
        let fixed = plan.fixed.iter().map(|&(field, at)| (&self.columns[field], at as u32));
        let fixed: Vec<_> = fixed.collect();
        (0..x.len()).filter_map(move |state| {
            let here = fixed.iter().all(|(column, at)| column[state] == *at);
            here.then(|| (StateId(state as u32), y[state] as usize * width + x[state] as usize))
        })
    }

    fn values(&self, solved: &AnySolved, plan: &Plan, size: usize) -> Cells {
        let mut cells = vec![None; size];
        for (state, cell) in self.cells(plan) {
            cells[cell] = Some(solved.doubles(state));
        }
        Cells::Values(cells)
    }

    fn moves(&self, solved: &AnySolved, plan: &Plan, size: usize) -> Cells {
        let (mut names, mut cells) = (Vec::new(), vec![None; size]);
        let mut known = BTreeMap::new();
        for (state, cell) in self.cells(plan) {
            let Some(name) = solved.best_move(state) else { continue };
            let next = names.len() as u32;
            let place = *known.entry(name.clone()).or_insert(next);
            if place == next {
                names.push(name);
            }
            cells[cell] = Some(place);
        }
        Cells::Moves { names, cells }
    }

    fn firsts(
        &self,
        solved: &AnySolved,
        plan: &Plan,
        size: usize,
        name: &str,
        along: usize,
    ) -> Result<Cells, MapError> {
        let mut cells: Vec<Option<Option<u32>>> = vec![None; size];
        let mut others = BTreeMap::new();
        for (state, cell) in self.cells(plan) {
            let Some(best) = solved.best_move(state) else { continue };
            let first = cells[cell].get_or_insert(None);
            let here = self.columns[along][state.index()];
            if best == name {
                *first = Some(first.map_or(here, |before| before.min(here)));
            }
            *others.entry(best).or_insert(0) += 1;
        }
        if others.contains_key(name) || others.is_empty() {
            return Ok(Cells::Firsts { name: name.into(), along: self.axes[along].clone(), cells });
        }
        let known = others.into_keys().collect::<Vec<_>>().join(", ");
        Err(MapError::Move { name: name.into(), known })
    }
}

/// Numbers without gaps, where few are missing: a picture then has the same scale everywhere.
fn filled((values, mut column): (Vec<FieldValue>, Vec<u32>)) -> (Vec<FieldValue>, Vec<u32>) {
    let numbers: Option<Vec<i64>> = values.iter().map(FieldValue::int).collect();
    let numbers = numbers.unwrap_or_default();
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
        return (values, column);
    };
    if last.abs_diff(first) >= 2 * values.len() as u64 {
        return (values, column);
    }
    column.iter_mut().for_each(|at| *at = numbers[*at as usize].abs_diff(first) as u32);
    ((first..=last).map(FieldValue::Int).collect(), column)
}

/// A column while it is being read: values are numbered as they are met.
struct Column {
    places: BTreeMap<FieldValue, u32>,
    /// The value met last: neighbours often share it.
    last: Option<(FieldValue, u32)>,
    entries: Vec<u32>,
}

impl Column {
    fn new(states: usize) -> Self {
        Self { places: BTreeMap::new(), last: None, entries: Vec::with_capacity(states) }
    }

    /// Returns how many different values there are.
    fn push(&mut self, value: FieldValue) -> usize {
        let place = match &self.last {
            Some((last, place)) if *last == value => *place,
            _ => {
                let next = self.places.len() as u32;
                let place = *self.places.entry(value.clone()).or_insert(next);
                self.last = Some((value, place));
                place
            }
        };
        self.entries.push(place);
        self.places.len()
    }

    fn sorted(mut self) -> (Vec<FieldValue>, Vec<u32>) {
        let mut rank = vec![0; self.places.len()];
        for (at, &place) in (0..).zip(self.places.values()) {
            rank[place as usize] = at;
        }
        self.entries.iter_mut().for_each(|entry| *entry = rank[*entry as usize]);
        (self.places.into_keys().collect(), self.entries)
    }
}

impl Default for Request {
    fn default() -> Self {
        Self { x: None, y: None, fixed: Vec::new(), show: Show::Value }
    }
}
