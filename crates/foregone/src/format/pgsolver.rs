//! PGSolver's files of parity games, read only: `parity 3;`, then `id priority owner successors
//! "name";`. Priorities become labels, `priority_0` and so on; the number of a node is a variable.

use std::collections::BTreeMap;

use foregone_prism::source::{Diagnostic, Source};

use super::explicit::player_names;
use super::listing::{Builder, Kind, Label, Listing, Moves, Value, Variable};
use super::solution::Column;
use super::text::{self, Taken, Word};
use super::{Format, FormatError, Part, Read, Reading};
use crate::Rational;

/// The row in the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "pgsolver",
    about: "PGSolver's parity games, priorities as labels; read only",
    endings: &["pg", "gm", "pgsolver"],
    beside: &[],
    read: Some(read),
    write: None,
};

fn read(parts: Vec<Part>, reading: &Reading) -> Result<Read, FormatError> {
    let part = parts.into_iter().next();
    let source = text::source(part.ok_or_else(|| FormatError::Cannot("no file".into()))?)?;
    from_text(&source, reading).map_err(|error| FormatError::text(&source, *error))
}

/// A node.
struct Node<'a> {
    id: Word<'a>,
    priority: u32,
    owner: u8,
    successors: Vec<(u32, Word<'a>)>,
}

/// The nodes by their numbers, and where play starts.
type Graph<'a> = (BTreeMap<u32, Node<'a>>, Option<(u32, Word<'a>)>);

fn graph(source: &Source) -> Taken<Graph<'_>> {
    let mut nodes: BTreeMap<u32, Node<'_>> = BTreeMap::new();
    let mut start = None;
    for (first, statement) in statements(source).enumerate() {
        match word(statement) {
            (head, rest) if head.text == "parity" && first == 0 => {
                rest.trimmed().number("the largest node")?;
            }
            (head, rest) if head.text == "start" => {
                let rest = rest.trimmed();
                start = Some((rest.number("a node")?, rest));
            }
            _ => {
                let (id, node) = node(statement)?;
                let place = node.id;
                if nodes.insert(id, node).is_some() {
                    return Err(place.error(format!("node {id} occurs a second time")));
                }
            }
        }
    }
    match nodes.is_empty() {
        true => Err(whole("there is no node".into())),
        false => Ok((nodes, start)),
    }
}

fn from_text(source: &Source, reading: &Reading) -> Taken<Read> {
    let (nodes, start) = graph(source)?;
    let ids: Vec<u32> = nodes.keys().copied().collect();
    let find = |node: u32, place: Word<'_>| {
        let state = ids.binary_search(&node);
        state.map(|at| at as u32).map_err(|_| place.error(format!("there is no node {node}")))
    };
    let mut builder = Builder::new(reading.repair);
    let mut labels: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let one = builder.value(b"1", || Ok(Value::exactly(Rational::ONE)));
    let one = one.map_err(whole)?;
    for (state, node) in nodes.values().enumerate() {
        builder.state(node.owner).map_err(|why| node.id.error(why))?;
        for &(successor, place) in &node.successors {
            let to = find(successor, place)?;
            builder.choice(&[one], &[to]).map_err(|why| place.error(why))?;
        }
        labels.entry(node.priority).or_default().push(state as u32);
    }
    let initial = match start {
        Some((node, place)) => find(node, place)?,
        None => 0,
    };
    let (arena, deadlocks, _) = builder.finish().map_err(whole)?;
    let label = |(priority, states)| Label { name: format!("priority_{priority}"), states };
    let choices = arena.choices();
    let listing = Listing {
        kind: Kind::Smg,
        arena: arena.into(),
        players: player_names(2),
        initial: vec![initial],
        deadlocks,
        labels: labels.into_iter().map(label).collect(),
        rewards: Vec::new(),
        variables: vec![Variable {
            name: "node".into(),
            values: Column::Int(ids.iter().map(|&id| id.into()).collect()),
        }],
        moves: Moves::new(vec![""; choices]),
    };
    Ok(Read { listing, warnings: Vec::new() })
}

fn whole(why: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error_without_place(why))
}

/// What stands between semicolons, outside of quotes.
fn statements(source: &Source) -> impl Iterator<Item = Word<'_>> {
    let (mut quoted, mut start) = (false, 0);
    let text = source.text();
    let ends = text.char_indices().chain([(text.len(), ';')]);
    let cut = ends.filter_map(move |(at, c)| {
        quoted ^= c == '"';
        let end = c == ';' && (!quoted || at == text.len());
        end.then(|| {
            let word = Word { text: &text[start.min(at)..at], start: start as u32 };
            start = at + 1;
            word.trimmed()
        })
    });
    cut.filter(|statement| !statement.text.is_empty())
}

/// The first word, and what follows it.
fn word(text: Word<'_>) -> (Word<'_>, Word<'_>) {
    let text = text.trimmed();
    let end = text.text.find(char::is_whitespace).unwrap_or(text.text.len());
    let rest = Word { text: &text.text[end..], start: text.start + end as u32 };
    (Word { text: &text.text[..end], ..text }, rest)
}

fn node(statement: Word<'_>) -> Taken<(u32, Node<'_>)> {
    let (id, rest) = word(statement);
    let (priority, rest) = word(rest);
    let (owner, rest) = word(rest);
    let number = id.number("the number of a node")?;
    let priority = priority.number("a priority")?;
    let owner = match owner.text {
        "0" => 0,
        "1" => 1,
        _ => return Err(owner.error("the owner of a node is 0 or 1")),
    };
    let list = rest.text.split('"').next().unwrap_or("");
    let list = Word { text: list, start: rest.start }.trimmed();
    let mut successors = Vec::new();
    if !list.text.is_empty() {
        for part in list.parts(',') {
            let part = part.trimmed();
            successors.push((part.number("the number of a node")?, part));
        }
    }
    Ok((number, Node { id, priority, owner, successors }))
}
