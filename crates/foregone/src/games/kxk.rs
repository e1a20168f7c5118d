//! The chess endings of king and rook, and king and queen, against a king.
//!
//! Squares are numbered from a1 = 0 along the ranks. Invariant of a position: no two pieces stand
//! on one square, and the side that is not to move is not in check. A piece that was captured
//! stands on [`GONE`], and play has ended.

use std::sync::Arc;

use super::{Example, GameRow, ParameterError, Values};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Grade, Objective, PositionError, Turn};

/// King and rook against king.
pub const KRK: GameRow = GameRow {
    name: "krk",
    summary: "chess: king and rook against king; mate, or a draw",
    rules: RULES,
    parameters: &[],
    examples: &[
        Example { at: "Kc1 Rh2 ka3 white", meaning: "White is to move" },
        Example { at: "K=c1,R=h2,k=a3,turn=black", meaning: "Black is to move" },
    ],
    beside: |_| Vec::new(),
    make: |_: &Values| -> Result<SharedGame, ParameterError> { Ok(Arc::new(Ending::rook())) },
};

/// King and queen against king.
pub const KQK: GameRow = GameRow {
    name: "kqk",
    summary: "chess: king and queen against king; mate, or a draw",
    examples: &[
        Example { at: "Kc1 Qh2 ka3 white", meaning: "White is to move" },
        Example { at: "K=c1,Q=h2,k=a3,turn=black", meaning: "Black is to move" },
    ],
    make: |_: &Values| -> Result<SharedGame, ParameterError> { Ok(Arc::new(Ending::queen())) },
    ..KRK
};

const RULES: &str = "\
White has a king and one piece, a rook (krk) or a queen (kqk), Black has a king alone; they move as \
in chess. White wins by mate. Stalemate and the capture of the piece are draws, and so is play that \
never ends; no draw is claimed by repetition or by the fifty-move rule. Moves of both sides are counted: mate \
in 16 moves of White's is 31. A position is written as the squares of White's king K, \
of the piece R or Q, of Black's king k, and whose turn it is: 'Kc1 Rh2 ka3 white'.";

/// The square of a captured piece.
pub const GONE: u8 = 64;

/// King and a piece against king.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    queen: bool,
}

/// Where the pieces stand and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's king.
    pub king: u8,
    /// White's piece, or [`GONE`].
    pub piece: u8,
    /// Black's king.
    pub bare: u8,
    /// 0 for White, 1 for Black.
    pub who: u8,
}

const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ALL: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn shifted(square: u8, (right, up): (i8, i8)) -> Option<u8> {
    let (file, rank) = ((square % 8) as i8 + right, (square / 8) as i8 + up);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
}

fn beside(a: u8, b: u8) -> bool {
    (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1
}

impl Ending {
    /// King and rook against king.
    pub fn rook() -> Self {
        Self { queen: false }
    }

    /// King and queen against king.
    pub fn queen() -> Self {
        Self { queen: true }
    }

    /// Every position that the rules allow, none with a captured piece.
    pub fn positions(&self) -> Vec<Position> {
        let squares = || 0..64u8;
        let mut all = Vec::new();
        for (king, piece) in squares().flat_map(|king| squares().map(move |piece| (king, piece))) {
            let both = squares().flat_map(|bare| [0, 1].map(|who| (bare, who)));
            let every = both.map(|(bare, who)| Position { king, piece, bare, who });
            all.extend(every.filter(|at| self.is_legal(at)));
        }
        all
    }

    fn is_legal(&self, at: &Position) -> bool {
        let apart = at.king != at.piece && at.piece != at.bare && !beside(at.king, at.bare);
        apart && (at.who == 1 || !self.attacks(at, at.bare))
    }

    fn rays(&self) -> &'static [(i8, i8)] {
        if self.queen { &ALL } else { &ROOK }
    }

    /// True where White's piece attacks `square`; Black's king gives no cover to squares behind it.
    fn attacks(&self, at: &Position, square: u8) -> bool {
        if at.piece == GONE {
            return false;
        }
        let (from, to) = (at.piece, square);
        let (right, up) = ((to % 8) as i8 - (from % 8) as i8, (to / 8) as i8 - (from / 8) as i8);
        let straight = right == 0 || up == 0;
        let slanted = self.queen && right.abs() == up.abs();
        if from == to || !(straight || slanted) {
            return false;
        }
        let step = (right.signum(), up.signum());
        let mut next = shifted(from, step);
        while let Some(between) = next.filter(|&between| between != to) {
            if between == at.king {
                return false;
            }
            next = shifted(between, step);
        }
        true
    }

    /// Every legal move at `at`, as the position it leads to.
    fn moves(&self, at: &Position) -> Vec<Position> {
        let mut all = Vec::new();
        if at.who == 1 {
            for to in ALL.iter().filter_map(|&step| shifted(at.bare, step)) {
                let piece = if to == at.piece { GONE } else { at.piece };
                let next = Position { bare: to, piece, who: 0, ..*at };
                if !beside(at.king, to) && !self.attacks(&next, to) {
                    all.push(next);
                }
            }
            return all;
        }
        let kings = ALL.iter().filter_map(|&step| shifted(at.king, step));
        let kings = kings.filter(|&to| to != at.piece && !beside(to, at.bare));
        all.extend(kings.map(|king| Position { king, who: 1, ..*at }));
        for &step in self.rays() {
            let mut next = shifted(at.piece, step);
            while let Some(piece) = next.filter(|&to| to != at.king && to != at.bare) {
                all.push(Position { piece, who: 1, ..*at });
                next = shifted(piece, step);
            }
        }
        all
    }

    fn letter(&self) -> &'static str {
        if self.queen { "Q" } else { "R" }
    }
}

