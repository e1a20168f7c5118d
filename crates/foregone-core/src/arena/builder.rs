//! Building an arena state by state; what is given is checked here, once.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Arena, ArenaError, Flaw, OVER, Turn, UNEXPLORED};
use crate::distribution::CERTAIN;
use crate::{ChoiceId, Distributions, Player, Rational, StateId};

mod weights;

use weights::Known;

/// Builds an [`Arena`]: states in order, each followed by its choices.
///
/// Branches of probability 0 are dropped, branches of one choice to the same state are merged,
/// equal choices are kept.
#[derive(Clone, Debug)]
pub struct ArenaBuilder {
    arena: Arena,
    weights: Vec<u64>,
    targets: Vec<u32>,
    exact: Vec<Rational>,
    branches: Vec<(u64, u32)>,
    exact_branches: Vec<(Rational, u32)>,
    /// What was written for choices that cannot stand as they are.
    rest: Vec<u32>,
    known: Known,
    payoff_ids: BTreeMap<Rational, u32>,
}

impl Default for ArenaBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ArenaBuilder {
    /// A builder without states.
    pub fn new() -> Self {
        let arena = Arena {
            choice_start: vec![0],
            distributions: Distributions::new(),
            ..Arena::default()
        };
        Self {
            arena,
            weights: Vec::new(),
            targets: Vec::new(),
            exact: Vec::new(),
            branches: Vec::new(),
            exact_branches: Vec::new(),
            rest: Vec::new(),
            known: Known::default(),
            payoff_ids: BTreeMap::new(),
        }
    }

    /// The same with room for so many states with eight branches each.
    pub(crate) fn with_room(states: usize) -> Self {
        let mut builder = Self::new();
        let arena = &mut builder.arena;
        arena.turn.reserve(states);
        arena.choice_start.reserve(states);
        arena.target.reserve(8 * states);
        builder
    }

    /// Bytes held so far.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// Number of states so far.
    pub fn states(&self) -> usize {
        self.arena.states()
    }

    /// Number of branches so far.
    pub fn branches(&self) -> usize {
        self.arena.branches()
    }

    /// Adds the next state; its choices follow by [`choice`](Self::choice) where it has a player.
    ///
    /// # Errors
    /// The state before has no choice though it needs one, or a number is out of range.
    pub fn state(&mut self, turn: Turn) -> Result<(), ArenaError> {
        match turn {
            Turn::Player(player) => self.player(player),
            Turn::Over(payoff) => self.over(payoff),
        }
    }

    /// Adds the next state, at which this player chooses.
    #[inline]
    pub(crate) fn player(&mut self, player: Player) -> Result<(), ArenaError> {
        if player.0 > Player::MAX {
            self.push(OVER)?;
            return Err(self.error(Flaw::Player(player.0)));
        }
        self.push(player.0)
    }

    fn over(&mut self, payoff: Rational) -> Result<(), ArenaError> {
        self.push(OVER)?;
        let payoffs = &mut self.arena.payoffs;
        let at = *self.payoff_ids.entry(payoff).or_insert_with_key(|payoff| {
            payoffs.push(payoff.clone());
            payoffs.len() as u32 - 1
        });
        self.arena.over.push((self.last().0, at));
        Ok(())
    }

    /// Adds a state that was cut off by a limit.
    ///
    /// # Errors
    /// As for [`state`](Self::state).
    pub fn unexplored(&mut self) -> Result<(), ArenaError> {
        self.push(UNEXPLORED)
    }

    /// Adds a choice to the last state: branches `(weight, target)` over a common `denominator`.
    ///
    /// # Errors
    /// The weights do not sum to the denominator, or the last state is over.
    pub fn choice(&mut self, denominator: u64, branches: &[(u64, u32)]) -> Result<(), ArenaError> {
        let sum: u128 = branches.iter().map(|&(weight, _)| u128::from(weight)).sum();
        if sum != u128::from(denominator) || denominator == 0 {
            let sum = Rational::from_parts(sum.into(), UBig::from(denominator.max(1)));
            return Err(self.error(Flaw::Sum { choice: self.choices_of_last(), sum }));
        }
        let mut weights = std::mem::take(&mut self.weights);
        weights.clear();
        self.targets.clear();
        let positive = branches.iter().filter(|branch| branch.0 > 0);
        merge(positive, &mut weights, &mut self.targets);
        let law = match weights.len() {
            1 => CERTAIN,
            _ => self.arena.distributions.intern(&mut weights, denominator),
        };
        self.weights = weights;
        self.finish_choice(law)
    }

