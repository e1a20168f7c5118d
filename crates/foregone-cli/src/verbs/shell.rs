//! `foregone completions` and `foregone man`: what shells and `man` know of the program.

use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Outcome;
use crate::failure::Failure;
use crate::show;

/// Completions for a shell, on standard output
#[derive(Args)]
#[command(after_help = "Example:
  foregone completions bash > ~/.local/share/bash-completion/completions/foregone")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The manual page, on standard output, or one for every verb in a folder
#[derive(Args)]
#[command(after_help = "Example:\n  foregone man | man -l -")]
pub struct Man {
    /// A folder to write all pages to
    #[arg(short = 'o', long = "output", value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Completions {
    /// Prints.
    pub fn run(&self) -> Outcome {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "foregone", &mut text);
        show::print_bytes(&text)?;
        Ok(0)
    }
}

impl Man {
    /// Prints or writes.
    pub fn run(&self) -> Outcome {
        if let Some(folder) = &self.output {
            let written = clap_mangen::generate_to(command(), folder);
            written.map_err(|error| Failure::io(folder, &error))?;
            return Ok(0);
        }
        let mut text = Vec::new();
        let rendered = clap_mangen::Man::new(command()).render(&mut text);
        rendered.map_err(crate::failure::output)?;
        show::print_bytes(&text)?;
        Ok(0)
    }
}

fn command() -> clap::Command {
    crate::Program::command()
}
