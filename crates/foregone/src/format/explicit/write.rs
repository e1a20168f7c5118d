//! Writing explicit files, as PRISM-games 3.2 reads them.

use std::fmt::Write;

use crate::format::listing::{Kind, Label, Listing, RewardList};
use crate::format::solution::Column;
use crate::format::{FormatError, Part, number};
use crate::{FieldValue, StateId};

pub(super) fn write(listing: &Listing) -> Result<Vec<Part>, FormatError> {
    let mut parts = vec![Part::written(".tra", transitions(listing))];
    if let Some(text) = states(listing) {
        parts.push(Part::written(".sta", text));
    }
    parts.push(Part::written(".lab", labels(listing)?));
    for (at, rewards) in listing.rewards.iter().enumerate() {
        let number = match listing.rewards.len() {
            1 => String::new(),
            _ => (at + 1).to_string(),
        };
        let head = head(rewards)?;
        let states = format!("{head}# State rewards\n{}", state_rewards(listing, rewards));
        let choices = format!("{head}# Transition rewards\n{}", choice_rewards(listing, rewards));
        parts.push(Part::written(&format!("{number}.srew"), states));
        parts.push(Part::written(&format!("{number}.trew"), choices));
    }
    Ok(parts)
}

fn transitions(listing: &Listing) -> String {
    let arena = &listing.arena;
    let mut out = arena.states().to_string();
    if listing.kind == Kind::Smg {
        let _ = write!(out, ":{}", listing.players.len());
    }
    if listing.kind != Kind::Dtmc {
        let _ = write!(out, " {}", arena.choices());
    }
    let _ = writeln!(out, " {}", arena.branches());
    for state in arena.ids() {
        for (number_of, choice) in arena.choices_of(state).enumerate() {
            let name = one_word(listing.moves.name(choice));
            for (probability, target) in listing.branches(choice) {
                let _ = write!(out, "{}", state.0);
                if listing.kind == Kind::Smg {
                    let _ = write!(out, ":{}", listing.owner(state));
                }
                if listing.kind != Kind::Dtmc {
                    let _ = write!(out, " {number_of}");
                }
                let _ = write!(out, " {target} {}", number::text(&probability));
                if !name.is_empty() {
                    let _ = write!(out, " {name}");
                }
                out.push('\n');
            }
        }
    }
    out
}

/// Words between blanks cannot have any.
fn one_word(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}

/// None without variables of whole numbers and truth values.
fn states(listing: &Listing) -> Option<String> {
    let is_plain = |column: &Column| !matches!(column, Column::Text(_));
    let variables = || listing.variables.iter().filter(|v| is_plain(&v.values));
    let names: Vec<&str> = variables().map(|v| v.name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let mut out = format!("({})\n", names.join(","));
    for state in 0..listing.arena.states() {
        let values = variables().filter_map(|v| v.values.get(state));
        let values: Vec<String> = values.map(|value: FieldValue| value.to_string()).collect();
        let _ = writeln!(out, "{state}:({})", values.join(","));
    }
    Some(out)
}

fn labels(listing: &Listing) -> Result<String, FormatError> {
    let own = |name: &str, states: &[u32]| Label { name: name.into(), states: states.to_vec() };
    let mut all = vec![own("init", &listing.initial), own("deadlock", &listing.deadlocks)];
    all.extend(listing.labels.iter().cloned());
    if let Some(label) = all.iter().find(|label| label.name.contains(['"', '\n'])) {
        let why = format!("explicit files cannot hold the label {:?}: a quote in it", label.name);
        return Err(FormatError::Cannot(why));
    }
    let names = all.iter().enumerate().map(|(at, label)| format!("{at}=\"{}\"", label.name));
    let mut out = names.collect::<Vec<_>>().join(" ") + "\n";
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); listing.arena.states()];
    for (at, label) in all.iter().enumerate() {
        label.states.iter().for_each(|&state| of[state as usize].push(at));
    }
    for (state, labels) in of.iter().enumerate().filter(|(_, labels)| !labels.is_empty()) {
        let _ = write!(out, "{state}:");
        labels.iter().for_each(|label| {
            let _ = write!(out, " {label}");
        });
        out.push('\n');
    }
    Ok(out)
}

fn head(rewards: &RewardList) -> Result<String, FormatError> {
    if rewards.name.contains(['"', '\n']) {
        let why = format!("explicit files cannot hold the rewards' name {:?}", rewards.name);
        return Err(FormatError::Cannot(why));
    }
    Ok(match rewards.name.as_str() {
        "" => "# Reward structure\n".into(),
        name => format!("# Reward structure \"{name}\"\n"),
    })
}

fn state_rewards(listing: &Listing, rewards: &RewardList) -> String {
    let mut out = format!("{} {}\n", listing.arena.states(), rewards.states.len());
    for (state, reward) in &rewards.states {
        let _ = writeln!(out, "{state} {}", number::text(reward));
    }
    out
}

fn choice_rewards(listing: &Listing, rewards: &RewardList) -> String {
    let arena = &listing.arena;
    let mut lines = String::new();
    let mut count = 0;
    let mut rest = rewards.choices.iter().peekable();
    for state in (0..arena.states() as u32).map(StateId) {
        let choices = arena.choices_of(state);
        while let Some((choice, reward)) = rest.next_if(|(choice, _)| choices.contains(choice)) {
            for (_, target) in listing.branches(*choice) {
                let number = choice - choices.start;
                let _ = match listing.kind {
                    Kind::Dtmc => writeln!(lines, "{} {target} {}", state.0, number::text(reward)),
                    _ => writeln!(lines, "{} {number} {target} {}", state.0, number::text(reward)),
                };
                count += 1;
            }
        }
    }
    let choices = match listing.kind {
        Kind::Dtmc => String::new(),
        _ => format!(" {}", arena.choices()),
    };
    format!("{}{choices} {count}\n{lines}", arena.states())
}
