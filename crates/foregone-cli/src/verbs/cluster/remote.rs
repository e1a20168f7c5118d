//! A model and its property, for workers that number states in a way of their own.

use std::path::Path;
use std::sync::Arc;

use foregone::format::solution::{Origin, Question};
use foregone::model::{Given, Model, ModelText, Reached, Remote};
use foregone_cluster::{Mark, Marks, Playing};

use super::problem::Verdict;
use crate::failure::Failure;
use crate::model::{ModelFile, shown};

/// What the only property asks.
pub fn reached(
    path: &Path,
    file: &ModelFile,
    model: &Model,
    given: &Given,
) -> Result<Option<Reached>, Failure> {
    match &file.properties {
        None => Ok(None),
        Some(properties) if properties.len() == 1 => {
            let queries = Arc::new(properties.queries(model, given).map_err(shown)?);
            Reached::of(properties, &queries, 0).map(Some).map_err(shown)
        }
        Some(_) => Err(Failure::in_file(path, "one property at a time: give one --prop")),
    }
}

/// What a saved solution says of where it came from.
pub fn origin(game: &str, file: &ModelFile, given: &Given) -> Origin {
    let question = file.properties.as_ref().map(|properties| Question {
        states: None,
        text: file.text.source().text().to_owned(),
        properties: properties.source().text().to_owned(),
        at: 0,
    });
    let own = file.text.own(given);
    Origin {
        game: game.to_owned(),
        given: given.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        parameters: crate::verbs::constants(if question.is_some() { given } else { &own }),
        model: question,
    }
}

/// What judges the property at a position, where it compares.
pub fn verdict(
    file: &ModelFile,
    model: &Arc<Model>,
    reached: Option<&Reached>,
) -> Option<Box<Verdict>> {
    let compared = reached.filter(|reached| reached.is_verdict())?.clone();
    let game = Remote::new(&file.text, Arc::clone(model)).game();
    Some(Box::new(move |position, bounds| {
        let seeds = game.seeds(&[position]).ok()?;
        compared.verdict(&game.describe_bytes(&seeds.first()?.0)?, bounds)
    }))
}

/// The game of a worker, with what it can tell afterwards.
pub fn playing(
    text: &ModelText,
    model: &Arc<Model>,
    reached: Option<Reached>,
    refuse: bool,
) -> Playing {
    let remote = Arc::new(Remote::new(text, Arc::clone(model)));
    let game = remote.game();
    let deadlock = "the model has states without a choice; add commands for them, or let play \
                    stay there for ever";
    let fault = move || match remote.error() {
        Some(error) => Some(error.to_string()),
        None => (refuse && remote.has_deadlock()).then(|| deadlock.to_owned()),
    };
    let fields = Arc::clone(&game);
    let marks = reached.map(|reached| {
        let marks = move |bytes: &[u8]| {
            let values = fields.describe_bytes(bytes).ok_or("a state that is none")?;
            let (through, target) = reached.marks(&values).map_err(|error| error.to_string())?;
            Ok(Mark { through, target })
        };
        Arc::new(marks) as Arc<Marks>
    });
    Playing { game, fault: Arc::new(fault), marks }
}
