//! `foregone darts`: one's own spread, where to aim, and tables to print.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Outcome;
use crate::failure::Failure;

mod fit;
mod page;
mod score;
mod tables;

/// Darts at your own skill: estimate it, and see where to aim
#[derive(Args)]
#[command(after_help = "Example:\n  foregone darts checkout -p skill=12 -p start=60")]
pub struct Darts {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Fit(fit::Fit),
    Score(score::Score),
    Checkout(tables::Checkout),
    Match(tables::Match),
}

impl Darts {
    /// Answers.
    pub fn run(&self) -> Outcome {
        match &self.what {
            What::Fit(what) => what.run(),
            What::Score(what) => what.run(),
            What::Checkout(what) => what.run(),
            What::Match(what) => what.run(),
        }
    }
}

/// Parameters of `darts-501`; `skill=@FILE` reads a table from a file.
#[derive(Args, Debug)]
struct Rules {
    /// Sets a parameter of the game darts-501 (see `foregone list darts-501`); may be repeated.
    /// skill=@FILE and opponent=@FILE read a table of measured counts
    #[arg(short = 'p', long = "param", value_name = "KEY=VALUE", allow_hyphen_values = true)]
    param: Vec<String>,
}

impl Rules {
    fn given(&self) -> Result<Vec<String>, Failure> {
        self.param.iter().map(|pair| from_file(pair)).collect()
    }
}

/// `key=@FILE` with the file's text in its place, comments left out.
fn from_file(pair: &str) -> Result<String, Failure> {
    let Some((key, path)) = pair.split_once("=@") else { return Ok(pair.into()) };
    let path = PathBuf::from(path);
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::io(&path, &error))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        return Err(Failure::in_file(&path, "holds no aims"));
    }
    Ok(format!("{key}={}", lines.join("; ")))
}
