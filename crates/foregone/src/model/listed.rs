//! Files that list their states as models: what properties ask of names is answered from the list.
//!
//! Invariant: all states of the file are there, those too that play does not come to; a state is
//! called by its variables where no two states agree in all of them, else by its number too.

use std::sync::{Arc, OnceLock};

use foregone_prism::check::{Outline, OutlinedVariable};
use foregone_prism::source::Source;
use foregone_prism::step::Model;

use super::{Built, Deadlocks, ModelError};
use crate::format::Listing;
use crate::format::listing::RewardList;
use crate::format::solution::Column;
use crate::session::{SessionError, ready};
use crate::{
    Arena, ChoiceId, Choices, Field, FieldValue, Game, Limits, Player, PositionError, Rational,
    StateId, Turn,
};

/// What a file says of the states of a built model.
pub(super) struct Listed {
    listing: Arc<Listing>,
    /// For each state its number in the file.
    rows: Vec<u32>,
}

impl Listed {
    /// What each state and each choice of `arena` collects.
    pub(super) fn rewards(
        &self,
        structure: usize,
        arena: &Arena,
    ) -> (Vec<Rational>, Vec<Rational>) {
        let (list, before) = (&self.listing.rewards[structure], &self.listing.arena);
        let states: Vec<Rational> = RewardList::dense(&list.states, before.states()).collect();
        let choices: Vec<Rational> = RewardList::dense(&list.choices, before.choices()).collect();
        let of_states = self.rows.iter().map(|&row| states[row as usize].clone());
        let own = self.rows.iter().flat_map(|&row| before.choices_of(StateId(row)));
        let of_choices: Vec<Rational> =
            own.map(|choice| choices[choice as usize].clone()).collect();
        debug_assert_eq!(of_choices.len(), arena.choices());
        (of_states.collect(), of_choices)
    }

    pub(super) fn renumber(&mut self, order: &[u32]) {
        self.rows = order.iter().map(|&old| self.rows[old as usize]).collect();
    }
}

impl Built {
    pub(super) fn listed(
        source: &Source,
        model: Arc<Model>,
        listing: Arc<Listing>,
        at: &[&str],
        deadlocks: Deadlocks,
        limits: &Limits,
    ) -> Result<Self, ModelError> {
        let states = listing.arena.states();
        if states as u64 > limits.states {
            let most = limits.states;
            let why = format!("the file lists {states} states, but at most {most} are allowed");
            return Err(ModelError::Asked(why));
        }
        let game = Arc::new(ListedGame::new(Arc::clone(&listing)));
        let starts = starts(&game, at)?;
        let arena = Arc::clone(&listing.arena);
        let explored = ready(game, arena, 0..states as u32, starts);
        let mark = |marked: &[u32]| {
            let mut marks = vec![false; states];
            marked.iter().for_each(|&state| marks[state as usize] = true);
            marks
        };
        let (initial, deadlock) = (mark(&listing.initial), mark(&listing.deadlocks));
        let listed = Some(Listed { listing, rows: (0..states as u32).collect() });
        let built = Self { source: source.clone(), model, explored, initial, deadlock, listed };
        match built.first_deadlock() {
            Some(state) if deadlocks == Deadlocks::Refuse => Err(built.refused(state)),
            _ => Ok(built),
        }
    }

    /// For each state whether it has a label that the file lists.
    pub(super) fn labelled(&self, label: &str) -> Vec<bool> {
        let Some(listed) = &self.listed else { return vec![false; self.arena().states()] };
        let found = listed.listing.labels.iter().find(|one| one.name == label);
        let states = found.map_or(&[][..], |label| &label.states);
        listed.rows.iter().map(|&row| Listing::among(states, StateId(row))).collect()
    }
}

fn starts(game: &ListedGame, at: &[&str]) -> Result<Vec<StateId>, ModelError> {
    let parse = |text: &&str| {
        let wrong = |error| SessionError::Position { text: (*text).into(), error };
        Ok(StateId(game.parse(text).map_err(wrong)?))
    };
    match (at, &game.listing.initial[..]) {
        ([], []) => {
            let why = "the file names no initial state; say where play starts with --at";
            Err(ModelError::Asked(why.into()))
        }
        ([], initial) => Ok(initial.iter().map(|&state| StateId(state)).collect()),
        _ => at.iter().map(parse).collect(),
    }
}

/// What properties need to know of a listing.
pub(super) fn outline(listing: &Listing) -> Outline {
    let states = listing.arena.states() as i64;
    let range = |all: &[i64]| {
        let least = all.iter().copied().min().unwrap_or(0);
        (least, all.iter().copied().max().unwrap_or(0))
    };
    let variable = |variable: &crate::format::listing::Variable| {
        let (name, range) = match &variable.values {
            Column::Int(all) => (variable.name.clone(), Some(range(all))),
            Column::Bool(_) => (variable.name.clone(), None),
            // Words are shown, but no property can ask for them.
            Column::Text(_) => (format!("\"{}\"", variable.name), Some((0, 0))),
        };
        OutlinedVariable { name, range }
    };
    let mut variables: Vec<_> = listing.variables.iter().map(variable).collect();
    if let Some(name) = number_name(listing) {
        variables.push(OutlinedVariable { name, range: Some((0, states - 1)) });
    }
    let named = |list: &RewardList| Some(list.name.clone()).filter(|name| !name.is_empty());
    Outline {
        kind: listing.kind,
        variables,
        players: listing.players.clone(),
        labels: listing.labels.iter().map(|label| label.name.clone()).collect(),
        rewards: listing.rewards.iter().map(named).collect(),
    }
}

