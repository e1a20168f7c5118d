//! `foregone darts fit`: the spread of whoever threw these darts.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use foregone::darts::fit::{self, Estimate, Model, Throws};
use serde::Serialize;

use crate::failure::Failure;
use crate::show::table::Table;
use crate::show::{self, FAINT};
use crate::verbs::Outcome;

/// Estimates a spread from recorded throws by maximum likelihood
#[derive(Args)]
#[command(
    after_help = "The file has a line for each throw: the area aimed at and the area hit, and how often if not \
once.\n\n  T20 S20\n  T20 S5 3\n\nExample:\n  foregone darts fit throws.txt --model full"
)]
pub struct Fit {
    /// The throws
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What is estimated: one spread; two; or two, their correlation and the bias
    #[arg(long, value_enum, default_value = "axes")]
    model: Kind,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Round,
    Axes,
    Full,
}

#[derive(Serialize)]
struct Report {
    throws: u64,
    skill: String,
    log_likelihood: f64,
    estimates: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    value: f64,
    lower: f64,
    upper: f64,
}

impl Fit {
    pub fn run(&self) -> Outcome {
        let fail = |error: std::io::Error| Failure::io(&self.file, &error);
        let text = std::fs::read_to_string(&self.file).map_err(fail)?;
        let in_file = |error| Failure::in_file(&self.file, error);
        let model = match self.model {
            Kind::Round => Model::Round,
            Kind::Axes => Model::Axes,
            Kind::Full => Model::Full,
        };
        let throws = Throws::read(&text).map_err(in_file)?;
        let found = fit::fit(&throws, model).map_err(in_file)?;
        let report = Report {
            throws: found.throws,
            skill: skill(&found.estimates),
            log_likelihood: found.likelihood,
            estimates: found.estimates.iter().map(entry).collect(),
        };
        if self.json {
            show::print_json(&report)?;
        } else {
            show::print(&report.text())?;
        }
        Ok(0)
    }
}

fn entry(estimate: &Estimate) -> Entry {
    let Estimate { name, value, interval: (lower, upper) } = *estimate;
    Entry { name, value, lower, upper }
}

/// As the game takes it.
fn skill(estimates: &[Estimate]) -> String {
    let each = estimates.iter().map(|estimate| format!("{:.2}", estimate.value));
    each.collect::<Vec<_>>().join("/")
}

impl Report {
    fn text(&self) -> String {
        let mut table = Table::default();
        let head = ["".into(), "most likely".into(), "interval of 95 %".into()];
        table.row(FAINT, head);
        for Entry { name, value, lower, upper } in &self.estimates {
            let unit = if *name == "rho" { "" } else { " mm" };
            let row = [
                (*name).into(),
                format!("{value:.2}{unit}").into(),
                format!("{lower:.2} to {upper:.2}").into(),
            ];
            table.row(anstyle::Style::new(), row);
        }
        format!(
            "{} throws\n\n{}\nfor the game: -p skill={}\n",
            self.throws,
            table.text(),
            self.skill
        )
    }
}
