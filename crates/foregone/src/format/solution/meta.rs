//! What a saved solution says of itself, as JSON in the file's footer.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use twox_hash::XxHash3_128;

use super::columns::Table;
use super::sheet::Sheet;
use super::{Question, ReadError, Scale, States, Subject};
use crate::games::{self, Values};
use crate::session::AnyExplored;
use crate::solution::Effort;
use crate::{Bounds, Stop};

/// The format that is written.
pub(super) const FORMAT: u32 = 3;
/// The oldest one that is read: it knows chances alone, and those as they are now.
pub(super) const OLDEST: u32 = 2;

/// Where a solved game came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The name of the built-in game.
    pub game: String,
    /// The parameters that were given, as `key=value`: enough to make the game again.
    pub given: Vec<String>,
    /// All parameters in the order of the game's own list, for whoever reads the file.
    pub parameters: Map<String, Value>,
    /// The model and the property, where it is no built-in game.
    pub model: Option<Question>,
}

impl Origin {
    /// A built-in game with these parameters.
    pub fn built_in(game: &str, values: &Values) -> Self {
        let named = |(name, value): (&str, &games::Value)| {
            let value = match value {
                games::Value::Int(number) => Value::from(*number),
                games::Value::Bool(truth) => Value::from(*truth),
                games::Value::Text(text) => Value::from(text.as_str()),
            };
            (name.to_owned(), value)
        };
        let parameters = values.all().map(named).collect();
        Self { game: game.into(), given: values.given(), parameters, model: None }
    }
}

/// The number type of the judged bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbers {
    /// Multiples of `2^-56`.
    Fixed64,
    /// Multiples of `2^-120`.
    Fixed128,
    /// Multiples of `2^-512`.
    Fixed512,
    /// Rationals.
    Exact,
    /// Win, draw or loss with distance.
    Grades,
}

impl Numbers {
    /// The number type of these bounds.
    pub fn of(bounds: &Bounds) -> Self {
        match bounds {
            Bounds::Fixed64(_) => Self::Fixed64,
            Bounds::Fixed128(_) => Self::Fixed128,
            Bounds::Fixed512(_) => Self::Fixed512,
            Bounds::Exact(_) => Self::Exact,
            Bounds::Grades(_) => Self::Grades,
        }
    }
}

/// What a saved solution says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meta {
    /// The version of the format.
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The name of the built-in game.
    pub game: String,
    /// The parameters that were given, as `key=value`.
    pub given: Vec<String>,
    /// All parameters.
    pub parameters: Map<String, Value>,
    /// The model and the property, where it is no built-in game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Question>,
    /// Which part of a solution in several this is, and of how many workers; `None` for a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<[u32; 2]>,
    /// The hash of the game's name, the parameters given, and the model.
    pub game_hash: String,
    /// What the values are.
    #[serde(default)]
    pub subject: Subject,
    /// What was asked.
    pub objective: String,
    /// What is counted, where a game asks for an amount: `turns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<String>,
    /// How the parts that the judge saw become values; `None` for chances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// The number type of the judged bounds.
    pub numbers: Numbers,
    /// The positions from which the game was explored.
    pub starts: Vec<String>,
    /// States of the arena.
    pub states: u64,
    /// Choices of the arena.
    pub choices: u64,
    /// Branches of the arena.
    pub branches: u64,
    /// How many states were looked into; the others were cut off.
    pub expanded: u64,
    /// Why exploring ended early.
    pub exploring_stopped: Option<Reason>,
    /// Why solving ended early.
    pub stopped: Option<Reason>,
    /// What solving took: components, cyclic ones, states of the largest, rounds.
    pub effort: [u64; 4],
}

/// A [`Stop`] as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason(#[serde(with = "StopForm")] pub Stop);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Stop", rename_all = "lowercase")]
enum StopForm {
    States(u64),
    Memory(u64),
    Asked,
    Width,
}

/// What is written where a property was asked.
const QUESTION: &str = "the property that the file holds";

/// What was asked of a built-in game, as it is written.
fn objective(subject: Subject, numbers: Numbers) -> &'static str {
    match (subject, numbers) {
        (Subject::Chance, Numbers::Grades) => {
            "win, draw or loss of player 0; infinite play is a draw"
        }
        (Subject::Chance, _) => "payoff of player 0; infinite play counts 0",
        (Subject::Collected, _) => "expected amount that is collected until the end of play",
        (Subject::Paid, _) => "expected payoff at the end of play",
        (Subject::Steps, _) => "value after a number of moves",
    }
}

impl Meta {
    pub(super) fn new(origin: &Origin, explored: &dyn AnyExplored, table: &Table<'_>) -> Self {
        let arena = table.arena;
        let sizes = [arena.states(), arena.choices(), arena.branches()].map(|size| size as u64);
        let starts = explored.starts().iter().map(|&start| explored.show(start)).collect();
        let counts = match table.sheet.subject {
            Subject::Collected | Subject::Paid => explored.expected(),
            Subject::Chance | Subject::Steps => None,
        };
        Self {
            counts: counts.map(|expected| expected.unit.into()),
            expanded: (arena.states() - arena.unexplored()) as u64,
            exploring_stopped: explored.stopped().cloned().map(Reason),
            ..Self::of(origin, &table.sheet, sizes, starts)
        }
    }

