//! Files of models and properties, and the values given for their constants.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use foregone::format::solution::{Question, States, contents};
use foregone::format::{self, Listing};
use foregone::model::{Built, Deadlocks, Given, ModelError, ModelText, PropertiesText, runs};
use foregone::{Limits, Watch};

use crate::arguments::Which;
use crate::failure::Failure;
use crate::{files, show};

/// What is asked of a model, and how it is read.
#[derive(Args, Clone, Debug, Default)]
pub struct Asked {
    /// A property of a model; may be repeated
    #[arg(long = "prop", value_name = "PROPERTY", conflicts_with = "props")]
    prop: Vec<String>,
    /// A file of properties of a model
    #[arg(long, value_name = "FILE")]
    props: Option<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
}

/// How models are read.
#[derive(Args, Debug, Default, Clone, Copy)]
pub struct Reading {
    /// Refuse a model with states that have no choice; otherwise play stays there for ever
    #[arg(long)]
    pub refuse_deadlocks: bool,
    /// Refuse probabilities that miss a sum of 1 by no more than their last digits
    #[arg(long)]
    pub strict: bool,
}

impl Reading {
    /// What happens at states without a choice.
    pub fn deadlocks(self) -> Deadlocks {
        if self.refuse_deadlocks { Deadlocks::Refuse } else { Deadlocks::Stay }
    }
}

/// Refuses options that were given where the game is no model.
fn refuse(game: &str, options: &[(&str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, given)| *given) {
        Some((option, _)) if Path::new(game).is_dir() => Err(Failure::Wrong(format!(
            "{game}: is a folder, and {option} is for files of models (PRISM)"
        ))),
        Some((option, _)) => {
            let why = format!("{game}: {option} is for files of models (PRISM); leave it out");
            Err(Failure::Wrong(why))
        }
        None => Ok(()),
    }
}

impl Reading {
    /// Refuses these options where the game is no model.
    pub fn refuse(self, game: &str) -> Result<(), Failure> {
        let Self { refuse_deadlocks, strict } = self;
        refuse(game, &[("--refuse-deadlocks", refuse_deadlocks), ("--strict", strict)])
    }
}

impl Asked {
    /// No property.
    pub fn nothing(reading: Reading) -> Self {
        Self { reading, ..Self::default() }
    }

    /// Refuses these options where the game is no model.
    pub fn refuse(&self, game: &str) -> Result<(), Failure> {
        let asked = [("--prop", !self.prop.is_empty()), ("--props", self.props.is_some())];
        refuse(game, &asked)?;
        self.reading.refuse(game)
    }

    /// Whether probabilities must sum to 1 to the last digit.
    pub fn strict(&self) -> bool {
        self.reading.strict
    }

    /// What happens at states without a choice.
    pub fn deadlocks(&self) -> Deadlocks {
        self.reading.deadlocks()
    }

    fn read(&self, model: &ModelText) -> Result<Option<PropertiesText>, Failure> {
        let (name, text) = match &self.props {
            Some(path) => (path.display().to_string(), read(path)?),
            None if self.prop.is_empty() => return Ok(None),
            None => {
                let each = self.prop.iter().map(|p| p.trim_end().trim_end_matches(';'));
                ("--prop".to_owned(), each.collect::<Vec<_>>().join(";\n"))
            }
        };
        PropertiesText::read(&name, &text, model).map(Some).map_err(shown)
    }
}

/// The endings of files of models.
const ENDINGS: [&str; 9] = ["prism", "pm", "nm", "sm", "smg", "mdp", "dtmc", "ctmc", "gcl"];

/// The file that `name` names, if it is one of a model, in text or state by state.
pub fn path(name: &str) -> Option<&Path> {
    let path = Path::new(name);
    let ending = path.extension()?.to_str()?;
    (ENDINGS.contains(&ending) || format::of_ending(ending).is_some()).then_some(path)
}

/// True for files of models in the PRISM language.
pub fn is_text(path: &Path) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|it| ENDINGS.contains(&it))
}

/// A model, its properties, and the runs that the values given make.
pub struct ModelFile {
    /// The model.
    pub text: ModelText,
    /// What is asked; `None` to explore alone.
    pub properties: Option<PropertiesText>,
    /// The values of constants, one for each run.
    pub runs: Vec<Given>,
    reading: Reading,
    /// The states, where the file lists them.
    pub listing: Option<Arc<Listing>>,
    /// The format of such a file, and the checksum of its contents.
    listed: Option<(&'static str, String)>,
    warnings: Vec<String>,
}

impl ModelFile {
    /// Reads a model and what is asked of it.
    pub fn open(path: &Path, which: &Which, asked: &Asked) -> Result<Self, Failure> {
        let (text, listing, listed, warnings) = match is_text(path) {
            true => (open(path)?, None, None, Vec::new()),
            false => {
                let format = files::format_of(path, None)?;
                let parts = files::parts(path, format)?;
                let bytes = parts.iter().map(|part| &part.bytes[..]);
                let listed = Some((format.name, contents(bytes)));
                let read = files::read_parts(path, format, parts, asked.reading)?;
                let text = ModelText::listed(&path.display().to_string(), &read.listing);
                (text.map_err(shown)?, Some(Arc::new(read.listing)), listed, read.warnings)
            }
        };
        let properties = asked.read(&text)?;
        let runs = combinations(&which.given())
            .into_iter()
            .map(|constants| runs(&text, properties.as_ref(), &constants).map_err(shown));
        let runs = runs.collect::<Result<Vec<_>, _>>()?.concat();
        let reading = asked.reading;
        Ok(Self { text, properties, runs, reading, listing, listed, warnings })
    }

