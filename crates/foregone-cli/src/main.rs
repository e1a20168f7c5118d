//! The program `foregone`: files, terminal and clock around the library.
//!
//! One verb, one file in `verbs/`; how answers look is in `show/`. Exit codes: 0 done or true,
//! 1 false, 2 an error in what was given, 3 undecided within the limits, 130 interrupted.
#![forbid(unsafe_code)]

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod case;
mod checkpoint;
mod failure;
mod files;
mod interrupt;
mod making;
mod memory;
mod model;
mod policies;
mod saving;
mod serve;
mod show;
mod source;
mod terminal;
mod texts;
mod verbs;

use failure::Failure;
use verbs::Verb;

/// Solves finite two-player games of perfect information, with answers that are checked.
#[derive(Parser)]
#[command(name = "foregone", version)]
struct Program {
    #[command(subcommand)]
    verb: Option<Verb>,
}

fn main() -> ExitCode {
    let program = match Program::try_parse() {
        Ok(program) => program,
        Err(message) => return told(&message),
    };
    let result = match program.verb {
        Some(verb) => verb.run(),
        None => verbs::overview(),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            show::error(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Prints help or what is wrong with the command line.
fn told(message: &clap::Error) -> ExitCode {
    let printed = message.print().and_then(|()| std::io::stdout().flush());
    match printed.map_err(failure::output) {
        _ if message.use_stderr() => ExitCode::from(2),
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            show::error(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}
