//! `foregone contest`: a contest's own input, answered in its own output.

use std::io::Read;

use clap::Args;
use foregone::contest::{self, CONTESTS};

use super::Outcome;
use crate::failure::Failure;
use crate::interrupt;
use crate::show;
use crate::terminal::{Talk, Terminal};

/// Answers a contest's input in its own output format
#[derive(Args)]
#[command(after_help = "Example:\n  foregone contest hold < input > output")]
pub struct Contest {
    /// The contest's name or problem id (see `foregone list`)
    #[arg(value_name = "NAME")]
    name: String,
}

impl Contest {
    /// Reads standard input to its end, answers every line before the first wrong one.
    pub fn run(&self) -> Outcome {
        let row = contest::find(&self.name).ok_or_else(|| {
            let known = CONTESTS.iter().map(|row| format!("{} ({})", row.name, row.id));
            let known = known.collect::<Vec<_>>().join(", ");
            Failure::Wrong(format!("no contest is called '{}'; contests: {known}", self.name))
        })?;
        let mut input = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut input);
        read.map_err(|error| Failure::Wrong(format!("standard input: {error}")))?;
        let terminal = Terminal::new(Talk::Usual);
        let mut output = Vec::new();
        let result = (row.run)(&input, &mut output, &terminal);
        terminal.finish();
        show::print_bytes(&output)?;
        match result {
            Ok(()) => Ok(0),
            Err(error) if interrupt::asked() => {
                show::error(&Failure::Wrong(error.to_string()));
                Ok(interrupt::EXIT)
            }
            Err(error) => Err(Failure::Wrong(error.to_string())),
        }
    }
}
