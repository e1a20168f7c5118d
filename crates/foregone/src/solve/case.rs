//! A cyclic component on its way to bounds: which of its nodes are still open, and the graph facts
//! that need no numbers.

use super::attract::{Attractor, NEVER, attract};
use super::local::Local;
use super::plain;
use super::system::KNOWN;
use super::work::Work;
use crate::Number;

/// A component and what is known of its nodes.
pub(super) struct Case<'a> {
    pub local: Local<'a>,
    /// Nodes whose value lies strictly between 0 and 1, or is not known to be either.
    pub open: Vec<bool>,
    /// For each node a choice, as an index of the arena's choices.
    pub policy: Vec<u32>,
    /// True once the policy is the outcome of an iteration.
    pub improved: bool,
    /// Where play leaves the component with positive probability whatever anybody does: for each
    /// node the stage at which that shows. Then there is no end component.
    pub leaving: Option<Vec<u32>>,
    /// True where the bounds of some exit are far apart.
    pub wide: bool,
}

/// Exits whose bounds are further apart than this are wide.
pub(super) const WIDE: f64 = 1e-12;

/// What there is among a component's exits.
#[derive(Default)]
struct Seen {
    zero: bool,
    one: bool,
    wide: bool,
}

impl Seen {
    fn of<N: Number>(case: &Case<'_>, work: &Work<'_, N>) -> Self {
        let (zero, one) = (N::zero(), N::one());
        let mut seen = Self::default();
        for &t in case.local.all_targets() {
            if case.local.node(t).is_some() {
                continue;
            }
            let (lower, upper) = (&work.lower[t as usize], &work.upper[t as usize]);
            seen.zero |= *upper == zero;
            seen.one |= *lower == one;
            seen.wide |= upper.gap(lower) > WIDE;
        }
        seen
    }
}

impl<'a> Case<'a> {
    /// Settles the nodes of value 0 and 1 in `work`; the others are open.
    pub fn new<N: Number>(local: Local<'a>, work: &mut Work<'_, N>) -> Self {
        let mut case = Self::open(local, None);
        let seen = Seen::of(&case, work);
        case.wide = seen.wide;
        case.leaving = plain::stages_of(&local, work);
        if case.leaving.is_none() {
            case.settle_by_graph(work, &seen);
        }
        for node in case.open_nodes() {
            let state = local.state(node).index();
            (work.lower[state], work.upper[state]) = (N::zero(), N::one());
        }
        case
    }

    /// Every node is open, and where play leaves is known.
    pub fn open(local: Local<'a>, leaving: Option<Vec<u32>>) -> Self {
        Self {
            local,
            open: vec![true; local.len()],
            policy: (0..local.len()).map(|node| local.choices(node).start).collect(),
            improved: false,
            leaving,
            wide: false,
        }
    }

    fn settle_by_graph<N: Number>(&mut self, work: &mut Work<'_, N>, seen: &Seen) {
        let stages = self.attract_open(|_| true, |_, _| true, |t| !self.is_open(t)).stage;
        if !stages.contains(&NEVER) {
            self.leaving = Some(stages);
        }
        if self.leaving.is_none() || seen.zero {
            self.settle_zeros(work);
        }
        if seen.one {
            self.settle_ones(work);
        }
    }

    /// True where play leaves the component whatever anybody does.
    pub fn leaves_anyway(&self) -> bool {
        self.leaving.is_some()
    }

    /// Every open node stands for itself, the others are known.
    pub fn open_reps(&self) -> Vec<u32> {
        let name = |(node, &open): (usize, &bool)| if open { node as u32 } else { KNOWN };
        self.open.iter().enumerate().map(name).collect()
    }

    /// True where `node` belongs to this side and it has more than one choice.
    #[inline]
    pub fn has_say(&self, node: usize, max: bool) -> bool {
        self.local.choices(node).len() > 1 && self.local.is_max(node) == max
    }

    /// True once no node is open.
    pub fn is_closed(&self) -> bool {
        !self.open.contains(&true)
    }

    /// True where `state` is an open node of this component.
    #[inline]
    pub fn is_open(&self, state: u32) -> bool {
        self.local.node(state).is_some_and(|node| self.open[node])
    }

    pub fn open_nodes(&self) -> impl Iterator<Item = usize> + use<'_, 'a> {
        (0..self.open.len()).filter(|&node| self.open[node])
    }

    /// Where Max can keep alive the chance of a branch to a `seed` against every Min.
    pub fn hopeful(&self, seed: impl Fn(u32) -> bool) -> Attractor {
        self.attract_open(|node| !self.local.is_max(node), |_, _| true, seed)
    }

