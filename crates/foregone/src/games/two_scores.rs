//! Positions of races between two players: whose turn it is, both scores, and what the turn has
//! gathered.
//!
//! Invariant: both scores are at most the target, and a score that equals it was reached by ending
//! the turn, so the turn total is then 0 and the other player is to move.

use super::position;
use crate::game::{player, won};
use crate::{Field, FieldValue, PositionError, Turn};

/// A position of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Whose turn it is, 0 or 1.
    pub who: u8,
    /// Both scores; the target stands for everything beyond it too.
    pub scores: [u16; 2],
    /// What the turn has gathered; always 0 where a turn is one throw.
    pub x: u16,
}

impl std::hash::Hash for Position {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.number());
    }
}

impl Position {
    /// No points yet, player 1 to begin.
    pub const START: Self = Self { who: 0, scores: [0, 0], x: 0 };

    /// All of it as one number of seven bytes.
    #[inline]
    pub(super) fn number(&self) -> u64 {
        let [s1, s2] = self.scores.map(u64::from);
        s1 | s2 << 16 | u64::from(self.x) << 32 | u64::from(self.who) << 48
    }

    /// The mover's score.
    #[inline]
    pub fn own(&self) -> u16 {
        if self.who == 0 { self.scores[0] } else { self.scores[1] }
    }

    /// The other player's score.
    #[inline]
    pub fn other(&self) -> u16 {
        if self.who == 0 { self.scores[1] } else { self.scores[0] }
    }

    /// The other player begins a turn, the mover's score being `own`.
    #[inline]
    pub(super) fn passed(self, own: u16) -> Self {
        // Not by an index: that would go through memory.
        let [first, second] = self.scores;
        let scores = if self.who == 0 { [own, second] } else { [first, own] };
        Self { who: 1 - self.who, scores, x: 0 }
    }

    /// Whoever has `target` has won.
    #[inline]
    pub(super) fn turn(&self, target: u16) -> Turn {
        match self.scores.iter().position(|&score| score == target) {
            Some(winner) => won(winner == 0),
            None => player(self.who),
        }
    }

    /// Both scores, the turn total, whose turn it is.
    pub(super) fn describe(&self) -> Vec<FieldValue> {
        let [s1, s2] = self.scores;
        [s1, s2, self.x, u16::from(self.who) + 1].map(|n| FieldValue::Int(n.into())).to_vec()
    }

    /// Both scores and whose turn it is.
    pub(super) fn describe_scores(&self) -> Vec<FieldValue> {
        let [s1, s2] = self.scores;
        [s1, s2, u16::from(self.who) + 1].map(|n| FieldValue::Int(n.into())).to_vec()
    }

    /// Its place among all [`scores_len`].
    pub(super) fn scores_index(&self, target: u16) -> u64 {
        let [a, b] = self.scores.map(u64::from);
        (a * (u64::from(target) + 1) + b) * 2 + u64::from(self.who)
    }
}

/// How many positions there are without a turn total.
pub(super) fn scores_len(target: u16) -> u64 {
    let scores = u64::from(target) + 1;
    2 * scores * scores
}

/// Who plays.
pub(super) fn players() -> Vec<String> {
    vec!["player 1".into(), "player 2".into()]
}

/// The fields of [`Position::describe_scores`], the scores by these names.
pub(super) fn score_fields([first, second]: [&str; 2], target: u16) -> Vec<Field> {
    vec![
        Field::new(first, format!("score of player 1, 0 to {target}")),
        Field::new(second, format!("score of player 2, 0 to {target}")),
        position::who(),
    ]
}

/// The fields of [`Position::describe`].
pub(super) fn fields(target: u16) -> Vec<Field> {
    let mut fields = score_fields(["s1", "s2"], target);
    fields.insert(2, position::field("x", "turn total, 0 at the start of a turn", 0));
    fields
}

/// The position between turns with these values of [`score_fields`], if play can be there.
pub(super) fn between_turns(
    values: &[FieldValue],
    fields: &[Field],
    target: u16,
) -> Result<Position, PositionError> {
    let [s1, s2, who] = position::numbers(values, fields)?;
    let who = position::mover(who)?;
    for (field, score) in fields.iter().zip([s1, s2]) {
        position::within(&field.name, score, 0, target.into())?;
    }
    let scores = [s1 as u16, s2 as u16];
    if scores == [target; 2] {
        return Err(PositionError::new("play ends once a score is the target: not both are"));
    }
    Ok(Position { who, scores, x: 0 })
}

/// The position with these numbers, if play can be there as far as the scores go and `gathers` says
/// that a turn of a mover with this score comes to this total.
pub(super) fn in_a_turn(
    target: u16,
    who: u8,
    scores: [i64; 2],
    x: i64,
    gathers: impl Fn(u16, i64) -> Result<(), PositionError>,
) -> Result<Position, PositionError> {
    let end = i64::from(target);
    if let Some(score) = scores.iter().find(|score| !(0..=end).contains(*score)) {
        let text = format!("a score of {score} is impossible: scores go from 0 to {target}");
        return Err(PositionError::new(text));
    }
    let at = Position { who, scores: scores.map(|score| score as u16), x: 0 };
    if at.own() == target || at.other() == target && x != 0 {
        return Err(PositionError::new(format!(
            "play ends once a score is {target}: then the other player is to move, x is 0 and that \
             player's score is below {target}"
        )));
    }
    gathers(at.own(), x)?;
    Ok(Position { x: x as u16, ..at })
}

/// A dense index of positions whose score and turn total sum to no more than a limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// Values of a score.
    scores: u64,
    /// Values of the sum of a score and a turn total.
    sums: u64,
    /// Length for one pair of mover and other score.
    block: u64,
}

impl Triangle {
    /// For scores up to `target` and sums up to `most`.
    pub(super) fn new(target: u16, most: u16) -> Self {
        let mut triangle =
            Self { scores: u64::from(target) + 1, sums: u64::from(most) + 1, block: 0 };
        triangle.block = triangle.row(triangle.scores);
        triangle
    }

    /// Turn totals of all scores below `score`.
    #[inline]
    fn row(&self, score: u64) -> u64 {
        score * (2 * self.sums + 1 - score) / 2
    }

    pub(super) fn len(&self) -> u64 {
        2 * self.scores * self.block
    }

    #[inline]
    pub(super) fn index(&self, at: &Position) -> u64 {
        let pair = u64::from(at.who) * self.scores + u64::from(at.other());
        pair * self.block + self.row(at.own().into()) + u64::from(at.x)
    }
}
