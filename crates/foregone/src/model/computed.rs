//! Arithmetic with numbers that are known by bounds: the result's bounds hold every result.
//!
//! There is no number below all others here, so what would be less than minus any number is an
//! error, as is what has no value (0/0, infinity less infinity).

use dashu_base::Abs;
use foregone_prism::query::{Ask, Operation};
use foregone_prism::syntax::tree::BinaryOp;

use super::answer::Job;
use super::{Found, ModelError, Quantity, Span, decide};
use crate::{Rational, StateId};

/// Exponents lie between minus this and this.
const MOST_EXPONENT: i64 = 10_000;

/// Why a number cannot be computed.
type Computed<T> = Result<T, &'static str>;

impl Job<'_> {
    /// The numbers that `operation` makes of `parts`, in `states`.
    pub(super) fn compute(
        &mut self,
        operation: Operation,
        parts: &[Ask],
        states: &[StateId],
    ) -> Result<Vec<Span>, ModelError> {
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            all.push(self.spans(part, states)?);
        }
        let result = |at: usize| {
            let operands: Vec<&Span> = all.iter().map(|part| &part[at]).collect();
            apply(operation, &operands).map_err(|message| self.no(message))
        };
        (0..states.len()).map(result).collect()
    }

    /// Whether two numbers compare in the initial states: with more digits and at last exactly,
    /// until the bounds decide it.
    pub(super) fn compared(
        &mut self,
        op: BinaryOp,
        parts: &[Ask; 2],
    ) -> Result<Option<bool>, ModelError> {
        self.held += 1;
        let states = self.built.starts().to_vec();
        let mut known = None;
        for options in self.deciding() {
            let before = self.narrow.replace(options);
            let both = self
                .spans(&parts[0], &states)
                .and_then(|left| Ok((left, self.spans(&parts[1], &states)?)));
            self.narrow = before;
            let (left, right) = both?;
            let pairs = left.iter().zip(&right);
            known = decide::all(pairs.map(|(a, b)| decide::relate(a, op, b)));
            if known.is_some() || self.stopped.is_some() {
                break;
            }
        }
        self.held -= 1;
        Ok(known)
    }

    /// A number in each of `states`.
    fn spans(&mut self, ask: &Ask, states: &[StateId]) -> Result<Vec<Span>, ModelError> {
        // What is found for one part must speak of the same states as what is found for the next.
        (self.depth, self.held) = (self.depth + 1, self.held + 1);
        let found = self.in_states(ask, states);
        (self.depth, self.held) = (self.depth - 1, self.held - 1);
        let number = |found| match found {
            Found::Number(span) => Ok(span),
            _ => Err(self.no("this needs one number in each state")),
        };
        found?.into_iter().map(number).collect()
    }
}

fn apply(operation: Operation, operands: &[&Span]) -> Computed<Span> {
    match (operation, operands) {
        (Operation::Plus, [a, b]) => Ok(a.plus(b)),
        (Operation::Minus, [a, b]) => minus(a, b),
        (Operation::Times, [a, b]) => times(a, b),
        (Operation::Over, [a, b]) => times(a, &inverse(b)?),
        (Operation::Power, [a, b]) => power(a, b),
        (Operation::Least, [first, rest @ ..]) => {
            Ok(rest.iter().fold((*first).clone(), |so_far, span| so_far.least(span)))
        }
        (Operation::Most, [first, rest @ ..]) => {
            Ok(rest.iter().fold((*first).clone(), |so_far, span| so_far.most(span)))
        }
        (Operation::Floor, [a]) => Ok(rounded(a, |x| Rational::from(x.floor()))),
        (Operation::Ceil, [a]) => Ok(rounded(a, |x| Rational::from(x.ceil()))),
        (Operation::Round, [a]) => {
            let half = Rational::from_parts(1.into(), 2u8.into());
            Ok(rounded(a, |x| Rational::from((x + &half).floor())))
        }
        _ => Err("a function has the wrong number of arguments"),
    }
}

fn minus(a: &Span, b: &Span) -> Computed<Span> {
    let (Some(low), Some(high)) = (b.lower.finite(), b.upper.finite()) else {
        return Err("less than infinity would be no number");
    };
    let less = |from: &Quantity, what: &Rational| match from {
        Quantity::Finite(number) => Quantity::Finite(number - what),
        Quantity::Infinite => Quantity::Infinite,
    };
    Ok(Span { lower: less(&a.lower, high), upper: less(&a.upper, low) })
}