    /// The same with Max's choices fixed to `policy`.
    pub fn hopeful_under(&self, policy: &[u32], seed: impl Fn(u32) -> bool) -> Attractor {
        let allowed = |node: usize, choice| !self.local.is_max(node) || policy[node] == choice;
        self.attract_open(|node| !self.local.is_max(node), allowed, seed)
    }

    /// Where play leaves the open nodes with positive probability whatever Max does, Min's choices
    /// being fixed to the policy. It is everywhere unless Max has an end component.
    pub fn leaving_under_policy(&self) -> Attractor {
        let allowed = |node: usize, choice| self.local.is_max(node) || self.policy[node] == choice;
        self.attract_open(|node| self.local.is_max(node), allowed, |t| !self.is_open(t))
    }

    #[inline]
    fn attract_open(
        &self,
        foe: impl Fn(usize) -> bool,
        allowed: impl Fn(usize, u32) -> bool,
        seed: impl Fn(u32) -> bool,
    ) -> Attractor {
        attract(&self.local, &self.open, foe, allowed, |_, t| seed(t))
    }

    /// Nodes from which Min can keep every chance of a payoff away. An upper bound is 0 only where
    /// the value is, so this is exact.
    fn settle_zeros<N: Number>(&mut self, work: &mut Work<'_, N>) {
        let zero = N::zero();
        let hopeful = self.hopeful(|t| !self.is_open(t) && work.upper[t as usize] > zero);
        for node in 0..self.local.len() {
            if hopeful.stage[node] != NEVER {
                self.policy[node] = hopeful.by[node];
                continue;
            }
            self.open[node] = false;
            let into = |&t: &u32| match self.local.node(t) {
                Some(to) => hopeful.stage[to] != NEVER,
                None => work.upper[t as usize] > zero,
            };
            let safe = |&choice: &u32| !self.local.targets(choice).iter().any(into);
            let all = self.local.choices(node);
            let choice = all.clone().find(safe).unwrap_or(all.start);
            let state = self.local.state(node).index();
            (work.lower[state], work.upper[state]) = (N::zero(), N::zero());
            work.strategy[state] = choice;
            work.rank[state] = work.next_rank;
        }
    }

    /// Nodes from which Max reaches payoff 1 with probability 1: the largest set in which Max can
    /// both stay, whatever Min does, and keep coming nearer.
    fn settle_ones<N: Number>(&mut self, work: &mut Work<'_, N>) {
        let mut inside = self.open.clone();
        while inside.contains(&true) {
            self.keep_safe(work, &mut inside);
            let near = self.nearing(work, &inside);
            if (0..inside.len()).all(|node| inside[node] == (near.stage[node] != NEVER)) {
                return self.close_ones(work, &near);
            }
            inside
                .iter_mut()
                .zip(&near.stage)
                .for_each(|(inside, &stage)| *inside = stage != NEVER);
        }
    }

    /// True for the nodes that are `inside` and for exits of value 1.
    #[inline]
    fn is_sure<N: Number>(&self, work: &Work<'_, N>, inside: &[bool], state: u32) -> bool {
        match self.local.node(state) {
            Some(node) => inside[node],
            None => work.lower[state as usize] == N::one(),
        }
    }

    /// Leaves `inside` the nodes where Max can keep play inside or let it go to sure exits.
    fn keep_safe<N: Number>(&self, work: &Work<'_, N>, inside: &mut [bool]) {
        let unsure = |t| !self.is_sure(work, inside, t);
        let driven = self.attract_open(|node| self.local.is_max(node), |_, _| true, unsure);
        inside.iter_mut().zip(&driven.stage).for_each(|(inside, &stage)| *inside &= stage == NEVER);
    }

    /// Where Max can stay `inside`, which is safe, and come nearer to an exit.
    fn nearing<N: Number>(&self, work: &Work<'_, N>, inside: &[bool]) -> Attractor {
        let sure = |&t: &u32| self.is_sure(work, inside, t);
        let safe = |choice| self.local.targets(choice).iter().all(sure);
        let allowed = |node: usize, choice| inside[node] && safe(choice);
        self.attract_open(
            |node| !self.local.is_max(node),
            allowed,
            |t| self.local.node(t).is_none(),
        )
    }

    fn close_ones<N: Number>(&mut self, work: &mut Work<'_, N>, found: &Attractor) {
        let mut last = 0;
        for node in 0..self.local.len() {
            let stage = found.stage[node];
            if stage == NEVER {
                continue;
            }
            self.open[node] = false;
            let state = self.local.state(node).index();
            (work.lower[state], work.upper[state]) = (N::one(), N::one());
            work.strategy[state] = found.by[node];
            work.rank[state] = work.next_rank + stage;
            last = last.max(stage);
        }
        work.next_rank += last + 1;
    }
}
