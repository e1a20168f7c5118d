//! Positions as people type them.
//!
//! Invariant: what is accepted is a position in the one form that play has for it.

use super::{Darts501, Position};
use crate::PositionError;
use crate::games::position;

impl Darts501 {
    /// The position with these numbers, if there is one.
    pub(super) fn checked(
        &self,
        scores: [i64; 2],
        who: u8,
        left: i64,
        from: i64,
        within: u16,
    ) -> Result<Position, PositionError> {
        for (at, name) in ["a", "b"].into_iter().enumerate() {
            let score = position::within(name, scores[at], 0, self.start[at].into())?;
            if score == 1 && self.finish.floor() > 1 {
                return Err(PositionError::new(format!(
                    "{name}=1 cannot be left: it cannot be finished"
                )));
            }
        }
        let left = position::within("left", left, 1, self.darts.into())? as u8;
        let scores = scores.map(|score| score as u16);
        let (own, start) = (scores[usize::from(who)], self.start[usize::from(who)]);
        let from = position::within("from", from, 0, start.into())? as u16;
        let at = Position { scores, from: 0, who, left, within };
        let over = scores.contains(&0) && !(self.alone && own > 0);
        let wrong = if scores == [0, 0] && !self.alone || over && !self.alone && own == 0 {
            Some("play ends when one score is 0, and then it is the other's turn".into())
        } else if (over || left == self.darts) && from > 0 && from != own
            || over && left < self.darts
        {
            Some("at the beginning of a turn 'from' is left out".into())
        } else if left < self.darts && self.may_bust(own, left) && !over {
            let thrown = u16::from(self.darts - left);
            let reach = own + self.most * thrown;
            let fits = (own..=reach).contains(&from);
            (!fits).then(|| format!("inside a turn say from=…, its first score: {own} to {reach}"))
        } else {
            None
        };
        if let Some(why) = wrong {
            return Err(PositionError::new(why));
        }
        let matters = left < self.darts && self.may_bust(own, left) && !over;
        Ok(Position { from: if matters { from } else { 0 }, ..at })
    }
}
