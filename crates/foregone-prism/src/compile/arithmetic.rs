//! Sums and products.
//!
//! What is known is added up exactly; what depends on the state in another way than by constant
//! factors becomes one node for the whole chain, however long it is.

use dashu_ratio::RBig;

use super::affine::Affine;
use super::code::{Fault, IntId, Node};
use super::lower::{Compiler, Low, is_real, number};
use super::real::{RealNode, too_long};

impl Compiler<'_> {
    /// A sum of parts, each with the factor 1 or -1.
    pub(super) fn sum(&mut self, items: Vec<(i64, Low)>) -> Low {
        let mut known = Affine::constant(RBig::ZERO, true);
        let mut rest = Vec::new();
        for (factor, low) in items {
            match low {
                Low::Fault(fault) => return Low::Fault(fault),
                Low::Number(affine) => known.add(&affine, &RBig::from(factor)),
                other => rest.push((factor, other)),
            }
        }
        if rest.is_empty() || known.is_too_long() {
            return short(known);
        }
        let all_int = known.int && !rest.iter().any(|(_, low)| is_real(low));
        let plain = known.is_constant() && known.constant.is_zero();
        let known = (!plain).then_some((1, Low::Number(known)));
        let items = known.into_iter().chain(rest);
        if all_int {
            let items: Vec<(i64, IntId)> = items.map(|(f, low)| (f, self.as_int(low))).collect();
            let list = self.code.push_weighted(&items);
            return Low::Int(self.code.push(Node::Sum(list)));
        }
        let items = items.map(|(f, low)| (RBig::from(f), self.as_real(low))).collect();
        Low::Real(self.code.push_real(RealNode::Sum(items)))
    }

    /// A product of parts (true) and divisors (false).
    pub(super) fn product(&mut self, items: Vec<(bool, Low)>) -> Low {
        let mut factor = RBig::ONE;
        let mut int = true;
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (multiply, low) in items {
            int &= multiply && !is_real(&low);
            match low {
                Low::Fault(fault) => return Low::Fault(fault),
                Low::Number(affine) if affine.is_constant() => match (multiply, affine.constant) {
                    (true, value) => factor *= value,
                    (false, value) if value.is_zero() => return Low::Fault(Fault::DivisionByZero),
                    (false, value) => factor /= value,
                },
                other if multiply => above.push(other),
                other => below.push(other),
            }
            if too_long(&factor) {
                return Low::Fault(Fault::TooLong);
            }
        }
        match (&above[..], &below[..]) {
            ([], []) => number(factor, int),
            ([Low::Number(affine)], []) => short(affine.times(&factor, int)),
            _ if int => self.int_product(factor, above),
            _ => self.real_product(factor, above, below),
        }
    }

    fn int_product(&mut self, factor: RBig, parts: Vec<Low>) -> Low {
        let mut ids: Vec<IntId> = parts.into_iter().map(|low| self.as_int(low)).collect();
        if !factor.is_one() {
            ids.push(self.as_int(number(factor, true)));
        }
        let list = self.code.push_list(&ids);
        Low::Int(self.code.push(Node::Product(list)))
    }

    fn real_product(&mut self, factor: RBig, above: Vec<Low>, below: Vec<Low>) -> Low {
        let mut top = vec![self.as_real(number(factor, false))];
        top.extend(above.into_iter().map(|low| self.as_real(low)));
        let top = self.code.push_real(RealNode::Product(top));
        if below.is_empty() {
            return Low::Real(top);
        }
        let bottom = below.into_iter().map(|low| self.as_real(low)).collect();
        let bottom = self.code.push_real(RealNode::Product(bottom));
        Low::Real(self.code.push_real(RealNode::Quotient(top, bottom)))
    }
}

/// A sum, unless its numbers have too many digits.
fn short(affine: Affine) -> Low {
    if affine.is_too_long() { Low::Fault(Fault::TooLong) } else { Low::Number(affine) }
}
