//! A zone: the states of one level, of all workers, where play may go round across workers.
//!
//! First what needs no number: where Min can keep every chance away, value 0, and where Max comes
//! to a payoff of 1 with probability 1, by attractors. Of the open states lower bounds rise from 0
//! until they are still; a little above them lie guesses of upper bounds, which are raised until
//! every inequality holds and then sink (optimistic value iteration: Hartmanns and Kaminski, CAV
//! 2020). End components of Max need no collapsing on that way: within one all guesses are raised
//! to the same height. Where guesses fail, upper bounds sink from 1, which is sound and may stay
//! wide. Ranks are the stages of an attractor under Max's strategy.

use std::ops::Range;
use std::rc::Rc;

use foregone::{ChoiceId, StateId};

use crate::agree::agree;
use crate::attract::{Attractor, NEVER, Ways, attract};
use crate::claim::Work;
use crate::crew::Crew;
use crate::kept::{Kept, Stage, Step};
use crate::numbers::Digits;
use crate::part::Part;
use crate::sweeps::{Sweeps, Way};

/// A zone while it is solved.
pub(crate) struct Zone {
    ways: Rc<Ways>,
    /// This worker's states of the zone.
    own: Range<u32>,
    /// For each state, edge included, whether it is in the zone and its value not known by graph.
    open: Vec<bool>,
}

/// Branches that one worker looks at in one kind of sweeps before it gives up: a minute's work.
const MOST_WORK: u64 = 1 << 34;

impl Zone {
    pub fn new(ways: &Rc<Ways>, own: Range<u32>, level: u64) -> Self {
        let part = &ways.part;
        let inside = |at: usize| part.levels[at] == level && !part.ended[at];
        let open = (0..part.arena.states()).map(inside).collect();
        Self { ways: Rc::clone(ways), own, open }
    }

    fn part(&self) -> &Part {
        &self.ways.part
    }

    fn is_max(&self, state: StateId) -> bool {
        self.part().objective.is_max(&self.part().arena, state)
    }

