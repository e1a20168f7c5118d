//! From strategies to bounds with rewards that the judge accepts.
//!
//! Each side's strategy is answered by the other, every move costing a little beside; the answers
//! are rounded, tested in the judge's own numbers, and tightened by the means. A guess that fails
//! is thrown away and tried again with a larger cost. Components that were swept, and all of them in
//! numbers longer than doubles, get bounds around their values instead (`around`).

use std::ops::Range;

use super::around::Sides;
use super::certify::Certified;
use super::part::Part;
use super::regions::Kind;
use super::run::Run;
use crate::amount::unit;
use crate::judge::reward::Missed;
use crate::solve::stage::Stage;
use crate::{ChoiceId, NO_CHOICE, Rational, StateId};

/// Costs of a move that are tried in turn, as parts of the scale.
const COSTS: [f64; 4] = [
    1.0 / (1u64 << 50) as f64,
    1.0 / (1u64 << 47) as f64,
    1.0 / (1u64 << 43) as f64,
    1.0 / (1u64 << 38) as f64,
];
/// Passes that only tighten.
const POLISH: usize = 30;

/// Bounds under construction in `N`.
pub(super) struct Rounded<'a, N> {
    pub run: &'a Run<'a>,
    /// For each distinct reward the numbers below and above it.
    rewards: Vec<Option<(N, N)>>,
    pub certified: Certified<N>,
    /// Values of all states in doubles, as they are.
    pub near: &'a [f64],
    /// The bounds so far, as doubles, as parts of the scale.
    below: Vec<f64>,
    above: Vec<f64>,
    pub factor: f64,
    /// The width asked for, as a part of the scale.
    pub width: f64,
    /// Some state has no finite upper bound though it might have one.
    open_above: bool,
}

/// What a pass over the open nodes found.
enum Pass {
    Failed,
    Moved,
    Still,
}

impl<'a, N: Stage> Rounded<'a, N> {
    /// Nothing yet; `near` are values of all states.
    pub fn new(run: &'a Run<'a>, scale: u32, near: &'a [f64]) -> Self {
        let factor = unit(scale);
        let part = |reward: &Rational| {
            let part = reward / &factor;
            (part <= Rational::ONE).then(|| (N::at_most(&part), N::at_least(&part)))
        };
        let rewards = run.objective.rewards.values().iter().map(part).collect::<Vec<_>>();
        let factor = factor.to_f64().value();
        let states = run.arena.states();
        Self {
            run,
            rewards,
            certified: Certified::new(run),
            near,
            below: vec![0.0; states],
            above: vec![0.0; states],
            factor,
            width: run.width / factor,
            open_above: false,
        }
    }

    /// Certifies a cyclic component; false where some bound is missing. In a `last` attempt the
    /// others are made as good as they can be.
    pub fn cyclic(&mut self, range: &Range<u32>, last: bool) -> bool {
        let run = self.run;
        let bounded = !self.leads_to_unbounded(range);
        let swept = run.swept.contains_key(&range.start);
        if bounded && !swept && !N::WARM && self.component(range.clone()) {
            return true;
        }
        let mut part = run.part(range.clone(), self.near, |reward| reward.to_f64().value());
        let mut sides = match bounded {
            true => self.around(&mut part),
            false => Sides { lower: false, upper: false },
        };
        if sides.lower && sides.upper && self.ranked(&mut part, &mut sides) {
            return true;
        }
        if last {
            self.rest(&mut part, sides);
        }
        false
    }

    /// Makes what can be made of bounds that could not be certified.
    fn rest(&mut self, part: &mut Part<'_, f64>, mut sides: Sides) {
        if !sides.lower {
            self.raise(part);
        }
        for attempt in 0..2 {
            for node in part.nodes().collect::<Vec<_>>() {
                let at = part.local.state(node).index();
                if attempt == 1 && !sides.lower {
                    self.certified.lower[at] = N::zero();
                }
                if !sides.upper {
                    self.certified.unbounded[at] = true;
                    self.open_above = true;
                }
            }
            if self.ranked(part, &mut sides) {
                return;
            }
        }
    }

    /// Ranks the open nodes and notes their width; false where the ranks do not prove a bound, which
    /// is then taken for missing.
    fn ranked(&mut self, part: &mut Part<'_, f64>, sides: &mut Sides) -> bool {
        for node in part.nodes().collect::<Vec<_>>() {
            part.policy[node] = self.certified.strategy[part.local.state(node).index()];
        }
        if !self.certified.rank(part) {
            match part.missed {
                Missed::Collected => sides.lower = false,
                Missed::Infinite => sides.upper = false,
            }
            return false;
        }
        part.nodes().for_each(|node| self.note(part.local.state(node).index()));
        true
    }

