//! From strategies to bounds with rewards that the judge accepts.
//!
//! Each side's strategy is answered by the other, every move costing a little beside; the answers
//! are rounded, tested in the judge's own numbers, and tightened by the means. A guess that fails
//! is thrown away and tried again with a larger cost.

use std::ops::Range;

use super::part::Part;
use super::regions::Kind;
use super::run::Run;
use crate::amount::unit;
use crate::judge::reward::Missed;
use crate::solve::attract::NEVER;
use crate::solve::stage::Stage;
use crate::{ChoiceId, Intervals, NO_CHOICE, Number, Rational, StateId, Stop};

/// Costs of a move that are tried in turn, as parts of the scale.
const COSTS: [f64; 4] = [
    1.0 / (1u64 << 50) as f64,
    1.0 / (1u64 << 47) as f64,
    1.0 / (1u64 << 43) as f64,
    1.0 / (1u64 << 38) as f64,
];
/// Passes that only tighten.
const POLISH: usize = 30;

/// Bounds as parts of the scale, with their evidence.
pub(super) struct Certified<N> {
    lower: Vec<N>,
    upper: Vec<N>,
    /// For each state the index of a choice of the arena, or [`NO_CHOICE`].
    pub strategy: Vec<u32>,
    pub lower_rank: Vec<u32>,
    pub upper_rank: Vec<u32>,
    pub stopped: Option<Stop>,
    /// The widest interval, absolute.
    pub width: f64,
    /// No finite upper bound is claimed for open states.
    pub unbounded: bool,
    next_rank: u32,
}

impl<N: Number> Certified<N> {
    fn new(run: &Run<'_>) -> Self {
        let states = run.arena.states();
        Self {
            lower: vec![N::zero(); states],
            upper: vec![N::zero(); states],
            strategy: run.policy.clone(),
            lower_rank: run.regions.rank.clone(),
            upper_rank: run.regions.stage.clone(),
            stopped: None,
            width: 0.0,
            unbounded: false,
            next_rank: 1,
        }
    }

    /// The bounds alone.
    pub fn bounds(&self) -> Intervals<N> {
        Intervals { lower: self.lower.clone(), upper: self.upper.clone() }
    }

    /// Writes ranks for the open nodes; false where they do not prove the bounds.
    fn rank<T>(&mut self, part: &Part<'_, T>) -> bool {
        let zero = N::zero();
        let rep = part.reps();
        let nothing = |&t: &u32| {
            self.lower[t as usize] == zero && part.local.node(t).is_some_and(|node| part.open[node])
        };
        let seed = |choice: u32| {
            part.collects(choice)
                || part.departs(&rep, choice)
                || part.local.targets(choice).iter().any(nothing)
        };
        let kept = |node: usize, choice| !part.is_max(node) || part.policy[node] == choice;
        let below = part.attract(&rep, |node| !part.is_max(node), kept, seed).stage;
        let above = part.arriving().stage;
        let mut last = 0;
        for node in part.nodes() {
            let state = part.local.state(node).index();
            let (low, high) = match part.missed {
                Missed::Collected => (below[node], 0),
                Missed::Infinite => (0, above[node]),
            };
            if high == NEVER || low == NEVER && self.lower[state] != zero {
                return false;
            }
            let low = if low == NEVER { 0 } else { low };
            last = last.max(low).max(high);
            self.lower_rank[state] = self.next_rank + low;
            self.upper_rank[state] = self.next_rank + high;
        }
        self.next_rank += last + 1;
        true
    }
}

impl<T> Part<'_, T> {
    /// Stages at which play leaves the component whatever Max does, Min keeping to the policy.
    pub fn arriving(&self) -> crate::solve::attract::Attractor {
        let rep = self.reps();
        let mine = |node: usize, choice| self.is_max(node) || self.policy[node] == choice;
        self.attract(&rep, |node| self.is_max(node), mine, |choice| self.departs(&rep, choice))
    }
}

