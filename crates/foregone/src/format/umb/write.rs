//! Writing UMB.

use std::collections::BTreeSet;

use super::numbers::rationals;
use super::{archive, write_index, write_valuations};
use crate::Rational;
use crate::format::listing::{Kind, Listing, RewardList};
use crate::format::{FormatError, Part};

/// The files of an archive in the making.
pub(super) type Files = Vec<(String, Vec<u8>)>;

pub(super) fn write(listing: &Listing) -> Result<Vec<Part>, FormatError> {
    let mut files = Files::new();
    let bits = system(listing, &mut files);
    let ids = Ids::of(listing);
    annotations(listing, &ids, &mut files);
    let valuation = write_valuations::write(listing, &mut files);
    let index = write_index::json(listing, bits, &ids, valuation);
    let index = serde_json::to_vec_pretty(&index);
    let cannot = |why: String| FormatError::Cannot(format!("UMB: {why}"));
    files
        .insert(0, (super::index::ENTRY.into(), index.map_err(|error| cannot(error.to_string()))?));
    let bytes = archive::pack(&files).map_err(|error| cannot(error.to_string()))?;
    Ok(vec![Part::written("", bytes)])
}

/// States, choices and branches; the bits of a probability.
fn system(listing: &Listing, files: &mut Files) -> u64 {
    let arena = &listing.arena;
    let mut put = |name: &str, bytes: Vec<u8>| files.push((name.into(), bytes));
    if listing.kind != Kind::Dtmc {
        let ends = arena.ids().map(|state| arena.choices_of(state).end);
        put("state-to-choices.bin", longs([0].into_iter().chain(ends)));
    }
    if listing.kind == Kind::Smg {
        let owners = arena.ids().map(|state| u32::from(listing.owner(state)).to_le_bytes());
        put("state-to-player.bin", owners.flatten().collect());
    }
    put("state-is-initial.bin", bits(&listing.initial, arena.states()));
    let choices = 0..arena.choices() as u32;
    let mut end = 0;
    let ends = choices.clone().map(|choice| {
        end += arena.targets(crate::ChoiceId(choice)).len() as u32;
        end
    });
    put("choice-to-branches.bin", longs([0].into_iter().chain(ends)));
    let targets = choices.clone().flat_map(|choice| arena.targets(crate::ChoiceId(choice)));
    put("branch-to-target.bin", longs(targets.copied()));
    let all: Vec<Rational> = choices.flat_map(|c| listing.branches(c)).map(|(p, _)| p).collect();
    let (size, bytes) = rationals(all.iter());
    put("branch-to-probability.bin", bytes);
    if !listing.moves.is_empty() {
        let of = (0..arena.choices() as u32).map(|choice| listing.moves.place(choice) as u32);
        put("actions/choices/values.bin", of.flat_map(u32::to_le_bytes).collect());
        strings("actions/choices", listing.moves.names(), files);
    }
    size
}

/// Texts, and where each begins.
pub(super) fn strings(folder: &str, texts: &[String], files: &mut Files) {
    let mut end = 0;
    let ends = texts.iter().map(|text| {
        end += text.len() as u32;
        end
    });
    let mapping = longs([0].into_iter().chain(ends));
    files.push((format!("{folder}/string-mapping.bin"), mapping));
    files.push((format!("{folder}/strings.bin"), texts.concat().into_bytes()));
}

fn longs(all: impl Iterator<Item = u32>) -> Vec<u8> {
    all.flat_map(|number| u64::from(number).to_le_bytes()).collect()
}

/// A set of states as bits, padded to 64.
fn bits(states: &[u32], count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count.div_ceil(64) * 8];
    states.iter().for_each(|&state| bytes[state as usize / 8] |= 1 << (state % 8));
    bytes
}

/// The identifiers of labels and rewards in the archive.
pub(super) struct Ids {
    /// Of the labels, the deadlocks' last where there are any.
    pub labels: Vec<String>,
    /// Of the rewards.
    pub rewards: Vec<String>,
}

impl Ids {
    fn of(listing: &Listing) -> Self {
        let deadlocks = (!listing.deadlocks.is_empty()).then_some("deadlock");
        let labels = listing.labels.iter().map(|label| label.name.as_str());
        let rewards = listing.rewards.iter().map(|rewards| rewards.name.as_str());
        Self { labels: distinct(labels.chain(deadlocks)), rewards: distinct(rewards) }
    }
}

/// Longest identifier: longer paths than archives of old know are not needed.
const LONGEST: usize = 40;

fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let plain = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-' => c,
        _ => '_',
    };
    let id = |(at, name): (usize, &str)| {
        let mut id: String = name.chars().take(LONGEST).map(plain).collect();
        if id.is_empty() || taken.contains(&id) {
            id = format!("{id}_{at}");
        }
        while !taken.insert(id.clone()) {
            id.push('_');
        }
        id
    };
    names.enumerate().map(id).collect()
}

fn annotations(listing: &Listing, ids: &Ids, files: &mut Files) {
    let states = listing.labels.iter().map(|label| &label.states).chain([&listing.deadlocks]);
    for (id, states) in ids.labels.iter().zip(states) {
        let path = format!("annotations/aps/{id}/states/values.bin");
        files.push((path, bits(states, listing.arena.states())));
    }
    for (id, rewards) in ids.rewards.iter().zip(&listing.rewards) {
        let (_, of_states, of_choices) = figures(listing, rewards);
        for (to, bytes) in [("states", of_states), ("choices", of_choices)] {
            if let Some(bytes) = bytes {
                files.push((format!("annotations/rewards/{id}/{to}/values.bin"), bytes));
            }
        }
    }
}

/// The bits of a reward, and the rewards of states and of choices as far as there are any.
pub(super) fn figures(
    listing: &Listing,
    rewards: &RewardList,
) -> (u64, Option<Vec<u8>>, Option<Vec<u8>>) {
    let arena = &listing.arena;
    let states: Vec<_> = RewardList::dense(&rewards.states, arena.states()).collect();
    let choices: Vec<_> = RewardList::dense(&rewards.choices, arena.choices()).collect();
    let (size, mut of_states) = rationals(states.iter().chain(&choices));
    let of_choices = of_states.split_off(states.len() * size as usize / 8);
    let some = !rewards.choices.is_empty();
    let wanted = !rewards.states.is_empty() || !some;
    (size, wanted.then_some(of_states), some.then_some(of_choices))
}
