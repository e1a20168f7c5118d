//! Values of constants.

use std::fmt::{Display, Formatter};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Compiler, Low};
use crate::check::Scope;
use crate::source::Diagnostic;
use crate::syntax::tree::{Expr, Type};

/// An exact value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of type bool.
    Bool(bool),
    /// Of type int.
    Int(i64),
    /// Of type double.
    Real(RBig),
}

impl Value {
    /// As a rational; none for a bool.
    pub fn number(&self) -> Option<RBig> {
        match self {
            Value::Bool(_) => None,
            Value::Int(value) => Some(RBig::from(*value)),
            Value::Real(value) => Some(value.clone()),
        }
    }

    /// A number as a value of type `ty`; one that is no int becomes a double.
    pub fn of(number: RBig, ty: Type) -> Value {
        match to_int(&number) {
            Some(int) if ty == Type::Int => Value::Int(int),
            _ => Value::Real(number),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => write!(f, "{value}"),
        }
    }
}

/// A rational as an integer, if it is one and fits.
pub(super) fn to_int(number: &RBig) -> Option<i64> {
    if number.is_int() { i64::try_from(number.numerator()).ok() } else { None }
}

/// The value of an expression without variables; names are looked up in `scope`, where only
/// constants without values can be found, so that any name is an error.
pub fn constant_value(scope: &Scope, expr: &Expr) -> Result<Value, Diagnostic> {
    let mut mistakes = Vec::new();
    crate::check::infer(scope, expr, &mut mistakes);
    if let Some(first) = mistakes.into_iter().next() {
        return Err(first);
    }
    let mut compiler = Compiler::new(scope);
    let low = compiler.lower(expr);
    low_value(&low).map_err(|message| Diagnostic::error(expr.span, message))
}

/// The value of what has been computed; the message says why there is none.
pub(crate) fn low_value(low: &Low) -> Result<Value, String> {
    match low {
        Low::Bool(value) => Ok(Value::Bool(*value)),
        Low::Number(affine) if affine.is_constant() => match (affine.int, to_int(&affine.constant))
        {
            (true, Some(value)) => Ok(Value::Int(value)),
            (true, None) => Err(super::Fault::Overflow.to_string()),
            (false, _) => Ok(Value::Real(affine.constant.clone())),
        },
        Low::Fault(fault) => Err(fault.to_string()),
        _ => Err("this depends on a variable".to_owned()),
    }
}

/// A value as one of type `ty`.
pub fn convert(value: Value, ty: Type, name: &str, expr: &Expr) -> Result<Value, Diagnostic> {
    match (value, ty) {
        (Value::Bool(v), Type::Bool) => Ok(Value::Bool(v)),
        (Value::Int(v), Type::Int) => Ok(Value::Int(v)),
        (Value::Int(v), Type::Double) => Ok(Value::Real(RBig::from(v))),
        (Value::Real(v), Type::Double) => Ok(Value::Real(v)),
        (value, ty) => {
            let message = format!("`{name}` is of type {ty}, but {value} is not");
            Err(Diagnostic::error(expr.span, message))
        }
    }
}

/// A literal such as `0.125` or `1.5e-3`, exactly; none where it has thousands of digits.
pub fn decimal(text: &str) -> Option<RBig> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let shift = exponent.checked_sub(fraction.len() as i64)?;
    if shift.abs() > 100_000 || digits.len() > 100_000 {
        return None;
    }
    let all = IBig::from_str_radix(&format!("0{whole}{fraction}"), 10).ok()?;
    let ten = UBig::from(10u8).pow(shift.unsigned_abs() as usize);
    Some(if shift >= 0 { RBig::from(all * IBig::from(ten)) } else { RBig::from_parts(all, ten) })
}
