//! Octal and hexadecimal codes (Winning Ways, chapter 4).

use foregone_core::heap::{Move, PLAIN};

/// The moves of a code such as `0.77`; an error is the byte range within the code and what is
/// wrong there.
pub(super) fn moves(code: &str) -> Result<Vec<Move>, (usize, usize, String)> {
    let (whole, digits) = code.split_once('.').unwrap_or((code, ""));
    if digits.is_empty() {
        let message = "a code has at least one digit after its point, as 0.77".to_owned();
        return Err((0, code.len(), message));
    }
    let mut moves = Vec::new();
    match whole {
        "" | "0" => {}
        "4" | "8" | "c" | "C" => {
            moves.push(Move::Remove { take: 0, leave: digit(whole).unwrap_or(0) });
        }
        _ => {
            let message = "before the point stands 0, or 4, 8 or c where a heap may be split \
                           without taking";
            return Err((0, whole.len(), message.to_owned()));
        }
    }
    for (i, c) in digits.char_indices() {
        let at = whole.len() + 1 + i;
        let leave = digit(&digits[i..i + 1]).ok_or_else(|| {
            (at, at + 1, format!("'{c}' is not a digit of a code; they are 0 to 7, or 0 to f"))
        })?;
        if leave > 0 {
            moves.push(Move::Remove { take: i as u32 + 1, leave });
        }
    }
    Ok(moves)
}

fn digit(c: &str) -> Option<u8> {
    u8::from_str_radix(c, 16).ok()
}

/// Puts moves that take the same number together, so that each is named once.
pub(super) fn merged(moves: Vec<Move>) -> Vec<Move> {
    let mut takes = std::collections::BTreeMap::new();
    let mut others = Vec::new();
    for m in moves {
        match m {
            Move::Remove { take, leave } => *takes.entry(take).or_insert(0) |= leave,
            other if !others.contains(&other) => others.push(other),
            _ => {}
        }
    }
    let removes = takes.into_iter().map(|(take, leave)| Move::Remove { take, leave });
    removes.chain(others).collect()
}

/// Taking `k` and leaving the rest as it is.
pub(super) fn take(k: u32) -> Move {
    Move::Remove { take: k, leave: PLAIN }
}
