//! An explored game whose positions are numbers: an arena from arrays, or one whose positions are
//! Python's own objects, kept by the package in the order of these numbers.

use std::sync::Arc;

use foregone::session::AnyExplored;
use foregone::{
    Arena, Expected, Field, FieldValue, Objective, PositionError, Rational, RewardError, Rewards,
    StateId, Stop,
};

/// An arena with the names of its players and moves.
pub struct Numbered {
    /// The game as arrays.
    pub arena: Arc<Arena>,
    /// The states that were asked for.
    pub starts: Vec<StateId>,
    /// Names of the players, as far as there are any.
    pub players: Vec<String>,
    /// Distinct names of moves.
    pub names: Vec<String>,
    /// For each choice its name; empty where moves have none.
    pub name_of: Vec<u32>,
    /// Why exploring ended early, or `None`.
    pub stopped: Option<Stop>,
}

impl Numbered {
    fn state(&self, number: i64) -> Result<Option<StateId>, PositionError> {
        let states = self.arena.states();
        match u32::try_from(number) {
            Ok(at) if (at as usize) < states => Ok(Some(StateId(at))),
            _ => Err(PositionError::new(format!("there are states 0 to {}", states.max(1) - 1))),
        }
    }
}

impl AnyExplored for Numbered {
    fn players(&self) -> Vec<String> {
        self.players.clone()
    }

    fn fields(&self) -> Vec<Field> {
        vec![Field::new("state", "its number")]
    }

    fn arena(&self) -> Arc<Arena> {
        Arc::clone(&self.arena)
    }

    fn objective(&self) -> Objective {
        Objective::payoff()
    }

    fn expected(&self) -> Option<Expected> {
        None
    }

    fn rewards(&self) -> Result<Rewards, RewardError> {
        let nothing = |count: usize| (0..count).map(|_| Rational::ZERO);
        Rewards::new(&self.arena, nothing(self.arena.states()), nothing(self.arena.choices()))
    }

    fn impartial(&self) -> bool {
        false
    }

    fn orbits(&self) -> u64 {
        self.arena.states() as u64
    }

    fn starts(&self) -> &[StateId] {
        &self.starts
    }

    fn stopped(&self) -> Option<&Stop> {
        self.stopped.as_ref()
    }

    fn find(&self, text: &str) -> Result<Option<StateId>, PositionError> {
        let number = text.trim().trim_start_matches("state=").parse();
        self.state(number.map_err(|_| PositionError::new("expected the number of a state"))?)
    }

    fn find_values(&self, values: &[FieldValue]) -> Result<Option<StateId>, PositionError> {
        match values {
            [FieldValue::Int(number)] => self.state(*number),
            _ => Err(PositionError::new("expected the number of a state")),
        }
    }

    fn show(&self, state: StateId) -> String {
        state.0.to_string()
    }

    fn describe(&self, state: StateId) -> Vec<FieldValue> {
        vec![FieldValue::Int(state.0.into())]
    }

    fn move_name(&self, state: StateId, choice: usize) -> String {
        let at = self.arena.choices_of(state).start as usize + choice;
        let named = self.name_of.get(at).and_then(|&name| self.names.get(name as usize));
        named.cloned().unwrap_or_else(|| format!("choice {choice}"))
    }

    fn bytes(&self) -> usize {
        self.arena.bytes() + self.name_of.len() * size_of::<u32>()
    }

    fn renumber(&mut self, order: &[u32]) {
        if !self.name_of.is_empty() {
            let choices = order.iter().flat_map(|&old| self.arena.choices_of(StateId(old)));
            self.name_of = choices.map(|choice| self.name_of[choice as usize]).collect();
        }
        let mut place = vec![0; order.len()];
        (0..).zip(order).for_each(|(new, &old)| place[old as usize] = new);
        self.starts.iter_mut().for_each(|start| *start = StateId(place[start.index()]));
        self.arena = Arc::new(self.arena.renumbered(order));
    }
}