    /// True where some choice of the component leads to a state without an upper bound.
    fn leads_to_unbounded(&self, range: &Range<u32>) -> bool {
        self.open_above
            && range.clone().map(StateId).any(|state| {
                let mut choices = self.run.finite_choices(state);
                choices.any(|choice| self.is_unbounded(choice))
            })
    }

    fn is_unbounded(&self, choice: u32) -> bool {
        let mut targets = self.run.arena.targets(ChoiceId(choice)).iter();
        self.open_above && targets.any(|&t| self.certified.unbounded[t as usize])
    }

    fn component(&mut self, range: Range<u32>) -> bool {
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
                return true;
            }
        }
        false
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
        if self.certified.unbounded[state] {
            self.above[state] = f64::INFINITY;
        }
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
        (self.below(state, policy), self.above(state, policy))
    }

    /// The lower one.
    pub fn below(&self, state: StateId, policy: u32) -> N {
        let is_max = self.run.objective.is_max(self.run.arena, state);
        let choices = self.run.finite_choices(state).filter(|&c| !is_max || c == policy);
        let least = choices.map(|choice| self.low(state, ChoiceId(choice))).min();
        least.unwrap_or_else(N::zero)
    }

    /// The upper one.
    pub fn above(&self, state: StateId, policy: u32) -> Option<N> {
        let is_max = self.run.objective.is_max(self.run.arena, state);
        let mut choices = self.run.finite_choices(state).filter(|&c| is_max || c == policy);
        choices
            .try_fold(N::zero(), |most, choice| Some(most.max(self.high(state, ChoiceId(choice))?)))
    }

    /// What a choice is worth at least.
    pub fn low(&self, state: StateId, choice: ChoiceId) -> N {
        let branches = self.run.arena.choice(choice);
        let values = branches.targets.iter().map(|&t| &self.certified.lower[t as usize]);
        let mean = N::mean_down(branches.distribution, values);
        self.collected(state, choice, mean, false).unwrap_or_else(N::one)
    }

    /// What it is worth at most; `None` where that exceeds the scale.
    fn high(&self, state: StateId, choice: ChoiceId) -> Option<N> {
        let branches = self.run.arena.choice(choice);
        let values = branches.targets.iter().map(|&t| &self.certified.upper[t as usize]);
        let mean = N::mean_up(branches.distribution, values);
        self.collected(state, choice, mean, true)
    }

    /// A mean and what the move collects, rounded up or down; `None` where it exceeds the scale.
    pub fn collected(&self, state: StateId, choice: ChoiceId, mean: N, up: bool) -> Option<N> {
        let rewards = &self.run.objective.rewards;
        let places = [rewards.state_place(state), rewards.choice_place(choice)];
        places.iter().try_fold(mean, |sum, &place| {
            let (down, above) = self.rewards[place].as_ref()?;
            sum.plus(if up { above } else { down })
        })
    }

    /// A state that lies on no cycle; false where it has no upper bound.
    pub fn single(&mut self, state: StateId) -> bool {
        let is_max = self.run.objective.is_max(self.run.arena, state);
        let mut best: Option<(N, Option<N>, u32)> = None;
        for choice in self.run.finite_choices(state) {
            let low = self.low(state, ChoiceId(choice));
            let high = self.high(state, ChoiceId(choice)).filter(|_| !self.is_unbounded(choice));
            best = Some(match best {
                None => (low, high, choice),
                Some((l, u, c)) if is_max => {
                    let better = low > l;
                    let u = u.zip(high).map(|(u, high)| u.max(high));
                    (l.max(low), u, if better { choice } else { c })
                }
                Some((l, u, c)) => {
                    let better = match (&high, &u) {
                        (Some(high), Some(u)) => high < u,
                        (high, _) => high.is_some(),
                    };
                    (l.min(low), if better { high } else { u }, if better { choice } else { c })
                }
            });
        }
        let at = state.index();
        let (lower, upper, choice) = best.unwrap_or((N::zero(), None, NO_CHOICE));
        let bounded = upper.is_some();
        self.certified.unbounded[at] = !bounded;
        self.open_above |= !bounded;
        (self.certified.lower[at], self.certified.upper[at]) =
            (lower, upper.unwrap_or_else(N::one));
        self.certified.strategy[at] = choice;
        self.certified.lower_rank[at] = self.certified.next_rank;
        self.certified.upper_rank[at] = self.certified.next_rank;
        self.certified.next_rank += 1;
        debug_assert!(self.run.regions.kind[at] == Kind::Open && choice != NO_CHOICE);
        self.note(at);
        bounded
    }
}
