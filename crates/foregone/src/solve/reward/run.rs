//! The way through the components with rewards, in doubles or fractions.

use std::collections::BTreeMap;
use std::ops::Range;

use super::answer::Money;
use super::part::Part;
use super::regions::{Kind, Regions, rewarded};
use super::sweep::Swept;
use crate::graph::Components;
use crate::judge::reward::{Missed, RewardObjective};
use crate::solution::Effort;
use crate::solve::attract::NEVER;
use crate::solve::elimination::MOST_SPARSE;
use crate::solve::kept::{Behind, Plain, put_all, take_all};
use crate::solve::local::Local;
use crate::{Arena, ChoiceId, NO_CHOICE, Objective, Phase, Rational, StateId, Watch};

/// Components of more states are swept unless their systems are soon solved.
const MANY: usize = 8192;

/// An arena in solving order, and both sides' choices so far.
pub(super) struct Run<'a> {
    pub arena: &'a Arena,
    pub objective: &'a RewardObjective,
    ends: &'a Objective,
    components: &'a Components,
    pub regions: &'a Regions,
    pub watch: &'a dyn Watch,
    /// The width asked for, absolute.
    pub width: f64,
    /// Every cyclic component is to be swept.
    sweeps: bool,
    /// The components that were, by their first states.
    pub swept: BTreeMap<u32, Swept>,
    /// For each choice whether it collects something.
    positive: Vec<bool>,
    /// For each state the index of a choice, or [`NO_CHOICE`].
    pub policy: Vec<u32>,
    pub effort: Effort,
}

impl<'a> Run<'a> {
    pub fn new(
        arena: &'a Arena,
        objective: &'a RewardObjective,
        ends: &'a Objective,
        components: &'a Components,
        regions: &'a Regions,
        watch: &'a dyn Watch,
        (width, sweeps): (f64, bool),
    ) -> Self {
        Self {
            arena,
            objective,
            ends,
            components,
            regions,
            watch,
            width,
            sweeps,
            swept: BTreeMap::new(),
            positive: rewarded(arena, objective),
            policy: regions.strategy.clone(),
            effort: Effort::default(),
        }
    }

    pub fn is_open(&self, state: u32) -> bool {
        self.regions.kind[state as usize] == Kind::Open
    }

