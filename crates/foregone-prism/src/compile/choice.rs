//! `? :`.

use super::code::{IntId, Node};
use super::lower::{Compiler, Low, is_real};
use super::real::RealNode;
use crate::syntax::tree::Expr;

impl Compiler<'_> {
    /// `a ? b : c ? d : e`; arms whose conditions are constant are decided here.
    pub(super) fn choice(&mut self, arms: &[(Expr, Expr)], last: &Expr) -> Low {
        let mut kept = Vec::new();
        let mut end = None;
        for (condition, value) in arms {
            match self.lower(condition) {
                Low::Bool(false) => {}
                Low::Bool(true) => {
                    end = Some(value);
                    break;
                }
                low => kept.push((self.as_condition(low), self.lower(value))),
            }
        }
        let end = self.lower(end.unwrap_or(last));
        if kept.is_empty() { end } else { self.select(kept, end) }
    }

    fn select(&mut self, arms: Vec<(IntId, Low)>, last: Low) -> Low {
        let values = || arms.iter().map(|(_, v)| v).chain([&last]);
        let truth = values().any(|v| matches!(v, Low::Bool(_) | Low::Condition(_)));
        if !truth && values().any(is_real) {
            let mut real = Vec::with_capacity(arms.len());
            for (condition, value) in arms {
                real.push((condition, self.as_real(value)));
            }
            let last = self.as_real(last);
            return Low::Real(self.code.push_real(RealNode::Choice(real, last)));
        }
        let mut ids = Vec::with_capacity(arms.len() * 2 + 1);
        for (condition, value) in arms {
            ids.push(condition);
            ids.push(self.as_int(value));
        }
        ids.push(self.as_int(last));
        let node = match ids[..] {
            [condition, a, b] => Node::If(condition, a, b),
            _ => Node::Choice(self.code.push_list(&ids)),
        };
        let id = self.code.push(node);
        if truth { Low::Condition(id) } else { Low::Int(id) }
    }
}
