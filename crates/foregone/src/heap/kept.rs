//! Nim-sequences as text, to be kept and gone on from.
//!
//! The first line is a word and the checksum (XXH3) of the rest, which is a table in the form of a
//! proof without an argument. The checksum guards against accidents; nothing here is believed, the
//! judge looks at every value again.

use foregone_core::heap::{Claim, Measure};
use twox_hash::XxHash3_128;

use super::proof_text::{self, ProofError};
use super::{Rule, Sequence};

/// The word in front of the checksum.
pub const HEAD: &str = "foregone-heap-values";

/// Why a text is no kept sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeptError {
    /// It does not begin with the word and 32 hexadecimal digits.
    #[error("it holds no sequence: the first line should be '{HEAD}' and a checksum")]
    Head,
    /// The checksum does not fit.
    #[error("its checksum does not hold: it was cut short or altered")]
    Checksum,
    /// The rest is no table.
    #[error(transparent)]
    Table(#[from] ProofError),
}

/// A sequence of `rule` as text.
pub fn write(rule: &Rule, sequence: &Sequence) -> String {
    let claim = Claim {
        rule: rule.data().clone(),
        measure: Measure::Nimber,
        values: sequence.values().to_vec(),
        mask: sequence.mask(),
        tail: None,
    };
    let table = proof_text::write(rule, &claim);
    format!("{HEAD} {:032x}\n{table}", checksum(&table))
}

/// Reads a sequence and its rule.
///
/// # Errors
/// The text is none that [`write()`] wrote.
pub fn read(text: &str) -> Result<(Rule, Claim), KeptError> {
    let (head, table) = text.split_once('\n').unwrap_or((text, ""));
    let sum = head.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix(' '));
    let sum = sum.filter(|sum| sum.len() == 32).ok_or(KeptError::Head)?;
    let sum = u128::from_str_radix(sum, 16).map_err(|_| KeptError::Head)?;
    if sum != checksum(table) {
        return Err(KeptError::Checksum);
    }
    Ok(proof_text::read(table)?)
}

fn checksum(text: &str) -> u128 {
    XxHash3_128::oneshot(text.as_bytes())
}
