//! An explored game as a listing.
//!
//! Files know no endings: a state where play is over goes to itself and gets the labels `over` and,
//! by its payoff for Max, `won` (1), `lost` (0), `drawn` (1/2) or `payoff_N_D`. Words in fields
//! become numbers, since the field's tools know no words.

use std::collections::BTreeMap;

use super::{Kind, Label, Listing, Moves, Variable, ascending};
use crate::format::solution::Column;
use crate::session::AnyExplored;
use crate::{ArenaBuilder, ArenaError, FieldValue, Rational, StateId, Turn};

/// A field with more different words than this is left out.
const MOST_WORDS: usize = 64;

impl Listing {
    /// Lists an explored game; remarks come beside it.
    ///
    /// # Errors
    /// Exploring stopped early: a file holds a whole game.
    pub fn of_game(explored: &dyn AnyExplored) -> Result<(Self, Vec<String>), String> {
        if let Some(stop) = explored.stopped() {
            return Err(format!("a file must hold the whole game, but {stop}"));
        }
        let players = explored.players();
        let kind = if players.len() > 1 { Kind::Smg } else { Kind::Mdp };
        let (variables, remarks) = variables(explored);
        let (arena, labels) = without_endings(explored).map_err(|error| error.to_string())?;
        let listing = Self {
            kind,
            arena: arena.into(),
            players: if kind == Kind::Smg { players } else { Vec::new() },
            initial: ascending(explored.starts().iter().map(|start| start.0).collect()),
            deadlocks: Vec::new(),
            labels,
            rewards: Vec::new(),
            variables,
            moves: moves(explored),
        };
        Ok((listing, remarks))
    }
}

/// The arena with a way from each ending to itself, and labels for the endings.
fn without_endings(explored: &dyn AnyExplored) -> Result<(crate::Arena, Vec<Label>), ArenaError> {
    let arena = explored.arena();
    let mut builder = ArenaBuilder::new();
    let mut labels: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for state in arena.ids() {
        let owner = arena.player(state).unwrap_or(crate::Player(0));
        builder.state(Turn::Player(owner))?;
        if let Some(payoff) = arena.payoff(state) {
            builder.choice(1, &[(1, state.0)])?;
            for name in ["over".into(), ending(payoff)] {
                labels.entry(name).or_default().push(state.0);
            }
        }
        for choice in arena.choices_of(state) {
            let choice = arena.choice(crate::ChoiceId(choice));
            let distribution = choice.distribution;
            let targets = choice.targets.iter();
            match distribution.big {
                None => {
                    let (d, n) = (distribution.denominator, distribution.numerators);
                    builder.weighted(d, n, choice.targets)?;
                }
                Some(_) => {
                    let exact = |(at, &to)| (distribution.probability(at), to);
                    builder.choice_exact(&targets.enumerate().map(exact).collect::<Vec<_>>())?;
                }
            }
        }
    }
    let labels = labels.into_iter().map(|(name, states)| Label { name, states }).collect();
    Ok((builder.finish()?, labels))
}

fn ending(payoff: &Rational) -> String {
    let (n, d) = (payoff.numerator().to_string(), payoff.denominator().to_string());
    match (n.as_str(), d.as_str()) {
        ("1", "1") => "won".into(),
        ("0", "1") => "lost".into(),
        ("1", "2") => "drawn".into(),
        _ => format!("payoff_{}_{d}", n.replace('-', "minus_")),
    }
}

fn moves(explored: &dyn AnyExplored) -> Moves {
    let arena = explored.arena();
    let names = arena.ids().flat_map(|state| {
        let choices = arena.choices_of(state).len();
        let own: Vec<String> = match arena.payoff(state) {
            Some(_) => vec![String::new()],
            None => (0..choices).map(|choice| explored.move_name(state, choice)).collect(),
        };
        own
    });
    Moves::new(names)
}

/// The fields as columns of numbers and truth values, and what was done to words.
fn variables(explored: &dyn AnyExplored) -> (Vec<Variable>, Vec<String>) {
    let states = explored.arena().states() as u32;
    let rows: Vec<Vec<FieldValue>> =
        (0..states).map(|state| explored.describe(StateId(state))).collect();
    let (mut all, mut remarks) = (Vec::new(), Vec::new());
    for (at, field) in explored.fields().into_iter().enumerate() {
        let values = rows.iter().map(|row| &row[at]);
        match column(values) {
            Ok((values, words)) => {
                if !words.is_empty() {
                    remarks
                        .push(format!("the field '{}' is written in numbers: {words}", field.name));
                }
                all.push(Variable { name: field.name, values });
            }
            Err(why) => {
                remarks.push(format!("the field '{}' is left out: {why}", field.name));
            }
        }
    }
    (all, remarks)
}

/// A column, and which number stands for which word.
fn column<'a>(
    values: impl Iterator<Item = &'a FieldValue>,
) -> Result<(Column, String), &'static str> {
    let mut words: Vec<&str> = Vec::new();
    let (mut numbers, mut truths) = (Vec::new(), Vec::new());
    for value in values {
        match value {
            FieldValue::Int(number) => numbers.push(*number),
            FieldValue::Bool(truth) => truths.push(*truth),
            FieldValue::Text(text) => {
                let at = words.iter().position(|word| word == text).unwrap_or_else(|| {
                    words.push(text);
                    words.len() - 1
                });
                numbers.push(at as i64);
            }
        }
        if words.len() > MOST_WORDS {
            return Err("it has too many different words");
        }
    }
    if !truths.is_empty() {
        return if numbers.is_empty() {
            Ok((Column::Bool(truths), String::new()))
        } else {
            Err("it mixes numbers and truth values")
        };
    }
    let named = words.iter().enumerate().map(|(at, word)| format!("{at} for {word}"));
    let named = named.collect::<Vec<_>>().join(", ");
    Ok((Column::Int(numbers), named))
}
