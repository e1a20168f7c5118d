//! The moves of a clause: one method for each line of the grammar.

use super::SyntaxError;
use super::code::{self, take};
use super::cursor::Cursor;
use super::token::{Kind, Token};
use foregone_core::heap::{Move, Rounding};

/// The largest number of different takes in a rule.
const MOVES: usize = 100_000;

impl Cursor<'_> {
    pub(super) fn moves(&mut self) -> Result<Vec<Move>, SyntaxError> {
        if self.word(&["nothing"]) {
            return Ok(Vec::new());
        }
        let mut moves = Vec::new();
        self.one_move(&mut moves)?;
        while self.word(&["or"]) || self.sign(',') {
            self.one_move(&mut moves)?;
        }
        Ok(moves)
    }

    fn one_move(&mut self, moves: &mut Vec<Move>) -> Result<(), SyntaxError> {
        if *self.peek() == Kind::Code {
            self.code(moves)
        } else if self.word(&["take"]) {
            self.amount(moves)?;
            while self.more_amounts() {
                self.advance();
                self.amount(moves)?;
            }
            Ok(())
        } else if self.word(&["half"]) {
            moves.push(self.half());
            Ok(())
        } else if self.word(&["divide"]) {
            self.need_word("by")?;
            self.divide(moves)
        } else if self.word(&["split"]) {
            self.split(moves);
            Ok(())
        } else {
            Err(self.expected("take, half, divide, split, nothing or a code such as 0.77"))
        }
    }

    fn code(&mut self, moves: &mut Vec<Move>) -> Result<(), SyntaxError> {
        let Token { start, end, .. } = self.tokens[self.at];
        let found = code::moves(&self.text[start..end])
            .map_err(|(from, to, m)| SyntaxError::new(self.text, start + from, start + to, m))?;
        self.advance();
        self.counted(found.len())?;
        moves.extend(found);
        Ok(())
    }

    /// Whether a separator follows and then an amount, not another kind of move.
    fn more_amounts(&self) -> bool {
        let separator = self.is_word(&["or"]) || *self.peek() == Kind::Sign(',');
        let next = self.tokens.get(self.at + 1).map(|t| &t.kind);
        separator
            && match next {
                Some(Kind::Word(w)) => !["take", "divide", "split"].contains(&w.as_str()),
                Some(Kind::Code) => false,
                _ => true,
            }
    }

    fn amount(&mut self, moves: &mut Vec<Move>) -> Result<(), SyntaxError> {
        if self.word(&["half"]) {
            moves.push(self.half());
            return Ok(());
        }
        if self.word(&["any", "all"]) {
            return self.all_but(moves);
        }
        let place = self.at;
        let from = self.number(1, "a number to take")?;
        if !self.word(&["to"]) && !self.sign('-') {
            self.counted(1)?;
            moves.push(take(from));
            return Ok(());
        }
        if let Some(share) = self.share()? {
            if from != 1 {
                let message = "a range up to a share of the heap starts at 1".to_owned();
                return Err(self.error(place, message));
            }
            moves.push(Move::UpToShare { share });
            return Ok(());
        }
        let to = self.number(from, "the end of a range")?;
        self.counted((to - from) as usize + 1)?;
        moves.extend((from..=to).map(take));
        Ok(())
    }

    fn counted(&mut self, more: usize) -> Result<(), SyntaxError> {
        self.count += more;
        if self.count > MOVES {
            return Err(self.error(self.at, format!("a rule has at most {MOVES} takes")));
        }
        Ok(())
    }

    fn share(&mut self) -> Result<Option<u32>, SyntaxError> {
        if self.word(&["half"]) {
            return Ok(Some(2));
        }
        if !self.word(&["n"]) {
            return Ok(None);
        }
        if !self.sign('/') {
            return Err(self.expected("\"/\""));
        }
        self.number(2, "a divisor").map(Some)
    }

    fn all_but(&mut self, moves: &mut Vec<Move>) -> Result<(), SyntaxError> {
        let mut but = Vec::new();
        if self.word(&["but"]) {
            but.push(self.number(1, "a number to take")?);
            while self.sign(',') {
                but.push(self.number(1, "a number to take")?);
            }
        }
        let from = but.iter().max().unwrap_or(&0) + 1;
        self.counted(from as usize)?;
        but.sort_unstable();
        moves.extend((1..from).filter(|k| but.binary_search(k).is_err()).map(take));
        moves.push(Move::AtLeast { from });
        Ok(())
    }

    /// Taking a half rounded down leaves a half rounded up, and the other way round.
    fn half(&mut self) -> Move {
        let rounding = match self.rounding() {
            Rounding::Exact => Rounding::Exact,
            Rounding::Down => Rounding::Up,
            Rounding::Up => Rounding::Down,
        };
        Move::Divide { by: 2, rounding }
    }

    fn rounding(&mut self) -> Rounding {
        let before = self.at;
        if self.word(&["rounded", "rounding"]) {
            if self.word(&["up"]) {
                return Rounding::Up;
            }
            if self.word(&["down"]) {
                return Rounding::Down;
            }
        }
        self.at = before;
        Rounding::Exact
    }

    fn divide(&mut self, moves: &mut Vec<Move>) -> Result<(), SyntaxError> {
        let mut divisors = Vec::new();
        loop {
            let from = self.number(2, "a divisor")?;
            let range = self.word(&["to"]) || self.sign('-');
            let to = if range { self.number(from, "the end of a range")? } else { from };
            self.counted((to - from) as usize + 1)?;
            divisors.extend(from..=to);
            let next = self.tokens.get(self.at + 1).map(|t| &t.kind);
            let more = *self.peek() == Kind::Sign(',') || self.is_word(&["or"]);
            if !(more && matches!(next, Some(Kind::Number(_)))) {
                break;
            }
            self.advance();
        }
        let rounding = self.rounding();
        moves.extend(divisors.into_iter().map(|by| Move::Divide { by, rounding }));
        Ok(())
    }

    fn split(&mut self, moves: &mut Vec<Move>) {
        self.word(&["into"]);
        self.word(&["two"]);
        if self.word(&["unequal"]) {
            moves.push(Move::SplitUnequal);
        } else if self.word(&["equal"]) {
            moves.push(Move::SplitEqual);
        } else {
            self.word(&["any"]);
            moves.push(Move::Remove { take: 0, leave: 4 });
        }
        self.word(&["heaps", "parts"]);
    }
}