    /// Of a game that was explored to its end: states, choices, branches.
    pub(super) fn of(
        origin: &Origin,
        sheet: &Sheet<'_>,
        [states, choices, branches]: [u64; 3],
        starts: Vec<String>,
    ) -> Self {
        let Effort { components, cyclic, largest, rounds } = sheet.effort;
        let (subject, numbers) = (sheet.subject, Numbers::of(&sheet.bounds));
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            game: origin.game.clone(),
            given: origin.given.clone(),
            parameters: origin.parameters.clone(),
            model: origin.model.clone(),
            part: None,
            game_hash: hash_of_game(&origin.game, &origin.given, origin.model.as_ref()),
            subject,
            objective: match origin.model {
                Some(_) => QUESTION.into(),
                None => objective(subject, numbers).into(),
            },
            counts: None,
            scale: sheet.scale.clone(),
            numbers,
            starts,
            states,
            choices,
            branches,
            expanded: states,
            exploring_stopped: None,
            stopped: sheet.stopped.clone().map(Reason),
            effort: [components, cyclic, largest, rounds],
        }
    }

    /// True where fractions tell the values themselves: not those of bounds so far.
    pub fn is_exact(&self) -> bool {
        let whole = self.stopped.is_none() && self.exploring_stopped.is_none();
        self.numbers == Numbers::Exact && whole
    }

    /// What solving took.
    pub(super) fn effort(&self) -> Effort {
        let [components, cyclic, largest, rounds] = self.effort;
        Effort { components, cyclic, largest, rounds }
    }

    /// Where the parameters for readers are not those that were given: both, as texts. What was
    /// given makes the game; nothing is known of games that are not built in.
    fn contradiction(&self) -> Option<[String; 2]> {
        let values = games::find(&self.game).ok()?.values(&self.given).ok()?;
        let right = Origin::built_in(&self.game, &values).parameters;
        let text = |all: &Map<String, Value>| {
            let each = all.iter().map(|(name, value)| match value.as_str() {
                Some(text) => format!("{name}={text}"),
                None => format!("{name}={value}"),
            });
            each.collect::<Vec<_>>().join(" ")
        };
        (right != self.parameters).then(|| [text(&self.parameters), text(&right)])
    }

    /// A part is nothing by itself.
    pub(super) fn check_whole(&self) -> Result<(), ReadError> {
        self.part.map_or(Ok(()), |[worker, workers]| Err(ReadError::Part(worker, workers)))
    }

    /// Nothing in it contradicts the rest.
    pub(super) fn check(&self) -> Result<(), ReadError> {
        let plain = objective(self.subject, self.numbers);
        let asked = if self.model.is_some() { QUESTION } else { plain };
        if self.objective != asked || !self.hash_holds() {
            return Err(ReadError::Form("its objective or its game's hash is unknown".into()));
        }
        let scaled = match &self.scale {
            None => self.subject == Subject::Chance,
            Some(scale) => self.subject != Subject::Chance && scale.fits(),
        };
        if !scaled || self.format < FORMAT && self.subject != Subject::Chance {
            let why = format!("its footer contradicts itself on the scale of {}", self.subject);
            return Err(ReadError::Form(why));
        }
        if let Some([said, right]) = self.contradiction() {
            let given = self.given.join(" ");
            let text = format!("its footer says '{said}', but '{given}' makes '{right}'");
            return Err(ReadError::Form(text));
        }
        Ok(())
    }

    /// True where name and parameters have the hash that was written.
    fn hash_holds(&self) -> bool {
        self.game_hash == hash_of_game(&self.game, &self.given, self.model.as_ref())
    }
}

impl std::fmt::Display for Meta {
    /// Who wrote the file, and what it says of itself.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { format, program, game_hash, objective, .. } = self;
        write!(
            f,
            "written by version {program} in format {format}; {objective}; game {game_hash}"
        )?;
        match self.model.as_ref().and_then(|model| model.states.as_deref()) {
            Some(States { format, contents, .. }) => {
                write!(f, "; states of a file in the format {format}, whose checksum is {contents}")
            }
            None => Ok(()),
        }
    }
}

fn hash_of_game(game: &str, given: &[String], model: Option<&Question>) -> String {
    let asked = model.into_iter().flat_map(|asked| [asked.text.as_str(), &asked.properties]);
    let states = model.and_then(|asked| asked.states.as_deref()).into_iter();
    let states = states.flat_map(|states| [states.contents.as_str(), &states.umb]);
    let text = std::iter::once(game).chain(given.iter().map(String::as_str)).chain(asked);
    let text = text.chain(states);
    let text = text.collect::<Vec<_>>().join("\n");
    format!("{:032x}", XxHash3_128::oneshot(text.as_bytes()))
}
