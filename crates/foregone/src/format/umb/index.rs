//! `index.json`: counts, types, and what else there is.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::archive::Archive;
use super::wrong;
use crate::format::FormatError;

/// What the index says.
#[derive(Deserialize)]
pub(super) struct Index {
    #[serde(rename = "format-version")]
    pub version: u64,
    #[serde(rename = "transition-system")]
    pub system: System,
    /// Groups, then names, then [`Annotation`]s; in the order of the file.
    #[serde(default)]
    pub annotations: Map<String, Value>,
    /// Entities, then [`Valuation`]s.
    #[serde(default)]
    pub valuations: Map<String, Value>,
}

/// Counts and types.
#[derive(Deserialize)]
pub(super) struct System {
    pub time: String,
    #[serde(rename = "#players")]
    pub players: u64,
    #[serde(rename = "#states")]
    pub states: u64,
    #[serde(rename = "#initial-states")]
    pub initial: u64,
    #[serde(rename = "#choices")]
    pub choices: u64,
    #[serde(rename = "#choice-actions", default)]
    pub actions: u64,
    #[serde(rename = "#branches")]
    pub branches: u64,
    #[serde(rename = "#observations", default)]
    pub observations: u64,
    #[serde(rename = "branch-probability-type")]
    pub probability: Option<Type>,
    #[serde(rename = "player-names")]
    pub names: Option<Vec<String>>,
}

/// A type and its size in bits.
#[derive(Deserialize, Clone)]
pub(super) struct Type {
    #[serde(rename = "type")]
    pub name: String,
    pub size: Option<u64>,
}

/// A reward structure or a label.
#[derive(Deserialize)]
pub(super) struct Annotation {
    pub alias: Option<String>,
    #[serde(rename = "applies-to", default)]
    pub applies_to: Vec<String>,
    #[serde(rename = "type")]
    pub ty: Type,
    #[serde(rename = "probability-type")]
    pub probability: Option<Type>,
}

/// How variables lie in bits.
#[derive(Deserialize)]
pub(super) struct Valuation {
    #[serde(rename = "#strings")]
    pub strings: Option<u64>,
    pub classes: Vec<Class>,
}

#[derive(Deserialize)]
pub(super) struct Class {
    pub variables: Vec<Slot>,
}

/// A variable, or bits that mean nothing.
#[derive(Deserialize)]
pub(super) struct Slot {
    pub padding: Option<u64>,
    pub name: Option<String>,
    #[serde(rename = "is-optional")]
    pub optional: Option<bool>,
    #[serde(rename = "type")]
    pub ty: Option<Type>,
    pub offset: Option<i64>,
}

pub(super) const ENTRY: &str = "index.json";

/// Reads and checks the index.
pub(super) fn read(archive: &mut Archive) -> Result<Index, FormatError> {
    let name = archive.name.clone();
    let bad = |message: String| wrong(&name, ENTRY, None, message);
    let bytes = archive.file(ENTRY).ok_or_else(|| bad("it is missing".into()))?;
    let index: Index = serde_json::from_slice(bytes).map_err(|error| bad(error.to_string()))?;
    check(&index).map_err(bad)?;
    Ok(index)
}

fn check(index: &Index) -> Result<(), String> {
    let System { time, players, states, observations, .. } = &index.system;
    if index.version > 1 {
        return Err(format!("format version {}; this program reads 1", index.version));
    }
    if *observations > 0 {
        return Err("observations (partially observable models) are not supported".into());
    }
    if time != "discrete" {
        return Err(format!("time is {time:?}: models in continuous time are not supported"));
    }
    if *players > 64 {
        return Err(format!("{players} players; a game has at most 64 here"));
    }
    if *states == 0 {
        return Err("#states is 0: there must be a state".into());
    }
    let counts = [
        ("#states", index.system.states),
        ("#choices", index.system.choices),
        ("#branches", index.system.branches),
    ];
    match counts.into_iter().find(|(_, count)| *count >= u64::from(u32::MAX) - 1) {
        Some((what, count)) => Err(format!("{what} is {count}; at most 4,294,967,293 are read")),
        None => Ok(()),
    }
}

impl Type {
    /// The size in bits.
    pub fn bits(&self) -> u64 {
        self.size.unwrap_or(match self.name.as_str() {
            "bool" => 1,
            "rational" | "int-interval" | "uint-interval" | "double-interval" => 128,
            "rational-interval" => 256,
            _ => 64,
        })
    }
}
