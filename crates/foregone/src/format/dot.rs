//! Pictures for Graphviz, written only: a box for a state of the first player, a diamond for the
//! second, a point for each choice with several outcomes.

use std::fmt::Write;

use super::listing::{Kind, Listing};
use super::number;
use super::{Format, FormatError, Part};
use crate::StateId;

/// The row in the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "dot",
    about: "pictures for Graphviz; written only",
    endings: &["dot", "gv"],
    beside: &[],
    read: None,
    write: Some(write),
};

fn write(listing: &Listing) -> Result<Vec<Part>, FormatError> {
    let mut out = String::from("digraph game {\n  node [fontname=\"sans-serif\"];\n");
    let labels = labels(listing);
    for state in listing.arena.ids() {
        node(&mut out, listing, state, &labels[state.index()]);
        for choice in listing.arena.choices_of(state) {
            edges(&mut out, listing, state, choice);
        }
    }
    out.push_str("}\n");
    Ok(vec![Part::written("", out)])
}

fn labels(listing: &Listing) -> Vec<Vec<&str>> {
    let mut of = vec![Vec::new(); listing.arena.states()];
    for label in &listing.labels {
        label.states.iter().for_each(|&state| of[state as usize].push(label.name.as_str()));
    }
    of
}

fn node(out: &mut String, listing: &Listing, state: StateId, labels: &[&str]) {
    let values = listing.variables.iter().zip(listing.values(state));
    let mut lines: Vec<String> = values.map(|(v, value)| format!("{}={value}", v.name)).collect();
    if lines.is_empty() {
        lines.push(state.0.to_string());
    }
    lines.extend(labels.iter().map(|&label| label.to_owned()));
    let shape = match (listing.kind, listing.owner(state)) {
        (Kind::Dtmc, _) => "ellipse",
        (_, 0) => "box",
        (_, 1) => "diamond",
        _ => "hexagon",
    };
    let bold = if Listing::among(&listing.initial, state) { ", style=bold" } else { "" };
    let text = escaped(&lines.join("\n"));
    let _ = writeln!(out, "  s{} [label=\"{text}\", shape={shape}{bold}];", state.0);
}

fn edges(out: &mut String, listing: &Listing, state: StateId, choice: u32) {
    let name = escaped(listing.moves.name(choice));
    let branches: Vec<_> = listing.branches(choice).collect();
    if let [(_, target)] = &branches[..] {
        let _ = writeln!(out, "  s{} -> s{target} [label=\"{name}\"];", state.0);
        return;
    }
    let _ = writeln!(out, "  c{choice} [shape=point];");
    let _ = writeln!(out, "  s{} -> c{choice} [label=\"{name}\", arrowhead=none];", state.0);
    for (probability, target) in branches {
        let text = number::text(&probability);
        let _ = writeln!(out, "  c{choice} -> s{target} [label=\"{text}\", style=dashed];");
    }
}

/// Text within the quotes of DOT.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
