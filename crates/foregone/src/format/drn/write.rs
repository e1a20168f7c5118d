//! Writing DRN, with exact values, as Storm 1.11 and later read it.

use std::fmt::Write;

use super::NAMELESS;
use crate::format::FormatError;
use crate::format::listing::{Kind, Listing, RewardList};
use crate::format::number::fraction;
use crate::{Rational, StateId};

pub(super) fn text(listing: &Listing) -> Result<String, FormatError> {
    let arena = &listing.arena;
    let labels = labels(listing)?;
    let mut out = header(listing);
    let dense = |list: fn(&RewardList) -> &[(u32, Rational)], count| {
        let all = listing.rewards.iter();
        all.map(move |r| RewardList::dense(list(r), count)).collect::<Vec<_>>()
    };
    let mut of_states = dense(|r| &r.states, arena.states());
    let mut of_choices = dense(|r| &r.choices, arena.choices());
    for state in arena.ids() {
        let _ = write!(out, "state {}", state.0);
        rewards(&mut out, &mut of_states);
        labels[state.index()].iter().for_each(|label| {
            let _ = write!(out, " {label}");
        });
        out.push('\n');
        comment(&mut out, listing, state);
        for (number, choice) in arena.choices_of(state).enumerate() {
            let _ = write!(out, "\taction {}", name(listing, choice, number));
            rewards(&mut out, &mut of_choices);
            out.push('\n');
            for (probability, target) in listing.branches(choice) {
                let _ = writeln!(out, "\t\t{target} : {}", fraction(&probability));
            }
        }
    }
    Ok(out)
}

fn header(listing: &Listing) -> String {
    let kind = if listing.kind == Kind::Dtmc { "DTMC" } else { "MDP" };
    let unnamed = |(at, rewards): (usize, &RewardList)| match rewards.name.as_str() {
        "" => format!("rew{at}"),
        name => name.split_whitespace().collect::<Vec<_>>().join("_"),
    };
    let rewards: Vec<String> = listing.rewards.iter().enumerate().map(unnamed).collect();
    format!(
        "// Written by foregone {}\n@type: {kind}\n@value_type: rational\n@parameters\n\n\
         @reward_models\n{}\n@nr_states\n{}\n@nr_choices\n{}\n@model\n",
        env!("CARGO_PKG_VERSION"),
        rewards.join(" "),
        listing.arena.states(),
        listing.arena.choices()
    )
}

fn rewards(out: &mut String, all: &mut [impl Iterator<Item = Rational>]) {
    if all.is_empty() {
        return;
    }
    let next = all.iter_mut().map(|list| fraction(&list.next().unwrap_or_default()));
    let _ = write!(out, " [{}]", next.collect::<Vec<_>>().join(", "));
}

/// The values of the variables, as Storm notes them.
fn comment(out: &mut String, listing: &Listing, state: StateId) {
    if listing.variables.is_empty() {
        return;
    }
    let named = listing.variables.iter().zip(listing.values(state));
    let values: Vec<String> = named.map(|(v, value)| format!("{}={value}", v.name)).collect();
    let _ = writeln!(out, "//[{}]", values.join("\t& ").replace(['\n', '\r'], " "));
}

fn name(listing: &Listing, choice: u32, number: usize) -> String {
    if listing.moves.is_empty() {
        return number.to_string();
    }
    match listing.moves.name(choice) {
        "" => NAMELESS.into(),
        name => name.split_whitespace().collect::<Vec<_>>().join("_"),
    }
}

/// The labels of each state, in quotes where they have blanks.
fn labels(listing: &Listing) -> Result<Vec<Vec<String>>, FormatError> {
    let mut of: Vec<Vec<String>> = vec![Vec::new(); listing.arena.states()];
    let own = [("init", &listing.initial), ("deadlock", &listing.deadlocks)];
    let others = listing.labels.iter().map(|label| (label.name.as_str(), &label.states));
    for (name, states) in own.into_iter().chain(others) {
        if name.is_empty() || name.contains(['"', '\n', '\r']) {
            let why = format!("DRN cannot hold the label {name:?}");
            return Err(FormatError::Cannot(why));
        }
        let plain = !name.contains(char::is_whitespace) && !name.starts_with('[');
        let shown = if plain { name.into() } else { format!("\"{name}\"") };
        states.iter().for_each(|&state| of[state as usize].push(shown.clone()));
    }
    Ok(of)
}
