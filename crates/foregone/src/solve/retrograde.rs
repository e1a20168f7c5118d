//! Win, lose or draw with distance by retrograde analysis, in linear time.
//!
//! Components come in solving order, so a state on no cycle is the best of its successors, stepped.
//! In a cyclic component decided states are taken by increasing distance, each telling its
//! predecessors: an owner who can move to a win of his has won one move later, an owner all of
//! whose choices are lost has lost one move later; what is never decided is endless (Ströhlein 1970;
//! Thompson, Retrograde analysis of certain endgames, ICCA J. 9, 1986). Predecessor lists are made
//! for one cyclic component at a time. Invariant: a grade once written is final.

use std::ops::Range;

use crate::graph::Components;
use crate::solution::Effort;
use crate::{
    Arena, Bounds, Goal, Grade, Intervals, NO_CHOICE, Objective, Phase, Solution, StateId, Stop,
    Verdict, Watch,
};

/// Grades and strategies of an arena in solving order.
pub(super) fn solve(
    arena: &Arena,
    objective: &Objective,
    components: &Components,
    watch: &dyn Watch,
) -> Solution {
    let mut run = Run::new(arena, objective, components, watch, Grade::LOST);
    let mut stopped = run.through();
    let lower = std::mem::take(&mut run.grade);
    let mut strategy = run.strategy(&lower);
    let mut upper = lower.clone();
    if arena.unexplored() > 0 || stopped.is_some() {
        let mut other = Run::new(arena, objective, components, watch, Grade::WON);
        stopped = other.through().or(stopped);
        upper = std::mem::take(&mut other.grade);
        let min = other.strategy(&upper);
        let is_min = |state: &StateId| !objective.is_max(arena, *state);
        arena.ids().filter(is_min).for_each(|s| strategy[s.index()] = min[s.index()]);
    }
    let bounds = Bounds::Grades(Intervals { lower, upper });
    Solution { bounds, strategy, rank: Vec::new(), stopped, effort: run.effort }
}

struct Run<'a> {
    arena: &'a Arena,
    objective: &'a Objective,
    components: &'a Components,
    watch: &'a dyn Watch,
    /// What play without an end counts as.
    endless: Grade,
    /// At first what unexplored states and those not come to count as.
    grade: Vec<Grade>,
    effort: Effort,
}

impl<'a> Run<'a> {
    fn new(
        arena: &'a Arena,
        objective: &'a Objective,
        components: &'a Components,
        watch: &'a dyn Watch,
        unknown: Grade,
    ) -> Self {
        let endless = match objective.goal {
            Goal::Outcome(endless) => Grade::endless(endless),
            _ => Grade::DRAW,
        };
        let grade = vec![unknown; arena.states()];
        let effort = Effort::default();
        Self { arena, objective, components, watch, endless, grade, effort }
    }

    fn through(&mut self) -> Option<Stop> {
        let all = self.components;
        let total = Some(self.arena.states() as u64);
        self.effort.components = all.len() as u64;
        for (state, payoff) in self.arena.endings() {
            self.grade[state.index()] = Grade::of_payoff(payoff).unwrap_or(Grade::DRAW);
        }
        for (number, range) in all.ranges().enumerate() {
            if number.is_multiple_of(1024) {
                self.watch.progress(Phase::Solve, u64::from(range.start), total);
                if self.watch.stop() {
                    return Some(Stop::Asked);
                }
            }
            self.component(range);
        }
        None
    }

    fn component(&mut self, range: Range<u32>) {
        let first = StateId(range.start);
        if self.arena.player(first).is_none() {
            return;
        }
        if range.len() == 1 && !self.arena.successors(first).contains(&first.0) {
            self.grade[first.index()] = self.best(first);
            return;
        }
        self.effort.cyclic += 1;
        self.effort.largest = self.effort.largest.max(range.len() as u64);
        Component::new(self, range).solve();
    }

    /// What the owner of `state` gets from its successors.
    fn best(&self, state: StateId) -> Grade {
        let grades =
            self.arena.successors(state).iter().map(|&target| self.grade[target as usize].step());
        let best =
            if self.objective.is_max(self.arena, state) { grades.max() } else { grades.min() };
        best.unwrap_or(self.endless)
    }

