//! Reading UMB.

use super::archive::Archive;
use super::arrays::Rows;
use super::index::{self, Index, Type};
use super::numbers::Numbers;
use super::read_annotations::Means;
use super::{read_annotations, read_valuations, wrong};
use crate::Rational;
use crate::format::explicit::player_names;
use crate::format::listing::{Builder, Kind, Listing, Moves, Value};
use crate::format::{FormatError, Part, Read, Reading};

pub(super) fn read(parts: Vec<Part>, reading: &Reading) -> Result<Read, FormatError> {
    let Some(part) = parts.into_iter().next() else {
        return Err(FormatError::Cannot("no file".into()));
    };
    let mut archive = Archive::open(&part.name, &part.bytes, reading.bytes)?;
    drop(part.bytes);
    let index = index::read(&mut archive)?;
    let system = &index.system;
    let mut warnings = Vec::new();
    let builder = Builder::new(reading.repair);
    let built = build(&mut archive, &index, builder)?;
    let initial = archive.bits("state-is-initial.bin", system.states)?.unwrap_or_default();
    if initial.len() as u64 != system.initial {
        let message =
            format!("{} states, but #initial-states is {}", initial.len(), system.initial);
        return Err(wrong(&archive.name, "state-is-initial.bin", None, message));
    }
    let kind = kind(system.players);
    let players = match (kind, &system.names) {
        (Kind::Smg, None) => player_names(system.players as u32),
        (Kind::Smg, Some(names)) if names.len() as u64 == system.players => names.clone(),
        (Kind::Smg, Some(names)) => {
            let message = format!("{} names for {} players", names.len(), system.players);
            return Err(wrong(&archive.name, index::ENTRY, None, message));
        }
        _ => Vec::new(),
    };
    let Built { arena, deadlocks, warning, moves, means } = built;
    warnings.extend(warning);
    let mut listing = Listing {
        kind,
        arena: arena.into(),
        players,
        initial,
        deadlocks,
        labels: Vec::new(),
        rewards: Vec::new(),
        variables: Vec::new(),
        moves,
    };
    read_annotations::labels(&mut archive, &index, &mut listing)?;
    listing.rewards = read_annotations::rewards(&mut archive, &index, means)?;
    listing.variables = read_valuations::read(&mut archive, &index, &mut warnings)?;
    let unused = archive.unused();
    if !unused.is_empty() {
        let (few, more) = (unused[..unused.len().min(3)].join(", "), unused.len() > 3);
        warnings.push(format!("not used: {few}{}", if more { ", …" } else { "" }));
    }
    let name = archive.name;
    let warnings = warnings.into_iter().map(|text| format!("{name}: {text}")).collect();
    Ok(Read { listing, warnings })
}

fn kind(players: u64) -> Kind {
    match players {
        0 => Kind::Dtmc,
        1 => Kind::Mdp,
        _ => Kind::Smg,
    }
}

/// What comes of states, choices and branches.
struct Built {
    arena: crate::Arena,
    deadlocks: Vec<u32>,
    warning: Option<String>,
    moves: Moves,
    means: Vec<Means>,
}

/// Without the file that says where branches lead, they lead to state 0; more than so many are
/// not believed.
const UNLED: u64 = 1 << 16;

/// The arrays of states, choices and branches.
struct Arrays {
    of_state: Rows,
    owners: Option<Vec<u32>>,
    of_choice: Rows,
    targets: Vec<u32>,
    chances: Option<Numbers>,
    names: Names,
}

impl Arrays {
    fn read(archive: &mut Archive, index: &Index) -> Result<Self, FormatError> {
        let system = &index.system;
        let (branches, choices, states) = (system.branches, system.choices, system.states);
        let targets = match archive.places("branch-to-target.bin", branches, states)? {
            Some(targets) => targets,
            None if branches <= UNLED => vec![0; branches as usize],
            None => {
                let entry = "branch-to-target.bin";
                return Err(wrong(&archive.name, entry, None, "it is missing"));
            }
        };
        Ok(Self {
            targets,
            of_choice: archive.rows("choice-to-branches.bin", choices, branches)?,
            of_state: archive.rows("state-to-choices.bin", states, choices)?,
            owners: match system.players {
                0 => None,
                players => archive.small("state-to-player.bin", states, players)?,
            },
            chances: chances(archive, system.probability.as_ref(), branches)?,
            names: names(archive, index)?,
        })
    }
}

/// What is being built.
struct Building<'a> {
    name: String,
    arrays: &'a Arrays,
    builder: Builder,
    means: Vec<Means>,
    moves: Vec<&'a str>,
    places: Vec<u32>,
    rewards: Vec<Rational>,
}

