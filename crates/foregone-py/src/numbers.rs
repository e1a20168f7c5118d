//! Numbers between Python and Rust.
//!
//! Invariant: nothing is rounded, with one exception that is stated: a double means the fraction
//! with the smallest denominator among those whose nearest double it is, so `0.1` means 1/10 and
//! `1/6` means 1/6. Doubles that do not sum to 1 in this reading, but miss it by rounding alone,
//! mean multiples of 2^-62, the largest taking the difference.

use foregone::{IBig, Rational, UBig, decimal};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString, PyTuple};

use crate::errors::wrong;

/// A whole number as Python has it.
pub fn integer<'py>(py: Python<'py>, number: &IBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let (sign, magnitude) = number.clone().into_parts();
    let bytes = PyBytes::new(py, &magnitude.to_le_bytes());
    let whole = py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))?;
    if sign == (-IBig::ONE).sign() { whole.neg() } else { Ok(whole) }
}

/// A `fractions.Fraction`.
pub fn fraction<'py>(py: Python<'py>, number: &Rational) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = FRACTION.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("fractions")?.getattr("Fraction")?.unbind())
    })?;
    let denominator: IBig = number.denominator().clone().into();
    class.bind(py).call1((integer(py, number.numerator())?, integer(py, &denominator)?))
}

/// A whole number of Python's.
pub fn whole(object: &Bound<'_, PyAny>) -> PyResult<IBig> {
    if let Ok(small) = object.extract::<i64>() {
        return Ok(small.into());
    }
    let py = object.py();
    let number = object.call_method0(intern!(py, "__index__"))?;
    let bits: usize = number.call_method0(intern!(py, "bit_length"))?.extract()?;
    let options = [("signed", true)];
    let options = pyo3::types::IntoPyDict::into_py_dict(options, py)?;
    let bytes = number.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&options))?;
    Ok(IBig::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// A number of Python's: an int, a `Fraction`, a float in the reading of this module's text, a
/// text such as `"1/6"`, or a pair `(numerator, denominator)`.
pub fn rational(object: &Bound<'_, PyAny>) -> PyResult<Rational> {
    let py = object.py();
    if object.is_instance_of::<PyBool>() {
        return Err(no_number(object));
    }
    if object.is_instance_of::<PyFloat>() {
        return simplest(object.extract()?);
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy();
        return decimal::read(&text)
            .ok_or_else(|| wrong(format!("'{text}' is no number such as 1/6 or 0.25")));
    }
    if let Ok(pair) = object.cast::<PyTuple>() {
        if pair.len() != 2 {
            return Err(no_number(object));
        }
        return ratio(whole(&pair.get_item(0)?)?, whole(&pair.get_item(1)?)?);
    }
    let parts =
        (object.getattr(intern!(py, "numerator")), object.getattr(intern!(py, "denominator")));
    if let (Ok(above), Ok(below)) = parts {
        return ratio(whole(&above)?, whole(&below)?);
    }
    let parts =
        object.call_method0(intern!(py, "as_integer_ratio")).map_err(|_| no_number(object))?;
    ratio(whole(&parts.get_item(0)?)?, whole(&parts.get_item(1)?)?)
}

fn no_number(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "{} is no number ({kind}): give an int, a Fraction, a float, a text such as \"1/6\", or a \
         pair (numerator, denominator)",
        object.repr().map_or_else(|_| "this".into(), |text| text.to_string())
    ))
}

/// A quotient.
///
/// # Errors
/// The divisor is 0.
pub fn ratio(above: IBig, below: IBig) -> PyResult<Rational> {
    if below == IBig::ZERO {
        return Err(wrong(format!("{above}/0 is no number")));
    }
    Ok(Rational::from_parts_signed(above, below))
}

/// The fraction with the smallest denominator among those whose nearest double is `number`.
pub fn simplest(number: f64) -> PyResult<Rational> {
    if number == 0.0 {
        return Ok(Rational::ZERO);
    }
    Rational::simplest_from_f64(number)
        .ok_or_else(|| wrong(format!("{number} is no finite number")))
}

/// Probabilities of one choice given as doubles, in the reading of this module's text. They need
/// not sum to 1 where they miss it by more than rounding.
pub fn distribution(doubles: &[f64]) -> PyResult<Vec<Rational>> {
    let simple = doubles.iter().map(|&p| simplest(p)).collect::<PyResult<Vec<_>>>()?;
    let sum = simple.iter().fold(Rational::ZERO, |sum, p| sum + p);
    if sum == Rational::ONE || simple.iter().any(|p| *p < Rational::ZERO) {
        return Ok(simple);
    }
    let total: f64 = doubles.iter().sum();
    if (total - 1.0).abs() > SLACK {
        return Ok(simple);
    }
    let parts = UBig::ONE << BITS;
    let mut weights: Vec<i128> = doubles.iter().map(|&p| weight(p)).collect();
    let missing = (1i128 << BITS) - weights.iter().sum::<i128>();
    if let Some(largest) = weights.iter_mut().max() {
        *largest += missing;
    }
    Ok(weights.into_iter().map(|w| Rational::from_parts(w.into(), parts.clone())).collect())
}

/// Doubles that sum to 1 up to this mean probabilities; rounding alone misses 1 by less.
const SLACK: f64 = 1e-12;
/// Bits after the point of such probabilities.
const BITS: usize = 62;

/// In units of 2^-62; what is positive stays so.
fn weight(p: f64) -> i128 {
    let units = (p * (1u64 << BITS) as f64).round() as i128;
    if p > 0.0 { units.max(1) } else { 0 }
}