    /// For every state the first choice that keeps its grade.
    fn strategy(&self, grade: &[Grade]) -> Vec<u32> {
        let arena = self.arena;
        let entry = |state: StateId| {
            if arena.player(state).is_none() {
                return NO_CHOICE;
            }
            let targets = arena.successors(state).iter();
            let kept = targets
                .map(|&to| grade[to as usize].step())
                .position(|g| g == grade[state.index()]);
            // States that were not come to have no such choice, and trivial grades.
            kept.unwrap_or(0) as u32
        };
        arena.ids().map(entry).collect()
    }
}

/// A cyclic component while it is solved.
struct Component<'r, 'a> {
    run: &'r mut Run<'a>,
    range: Range<u32>,
    /// For each state where its predecessors within the component begin, and one past the last.
    start: Vec<u32>,
    before: Vec<u32>,
    /// For each state how many choices are not yet known to be lost for its owner.
    open: Vec<u32>,
    /// Choices that leave the component into decided states: the grade there, and from where.
    exits: Vec<(Grade, u32)>,
    /// States decided here, by increasing distance.
    decided: Vec<u32>,
}

impl<'r, 'a> Component<'r, 'a> {
    fn new(run: &'r mut Run<'a>, range: Range<u32>) -> Self {
        let len = range.len();
        let mut new = Self {
            start: vec![0; len + 1],
            before: Vec::new(),
            open: vec![0; len],
            exits: Vec::new(),
            decided: Vec::new(),
            run,
            range,
        };
        new.edges();
        new
    }

    /// Predecessor lists by counting, and the exits in order of distance.
    fn edges(&mut self) {
        let (arena, range) = (self.run.arena, self.range.clone());
        let inside = |target: u32| range.contains(&target).then(|| (target - range.start) as usize);
        for state in range.clone() {
            self.run.grade[state as usize] = self.run.endless;
            let targets = arena.successors(StateId(state));
            self.open[(state - range.start) as usize] = targets.len() as u32;
            for &target in targets {
                match (inside(target), self.run.grade[target as usize]) {
                    (Some(at), _) => self.start[at + 1] += 1,
                    (None, grade) if grade.is_endless() => {}
                    (None, grade) => self.exits.push((grade, state)),
                }
            }
        }
        for at in 1..self.start.len() {
            self.start[at] += self.start[at - 1];
        }
        self.before = vec![0; self.start[range.len()] as usize];
        let mut next = self.start.clone();
        for state in range.clone() {
            for at in arena.successors(StateId(state)).iter().filter_map(|&t| inside(t)) {
                self.before[next[at] as usize] = state;
                next[at] += 1;
            }
        }
        self.exits.sort_by_key(|&(grade, _)| grade.distance());
    }

    fn solve(mut self) {
        let (mut exit, mut next) = (0, 0);
        loop {
            let inner = self.decided.get(next).map(|&state| self.run.grade[state as usize]);
            let outer = self.exits.get(exit).copied();
            let nearer = |outer: Grade| inner.is_none_or(|i| outer.distance() <= i.distance());
            match (outer.filter(|&(grade, _)| nearer(grade)), inner) {
                (Some((grade, state)), _) => {
                    exit += 1;
                    self.tell(state, grade);
                }
                (None, Some(grade)) => {
                    let at = (self.decided[next] - self.range.start) as usize;
                    next += 1;
                    for place in self.start[at]..self.start[at + 1] {
                        self.tell(self.before[place as usize], grade);
                    }
                }
                (None, None) => break,
            }
        }
    }

    /// A choice of `state` leads to `grade`.
    fn tell(&mut self, state: u32, grade: Grade) {
        if self.run.grade[state as usize] != self.run.endless {
            return;
        }
        let is_max = self.run.objective.is_max(self.run.arena, StateId(state));
        let open = &mut self.open[(state - self.range.start) as usize];
        if (grade.verdict() == Verdict::Won) != is_max {
            *open -= 1;
            if *open > 0 {
                return;
            }
        }
        self.run.grade[state as usize] = grade.step();
        self.decided.push(state);
    }
}