    /// True for one property in one run.
    pub fn asks_once(&self) -> bool {
        self.runs.len() == 1 && self.properties.as_ref().is_some_and(|all| all.len() == 1)
    }

    /// A checksum of what the model and its properties say.
    pub fn contents(&self) -> String {
        let properties = self.properties.as_ref().map_or("", |all| all.source().text());
        let listed = self.listed.as_ref().map_or("", |(_, listed)| listed);
        contents([self.text.source().text(), properties, listed].map(str::as_bytes))
    }

    /// The model and its only property, as a solution keeps them.
    pub fn question(&self, path: &Path) -> Result<Question, Failure> {
        let fail = |error| Failure::in_file(path, error);
        let states = match (&self.listing, &self.listed) {
            (Some(listing), Some((format, contents))) => {
                Some(Box::new(States::new(listing, format, contents.clone()).map_err(fail)?))
            }
            _ => None,
        };
        let properties = self.properties.as_ref().map(|all| all.source().text().to_owned());
        Ok(Question {
            text: self.text.source().text().to_owned(),
            states,
            properties: properties.unwrap_or_default(),
            at: 0,
        })
    }

    /// What happens at states without a choice.
    pub fn deadlocks(&self) -> Deadlocks {
        self.reading.deadlocks()
    }

    /// Explores the model of one run. Warnings go to standard error unless `quiet`.
    pub fn build(
        &self,
        given: &Given,
        at: &[&str],
        limits: &Limits,
        watch: &dyn Watch,
        quiet: bool,
    ) -> Result<Built, Failure> {
        let model = self.text.model(&self.text.own(given), self.reading.strict);
        let (model, mut warnings) = model.map_err(shown)?;
        warnings.extend_from_slice(self.text.warnings());
        let deadlocks = self.reading.deadlocks();
        let built = match &self.listing {
            Some(listing) => self.text.take(model, Arc::clone(listing), at, deadlocks, limits),
            None => self.text.explore(model, at, deadlocks, limits, watch),
        };
        let built = built.map_err(shown)?;
        if !quiet {
            self.warnings.iter().for_each(|text| show::remark(&format!("warning: {text}")));
            if !warnings.is_empty() {
                show::remark(&ModelError::of(self.text.source(), warnings).to_string());
            }
            if let Some(warning) = built.deadlock_warning() {
                show::remark(&format!("warning: {warning}"));
            }
        }
        Ok(built)
    }
}

/// Every combination of values from `A=1,2` and `B=3`, each as `A=1,B=3`. (Ranges `A=1:2:9` are
/// read with the constants.)
fn combinations(given: &[String]) -> Vec<String> {
    let mut all = vec![String::new()];
    for pair in given {
        let (name, values) = pair.split_once('=').unwrap_or((pair, ""));
        let with = |before: &String, value: &str| match (pair.contains('='), before.as_str()) {
            (false, "") => pair.clone(),
            (false, before) => format!("{before},{pair}"),
            (true, "") => format!("{name}={value}"),
            (true, before) => format!("{before},{name}={value}"),
        };
        let values: Vec<&str> = values.split(',').collect();
        all = all.iter().flat_map(|run| values.iter().map(|value| with(run, value))).collect();
    }
    all
}

/// The model in a file.
pub fn open(path: &Path) -> Result<ModelText, Failure> {
    ModelText::read(&path.display().to_string(), &read(path)?).map_err(shown)
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::io(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let why = format!("is no text: byte {} is not UTF-8", error.utf8_error().valid_up_to());
        Failure::in_file(path, why)
    })
}

/// What `usable` makes of the first `-const` switches that it takes, in files of arguments beside
/// these ones, `FILE.args`: one run a line, other switches ignored.
pub fn arguments_beside<T>(
    files: &[&Path],
    usable: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, Failure> {
    for file in files {
        let mut name = file.as_os_str().to_owned();
        name.push(".args");
        if !Path::new(&name).exists() {
            continue;
        }
        for line in read(Path::new(&name))?.lines().filter(|line| !line.trim().starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let switches = words.windows(2).filter(|pair| ["-const", "--const"].contains(&pair[0]));
            let constants = switches.map(|pair| pair[1]).collect::<Vec<_>>().join(",");
            let found = (!constants.is_empty()).then(|| usable(&constants)).flatten();
            if found.is_some() {
                return Ok(found);
            }
        }
    }
    Ok(None)
}

/// Switches of PRISM that change what is asked.
const CHANGES: [&str; 4] = ["-dtmc", "-ctmc", "-mdp", "-noprobchecks"];

/// The switch that changes what is asked in every run of the first file of arguments beside these.
pub fn changes_beside(files: &[&Path]) -> Result<Option<String>, Failure> {
    let beside = |file: &&Path| Path::new(&format!("{}.args", file.display())).to_owned();
    let Some(file) = files.iter().map(beside).find(|file| file.exists()) else { return Ok(None) };
    let text = read(&file)?;
    let run = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let known = |word: &&str| CHANGES.contains(word);
    let runs = text.lines().filter(run).map(|line| line.split_whitespace().find(known));
    let found: Option<Vec<&str>> = runs.collect();
    Ok(found.and_then(|found| found.first().map(|&switch| switch.to_owned())))
}

/// A failure as its own words tell it.
pub fn shown(error: ModelError) -> Failure {
    Failure::Wrong(error.to_string())
}