impl Run<'_> {
    /// What holds without numbers.
    pub fn trivial<N: Number>(&self) -> Certified<N> {
        Certified { unbounded: true, ..Certified::new(self) }
    }

    /// Exact values as both bounds.
    pub fn exact(&self, values: Vec<Rational>, scale: u32) -> Certified<Rational> {
        let unit = unit(scale);
        let mut certified = Certified::new(self);
        certified.lower = values.into_iter().map(|value| value / &unit).collect();
        certified.upper.clone_from(&certified.lower);
        for range in self.ranges() {
            let part = self.part(range, &[], Rational::clone);
            // Where it fails the judge says so.
            certified.rank(&part);
        }
        certified
    }

    /// Bounds certified in `N`; `None` where some component cannot be.
    pub fn certify<N: Stage>(&self, scale: u32, width: f64) -> Option<Certified<N>> {
        let factor = unit(scale);
        let part = |reward: &Rational| {
            let part = reward / &factor;
            (part <= Rational::ONE).then(|| (N::at_most(&part), N::at_least(&part)))
        };
        let rewards = self.objective.rewards.values().iter().map(part).collect::<Vec<_>>();
        let factor = factor.to_f64().value();
        let states = self.arena.states();
        let mut rounded = Rounded {
            run: self,
            rewards,
            certified: Certified::new(self),
            below: vec![0.0; states],
            above: vec![0.0; states],
            factor,
            width: width / factor,
        };
        for range in self.ranges() {
            if self.is_single(&range) {
                rounded.single(StateId(range.start))?;
            } else {
                rounded.component(range)?;
            }
        }
        Some(rounded.certified)
    }
}

/// Bounds under construction in `N`.
struct Rounded<'a, N> {
    run: &'a Run<'a>,
    /// For each distinct reward the numbers below and above it.
    rewards: Vec<Option<(N, N)>>,
    certified: Certified<N>,
    /// The bounds so far, as doubles.
    below: Vec<f64>,
    above: Vec<f64>,
    factor: f64,
    /// The width asked for, as a part of the scale.
    width: f64,
}

/// What a pass over the open nodes found.
enum Pass {
    Failed,
    Moved,
    Still,
}

