//! The values of variables at states, packed into bits.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::write::{Files, strings};
use crate::format::listing::Listing;
use crate::format::solution::Column;

/// Writes the values; returns how they lie, for the index.
pub(super) fn write(listing: &Listing, files: &mut Files) -> Option<Value> {
    if listing.variables.is_empty() {
        return None;
    }
    let mut texts = Texts::default();
    let columns: Vec<Packed> =
        listing.variables.iter().map(|variable| Packed::of(&variable.values, &mut texts)).collect();
    let bits: usize = columns.iter().map(|column| column.bits).sum();
    let padding = bits.next_multiple_of(8) - bits;
    let mut bytes = vec![0; listing.arena.states() * (bits + padding) / 8];
    for (state, row) in bytes.chunks_mut(((bits + padding) / 8).max(1)).enumerate() {
        let mut at = 0;
        for column in &columns {
            column.put(state, at, row);
            at += column.bits;
        }
    }
    files.push(("valuations/states/valuations.bin".into(), bytes));
    let named = listing.variables.iter().zip(&columns);
    let mut slots: Vec<Value> = named
        .map(|(variable, column)| {
            let ty = json!({ "type": column.ty, "size": column.bits });
            json!({ "name": variable.name, "type": ty })
        })
        .collect();
    if padding > 0 {
        slots.push(json!({ "padding": padding }));
    }
    let mut valuation =
        json!({ "unique": listing.values_differ(), "classes": [{ "variables": slots }] });
    if !texts.all.is_empty() {
        valuation["#strings"] = texts.all.len().into();
        strings("valuations/states", &texts.all, files);
    }
    Some(valuation)
}

#[derive(Default)]
struct Texts {
    all: Vec<String>,
    places: BTreeMap<String, u64>,
}

impl Texts {
    fn place(&mut self, text: &str) -> u64 {
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        let place = self.all.len() as u64;
        self.all.push(text.into());
        self.places.insert(text.into(), place);
        place
    }
}

/// A column in bits.
struct Packed {
    ty: &'static str,
    bits: usize,
    words: Vec<u64>,
}

impl Packed {
    fn of(column: &Column, texts: &mut Texts) -> Self {
        match column {
            Column::Bool(all) => {
                Self { ty: "bool", bits: 1, words: all.iter().map(|&t| u64::from(t)).collect() }
            }
            Column::Int(all) => {
                let bits = |number: &i64| 65 - (number ^ (number >> 63)).leading_zeros() as usize;
                let bits = all.iter().map(bits).max().unwrap_or(1);
                Self { ty: "int", bits, words: all.iter().map(|&number| number as u64).collect() }
            }
            Column::Text(all) => Self {
                ty: "string",
                bits: 64,
                words: all.iter().map(|text| texts.place(text)).collect(),
            },
        }
    }

    fn put(&self, state: usize, first: usize, row: &mut [u8]) {
        for bit in 0..self.bits {
            let at = first + bit;
            row[at / 8] |= ((self.words[state] >> bit & 1) as u8) << (at % 8);
        }
    }
}
