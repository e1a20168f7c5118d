//! Shiritori: every word begins with the last letters of the one before; words may come again.
//!
//! AtCoder ABC 209 E. Invariant: the word said last is one of the list, or none was said yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, grid};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Objective, PositionError, Turn};

/// Shiritori.
pub const ROW: GameRow = GameRow {
    name: "shiritori",
    summary: "a chain of words, each beginning with the last letters of the one before",
    rules: "\
There is a list of words. Two players, Takahashi and Aoki, take turns to say one of them; Takahashi \
begins with any. Every other word must begin with the last three letters of the word before (overlap=3); words \
may be said again. Whoever cannot say a word loses. A chain that never ends is a draw. A position is \
written as the word said last, - if none was, and whose turn it is, Takahashi's if nothing is said: \
'abcd Aoki'.",
    parameters: &[
        Parameter::new("words", "abcd/bcda/ada", Kind::File(WORDS), "the words"),
        Parameter::new("overlap", "3", Kind::Int(1, 100), "letters that two words share"),
    ],
    examples: &[
        Example { at: "- Takahashi", meaning: "the start" },
        Example { at: "abcd Aoki", meaning: "Takahashi said abcd" },
        Example { at: "word=abcd,who=Aoki", meaning: "the same by named fields" },
    ],
    beside: |_| Vec::new(),
    make,
};

const WORDS: &str = "words with / between them, none shorter than the overlap";
const NAMES: [&str; 2] = ["Takahashi", "Aoki"];
/// In the place of a word: none was said.
const NONE: u32 = u32::MAX;

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let mut words: Vec<String> = values.text("words").split(['/', ',']).map(Into::into).collect();
    // A word that stands there twice is one word.
    words.sort();
    words.dedup();
    let overlap = values.int("overlap").unwrap_or_default() as usize;
    let plain =
        |word: &String| word.chars().count() >= overlap && word.chars().all(char::is_alphanumeric);
    if !words.iter().all(plain) {
        return Err(values.wrong("words", WORDS));
    }
    Ok(Arc::new(Shiritori::new(words, overlap)))
}

/// The words, and which may follow which.
#[derive(Clone, Debug)]
pub struct Shiritori {
    words: Vec<String>,
    /// For each word those that may follow it.
    after: Vec<Vec<u32>>,
    first: Vec<u32>,
}

/// The word said last and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    word: u32,
    who: u8,
}

impl Shiritori {
    /// A game with these words, none shorter than `overlap`.
    pub fn new(words: Vec<String>, overlap: usize) -> Self {
        let mut beginning: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (at, word) in (0..).zip(&words) {
            beginning.entry(word.chars().take(overlap).collect()).or_default().push(at);
        }
        let after = words.iter().map(|word| {
            let skipped = word.chars().count().saturating_sub(overlap);
            let end: String = word.chars().skip(skipped).collect();
            beginning.get(&end).cloned().unwrap_or_default()
        });
        let after = after.collect();
        let first = (0..words.len() as u32).collect();
        Self { words, after, first }
    }

    fn next(&self, at: &Position) -> &[u32] {
        self.after.get(at.word as usize).unwrap_or(&self.first)
    }
}

impl Game for Shiritori {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { word: NONE, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        if self.next(at).is_empty() { won(at.who == 1) } else { player(at.who) }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        self.next(at).iter().for_each(|&word| out.certain(Position { word, who: 1 - at.who }));
    }

    fn players(&self) -> Vec<String> {
        NAMES.map(Into::into).into()
    }

    fn fields(&self) -> Vec<Field> {
        let who = Field::new("who", "whose turn it is, Takahashi or Aoki");
        let who = Field { default: Some(FieldValue::Text(NAMES[0].into())), ..who };
        vec![Field::new("word", "the word said last, or - if none was"), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let word = self.words.get(at.word as usize).map_or("-", String::as_str);
        let who = NAMES[usize::from(at.who)];
        vec![FieldValue::Text(word.into()), FieldValue::Text(who.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [text, who] = values else { return Err(PositionError::new("expected word and who")) };
        let text = text.to_string();
        let found = self.words.iter().position(|word| *word == text).map(|at| at as u32);
        let word = if text == "-" { Some(NONE) } else { found };
        let error = || PositionError::new(format!("{text}: is no word of the list"));
        Ok(Position { word: word.ok_or_else(error)?, who: grid::player(&who.to_string(), NAMES)? })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let values = grid::board_and_player(text, NAMES)?;
        Some(values.and_then(|values| self.position(&values)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let word = self.next(at).get(choice);
        word.and_then(|&word| self.words.get(word as usize)).cloned().unwrap_or_default()
    }
}
