//! From what is asked of a map, in names, to fields and values by number.
//!
//! Invariant: every field is either a side of the map, run along, or fixed at one value.

use super::{Atlas, MapError};
use crate::FieldValue;

/// What is asked of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The field from left to right; `None`: one with as many values as there are.
    pub x: Option<String>,
    /// The field from bottom to top; `None`: as above.
    pub y: Option<String>,
    /// Other fields, as `name=value`; those not given are as in the first position.
    pub fixed: Vec<String>,
    /// What is in the cells.
    pub show: Show,
}

/// What is asked for in the cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Show {
    /// The value.
    Value,
    /// The best move.
    Policy,
    /// The smallest value of field `along` where move `name` is the best.
    First {
        /// The move.
        name: String,
        /// The field.
        along: String,
    },
}

/// What was asked, by numbers of fields and places of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The field from left to right.
    pub x: usize,
    /// The field from bottom to top.
    pub y: usize,
    /// Each of the other fields with the place of its value.
    pub fixed: Vec<(usize, usize)>,
    pub(super) show: Shown,
}

/// [`Show`] by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    Value,
    Policy,
    First { name: String, along: usize },
}

impl Plan {
    pub(super) fn new(atlas: &Atlas, request: &Request) -> Result<Self, MapError> {
        let field = |name: &String| find(atlas, name);
        let (show, along) = match &request.show {
            Show::Value => (Shown::Value, None),
            Show::Policy => (Shown::Policy, None),
            Show::First { name, along } => {
                let along = field(along)?;
                (Shown::First { name: name.clone(), along }, Some(along))
            }
        };
        let given = request.fixed.iter().map(|text| read(atlas, text));
        let given: Vec<(usize, usize)> = given.collect::<Result<_, _>>()?;
        let x = request.x.as_ref().map(field).transpose()?;
        let y = request.y.as_ref().map(field).transpose()?;
        let mut used: Vec<usize> = given.iter().map(|&(field, _)| field).collect();
        used.extend([x, y, along].into_iter().flatten());
        for (at, &field) in used.iter().enumerate() {
            if used[..at].contains(&field) {
                return Err(MapError::Twice(atlas.axes()[field].name.clone()));
            }
        }
        let mut sides = widest(atlas, &used).into_iter();
        let both = x.is_none() && y.is_none();
        let first = x.map_or_else(|| sides.next().ok_or(MapError::Flat), Ok)?;
        let second = y.map_or_else(|| sides.next().ok_or(MapError::Flat), Ok)?;
        let swap = both && second < first;
        let (x, y) = if swap { (second, first) } else { (first, second) };
        let free = |&field: &usize| field != x && field != y && Some(field) != along;
        let fixed = (0..atlas.axes().len()).filter(free).map(|field| {
            let at = given.iter().find(|(other, _)| *other == field).map(|&(_, at)| at);
            (field, at.unwrap_or_else(|| atlas.start(field)))
        });
        Ok(Self { x, y, fixed: fixed.collect(), show })
    }

    /// The field that the map runs along.
    pub fn along(&self) -> Option<usize> {
        match self.show {
            Shown::First { along, .. } => Some(along),
            _ => None,
        }
    }
}

fn find(atlas: &Atlas, name: &str) -> Result<usize, MapError> {
    let name = name.trim();
    atlas.axes().iter().position(|axis| axis.name == name).ok_or_else(|| {
        let known = atlas.axes().iter().map(|axis| axis.name.as_str());
        MapError::Field { name: name.into(), known: known.collect::<Vec<_>>().join(", ") }
    })
}

/// Reads `name=value`.
fn read(atlas: &Atlas, text: &str) -> Result<(usize, usize), MapError> {
    let (name, value) = text.split_once('=').ok_or_else(|| MapError::Form(text.into()))?;
    let (field, value) = (find(atlas, name)?, value.trim());
    let axis = &atlas.axes()[field];
    let at = axis.values.iter().position(|other| other.to_string() == value);
    let at = at.ok_or_else(|| MapError::Value {
        name: axis.name.clone(),
        value: value.into(),
        takes: takes(&axis.values),
    })?;
    Ok((field, at))
}

/// The values of a field, in a few words.
fn takes(values: &[FieldValue]) -> String {
    match values {
        [first, .., last] if values.len() > 6 => format!("{first} to {last}"),
        _ => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// Fields with several values that are not `used`, those with the most values first.
fn widest(atlas: &Atlas, used: &[usize]) -> Vec<usize> {
    let axes = atlas.axes();
    let several = |field: &usize| !used.contains(field) && axes[*field].values.len() > 1;
    let mut fields: Vec<usize> = (0..axes.len()).filter(several).collect();
    fields.sort_by_key(|&field| std::cmp::Reverse(axes[field].values.len()));
    fields
}