    fn open_states(&self) -> impl Iterator<Item = StateId> + use<'_> {
        self.own.clone().map(StateId).filter(|state| self.open[state.index()])
    }

    /// Solves the zone; the edge has everybody's bounds afterwards. The result may be wider than
    /// asked, never wrong.
    pub fn solve<N: Digits>(
        mut self,
        crew: &mut Crew<'_>,
        work: &mut Work<N>,
        width: f64,
        kept: &mut Kept<'_>,
    ) -> Result<(), String> {
        kept.begin(work.next_rank);
        self.zeros(crew, work);
        self.ones(crew, work);
        let open: Vec<usize> = (0..self.open.len()).filter(|&at| self.open[at]).collect();
        if !crew.any(!open.is_empty()) {
            return Ok(());
        }
        if !kept.is_resumed() {
            open.iter().for_each(|&at| (work.lower[at], work.upper[at]) = (N::zero(), N::one()));
            kept.stage = Stage { step: Step::Rise, still: width / 256.0 };
        }
        self.numbers(crew, work, width, kept)?;
        self.ranks(crew, work)
    }

    fn targets(&self, choice: u32) -> &[u32] {
        self.part().arena.targets(ChoiceId(choice))
    }

    /// Where Min keeps every chance away.
    fn zeros<N: Digits>(&mut self, crew: &mut Crew<'_>, work: &mut Work<N>) {
        let zero = N::zero();
        let (open, upper) = (&self.open, &work.upper);
        let seed = |to: u32| !open[to as usize] && upper[to as usize] > zero;
        let foe = |state| !self.is_max(state);
        let hopeful = attract(crew, &self.ways, self.own.clone(), open, foe, |_, _| true, seed);
        let part = Rc::clone(&self.ways);
        for state in self
            .own
            .clone()
            .map(StateId)
            .filter(|state| self.open[state.index()])
            .collect::<Vec<_>>()
        {
            let at = state.index();
            let first = part.part.arena.choices_of(state).start;
            if hopeful.holds(state) {
                work.strategy[at] = hopeful.by[at] - first;
            } else {
                self.open[at] = false;
                work.upper[at] = N::zero();
            }
        }
        part.part.share(crew, &mut self.open);
        part.part.share(crew, &mut work.upper);
        // Min stays where nothing is to be had.
        for state in self.own.clone().map(StateId).filter(|state| !self.open[state.index()]) {
            if part.part.ended[state.index()] {
                continue;
            }
            let choices = part.part.arena.choices_of(state);
            let nothing = |&choice: &u32| {
                self.targets(choice).iter().all(|&to| work.upper[to as usize] == zero)
            };
            let choice = choices.clone().find(nothing).unwrap_or(choices.start);
            work.strategy[state.index()] = choice - choices.start;
        }
    }

    /// Where Max comes to a payoff of 1 with probability 1: the largest set in which Max can both
    /// stay, whatever Min does, and keep coming nearer.
    fn ones<N: Digits>(&mut self, crew: &mut Crew<'_>, work: &mut Work<N>) {
        let one = N::one();
        let leads_to_one = |state: StateId| {
            let to = self.part().arena.successors(state).iter().map(|&to| to as usize);
            to.into_iter().any(|to| !self.open[to] && work.lower[to] == one)
        };
        let some = self.open_states().any(leads_to_one);
        if !crew.any(some) {
            return;
        }
        let mut inside = self.open.clone();
        loop {
            let near = self.nearer(crew, work, &mut inside);
            let mut changed = false;
            for state in self.own.clone().map(StateId) {
                let stays = inside[state.index()] && near.holds(state);
                changed |= inside[state.index()] != stays;
                inside[state.index()] = stays;
            }
            self.part().share(crew, &mut inside);
            if !crew.any(changed) {
                return self.close_ones(crew, work, &inside, &near);
            }
        }
    }

    /// Leaves `inside` where Max can keep play there or on sure exits; of that, where Max can also
    /// come nearer to an exit.
    fn nearer<N: Digits>(
        &self,
        crew: &mut Crew<'_>,
        work: &Work<N>,
        inside: &mut Vec<bool>,
    ) -> Attractor {
        let one = N::one();
        let sure = |inside: &[bool], to: u32| {
            let to = to as usize;
            inside[to] || (!self.open[to] && work.lower[to] == one)
        };
        let (own, open) = (self.own.clone(), &self.open);
        let unsure = |to: u32| !sure(inside, to);
        let driven =
            attract(crew, &self.ways, own.clone(), open, |s| self.is_max(s), |_, _| true, unsure);
        own.clone().for_each(|at| inside[at as usize] &= !driven.holds(StateId(at)));
        self.part().share(crew, inside);
        let inside = &*inside;
        let safe = |choice| self.targets(choice).iter().all(|&to| sure(inside, to));
        let allowed = |state: StateId, choice| inside[state.index()] && safe(choice);
        let exit = |to: u32| !open[to as usize];
        attract(crew, &self.ways, own, open, |state| !self.is_max(state), allowed, exit)
    }

    fn close_ones<N: Digits>(
        &mut self,
        crew: &mut Crew<'_>,
        work: &mut Work<N>,
        inside: &[bool],
        near: &Attractor,
    ) {
        let part = Rc::clone(&self.ways);
        for state in self.own.clone().map(StateId).filter(|state| inside[state.index()]) {
            let at = state.index();
            self.open[at] = false;
            (work.lower[at], work.upper[at]) = (N::one(), N::one());
            work.strategy[at] = near.by[at] - part.part.arena.choices_of(state).start;
            work.rank[at] = work.next_rank + near.stage[at];
        }
        work.next_rank += crew.most(u64::from(near.last())) as u32 + 1;
        part.part.share(crew, &mut self.open);
        work.share(crew, &part.part);
    }

    /// Lower bounds, then upper ones.
    fn numbers<N: Digits>(
        &self,
        crew: &mut Crew<'_>,
        work: &mut Work<N>,
        width: f64,
        kept: &mut Kept<'_>,
    ) -> Result<(), String> {
        loop {
            let Stage { step, still } = kept.stage;
            let (way, still_now) = match step {
                Step::Rise => (Way::Rising, still),
                Step::Raise => (Way::Raising, 0.0),
                Step::Sink => (Way::Sinking, still),
                Step::RiseOut => (Way::Rising, 0.0),
                Step::SinkOut => (Way::Sinking, 0.0),
            };
            self.sweep(crew, work, way, still_now, kept)?;
            let next = match step {
                Step::Rise => {
                    self.answer(work);
                    self.guess(work, &N::near(width / 4.0));
                    Stage { step: Step::Raise, still }
                }
                Step::Raise => {
                    let failed = !self.holds(work) || self.widest(work) > width;
                    let still = if crew.any(failed) { still / 64.0 } else { still };
                    let step = match still {
                        _ if still == kept.stage.still => Step::Sink,
                        _ if still > N::LEAST => Step::Rise,
                        _ => Step::RiseOut,
                    };
                    Stage { step, still }
                }
                Step::RiseOut => {
                    self.answer(work);
                    self.guess(work, &N::one());
                    Stage { step: Step::SinkOut, still }
                }
                Step::Sink | Step::SinkOut => return Ok(()),
            };
            kept.stage = next;
        }
    }

    fn widest<N: Digits>(&self, work: &Work<N>) -> f64 {
        let gap = |state: StateId| work.upper[state.index()].gap(&work.lower[state.index()]);
        self.open_states().map(gap).fold(0.0, f64::max)
    }

    /// Upper bounds as much above the lower ones.
    fn guess<N: Digits>(&self, work: &mut Work<N>, slack: &N) {
        for at in (0..self.open.len()).filter(|&at| self.open[at]) {
            work.upper[at] = work.lower[at].plus(slack).unwrap_or_else(N::one);
        }
    }

    /// Min's best replies to the lower bounds.
    fn answer<N: Digits>(&self, work: &mut Work<N>) {
        let arena = &self.part().arena;
        for state in self.open_states().filter(|&state| !self.is_max(state)) {
            let worth = |&choice: &u32| {
                let choice = arena.choice(ChoiceId(choice));
                let values = choice.targets.iter().map(|&to| &work.lower[to as usize]);
                N::mean_down(choice.distribution, values)
            };
            let choices = arena.choices_of(state);
            let least = choices.clone().min_by_key(worth).unwrap_or(choices.start);
            work.strategy[state.index()] = least - choices.start;
        }
    }

    /// True where the upper bounds fulfil their inequalities here.
    fn holds<N: Digits>(&self, work: &Work<N>) -> bool {
        let arena = &self.part().arena;
        self.open_states().all(|state| {
            let all = arena.choices_of(state);
            let chosen = all.start + work.strategy[state.index()];
            let is_max = self.is_max(state);
            all.filter(|&choice| is_max || choice == chosen).all(|choice| {
                let choice = arena.choice(ChoiceId(choice));
                let values = choice.targets.iter().map(|&to| &work.upper[to as usize]);
                N::compare_mean(choice.distribution, values, &work.upper[state.index()]).is_le()
            })
        })
    }

    fn sweep<N: Digits>(
        &self,
        crew: &mut Crew<'_>,
        work: &mut Work<N>,
        way: Way,
        still: f64,
        kept: &mut Kept<'_>,
    ) -> Result<(), String> {
        let side = if way == Way::Rising { &mut work.lower } else { &mut work.upper };
        let values = std::mem::take(side);
        let branches = (self.part().arena.branches() as u64).max(1);
        let mut sweeps = Sweeps {
            ways: Rc::clone(&self.ways),
            way,
            own: self.own.clone(),
            open: Rc::new(self.open.clone()),
            sent: values[..self.part().inner as usize].to_vec(),
            values,
            strategy: std::mem::take(&mut work.strategy),
            still,
            left: (MOST_WORK / branches).clamp(100, 200_000),
            active: true,
        };
        let first = kept.resume(crew, self.part(), &mut sweeps);
        let done = crew.through(sweeps, first, |crew, sweeps, next| {
            kept.write(crew, self.part(), work, sweeps, next)
        })?;
        let mut values = done.values;
        self.part().share(crew, &mut values);
        work.strategy = done.strategy;
        *(if way == Way::Rising { &mut work.lower } else { &mut work.upper }) = values;
        Ok(())
    }

    /// Ranks of the open states under Max's strategy.
    fn ranks<N: Digits>(&self, crew: &mut Crew<'_>, work: &mut Work<N>) -> Result<(), String> {
        let part = self.part();
        let zero = N::zero();
        let seed = |to: u32| !self.open[to as usize] || work.lower[to as usize] == zero;
        let allowed = |state: StateId, choice: u32| {
            let chosen = part.arena.choices_of(state).start + work.strategy[state.index()];
            !self.is_max(state) || choice == chosen
        };
        let foe = |state| !self.is_max(state);
        let found = attract(crew, &self.ways, self.own.clone(), &self.open, foe, allowed, seed);
        let lost = |state: &StateId| {
            work.lower[state.index()] > zero && found.stage[state.index()] == NEVER
        };
        let hopeless = self.open_states().find(lost);
        let words = |state: StateId| format!("internal error: no rank for state {state}");
        agree(crew, hopeless.map_or(Ok(()), |state| Err(words(state))))?;
        let open: Vec<StateId> = self.open_states().filter(|&state| found.holds(state)).collect();
        for state in open {
            work.rank[state.index()] = work.next_rank + found.stage[state.index()];
        }
        work.next_rank += crew.most(u64::from(found.last())) as u32 + 1;
        work.share(crew, part);
        Ok(())
    }
}
