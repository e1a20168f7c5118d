//! `.srew` and `.trew`: rewards of states and of transitions, one file each for every structure.
//!
//! A transition's reward counts by its probability: what a choice collects is the mean, which is
//! the same in every expected total.

use std::collections::{BTreeMap, BTreeSet};

use foregone_prism::source::Source;

use super::{empty, put};
use crate::format::FormatError;
use crate::format::listing::{Kind, Listing, RewardList, Value};
use crate::format::text::{Line, Taken, Word, lines};
use crate::{ChoiceId, Rational, StateId};

/// All structures, in the order of the files' numbers.
pub(super) fn read(
    files: Vec<(String, Source)>,
    listing: &Listing,
) -> Result<Vec<RewardList>, FormatError> {
    let mut all: BTreeMap<u64, RewardList> = BTreeMap::new();
    for (suffix, source) in files {
        let (number, kind) = suffix.rsplit_once('.').unwrap_or(("", &suffix));
        let number = number.parse().unwrap_or(0);
        let of_states = kind == "srew";
        let wrong = |error: Box<_>| FormatError::text(&source, *error);
        let (name, list) = one(&source, listing, of_states).map_err(wrong)?;
        let rewards = all.entry(number).or_default();
        let other =
            if of_states { !rewards.choices.is_empty() } else { !rewards.states.is_empty() };
        if other && !name.is_empty() && !rewards.name.is_empty() && rewards.name != name {
            let why = format!(
                "its name is \"{name}\", but that of the other file is \"{}\"",
                rewards.name
            );
            return Err(FormatError::whole(&source, why));
        }
        if rewards.name.is_empty() {
            rewards.name = name;
        }
        put(rewards, of_states, list).map_err(wrong)?;
    }
    Ok(all.into_values().collect())
}

type Found = (String, Vec<(u32, Rational)>);

fn one(source: &Source, listing: &Listing, of_states: bool) -> Taken<Found> {
    let mut name = String::new();
    let mut counted = false;
    let mut list = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for line in lines(source).filter(|line| !line.text.trim().is_empty()) {
        let text = line.text.trim();
        if let Some(comment) = text.strip_prefix('#') {
            let quoted = comment.trim().strip_prefix("Reward structure \"");
            if let Some(found) = quoted.and_then(|text| text.strip_suffix('"')) {
                name = found.into();
            }
        } else if !counted {
            counted = true;
            for word in line.words() {
                word.number("a count")?;
            }
        } else {
            let (place, key, value) = entry(line, listing, of_states)?;
            if !seen.insert((place, key)) {
                return Err(line.error("this has a reward in an earlier line"));
            }
            *list.entry(place).or_insert(Rational::ZERO) += value;
        }
    }
    if counted {
        Ok((name, list.into_iter().collect()))
    } else {
        Err(empty(source, "the numbers of states and rewards"))
    }
}

/// A state or choice, the branch, and what it adds.
fn entry(line: Line<'_>, listing: &Listing, of_states: bool) -> Taken<(u32, u32, Rational)> {
    let words: Vec<Word<'_>> = line.words().collect();
    let chain = listing.kind == Kind::Dtmc;
    let wanted = match (of_states, chain) {
        (true, _) => "a state and its reward, 3 1.5",
        (_, true) => "two states and a reward, 3 4 1.5",
        _ => "a state, a choice, the state it leads to and a reward, 3 0 4 1.5",
    };
    let count = match (of_states, chain) {
        (true, _) => 2,
        (_, true) => 3,
        _ => 4,
    };
    if words.len() != count {
        return Err(line.error(format!("expected {wanted}")));
    }
    let state = words[0].state(listing.arena.states() as u32)?;
    let last = words[count - 1];
    let reward = Value::text(last.text).map_err(|why| last.error(why))?.exact;
    if of_states {
        return Ok((state, 0, reward));
    }
    let choices = listing.arena.choices_of(StateId(state));
    let number = if chain { 0 } else { words[1].number("the number of a choice")? };
    if number as usize >= choices.len() {
        let message = format!("state {state} has {} choices, counted from 0", choices.len());
        return Err(words[1].error(message));
    }
    let target = words[count - 2].state(listing.arena.states() as u32)?;
    let choice = listing.arena.choice(ChoiceId(choices.start + number));
    let branch = choice.targets.iter().position(|&to| to == target);
    let branch =
        branch.ok_or_else(|| words[count - 2].error("no branch of this choice leads there"))?;
    Ok((choices.start + number, target, choice.distribution.probability(branch) * reward))
}