    /// Adds a choice to the last state: branches `(probability, target)`.
    ///
    /// # Errors
    /// The probabilities do not sum to 1, one is negative, or the last state is over.
    pub fn choice_exact(&mut self, branches: &[(Rational, u32)]) -> Result<(), ArenaError> {
        let choice = self.choices_of_last();
        let sum = branches.iter().fold(Rational::ZERO, |sum, (p, _)| sum + p);
        if let Some((p, _)) = branches.iter().find(|(p, _)| *p < Rational::ZERO) {
            return Err(self.error(Flaw::Negative { choice, probability: p.clone() }));
        }
        if !sum.is_one() {
            return Err(self.error(Flaw::Sum { choice, sum }));
        }
        self.exact.clear();
        self.targets.clear();
        let positive = branches.iter().filter(|(p, _)| !p.is_zero());
        merge(positive, &mut self.exact, &mut self.targets);
        let law = self.arena.distributions.intern_exact(&self.exact);
        self.finish_choice(law)
    }

    /// The finished arena.
    ///
    /// # Errors
    /// The last state has no choice, or some branch leads to no state.
    pub fn finish(self) -> Result<Arena, ArenaError> {
        self.check_last()?;
        let largest = self.arena.target.iter().copied().fold(0, u32::max);
        if self.arena.branches() > 0 && largest as usize >= self.arena.states() {
            return Err(self.leads_nowhere(largest));
        }
        Ok(self.arena)
    }

    /// The choice that leads to this `target`, which is no state.
    fn leads_nowhere(&self, target: u32) -> ArenaError {
        let arena = &self.arena;
        let leads = |state: &StateId| arena.successors(*state).contains(&target);
        let state = arena.ids().find(leads).unwrap_or(StateId(0));
        let mut choices = arena.choices_of(state);
        let choice = choices.position(|choice| arena.targets(ChoiceId(choice)).contains(&target));
        let choice = choice.unwrap_or_default();
        ArenaError { state, flaw: Flaw::Target { choice, target, states: arena.states() } }
    }

    fn finish_choice(&mut self, law: u32) -> Result<(), ArenaError> {
        let targets = std::mem::take(&mut self.targets);
        let written = self.write_choice(law, &targets);
        self.targets = targets;
        written
    }

    /// The last state has one choice more.
    #[inline]
    fn write_choice(&mut self, law: u32, targets: &[u32]) -> Result<(), ArenaError> {
        self.arena.target.extend_from_slice(targets);
        let end = self.check_end()?;
        self.end_choice(law, end);
        Ok(())
    }

    /// The last state has one choice more, whose branches stand in the arena as far as `end`.
    #[inline]
    fn end_choice(&mut self, law: u32, end: u32) {
        let choices = self.arena.choice_start.last_mut().expect("a state came before");
        self.arena.laws.push(*choices, law, end, 2 * self.arena.turn.capacity());
        *choices += 1;
    }

    /// Where the branches end now.
    #[inline]
    fn check_end(&self) -> Result<u32, ArenaError> {
        if self.arena.turn.last().is_none_or(|&turn| turn > Player::MAX) {
            return Err(self.error(Flaw::ChoiceAfterEnd));
        }
        u32::try_from(self.arena.target.len()).map_err(|_| self.error(Flaw::TooMany("branches")))
    }

    #[inline]
    fn push(&mut self, turn: u8) -> Result<(), ArenaError> {
        self.check_last()?;
        if self.arena.turn.len() >= u32::MAX as usize - 1 {
            return Err(self.error(Flaw::TooMany("states")));
        }
        self.arena.turn.push(turn);
        let end = *self.arena.choice_start.last().expect("starts with 0");
        self.arena.choice_start.push(end);
        Ok(())
    }

    #[inline]
    fn check_last(&self) -> Result<(), ArenaError> {
        let needs_choice = self.arena.turn.last().is_some_and(|&turn| turn <= Player::MAX);
        if needs_choice && self.choices_of_last() == 0 {
            return Err(self.error(Flaw::NoChoice));
        }
        Ok(())
    }

    fn choices_of_last(&self) -> usize {
        match self.arena.choice_start[..] {
            [.., before, end] => (end - before) as usize,
            _ => 0,
        }
    }

    fn last(&self) -> StateId {
        StateId(self.arena.turn.len().saturating_sub(1) as u32)
    }

    fn error(&self, flaw: Flaw) -> ArenaError {
        ArenaError { state: self.last(), flaw }
    }
}

/// Choices with more branches than this are merged through a map.
const FEW: usize = 64;

/// Writes each target once, in order of first appearance, with the sum of its weights.
fn merge<'a, W>(
    branches: impl Iterator<Item = &'a (W, u32)>,
    weights: &mut Vec<W>,
    targets: &mut Vec<u32>,
) where
    W: 'a + Clone + for<'b> std::ops::AddAssign<&'b W>,
{
    let mut places = BTreeMap::new();
    for (weight, target) in branches {
        let known = match targets.len() {
            ..=FEW => targets.iter().position(|t| t == target),
            _ => places.get(target).copied(),
        };
        match known {
            Some(at) => weights[at] += weight,
            None => {
                targets.push(*target);
                weights.push(weight.clone());
                match targets.len() - 1 {
                    ..FEW => {}
                    FEW => places.extend(targets.iter().enumerate().map(|(at, &t)| (t, at))),
                    at => _ = places.insert(*target, at),
                }
            }
        }
    }
}
