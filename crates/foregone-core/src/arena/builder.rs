//! Building an arena state by state; what is given is checked here, once.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Arena, ArenaError, Flaw, OVER, Turn, UNEXPLORED};
use crate::distribution::CERTAIN;
use crate::{ChoiceId, Distributions, Player, Rational, StateId};

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
    known: Known,
    payoff_ids: BTreeMap<Rational, u32>,
}

/// Weights that were checked, and the distribution they are when no targets are equal.
#[derive(Clone, Debug, Default)]
struct Known {
    denominator: u64,
    weights: Vec<u64>,
    law: u32,
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
            known: Known::default(),
            payoff_ids: BTreeMap::new(),
        }
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
            Turn::Player(Player(player)) if player > Player::MAX => {
                self.push(OVER)?;
                Err(self.error(Flaw::Player(player)))
            }
            Turn::Player(Player(player)) => self.push(player),
            Turn::Over(payoff) => {
                self.push(OVER)?;
                let payoffs = &mut self.arena.payoffs;
                let at = *self.payoff_ids.entry(payoff).or_insert_with_key(|payoff| {
                    payoffs.push(payoff.clone());
                    payoffs.len() as u32 - 1
                });
                self.arena.over.push((self.last().0, at));
                Ok(())
            }
        }
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

    /// Adds a choice to the last state: one weight over a common `denominator` for each target.
    /// Quicker than [`choice`](Self::choice) where many choices have the same weights.
    ///
    /// # Errors
    /// As for [`choice`](Self::choice).
    pub fn weighted(
        &mut self,
        denominator: u64,
        weights: &[u64],
        targets: &[u32],
    ) -> Result<(), ArenaError> {
        assert_eq!(targets.len(), weights.len(), "one weight for each target");
        if *weights == [denominator] && denominator > 0 {
            return self.write_choice(CERTAIN, targets);
        }
        let distinct = are_distinct(targets);
        let is_known = self.known.denominator == denominator && self.known.weights == weights;
        if distinct && denominator > 0 && is_known {
            return self.write_choice(self.known.law, targets);
        }
        let mut branches = std::mem::take(&mut self.branches);
        branches.clear();
        branches.extend(weights.iter().copied().zip(targets.iter().copied()));
        let added = self.choice(denominator, &branches);
        self.branches = branches;
        added?;
        if distinct && weights.iter().all(|&weight| weight > 0) {
            self.known.denominator = denominator;
            self.known.weights.clear();
            self.known.weights.extend_from_slice(weights);
            self.known.law = self.arena.laws.last();
        }
        Ok(())
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
        if self.arena.turn.last().is_none_or(|&turn| turn > Player::MAX) {
            return Err(self.error(Flaw::ChoiceAfterEnd));
        }
        self.arena.target.extend_from_slice(targets);
        let end = u32::try_from(self.arena.target.len());
        let end = end.map_err(|_| self.error(Flaw::TooMany("branches")))?;
        let choices = self.arena.choice_start.last_mut().expect("a state came before");
        self.arena.laws.push(*choices, law, end);
        *choices += 1;
        Ok(())
    }

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

/// True where no two targets are equal; not looked for among many.
#[inline]
fn are_distinct(targets: &[u32]) -> bool {
    match *targets {
        [] | [_] => true,
        [a, b] => a != b,
        [a, b, c] => a != b && a != c && b != c,
        _ => {
            targets.windows(2).all(|pair| pair[0] < pair[1])
                || targets.len() <= FEW
                    && (1..targets.len()).all(|at| !targets[..at].contains(&targets[at]))
        }
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
