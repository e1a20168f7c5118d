//! Results that files of properties state, `// RESULT: 1/2`, beside what was found.
//!
//! The forms are those of PRISM's own tests: truths, whole numbers, decimals, fractions,
//! expressions over constants, `Infinity`, `NaN`, intervals `[a,b]`, `~` before an approximation,
//! `Error…` for a property that must be refused, and `?` for one whose result does not matter.
//! A number passes where our bounds hold it, or come as near to it as its printed digits say, or
//! within 1e-5 of it, relatively (some stated results are rounded iterates).

use foregone_prism::check::{Given, Scope};
use foregone_prism::compile::{Value, constant_value};
use foregone_prism::source::Source;
use foregone_prism::syntax::{Annotation, parse_expression};

use super::{Found, Quantity, Span};
use crate::{Rational, UBig};

/// How a stated number was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// Our bounds hold it.
    Held,
    /// As near as its printed digits say.
    Digits,
    /// Within 1e-5 of it, relatively.
    Near,
}

impl std::fmt::Display for Met {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Held => "within the bounds",
            Self::Digits => "within its printed digits",
            Self::Near => "within 1e-5 of it",
        })
    }
}

/// True where the annotation says that the property must be refused.
pub fn is_error(expected: &str) -> bool {
    expected.starts_with("Error")
}

/// True for errors that tell of what the arithmetic of the program could not do that stated them:
/// numbers too close to compare, fractional exponents of exact numbers.
pub fn is_limit(expected: &str) -> bool {
    is_error(expected) && ["accuracy", "fractional"].iter().any(|word| expected.contains(word))
}

/// Whether an annotation speaks of a run with these constants, all of them (see
/// [`PropertiesText::known`](super::PropertiesText::known)).
pub fn applies(annotation: &Annotation, given: &Given) -> bool {
    annotation.constants.iter().all(|(name, wanted)| {
        given.get(name).is_some_and(|value| values(wanted, value).unwrap_or(false))
    })
}

/// Whether `value` is among `wanted`: one value, or a range `a:b` or `a:step:b`.
fn values(wanted: &str, value: &Value) -> Option<bool> {
    let parts: Vec<&str> = wanted.split(':').map(str::trim).collect();
    if let Value::Bool(truth) = value {
        return Some(parts == [truth.to_string().as_str()]);
    }
    let number = value.number()?;
    let nothing = Given::new();
    let bounds: Option<Vec<Rational>> = parts.iter().map(|part| parse(part, &nothing)).collect();
    Some(match &bounds?[..] {
        [only] => number == *only,
        [first, last] => *first <= number && number <= *last && (&number - first).is_int(),
        [first, step, last] if !step.is_zero() => {
            *first <= number && number <= *last && ((&number - first) / step).is_int()
        }
        _ => false,
    })
}

/// Compares what was found with what is stated.
///
/// # Errors
/// They differ, or the annotation cannot be read: says how.
pub fn compare(expected: &str, found: &Found, given: &Given) -> Result<Met, String> {
    if expected == "?" {
        return Ok(Met::Held);
    }
    let expected = first(expected);
    match found {
        Found::Truth(truth) => match (expected.to_lowercase().as_str(), truth) {
            ("true", Some(true)) | ("false", Some(false)) => Ok(Met::Held),
            ("true" | "false", Some(truth)) => Err(format!("it is {truth}")),
            ("true" | "false", None) => Err("it is undecided".into()),
            _ => Err("it is a truth, not a number".into()),
        },
        Found::Number(span) => number(expected, span, given),
        Found::Range { least, most } => {
            let inner = expected.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            let (low, high) = inner.and_then(|inner| inner.split_once(',')).ok_or_else(|| {
                format!("the states have different values, from {} to {}", show(least), show(most))
            })?;
            let first = number(low.trim(), least, given)?;
            let second = number(high.trim(), most, given)?;
            Ok(if first == Met::Held { second } else { first })
        }
        Found::Beyond(value) => {
            let text = expected.trim_start_matches('+');
            let same = match value.is_nan() {
                true => text == "NaN",
                false if *value > 0.0 => ["Infinity", "Inf"].contains(&text),
                false => ["-Infinity", "-Inf"].contains(&text),
            };
            same.then_some(Met::Held).ok_or_else(|| format!("it is {value}"))
        }
        Found::States(_) => Err("it is a list of states, which is not compared".into()),
    }
}

/// A stated result without the remark that may follow it after a blank; an interval, and the side
/// of an operator, may have blanks inside.
fn first(expected: &str) -> &str {
    let blank = |at: &usize| {
        let (before, after) = (expected[..*at].trim_end(), expected[*at..].trim_start());
        let goes_on = |c: Option<char>| c.is_some_and(|c| "+-*/^,<>=&|".contains(c));
        !expected.starts_with('[')
            && !goes_on(before.chars().last())
            && (!goes_on(after.chars().next()) || after.starts_with("//"))
    };
    let blanks = expected.match_indices(char::is_whitespace).map(|(at, _)| at);
    blanks.into_iter().find(blank).map_or(expected, |at| &expected[..at])
}

