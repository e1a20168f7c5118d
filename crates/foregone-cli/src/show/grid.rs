//! Maps as JSON, for `plot --json` and for the page.

use foregone::map::{Axis, Cells, Legend, Map};
use serde::Serialize;
use serde_json::{Value, json};

/// A map in numbers.
#[derive(Serialize)]
pub struct Grid {
    title: String,
    x: Side,
    y: Side,
    fixed: serde_json::Map<String, Value>,
    legend: Value,
    /// Row after row from the bottom, `x` first: a value's bounds, a move's place in `names`, or
    /// the number from which a move is best (`"never"` where it never is); null without a position.
    cells: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

#[derive(Serialize)]
struct Side {
    name: String,
    meaning: String,
    values: Vec<Value>,
}

impl Grid {
    /// The map with the key to its colours.
    pub fn new(map: &Map, legend: &Legend, title: &str) -> Self {
        let names = match &map.cells {
            Cells::Moves { names, .. } => names.clone(),
            _ => Vec::new(),
        };
        let fixed = map.fixed.iter().map(|(name, value)| (name.clone(), json(value)));
        Self {
            title: title.into(),
            x: side(&map.x),
            y: side(&map.y),
            fixed: fixed.collect(),
            legend: key(legend),
            cells: cells(map),
            names,
        }
    }
}

fn side(axis: &Axis) -> Side {
    let values = axis.values.iter().map(json).collect();
    Side { name: axis.name.clone(), meaning: axis.meaning.clone(), values }
}

/// The value of a field.
pub fn json(value: &foregone::FieldValue) -> Value {
    match value {
        foregone::FieldValue::Int(number) => json!(number),
        foregone::FieldValue::Bool(truth) => json!(truth),
        foregone::FieldValue::Text(text) => json!(text),
    }
}

fn cells(map: &Map) -> Vec<Value> {
    match &map.cells {
        Cells::Values(cells) => cells.iter().map(|cell| json!(cell)).collect(),
        Cells::Moves { cells, .. } => cells.iter().map(|cell| json!(cell)).collect(),
        Cells::Firsts { along, cells, .. } => {
            let cell = |cell: &Option<Option<u32>>| match cell {
                None => Value::Null,
                Some(None) => json!("never"),
                Some(Some(at)) => json(&along.values[*at as usize]),
            };
            cells.iter().map(cell).collect()
        }
    }
}

fn key(legend: &Legend) -> Value {
    match legend {
        Legend::Scale { caption, low, high, scale, percent, more } => {
            let colours: Vec<String> =
                (0..=64).map(|at| hex(scale.colour(f64::from(at) / 64.0))).collect();
            json!({ "caption": caption, "low": low, "high": high, "percent": percent, "more": more, "colours": colours })
        }
        Legend::Kinds(kinds) => {
            let kind = |kind: &foregone::map::Swatch| json!({ "place": kind.place, "name": kind.name, "colour": hex(kind.colour), "cells": kind.cells });
            json!({ "kinds": kinds.iter().map(kind).collect::<Vec<_>>() })
        }
    }
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
