//! `foregone report`: a solved game as one page that needs nothing else.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::Outcome;
use crate::arguments::{How, Which};
use crate::failure::Failure;
use crate::making::make;
use crate::model::Asked;
use crate::saving::Place;
use crate::serve::site::{Key, Variant, shown};
use crate::show;
use crate::terminal::{Talk, Terminal};

mod page;
mod parts;

/// One page with tables, pictures and, for small games, an explorer; opens without a server
#[derive(Args)]
#[command(after_help = "Example:\n  foregone report hold -p target=10 -o hold.html")]
pub struct Report {
    #[command(flatten)]
    which: Which,
    /// The file to write, .html
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    how: How,
    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
}

impl Report {
    /// Solves and writes.
    pub fn run(&self) -> Outcome {
        if !self.output.extension().is_some_and(|end| end == "html" || end == "htm") {
            return Err(Failure::in_file(
                &self.output,
                "a report is a page: end its name in .html",
            ));
        }
        let place = Place::open(&self.output)?;
        let terminal = Terminal::new(if self.quiet { Talk::Quiet } else { Talk::Usual });
        let made = make(&self.which, &self.asked, &self.how, None, &terminal)?;
        terminal.finish();
        let code = made.code;
        let rules = shown(&made.origin.parameters);
        let variant = Variant::new(Key { rules, at: None }, made);
        let page = page::page(&variant).map_err(|error| Failure::in_file(&self.output, error))?;
        place.save(|file| {
            file.write_all(page.as_bytes()).map_err(|error| Failure::io(&self.output, &error))
        })?;
        if !self.quiet {
            let size = page.len().div_ceil(1000);
            show::print(&format!("wrote {}, {size} kB\n", self.output.display()))?;
        }
        Ok(code)
    }
}
