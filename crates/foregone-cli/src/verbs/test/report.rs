//! What `foregone test` reports: one line for each stated result, and how many fared how.

use serde::Serialize;

use crate::show::{BAD, FAINT, GOOD, WARN, styled};

/// How a stated result fared.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// As stated.
    Passed,
    /// Otherwise than stated.
    Failed,
    /// Not supported, or not stated for these constants.
    Skipped,
}

/// One stated result.
#[derive(Serialize)]
pub struct Line {
    /// The property as it is written.
    pub property: String,
    /// The values given, `A=1,B=2`.
    pub constants: String,
    /// What is stated.
    pub stated: String,
    /// How it fared.
    pub fate: Fate,
    /// Why, where there is more to say.
    pub why: String,
}

/// All of them.
#[derive(Serialize)]
pub struct Report {
    /// In the order of the file, run by run.
    pub results: Vec<Line>,
    /// How many were met.
    pub passed: usize,
    /// How many were not.
    pub failed: usize,
    /// How many were not tried.
    pub skipped: usize,
}

impl Report {
    /// One line each, and the counts.
    pub fn text(&self, quiet: bool) -> String {
        let mut text = String::new();
        for line in self.results.iter().filter(|_| !quiet) {
            let word = match line.fate {
                Fate::Passed => styled(GOOD, "passed "),
                Fate::Failed => styled(BAD, "failed "),
                Fate::Skipped => styled(WARN, "skipped"),
            };
            let constants = match line.constants.as_str() {
                "" => String::new(),
                constants => styled(FAINT, &format!("  {constants}")),
            };
            let stated = if line.stated.is_empty() { "" } else { " = " };
            let why = if line.why.is_empty() { String::new() } else { format!(": {}", line.why) };
            text += &format!("{word} {}{stated}{}{constants}{why}\n", line.property, line.stated);
        }
        let Self { passed, failed, skipped, .. } = self;
        text + &format!("{passed} passed, {failed} failed, {skipped} skipped\n")
    }
}
