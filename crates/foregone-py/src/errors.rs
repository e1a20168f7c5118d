//! Exceptions: the texts are those of the program.

use std::fmt::Display;

use foregone::session::SessionError;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

create_exception!(
    foregone,
    ForegoneError,
    PyValueError,
    "Something that was given is wrong; the text says what, where, and what would be right."
);
create_exception!(
    foregone,
    PositionError,
    ForegoneError,
    "A text or an object that names no position of the game."
);
create_exception!(
    foregone,
    SolveError,
    ForegoneError,
    "The game could not be solved for what was asked."
);
create_exception!(foregone, InternalError, PyRuntimeError, "A bug in foregone; please report it.");

/// Something given is wrong.
pub fn wrong(error: impl Display) -> PyErr {
    ForegoneError::new_err(error.to_string())
}

/// There is no such position.
pub fn no_position(text: &str, error: impl Display) -> PyErr {
    PositionError::new_err(format!("position '{text}': {error}"))
}

/// It cannot be solved.
pub fn unsolved(error: impl Display) -> PyErr {
    SolveError::new_err(error.to_string())
}

/// A game could not be explored.
pub fn session(error: SessionError) -> PyErr {
    match &error {
        SessionError::Position { .. } => PositionError::new_err(error.to_string()),
        SessionError::Solve(_) | SessionError::Levels(_) | SessionError::ByParts(_) => {
            unsolved(error)
        }
        SessionError::Explore(_) | SessionError::Reward(_) => wrong(error),
    }
}
