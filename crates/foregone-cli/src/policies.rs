//! Policies on the command line: `best`, `random`, rules, or a file with one of the kinds.

use std::path::Path;

use clap::Args;
use foregone::format::solution::MANIFEST;
use foregone::policy::{Names, Policy};

use crate::failure::{Failure, wrong};
use crate::{model, source};

/// What the two sides do.
#[derive(Args, Debug)]
pub struct Given {
    /// What Max's side does: best, random, rules such as 'roll while x < 20', or a file: rules
    /// (.policy), a table (.csv), a saved solution (.parquet, or a folder)
    #[arg(long, value_name = "POLICY", default_value = "best", allow_hyphen_values = true)]
    pub max: String,
    /// What Min's side does, in the same way
    #[arg(long, value_name = "POLICY", default_value = "best", allow_hyphen_values = true)]
    pub min: String,
}

impl Given {
    /// Both, Max's first.
    pub fn read(&self, names: &Names) -> Result<(Policy, Policy), Failure> {
        Ok((read("--max", &self.max, names)?, read("--min", &self.min, names)?))
    }

    /// True where both sides do what is best.
    pub fn is_best(&self) -> bool {
        self.max == "best" && self.min == "best"
    }
}

/// What an ending says of a file.
const ENDINGS: [&str; 3] = ["policy", "csv", "parquet"];

/// The policy that `text`, given with `option`, is or names.
pub fn read(option: &str, text: &str, names: &Names) -> Result<Policy, Failure> {
    let path = Path::new(text);
    if path.join(MANIFEST).is_file() {
        return Policy::saved(text, &source::read(path)?, names).map_err(wrong);
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    let Some(ending) = ending.filter(|ending| ENDINGS.contains(ending)) else {
        return Policy::read(option, text, names).map_err(wrong);
    };
    match ending {
        "csv" => Policy::table(text, &model::read(path)?, names).map_err(wrong),
        "parquet" => Policy::saved(text, &source::read(path)?, names).map_err(wrong),
        _ => Policy::read(text, &model::read(path)?, names).map_err(wrong),
    }
}
