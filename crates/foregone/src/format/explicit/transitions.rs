//! `.tra`: the states' counts, then one line for each branch.

use foregone_prism::source::Source;

use super::empty;
use crate::format::listing::{Builder, Kind, Value};
use crate::format::text::{Line, Taken, Word, lines};
use crate::{Player, StateId};

/// The lines of a file.
pub(super) struct Table<'a> {
    pub kind: Kind,
    pub players: u32,
    pub warnings: Vec<String>,
    states: u32,
    rows: Vec<Row<'a>>,
}

/// One branch.
#[derive(Clone, Copy)]
struct Row<'a> {
    state: u32,
    choice: u32,
    target: u32,
    owner: u8,
    probability: Word<'a>,
    action: &'a str,
}

/// Further states may be named by the header without occurring in any line.
const UNNAMED: usize = 1_000;

pub(super) fn read(source: &Source) -> Taken<Table<'_>> {
    let mut all = lines(source).filter(|line| is_content(line));
    let first = all.next().ok_or_else(|| empty(source, "the number of states"))?;
    let mut table = header(first)?;
    for line in all {
        let row = table.row(line)?;
        table.rows.push(row);
    }
    let believable = (table.rows.len() + UNNAMED) * 100;
    if table.states as usize > believable {
        let message =
            format!("{} states, but only {} transitions follow", table.states, table.rows.len());
        return Err(first.error(message));
    }
    let key = |row: &Row<'_>| (row.state, row.choice);
    if !table.rows.is_sorted_by_key(key) {
        table.rows.sort_by_key(key);
    }
    Ok(table)
}

fn is_content(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    !text.is_empty() && !text.starts_with('#')
}