impl Game for Ending {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { king: 2, piece: 15, bare: 16, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome()
    }

    fn turn(&self, at: &Position) -> Turn {
        if at.piece == GONE {
            return Turn::Over(Grade::DRAW.payoff());
        }
        match self.moves(at).is_empty() {
            false => player(at.who),
            true if at.who == 1 && self.attacks(at, at.bare) => won(true),
            true => Turn::Over(Grade::DRAW.payoff()),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        self.moves(at).into_iter().for_each(|next| out.certain(next));
    }

    fn images(&self, at: &Position, out: &mut Vec<Position>) {
        for kind in 0..8 {
            let turned = |square: u8| {
                if square == GONE {
                    return GONE;
                }
                let (file, rank) = (square % 8, square / 8);
                let file = if kind & 1 == 0 { file } else { 7 - file };
                let rank = if kind & 2 == 0 { rank } else { 7 - rank };
                if kind & 4 == 0 { rank * 8 + file } else { file * 8 + rank }
            };
            let Position { king, piece, bare, who } = *at;
            let [king, piece, bare] = [king, piece, bare].map(turned);
            out.push(Position { king, piece, bare, who });
        }
    }

    fn dense_len(&self) -> Option<u64> {
        Some(64 * 65 * 64 * 2)
    }

    fn index(&self, at: &Position) -> u64 {
        let Position { king, piece, bare, who } = *at;
        ((u64::from(king) * 65 + u64::from(piece)) * 64 + u64::from(bare)) * 2 + u64::from(who)
    }

    fn players(&self) -> Vec<String> {
        vec!["White".into(), "Black".into()]
    }

    fn fields(&self) -> Vec<Field> {
        let turn = Field::new("turn", "white or black");
        vec![
            Field::new("K", "the square of White's king, a1 to h8"),
            Field::new(self.letter(), "the square of White's piece, a1 to h8, or - once captured"),
            Field::new("k", "the square of Black's king, a1 to h8"),
            Field { default: Some(FieldValue::Text("white".into())), ..turn },
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let turn = if at.who == 0 { "white" } else { "black" };
        let squares = [at.king, at.piece, at.bare].map(name);
        squares.into_iter().chain([turn.to_owned()]).map(FieldValue::Text).collect()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
        let [king, piece, bare, turn] = &texts[..] else {
            return Err(PositionError::new("expected three squares and whose turn it is"));
        };
        let who = match turn.as_str() {
            "white" => 0,
            "black" => 1,
            other => return Err(PositionError::new(format!("turn={other}: white or black"))),
        };
        let piece = if piece == "-" { GONE } else { square(piece)? };
        let at = Position { king: square(king)?, piece, bare: square(bare)?, who };
        let captured = at.piece == GONE && at.who == 0 && !beside(at.king, at.bare);
        match captured || at.piece != GONE && self.is_legal(&at) {
            true => Ok(at),
            false => Err(PositionError::new(format!(
                "{}: two pieces on one square, kings side by side, or White to move while Black \
                 is in check",
                self.show(&at)
            ))),
        }
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        if text.contains('=') {
            return None;
        }
        let parts: Vec<&str> = text.split_whitespace().collect();
        let letter = self.letter();
        let form = format!("expected Kc1 {letter}h2 ka3 and white or black");
        let values = match parts[..] {
            [king, piece, bare, turn] => {
                let texts =
                    (king.strip_prefix('K'), piece.strip_prefix(letter), bare.strip_prefix('k'));
                match texts {
                    (Some(king), Some(piece), Some(bare)) => [king, piece, bare, turn],
                    _ => return Some(Err(PositionError::new(form))),
                }
            }
            _ => return Some(Err(PositionError::new(form))),
        };
        Some(self.position(&values.map(|text| FieldValue::Text(text.into()))))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let Some(next) = self.moves(at).get(choice).copied() else { return String::new() };
        if at.who == 1 {
            let takes = if next.piece == GONE { "x" } else { "" };
            return format!("k{takes}{}", name(next.bare));
        }
        match next.king == at.king {
            true => format!("{}{}", self.letter(), name(next.piece)),
            false => format!("K{}", name(next.king)),
        }
    }
}

fn name(square: u8) -> String {
    match square {
        GONE => "-".into(),
        _ => format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1),
    }
}

fn square(text: &str) -> Result<u8, PositionError> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok((rank - b'1') * 8 + (file - b'a')),
        _ => Err(PositionError::new(format!("expected a square from a1 to h8, not '{text}'"))),
    }
}
