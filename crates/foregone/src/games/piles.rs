//! Piles of stones or squares that both players take from: nim, with a pass or in misère play,
//! Wythoff's game and chomp.
//!
//! Invariant: a position is the sizes of the piles, those that the rules make interchangeable not
//! put in order, whether the pass is still there, and whose turn it is.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, grid};
use crate::game::{player, won};
use crate::{Choices, Field, FieldValue, Game, Objective, PositionError, Turn};

/// Nim.
pub const NIM: GameRow = GameRow {
    name: "nim",
    summary: "take any number from one heap; with a pass or in misere play if wanted",
    rules: "\
There are heaps of stones, at most eight. Two players take turns to take at least one stone from one \
heap, as many as they like. Whoever is to move and cannot loses; with misere=true wins. With pass=true \
there is one pass for both players together: once in the game, and not when all heaps are empty, a \
player may do nothing instead. A position is written as the heaps with / between them, p after them \
while the pass is there, and whose turn it is, the first player's if nothing is said: '3/5/1 second'.",
    parameters: &[
        Parameter::new(
            "heaps",
            "3/4/5",
            Kind::Text("heaps from 0 to 255, at most eight, as 3/4/5"),
            "the heaps",
        ),
        Parameter::new("pass", "false", Kind::Bool, "whether there is one pass"),
        MISERE,
    ],
    examples: &[
        Example { at: "3/5/1", meaning: "three heaps" },
        Example { at: "piles=3/5/1,who=second", meaning: "by named fields" },
    ],
    beside: |_| Vec::new(),
    make: |values| {
        let wrong = || values.wrong("heaps", "heaps from 0 to 255, at most eight, as 3/4/5");
        let sizes = sizes(values.text("heaps")).ok_or_else(wrong)?;
        Ok(Arc::new(Piles {
            rule: Rule::Nim,
            pass: values.bool("pass"),
            misere: values.bool("misere"),
            sizes,
        }))
    },
};

/// Wythoff's game.
pub const WYTHOFF: GameRow = GameRow {
    name: "wythoff",
    summary: "two heaps: take any number from one or the same number from both",
    rules: "\
There are two heaps of a and b stones. Two players take turns to take at least one stone: any number \
from one heap, or the same number from both. Whoever is to move and cannot loses; with misere=true \
wins. In normal play the positions lost for the mover are those of Wythoff (1907), (1,2), (3,5), \
(4,7) and so on by the golden ratio. A position is written as the heaps with / between them and whose \
turn it is, the first player's if nothing is said: '3/5 second'.",
    parameters: &[
        Parameter::new("a", "4", Kind::Int(0, 255), "stones of one heap"),
        Parameter::new("b", "7", Kind::Int(0, 255), "stones of the other"),
        MISERE,
    ],
    examples: &[
        Example { at: "3/4", meaning: "the first player is to move" },
        Example { at: "piles=3/4,who=second", meaning: "by named fields" },
    ],
    beside: |_| Vec::new(),
    make: |values| {
        let size = |name| values.int(name).unwrap_or_default() as u8;
        let sizes = vec![size("a"), size("b")];
        Ok(Arc::new(Piles {
            rule: Rule::Wythoff,
            pass: false,
            misere: values.bool("misere"),
            sizes,
        }))
    },
};

/// Chomp.
pub const CHOMP: GameRow = GameRow {
    name: "chomp",
    summary: "bite off a corner of a bar of chocolate; its last square is poisoned",
    rules: "\
A bar of chocolate has rows by cols squares; the one at the lower left is poisoned. Two players take \
turns to choose a square that is still there and eat it with all that are above it, to the right of \
it, or both. Nobody may take the poisoned square: whoever is left with it alone loses; with \
misere=true wins. A position is written as the lengths of the rows from the lowest up with / between \
them and whose turn it is, the first player's if nothing is said: '4/4/2 second'. A move is named by \
column and row of the square.",
    parameters: &[
        Parameter::new("rows", "3", Kind::Int(1, 16), "rows of the bar"),
        Parameter::new("cols", "4", Kind::Int(1, 16), "columns of the bar"),
        Parameter::new("misere", "false", Kind::Bool, "whether whoever is left with it alone wins"),
    ],
    examples: &[
        Example { at: "4/4/2", meaning: "the first player is to move" },
        Example { at: "piles=4/4/2,who=second", meaning: "by named fields" },
    ],
    beside: |_| Vec::new(),
    make: |values| {
        let size = |name| values.int(name).unwrap_or_default();
        let sizes = vec![size("cols") as u8; size("rows") as usize];
        Ok(Arc::new(Piles { rule: Rule::Chomp, pass: false, misere: values.bool("misere"), sizes }))
    },
};

const MISERE: Parameter =
    Parameter::new("misere", "false", Kind::Bool, "whether who cannot move wins");

const NAMES: [&str; 2] = ["first", "second"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Nim,
    Wythoff,
    Chomp,
}