fn build(archive: &mut Archive, index: &Index, builder: Builder) -> Result<Built, FormatError> {
    let arrays = Arrays::read(archive, index)?;
    let means = Means::all(archive, index)?;
    let name = archive.name.clone();
    let (moves, places, rewards) = (Vec::new(), Vec::new(), Vec::new());
    let mut building = Building { name, arrays: &arrays, builder, means, moves, places, rewards };
    for state in 0..index.system.states as u32 {
        building.state(state, index.system.players == 0)?;
    }
    let Building { name, builder, means, moves, .. } = building;
    let end = builder.finish().map_err(|why| wrong(&name, "branch-to-target.bin", None, why))?;
    let (arena, deadlocks, warning) = end;
    Ok(Built { arena, deadlocks, warning, moves: Moves::new(moves), means })
}

impl Building<'_> {
    fn bad(&self, entry: &str, state: u32, why: &str) -> FormatError {
        wrong(&self.name, entry, None, format!("state {state}: {why}"))
    }

    fn state(&mut self, state: u32, chain: bool) -> Result<(), FormatError> {
        let owner = self.arrays.owners.as_ref().map_or(0, |owners| owners[state as usize]);
        let added = self.builder.state(owner as u8);
        added.map_err(|why| self.bad("state-to-choices.bin", state, &why))?;
        let own = self.arrays.of_state.of(state);
        if chain && own.len() > 1 {
            let why = format!("{} choices in a chain (#players is 0)", own.len());
            return Err(self.bad("state-to-choices.bin", state, &why));
        }
        if own.is_empty() {
            self.moves.push("");
            self.means.iter_mut().for_each(Means::none);
        }
        for choice in own {
            self.choice(state, choice)?;
        }
        Ok(())
    }

    fn choice(&mut self, state: u32, choice: u32) -> Result<(), FormatError> {
        let arrays = self.arrays;
        let range = arrays.of_choice.of(choice);
        let leads = &arrays.targets[range.start as usize..range.end as usize];
        if leads.is_empty() {
            let why = format!("choice {choice} has no branch");
            return Err(self.bad("choice-to-branches.bin", state, &why));
        }
        self.places.clear();
        for branch in range.clone() {
            let place = place(&mut self.builder, arrays.chances.as_ref(), branch, &self.name)?;
            self.places.push(place);
        }
        let entry = if arrays.chances.is_some() { PROBABILITY } else { "choice-to-branches.bin" };
        let added = self.builder.choice(&self.places, leads);
        added.map_err(|why| self.bad(entry, state, &format!("choice {choice}: {why}")))?;
        self.moves.push(arrays.names.of(choice));
        for mean in &mut self.means {
            self.rewards.clear();
            mean.of(range.clone(), &self.name, &mut self.rewards)?;
            mean.push(self.builder.mean(&self.places, &self.rewards));
        }
        Ok(())
    }
}

const PROBABILITY: &str = "branch-to-probability.bin";

/// The probabilities; none where every choice has one branch.
fn chances(
    archive: &mut Archive,
    ty: Option<&Type>,
    branches: u64,
) -> Result<Option<Numbers>, FormatError> {
    let name = archive.name.clone();
    let Some(ty) = ty else {
        return match archive.file(PROBABILITY) {
            Some(_) => Err(wrong(&name, PROBABILITY, None, "the index gives no type for it")),
            None => Ok(None),
        };
    };
    let found = archive.numbers(PROBABILITY, ty, branches)?;
    match found {
        None if branches > 0 => Err(wrong(&name, PROBABILITY, None, "it is missing")),
        found => Ok(found),
    }
}

fn place(
    builder: &mut Builder,
    chances: Option<&Numbers>,
    branch: u32,
    name: &str,
) -> Result<u32, FormatError> {
    let placed = match chances {
        Some(numbers) => {
            let raw = numbers.raw(branch as usize);
            builder.value(raw, || numbers.form.read(raw))
        }
        None => builder.value(&[], || Ok(Value::exactly(Rational::ONE))),
    };
    placed.map_err(|why| {
        let at = chances.map_or(0, |numbers| numbers.form.bytes as u64) * u64::from(branch);
        wrong(name, PROBABILITY, Some(at), why)
    })
}

/// The names of choices.
struct Names {
    of: Option<Vec<u32>>,
    names: Option<Vec<String>>,
}

impl Names {
    fn of(&self, choice: u32) -> &str {
        let action = self.of.as_ref().map_or(0, |of| of[choice as usize]);
        let names = self.names.as_ref();
        names.and_then(|names| names.get(action as usize)).map_or("", String::as_str)
    }
}

fn names(archive: &mut Archive, index: &Index) -> Result<Names, FormatError> {
    let actions = index.system.actions;
    if actions == 0 {
        return Ok(Names { of: None, names: None });
    }
    let of = archive.small("actions/choices/values.bin", index.system.choices, actions)?;
    let mut names = archive.strings("actions/choices", actions)?;
    if names.is_none() && of.is_some() {
        // Numbers are all that such a file has.
        let count = of.iter().flatten().max().map_or(0, |most| most + 1);
        names = Some((0..count).map(|action| format!("a{action}")).collect());
    }
    Ok(Names { of, names })
}