fn header(line: Line<'_>) -> Taken<Table<'_>> {
    let words: Vec<Word<'_>> = line.words().collect();
    let (states, players) = match words[0].split(':') {
        Some((states, players)) => (states, Some(players)),
        None => (words[0], None),
    };
    let kind = match (words.len(), players) {
        (2, None) => Kind::Dtmc,
        (3, None) => Kind::Mdp,
        (3, Some(_)) => Kind::Smg,
        (4, _) => {
            let why = "four numbers: a model with observations (POMDP) is not supported";
            return Err(words[3].unsupported(why));
        }
        _ => {
            let why = "expected the numbers of states and transitions (a chain), or of states, \
                       choices and transitions (with `states:players` in a game)";
            return Err(line.error(why));
        }
    };
    for word in &words[1..] {
        // Hand-made files leave counts open.
        if word.text != "?" {
            word.number("a count")?;
        }
    }
    let states = states.number("the number of states")?;
    let players = match players {
        Some(word) => {
            let players = word.number("the number of players")?;
            if players == 0 || players > u32::from(Player::MAX) + 1 {
                return Err(word.error("a game has between 1 and 64 players here"));
            }
            players
        }
        None => 0,
    };
    if states == 0 {
        return Err(line.error("there must be a state"));
    }
    Ok(Table { kind, players, warnings: Vec::new(), states, rows: Vec::new() })
}

impl<'a> Table<'a> {
    fn row(&self, line: Line<'a>) -> Taken<Row<'a>> {
        let mut words = line.words();
        let mut next = |what: &str| {
            words.next().ok_or_else(|| line.error(format!("{what} is missing in this line")))
        };
        let first = next("a state")?;
        let (state, owner) = match (first.split(':'), self.kind) {
            (Some((state, owner)), Kind::Smg) => (state, self.owner(owner)?),
            (None, Kind::Smg) => {
                let why = "the owner of the state is missing (as in `3:1`); games with moves at \
                           the same time (CSG) are not supported";
                return Err(first.error(why));
            }
            _ => (first, 0),
        };
        let state = state.state(self.states)?;
        let choice = match self.kind {
            Kind::Dtmc => 0,
            _ => next("the number of a choice")?.number("the number of a choice")?,
        };
        let target = next("the state it leads to")?.state(self.states)?;
        let probability = next("a probability")?;
        if probability.text.starts_with('[') {
            return Err(probability.unsupported("intervals of probabilities are not supported"));
        }
        let action = words.next().map_or("", |word| word.text);
        match words.next() {
            Some(word) => Err(word.error("nothing is expected behind the action")),
            None => Ok(Row { state, choice, target, owner, probability, action }),
        }
    }

    fn owner(&self, word: Word<'_>) -> Taken<u8> {
        let owner = word.number("the number of a player")?;
        if owner < self.players {
            return Ok(owner as u8);
        }
        let players = self.players;
        Err(word.error(format!("there is no player {owner}: there are {players}, counted from 0")))
    }

    /// Adds everything to `builder`; returns the names of the choices.
    pub fn build(&mut self, builder: &mut Builder) -> Taken<Vec<&'a str>> {
        let rows = std::mem::take(&mut self.rows);
        let mut names = Vec::new();
        let (mut places, mut targets) = (Vec::new(), Vec::new());
        let (mut gaps, mut mixed) = (false, false);
        let mut at = 0;
        for state in 0..self.states {
            let first = rows.get(at).filter(|row| row.state == state);
            let owner = first.map_or(0, |row| row.owner);
            let place = first.or(rows.last());
            let added = builder.state(owner);
            added.map_err(|why| match place {
                Some(row) => row.probability.error(why),
                None => overflow(&why),
            })?;
            let mut number = 0;
            let begun = names.len();
            while let Some(row) = rows.get(at).filter(|row| row.state == state) {
                let same = |other: &&Row<'_>| (other.state, other.choice) == (state, row.choice);
                let choice = &rows[at..at + rows[at..].iter().take_while(same).count()];
                places.clear();
                targets.clear();
                for row in choice {
                    places.push(self.probability(row, owner, builder)?);
                    targets.push(row.target);
                }
                let added = builder.choice(&places, &targets);
                added.map_err(|why| row.probability.error(self.place(row, &why)))?;
                gaps |= row.choice != number;
                mixed |= choice.iter().any(|other| other.action != row.action);
                number += 1;
                names.push(if choice.iter().all(|c| c.action == row.action) {
                    row.action
                } else {
                    ""
                });
                at += choice.len();
            }
            if names.len() == begun {
                names.push("");
            }
        }
        self.warn(gaps, mixed);
        Ok(names)
    }

    fn probability(&self, row: &Row<'_>, owner: u8, builder: &mut Builder) -> Taken<u32> {
        if row.owner != owner {
            let message =
                format!("state {} belongs to player {owner} in an earlier line", row.state);
            return Err(row.probability.error(message));
        }
        let word = row.probability;
        let read = || {
            let value = Value::text(word.text)?;
            if self.kind == Kind::Dtmc && value.exact > crate::Rational::ONE {
                return Err(format!(
                    "{} is a rate: chains in continuous time are not supported",
                    word.text
                ));
            }
            Ok(value)
        };
        builder.value(word.text.as_bytes(), read).map_err(|why| word.error(why))
    }

    fn place(&self, row: &Row<'_>, why: &str) -> String {
        match self.kind {
            Kind::Dtmc => format!("{} in state {}: {why}", "wrong probabilities", row.state),
            _ => format!(
                "wrong probabilities in {}, choice {}: {why}",
                StateId(row.state),
                row.choice
            ),
        }
    }

    fn warn(&mut self, gaps: bool, mixed: bool) {
        if gaps {
            self.warnings.push("the choices of some state are not numbered 0, 1, 2, …".into());
        }
        if mixed {
            let text = "the branches of some choice have different actions: its name is left out";
            self.warnings.push(text.into());
        }
    }
}

fn overflow(why: &str) -> Box<foregone_prism::source::Diagnostic> {
    Box::new(foregone_prism::source::Diagnostic::error_without_place(why))
}