    /// The components with open states, in order.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u32>> + use<'a> {
        let kind = &self.regions.kind;
        let open =
            move |range: &Range<u32>| range.clone().any(|state| kind[state as usize] == Kind::Open);
        self.components.ranges().filter(open)
    }

    /// True where the component is one state that does not lead back to itself.
    pub fn is_single(&self, range: &Range<u32>) -> bool {
        range.len() == 1 && !self.arena.successors(StateId(range.start)).contains(&range.start)
    }

    /// The choices at `state` by which no infinity can be met.
    pub fn finite_choices(&self, state: StateId) -> impl Iterator<Item = u32> + use<'_> {
        self.arena.choices_of(state).filter(|&choice| self.is_finite(choice))
    }

    fn is_finite(&self, choice: u32) -> bool {
        let targets = self.arena.targets(ChoiceId(choice));
        targets.iter().all(|&t| self.regions.kind[t as usize] != Kind::Infinite)
    }

    /// A component, its moves collecting what `gain` says of each distinct reward.
    pub fn part<'b, T: Money>(
        &'b self,
        range: Range<u32>,
        known: &'b [T],
        gain: impl Fn(&Rational) -> T,
    ) -> Part<'b, T> {
        let local =
            Local { arena: self.arena, objective: self.ends, first: range.start, end: range.end };
        let states = range.clone().map(StateId);
        let gains = states.clone().flat_map(|state| {
            let choices = self.arena.choices_of(state);
            choices.map(move |choice| self.objective.rewards.of_move(state, ChoiceId(choice)))
        });
        let policy = states.map(|state| match self.policy[state.index()] {
            NO_CHOICE => {
                let first = self.arena.choices_of(state).start;
                self.finite_choices(state).next().unwrap_or(first)
            }
            choice => choice,
        });
        let mut part = Part {
            local,
            missed: self.objective.missed,
            open: range.map(|state| self.is_open(state)).collect(),
            policy: policy.collect(),
            positive: &self.positive,
            gain: gains.map(|reward| gain(&reward)).collect(),
            finite: local.all_choices().map(|choice| self.is_finite(choice)).collect(),
            frugal: false,
            known,
        };
        self.make_arrive(&mut part);
        part
    }

    /// Where missing the target costs infinity Min's choices must come to it whatever Max does.
    fn make_arrive<T>(&self, part: &mut Part<'_, T>) {
        if self.objective.missed != Missed::Infinite {
            return;
        }
        let stages = part.arriving().stage;
        if part.nodes().any(|node| stages[node] == NEVER) {
            for node in part.nodes().filter(|&node| !part.is_max(node)).collect::<Vec<_>>() {
                part.policy[node] = self.regions.strategy[part.local.state(node).index()];
            }
        }
    }

    /// Values of all states, 0 where they are known by graph; leaves both sides' choices in the
    /// policy. `None` where strategy iteration fails or was stopped.
    pub fn values<T: Money>(&mut self) -> Option<Vec<T>> {
        let mut known = vec![T::zero(); self.arena.states()];
        self.effort.cyclic = 0;
        let (from, mut guess) = self.take_up(&mut known);
        for (number, range) in self.ranges().enumerate().skip(from) {
            if number.is_multiple_of(1024) {
                let total = Some(self.arena.states() as u64);
                self.watch.progress(Phase::Solve, u64::from(range.start), total);
                let stop = self.watch.stop();
                self.watch.leave(&|| self.left(&known, number, range.start));
                if stop {
                    return None;
                }
            }
            if self.is_single(&range) {
                let state = StateId(range.start);
                let (value, choice) = self.single(state, &known);
                known[state.index()] = value;
                self.policy[state.index()] = choice;
                continue;
            }
            let mut rounds = 0;
            let mut part = self.part(range.clone(), &known, T::of);
            let before = || self.left(&known, number, range.start);
            let watch = Behind { watch: self.watch, before: &before, earlier: guess.take() };
            let (values, swept) = self.cyclic(&mut part, &watch, &mut rounds)?;
            let (open, policy) = (part.open, part.policy);
            self.swept.extend(swept.map(|swept| (range.start, swept)));
            for (node, value) in values.into_iter().enumerate().filter(|(node, _)| open[*node]) {
                known[range.start as usize + node] = value;
                self.policy[range.start as usize + node] = policy[node];
            }
            self.effort.rounds += rounds;
            self.effort.cyclic += 1;
            self.effort.largest = self.effort.largest.max(range.len() as u64);
        }
        Some(known)
    }

    /// What a later run goes on from: all before the range of this number, which begins at state
    /// `first`, is done.
    fn left<T: Money>(&self, known: &[T], number: usize, first: u32) -> Vec<u8> {
        let mut bytes = vec![T::KIND];
        let Effort { cyclic, largest, rounds, .. } = self.effort;
        put_all(&[number as u64, u64::from(first), cyclic, largest, rounds], &mut bytes);
        put_all(&known[..first as usize], &mut bytes);
        put_all(&self.policy[..first as usize], &mut bytes);
        (self.swept.len() as u32).put(&mut bytes);
        for (first, swept) in &self.swept {
            put_all(&[*first, swept.values.len() as u32], &mut bytes);
            swept.off.put(&mut bytes);
            put_all(&swept.values, &mut bytes);
        }
        bytes
    }

    /// Takes up what an earlier run left: how many ranges are done, and the guess at the next.
    fn take_up<T: Money>(&mut self, known: &mut [T]) -> (usize, Option<Vec<u8>>) {
        let nothing = (0, None);
        let Some(earlier) = self.watch.left() else { return nothing };
        let (bytes, mut numbers) = (&mut &earlier[..], [0; 5]);
        if u8::take(bytes) != Some(T::KIND) || !take_all(&mut numbers, bytes) {
            return nothing;
        }
        let [number, first, cyclic, largest, rounds] = numbers;
        let first = first as usize;
        let whole = first <= known.len()
            && take_all(&mut known[..first], bytes)
            && take_all(&mut self.policy[..first], bytes)
            && self.take_up_swept(known, bytes).is_some();
        self.effort = Effort { cyclic, largest, rounds, ..self.effort };
        match whole {
            true => (number as usize, Some(bytes.to_vec()).filter(|bytes| !bytes.is_empty())),
            false => nothing,
        }
    }

    fn take_up_swept<T: Money>(&mut self, known: &[T], bytes: &mut &[u8]) -> Option<()> {
        for _ in 0..u32::take(bytes)? {
            let (first, nodes, off) = (u32::take(bytes)?, u32::take(bytes)?, f64::take(bytes)?);
            let mut values = vec![0.0; nodes as usize];
            let whole = take_all(&mut values, bytes);
            let mut swept = Swept { values, off, pair: None };
            let part = self.part(first..first + nodes, known, T::of);
            swept.pair = T::counted(&part, &swept.values, self.watch);
            self.swept.insert(first, swept);
            whole.then_some(())?;
        }
        Some(())
    }

    /// Values of a cyclic component: by strategy iteration where its systems are soon solved, else
    /// by sweeps, and by systems that take their time where these do not come to the end.
    fn cyclic<T: Money>(
        &self,
        part: &mut Part<'_, T>,
        watch: &dyn Watch,
        rounds: &mut u64,
    ) -> Option<(Vec<T>, Option<Swept>)> {
        let large = T::SWEEPS && part.open.len() > MANY;
        let first = part.policy.clone();
        if !self.sweeps {
            part.frugal = large;
            if let Some(values) = part.improve(rounds) {
                return Some((values, None));
            }
            part.policy.clone_from(&first);
        }
        watch.note(&|| self.why(part.open.len()));
        let soon = large && part.open.len() <= MOST_SPARSE && !self.sweeps;
        if soon && let Some((values, swept)) = T::sweep(part, self.width, soon, watch, rounds) {
            if !swept.is_rough(self.width) {
                return Some((values, Some(swept)));
            }
            (part.policy, part.frugal) = (first, false);
            if let Some(values) = part.improve(rounds) {
                return Some((values, None));
            }
        }
        let (values, swept) = T::sweep(part, self.width, false, watch, rounds)?;
        Some((values, Some(swept)))
    }

    fn why(&self, states: usize) -> String {
        let reason = if self.sweeps { "as was asked" } else { "its systems are large" };
        format!("a component of {states} states with rewards is solved by sweeps: {reason}")
    }

    /// A state that lies on no cycle.
    fn single<T: Money>(&self, state: StateId, known: &[T]) -> (T, u32) {
        let is_max = self.objective.is_max(self.arena, state);
        let mut best: Option<(T, u32)> = None;
        for choice in self.finite_choices(state) {
            let branches = self.arena.choice(ChoiceId(choice));
            let mut sum = T::of(&self.objective.rewards.of_move(state, ChoiceId(choice)));
            for (i, &t) in branches.targets.iter().enumerate() {
                let p = T::probability(&branches.distribution, i);
                sum.add_product(&p, &known[t as usize]);
            }
            best = match best {
                Some((value, _)) if is_max && T::exceeds(&sum, &value) => Some((sum, choice)),
                Some((value, _)) if !is_max && T::exceeds(&value, &sum) => Some((sum, choice)),
                None => Some((sum, choice)),
                kept => kept,
            };
        }
        best.unwrap_or((T::zero(), self.arena.choices_of(state).start))
    }
}
