//! Rational expressions that depend on the state.
//!
//! Off the hot path: probabilities and rewards that change with the state, and comparisons that
//! could not be brought to integers. Exact, except that `log`, and `pow` with a broken exponent,
//! give the nearest double where the value is not rational.

use std::collections::BTreeSet;

use dashu_base::BitTest;
use dashu_ratio::RBig;

use super::code::{Code, Fault, IntId, RealId};

/// Longest number kept, in bits: about 40,000 digits.
const LONGEST_NUMBER: usize = 1 << 17;

/// Nodes of rational value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum RealNode {
    Const(RBig),
    Int(IntId),
    Affine(Vec<(u32, RBig)>, RBig),
    /// Factors and terms.
    Sum(Vec<(RBig, RealId)>),
    Product(Vec<RealId>),
    Quotient(RealId, RealId),
    Power(RealId, RealId),
    Log(RealId, RealId),
    Min(Vec<RealId>),
    Max(Vec<RealId>),
    Choice(Vec<(IntId, RealId)>, RealId),
    Fault(Fault),
}

impl RealNode {
    pub(super) fn value(&self, code: &Code, state: &[i64]) -> Result<RBig, Fault> {
        match self {
            RealNode::Const(value) => Ok(value.clone()),
            RealNode::Int(id) => Ok(RBig::from(code.int(*id, state)?)),
            RealNode::Affine(terms, constant) => {
                let value = |(slot, c): &(u32, RBig)| c * RBig::from(state[*slot as usize]);
                Ok(terms.iter().map(value).fold(constant.clone(), |sum, term| sum + term))
            }
            RealNode::Sum(items) => items.iter().try_fold(RBig::ZERO, |sum, (factor, id)| {
                bounded(sum + factor * code.real(*id, state)?)
            }),
            RealNode::Product(ids) => ids
                .iter()
                .try_fold(RBig::ONE, |product, id| bounded(product * code.real(*id, state)?)),
            RealNode::Quotient(a, b) => quotient(&code.real(*a, state)?, &code.real(*b, state)?),
            RealNode::Power(a, b) => Ok(power(&code.real(*a, state)?, &code.real(*b, state)?)?.0),
            RealNode::Log(a, b) => Ok(log(&code.real(*a, state)?, &code.real(*b, state)?)?.0),
            RealNode::Min(ids) => extreme(code, ids, state, |a, b| a < b),
            RealNode::Max(ids) => extreme(code, ids, state, |a, b| a > b),
            RealNode::Choice(arms, last) => {
                for (condition, value) in arms {
                    if code.holds(*condition, state)? {
                        return code.real(*value, state);
                    }
                }
                code.real(*last, state)
            }
            RealNode::Fault(fault) => Err(*fault),
        }
    }
}

impl RealNode {
    pub(super) fn variables(&self, code: &Code, out: &mut BTreeSet<u32>) {
        match self {
            RealNode::Const(_) | RealNode::Fault(_) => {}
            RealNode::Int(id) => code.variables(*id, out),
            RealNode::Affine(terms, _) => out.extend(terms.iter().map(|(slot, _)| slot)),
            RealNode::Sum(items) => items.iter().for_each(|(_, id)| code.real_variables(*id, out)),
            RealNode::Product(ids) | RealNode::Min(ids) | RealNode::Max(ids) => {
                ids.iter().for_each(|id| code.real_variables(*id, out));
            }
            RealNode::Quotient(a, b) | RealNode::Power(a, b) | RealNode::Log(a, b) => {
                [a, b].iter().for_each(|id| code.real_variables(**id, out));
            }
            RealNode::Choice(arms, last) => {
                for (condition, value) in arms {
                    code.variables(*condition, out);
                    code.real_variables(*value, out);
                }
                code.real_variables(*last, out);
            }
        }
    }
}

fn extreme(
    code: &Code,
    ids: &[RealId],
    state: &[i64],
    better: fn(&RBig, &RBig) -> bool,
) -> Result<RBig, Fault> {
    let first = code.real(ids[0], state)?;
    ids[1..].iter().try_fold(first, |best, &id| {
        let next = code.real(id, state)?;
        Ok(if better(&next, &best) { next } else { best })
    })
}

/// `value`, unless it has too many digits.
pub(super) fn bounded(value: RBig) -> Result<RBig, Fault> {
    if too_long(&value) { Err(Fault::TooLong) } else { Ok(value) }
}

/// Whether a number has too many digits.
pub(super) fn too_long(value: &RBig) -> bool {
    bits(value) > LONGEST_NUMBER
}

fn bits(value: &RBig) -> usize {
    value.numerator().bit_len() + value.denominator().bit_len()
}

