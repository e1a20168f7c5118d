//! One throw of a turn: it brings points, or it ends the turn with nothing.
//!
//! Invariant: weights are positive and sum to the denominator; gains are positive and rise.

use std::collections::BTreeMap;

use super::{Kind, Parameter, ParameterError, Values};
use crate::{Rational, decimal};

/// What a throw brings, and how likely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll {
    /// The sum of all weights.
    pub denominator: u64,
    /// The weight of ending the turn with nothing.
    pub lost: u64,
    /// Points and their weights.
    pub gains: Vec<(u16, u64)>,
}

/// What a parameter that is read by [`chance`] takes.
pub(super) const CHANCE: &str = "a fraction or decimal between 0 and 1, as 1/2 or 0.45";

/// The faces of a die.
pub(super) const SIDES: Parameter =
    Parameter::new("sides", "6", Kind::Int(2, 100), "faces of the die");

/// The face that ends the turn.
pub(super) const fn bust(default: &'static str) -> Parameter {
    let meaning = "the face that ends the turn; at most sides";
    Parameter::new("bust", default, Kind::Int(1, 100), meaning)
}

/// The values of [`SIDES`] and [`bust`].
pub(super) fn sides_and_bust(values: &Values) -> Result<(u16, u16), ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let (sides, bust) = (number("sides"), number("bust"));
    if bust > sides {
        return Err(values.wrong("bust", format!("a face of the die, 1 to {sides}")));
    }
    Ok((sides, bust))
}

/// Reads a probability whose denominator fits into 64 bits; `None` for 0, 1 and all else.
pub(super) fn chance(text: &str) -> Option<Rational> {
    let chance = decimal::read(text)?;
    let inside = Rational::ZERO < chance && chance < Rational::ONE;
    (inside && u64::try_from(chance.denominator()).is_ok()).then_some(chance)
}

/// The denominator of a chance that [`chance`] read, and the weight of the event.
pub(super) fn weights(chance: &Rational) -> (u64, u64) {
    let number = |big: &crate::UBig| u64::try_from(big).expect("fits, since it was read so");
    let (_, numerator) = chance.numerator().clone().into_parts();
    (number(chance.denominator()), number(&numerator))
}

impl Roll {
    /// A coin that brings a point with this chance, one that [`chance`] read.
    pub(super) fn coin(heads: &Rational) -> Self {
        let (denominator, weight) = weights(heads);
        Self { denominator, lost: denominator - weight, gains: vec![(1, weight)] }
    }

    /// A die with faces from 1 to `sides`, of which `bust` (if it has that face) ends the turn.
    pub fn die(sides: u16, bust: u16) -> Self {
        Self::of((1..=sides).map(|face| if face == bust { 0 } else { face }))
    }

    /// Big Pig's two dice: a double 1 brings 25 points, any other double twice its sum, a single 1
    /// ends the turn, and all else brings its sum.
    pub fn big_pig(sides: u16) -> Self {
        let pairs = (1..=sides).flat_map(|a| (1..=sides).map(move |b| (a, b)));
        Self::of(pairs.map(|(a, b)| match (a, b) {
            (1, 1) => 25,
            (1, _) | (_, 1) => 0,
            _ if a == b => 4 * a,
            _ => a + b,
        }))
    }

    /// Equally likely outcomes; 0 ends the turn.
    fn of(outcomes: impl Iterator<Item = u16>) -> Self {
        let mut all = BTreeMap::<u16, u64>::new();
        outcomes.for_each(|points| *all.entry(points).or_default() += 1);
        let denominator = all.values().sum();
        let lost = all.remove(&0).unwrap_or(0);
        Self { denominator, lost, gains: all.into_iter().collect() }
    }

    /// The most that one throw brings.
    pub fn most(&self) -> u16 {
        self.gains.last().map_or(0, |gain| gain.0)
    }

    /// For every turn total below `limit` plus one throw whether some throws sum to it.
    pub fn sums(&self, limit: u16) -> Vec<bool> {
        let mut sums = vec![false; usize::from(limit) + usize::from(self.most()) + 1];
        sums[0] = true;
        for x in 1..sums.len() {
            let mut last = self.gains.iter().map(|gain| usize::from(gain.0));
            sums[x] = last.any(|gain| gain <= x && sums[x - gain]);
        }
        sums
    }

    /// True where a turn that needs `need` points to win can come to the total `x`, which `sums`
    /// (of [`sums`](Self::sums)) knows: whoever has enough throws no more.
    pub fn gathers(&self, sums: &[bool], need: u16, x: i64) -> bool {
        let is_sum = |x: i64| usize::try_from(x).ok().and_then(|x| sums.get(x)) == Some(&true);
        let need = i64::from(need);
        if x < 0 {
            return false;
        }
        let last = self.gains.iter().map(|gain| x - i64::from(gain.0));
        x < need && is_sum(x) || last.into_iter().any(|before| before < need && is_sum(before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_the_denominator() {
        let coin = Roll::coin(&chance("0.45").unwrap());
        assert_eq!((coin.lost, coin.gains.as_slice()), (11, &[(1, 9)][..]));
        for roll in [coin, Roll::die(6, 1), Roll::die(6, 9), Roll::big_pig(6)] {
            let sum = roll.lost + roll.gains.iter().map(|gain| gain.1).sum::<u64>();
            assert_eq!(sum, roll.denominator);
        }
        assert_eq!(Roll::big_pig(6).lost, 10);
        assert_eq!(Roll::big_pig(6).gains[0], (5, 2));
    }

    #[test]
    fn totals_are_sums_of_throws() {
        let die = Roll::die(6, 1);
        let sums = die.sums(10);
        let gathered: Vec<i64> = (-1..20).filter(|&x| die.gathers(&sums, 10, x)).collect();
        assert_eq!(gathered, [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        assert!(!die.gathers(&sums, 10, i64::MAX));
    }
}
