//! Reading DRN.

use foregone_prism::source::Source;

use super::body::Body;
use super::header;
use crate::format::listing::{Builder, Label, Listing, Moves, ascending};
use crate::format::text::{self, Taken, lines};
use crate::format::{FormatError, Part, Read, Reading};

pub(super) fn read(parts: Vec<Part>, reading: &Reading) -> Result<Read, FormatError> {
    let part = parts.into_iter().next();
    let source = text::source(part.ok_or_else(|| FormatError::Cannot("no file".into()))?)?;
    from_text(&source, reading).map_err(|error| FormatError::text(&source, *error))
}

fn from_text(source: &Source, reading: &Reading) -> Taken<Read> {
    let mut lines = lines(source);
    let header = header::read(&mut lines)?;
    let mut body = Body::new(&header, Builder::new(reading.repair));
    for line in lines {
        body.line(line)?;
    }
    body.close_state()?;
    if let Some((count, line)) = header.states
        && count as usize != body.builder.states()
    {
        let found = body.builder.states();
        return Err(line.error(format!("{count} states are announced, but {found} follow")));
    }
    let Body { builder, labels, rewards, moves, numbered, .. } = body;
    let whole = |why| Box::new(foregone_prism::source::Diagnostic::error_without_place(why));
    let (arena, mut deadlocks, warning) = builder.finish().map_err(whole)?;
    if let Some((count, line)) = header.choices
        && count as usize != arena.choices()
    {
        let found = arena.choices();
        return Err(line.error(format!("{count} choices are announced, but {found} follow")));
    }
    let (mut initial, mut others) = (Vec::new(), Vec::new());
    for (name, states) in labels {
        match name {
            "init" => initial = states,
            "deadlock" => deadlocks = ascending([deadlocks, states].concat()),
            _ => others.push(Label { name: name.into(), states }),
        }
    }
    let names: Vec<&str> = if numbered { vec![""; moves.len()] } else { moves };
    let listing = Listing {
        kind: header.kind.unwrap_or(crate::format::listing::Kind::Mdp),
        arena: arena.into(),
        players: Vec::new(),
        initial,
        deadlocks,
        labels: others,
        rewards,
        variables: Vec::new(),
        moves: Moves::new(names),
    };
    let warnings = warning.map(|text| format!("{}: {text}", source.name()));
    Ok(Read { listing, warnings: warnings.into_iter().collect() })
}
