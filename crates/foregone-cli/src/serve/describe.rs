//! Games, positions and lines as the page shows them.
//!
//! Chances of moves and outcomes are the mover's. Invariant: every text of a chance has only digits
//! that the judged bounds decide.

use foregone::games::{Kind, Parameter};
use foregone::map::Preset;
use foregone::play::{self, Turn};
use foregone::query::{self, Query, Standing};
use foregone::{ChoiceId, NO_CHOICE, Rational, StateId};
use serde_json::{Value, json};

use super::site::{Variant, parameters};
use crate::show::grid;
use crate::show::number::{bounds_percent, cost_points, percent};

/// The game: what the page needs once for each set of rules.
pub fn game(variant: &Variant, first: &[String]) -> Value {
    let made = &variant.made;
    let explored = &made.solved().explored;
    let arena = made.solved().checked.arena();
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
        "graded": made.solved().checked.solution().bounds.grades(start).is_some(),
    })
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
    let explored = &variant.made.solved().explored;
    let field = |field: foregone::Field| {
        let values = values(&field.name);
        json!({ "name": field.name, "meaning": field.meaning, "values": values })
    };
    explored.fields().into_iter().map(field).collect()
}

/// A position with its moves.
pub fn position(variant: &Variant, state: StateId) -> Value {
    let solved = variant.made.solved();
    let (explored, checked) = (&*solved.explored, &solved.checked);
    let (arena, form) = (checked.arena(), variant.made.answer.form);
    let query = query::query(explored, checked, state, form);
    let max = checked.objective().is_max(arena, state);
    let plays = checked.solution().strategy[state.index()];
    let (lower, upper) = checked.solution().bounds.rational(state);
    let chance = Chance::of(variant, state, true);
    let other = Chance::of(variant, state, false);
    json!({
        "at": query.state,
        "fields": values(variant, state),
        "turn": query.turn,
        "mover": arena.player(state).map(|player| player.0),
        "max": max,
        "over": checked.objective().is_ended(arena, state),
        "unexplored": arena.is_unexplored(state),
        "lower": lower.to_f64().value(),
        "upper": upper.to_f64().value(),
        "exact": query.value.exact,
        "sides": [chance.json(), other.json()],
        "ends": variant.ends[state.index()],
        "standing": standing(query.standing.as_ref()),
        "told_apart": query.told_apart,
        "plays": (plays != NO_CHOICE).then_some(plays),
        "moves": moves(variant, state, &query, max),
    })
}

fn values(variant: &Variant, state: StateId) -> Vec<Value> {
    variant.made.solved().explored.describe(state).iter().map(grid::json).collect()
}

/// What one side gets at a state.
struct Chance {
    bounds: Option<(Rational, Rational)>,
}

impl Chance {
    /// Min's chance follows from Max's where play is bound to end, or nothing is lost by it.
    fn of(variant: &Variant, state: StateId, max: bool) -> Self {
        let checked = &variant.made.solved().checked;
        let (lower, upper) = checked.solution().bounds.rational(state);
        let graded = checked.solution().bounds.grades(state).is_some();
        let bounds = match max {
            true => Some((lower, upper)),
            false if graded || variant.ends[state.index()] => {
                Some((Rational::ONE - upper, Rational::ONE - lower))
            }
            false => None,
        };
        Self { bounds }
    }

    fn json(&self) -> Value {
        match &self.bounds {
            Some((lower, upper)) => json!({
                "lower": lower.to_f64().value(),
                "upper": upper.to_f64().value(),
                "percent": percent(lower, upper, 2),
                "short": percent(lower, upper, 1),
                "bounds": bounds_percent(lower, upper),
            }),
            None => Value::Null,
        }
    }
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
    let arena = variant.made.solved().checked.arena();
    let choices = arena.choices_of(state).map(ChoiceId);
    let each = choices.zip(&query.moves).map(|(choice, m)| {
        let (lower, upper) = own(max, &m.value.lower, &m.value.upper);
        let (least, most) = costs(m, &query.moves, max);
        let branches = arena.targets(choice).iter().map(|&target| StateId(target));
        let outcomes = branches.zip(&m.outcomes).map(|(target, outcome)| {
            let checked = &variant.made.solved().checked;
            let (low, high) = checked.solution().bounds.rational(target);
            let (low, high) = own(max, &low, &high);
            json!({
                "probability": outcome.probability.to_f64().value(),
                "exact": outcome.exact,
                "at": outcome.state,
                "fields": values(variant, target),
                "short": percent(&low, &high, 1),
                "middle": middle(&low, &high),
                "standing": standing(Standing::of(&*variant.made.solved().explored, checked, target).as_ref()),
            })
        });
        json!({
            "name": m.name,
            "best": m.best,
            "tie": m.tie,
            "lower": lower.to_f64().value(),
            "upper": upper.to_f64().value(),
            "percent": percent(&lower, &upper, 2),
            "bounds": bounds_percent(&lower, &upper),
            "cost": middle(&least, &most) * 100.0,
            "cost_text": cost_points(&least, &most),
            "standing": standing(m.standing.as_ref()),
            "outcomes": outcomes.collect::<Vec<_>>(),
        })
    });
    each.collect()
}

/// A value as the mover sees it.
fn own(max: bool, lower: &Rational, upper: &Rational) -> (Rational, Rational) {
    match max {
        true => (lower.clone(), upper.clone()),
        false => (Rational::ONE - upper, Rational::ONE - lower),
    }
}

fn middle(lower: &Rational, upper: &Rational) -> f64 {
    lower.to_f64().value().midpoint(upper.to_f64().value())
}

/// Bounds of what a move gives away.
fn costs(this: &query::Move, moves: &[query::Move], max: bool) -> (Rational, Rational) {
    crate::verbs::cost_bounds(this, moves, max).unwrap_or((Rational::ZERO, Rational::ZERO))
}

/// Moves with what came of them.
pub fn line(variant: &Variant, turns: &[Turn]) -> Value {
    let solved = variant.made.solved();
    let steps = turns.iter().map(|turn| {
        let arena = solved.checked.arena();
        let player = arena.player(turn.state).map_or(0, |player| usize::from(player.0));
        let to = play::follow(solved, *turn).unwrap_or(turn.state);
        let (lower, upper) = solved.checked.solution().bounds.rational(to);
        let choice = ChoiceId(arena.choices_of(turn.state).start + turn.choice);
        json!({
            "at": solved.explored.show(turn.state),
            "player": solved.explored.players().get(player),
            "name": solved.explored.move_name(turn.state, turn.choice as usize),
            "chance": arena.targets(choice).len() > 1,
            "to": solved.explored.show(to),
            "before": values(variant, turn.state),
            "after": values(variant, to),
            "short": percent(&lower, &upper, 1),
        })
    });
    let end = turns.last().map(|turn| play::follow(solved, *turn).unwrap_or(turn.state));
    let over =
        end.is_none_or(|end| solved.checked.objective().is_ended(solved.checked.arena(), end));
    json!({ "steps": steps.collect::<Vec<_>>(), "over": over })
}
