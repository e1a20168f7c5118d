//! The first values of a heap game as a checksum, to be timed beside
//! `benches/yardstick/nim_octal.c`: `nim_sequence RULE LENGTH [table]`. With `table` every value is
//! computed; otherwise a proved period stands for the values beyond its proof.

use foregone::heap::{Limits, Rule, Sequence, analyse};
use foregone::{Quiet, UBig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [rule, length, rest @ ..] = &words[..] else {
        return Err("usage: nim_sequence RULE LENGTH [table]".into());
    };
    let (rule, length) = (Rule::parse(rule)?, length.parse::<usize>()?);
    let add = |sum: u64, v: u64| sum.wrapping_mul(31).wrapping_add(v);
    let sum = if rest.is_empty() {
        let found = analyse(&rule, &Limits { terms: Some(length), ..Limits::default() }, &Quiet);
        let value = |n: usize| match found.sequence().get(n) {
            Some(&v) => Some(u64::from(v)),
            None => u64::try_from(found.proved().value(&UBig::from(n))?).ok(),
        };
        (0..length).try_fold(0, |sum, n| Some(add(sum, value(n)?))).ok_or("values are missing")?
    } else {
        let mut sequence = Sequence::new(rule.data());
        sequence.extend(length);
        sequence.values().iter().fold(0, |sum, &v| add(sum, v.into()))
    };
    println!("{sum}");
    Ok(())
}
