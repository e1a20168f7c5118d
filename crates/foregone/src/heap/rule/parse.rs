//! The clauses of a rule and their conditions, put together by residue.

use super::SyntaxError;
use super::code::merged;
use super::cursor::Cursor;
use super::token::Kind;
use foregone_core::heap::{Move, Rule};

/// The largest number of residues a rule may tell apart.
const RESIDUES: u64 = 100_000;

/// Reads a rule.
pub(super) fn rule(text: &str) -> Result<Rule, SyntaxError> {
    let mut parser = Cursor::new(text)?;
    let mut clauses = vec![parser.clause()?];
    while parser.sign(';') {
        if parser.peek() != &Kind::End {
            clauses.push(parser.clause()?);
        }
    }
    if parser.peek() != &Kind::End {
        return Err(parser.expected("\"or\", \";\" or the end"));
    }
    assemble(text, clauses)
}

/// For which heaps a clause speaks.
enum When {
    Residues { modulus: u32, residues: Vec<u32> },
    Otherwise,
}

struct Clause {
    when: When,
    place: (usize, usize),
    moves: Vec<Move>,
}

impl Cursor<'_> {
    fn clause(&mut self) -> Result<Clause, SyntaxError> {
        let first = self.at;
        let rest = &self.tokens[first..];
        let clause = rest.iter().take_while(|t| t.kind != Kind::Sign(';'));
        let conditional = clause.clone().any(|t| t.kind == Kind::Sign(':'));
        let when = if conditional { self.condition()? } else { When::Otherwise };
        let place = (self.tokens[first].start, self.tokens[self.at].end);
        if conditional && !self.sign(':') {
            return Err(self.expected("\":\""));
        }
        let moves = merged(self.moves()?);
        Ok(Clause { when, place, moves })
    }

    fn condition(&mut self) -> Result<When, SyntaxError> {
        if self.word(&["odd"]) {
            Ok(When::Residues { modulus: 2, residues: vec![1] })
        } else if self.word(&["even"]) {
            Ok(When::Residues { modulus: 2, residues: vec![0] })
        } else if self.word(&["otherwise", "else"]) {
            Ok(When::Otherwise)
        } else if self.word(&["multiple"]) {
            self.need_word("of")?;
            Ok(When::Residues { modulus: self.modulus()?, residues: vec![0] })
        } else if self.word(&["n"]) {
            self.need_word("mod")?;
            let modulus = self.modulus()?;
            if !self.sign('=') && !self.word(&["is"]) {
                return Err(self.expected("\"=\""));
            }
            let mut residues = vec![self.residue(modulus)?];
            while self.sign(',') || self.word(&["or"]) {
                residues.push(self.residue(modulus)?);
            }
            Ok(When::Residues { modulus, residues })
        } else if let Kind::Number(r) = *self.peek() {
            let place = self.at;
            self.advance();
            self.need_word("mod")?;
            let modulus = self.modulus()?;
            if r >= modulus {
                return Err(self.error(place, format!("a residue modulo {modulus} is less")));
            }
            Ok(When::Residues { modulus, residues: vec![r] })
        } else {
            Err(self.expected("odd, even, otherwise, \"multiple of m\" or \"n mod m = r\""))
        }
    }

    fn modulus(&mut self) -> Result<u32, SyntaxError> {
        let place = self.at;
        let m = self.number(1, "a modulus")?;
        if u64::from(m) > RESIDUES {
            return Err(self.error(place, format!("a modulus is at most {RESIDUES}")));
        }
        Ok(m)
    }

    fn residue(&mut self, modulus: u32) -> Result<u32, SyntaxError> {
        let place = self.at;
        let r = self.number(0, "a residue")?;
        if r >= modulus {
            return Err(self.error(place, format!("a residue modulo {modulus} is less")));
        }
        Ok(r)
    }
}

fn assemble(text: &str, clauses: Vec<Clause>) -> Result<Rule, SyntaxError> {
    let modulus = common_modulus(text, &clauses)?;
    let mut class_of = vec![0u32; modulus as usize];
    // Class 0 is for heaps under no condition.
    let mut classes = vec![Vec::new()];
    let mut otherwise = false;
    for clause in clauses {
        let class = classes.len() as u32;
        let twice = match clause.when {
            When::Otherwise => {
                classes[0] = clause.moves;
                std::mem::replace(&mut otherwise, true)
            }
            When::Residues { modulus: m, residues } => {
                classes.push(clause.moves);
                claim_residues(&mut class_of, class, m, &residues)
            }
        };
        if twice {
            let message = "another clause speaks of the same heaps".to_owned();
            return Err(SyntaxError::new(text, clause.place.0, clause.place.1, message));
        }
    }
    Rule::new(class_of, classes).map_err(|e| SyntaxError::new(text, 0, text.len(), e.to_string()))
}

fn common_modulus(text: &str, clauses: &[Clause]) -> Result<u64, SyntaxError> {
    let mut modulus = 1;
    for clause in clauses {
        if let When::Residues { modulus: m, .. } = clause.when {
            modulus = lcm(modulus, u64::from(m));
        }
        if modulus > RESIDUES {
            let message = format!("the conditions tell more than {RESIDUES} residues apart");
            return Err(SyntaxError::new(text, clause.place.0, clause.place.1, message));
        }
    }
    Ok(modulus)
}

/// Gives residues to a class; whether one had a class already.
fn claim_residues(class_of: &mut [u32], class: u32, modulus: u32, residues: &[u32]) -> bool {
    let mut taken = vec![false; modulus as usize];
    residues.iter().for_each(|&r| taken[r as usize] = true);
    let mut twice = false;
    for (n, slot) in class_of.iter_mut().enumerate() {
        if taken[n % modulus as usize] {
            twice |= std::mem::replace(slot, class) != 0;
        }
    }
    twice
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
