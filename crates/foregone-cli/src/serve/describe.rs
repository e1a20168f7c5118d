//! Games, positions and lines as the page shows them.
//!
//! Chances of moves and outcomes are the mover's; expected amounts are the same for all. Invariant:
//! every text of a value has only digits that the judged bounds decide.

use foregone::games::{Kind, Parameter};
use foregone::map::Preset;
use foregone::play::{self, Turn};
use foregone::query::{self, Query, Standing};
use foregone::{ChoiceId, FieldValue, Player, Rational, StateId};
use serde_json::{Value, json};

use super::site::{Variant, parameters};
use crate::show::grid;
use crate::show::worth::{Worth, middle};

/// The game: what the page needs once for each set of rules.
pub fn game(variant: &Variant, first: &[String]) -> Value {
    let made = &variant.made;
    let (explored, arena) = (made.solved().explored(), made.solved().arena());
    let start = explored.starts().first().copied().unwrap_or(StateId(0));
    let presets: Vec<Value> = match (made.row(), &variant.atlas) {
        (Some(row), Ok(_)) => Preset::of(row.name).map(preset).collect(),
        _ => Vec::new(),
    };
    json!({
        "name": made.name(),
        "summary": made.row().map(|row| row.summary),
        "rules": made.row().map(|row| row.rules),
        "property": made.origin.model.as_ref().map(|question| &question.properties),
        "parameters": controls(variant),
        "usual": first,
        "given": variant.key.rules,
        "examples": made.row().map(|row| {
            row.examples.iter().map(|e| json!({ "at": e.at, "meaning": e.meaning })).collect::<Vec<_>>()
        }),
        "players": explored.players(),
        "fields": fields(variant),
        "maps": variant.atlas.as_ref().err().map(ToString::to_string),
        "presets": presets,
        "start": explored.show(start),
        "states": arena.states(),
        "moves": arena.choices(),
        "outcomes": arena.branches(),
        "graded": made.solved().is_graded(),
        "unit": made.solved().unit(),
        "max": maximisers(variant),
        "seat": seat(variant),
    })
}

/// For each player whether it is on Max's side, as far as positions tell.
fn maximisers(variant: &Variant) -> Vec<bool> {
    let (solved, arena) = (variant.made.solved(), variant.made.solved().arena());
    let players = solved.explored().players().len().max(1);
    let of = |player: usize| arena.ids().find(|&at| arena.player(at) == Some(Player(player as u8)));
    (0..players).map(|p| of(p).map_or(p == 0, |state| solved.is_max(state))).collect()
}

/// Positions at which fields are looked at for who is to move.
const LOOKED_AT: usize = 2000;

/// The field that says whose turn it is, by player number from 1; null where none does.
fn seat(variant: &Variant) -> Option<usize> {
    let (solved, arena) = (variant.made.solved(), variant.made.solved().arena());
    let explored = solved.explored();
    let says = |state: StateId, field: usize| {
        let player = arena.player(state).map(|player| i64::from(player.0) + 1);
        player.is_none() || explored.describe(state).get(field).and_then(FieldValue::int) == player
    };
    let several = explored.players().len() > 1;
    let fields = 0..if several { explored.fields().len() } else { 0 };
    let last = || (0..arena.states() as u32).rev().take(LOOKED_AT).map(StateId);
    fields.into_iter().find(|&field| last().all(|state| says(state, field)))
}

fn preset(preset: &Preset) -> Value {
    let request = preset.request();
    let (show, name, along) = match &request.show {
        foregone::map::Show::Value => ("value", "", ""),
        foregone::map::Show::Policy => ("policy", "", ""),
        foregone::map::Show::First { name, along } => ("first", name.as_str(), along.as_str()),
    };
    json!({
        "name": preset.name, "title": preset.title, "x": request.x, "y": request.y,
        "fixed": request.fixed, "show": show, "move": name, "along": along,
    })
}

