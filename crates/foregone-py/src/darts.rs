//! The spread of a player of darts from recorded throws.

use foregone::darts::fit::{Fit, Model, Throws, fit};
use pyo3::prelude::*;

use crate::errors::wrong;
use crate::work;

/// The most likely spread of whoever threw these darts: how many there were, the logarithm of the
/// likelihood, and for each number its name, value and interval of 95 %.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn fit_throws(
    py: Python<'_>,
    throws: &str,
    model: &str,
) -> PyResult<(u64, f64, Vec<(&'static str, f64, f64, f64)>)> {
    let model = match model {
        "round" => Model::Round,
        "axes" => Model::Axes,
        "full" => Model::Full,
        other => return Err(wrong(format!("model '{other}': it is round, axes or full"))),
    };
    let throws = Throws::read(throws).map_err(wrong)?;
    let done = work::run(py, None, move |_| fit(&throws, model))?;
    let Fit { estimates, likelihood, throws, .. } = done.result.map_err(wrong)?;
    let each = estimates.iter().map(|e| (e.name, e.value, e.interval.0, e.interval.1));
    Ok((throws, likelihood, each.collect()))
}
