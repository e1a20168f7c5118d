//! The index of an archive in the making.

use serde_json::{Map, Value, json};

use super::write::{Ids, figures};
use crate::format::listing::{Kind, Listing, RewardList};

/// The index; `bits` are those of a probability.
pub(super) fn json(listing: &Listing, bits: u64, ids: &Ids, valuation: Option<Value>) -> Value {
    let arena = &listing.arena;
    let players = match listing.kind {
        Kind::Dtmc => 0,
        Kind::Mdp => 1,
        Kind::Smg => listing.players.len(),
    };
    let actions = if listing.moves.is_empty() { 0 } else { listing.moves.names().len() };
    let mut system = json!({
        "time": "discrete",
        "#players": players,
        "#states": arena.states(),
        "#initial-states": listing.initial.len(),
        "#choices": arena.choices(),
        "#choice-actions": actions,
        "#branches": arena.branches(),
        "#branch-actions": 0,
        "#observations": 0,
        "branch-probability-type": rational(bits),
    });
    if listing.kind == Kind::Smg {
        system["player-names"] = listing.players.clone().into();
    }
    let mut index = json!({
        "format-version": 1,
        "format-revision": 0,
        "file-data": { "tool": "foregone", "tool-version": env!("CARGO_PKG_VERSION") },
        "transition-system": system,
    });
    let annotations = annotations(listing, ids);
    if !annotations.is_empty() {
        index["annotations"] = annotations.into();
    }
    if let Some(valuation) = valuation {
        index["valuations"] = json!({ "states": valuation });
    }
    index
}

fn rational(bits: u64) -> Value {
    json!({ "type": "rational", "size": bits })
}

fn annotations(listing: &Listing, ids: &Ids) -> Map<String, Value> {
    let names = listing.labels.iter().map(|label| label.name.as_str()).chain(["deadlock"]);
    let label = |(id, name): (&String, &str)| {
        let ty = json!({ "type": "bool", "size": 1 });
        (id.clone(), json!({ "alias": name, "applies-to": ["states"], "type": ty }))
    };
    let labels: Map<String, Value> = ids.labels.iter().zip(names).map(label).collect();
    let reward = |(id, rewards): (&String, &RewardList)| {
        let (bits, states, choices) = figures(listing, rewards);
        let to = [("states", states.is_some()), ("choices", choices.is_some())];
        let to: Vec<&str> = to.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
        let mut json = json!({ "applies-to": to, "type": rational(bits) });
        if !rewards.name.is_empty() {
            json["alias"] = rewards.name.clone().into();
        }
        (id.clone(), json)
    };
    let rewards: Map<String, Value> =
        ids.rewards.iter().zip(&listing.rewards).map(reward).collect();
    let groups = [("aps", labels), ("rewards", rewards)];
    let groups = groups.into_iter().filter(|(_, all)| !all.is_empty());
    groups.map(|(name, all)| (name.to_owned(), all.into())).collect()
}
