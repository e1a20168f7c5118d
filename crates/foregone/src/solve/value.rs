//! The numbers in which strategies are improved: doubles for a first answer, 128-bit fixed point
//! or rationals where that is not enough.

use super::elimination::Elimination;
use super::local::Local;
use super::system::{Equations, Field, KNOWN};
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

/// A component's unknowns as functions of each other, with values of one kind.
pub(super) struct Model<'a, N, V: Value<N>> {
    pub local: Local<'a>,
    /// Values of all states that are no unknowns.
    pub known: &'a [N],
    pub equations: Equations<V::Coefficient>,
    pub step: Step,
}

impl<'a, N, V: Value<N>> Model<'a, N, V> {
    pub fn new(local: Local<'a>, rep: Vec<u32>, known: &'a [N], step: Step) -> Self {
        Self::bound(local, Equations::new(&local, rep), known, step)
    }

    /// Equations that may have served other known values before.
    pub fn bound(
        local: Local<'a>,
        mut equations: Equations<V::Coefficient>,
        known: &'a [N],
        step: Step,
    ) -> Self {
        equations.bind(|t| V::coefficient(&known[t as usize]));
        Self { local, known, equations, step }
    }

    /// What the values of the unknowns say of every node; 0 where it is known.
    pub fn spread(&self, values: Vec<V>) -> Vec<V> {
        let value = |&rep: &u32| match rep {
            KNOWN => V::zero(),
            rep => values[rep as usize].clone(),
        };
        self.equations.rep.iter().map(value).collect()
    }

    /// The system under the choices of `policy`; `None` where it is too large for elimination.
    pub fn eliminated(&self, policy: &[u32]) -> Option<Elimination<V::Coefficient>> {
        Elimination::new(&self.equations, policy)
    }

    /// Mean over one choice, less or more the cost of a step.
    #[inline]
    pub fn mean(&self, values: &[V], choice: u32) -> V {
        V::mean(self, values, choice)
    }

    /// True where `a` is more than `b` by more than what rounding can feign.
    #[inline]
    pub fn exceeds(&self, a: &V, b: &V) -> bool {
        V::exceeds(a, b, self.step)
    }
}

/// Values of a component's unknowns, where known values are given as `N`.
pub(super) trait Value<N>: Clone {
    /// The numbers in which systems are eliminated.
    type Coefficient: Field;

    fn zero() -> Self;

    fn coefficient(known: &N) -> Self::Coefficient;

    /// A value with which sweeps may start.
    fn guess(_model: &Model<'_, N, Self>) -> Self {
        Self::zero()
    }

    /// See [`Model::mean`].
    fn mean(model: &Model<'_, N, Self>, values: &[Self], choice: u32) -> Self;

    /// Values of all unknowns under the choices of `policy`, whose system was eliminated.
    fn solve(
        model: &Model<'_, N, Self>,
        policy: &[u32],
        system: &Elimination<Self::Coefficient>,
    ) -> Vec<Self>;

    /// See [`Model::exceeds`].
    fn exceeds(a: &Self, b: &Self, step: Step) -> bool;
}

impl<N: Number> Value<N> for f64 {
    type Coefficient = Self;

    fn zero() -> Self {
        0.0
    }

    #[inline]
    fn coefficient(known: &N) -> Self {
        known.to_f64()
    }

    fn guess(model: &Model<'_, N, Self>) -> Self {
        model.equations.mean_known().unwrap_or(0.0)
    }

    #[inline]
    fn mean(model: &Model<'_, N, Self>, values: &[Self], choice: u32) -> Self {
        model.equations.mean(values, choice) + model.step.signed()
    }

    fn solve(model: &Model<'_, N, Self>, policy: &[u32], system: &Elimination<Self>) -> Vec<Self> {
        let (equations, step) = (&model.equations, model.step.signed());
        system.solve(equations, policy, |node| equations.constant(policy[node]) + step)
    }

    #[inline]
    fn exceeds(a: &Self, b: &Self, step: Step) -> bool {
        *a > *b + step.cost / 4.0
    }
}

impl Value<Self> for Rational {
    type Coefficient = Self;

    fn zero() -> Self {
        Self::ZERO
    }

    fn coefficient(known: &Self) -> Self {
        known.clone()
    }

    fn mean(model: &Model<'_, Self, Self>, values: &[Self], choice: u32) -> Self {
        model.equations.mean(values, choice)
    }

    fn solve(
        model: &Model<'_, Self, Self>,
        policy: &[u32],
        system: &Elimination<Self>,
    ) -> Vec<Self> {
        let equations = &model.equations;
        system.solve(equations, policy, |node| equations.constant(policy[node]).clone())
    }

    fn exceeds(a: &Self, b: &Self, _: Step) -> bool {
        a > b
    }
}

/// Rounds of correction before a system counts as too ill-conditioned for doubles.
const CORRECTIONS: usize = 12;

impl Value<Self> for Fixed128 {
    type Coefficient = f64;

    fn zero() -> Self {
        Self(0)
    }

    fn coefficient(known: &Self) -> f64 {
        known.to_f64()
    }

    fn mean(model: &Model<'_, Self, Self>, values: &[Self], choice: u32) -> Self {
        let choice = model.local.choice(choice);
        let all = choice.targets.iter().map(|&t| {
            match model.local.node(t).map(|node| model.equations.rep[node]) {
                Some(rep) if rep != KNOWN => &values[rep as usize],
                _ => &model.known[t as usize],
            }
        });
        let cost = ulps(model.step.cost) as u128;
        match model.step.side {
            Side::Lower => Self(Self::mean_down(choice.distribution, all).0.saturating_sub(cost)),
            Side::Upper => Self(Self::mean_up(choice.distribution, all).0 + cost).min(Self::ONE),
        }
    }

    /// Iterative refinement: residuals are exact integers, corrections are doubles.
    fn solve(
        model: &Model<'_, Self, Self>,
        policy: &[u32],
        system: &Elimination<f64>,
    ) -> Vec<Self> {
        let (equations, step) = (&model.equations, model.step.signed());
        let start = system.solve(equations, policy, |node| equations.constant(policy[node]) + step);
        let mut values: Vec<Self> = start.into_iter().map(|x| shifted(Self(0), x)).collect();
        for _ in 0..CORRECTIONS {
            let mut residuals = vec![0.0; values.len()];
            let mut largest = 0;
            for node in equations.unknowns() {
                let mean = Self::mean(model, &values, policy[node]);
                let residual = mean.0 as i128 - values[node].0 as i128;
                largest = largest.max(residual.abs());
                residuals[node] = residual as f64 / Self::ONE.0 as f64;
            }
            if largest <= 2 {
                break;
            }
            let corrections = system.solve(equations, policy, |node| residuals[node]);
            for (value, correction) in values.iter_mut().zip(corrections) {
                *value = shifted(*value, correction);
            }
        }
        values
    }

    fn exceeds(a: &Self, b: &Self, step: Step) -> bool {
        a.0 > b.0 + (ulps(step.cost) / 4) as u128
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
