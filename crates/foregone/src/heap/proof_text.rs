//! Proofs as text that a program can read again, to be checked anew.
//!
//! A line is a word and what belongs to it; the order is fixed:
//!
//! ```text
//! foregone-heap-proof 1
//! rule odd: take 1; even: take 1 or half
//! measure outcome
//! mask 0
//! values 0 1 0 1 1 0 1 0
//! tail 4 2 0
//! cases 8 2
//! case 2 0 1 take 1 to 1 value 0
//! case 2 1 0 take 1 to 0 value 1
//! end
//! ```
//!
//! `tail` is pre-period, period and saltus, and may be missing; then comes `bounded`, `state at` or
//! `cases from modulus`. A case is modulus, residue, value and its replies, where `divide d` may
//! be `divide-down d` or `divide-up d`. A misère quotient has a form of its own. Reading proves
//! nothing: the judge does.

use super::Rule;
use foregone_core::heap::{Argument, Case, Claim, Measure, Reply, Rounding, Step, Tail};
use foregone_core::judge::heap::Quotient;
use std::fmt::{self, Write};

mod quotient;

pub use quotient::write_quotient;

/// The first line of every proof.
pub const HEAD: &str = "foregone-heap-proof 1";
const MEASURES: [(Measure, &str); 3] = [
    (Measure::Nimber, "nimber"),
    (Measure::Outcome, "outcome"),
    (Measure::MisereOutcome, "misere-outcome"),
];
const STEPS: [(Rounding, &str); 3] =
    [(Rounding::Exact, "divide"), (Rounding::Down, "divide-down"), (Rounding::Up, "divide-up")];

/// A text that is not a proof: the line, counted from 1, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected {expected}")]
pub struct ProofError {
    /// Counted from 1.
    pub line: usize,
    /// What would be right.
    pub expected: String,
}

/// Writes a claim about `rule`; `claim.rule` must be the rule's data.
pub fn write(rule: &Rule, claim: &Claim) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_claim(&mut text, rule, claim);
    text
}

fn write_claim(out: &mut String, rule: &Rule, claim: &Claim) -> fmt::Result {
    let measure = MEASURES.iter().find(|(m, _)| *m == claim.measure).map_or("", |(_, name)| name);
    let rule = rule.to_string();
    let words: Vec<&str> = rule.split_whitespace().collect();
    writeln!(out, "{HEAD}\nrule {}\nmeasure {measure}\nmask {}", words.join(" "), claim.mask)?;
    out.push_str("values");
    claim.values.iter().try_for_each(|v| write!(out, " {v}"))?;
    if let Some(Tail { preperiod, period, saltus, argument }) = &claim.tail {
        write!(out, "\ntail {preperiod} {period} {saltus}")?;
        match argument {
            Argument::Bounded => write!(out, "\nbounded")?,
            Argument::State { at } => write!(out, "\nstate {at}")?,
            Argument::Cases { from, modulus, cases } => {
                write!(out, "\ncases {from} {modulus}")?;
                cases.iter().try_for_each(|case| write_case(out, case))?;
            }
        }
    }
    writeln!(out, "\nend")
}

fn write_case(out: &mut String, case: &Case) -> fmt::Result {
    write!(out, "\ncase {} {} {}", case.modulus, case.residue, case.value)?;
    for Reply { step, to, value } in &case.replies {
        match step {
            Step::Take(k) => write!(out, " take {k}")?,
            Step::Divide(d, rounding) => {
                let name = STEPS.iter().find(|(r, _)| r == rounding).map_or("", |(_, name)| name);
                write!(out, " {name} {d}")?;
            }
        }
        write!(out, " to {to} value {value}")?;
    }
    Ok(())
}

/// What a proof is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// The values of heaps.
    Values(Claim),
    /// Who wins sums of heaps in misère play.
    Quotient(Quotient),
}

/// Reads a claim and its rule.
pub fn read(text: &str) -> Result<(Rule, Claim), ProofError> {
    let expected = "the values of heaps, and nothing after them".to_owned();
    match read_all(text)? {
        (rule, mut all) if all.len() == 1 => match all.swap_remove(0) {
            Statement::Values(claim) => Ok((rule, claim)),
            Statement::Quotient(_) => Err(ProofError { line: 3, expected }),
        },
        _ => Err(ProofError { line: text.lines().count(), expected }),
    }
}

/// Reads what stands in one proof or in several, one after the other, that have the same rule.
pub fn read_all(text: &str) -> Result<(Rule, Vec<Statement>), ProofError> {
    let mut lines = Lines { lines: text.lines().collect(), at: 0 };
    let (rule, first) = lines.proof()?;
    let mut all = vec![first];
    while lines.at < lines.lines.len() {
        let (other, next) = lines.proof()?;
        if other.data() != rule.data() {
            let expected = format!("a proof about {rule} as before");
            return Err(ProofError { line: lines.at, expected });
        }
        all.push(next);
    }
    Ok((rule, all))
}