/// The name of the field with the state's number, where the variables do not suffice.
fn number_name(listing: &Listing) -> Option<String> {
    if listing.values_differ() {
        return None;
    }
    let mut name = "state".to_owned();
    while listing.variables.iter().any(|variable| variable.name == name) {
        name.push('_');
    }
    Some(name)
}

/// A listing as a game.
struct ListedGame {
    listing: Arc<Listing>,
    number: Option<String>,
    /// The states in the order of their values, for who finds many by these.
    sorted: OnceLock<Vec<u32>>,
}

impl ListedGame {
    fn new(listing: Arc<Listing>) -> Self {
        Self { number: number_name(&listing), listing, sorted: OnceLock::new() }
    }

    fn states(&self) -> u32 {
        self.listing.arena.states() as u32
    }

    /// The only state that fits; says how many there are otherwise.
    fn only(&self, fits: impl Fn(&Self, u32) -> bool) -> Result<u32, PositionError> {
        let mut found = (0..self.states()).filter(|&state| fits(self, state));
        match (found.next(), found.count()) {
            (Some(state), 0) => Ok(state),
            (Some(_), more) => {
                let why = format!("{} states are like this; give more of their fields", more + 1);
                Err(PositionError::new(why))
            }
            (None, _) => Err(PositionError::new("no state of the file is like this")),
        }
    }
}

impl Game for ListedGame {
    type State = u32;

    fn starts(&self) -> Vec<u32> {
        self.listing.initial.clone()
    }

    fn turn(&self, &state: &u32) -> Turn {
        Turn::Player(Player(self.listing.owner(StateId(state))))
    }

    fn choices(&self, &state: &u32, out: &mut Choices<u32>) {
        let arena = &self.listing.arena;
        for choice in arena.choices_of(StateId(state)) {
            let found = arena.choice(ChoiceId(choice));
            let distribution = found.distribution;
            if distribution.big.is_some() {
                out.choice_exact();
                self.listing.branches(choice).for_each(|(p, to)| out.branch_exact(p, to));
                continue;
            }
            out.choice(distribution.denominator);
            let weights = distribution.numerators.iter().zip(found.targets);
            weights.for_each(|(&weight, &to)| out.branch(weight, to));
        }
    }

    fn dense_len(&self) -> Option<u64> {
        Some(self.states().into())
    }

    fn index(&self, &state: &u32) -> u64 {
        state.into()
    }

    fn players(&self) -> Vec<String> {
        match &self.listing.players[..] {
            [] => vec!["the player".into()],
            players => players.to_vec(),
        }
    }

    fn fields(&self) -> Vec<Field> {
        let variables = self.listing.variables.iter();
        let mut fields: Vec<Field> =
            variables.map(|variable| Field::new(&variable.name, "of the file")).collect();
        if let Some(name) = &self.number {
            let last = self.states() - 1;
            fields.push(Field::new(name, format!("the state's number, 0 to {last}")));
        }
        fields
    }

    fn describe(&self, &state: &u32) -> Vec<FieldValue> {
        let mut values = self.listing.values(StateId(state));
        values.extend(self.number.as_ref().map(|_| FieldValue::Int(state.into())));
        values
    }

    fn position(&self, values: &[FieldValue]) -> Result<u32, PositionError> {
        if let (Some(_), Some(FieldValue::Int(number))) = (&self.number, values.last()) {
            let state = u32::try_from(*number).ok().filter(|&state| state < self.states());
            return state.ok_or_else(|| PositionError::new(format!("there is no state {number}")));
        }
        let sorted = self.sorted.get_or_init(|| {
            let mut all: Vec<u32> = (0..self.states()).collect();
            all.sort_by_cached_key(|&state| self.listing.values(StateId(state)));
            all
        });
        let found = sorted
            .binary_search_by(|&state| self.listing.values(StateId(state)).as_slice().cmp(values));
        let none = |_| PositionError::new("no state of the file is like this");
        found.map(|at| sorted[at]).map_err(none)
    }

    fn name_of_move(&self, &state: &u32, choice: usize) -> String {
        let first = self.listing.arena.choices_of(StateId(state)).start;
        match self.listing.moves.name(first + choice as u32) {
            "" => format!("move {}", choice + 1),
            name => name.into(),
        }
    }

    /// As many fields as it takes, or the number of the state alone.
    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        if let Ok(number) = text.trim().parse::<u32>() {
            let last = self.states() - 1;
            let why = || PositionError::new(format!("states are numbered from 0 to {last}"));
            return Some(number).filter(|&state| state <= last).ok_or_else(why);
        }
        let fields = self.fields();
        let mut wanted: Vec<(usize, &str)> = Vec::new();
        for part in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|p| !p.is_empty()) {
            let named = part.split_once('=');
            let found = named.and_then(|(name, value)| {
                let at = fields.iter().position(|field| field.name == name)?;
                Some((at, value))
            });
            let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            wanted.push(found.ok_or_else(|| {
                let fields = names.join(", ");
                PositionError::new(format!(
                    "'{part}' is not of the form field=value; fields: {fields}"
                ))
            })?);
        }
        self.only(|game, state| {
            let values = game.describe(&state);
            wanted.iter().all(|(at, value)| values[*at].to_string() == *value)
        })
    }
}
