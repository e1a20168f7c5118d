//! Builds a listing's arena choice by choice; probabilities are checked here, once for each
//! distribution.
//!
//! Where decimals or doubles miss a sum of 1 by no more than their own last digits allow, the
//! largest probability takes the difference, as in models. A state without a choice goes to
//! itself, which is noted.

use std::collections::BTreeMap;

use dashu_base::BitTest;
use foregone_prism::step::{Weighted, weighted};

use super::Value;
use super::value::Values;
use crate::{Arena, ArenaBuilder, ArenaError, Player, Rational, StateId, Turn, UBig};

/// What happens to sums that miss 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repair {
    /// The largest probability takes a difference that rounding explains.
    #[default]
    Largest,
    /// The file is refused.
    Refuse,
}

/// An arena in the making.
pub struct Builder {
    arena: ArenaBuilder,
    values: Values,
    /// Distributions by the places of their numbers.
    laws: BTreeMap<Box<[u32]>, Law>,
    repair: Repair,
    /// How many choices were repaired, and the first.
    repaired: Option<(u64, String)>,
    deadlocks: Vec<u32>,
    /// Whether the state at hand has a choice.
    open: bool,
    targets: Vec<u32>,
}

struct Law {
    weighted: Weighted,
    weights: Option<(u64, Vec<u64>)>,
}

/// Bits that the common denominator of a choice may have, and all its numerators together.
const LONGEST_DENOMINATOR: usize = 1 << 16;
const LONGEST_CHOICE: usize = 1 << 31;

impl Builder {
    /// Nothing yet.
    pub fn new(repair: Repair) -> Self {
        Self {
            arena: ArenaBuilder::new(),
            values: Values::default(),
            laws: BTreeMap::new(),
            repair,
            repaired: None,
            deadlocks: Vec::new(),
            open: false,
            targets: Vec::new(),
        }
    }

    /// How many states there are so far.
    pub fn states(&self) -> usize {
        self.arena.states()
    }

    /// The place of the number that `raw` writes and `read` reads.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn value(
        &mut self,
        raw: &[u8],
        read: impl FnOnce() -> Result<Value, String>,
    ) -> Result<u32, String> {
        self.values.place(raw, read)
    }

    /// Adds the next state.
    ///
    /// # Errors
    /// There are too many states or players.
    pub fn state(&mut self, player: u8) -> Result<(), String> {
        self.close()?;
        self.open = true;
        self.arena.state(Turn::Player(Player(player))).map_err(flaw)
    }

    /// A state that has no choice goes to itself.
    fn close(&mut self) -> Result<(), String> {
        if std::mem::take(&mut self.open) {
            let last = self.arena.states() as u32 - 1;
            self.deadlocks.push(last);
            self.arena.choice(1, &[(1, last)]).map_err(flaw)?;
        }
        Ok(())
    }

    /// Adds a choice to the last state: the places of its probabilities, and where they lead.
    ///
    /// # Errors
    /// What is wrong with the probabilities.
    pub fn choice(&mut self, places: &[u32], targets: &[u32]) -> Result<(), String> {
        self.open = false;
        if !self.laws.contains_key(places) {
            let law = self.law(places)?;
            self.laws.insert(places.into(), law);
        }
        let law = &self.laws[places];
        if let Some(sum) = &law.weighted.repaired {
            let first = || {
                let state = self.arena.states() - 1;
                let missing = (Rational::ONE - sum).to_f64().value().abs();
                format!("the first in state {state} by {missing:e}")
            };
            self.repaired.get_or_insert_with(|| (0, first())).0 += 1;
        }
        self.targets.clear();
        self.targets.extend(law.weighted.kept.iter().map(|&at| targets[at as usize]));
        let added = match &law.weights {
            Some((denominator, weights)) => {
                self.arena.weighted(*denominator, weights, &self.targets)
            }
            None => {
                let branches = law.weighted.row.iter().cloned().zip(self.targets.iter().copied());
                self.arena.choice_exact(&branches.collect::<Vec<_>>())
            }
        };
        added.map_err(flaw)
    }

    fn law(&self, places: &[u32]) -> Result<Law, String> {
        let values = || places.iter().map(|&place| self.values.get(place));
        let mut denominator = UBig::ONE;
        for value in values() {
            let missing = Rational::from(denominator.clone()) * &value.exact;
            denominator *= missing.denominator();
            let bits = denominator.bit_len();
            if bits > LONGEST_DENOMINATOR || bits.saturating_mul(places.len()) > LONGEST_CHOICE {
                return Err("the probabilities have no common denominator of a bearable length; \
                            write them as decimals"
                    .into());
            }
        }
        let slack = match self.repair {
            Repair::Largest => values().fold(Rational::ZERO, |sum, value| sum + &value.slack),
            Repair::Refuse => Rational::ZERO,
        };
        let weighted = weighted(values().map(|value| value.exact.clone()).collect(), &slack)?;
        let weights = weights(&weighted.row);
        Ok(Law { weighted, weights })
    }

    /// The mean of `rewards`, one for each branch, under these probabilities.
    pub fn mean(&self, places: &[u32], rewards: &[Rational]) -> Rational {
        let Some(law) = self.laws.get(places) else { return Rational::ZERO };
        let pairs = law.weighted.kept.iter().zip(&law.weighted.row);
        pairs.fold(Rational::ZERO, |sum, (&at, p)| sum + p * &rewards[at as usize])
    }

    /// The arena, the states that had no choice, and a warning where sums were repaired.
    ///
    /// # Errors
    /// A branch leads to no state.
    pub fn finish(mut self) -> Result<(Arena, Vec<u32>, Option<String>), String> {
        self.close()?;
        let arena = self.arena.finish().map_err(flaw)?;
        let warning = self.repaired.map(|(count, first)| {
            let choices = if count == 1 { "choice" } else { "choices" };
            format!(
                "the probabilities of {count} {choices} miss a sum of 1 by their last digits, \
                 {first}; the largest takes the difference"
            )
        });
        Ok((arena, self.deadlocks, warning))
    }
}

fn flaw(error: ArenaError) -> String {
    let ArenaError { state: StateId(state), flaw } = error;
    format!("state {state}: {flaw}")
}

/// Small numerators over one denominator, where they fit.
fn weights(row: &[Rational]) -> Option<(u64, Vec<u64>)> {
    let mut denominator = UBig::ONE;
    for p in row {
        let missing = Rational::from(denominator.clone()) * p;
        denominator *= missing.denominator();
        u64::try_from(&denominator).ok()?;
    }
    let denominator = u64::try_from(&denominator).ok()?;
    let weight = |p: &Rational| u64::try_from((p * Rational::from(denominator)).numerator()).ok();
    let weights = row.iter().map(weight).collect::<Option<Vec<u64>>>()?;
    Some((denominator, weights))
}
