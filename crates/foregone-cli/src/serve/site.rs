//! Solved variants of one game: the rules it was started with, others that were asked for since,
//! and positions that play from the start does not reach.
//!
//! Invariant: at most `KEPT` variants are held besides the first, those asked for last.

use std::sync::{Arc, Mutex, MutexGuard};

use foregone::StateId;
use foregone::games;
use foregone::map::{Atlas, MapError};

use super::job::Jobs;
use crate::arguments::How;
use crate::making::Made;
use crate::model::Asked;

/// Variants besides the first.
const KEPT: usize = 4;

/// What is served.
pub struct Site {
    /// The game's name or file, as it was given.
    pub game: String,
    /// What is asked of a model.
    pub asked: Asked,
    /// How games are solved.
    pub how: How,
    /// What is being solved.
    pub jobs: Jobs,
    first: Arc<Variant>,
    others: Mutex<Vec<Arc<Variant>>>,
}

/// Rules, and a position where these do not lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// All parameters, as `key=value`.
    pub rules: Vec<String>,
    /// The position it was explored from; `None` for the game's start.
    pub at: Option<String>,
}

/// One solved variant.
pub struct Variant {
    /// What it is.
    pub key: Key,
    /// The solved game.
    pub made: Made,
    /// Its fields by column, for maps.
    pub atlas: Result<Atlas, MapError>,
    /// Whether play is bound to end, for every state.
    pub ends: Vec<bool>,
}

impl Variant {
    /// Everything that is asked again and again is worked out once.
    pub fn new(key: Key, made: Made) -> Self {
        let atlas = Atlas::new(made.solved().explored());
        let ends = made.solved().endings();
        Self { key, made, atlas, ends }
    }
}

impl Site {
    /// Serves `made`, and solves variants like it.
    pub fn new(game: String, asked: Asked, how: How, made: Made) -> Self {
        let rules = shown(&made.origin.parameters);
        let first = Arc::new(Variant::new(Key { rules, at: None }, made));
        Self { game, asked, how, jobs: Jobs::default(), first, others: Mutex::new(Vec::new()) }
    }

    /// The variant it was started with.
    pub fn first(&self) -> &Arc<Variant> {
        &self.first
    }

    /// All parameters of the rules that `given` changes.
    ///
    /// # Errors
    /// `given` has what the game does not take.
    pub fn rules(&self, given: &[String]) -> Result<Vec<String>, String> {
        if given.is_empty() {
            return Ok(self.first.key.rules.clone());
        }
        match self.first.made.row() {
            Some(row) => {
                let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
                let origin = &self.first.made.origin;
                let rest = origin
                    .given
                    .iter()
                    .filter(|pair| !given.iter().any(|other| name(other) == name(pair)));
                let all: Vec<&String> = rest.chain(given).collect();
                let values = row.values(&all).map_err(|error| error.to_string())?;
                Ok(values.all().map(|(name, value)| format!("{name}={value}")).collect())
            }
            None => {
                let mut rules = self.first.key.rules.clone();
                for pair in given {
                    let name = pair.split('=').next().unwrap_or_default();
                    let known = rules.iter_mut().find(|rule| rule.split('=').next() == Some(name));
                    *known.ok_or_else(|| format!("there is no constant '{name}' to set"))? =
                        pair.clone();
                }
                Ok(rules)
            }
        }
    }

    /// The variant with these rules, from the game's start.
    pub fn variant(&self, rules: &[String]) -> Option<Arc<Variant>> {
        self.like(|key| key.rules == rules && key.at.is_none())
    }

    /// The variant with these rules that knows the position `at`, and its state there.
    ///
    /// # Errors
    /// `at` names no position.
    pub fn find(
        &self,
        rules: &[String],
        at: &str,
    ) -> Result<Option<(Arc<Variant>, StateId)>, String> {
        let mut all = vec![Arc::clone(&self.first)];
        all.extend(self.locked().iter().rev().map(Arc::clone));
        for variant in all.into_iter().filter(|variant| variant.key.rules == rules) {
            let explored = variant.made.solved().explored();
            let found = match at {
                "" => explored.starts().first().copied(),
                _ => explored.find(at).map_err(|error| error.to_string())?,
            };
            if let Some(state) = found {
                return Ok(Some((variant, state)));
            }
        }
        Ok(None)
    }

    /// Keeps a variant.
    pub fn keep(&self, variant: Variant) {
        let mut others = self.locked();
        others.retain(|other| other.key != variant.key);
        if others.len() >= KEPT {
            others.remove(0);
        }
        others.push(Arc::new(variant));
    }

    /// True where the variant is there.
    pub fn has(&self, key: &Key) -> bool {
        self.like(|other| other == key).is_some()
    }

    fn like(&self, fits: impl Fn(&Key) -> bool) -> Option<Arc<Variant>> {
        if fits(&self.first.key) {
            return Some(Arc::clone(&self.first));
        }
        let mut others = self.locked();
        let at = others.iter().position(|other| fits(&other.key))?;
        // What is asked for goes to the end, where it is kept longest.
        let found = others.remove(at);
        others.push(Arc::clone(&found));
        Some(found)
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Arc<Variant>>> {
        self.others.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

/// Parameters as `key=value`.
pub fn shown(parameters: &serde_json::Map<String, serde_json::Value>) -> Vec<String> {
    let each = parameters.iter().map(|(name, value)| match value.as_str() {
        Some(text) => format!("{name}={text}"),
        None => format!("{name}={value}"),
    });
    each.collect()
}

/// The parameters of a built-in game that can be varied.
pub fn parameters(variant: &Variant) -> &'static [games::Parameter] {
    variant.made.row().map_or(&[], |row| row.parameters)
}
