//! The project's own chores: what a person types here is what continuous integration runs.
//!
//! Nothing but the standard library, so that `cargo xtask` itself costs a second to build.
#![forbid(unsafe_code)]

use std::process::ExitCode;

mod bench;
mod ci;
mod command;
mod python;
mod tidy;
mod tools;

const HELP: &str = "\
cargo xtask ci      formatting, lints, documentation, house rules, all tests and examples
cargo xtask tidy    the house rules alone
cargo xtask long    the long random tests, which ci leaves out
cargo xtask python  the Python package's tests and types, as ci runs them
cargo xtask files   files against umbi and stormpy, as ci does it
cargo xtask wheel   the Python package as a wheel, in target/wheels
cargo xtask bench   the program against the yardsticks in benches/yardstick";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ci"] => ci::ci(),
        ["tidy"] => tidy::tidy(),
        ["long"] => ci::long(),
        ["python"] => ci::python(),
        ["files"] => ci::files(),
        ["wheel"] => python::wheel(),
        ["bench"] => bench::bench(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("no chore '{}'; there are:\n{HELP}", arguments.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
