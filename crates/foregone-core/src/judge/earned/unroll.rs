//! Play with what it has collected so far.
//!
//! The first states of an unrolled arena are those of the arena with nothing collected, in its
//! numbering; the last one is over with payoff 0, so that the least payoff is 0.

use dashu_base::Gcd;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::super::reward::{CheckedReward, RewardObjective};
use super::super::{Checked, Reason, Refusal};
use crate::{Arena, ArenaBuilder, ArenaError, ChoiceId, Rational, StateId, Turn, UBig};

/// Which bound the payoffs are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Nowhere more than the value.
    Lower,
    /// Nowhere less than the value, where the answer is not infinite.
    Upper,
}

/// What unrolling needs to know.
pub struct Unrolled<'a> {
    /// Bounds of the chance to come to a target.
    pub chance: &'a Checked,
    /// Bounds of what is collected until a target or a hopeless state.
    pub collected: &'a CheckedReward,
    /// What is collected, and the targets.
    pub objective: &'a RewardObjective,
}

/// The states found so far, with what was collected.
struct Found {
    places: HashMap<(u32, u64), u32, FixedState>,
    list: Vec<(u32, u64)>,
}

impl Found {
    fn place(&mut self, state: u32, units: u64) -> u32 {
        let next = self.list.len() as u32;
        let place = *self.places.entry((state, units)).or_insert(next);
        if place == next {
            self.list.push((state, units));
        }
        place
    }
}

impl Unrolled<'_> {
    /// The unrolled arena, where more than `cap` units are not followed.
    ///
    /// # Errors
    /// It would have more than `most` states.
    pub fn arena(&self, cap: u64, side: Side, most: usize) -> Result<Arena, Refusal> {
        let too_long = Refusal { state: None, reason: Reason::Length };
        let (unit, gains) = self.units().ok_or(too_long)?;
        let arena = self.collected.arena();
        let mut builder = ArenaBuilder::new();
        let mut found = Found { places: HashMap::default(), list: Vec::new() };
        arena.ids().for_each(|state| {
            found.place(state.0, 0);
        });
        let mut at = 0;
        while at < found.list.len() {
            if found.list.len() > most.min(u32::MAX as usize / 2) {
                return Err(too_long);
            }
            let (state, units) = found.list[at];
            let state = StateId(state);
            let payoff = self.payoff(state, units, units > cap, side, &unit);
            let added = match (payoff, arena.player(state)) {
                (None, Some(player)) => builder.state(Turn::Player(player)).and_then(|()| {
                    self.choices(&mut builder, &mut found, (state, units), side, &gains)
                }),
                (payoff, _) => builder.state(Turn::Over(payoff.unwrap_or_default())),
            };
            added.map_err(|_| too_long)?;
            at += 1;
        }
        let nothing = builder.state(Turn::Over(Rational::ZERO));
        nothing.and_then(|()| builder.finish()).map_err(|_| too_long)
    }

    /// The largest amount of which every reward is a multiple, and each distinct reward in it;
    /// `None` where one is more than 2^62 of them.
    pub fn units(&self) -> Option<(Rational, Vec<u64>)> {
        let values = self.objective.rewards.values();
        let denominator = values.iter().fold(UBig::ONE, |common, value| {
            let gcd = (&common).gcd(value.denominator());
            common / gcd * value.denominator()
        });
        let whole = |value: &Rational| {
            let scaled = value * Rational::from(denominator.clone());
            scaled.numerator().clone().into_parts().1
        };
        let wholes: Vec<UBig> = values.iter().map(whole).collect();
        let positive = wholes.iter().filter(|whole| !whole.is_zero());
        let common = positive.fold(UBig::ZERO, |common, whole| match common.is_zero() {
            true => whole.clone(),
            false => common.gcd(whole),
        });
        let common = if common.is_zero() { UBig::ONE } else { common };
        let gains = wholes.iter().map(|whole| u64::try_from(whole / &common).ok());
        let gains: Option<Vec<u64>> =
            gains.map(|gain| gain.filter(|gain| *gain >> 62 == 0)).collect();
        Some((Rational::from_parts(common.into(), denominator), gains?))
    }

    /// The payoff where play is not followed, or `None`.
    fn payoff(
        &self,
        state: StateId,
        units: u64,
        beyond: bool,
        side: Side,
        unit: &Rational,
    ) -> Option<Rational> {
        let so_far = || Rational::from(units) * unit;
        if self.objective.targets[state.index()] {
            return Some(so_far());
        }
        let (low, high) = self.chance.solution().bounds.rational(state);
        if high.is_zero() {
            return Some(Rational::ZERO);
        }
        let rest = self.collected.solution().amounts.of(state).1;
        match (side, rest.finite()) {
            (Side::Lower, None) => Some(so_far() * low),
            (Side::Upper, None) => Some(Rational::ZERO),
            (Side::Lower, Some(_)) if beyond || !self.has_choice(state, side) => {
                Some(so_far() * low)
            }
            (Side::Upper, Some(rest)) if beyond => Some(so_far() + rest),
            _ => None,
        }
    }

    fn has_choice(&self, state: StateId, side: Side) -> bool {
        let mut choices = self.collected.arena().choices_of(state);
        choices.any(|choice| self.keeps(state, ChoiceId(choice), side))
    }

    /// False for a choice of Min's that may lead to infinity.
    fn keeps(&self, state: StateId, choice: ChoiceId, side: Side) -> bool {
        let arena = self.collected.arena();
        let amounts = &self.collected.solution().amounts;
        let infinite = match side {
            Side::Lower => &amounts.lower_infinite,
            Side::Upper => &amounts.upper_infinite,
        };
        self.objective.is_max(arena, state)
            || !arena.targets(choice).iter().any(|&t| infinite[t as usize])
    }

    fn choices(
        &self,
        builder: &mut ArenaBuilder,
        found: &mut Found,
        (state, units): (StateId, u64),
        side: Side,
        gains: &[u64],
    ) -> Result<(), ArenaError> {
        let (arena, rewards) = (self.collected.arena(), &self.objective.rewards);
        for choice in arena.choices_of(state).map(ChoiceId) {
            if !self.keeps(state, choice, side) {
                continue;
            }
            let gain = gains[rewards.state_place(state)] + gains[rewards.choice_place(choice)];
            let branches = arena.choice(choice);
            let places: Vec<u32> = branches
                .targets
                .iter()
                .map(|&target| found.place(target, units.saturating_add(gain)))
                .collect();
            let law = branches.distribution;
            let probability = |i: usize| (law.probability(i), places[i]);
            builder.choice_exact(&(0..places.len()).map(probability).collect::<Vec<_>>())?;
        }
        Ok(())
    }
}
