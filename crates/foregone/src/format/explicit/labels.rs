//! `.lab`: the labels' names with numbers, then the labels of each state that has any.

use foregone_prism::source::Source;

use super::empty;
use crate::format::listing::{Label, Listing, ascending};
use crate::format::text::{Line, Taken, Word, lines};

pub(super) fn read(
    source: &Source,
    listing: &mut Listing,
    warnings: &mut Vec<String>,
) -> Taken<()> {
    let content = |line: &Line<'_>| {
        let text = line.text.trim();
        !text.is_empty() && !text.starts_with('#')
    };
    let mut all = lines(source).filter(content);
    let first = all.next().ok_or_else(|| empty(source, "the labels' names, 0=\"init\""))?;
    let mut labels = names(first)?;
    for line in all {
        let expected = "expected a state and the numbers of its labels, 3: 0 2";
        let (state, numbers) = line.trimmed().split(':').ok_or_else(|| line.error(expected))?;
        let state = state.trimmed().state(listing.arena.states() as u32)?;
        for word in (Line { text: numbers.text, start: numbers.start }).words() {
            let label = word.number("the number of a label")? as usize;
            let count = labels.len();
            let known = labels.get_mut(label).ok_or_else(|| {
                word.error(format!("there is no label {label}: there are {count}, counted from 0"))
            })?;
            known.states.push(state);
        }
    }
    listing.initial = Vec::new();
    for Label { name, states } in labels {
        let states = ascending(states);
        match name.as_str() {
            "init" => listing.initial = states,
            "deadlock" => listing.deadlocks = ascending([&listing.deadlocks[..], &states].concat()),
            _ => listing.labels.push(Label { name, states }),
        }
    }
    if listing.initial.is_empty() {
        warnings
            .push(format!("{}: no state is labelled \"init\"; state 0 is taken", source.name()));
        listing.initial = vec![0];
    }
    Ok(())
}

/// `0="init" 1="deadlock" 2="goal"`
fn names(line: Line<'_>) -> Taken<Vec<Label>> {
    let mut labels: Vec<Label> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut rest = line.trimmed();
    while !rest.text.is_empty() {
        let expected = "expected the labels' numbers and names, 0=\"init\" 1=\"deadlock\"";
        let (number, after) = rest.split('=').ok_or_else(|| rest.error(expected))?;
        let number = number.trimmed();
        if number.number("the number of a label")? as usize != labels.len() {
            return Err(
                number.error(format!("labels are numbered in order: expected {}", labels.len()))
            );
        }
        let quoted = after
            .text
            .starts_with('"')
            .then(|| Word { text: &after.text[1..], start: after.start + 1 });
        let (name, after) =
            quoted.and_then(|text| text.split('"')).ok_or_else(|| after.error(expected))?;
        if !seen.insert(name.text) {
            return Err(name.error(format!("the label \"{}\" is named twice", name.text)));
        }
        labels.push(Label { name: name.text.into(), states: Vec::new() });
        rest = after.trimmed();
    }
    Ok(labels)
}
