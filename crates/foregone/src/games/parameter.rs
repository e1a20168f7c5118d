//! Parameters of games: read from `key=value`, with errors that say what would be right.

use std::collections::BTreeMap;
use std::fmt;

use crate::FieldValue;

/// What can be varied in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The value it has where it is not given, as text; `None`: it may be left out altogether.
    pub default: Option<&'static str>,
    /// Where all of these are given, it has no default: they say what it would. As a rule none.
    pub unless: &'static [&'static str],
    /// Which values it takes.
    pub kind: Kind,
    /// What it means.
    pub meaning: &'static str,
}

/// Which values a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Int(i64, i64),
    /// `true` or `false`.
    Bool,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A text that the game reads itself; here is said what it expects.
    Text(&'static str),
    /// The same, and the text is long as a rule: a program may take the name of a file instead.
    File(&'static str),
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A word or text.
    Text(String),
}

/// The parameters of a game with their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    parameters: &'static [Parameter],
    /// One entry for each parameter: its value, and whether it was given.
    entries: Vec<Option<(Value, bool)>>,
}

/// Why parameters cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// Not of the form `key=value`.
    #[error("'{0}' is not of the form key=value; {1}")]
    Form(String, String),
    /// No parameter has this name.
    #[error("no parameter '{name}'{}; {known}", hint(closest))]
    Unknown {
        /// What was given.
        name: String,
        /// The parameter whose name is most like it, if one is.
        closest: Option<&'static str>,
        /// All of them, with their ranges.
        known: String,
    },
    /// Given twice.
    #[error("parameter '{0}' is given twice")]
    Twice(&'static str),
    /// A value it does not take.
    #[error("{name}={value}: {name} takes {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// Parameters that contradict each other.
    #[error("{0}")]
    Conflict(String),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(min, max) => write!(f, "a whole number from {min} to {max}"),
            Self::Bool => f.write_str("true or false"),
            Self::Word(words) => f.write_str(&words.join(" or ")),
            Self::Text(expected) => f.write_str(expected),
            Self::File(expected) => write!(f, "{expected}; or the name of a file with that"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

impl Parameter {
    /// A parameter that has `default` where it is not given.
    pub const fn new(
        name: &'static str,
        default: &'static str,
        kind: Kind,
        meaning: &'static str,
    ) -> Self {
        Self { name, default: Some(default), unless: &[], kind, meaning }
    }

    /// The same without its default where all of `others` are given.
    pub const fn unless(self, others: &'static [&'static str]) -> Self {
        Self { unless: others, ..self }
    }

    /// A parameter that may be left out.
    pub const fn optional(name: &'static str, kind: Kind, meaning: &'static str) -> Self {
        Self { name, default: None, unless: &[], kind, meaning }
    }

    /// The value that `text` stands for.
    fn read(&self, text: &str) -> Result<Value, ParameterError> {
        let value = match self.kind {
            Kind::Int(min, max) => {
                text.parse().ok().filter(|n| (min..=max).contains(n)).map(Value::Int)
            }
            Kind::Bool => text.parse().ok().map(Value::Bool),
            Kind::Word(words) => {
                let same = words.iter().find(|word| word.eq_ignore_ascii_case(text));
                same.map(|word| Value::Text((*word).into()))
            }
            Kind::Text(_) | Kind::File(_) => Some(Value::Text(text.into())),
        };
        value.ok_or_else(|| self.wrong(text, self.kind.to_string()))
    }

    fn wrong(&self, text: &str, expected: String) -> ParameterError {
        ParameterError::Value { name: self.name, value: text.into(), expected }
    }
}

impl Values {
    /// Reads parameters given as `key=value`.
    ///
    /// # Errors
    /// See [`ParameterError`].
    pub fn read<T: AsRef<str>>(
        parameters: &'static [Parameter],
        given: &[T],
    ) -> Result<Self, ParameterError> {
        let mut entries = vec![None; parameters.len()];
        for pair in given {
            let pair = pair.as_ref();
            let Some((name, text)) = pair.split_once('=') else {
                return Err(ParameterError::Form(pair.into(), known(parameters)));
            };
            let at = place(parameters, name.trim())?;
            let value = parameters[at].read(text.trim())?;
            if entries[at].replace((value, true)).is_some() {
                return Err(ParameterError::Twice(parameters[at].name));
            }
        }
        let mut values = Self { parameters, entries };
        for (at, parameter) in parameters.iter().enumerate() {
            let said = !parameter.unless.is_empty()
                && parameter.unless.iter().all(|other| values.is_given(other));
            if let (None, Some(default), false) = (&values.entries[at], parameter.default, said) {
                values.entries[at] = Some((parameter.read(default)?, false));
            }
        }
        Ok(values)
    }

    /// Every parameter that has a value, by name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let named = self.parameters.iter().zip(&self.entries);
        named.filter_map(|(parameter, entry)| Some((parameter.name, &entry.as_ref()?.0)))
    }

    /// Every parameter that has a value, as a constant by name.
    pub fn constants(&self) -> BTreeMap<String, FieldValue> {
        let named = self.all().map(|(name, value)| {
            let value = match value {
                Value::Int(number) => FieldValue::Int(*number),
                Value::Bool(truth) => FieldValue::Bool(*truth),
                Value::Text(text) => FieldValue::Text(text.clone()),
            };
            (name.to_owned(), value)
        });
        named.collect()
    }

    /// What was given, as `key=value` in the order of the table: enough to make the game again.
    pub fn given(&self) -> Vec<String> {
        let named = self.parameters.iter().zip(&self.entries);
        let given = named.filter_map(|(parameter, entry)| match entry {
            Some((value, true)) => Some(format!("{}={value}", parameter.name)),
            _ => None,
        });
        given.collect()
    }

    /// True where parameter `name` was given.
    pub fn is_given(&self, name: &str) -> bool {
        self.entry(name).is_some_and(|entry| entry.1)
    }

    /// The number of parameter `name`, where it has one.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.entry(name)?.0 {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// True where parameter `name` is true.
    pub fn bool(&self, name: &str) -> bool {
        self.entry(name).is_some_and(|entry| entry.0 == Value::Bool(true))
    }

    /// The text of parameter `name`; empty where it has none.
    pub fn text(&self, name: &str) -> &str {
        match self.entry(name) {
            Some((Value::Text(text), _)) => text,
            _ => "",
        }
    }

    /// The error that the value of parameter `name` is not as `expected`.
    pub fn wrong(&self, name: &str, expected: impl Into<String>) -> ParameterError {
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        let parameter = parameter.expect("games ask for their own parameters");
        let value = self.entry(name).map(|entry| entry.0.to_string()).unwrap_or_default();
        parameter.wrong(&value, expected.into())
    }

    fn entry(&self, name: &str) -> Option<&(Value, bool)> {
        let at = self.parameters.iter().position(|parameter| parameter.name == name);
        self.entries[at.expect("games ask for their own parameters")].as_ref()
    }
}

fn place(parameters: &'static [Parameter], name: &str) -> Result<usize, ParameterError> {
    parameters.iter().position(|parameter| parameter.name == name).ok_or_else(|| {
        ParameterError::Unknown {
            name: name.into(),
            closest: closest(name, parameters.iter().map(|parameter| parameter.name)),
            known: known(parameters),
        }
    })
}

pub(super) fn known(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "the game has none".into();
    }
    let each =
        parameters.iter().map(|parameter| format!("{} ({})", parameter.name, parameter.kind));
    format!("parameters: {}", each.collect::<Vec<_>>().join(", "))
}

/// The name most like `name`, if one is like it at all.
pub(crate) fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = names.map(|other| (strsim::jaro_winkler(name, other), other));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.7).then_some(best.1)
}

pub(crate) fn hint(closest: &Option<&str>) -> String {
    closest.map(|name| format!(" (did you mean '{name}'?)")).unwrap_or_default()
}
