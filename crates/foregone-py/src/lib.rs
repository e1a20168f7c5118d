//! The Python package's native half: games, arenas and solutions for the interpreter.
//!
//! Thin on purpose: what is nicer in Python is in `python/foregone`, and what computes is in the
//! library. Invariants: long work runs without the interpreter (`work`); every number crosses the
//! border exactly (`numbers`); no panic crosses it; texts of errors are those of the program.

use pyo3::prelude::*;

mod arrays;
mod darts;
mod errors;
mod explored;
mod files;
mod games;
mod heap;
mod numbered;
mod numbers;
mod objective;
mod solve;
mod solved;
mod work;
mod written;

/// The native half of the package `foregone`, which says what is here in its own words.
#[pymodule]
mod _foregone {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::arrays::arena;
    #[pymodule_export]
    use crate::darts::fit_throws;
    #[pymodule_export]
    use crate::errors::{ForegoneError, InternalError, PositionError, SolveError};
    #[pymodule_export]
    use crate::explored::Explored;
    #[pymodule_export]
    use crate::files::read;
    #[pymodule_export]
    use crate::games::{Game, built_in, model, table};
    #[pymodule_export]
    use crate::heap::{Heap, Nimbers, heap, nimbers};
    #[pymodule_export]
    use crate::solve::{ask_property, solve, solve_property};
    #[pymodule_export]
    use crate::solved::Solved;
    #[pymodule_export]
    use crate::written::{explore_openspiel, explore_written};
}