fn times(a: &Span, b: &Span) -> Computed<Span> {
    let (Some((al, au)), Some((bl, bu))) = (a.finite(), b.finite()) else {
        return times_infinite(a, b);
    };
    let products = [al * bl, al * bu, au * bl, au * bu];
    let least = products.iter().min().cloned().unwrap_or_default();
    let most = products.into_iter().max().unwrap_or_default();
    Ok(Span::between(least, most))
}

/// A product where some bound is infinite.
fn times_infinite(a: &Span, b: &Span) -> Computed<Span> {
    let positive = |span: &Span| match &span.lower {
        Quantity::Finite(lower) => *lower > Rational::ZERO,
        Quantity::Infinite => true,
    };
    if !positive(a) || !positive(b) {
        return Err("infinity times what may be 0 or less has no value");
    }
    let product = |x: &Quantity, y: &Quantity| match (x.finite(), y.finite()) {
        (Some(x), Some(y)) => Quantity::Finite(x * y),
        _ => Quantity::Infinite,
    };
    Ok(Span { lower: product(&a.lower, &b.lower), upper: product(&a.upper, &b.upper) })
}

fn inverse(span: &Span) -> Computed<Span> {
    let zero = Quantity::Finite(Rational::ZERO);
    if span.lower <= zero && span.upper >= zero {
        return Err(match span.is_exact() {
            true => "division by zero",
            false => "the bounds do not decide whether this divides by zero",
        });
    }
    let over = |quantity: &Quantity| match quantity {
        Quantity::Finite(number) => Rational::ONE / number,
        Quantity::Infinite => Rational::ZERO,
    };
    Ok(Span::between(over(&span.upper), over(&span.lower)))
}

/// Known exponents alone: the power of an interval that holds 0 only where the base is exact.
fn power(base: &Span, exponent: &Span) -> Computed<Span> {
    let most = Rational::from(MOST_EXPONENT);
    let small = |x: &Rational| x.clone().abs() <= most;
    let known = exponent.finite().filter(|(low, high)| low == high && small(low));
    let Some((exponent, _)) = known else {
        return Err("`pow` of probabilities and rewards takes exponents that are known");
    };
    let Ok(exponent) = i64::try_from(exponent.clone()) else { return broken(base, exponent) };
    let Some((low, high)) = base.finite() else {
        return Err("`pow` of infinity is not supported");
    };
    if low != high && *low < Rational::ZERO {
        return Err("`pow` of what may be less than 0 needs an exact number");
    }
    let base = if exponent < 0 { inverse(base)? } else { Span::between(low.clone(), high.clone()) };
    let raised = |x: &Rational| x.pow(exponent.unsigned_abs() as isize);
    let (low, high) = base.finite().ok_or("`pow` of infinity is not supported")?;
    Ok(Span::between(raised(low), raised(high)))
}

/// A broken exponent: doubles, made wider than they can be wrong. Rounding the base (by 2^-53)
/// counts as often as the exponent says, rounding the exponent as often as that times the base's
/// logarithm, which is below 710 for normal doubles, and the power itself is out by less than 2^-51.
fn broken(base: &Span, exponent: &Rational) -> Computed<Span> {
    let base = if *exponent < Rational::ZERO { inverse(base)? } else { base.clone() };
    let exponent = exponent.clone().abs();
    let (low, high) = base.finite().ok_or("`pow` of infinity is not supported")?;
    if *low < Rational::ZERO {
        return Err("`pow` of what may be less than 0 needs a whole exponent");
    }
    let power = exponent.to_f64().value();
    let slack = Rational::from(800) * &exponent + Rational::from(8);
    let slack = slack / Rational::from(1u64 << 52);
    let raised = |x: &Rational, factor: Rational| {
        let near = x.to_f64().value();
        let raised = near.powf(power);
        match Rational::try_from(raised) {
            _ if x.is_zero() => Ok(Rational::ZERO),
            Ok(exact) if near.is_normal() && raised.is_normal() => Ok(exact * factor),
            _ => Err("this power is too large or too small"),
        }
    };
    Ok(Span::between(raised(low, Rational::ONE - &slack)?, raised(high, Rational::ONE + &slack)?))
}

fn rounded(span: &Span, whole: impl Fn(&Rational) -> Rational) -> Span {
    let part = |quantity: &Quantity| match quantity {
        Quantity::Finite(number) => Quantity::Finite(whole(number)),
        Quantity::Infinite => Quantity::Infinite,
    };
    Span { lower: part(&span.lower), upper: part(&span.upper) }
}
