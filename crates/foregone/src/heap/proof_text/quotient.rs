//! Misère quotients as text, to be checked anew.
//!
//! ```text
//! foregone-heap-proof 1
//! rule 0.2
//! measure misere-quotient
//! lost 0 1
//! product 0 1
//! product 1 0
//! values 0 0 1
//! tail 1 1
//! end
//! ```
//!
//! `lost` has for each element whether it is lost; a line of `product` has an element's products with
//! all elements; `values` are the elements of the heaps. `tail` is pre-period and period, and is
//! missing where the quotient is that of these heaps alone.

use super::{HEAD, Lines, ProofError};
use crate::heap::Rule;
use foregone_core::judge::heap::Quotient;

/// What stands in the place of a measure.
pub(super) const NAME: &str = "misere-quotient";

/// Writes a quotient of `rule`; `quotient.rule` must be the rule's data.
pub fn write_quotient(rule: &Rule, quotient: &Quotient) -> String {
    let rule = rule.to_string();
    let words: Vec<&str> = rule.split_whitespace().collect();
    let mut text = format!("{HEAD}\nrule {}\nmeasure {NAME}\n", words.join(" "));
    let mut line = |word: &str, numbers: &mut dyn Iterator<Item = u64>| {
        text += word;
        numbers.for_each(|number| text += &format!(" {number}"));
        text += "\n";
    };
    line("lost", &mut quotient.lost.iter().map(|&lost| lost.into()));
    for row in &quotient.product {
        line("product", &mut row.iter().map(|&element| element.into()));
    }
    line("values", &mut quotient.values.iter().map(|&element| element.into()));
    if let Some((from, period)) = quotient.tail {
        line("tail", &mut [from, period].into_iter());
    }
    text + "end\n"
}

impl Lines<'_> {
    /// What comes after the measure, up to the end.
    pub(super) fn quotient(&mut self, rule: &Rule) -> Result<Quotient, ProofError> {
        let lost = self.elements("lost")?;
        if lost.iter().any(|&lost| lost > 1) {
            return Err(self.before("0 or 1 for each element"));
        }
        let product = lost.iter().map(|_| self.elements("product"));
        let product = product.collect::<Result<Vec<_>, _>>()?;
        let values = self.elements("values")?;
        let tail = if self.is("tail") {
            let [from, period] = self.numbers("tail")?;
            Some((from, period))
        } else {
            None
        };
        let lost = lost.into_iter().map(|lost| lost == 1).collect();
        Ok(Quotient { rule: rule.data().clone(), product, lost, values, tail })
    }

    fn elements(&mut self, word: &str) -> Result<Vec<u8>, ProofError> {
        let all = self.rest(word)?.split(' ').map(str::parse).collect::<Result<Vec<u8>, _>>();
        all.map_err(|_| self.before("numbers below 256"))
    }
}