impl<N: Stage> Rounded<'_, N> {
    fn component(&mut self, range: Range<u32>) -> Option<()> {
        let run = self.run;
        let factor = self.factor;
        let gain = |reward: &Rational| reward.to_f64().value() / factor;
        for cost in COSTS {
            let mut rounds = 0;
            let mut low = run.part(range.clone(), &self.below, gain);
            let lower = low.answer(false, &-cost, &mut rounds);
            let mut high = run.part(range.clone(), &self.above, gain);
            let upper = high.answer(true, &cost, &mut rounds);
            let (Some(lower), Some(upper)) = (lower, upper) else { continue };
            let nodes: Vec<usize> = high.nodes().collect();
            drop((low, high));
            for &node in &nodes {
                let state = range.start as usize + node;
                self.certified.lower[state] = N::near(lower.values[node]);
                self.certified.upper[state] = N::near(upper.values[node]);
            }
            if self.settle(&range, &nodes) {
                return Some(());
            }
        }
        None
    }

    /// Tests, tightens and ranks the open nodes.
    fn settle(&mut self, range: &Range<u32>, nodes: &[usize]) -> bool {
        for _ in 0..POLISH {
            match self.pass(range, nodes) {
                Pass::Failed => return false,
                Pass::Still => break,
                Pass::Moved => {}
            }
        }
        for &node in nodes {
            self.note(range.start as usize + node);
        }
        let part = self.run.part(range.clone(), &self.below, |_| 0.0);
        self.certified.rank(&part)
    }

    fn note(&mut self, state: usize) {
        self.below[state] = self.certified.lower[state].to_f64();
        self.above[state] = self.certified.upper[state].to_f64();
        let width = (self.above[state] - self.below[state]) * self.factor;
        self.certified.width = self.certified.width.max(width);
    }

    fn pass(&mut self, range: &Range<u32>, nodes: &[usize]) -> Pass {
        let (mut moved, mut widest) = (false, 0.0);
        for &node in nodes {
            let state = StateId(range.start + node as u32);
            let policy = self.certified.strategy[state.index()];
            let (lower, upper) = self.bounds(state, policy);
            let Some(upper) = upper else { return Pass::Failed };
            let at = state.index();
            if lower < self.certified.lower[at] || upper > self.certified.upper[at] {
                return Pass::Failed;
            }
            moved |= lower.far_from(&self.certified.lower[at])
                || upper.far_from(&self.certified.upper[at]);
            widest = f64::max(widest, upper.to_f64() - lower.to_f64());
            (self.certified.lower[at], self.certified.upper[at]) = (lower, upper);
        }
        if moved && widest > self.width / 256.0 { Pass::Moved } else { Pass::Still }
    }

    /// What the judge will compare the bounds with, rounded to the safe side; no upper one where it
    /// exceeds the scale.
    fn bounds(&self, state: StateId, policy: u32) -> (N, Option<N>) {
        let is_max = self.run.objective.is_max(self.run.arena, state);
        let mut lower: Option<N> = None;
        let mut upper = Some(N::zero());
        for choice in self.run.finite_choices(state) {
            let (low, high) = self.worth(state, ChoiceId(choice));
            if is_max || choice == policy {
                upper = upper.and_then(|upper| Some(upper.max(high?)));
            }
            if !is_max || choice == policy {
                lower = Some(lower.map_or(low.clone(), |lower| lower.min(low)));
            }
        }
        (lower.unwrap_or_else(N::zero), upper)
    }

    fn worth(&self, state: StateId, choice: ChoiceId) -> (N, Option<N>) {
        let branches = self.run.arena.choice(choice);
        let Certified { lower, upper, .. } = &self.certified;
        let below = branches.targets.iter().map(|&t| &lower[t as usize]);
        let above = branches.targets.iter().map(|&t| &upper[t as usize]);
        let mut low = N::mean_down(branches.distribution, below);
        let mut high = Some(N::mean_up(branches.distribution, above));
        let rewards = &self.run.objective.rewards;
        for place in [rewards.state_place(state), rewards.choice_place(choice)] {
            let Some((down, up)) = &self.rewards[place] else { return (N::one(), None) };
            low = low.plus(down).unwrap_or_else(N::one);
            high = high.and_then(|high| high.plus(up));
        }
        (low, high)
    }

    fn single(&mut self, state: StateId) -> Option<()> {
        let is_max = self.run.objective.is_max(self.run.arena, state);
        let mut best: Option<(N, N, u32)> = None;
        for choice in self.run.finite_choices(state) {
            let (low, high) = self.worth(state, ChoiceId(choice));
            let Some(high) = high else { if is_max { return None } else { continue } };
            best = Some(match best {
                None => (low, high, choice),
                Some((l, u, c)) if is_max => {
                    let better = low > l;
                    (l.max(low), u.max(high), if better { choice } else { c })
                }
                Some((l, u, c)) => {
                    let better = high < u;
                    (l.min(low), u.min(high), if better { choice } else { c })
                }
            });
        }
        let (lower, upper, choice) = best?;
        let at = state.index();
        (self.certified.lower[at], self.certified.upper[at]) = (lower, upper);
        self.certified.strategy[at] = choice;
        self.certified.lower_rank[at] = self.certified.next_rank;
        self.certified.upper_rank[at] = self.certified.next_rank;
        self.certified.next_rank += 1;
        debug_assert!(self.run.regions.kind[at] == Kind::Open && choice != NO_CHOICE);
        self.note(at);
        Some(())
    }
}