/// `a / b`
pub(super) fn quotient(a: &RBig, b: &RBig) -> Result<RBig, Fault> {
    if b.is_zero() { Err(Fault::DivisionByZero) } else { bounded(a / b) }
}

/// `a` to the power of `b`, and whether that is exact.
pub(super) fn power(a: &RBig, b: &RBig) -> Result<(RBig, bool), Fault> {
    let (top, bottom) = (i64::try_from(b.numerator()), i64::try_from(b.denominator()));
    if b.is_int() {
        return Ok((whole_power(a, top.map_err(|_| Fault::TooLong)?)?, true));
    }
    let value = a.to_f64().value().powf(b.to_f64().value());
    let near = RBig::try_from(value).map_err(|_| Fault::Power)?;
    let exact = match (top, bottom) {
        (Ok(top), Ok(bottom)) if top.abs() <= 64 && bottom <= 64 && bits(a) < 1024 => {
            whole_power(&near, bottom) == whole_power(a, top)
        }
        _ => false,
    };
    Ok((near, exact))
}

fn whole_power(a: &RBig, exponent: i64) -> Result<RBig, Fault> {
    if a.is_zero() && exponent < 0 {
        return Err(Fault::DivisionByZero);
    }
    // Powers of 0, 1 and -1 stay short.
    let short = a.numerator().bit_len() <= 1 && a.denominator().is_one();
    let count = match exponent.unsigned_abs() {
        count if short && count > 2 => 2 - count % 2,
        count => count,
    };
    if (bits(a) as u64).saturating_mul(count) > LONGEST_NUMBER as u64 {
        return Err(Fault::TooLong);
    }
    let top = a.numerator().pow(count as usize);
    let bottom = a.denominator().pow(count as usize);
    if exponent >= 0 {
        return Ok(RBig::from_parts(top, bottom));
    }
    Ok(RBig::from_parts_signed(bottom.into(), top))
}

/// The logarithm of `a` to base `b`, and whether that is exact.
pub(super) fn log(a: &RBig, b: &RBig) -> Result<(RBig, bool), Fault> {
    if *a <= RBig::ZERO || *b <= RBig::ZERO || b.is_one() {
        return Err(Fault::Logarithm);
    }
    let value = a.to_f64().value().ln() / b.to_f64().value().ln();
    let near = RBig::try_from(value).map_err(|_| Fault::Logarithm)?;
    let whole = near.round();
    if let Ok(k) = i64::try_from(&whole)
        && k.abs() < 10_000
        && whole_power(b, k).is_ok_and(|power| power == *a)
    {
        return Ok((RBig::from(whole), true));
    }
    Ok((near, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn r(top: i64, bottom: u64) -> RBig {
        RBig::from_parts(top.into(), bottom.into())
    }

    #[test]
    fn powers_are_exact_where_they_can_be() {
        assert_eq!(power(&r(2, 3), &r(-2, 1)), Ok((r(9, 4), true)));
        assert_eq!(power(&r(4, 9), &r(1, 2)).map(|p| p.1), Ok(false));
        assert_eq!(power(&r(4, 1), &r(1, 2)), Ok((r(2, 1), true)));
        assert_eq!(power(&r(2, 1), &r(1, 2)).map(|p| p.1), Ok(false));
        assert_eq!(power(&r(-1, 1), &r(1, 2)), Err(Fault::Power));
        assert_eq!(power(&r(0, 1), &r(-1, 1)), Err(Fault::DivisionByZero));
        assert_eq!(power(&r(3, 1), &r(i64::MAX, 1)), Err(Fault::TooLong));
        assert_eq!(power(&r(-1, 1), &r(i64::MAX, 1)), Ok((r(-1, 1), true)));
        assert_eq!(power(&r(1, 1), &r(0, 1)), Ok((r(1, 1), true)));
        assert_eq!(power(&r(0, 1), &r(0, 1)), Ok((r(1, 1), true)));
        assert_eq!(power(&r(0, 1), &r(8, 1)), Ok((r(0, 1), true)));
    }

    #[test]
    fn logarithms_are_exact_where_they_can_be() {
        assert_eq!(log(&r(8, 1), &r(2, 1)), Ok((r(3, 1), true)));
        assert_eq!(log(&r(1, 9), &r(3, 1)), Ok((r(-2, 1), true)));
        assert_eq!(log(&r(10, 1), &r(2, 1)).map(|l| l.1), Ok(false));
        assert_eq!(log(&r(0, 1), &r(2, 1)), Err(Fault::Logarithm));
        assert_eq!(log(&r(3, 1), &r(1, 1)), Err(Fault::Logarithm));
    }
}
