//! Evaluation of compiled expressions on a state.
//!
//! The two entries, [`Code::holds`] and [`Code::int`], deal with the common nodes themselves and
//! leave the rest to functions of their own, so that guards stay a few compares. No allocation
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

    /// The truth of a condition in a state.
    #[inline]
    pub fn holds(&self, id: IntId, state: &[i64]) -> Result<bool, Fault> {
        Ok(match self.node(id) {
            Node::VariableLe(slot, k) => state[slot as usize] <= k,
            Node::VariableGe(slot, k) => state[slot as usize] >= k,
            Node::VariableEq(slot, k) => state[slot as usize] == k,
            Node::VariableNe(slot, k) => state[slot as usize] != k,
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
            node => self.rarer(node, state)?,
        })
    }

    fn rarer(&self, node: Node, state: &[i64]) -> Result<bool, Fault> {
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
            Node::Choice(list) => return self.holds(self.chosen(list, state)?, state),
            _ => self.number(node, state)? != 0,
        })
    }

    /// The value of an integer expression in a state; a bool is 0 or 1.
    #[inline]
    pub fn int(&self, id: IntId, state: &[i64]) -> Result<i64, Fault> {
        match self.node(id) {
            Node::Const(value) => Ok(value),
            Node::Variable(slot) => Ok(state[slot as usize]),
            Node::Linear(list, k) => Ok(self.linear(list, state).wrapping_add(k)),
            Node::Choice(list) => self.int(self.chosen(list, state)?, state),
            node => self.number(node, state),
        }
    }

    fn chosen(&self, list: List, state: &[i64]) -> Result<IntId, Fault> {
        let ids = self.ids(list);
        for arm in ids.chunks_exact(2) {
            if self.holds(arm[0], state)? {
                return Ok(arm[1]);
            }
        }
        Ok(ids[ids.len() - 1])
    }

    fn number(&self, node: Node, state: &[i64]) -> Result<i64, Fault> {
        match node {
            Node::Linear(list, k) => Ok(self.linear(list, state).wrapping_add(k)),
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
            condition => Ok(i64::from(self.truth(condition, state)?)),
        }
    }

    /// A condition used as a number.
    fn truth(&self, node: Node, state: &[i64]) -> Result<bool, Fault> {
        Ok(match node {
            Node::VariableLe(slot, k) => state[slot as usize] <= k,
            Node::VariableGe(slot, k) => state[slot as usize] >= k,
            Node::VariableEq(slot, k) => state[slot as usize] == k,
            Node::VariableNe(slot, k) => state[slot as usize] != k,
            Node::LinearLe(list, k) => self.linear(list, state) <= k,
            Node::LinearEq(list, k) => self.linear(list, state) == k,
            Node::LinearNe(list, k) => self.linear(list, state) != k,
            Node::And(list) => self.all(list, state, true)?,
            Node::Or(list) => !self.all(list, state, false)?,
            node => self.rarer(node, state)?,
        })
    }

    fn all(&self, list: List, state: &[i64], want: bool) -> Result<bool, Fault> {
        for &id in self.ids(list) {
            if self.holds(id, state)? != want {
                return Ok(false);
            }
        }
        Ok(true)
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
