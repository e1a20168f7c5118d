//! The best moves of a saved solution, found by the positions' fields, so that neither the order of
//! states nor other parameters of the game matter.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::moves::{self, Found};
use super::place::Place;
use super::{Names, Play, PolicyError};
use crate::format::solution::Saved;

/// The best moves of a saved solution.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    name: String,
    /// For the values of the fields the name of the move, and its number.
    moves: HashMap<String, (u32, u32), FixedState>,
    /// The names of the moves.
    known: Vec<String>,
}

impl Recorded {
    /// The moves of `saved`, for a game with these fields.
    pub(super) fn read(name: &str, saved: &Saved, names: &Names) -> Result<Self, PolicyError> {
        let fields = saved.field_names();
        let game: Vec<&str> = match names.fields.as_slice() {
            [] => vec!["position"],
            fields => fields.iter().map(|field| field.name.as_str()).collect(),
        };
        if fields != game {
            let (saved, game) = (fields.join(", "), game.join(", "));
            return Err(PolicyError::Fields { name: name.into(), saved, game });
        }
        let best = saved.best_moves().map_err(|error| PolicyError::Position {
            name: name.into(),
            position: "its moves".into(),
            why: error.to_string(),
        })?;
        let mut index: HashMap<String, u32, FixedState> = HashMap::default();
        let mut recorded = Self { name: name.into(), moves: HashMap::default(), known: Vec::new() };
        for (row, best) in best.into_iter().enumerate() {
            let Some(best) = best else { continue };
            let key = key(saved.fields.iter().filter_map(|(_, column)| column.get(row)));
            let at = *index.entry(best).or_insert_with_key(|best| {
                recorded.known.push(best.clone());
                recorded.known.len() as u32 - 1
            });
            recorded.moves.insert(key, (at, saved.solution.strategy[row]));
        }
        Ok(recorded)
    }

    /// What is done at `place`.
    pub(super) fn at(&self, place: &Place<'_>) -> Result<Play, PolicyError> {
        let position =
            |why| PolicyError::Position { name: self.name.clone(), position: place.show(), why };
        let best = self.moves.get(&key(place.values().iter().cloned()));
        let best = best.ok_or_else(|| position("the file holds no move for it".into()))?;
        let &(name, number) = best;
        let name = &self.known[name as usize];
        match moves::find(place, name, true) {
            Found::Play(play) => Ok(play),
            Found::Several if place.names().get(number as usize) == Some(name) => {
                Ok(Play::Choice(number))
            }
            Found::Several => Err(position(moves::ambiguous(place, name))),
            Found::None => {
                let names = moves::list(place.names().iter().map(String::as_str));
                Err(position(format!("the file says '{name}', but the moves there are {names}")))
            }
        }
    }
}

fn key(values: impl Iterator<Item = crate::FieldValue>) -> String {
    let mut key = String::new();
    for value in values {
        key += &value.to_string();
        key.push('\u{1f}');
    }
    key
}
