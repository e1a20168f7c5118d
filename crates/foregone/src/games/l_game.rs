//! The L game of Edward de Bono: move your L, then a neutral piece if you like.
//!
//! Invariant: the two Ls and the two neutral squares cover ten different squares of the sixteen.

use std::sync::Arc;

use super::{Example, GameRow, grid};
use crate::game::{player, won};
use crate::{Choices, Field, FieldValue, Game, Objective, PositionError, Turn};

/// The L game.
pub const ROW: GameRow = GameRow {
    name: "l-game",
    summary: "move your L on a board of 4 by 4, then a neutral piece; who cannot move the L loses",
    rules: "\
On a board of four by four squares each player has a piece of four squares in the shape of an L; two \
neutral pieces cover one square each. First and second take turns: the mover must take up its L, turn it, \
turn it over or neither, and put it on free squares, at least one of them not covered by it before; then it may \
move one of the neutral pieces to a free square. Whoever cannot move its L loses. Play that never ends \
is a draw. A position is written as its rows from the top with / between them, 1 and 2 for the Ls, n \
for a neutral piece, a dot for a free square, and whose turn it is, the first player's if nothing is said.",
    parameters: &[],
    examples: &[
        Example { at: "n11./.21./.21./.22n", meaning: "the start" },
        Example { at: "board=n11./.21./.21./.22n,who=second", meaning: "by named fields" },
    ],
    beside: |_| Vec::new(),
    make: |_| Ok(Arc::new(LGame::new())),
};

const NAMES: [&str; 2] = ["first", "second"];

/// The rules, with every way to put an L.
#[derive(Clone, Debug)]
pub struct LGame {
    placings: Vec<u16>,
}

/// Squares bit by bit from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The Ls.
    pub ls: [u16; 2],
    /// Both neutral pieces.
    pub neutral: u16,
    /// Whose turn it is, 0 or 1.
    pub who: u8,
}

impl LGame {
    fn new() -> Self {
        let mut placings = Vec::new();
        // Three squares in a row and one below their left end, moved about and turned.
        for (row, column) in (0..3).flat_map(|row| (0..2).map(move |column| (row, column))) {
            let corner = row * 4 + column;
            let squares = [corner, corner + 1, corner + 2, corner + 4];
            for to in grid::symmetries(4, 4) {
                placings.push(squares.iter().fold(0_u16, |all, &square| all | 1 << to[square]));
            }
        }
        placings.sort_unstable();
        placings.dedup();
        Self { placings }
    }

    /// Where the mover may put its L.
    fn placings(&self, at: &Position) -> impl Iterator<Item = u16> {
        let who = usize::from(at.who);
        let (own, taken) = (at.ls[who], at.ls[1 - who] | at.neutral);
        self.placings.iter().copied().filter(move |&to| to != own && to & taken == 0)
    }

    /// Every move as the position it leads to.
    fn moves(&self, at: &Position) -> impl Iterator<Item = Position> {
        self.placings(at).flat_map(move |to| {
            let mut ls = at.ls;
            ls[usize::from(at.who)] = to;
            let free = !(ls[0] | ls[1] | at.neutral);
            let each =
                |bits: u16| (0..16).map(|square| 1 << square).filter(move |bit| bits & bit != 0);
            let moved = each(at.neutral).flat_map(move |from: u16| {
                each(free).map(move |onto: u16| at.neutral & !from | onto)
            });
            let who = 1 - at.who;
            std::iter::once(at.neutral).chain(moved).map(move |neutral| Position {
                ls,
                neutral,
                who,
            })
        })
    }
}

impl Game for LGame {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        let [one, two] = [[1, 2, 6, 10], [5, 9, 13, 14]]
            .map(|squares| squares.iter().fold(0_u16, |all, square| all | 1 << square));
        vec![Position { ls: [one, two], neutral: 1 | 1 << 15, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        if self.placings(at).next().is_none() { won(at.who == 1) } else { player(at.who) }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        self.moves(at).for_each(|next| out.certain(next));
    }

    fn images(&self, at: &Position, out: &mut Vec<Position>) {
        for to in grid::symmetries(4, 4) {
            let turned = |bits: u16| {
                let squares = (0..16).filter(|square| bits >> square & 1 == 1);
                squares.fold(0, |all, square| all | 1 << to[square])
            };
            out.push(Position { ls: at.ls.map(turned), neutral: turned(at.neutral), ..*at });
        }
    }

    fn players(&self) -> Vec<String> {
        NAMES.map(Into::into).into()
    }

    fn fields(&self) -> Vec<Field> {
        let who = Field::new("who", "whose turn it is, first or second");
        let who = Field { default: Some(FieldValue::Text(NAMES[0].into())), ..who };
        vec![Field::new("board", "four rows from the top, of 1, 2, n and dots"), who]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let all = [(at.ls[0], '1'), (at.ls[1], '2'), (at.neutral, 'n')];
        let symbol = |square: usize| {
            let found = all.iter().find(|(bits, _)| bits >> square & 1 == 1);
            found.map_or('.', |&(_, symbol)| symbol)
        };
        let who = NAMES[usize::from(at.who)];
        vec![FieldValue::Text(grid::show(4, 4, symbol)), FieldValue::Text(who.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [board, who] = values else {
            return Err(PositionError::new("expected a board and who"));
        };
        let squares = grid::read(&board.to_string(), 4, 4, ".12n")?;
        let bits = |symbol| {
            let found = (0..16).filter(|&square| squares[square] == symbol);
            found.fold(0_u16, |all, square| all | 1 << square)
        };
        let (ls, neutral) = ([bits('1'), bits('2')], bits('n'));
        if !ls.iter().all(|l| self.placings.contains(l)) || neutral.count_ones() != 2 {
            let error = format!("{board}: expected an L of 1, an L of 2 and two n");
            return Err(PositionError::new(error));
        }
        Ok(Position { ls, neutral, who: grid::player(&who.to_string(), NAMES)? })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let values = grid::board_and_player(text, NAMES)?;
        Some(values.and_then(|values| self.position(&values)))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let Some(next) = self.moves(at).nth(choice) else { return String::new() };
        let name = |bits: u16| {
            let squares = (0..16).filter(|square| bits >> square & 1 == 1);
            squares.map(|square| grid::name(square, 4, 4)).collect::<Vec<_>>().join(" ")
        };
        let l = format!("L {}", name(next.ls[usize::from(at.who)]));
        match next.neutral == at.neutral {
            true => l,
            false => {
                let (from, to) = (at.neutral & !next.neutral, next.neutral & !at.neutral);
                format!("{l}; {} to {}", name(from), name(to))
            }
        }
    }
}
