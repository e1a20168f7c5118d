//! Evaluation of compiled expressions on a state.
//!
//! The two entries, [`Code::holds`] and [`Code::int`], are inlined with the nodes that need no other
//! node and leave the rest to functions of their own, so that guards stay a few compares. No allocation
//! except for rationals.

use dashu_ratio::RBig;

use super::code::{Code, Fault, IntId, List, Node, RealId};

impl Code {
    fn linear(&self, list: List, state: &[i64]) -> i64 {
        let terms = &self.terms[list.start as usize..list.end as usize];
        terms
            .iter()
            .fold(0i64, |sum, (slot, c)| sum.wrapping_add(c.wrapping_mul(state[*slot as usize])))
    }

    /// Tests that need no other node.
    #[inline(always)]
    fn simple_condition(&self, node: Node, state: &[i64]) -> Option<bool> {
        Some(match node {
            Node::VariableLe(slot, k) => state[slot as usize] <= k,
            Node::VariableGe(slot, k) => state[slot as usize] >= k,
            Node::VariableEq(slot, k) => state[slot as usize] == k,
            Node::VariableNe(slot, k) => state[slot as usize] != k,
            Node::PairLe(a, b, k) => state[a as usize].wrapping_add(state[b as usize]) <= k,
            _ => return None,
        })
    }

    /// The truth of a condition in a state.
    #[inline(always)]
    pub fn holds(&self, id: IntId, state: &[i64]) -> Result<bool, Fault> {
        let node = self.node(id);
        match self.simple_condition(node, state) {
            Some(truth) => Ok(truth),
            None => self.compound_condition(id, node, state),
        }
    }

    fn compound_condition(&self, id: IntId, node: Node, state: &[i64]) -> Result<bool, Fault> {
        Ok(match node {
            Node::LinearLe(list, k) => self.linear(list, state) <= k,
            Node::LinearEq(list, k) => self.linear(list, state) == k,
            Node::LinearNe(list, k) => self.linear(list, state) != k,
            Node::And(list) => {
                for &id in self.ids(list) {
                    if !self.holds(id, state)? {
                        return Ok(false);
                    }
                }
                true
            }
            Node::Or(list) => {
                for &id in self.ids(list) {
                    if self.holds(id, state)? {
                        return Ok(true);
                    }
                }
                false
            }
            node => self.other_condition(id, node, state)?,
        })
    }

    /// Conditions that are less common than those in [`Code::holds`].
    fn other_condition(&self, id: IntId, node: Node, state: &[i64]) -> Result<bool, Fault> {
        Ok(match node {
            Node::Not(a) => !self.holds(a, state)?,
            Node::Le(a, b) => self.int(a, state)? <= self.int(b, state)?,
            Node::Lt(a, b) => self.int(a, state)? < self.int(b, state)?,
            Node::Eq(a, b) => self.int(a, state)? == self.int(b, state)?,
            Node::Ne(a, b) => self.int(a, state)? != self.int(b, state)?,
            Node::RealLe(a, b) => self.real(a, state)? <= self.real(b, state)?,
            Node::RealLt(a, b) => self.real(a, state)? < self.real(b, state)?,
            Node::RealEq(a, b) => self.real(a, state)? == self.real(b, state)?,
            Node::RealNe(a, b) => self.real(a, state)? != self.real(b, state)?,
            Node::Const(value) => value != 0,
            Node::Variable(slot) => state[slot as usize] != 0,
            Node::Fault(fault) => return Err(fault),
            Node::If(..) | Node::Choice(_) => {
                return self.holds(self.chosen(node, state)?, state);
            }
            _ => self.other_int(id, node, state)? != 0,
        })
    }

    /// The value of an integer expression in a state; a bool is 0 or 1.
    #[inline(always)]
    pub fn int(&self, id: IntId, state: &[i64]) -> Result<i64, Fault> {
        match self.node(id) {
            Node::Const(value) => Ok(value),
            Node::Variable(slot) => Ok(state[slot as usize]),
            Node::Offset(slot, k) => Ok(state[slot as usize].wrapping_add(k)),
            node => self.compound_int(id, node, state),
        }
    }