fn number(expected: &str, span: &Span, given: &Given) -> Result<Met, String> {
    let text = expected.trim_start_matches('~').trim();
    let differs = || format!("it is {}", show(span));
    if ["Infinity", "Inf", "+Infinity", "+Inf"].contains(&text) {
        let infinite = span.lower == Quantity::Infinite;
        return infinite.then_some(Met::Held).ok_or_else(differs);
    }
    if text == "NaN" || text.starts_with("-Inf") {
        return Err(differs());
    }
    if let Some((low, high)) = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .and_then(|i| i.split_once(','))
    {
        return within(low.trim(), high.trim(), span, given);
    }
    let stated =
        parse(text, given).ok_or_else(|| format!("'{expected}' is none of the known forms"))?;
    let (lower, upper) = span.finite().ok_or_else(differs)?;
    let off = (lower - &stated).max(&stated - upper);
    let size = if stated < Rational::ZERO { -stated.clone() } else { stated.clone() };
    let near = Rational::from_parts(1.into(), UBig::from(100_000u32)) * size;
    match off {
        off if off <= Rational::ZERO => Ok(Met::Held),
        off if last_digit(text).is_some_and(|unit| off <= unit) => Ok(Met::Digits),
        off if off <= near => Ok(Met::Near),
        _ => Err(differs()),
    }
}

/// Whether a number lies between two, or spans what they do.
fn within(low: &str, high: &str, span: &Span, given: &Given) -> Result<Met, String> {
    let (least, most) = (parse(low, given), parse(high, given));
    let holds = |number: Option<&Rational>| {
        let fits = |least, most, number| least <= number && number <= most;
        least.as_ref().zip(most.as_ref()).zip(number).is_some_and(|((a, b), n)| fits(a, b, n))
    };
    if holds(span.lower.finite()) && holds(span.upper.finite()) {
        return Ok(Met::Held);
    }
    number(low, span, given)?;
    number(high, span, given)
}

/// What the last printed digit of a decimal is worth; `None` without a decimal point or exponent.
fn last_digit(text: &str) -> Option<Rational> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let decimals = match mantissa.split_once('.') {
        Some((_, decimals)) => i32::try_from(decimals.len()).ok()?,
        None if exponent == 0 => return None,
        None => 0,
    };
    let places = decimals.checked_sub(exponent)?;
    let power = Rational::from(UBig::from(10u8).pow(places.unsigned_abs().min(5000) as usize));
    Some(if places >= 0 { Rational::ONE / power } else { power })
}

/// A number, or an expression over the constants given.
fn parse(text: &str, given: &Given) -> Option<Rational> {
    value_of(text, given)?.number()
}

/// The value of an expression over the constants given.
pub(super) fn value_of(text: &str, given: &Given) -> Option<Value> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(end);
        match given.get(word) {
            Some(value) => plain += &format!("({value})"),
            // The language's integers end at 64 bits, its decimals nowhere.
            None if word.len() > 18 && word.bytes().all(|b| b.is_ascii_digit()) => {
                plain += &format!("{word}.0");
            }
            None => plain += word,
        }
        rest = after;
    }
    let source = Source::new("RESULT", plain);
    let expression = parse_expression(&source).ok()?;
    constant_value(&Scope::default(), &expression).ok()
}

fn show(span: &Span) -> String {
    let (lower, upper) = span.doubles();
    match (span.is_exact(), span.finite()) {
        (true, Some((value, _))) if value.to_string().len() < 20 => value.to_string(),
        (true, None) => "Infinity".into(),
        _ => format!("[{lower}, {upper}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stated_numbers_are_met_in_their_own_precision() {
        let third = Rational::from_parts(1.into(), 3u8.into());
        let found = Found::Number(Span::exactly(third));
        let given = Given::from([("N".to_owned(), Value::Int(3))]);
        let cases = [
            ("1/3", Some(Met::Held)),
            ("1/N", Some(Met::Held)),
            ("1000000000000000000000/3000000000000000000000", Some(Met::Held)),
            ("[0.333,0.334]", Some(Met::Held)),
            ("[0.334,0.335]", None),
            ("0.333", Some(Met::Digits)),
            ("1/3 (=2/6)", Some(Met::Held)),
            ("1 / 3 // a third", Some(Met::Held)),
            ("[0.333, 0.334]", Some(Met::Held)),
            ("0.33 0.5", Some(Met::Digits)),
            ("~0.33", Some(Met::Digits)),
            ("0.33333433333", Some(Met::Near)),
            ("3.33e-1", Some(Met::Digits)),
            ("0.3343", None),
            ("Infinity", None),
            ("NaN", None),
            ("true", None),
            ("?", Some(Met::Held)),
        ];
        for (expected, met) in cases {
            assert_eq!(compare(expected, &found, &given).ok(), met, "{expected}");
        }
    }

    #[test]
    fn annotations_speak_of_their_constants() {
        let given = Given::from([("N".to_owned(), Value::Int(3)), ("b".into(), Value::Bool(true))]);
        let cases =
            [("N=3", true), ("N=1:5", true), ("N=2:2:8", false), ("N=4", false), ("b=true", true)];
        for (text, expected) in cases {
            let (name, value) = text.split_once('=').unwrap();
            let constants = vec![(name.to_owned(), value.to_owned())];
            let annotation = Annotation { constants, expected: "1".into() };
            assert_eq!(applies(&annotation, &given), expected, "{text}");
        }
    }
}
