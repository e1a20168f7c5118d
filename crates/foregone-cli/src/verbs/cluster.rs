//! `foregone cluster`: a game over several processes, on this machine or on many.

use clap::{Args, Subcommand};

use super::Outcome;

mod local;
mod problem;
mod remote;
mod run;
mod shown;

/// Solves a game over several machines
#[derive(Args)]
#[command(after_help = "Example:\n  foregone cluster local hold -n 4")]
pub struct Cluster {
    #[command(subcommand)]
    way: Way,
}

#[derive(Subcommand)]
enum Way {
    Run(run::Run),
    Local(local::Local),
}

impl Cluster {
    /// Runs this process's part, or all processes.
    pub fn run(&self) -> Outcome {
        match &self.way {
            Way::Run(run) => run.run(),
            Way::Local(local) => local.run(),
        }
    }
}
