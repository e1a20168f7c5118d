//! By how much an expression can differ from a variable, whatever the state.
//!
//! Intervals over sums of variables; a condition's two values are both thought possible. The answer
//! may be too wide, never too narrow; nothing is known of other expressions.

use super::code::{Code, IntId, List, Node};

/// From the least to the greatest.
pub(crate) type Range = (i64, i64);

impl Code {
    /// The range of the expression `id` less the variable `slot`, where each variable has a value in
    /// `ranges`; `None` where nothing is known.
    pub(crate) fn change(&self, id: IntId, slot: u32, ranges: &[Range]) -> Option<Range> {
        let sum = |terms: &[(u32, i64)], constant: i64| {
            let own = terms.iter().filter(|term| term.0 == slot).map(|term| term.1).sum::<i64>();
            let others = terms.iter().filter(|term| term.0 != slot).copied();
            let parts = others.chain([(slot, own.checked_sub(1)?)]);
            parts.into_iter().try_fold((constant, constant), |sum, (variable, factor)| {
                plus(sum, times(ranges[variable as usize], factor)?)
            })
        };
        match self.node(id) {
            Node::Const(value) => sum(&[], value),
            Node::Variable(variable) => sum(&[(variable, 1)], 0),
            Node::Offset(variable, constant) => sum(&[(variable, 1)], constant),
            Node::Linear(List { start, end }, constant) => {
                sum(&self.terms[start as usize..end as usize], constant)
            }
            Node::If(_, yes, no) => self.all(&[yes, no], slot, ranges, either),
            Node::Choice(list) => {
                let values = self.ids(list);
                let last = values.last().copied();
                let of = values.iter().skip(1).step_by(2).copied().chain(last);
                self.all(&of.collect::<Vec<_>>(), slot, ranges, either)
            }
            Node::Min(list) => {
                self.all(self.ids(list), slot, ranges, |a, b| (a.0.min(b.0), a.1.min(b.1)))
            }
            Node::Max(list) => {
                self.all(self.ids(list), slot, ranges, |a, b| (a.0.max(b.0), a.1.max(b.1)))
            }
            _ => None,
        }
    }

    /// The changes of several expressions, put together.
    fn all(
        &self,
        ids: &[IntId],
        slot: u32,
        ranges: &[Range],
        with: impl Fn(Range, Range) -> Range,
    ) -> Option<Range> {
        let mut all = ids.iter().map(|&id| self.change(id, slot, ranges));
        let first = all.next()??;
        all.try_fold(first, |so_far, next| Some(with(so_far, next?)))
    }
}

fn either(a: Range, b: Range) -> Range {
    (a.0.min(b.0), a.1.max(b.1))
}

fn plus(a: Range, b: Range) -> Option<Range> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn times((low, high): Range, factor: i64) -> Option<Range> {
    let (a, b) = (low.checked_mul(factor)?, high.checked_mul(factor)?);
    Some((a.min(b), a.max(b)))
}
