//! Labels and rewards of UMB files.
//!
//! A branch's reward counts by its probability: what a choice collects is the mean, which is the
//! same in every expected total.

use std::ops::Range;

use serde_json::Value as Json;

use super::archive::Archive;
use super::index::{self, Annotation, Index};
use super::numbers::Numbers;
use super::wrong;
use crate::Rational;
use crate::format::FormatError;
use crate::format::listing::{Label, Listing, RewardList, ascending};

/// Everything of one group, with its identifier.
fn group(
    archive: &Archive,
    index: &Index,
    group: &str,
) -> Result<Vec<(String, Annotation)>, FormatError> {
    let bad = |why: String| wrong(&archive.name, index::ENTRY, None, why);
    let Some(all) = index.annotations.get(group) else { return Ok(Vec::new()) };
    let Json::Object(all) = all else { return Err(bad(format!("{group:?} must be an object"))) };
    let read = |(id, json): (&String, &Json)| {
        let annotation: Annotation = serde_json::from_value(json.clone())
            .map_err(|error| bad(format!("annotation {group}/{id}: {error}")))?;
        if annotation.probability.is_some() {
            return Err(bad(format!(
                "annotation {group}/{id}: distributions over values are not supported"
            )));
        }
        let known = ["states", "choices", "branches"];
        match annotation.applies_to.iter().find(|to| !known.contains(&to.as_str())) {
            Some(to) => Err(bad(format!("annotation {group}/{id}: applies to {to:?}"))),
            None => Ok((id.clone(), annotation)),
        }
    };
    all.iter().map(read).collect()
}

/// Reads the labels into `listing`.
pub(super) fn labels(
    archive: &mut Archive,
    index: &Index,
    listing: &mut Listing,
) -> Result<(), FormatError> {
    let mut seen = std::collections::BTreeSet::new();
    for (id, annotation) in group(archive, index, "aps")? {
        let entry = format!("annotations/aps/{id}/states/values.bin");
        if annotation.ty.name != "bool" || annotation.applies_to != ["states"] {
            let message = "an atomic proposition is of type bool and applies to states";
            return Err(wrong(&archive.name, &entry, None, message));
        }
        let states = archive.bits(&entry, index.system.states)?.unwrap_or_default();
        let name = annotation.alias.unwrap_or(id);
        if !seen.insert(name.clone()) {
            let message = format!("the atomic proposition {name:?} occurs twice");
            return Err(wrong(&archive.name, index::ENTRY, None, message));
        }
        match name.as_str() {
            "init" => {}
            "deadlock" => {
                listing.deadlocks = ascending([&listing.deadlocks[..], &states].concat());
            }
            _ => listing.labels.push(Label { name, states }),
        }
    }
    Ok(())
}

/// The rewards of branches of one structure, as what each choice collects in the mean.
pub(super) struct Means {
    id: String,
    numbers: Numbers,
    list: Vec<Rational>,
}

impl Means {
    /// Of every structure that has rewards of branches.
    pub fn all(archive: &mut Archive, index: &Index) -> Result<Vec<Self>, FormatError> {
        let mut all = Vec::new();
        for (id, annotation) in group(archive, index, "rewards")? {
            if !annotation.applies_to.iter().any(|to| to == "branches") {
                continue;
            }
            let entry = entry(&id, "branches");
            let count = index.system.branches;
            if let Some(numbers) = archive.numbers(&entry, &annotation.ty, count)? {
                all.push(Self { id, numbers, list: Vec::new() });
            }
        }
        Ok(all)
    }

    /// The rewards of a range of branches.
    pub fn of(
        &self,
        range: Range<u32>,
        name: &str,
        out: &mut Vec<Rational>,
    ) -> Result<(), FormatError> {
        for branch in range {
            let read = self.numbers.form.read(self.numbers.raw(branch as usize));
            let at = u64::from(branch) * self.numbers.form.bytes as u64;
            let bad = |why| wrong(name, &entry(&self.id, "branches"), Some(at), why);
            out.push(read.map_err(bad)?.exact);
        }
        Ok(())
    }

    /// Adds what the next choice collects.
    pub fn push(&mut self, mean: Rational) {
        self.list.push(mean);
    }

    /// Adds a choice that is not in the file.
    pub fn none(&mut self) {
        self.list.push(Rational::ZERO);
    }
}

fn entry(id: &str, of: &str) -> String {
    format!("annotations/rewards/{id}/{of}/values.bin")
}

/// Reads the rewards. States without a choice have one in the arena, which collects nothing.
pub(super) fn rewards(
    archive: &mut Archive,
    index: &Index,
    means: Vec<Means>,
) -> Result<Vec<RewardList>, FormatError> {
    let rows = archive.rows("state-to-choices.bin", index.system.states, index.system.choices)?;
    let mut place_of = Vec::new();
    let mut next = 0;
    for state in 0..index.system.states as u32 {
        let own = rows.of(state).len() as u32;
        place_of.extend(next..next + own);
        next += own.max(1);
    }
    let mut all = Vec::new();
    for (id, annotation) in group(archive, index, "rewards")? {
        let applies = |to: &str| annotation.applies_to.iter().any(|of| of == to);
        let mut one = RewardList {
            name: annotation.alias.clone().unwrap_or(id.clone()),
            ..RewardList::default()
        };
        if applies("states") {
            one.states =
                list(archive, &entry(&id, "states"), &annotation, index.system.states, |at| at)?;
        }
        let mut sums: Vec<(u32, Rational)> = Vec::new();
        if applies("choices") {
            let place = |at: u32| place_of[at as usize];
            sums = list(archive, &entry(&id, "choices"), &annotation, index.system.choices, place)?;
        }
        if let Some(means) = means.iter().find(|means| means.id == id) {
            let means = (0..).zip(means.list.iter().cloned()).filter(|(_, r)| !r.is_zero());
            sums = added(sums, means.collect());
        }
        one.choices = sums;
        all.push(one);
    }
    Ok(all)
}

/// Two lists, place by place.
fn added(one: Vec<(u32, Rational)>, two: Vec<(u32, Rational)>) -> Vec<(u32, Rational)> {
    let mut sums = std::collections::BTreeMap::new();
    for (place, reward) in one.into_iter().chain(two) {
        *sums.entry(place).or_insert(Rational::ZERO) += reward;
    }
    sums.into_iter().filter(|(_, reward)| !reward.is_zero()).collect()
}

fn list(
    archive: &mut Archive,
    entry: &str,
    annotation: &Annotation,
    count: u64,
    place: impl Fn(u32) -> u32,
) -> Result<Vec<(u32, Rational)>, FormatError> {
    let name = archive.name.clone();
    let Some(numbers) = archive.numbers(entry, &annotation.ty, count)? else {
        return Ok(Vec::new());
    };
    let mut list = Vec::new();
    for at in 0..count as u32 {
        let value = numbers.form.read(numbers.raw(at as usize));
        let byte = u64::from(at) * numbers.form.bytes as u64;
        let value = value.map_err(|why| wrong(&name, entry, Some(byte), why))?.exact;
        if !value.is_zero() {
            list.push((place(at), value));
        }
    }
    Ok(list)
}