    fn compound_int(&self, id: IntId, node: Node, state: &[i64]) -> Result<i64, Fault> {
        match node {
            Node::If(condition, a, b) => {
                self.int(if self.holds(condition, state)? { a } else { b }, state)
            }
            Node::Linear(list, k) => Ok(self.linear(list, state).wrapping_add(k)),
            node => self.other_int(id, node, state),
        }
    }

    fn chosen(&self, node: Node, state: &[i64]) -> Result<IntId, Fault> {
        let list = match node {
            Node::If(condition, a, b) => {
                return Ok(if self.holds(condition, state)? { a } else { b });
            }
            Node::Choice(list) => list,
            _ => return Err(Fault::Overflow),
        };
        let ids = self.ids(list);
        for arm in ids.chunks_exact(2) {
            if self.holds(arm[0], state)? {
                return Ok(arm[1]);
            }
        }
        Ok(ids[ids.len() - 1])
    }

    /// Integers that are less common than those in [`Code::int`], and conditions as 0 and 1.
    fn other_int(&self, id: IntId, node: Node, state: &[i64]) -> Result<i64, Fault> {
        match node {
            Node::Choice(_) => self.int(self.chosen(node, state)?, state),
            Node::Sum(list) => self.sum(list, state),
            Node::Product(list) => {
                let factors = self.ids(list).iter();
                factors.map(|&id| self.int(id, state)).try_fold(1i64, |product, factor| {
                    product.checked_mul(factor?).ok_or(Fault::Overflow)
                })
            }
            Node::Min(list) => self.extreme(list, state, i64::min),
            Node::Max(list) => self.extreme(list, state, i64::max),
            Node::Mod(a, b) => modulo(self.int(a, state)?, self.int(b, state)?),
            Node::Power(a, b) => power(self.int(a, state)?, self.int(b, state)?),
            Node::FloorDiv(a, divisor) => Ok(self.int(a, state)?.div_euclid(divisor)),
            Node::Floor(a) => {
                i64::try_from(self.real(a, state)?.floor()).map_err(|_| Fault::Overflow)
            }
            Node::Fault(fault) => Err(fault),
            _ => Ok(i64::from(self.holds(id, state)?)),
        }
    }

    fn sum(&self, list: List, state: &[i64]) -> Result<i64, Fault> {
        let items = &self.weighted[list.start as usize..list.end as usize];
        let mut sum = 0i128;
        for &(factor, id) in items {
            let term = i128::from(factor) * i128::from(self.int(id, state)?);
            sum = sum.checked_add(term).ok_or(Fault::Overflow)?;
        }
        i64::try_from(sum).map_err(|_| Fault::Overflow)
    }

    fn extreme(&self, list: List, state: &[i64], pick: fn(i64, i64) -> i64) -> Result<i64, Fault> {
        let ids = self.ids(list);
        let first = self.int(ids[0], state)?;
        ids[1..].iter().try_fold(first, |best, &id| Ok(pick(best, self.int(id, state)?)))
    }

    /// The value of a rational expression in a state.
    pub fn real(&self, id: RealId, state: &[i64]) -> Result<RBig, Fault> {
        self.reals[id.0 as usize].value(self, state)
    }
}

/// The remainder, never negative.
pub(super) fn modulo(a: i64, b: i64) -> Result<i64, Fault> {
    if b <= 0 { Err(Fault::Modulus) } else { Ok(a.rem_euclid(b)) }
}

/// A power of integers.
pub(super) fn power(a: i64, b: i64) -> Result<i64, Fault> {
    if b < 0 {
        return Err(Fault::NegativeExponent);
    }
    match (a, u32::try_from(b)) {
        (0 | 1, _) => Ok(if b == 0 { 1 } else { a }),
        (-1, _) => Ok(if b % 2 == 0 { 1 } else { -1 }),
        (_, Ok(exponent)) => a.checked_pow(exponent).ok_or(Fault::Overflow),
        (_, Err(_)) => Err(Fault::Overflow),
    }
}