struct Lines<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Lines<'a> {
    fn wrong(&self, expected: &str) -> ProofError {
        ProofError { line: self.at + 1, expected: expected.to_owned() }
    }

    /// An error on the line read last.
    fn before(&self, expected: &str) -> ProofError {
        ProofError { line: self.at, expected: expected.to_owned() }
    }

    /// One proof, and its rule.
    fn proof(&mut self) -> Result<(Rule, Statement), ProofError> {
        if self.lines.get(self.at) != Some(&HEAD) {
            return Err(self.wrong(HEAD));
        }
        self.at += 1;
        let rule = Rule::parse(self.rest("rule")?).map_err(|e| self.before(&e.message))?;
        let statement = match self.rest("measure")? {
            quotient::NAME => Statement::Quotient(self.quotient(&rule)?),
            name => Statement::Values(self.claim(&rule, name)?),
        };
        if self.lines.get(self.at) != Some(&"end") {
            return Err(self.wrong("\"end\""));
        }
        self.at += 1;
        Ok((rule, statement))
    }

    fn claim(&mut self, rule: &Rule, measure: &str) -> Result<Claim, ProofError> {
        let measure = MEASURES.iter().find(|(_, name)| *name == measure).map(|(m, _)| *m);
        let names = "nimber, outcome, misere-outcome or misere-quotient";
        let measure = measure.ok_or_else(|| self.before(names))?;
        let [mask] = self.numbers("mask")?;
        let mask = self.narrow(mask)?;
        let values = self.rest("values")?.split(' ').map(str::parse);
        let values = values.collect::<Result<Vec<u32>, _>>();
        let values = values.map_err(|_| self.before("numbers below 2^32"))?;
        let tail = if self.is("tail") { Some(self.tail()?) } else { None };
        Ok(Claim { rule: rule.data().clone(), measure, values, mask, tail })
    }

    fn is(&self, word: &str) -> bool {
        self.lines.get(self.at).is_some_and(|l| l.split(' ').next() == Some(word))
    }

    fn rest(&mut self, word: &str) -> Result<&'a str, ProofError> {
        let line = self.lines.get(self.at).copied().unwrap_or_default();
        let rest = line.strip_prefix(word).and_then(|r| r.strip_prefix(' '));
        let rest = rest.ok_or_else(|| self.wrong(&format!("\"{word} …\"")))?;
        self.at += 1;
        Ok(rest)
    }

    fn numbers<const N: usize>(&mut self, word: &str) -> Result<[u64; N], ProofError> {
        let found = self.rest(word)?.split(' ').map(str::parse).collect::<Result<Vec<u64>, _>>();
        let wrong = || self.before(&format!("\"{word}\" and {N} numbers"));
        found.map_err(|_| wrong())?.try_into().map_err(|_| wrong())
    }

    fn narrow(&self, n: u64) -> Result<u32, ProofError> {
        u32::try_from(n).map_err(|_| self.before("a number below 2^32"))
    }

    fn tail(&mut self) -> Result<Tail, ProofError> {
        let [preperiod, period, saltus] = self.numbers("tail")?;
        let argument = if self.is("bounded") {
            self.at += 1;
            Argument::Bounded
        } else if self.is("state") {
            let [at] = self.numbers("state")?;
            Argument::State { at }
        } else {
            let [from, modulus] = self.numbers("cases")?;
            let mut cases = Vec::new();
            while self.is("case") {
                cases.push(self.case()?);
            }
            Argument::Cases { from, modulus, cases }
        };
        Ok(Tail { preperiod, period, saltus, argument })
    }

    fn case(&mut self) -> Result<Case, ProofError> {
        let rest = self.rest("case")?;
        let wrong = || self.before("\"case modulus residue value\" and replies");
        let mut words = rest.split(' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        let numbers = (number(), number(), number());
        let (Some(modulus), Some(residue), Some(value)) = numbers else { return Err(wrong()) };
        let value = self.narrow(value)?;
        let words: Vec<&str> = words.collect();
        let replies = words.chunks(6).map(reply).collect::<Option<Vec<Reply>>>();
        Ok(Case { modulus, residue, value, replies: replies.ok_or_else(wrong)? })
    }
}

fn reply(words: &[&str]) -> Option<Reply> {
    let [name, number, "to", to, "value", value] = words else { return None };
    let number = number.parse().ok()?;
    let step = match STEPS.iter().find(|(_, n)| n == name) {
        Some((rounding, _)) => Step::Divide(number, *rounding),
        None if *name == "take" => Step::Take(number),
        None => return None,
    };
    Some(Reply { step, to: to.parse().ok()?, value: value.parse().ok()? })
}