/// House rules as controls.
fn controls(variant: &Variant) -> Vec<Value> {
    let value = |name: &str| {
        let rule = variant.key.rules.iter().filter_map(|rule| rule.split_once('='));
        rule.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
    };
    let control = |parameter: &Parameter| {
        let kind = match parameter.kind {
            Kind::Int(least, most) => json!({ "kind": "number", "least": least, "most": most }),
            Kind::Bool => json!({ "kind": "truth" }),
            Kind::Word(words) => json!({ "kind": "word", "words": words }),
            Kind::Text(takes) | Kind::File(takes) => json!({ "kind": "text", "takes": takes }),
        };
        json!({
            "name": parameter.name, "meaning": parameter.meaning, "takes": kind,
            "value": value(parameter.name),
        })
    };
    if variant.made.row().is_some() {
        return parameters(variant).iter().map(control).collect();
    }
    let text = |rule: &String| {
        let (name, value) = rule.split_once('=').unwrap_or((rule, ""));
        let takes = json!({ "kind": "text", "takes": "a constant of the model" });
        json!({ "name": name, "meaning": "", "takes": takes, "value": value })
    };
    variant.key.rules.iter().map(text).collect()
}

fn fields(variant: &Variant) -> Vec<Value> {
    let values = |name: &str| {
        let axes = variant.atlas.as_ref().ok()?.axes();
        let axis = axes.iter().find(|axis| axis.name == name)?;
        Some(axis.values.iter().map(grid::json).collect::<Vec<_>>())
    };
    let explored = variant.made.solved().explored();
    let field = |field: foregone::Field| {
        let values = values(&field.name);
        json!({ "name": field.name, "meaning": field.meaning, "values": values })
    };
    explored.fields().into_iter().map(field).collect()
}

/// A position with its moves.
pub fn position(variant: &Variant, state: StateId) -> Value {
    let (solved, arena) = (variant.made.solved(), variant.made.solved().arena());
    let query = solved.query(state, variant.made.form);
    let max = solved.is_max(state);
    let (lower, upper) = solved.bounds(state);
    let worth = variant.made.worth();
    json!({
        "at": query.state,
        "fields": values(variant, state),
        "turn": query.turn,
        "mover": arena.player(state).map(|player| player.0),
        "max": max,
        "over": solved.is_over(state),
        "stays": !solved.is_ended(state) && solved.stays(state),
        "unexplored": arena.is_unexplored(state),
        "lower": lower.to_f64().value(),
        "upper": upper.to_f64().value(),
        "exact": query.value.exact,
        "amount": solved.unit().map(|_| side(worth, &lower, &upper)),
        "sides": sides(variant, state),
        "short": worth.text(&lower, &upper, 1),
        "ends": variant.ends[state.index()],
        "standing": standing(query.standing.as_ref()),
        "told_apart": query.told_apart,
        "plays": solved.choice(state),
        "moves": moves(variant, state, &query, max),
    })
}

fn values(variant: &Variant, state: StateId) -> Vec<Value> {
    variant.made.solved().explored().describe(state).iter().map(grid::json).collect()
}

/// Both sides' chances, or those of a property to hold and not to; null where one is not known. Min's
/// chance follows from Max's where play is bound to end, or nothing is lost by it.
fn sides(variant: &Variant, state: StateId) -> [Value; 2] {
    let solved = variant.made.solved();
    let (lower, upper) = solved.bounds(state);
    let worth = variant.made.worth();
    let first = side(worth, &lower, &upper);
    match worth {
        Worth::Amount(_) => return [Value::Null, Value::Null],
        Worth::Chance if !solved.is_graded() && !variant.ends[state.index()] => {
            return [first, Value::Null];
        }
        _ => {}
    }
    [first, side(worth, &(Rational::ONE - upper), &(Rational::ONE - lower))]
}

fn side(worth: Worth, lower: &Rational, upper: &Rational) -> Value {
    json!({
        "lower": lower.to_f64().value(),
        "upper": upper.to_f64().value(),
        "percent": worth.text(lower, upper, 2),
        "short": worth.text(lower, upper, 1),
        "bounds": worth.bounds(lower, upper),
    })
}

fn standing(standing: Option<&Standing>) -> Value {
    standing.map_or(Value::Null, |standing| {
        json!({
            "winner": standing.winner,
            "distance": standing.distance,
            "text": crate::verbs::standing(standing),
        })
    })
}

