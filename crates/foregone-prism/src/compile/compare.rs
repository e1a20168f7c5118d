//! Comparisons, brought to integers wherever both sides are sums with constant factors.
//!
//! `a op b` becomes `c1*x1 + ... <= m`, `= m` or `!= m` with integers without a common divisor; one
//! variable alone is compared directly. A test whose result follows from the variables' ranges is
//! decided here.

use dashu_base::Gcd;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::affine::Affine;
use super::code::{IntId, Node};
use super::lower::{Compiler, Low, is_real};
use super::value::to_int;
use crate::syntax::tree::BinaryOp;

impl Compiler<'_> {
    pub(super) fn compare(&mut self, op: BinaryOp, left: Low, right: Low) -> Low {
        match (left, right) {
            (Low::Fault(fault), _) | (_, Low::Fault(fault)) => Low::Fault(fault),
            (Low::Bool(a), Low::Bool(b)) => Low::Bool((a == b) == (op == BinaryOp::Eq)),
            (Low::Number(a), Low::Number(b)) => self.compare_sums(op, a, b),
            (a, b) => self.compare_nodes(op, a, b),
        }
    }

    fn compare_nodes(&mut self, op: BinaryOp, a: Low, b: Low) -> Low {
        let node = if is_real(&a) || is_real(&b) {
            let (a, b) = (self.as_real(a), self.as_real(b));
            match op {
                BinaryOp::Eq => Node::RealEq(a, b),
                BinaryOp::Ne => Node::RealNe(a, b),
                BinaryOp::Lt => Node::RealLt(a, b),
                BinaryOp::Gt => Node::RealLt(b, a),
                BinaryOp::Ge => Node::RealLe(b, a),
                _ => Node::RealLe(a, b),
            }
        } else {
            let (a, b) = (self.as_int(a), self.as_int(b));
            match op {
                BinaryOp::Eq => Node::Eq(a, b),
                BinaryOp::Ne => Node::Ne(a, b),
                BinaryOp::Lt => Node::Lt(a, b),
                BinaryOp::Gt => Node::Lt(b, a),
                BinaryOp::Ge => Node::Le(b, a),
                _ => Node::Le(a, b),
            }
        };
        Low::Condition(self.code.push(node))
    }

    fn compare_sums(&mut self, op: BinaryOp, a: Affine, b: Affine) -> Low {
        let (mut difference, upward) = match op {
            BinaryOp::Gt | BinaryOp::Ge => (b.clone(), false),
            _ => (a.clone(), true),
        };
        difference.add(if upward { &b } else { &a }, &RBig::from(-1));
        let strict = matches!(op, BinaryOp::Lt | BinaryOp::Gt);
        let scaled = difference.scaled();
        let limit = -scaled.constant - if strict { IBig::ONE } else { IBig::ZERO };
        let kind = match op {
            BinaryOp::Eq => Test::Eq,
            BinaryOp::Ne => Test::Ne,
            _ => Test::Le,
        };
        let tested = test(kind, scaled.terms, limit);
        match self.decide(tested) {
            Some(low) => low,
            None => self.compare_nodes(op, Low::Number(a), Low::Number(b)),
        }
    }

    /// A test as a node; none where it could overflow.
    fn decide(&mut self, tested: Tested) -> Option<Low> {
        let (kind, terms, limit) = match tested {
            Tested::Known(value) => return Some(Low::Bool(value)),
            Tested::Open(kind, terms, limit) => (kind, terms, limit),
        };
        let mut small = Vec::with_capacity(terms.len());
        for (slot, factor) in &terms {
            small.push((*slot, i64::try_from(factor).ok()?));
        }
        let range = self.range(&small);
        if let Some(value) = by_range(kind, range, &limit) {
            return Some(Low::Bool(value));
        }
        let limit = i64::try_from(&limit).ok()?;
        let node = match (&small[..], kind) {
            ([(slot, 1)], Test::Le) => Node::VariableLe(*slot, limit),
            ([(slot, -1)], Test::Le) => Node::VariableGe(*slot, limit.checked_neg()?),
            ([(slot, 1)], Test::Eq) => Node::VariableEq(*slot, limit),
            ([(slot, 1)], Test::Ne) => Node::VariableNe(*slot, limit),
            _ => {
                self.cannot_overflow(&small, 0)?;
                if let ([(a, 1), (b, 1)], Test::Le) = (&small[..], kind) {
                    return Some(Low::Condition(self.code.push(Node::PairLe(*a, *b, limit))));
                }
                let list = self.code.push_terms(&small);
                match kind {
                    Test::Le => Node::LinearLe(list, limit),
                    Test::Eq => Node::LinearEq(list, limit),
                    Test::Ne => Node::LinearNe(list, limit),
                }
            }
        };
        Some(Low::Condition(self.code.push(node)))
    }

    fn bounds_of(&self, slot: u32) -> (i64, i64) {
        self.bounds.get(slot as usize).copied().unwrap_or((i64::MIN, i64::MAX))
    }

    /// The smallest and largest value of a sum; a few dozen terms stay far below 127 bits each.
    fn range(&self, terms: &[(u32, i64)]) -> (IBig, IBig) {
        let (mut low, mut high) = (IBig::ZERO, IBig::ZERO);
        for &(slot, factor) in terms {
            let (a, b) = self.bounds_of(slot);
            let (a, b) = (i128::from(a) * i128::from(factor), i128::from(b) * i128::from(factor));
            low += IBig::from(a.min(b));
            high += IBig::from(a.max(b));
        }
        (low, high)
    }

    fn cannot_overflow(&self, terms: &[(u32, i64)], constant: i64) -> Option<()> {
        let mut worst = i128::from(constant).abs();
        for &(slot, factor) in terms {
            let (a, b) = self.bounds_of(slot);
            let size = i128::from(a).abs().max(i128::from(b).abs());
            worst = worst.checked_add(size * i128::from(factor).abs())?;
        }
        (worst < i128::from(i64::MAX)).then_some(())
    }

    /// An integer sum as a node.
    pub(super) fn affine_node(&mut self, affine: &Affine) -> IntId {
        let node = match self.small_sum(affine) {
            Some((terms, constant)) => match (&terms[..], constant) {
                ([], constant) => Node::Const(constant),
                ([(slot, 1)], 0) => Node::Variable(*slot),
                ([(slot, 1)], k) if self.cannot_overflow(&terms, k).is_some() => {
                    Node::Offset(*slot, k)
                }
                (terms, constant) if self.cannot_overflow(terms, constant).is_some() => {
                    Node::Linear(self.code.push_terms(terms), constant)
                }
                (terms, constant) => self.checked_sum(terms, constant),
            },
            None => Node::Fault(super::Fault::Overflow),
        };
        self.code.push(node)
    }

    fn small_sum(&self, affine: &Affine) -> Option<(Vec<(u32, i64)>, i64)> {
        let terms = affine.terms.iter().map(|(slot, c)| Some((*slot, to_int(c)?)));
        Some((terms.collect::<Option<Vec<_>>>()?, to_int(&affine.constant)?))
    }

    fn checked_sum(&mut self, terms: &[(u32, i64)], constant: i64) -> Node {
        let mut items = vec![(constant, self.code.push(Node::Const(1)))];
        for &(slot, factor) in terms {
            items.push((factor, self.code.push(Node::Variable(slot))));
        }
        Node::Sum(self.code.push_weighted(&items))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    Le,
    Eq,
    Ne,
}

