//! What some dice bring at once, where any 1 spoils the throw.
//!
//! Invariant: the counts of all outcomes of `n` dice sum to `sides^n`.

use crate::{Choices, Rational, UBig};

/// The outcomes of up to so many dice with the same number of faces.
#[derive(Clone, Debug)]
pub(super) struct Throws {
    sides: u64,
    /// For each number of dice, from 1: `(sum, ways)` without any 1, sums rising.
    clean: Vec<Vec<(u16, UBig)>>,
}

impl Throws {
    /// Outcomes of 1 to `most` dice of `sides` faces.
    pub(super) fn new(sides: u16, most: u16) -> Self {
        let mut clean: Vec<Vec<(u16, UBig)>> = Vec::new();
        let mut ways = vec![UBig::ONE];
        for n in 1..=usize::from(most) {
            ways = one_more(&ways, sides);
            let sums = ways.iter().enumerate().skip(2 * n);
            let sums = sums.filter(|(_, ways)| **ways != UBig::ZERO);
            clean.push(sums.map(|(sum, ways)| (sum as u16, ways.clone())).collect());
        }
        Self { sides: sides.into(), clean }
    }

    /// Writes the choice of throwing `n` dice: `after(None)` with a 1 among them, else `after` of
    /// their sum. Sums from `enough` on count as `enough`.
    pub(super) fn write<S>(
        &self,
        n: u16,
        enough: u16,
        out: &mut Choices<S>,
        after: impl Fn(Option<u16>) -> S,
    ) {
        let all = UBig::from(self.sides).pow(usize::from(n));
        let clean = &self.clean[usize::from(n) - 1];
        let split = clean.partition_point(|(sum, _)| *sum < enough);
        let total = |part: &[(u16, UBig)]| part.iter().fold(UBig::ZERO, |sum, (_, w)| sum + w);
        let spoilt = &all - total(clean);
        let rest = Some((enough, total(&clean[split..]))).filter(|(_, ways)| *ways != UBig::ZERO);
        let brought = clean[..split].iter().cloned().chain(rest);
        let outcomes = std::iter::once((None, spoilt))
            .chain(brought.map(|(sum, ways)| (Some(sum), ways)))
            .filter(|(_, ways)| *ways != UBig::ZERO);
        match u64::try_from(&all) {
            Ok(all) => {
                out.choice(all);
                outcomes.for_each(|(sum, ways)| out.branch(part(&ways), after(sum)));
            }
            Err(_) => {
                out.choice_exact();
                outcomes.for_each(|(sum, ways)| {
                    out.branch_exact(Rational::from_parts(ways.into(), all.clone()), after(sum));
                });
            }
        }
    }
}

fn part(ways: &UBig) -> u64 {
    u64::try_from(ways).expect("at most all ways, which fit")
}

/// Ways to reach each sum with one die more that shows no 1.
fn one_more(ways: &[UBig], sides: u16) -> Vec<UBig> {
    let mut more = vec![UBig::ZERO; ways.len() + usize::from(sides)];
    for (sum, ways) in ways.iter().enumerate() {
        (2..=usize::from(sides)).for_each(|face| more[sum + face] += ways);
    }
    more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Branches;

    #[test]
    fn outcomes_sum_to_all_ways() {
        let throws = Throws::new(6, 30);
        let mut out = Choices::default();
        throws.write(2, 100, &mut out, |sum| sum);
        throws.write(2, 7, &mut out, |sum| sum);
        throws.write(30, 70, &mut out, |sum| sum);
        let Branches::Weights(36, weights) = out.probabilities(0) else { panic!() };
        assert_eq!(weights, [11, 1, 2, 3, 4, 5, 4, 3, 2, 1]);
        assert_eq!(out.successors(1), [None, Some(4), Some(5), Some(6), Some(7)]);
        let Branches::Exact(chances) = out.probabilities(2) else { panic!() };
        let sum = chances.iter().fold(Rational::ZERO, |sum, chance| sum + chance);
        assert_eq!(sum, Rational::ONE);
    }
}