fn moves(variant: &Variant, state: StateId, query: &Query, max: bool) -> Vec<Value> {
    let (worth, arena) = (variant.made.worth(), variant.made.solved().arena());
    let bar = Bar::of(worth, &query.moves);
    let choices = arena.choices_of(state).map(ChoiceId);
    let each = choices.zip(&query.moves).map(|(choice, m)| {
        let (lower, upper) = worth.own(max, (m.value.lower.clone(), m.value.upper.clone()));
        let (least, most) = costs(m, &query.moves, max);
        let shown = side(worth, &lower, &upper);
        json!({
            "name": m.name,
            "best": m.best,
            "tie": m.tie,
            "lower": bar.part(&lower),
            "upper": bar.part(&upper),
            "percent": shown["percent"],
            "bounds": shown["bounds"],
            "cost": middle(&least, &most),
            "cost_text": worth.cost(&least, &most),
            "standing": standing(m.standing.as_ref()),
            "outcomes": outcomes(variant, (state, choice), m, max),
        })
    });
    each.collect()
}

fn outcomes(
    variant: &Variant,
    (state, choice): (StateId, ChoiceId),
    m: &query::Move,
    max: bool,
) -> Vec<Value> {
    let (solved, worth) = (variant.made.solved(), variant.made.worth());
    let (arena, own) = (solved.arena(), solved.collects(state, choice));
    let branches = arena.targets(choice).iter().map(|&target| StateId(target));
    let each = branches.zip(&m.outcomes).map(|(target, outcome)| {
        let (low, high) = solved.bounds(target);
        let (low, high) = worth.own(max, (low + &own, high + &own));
        json!({
            "probability": outcome.probability.to_f64().value(),
            "exact": outcome.exact,
            "at": outcome.state,
            "fields": values(variant, target),
            "short": worth.text(&low, &high, 1),
            "middle": middle(&low, &high),
            "standing": standing(solved.standing(target).as_ref()),
        })
    });
    each.collect()
}

/// The range that the bars of moves show: all chances, or amounts from 0 to the largest.
struct Bar {
    low: f64,
    high: f64,
}

impl Bar {
    fn of(worth: Worth, moves: &[query::Move]) -> Self {
        let ends = |(low, high): (f64, f64), m: &query::Move| {
            let value = middle(&m.value.lower, &m.value.upper);
            (low.min(value), high.max(value))
        };
        match worth {
            Worth::Chance | Worth::Property => Self { low: 0.0, high: 1.0 },
            Worth::Amount(_) => {
                let (low, high) = moves.iter().fold((0.0, 0.0), ends);
                Self { low, high: if high > low { high } else { low + 1.0 } }
            }
        }
    }

    fn part(&self, value: &Rational) -> f64 {
        ((value.to_f64().value() - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// Bounds of what a move gives away.
fn costs(this: &query::Move, moves: &[query::Move], max: bool) -> (Rational, Rational) {
    crate::verbs::cost_bounds(this, moves, max).unwrap_or((Rational::ZERO, Rational::ZERO))
}

/// Moves with what came of them.
pub fn line(variant: &Variant, turns: &[Turn]) -> Value {
    let (solved, explored) = (variant.made.solved(), variant.made.solved().explored());
    let (arena, worth) = (solved.arena(), variant.made.worth());
    let steps = turns.iter().map(|turn| {
        let player = arena.player(turn.state).map_or(0, |player| usize::from(player.0));
        let to = play::follow(solved, *turn).unwrap_or(turn.state);
        let (lower, upper) = solved.bounds(to);
        let choice = ChoiceId(arena.choices_of(turn.state).start + turn.choice);
        json!({
            "at": explored.show(turn.state),
            "player": explored.players().get(player),
            "name": explored.move_name(turn.state, turn.choice as usize),
            "chance": arena.targets(choice).len() > 1,
            "to": explored.show(to),
            "before": values(variant, turn.state),
            "after": values(variant, to),
            "short": worth.text(&lower, &upper, 1),
        })
    });
    let end = turns.last().map(|turn| play::follow(solved, *turn).unwrap_or(turn.state));
    let over = end.is_none_or(|end| solved.is_over(end));
    json!({ "steps": steps.collect::<Vec<_>>(), "over": over })
}