enum Tested {
    Known(bool),
    Open(Test, Vec<(u32, IBig)>, IBig),
}

/// Divides by the common divisor of the factors, rounding the limit as the test allows.
fn test(kind: Test, mut terms: Vec<(u32, IBig)>, mut limit: IBig) -> Tested {
    if terms.is_empty() {
        return Tested::Known(match kind {
            Test::Le => limit >= IBig::ZERO,
            Test::Eq => limit == IBig::ZERO,
            Test::Ne => limit != IBig::ZERO,
        });
    }
    let divisor = terms.iter().fold(UBig::ZERO, |gcd, (_, c)| {
        let size = c.clone().into_parts().1;
        if gcd.is_zero() { size } else { gcd.gcd(size) }
    });
    let divisor = IBig::from(divisor);
    let quotient = RBig::from(limit.clone()) / RBig::from(divisor.clone());
    if kind != Test::Le && !quotient.is_int() {
        return Tested::Known(kind == Test::Ne);
    }
    limit = quotient.floor();
    terms.iter_mut().for_each(|(_, c)| *c = &*c / &divisor);
    if kind != Test::Le && terms[0].1 < IBig::ZERO {
        terms.iter_mut().for_each(|(_, c)| *c = -&*c);
        limit = -limit;
    }
    Tested::Open(kind, terms, limit)
}

fn by_range(kind: Test, (low, high): (IBig, IBig), limit: &IBig) -> Option<bool> {
    match kind {
        Test::Le if high <= *limit => Some(true),
        Test::Le if low > *limit => Some(false),
        Test::Eq | Test::Ne if low > *limit || high < *limit => Some(kind == Test::Ne),
        Test::Eq | Test::Ne if low == high => Some(kind == Test::Eq),
        _ => None,
    }
}
