//! PRISM's explicit files: several beside each other, of one base name.
//!
//! `.tra` has the transitions, `.sta` the variables' values, `.lab` the labels, `.srew` and `.trew`
//! the rewards of states and choices, numbered (`1.srew`, `2.srew`) where there are several
//! structures. In games of PRISM-games the number of players follows that of the states, `5:2`, and
//! each line names the owner of its state, `3:1`.

use foregone_prism::source::Diagnostic;

use super::listing::{Builder, Listing, Moves, RewardList};
use super::text::{self, Taken};
use super::{Format, FormatError, Part, Read, Reading};

mod labels;
mod rewards;
mod states;
mod transitions;
mod write;

/// The row in the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "explicit",
    about: "PRISM's explicit files (.tra .sta .lab .srew .trew), chains, decision processes, games",
    endings: &["tra", "all", "sta", "lab"],
    beside: &[".tra", ".sta", ".lab", "#.srew", "#.trew"],
    read: Some(read),
    write: Some(write::write),
};

/// Names of players whom a file only counts.
pub(super) fn player_names(players: u32) -> Vec<String> {
    (1..=players).map(|player| format!("player{player}")).collect()
}

fn read(parts: Vec<Part>, reading: &Reading) -> Result<Read, FormatError> {
    let (mut transitions, mut states, mut labels, mut rewards) = (None, None, None, Vec::new());
    for part in parts {
        match part.suffix.rsplit('.').next().unwrap_or_default() {
            "tra" => transitions = Some(text::source(part)?),
            "sta" => states = Some(text::source(part)?),
            "lab" => labels = Some(text::source(part)?),
            _ => rewards.push((part.suffix.clone(), text::source(part)?)),
        }
    }
    let Some(source) = transitions else {
        return Err(FormatError::Cannot("there is no file .tra with the transitions".into()));
    };
    let wrong = |error: Box<Diagnostic>| FormatError::text(&source, *error);
    let mut table = transitions::read(&source).map_err(wrong)?;
    let mut builder = Builder::new(reading.repair);
    let moves = table.build(&mut builder).map_err(wrong)?;
    let (arena, found, warning) =
        builder.finish().map_err(|message| FormatError::whole(&source, message))?;
    let mut warnings: Vec<String> = table.warnings;
    warnings.extend(warning.map(|text| format!("{}: {text}", source.name())));
    let mut listing = Listing {
        kind: table.kind,
        arena: arena.into(),
        players: player_names(table.players),
        initial: vec![0],
        deadlocks: found,
        labels: Vec::new(),
        rewards: Vec::new(),
        variables: Vec::new(),
        moves: Moves::new(moves),
    };
    if let Some(source) = states {
        let found = states::read(&source, listing.arena.states());
        listing.variables = found.map_err(|error| FormatError::text(&source, *error))?;
    }
    if let Some(source) = labels {
        labels::read(&source, &mut listing, &mut warnings)
            .map_err(|error| FormatError::text(&source, *error))?;
    }
    listing.rewards = rewards::read(rewards, &listing)?;
    Ok(Read { listing, warnings })
}

/// An error where a file is empty.
fn empty(source: &foregone_prism::source::Source, what: &str) -> Box<Diagnostic> {
    let message = format!("{}: the file is empty; it begins with {what}", source.name());
    Box::new(Diagnostic::error_without_place(message))
}

/// Adds a reward to the list of one structure.
fn put(rewards: &mut RewardList, of_states: bool, list: Vec<(u32, crate::Rational)>) -> Taken<()> {
    let mut list: Vec<_> = list.into_iter().filter(|(_, reward)| !reward.is_zero()).collect();
    list.sort_by_key(|(place, _)| *place);
    *(if of_states { &mut rewards.states } else { &mut rewards.choices }) = list;
    Ok(())
}
