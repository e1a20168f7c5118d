//! The numbers in which strategies are improved: doubles for a first answer, 128-bit fixed point
//! or rationals where that is not enough.

use super::system::System;
use crate::{Fixed128, Number, Rational};

/// Which bound is computed. Every step *costs* a little of it: that slack is what rounding may eat
/// before the inequalities that the judge tests would fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Bounds from below: a step takes the cost away.
    Lower,
    /// Bounds from above: a step adds it.
    Upper,
}

/// Values of a component's unknowns, where known values are given as `N`.
pub(super) trait Value<N>: Clone {
    /// Mean over one choice, less or more the cost of a step.
    fn mean(system: &System<'_>, values: &[Self], known: &[N], choice: u32, step: Step) -> Self;

    /// Values of all unknowns under the system's choices; `None` where it cannot be solved.
    fn solve(system: &System<'_>, known: &[N], step: Step) -> Option<Vec<Self>>;

    /// True where `self` is more than `other` by more than what rounding can feign.
    fn exceeds(&self, other: &Self, step: Step) -> bool;
}

/// One step's cost and what it is a cost of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub side: Side,
    pub cost: f64,
}

impl Step {
    fn signed(self) -> f64 {
        match self.side {
            Side::Lower => -self.cost,
            Side::Upper => self.cost,
        }
    }
}

impl<N: Number> Value<N> for f64 {
    #[inline]
    fn mean(system: &System<'_>, values: &[Self], known: &[N], choice: u32, step: Step) -> Self {
        let choice = system.local.choice(choice);
        let terms = choice.targets.iter().zip(choice.distribution.floats).map(|(&t, p)| {
            p * match system.unknown(t) {
                Some(node) => values[node],
                None => known[t as usize].to_f64(),
            }
        });
        terms.sum::<f64>() + step.signed()
    }

    fn solve(system: &System<'_>, known: &[N], step: Step) -> Option<Vec<Self>> {
        let mut constants = vec![0.0; system.rep.len()];
        for node in system.unknowns() {
            let choice = system.choice(node);
            let terms = choice.targets.iter().zip(choice.distribution.floats);
            let exits = terms.filter(|&(&t, _)| system.unknown(t).is_none());
            let sum: f64 = exits.map(|(&t, p)| p * known[t as usize].to_f64()).sum();
            constants[node] = sum + step.signed();
        }
        system.solve(&constants)
    }

    #[inline]
    fn exceeds(&self, other: &Self, step: Step) -> bool {
        *self > *other + step.cost / 4.0
    }
}

impl Value<Self> for Rational {
    fn mean(system: &System<'_>, values: &[Self], known: &[Self], choice: u32, _: Step) -> Self {
        let choice = system.local.choice(choice);
        let all = choice.targets.iter().map(|&t| match system.unknown(t) {
            Some(node) => &values[node],
            None => &known[t as usize],
        });
        Self::mean_down(choice.distribution, all)
    }

    fn solve(system: &System<'_>, known: &[Self], _: Step) -> Option<Vec<Self>> {
        let mut constants = vec![Self::ZERO; system.rep.len()];
        for node in system.unknowns() {
            let choice = system.choice(node);
            for (branch, &t) in choice.targets.iter().enumerate() {
                if system.unknown(t).is_none() {
                    constants[node] += choice.distribution.probability(branch) * &known[t as usize];
                }
            }
        }
        system.solve(&constants)
    }

    fn exceeds(&self, other: &Self, _: Step) -> bool {
        self > other
    }
}

/// Rounds of correction before a system counts as too ill-conditioned for doubles.
const CORRECTIONS: usize = 12;

impl Value<Self> for Fixed128 {
    fn mean(system: &System<'_>, values: &[Self], known: &[Self], choice: u32, step: Step) -> Self {
        let choice = system.local.choice(choice);
        let all = choice.targets.iter().map(|&t| match system.unknown(t) {
            Some(node) => &values[node],
            None => &known[t as usize],
        });
        let cost = ulps(step.cost) as u128;
        match step.side {
            Side::Lower => Self(Self::mean_down(choice.distribution, all).0.saturating_sub(cost)),
            Side::Upper => Self(Self::mean_up(choice.distribution, all).0 + cost).min(Self::ONE),
        }
    }

    /// Iterative refinement: residuals are exact integers, corrections are doubles.
    fn solve(system: &System<'_>, known: &[Self], step: Step) -> Option<Vec<Self>> {
        let start: Vec<f64> = Value::<Self>::solve(system, known, step)?;
        let mut values: Vec<Self> = start.into_iter().map(|x| shifted(Self(0), x)).collect();
        for _ in 0..CORRECTIONS {
            let mut residuals = vec![0.0; values.len()];
            let mut largest = 0;
            for node in system.unknowns() {
                let mean = Self::mean(system, &values, known, system.policy[node], step);
                let residual = mean.0 as i128 - values[node].0 as i128;
                largest = largest.max(residual.abs());
                residuals[node] = residual as f64 / Self::ONE.0 as f64;
            }
            if largest <= 2 {
                break;
            }
            let corrections = system.solve(&residuals)?;
            for (value, correction) in values.iter_mut().zip(corrections) {
                *value = shifted(*value, correction);
            }
        }
        Some(values)
    }

    fn exceeds(&self, other: &Self, step: Step) -> bool {
        self.0 > other.0 + (ulps(step.cost) / 4) as u128
    }
}

fn ulps(x: f64) -> i128 {
    (x * Fixed128::ONE.0 as f64).round() as i128
}

/// `value + by`, kept in `[0,1]`.
fn shifted(value: Fixed128, by: f64) -> Fixed128 {
    let sum = (value.0 as i128).saturating_add(ulps(by));
    Fixed128(sum.clamp(0, Fixed128::ONE.0 as i128) as u128)
}
