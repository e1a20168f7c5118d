//! The numbers in which strategies are improved: doubles for a first answer, finer fixed point or
//! rationals where that is not enough.

use super::elimination::Elimination;
use super::local::Local;
use super::system::{Equations, Field, KNOWN};
use crate::{Fixed128, Fixed512, Number, Rational, UBig};

/// Which bound is computed. Every step *costs* a little of it: that slack is what rounding may eat
/// before the inequalities that the judge tests would fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Bounds from below: a step takes the cost away.
    Lower,
    /// Bounds from above: a step adds it.
    Upper,
}

/// Cost of a step in a first answer, which is in doubles whatever the number type.
pub(super) const WARM: f64 = 1.0 / (1u64 << 48) as f64;

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
const CORRECTIONS: usize = 40;

/// Fixed-point numbers that are finer than doubles.
pub(super) trait Fine: Number {
    /// What the numbers are called where a run is kept.
    const KIND: u8;
    /// The smallest positive number.
    const ULP: f64;

    /// The number moved by a double, kept in `[0,1]`.
    fn moved(&self, by: f64) -> Self;
}

impl Fine for Fixed128 {
    const KIND: u8 = 1;
    const ULP: f64 = 1.0 / Self::ONE.0 as f64;

    fn moved(&self, by: f64) -> Self {
        let sum = (self.0 as i128).saturating_add((by / Self::ULP).round() as i128);
        Self(sum.clamp(0, Self::ONE.0 as i128) as u128)
    }
}

impl Fine for Fixed512 {
    const KIND: u8 = 2;
    // 2^-512: only the exponent's field, which holds 1023 - 512.
    const ULP: f64 = f64::from_bits(511 << 52);

    fn moved(&self, by: f64) -> Self {
        let ulps = (by.abs().min(1.0) / Self::ULP).round();
        let part = Self(UBig::try_from(ulps).unwrap_or_default());
        match by < 0.0 {
            true => self.minus(&part).unwrap_or_else(Number::zero),
            false => self.plus(&part).unwrap_or_else(Number::one),
        }
    }
}

impl<N: Fine> Value<N> for N {
    type Coefficient = f64;

    fn zero() -> Self {
        Number::zero()
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
        let mean = match model.step.side {
            Side::Lower => Self::mean_down(choice.distribution, all),
            Side::Upper => Self::mean_up(choice.distribution, all),
        };
        mean.moved(model.step.signed())
    }

    /// Iterative refinement: residuals are exact, corrections are doubles.
    fn solve(
        model: &Model<'_, Self, Self>,
        policy: &[u32],
        system: &Elimination<f64>,
    ) -> Vec<Self> {
        let (equations, step) = (&model.equations, model.step.signed());
        let start = system.solve(equations, policy, |node| equations.constant(policy[node]) + step);
        let zero: Self = Number::zero();
        let mut values: Vec<Self> = start.into_iter().map(|x| zero.moved(x)).collect();
        for _ in 0..CORRECTIONS {
            let mut residuals = vec![0.0; values.len()];
            for node in equations.unknowns() {
                let mean = Value::mean(model, &values, policy[node]);
                residuals[node] = mean.gap(&values[node]) - values[node].gap(&mean);
            }
            if residuals.iter().all(|residual| residual.abs() <= 2.0 * Self::ULP) {
                break;
            }
            let corrections = system.solve(equations, policy, |node| residuals[node]);
            for (value, correction) in values.iter_mut().zip(corrections) {
                *value = value.moved(correction);
            }
        }
        values
    }

    fn exceeds(a: &Self, b: &Self, step: Step) -> bool {
        a.gap(b) > step.cost / 4.0
    }
}