/// The rules and the start.
#[derive(Clone, Debug)]
pub struct Piles {
    rule: Rule,
    pass: bool,
    misere: bool,
    sizes: Vec<u8>,
}

/// What is left, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The piles.
    pub piles: Box<[u8]>,
    /// Whether the pass is still there.
    pub pass: bool,
    /// Whose turn it is, 0 or 1.
    pub who: u8,
}

fn sizes(text: &str) -> Option<Vec<u8>> {
    let all: Option<Vec<u8>> =
        text.split(['/', ',']).map(|size| size.trim().parse().ok()).collect();
    all.filter(|all| (1..=8).contains(&all.len()))
}

impl Piles {
    /// Every move, with its name.
    fn moves(&self, at: &Position) -> Vec<(Position, String)> {
        let mut all = Vec::new();
        let mut push = |piles: Vec<u8>, pass, name| {
            let piles = piles.into_boxed_slice();
            all.push((Position { piles, pass, who: 1 - at.who }, name));
        };
        let (piles, pass) = (&at.piles, at.pass);
        for (pile, &size) in piles.iter().enumerate() {
            for left in (0..size).rev() {
                let mut next = piles.to_vec();
                let name = match self.rule {
                    Rule::Chomp if left == 0 && pile == 0 => continue,
                    Rule::Chomp => {
                        next[pile..].iter_mut().for_each(|row| *row = left.min(*row));
                        format!("{}:{}", left + 1, pile + 1)
                    }
                    Rule::Nim | Rule::Wythoff => {
                        next[pile] = left;
                        format!("take {} from heap {}", size - left, pile + 1)
                    }
                };
                push(next, pass, name);
            }
        }
        if let (Rule::Wythoff, &[a, b]) = (self.rule, &piles[..]) {
            for taken in 1..=a.min(b) {
                push(vec![a - taken, b - taken], pass, format!("take {taken} from both"));
            }
        }
        if pass && piles.iter().any(|&size| size > 0) {
            push(piles.to_vec(), false, "pass".into());
        }
        all
    }

    fn is_stuck(&self, at: &Position) -> bool {
        let left: u32 = at.piles.iter().map(|&size| u32::from(size)).sum();
        left <= u32::from(self.rule == Rule::Chomp)
    }
}

impl Game for Piles {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { piles: self.sizes.clone().into(), pass: self.pass, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        if self.is_stuck(at) { won((at.who == 1) != self.misere) } else { player(at.who) }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        self.moves(at).into_iter().for_each(|(next, _)| out.certain(next));
    }

    fn impartial(&self) -> bool {
        !self.misere
    }

    fn parts(&self, at: &Position, out: &mut Vec<Position>) {
        if self.rule == Rule::Nim && !at.pass {
            let heaps = at.piles.iter().filter(|&&size| size > 0);
            out.extend(heaps.map(|&size| Position { piles: [size].into(), pass: false, who: 0 }));
        } else {
            out.push(Position { who: 0, ..at.clone() });
        }
    }

    fn players(&self) -> Vec<String> {
        NAMES.map(Into::into).into()
    }

    fn fields(&self) -> Vec<Field> {
        let form = if self.pass {
            "with / between them, p after them while the pass is there"
        } else {
            "with / between them"
        };
        let who = Field::new("who", "whose turn it is, first or second");
        let who = Field { default: Some(FieldValue::Text(NAMES[0].into())), ..who };
        vec![Field::new("piles", format!("the sizes {form}")), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let sizes: Vec<String> = at.piles.iter().map(ToString::to_string).collect();
        let pass = if at.pass { "p" } else { "" };
        let who = NAMES[usize::from(at.who)];
        vec![FieldValue::Text(sizes.join("/") + pass), FieldValue::Text(who.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [text, who] = values else { return Err(PositionError::new("expected piles and who")) };
        let text = text.to_string();
        let (bare, pass) = match text.strip_suffix('p') {
            Some(bare) if self.pass => (bare, true),
            _ => (text.as_str(), false),
        };
        let piles: Option<Vec<u8>> = bare.split('/').map(|size| size.parse().ok()).collect();
        let fits = |piles: &Vec<u8>| {
            let falls =
                self.rule != Rule::Chomp || piles.is_sorted_by(|a, b| a >= b) && piles[0] > 0;
            falls && piles.len() == self.sizes.len()
        };
        let error = || {
            let (count, order) = match self.rule {
                Rule::Chomp => ("rows", ", none longer than the one before"),
                _ => ("heaps", ""),
            };
            let count = format!("{} {count} from 0 to 255", self.sizes.len());
            PositionError::new(format!("expected {count} with / between them{order}, not '{text}'"))
        };
        let piles = piles.filter(fits).ok_or_else(error)?.into_boxed_slice();
        Ok(Position { piles, pass, who: grid::player(&who.to_string(), NAMES)? })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let values = grid::board_and_player(text, NAMES)?;
        Some(values.and_then(|values| self.position(&values)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        self.moves(at).into_iter().nth(choice).map(|(_, name)| name).unwrap_or_default()
    }
}
