//! How answers to properties look.

use foregone::Amount;
use foregone::model::{Found, Quantity, Span};
use foregone::query::{Form, Value};
use serde_json::{Map, Value as Json, json};

use super::number;

/// One line, or one for each state.
pub fn text(found: &Found, form: Form) -> String {
    match found {
        Found::Truth(Some(truth)) => truth.to_string(),
        Found::Truth(None) => "undecided".into(),
        Found::Number(span) => span_text(span, form),
        Found::Range { least, most } => {
            format!("from {} to {}", span_text(least, form), span_text(most, form))
        }
        Found::Beyond(value) => beyond(*value),
        Found::States(states) => {
            let line = |(state, found): &(String, Found)| format!("{state}: {}", text(found, form));
            states.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    }
}

fn beyond(value: f64) -> String {
    match value.is_nan() {
        true => "NaN".into(),
        false if value > 0.0 => "Infinity".into(),
        false => "-Infinity".into(),
    }
}

/// One line.
pub fn span_text(span: &Span, form: Form) -> String {
    match (span.finite(), &span.lower) {
        (Some((lower, upper)), _) => {
            let value = Value::new((lower.clone(), upper.clone()), form);
            match number::bounds(&value).as_str() {
                "exact" => number::value(&value),
                bounds => format!("{}  {bounds}", number::value(&value)),
            }
        }
        (None, Quantity::Infinite) => "Infinity".into(),
        (None, Quantity::Finite(lower)) => {
            let least = number::value(&Value::new((lower.clone(), lower.clone()), form));
            format!("at least {least}")
        }
    }
}

/// `value` or `verdict`, or `states` with one of these each.
pub fn json(found: &Found, form: Form) -> Map<String, Json> {
    let (name, value) = match found {
        Found::Truth(truth) => ("verdict", json!(truth)),
        Found::Number(span) => ("value", span_json(span, form)),
        Found::Range { least, most } => {
            ("range", json!([span_json(least, form), span_json(most, form)]))
        }
        Found::Beyond(value) => ("value", json!(beyond(*value))),
        Found::States(states) => {
            let one = |(state, found): &(String, Found)| {
                let mut entry = json(found, form);
                entry.insert("state".into(), state.as_str().into());
                Json::Object(entry)
            };
            ("states", states.iter().map(one).collect())
        }
    };
    Map::from_iter([(name.to_owned(), value)])
}

/// Both bounds.
pub fn span_json(span: &Span, form: Form) -> Json {
    match span.finite() {
        Some((lower, upper)) => json!(Value::new((lower.clone(), upper.clone()), form)),
        None => json!(span),
    }
}

/// Bounds that may be infinite.
pub fn span((lower, upper): (Amount, Amount)) -> Span {
    let quantity = |amount| match amount {
        Amount::Finite(number) => Quantity::Finite(number),
        Amount::Infinite => Quantity::Infinite,
    };
    Span { lower: quantity(lower), upper: quantity(upper) }
}
