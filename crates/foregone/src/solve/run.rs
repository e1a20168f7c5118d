//! The way through the components, in one number type after another.

use std::ops::Range;

use rayon::prelude::*;

use super::case::Case;
use super::direct::{self, Outcome};
use super::local::Local;
use super::stage::Stage;
use super::waves::Waves;
use super::work::Work;
use super::{Options, sweep};
use crate::graph::Components;
use crate::judge::slice::Known;
use crate::solution::Effort;
use crate::{
    Arena, Bounds, Fixed64, Fixed128, Fixed512, Intervals, NO_CHOICE, Number, Objective, Phase,
    Rational, Solution, StateId, Stop, Watch,
};

/// Which methods may be used on cyclic components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// Linear solves, and sweeps where those are too large.
    Auto,
    /// Linear solves alone.
    Direct,
    /// Sweeps alone.
    Sweeps,
}

/// Narrower intervals than this are not to be had in 64 bits.
const FINE_64: f64 = 1e-15;
/// Narrower intervals than this are not to be had in 128 bits.
const FINE_128: f64 = 1e-33;
/// Arenas of at most this many states go on in rationals where 512 bits do not suffice.
const FEW: usize = 20_000;

/// Components of a wave that are worked out between two looks at the watch.
const PIECE: usize = 1024;
/// States on no cycle that are worth several threads.
const SIDE_BY_SIDE: usize = 16;

/// Solves an arena in solving order.
pub(super) fn solve(
    arena: &Arena,
    objective: &Objective,
    components: &Components,
    options: &Options,
    watch: &dyn Watch,
    choice: Choice,
) -> Solution {
    let width = options.precision.to_f64().value();
    let open = arena.unexplored() > 0;
    let effort = Effort::default();
    let run = Run {
        components,
        width,
        watch,
        choice,
        open,
        wide_after_sweeps: false,
        effort,
        stopped: None,
    };
    match width {
        _ if options.exact => run.in_fractions(Work::new(arena, objective), 0),
        width if width > FINE_64 => run.in_64_bits(Work::new(arena, objective)),
        width if width > FINE_128 => run.in_128_bits(Work::new(arena, objective), 0),
        _ => run.in_512_bits(Work::new(arena, objective), 0),
    }
}

/// Solves a slice in solving order, its first states being the edge of which `edge` says what is
/// known: in 64 bits, as tightly as these allow.
pub(super) fn solve_slice(
    arena: &Arena,
    objective: &Objective,
    components: &Components,
    edge: &[Known],
    watch: &dyn Watch,
) -> Solution {
    let mut run = Run {
        components,
        width: ANY,
        watch,
        choice: Choice::Auto,
        open: true,
        wide_after_sweeps: false,
        effort: Effort::default(),
        stopped: None,
    };
    let mut work = Work::<Fixed64>::new(arena, objective);
    for (at, known) in edge.iter().enumerate() {
        (work.lower[at], work.upper[at]) = known.bounds();
    }
    run.through(&mut work, 0, true);
    run.finish(work, Bounds::Fixed64)
}

/// As wide as a single solve makes it: far narrower than what is ever asked for.
const ANY: f64 = 1e-9;

struct Run<'a> {
    components: &'a Components,
    /// The widest interval wanted.
    width: f64,
    watch: &'a dyn Watch,
    choice: Choice,
    /// Some state is unexplored, so no width can be promised.
    open: bool,
    /// Some component was left to sweeps and is still too wide.
    wide_after_sweeps: bool,
    effort: Effort,
    stopped: Option<Stop>,
}

impl Run<'_> {
    fn in_64_bits(mut self, mut work: Work<'_, Fixed64>) -> Solution {
        match self.through(&mut work, 0, false) {
            None => self.finish(work, Bounds::Fixed64),
            Some(component) => self.in_128_bits(work.lengthened(), component),
        }
    }

    fn in_128_bits(mut self, mut work: Work<'_, Fixed128>, from: usize) -> Solution {
        match self.through(&mut work, from, false) {
            None => self.finish(work, Bounds::Fixed128),
            Some(component) => self.in_512_bits(work.lengthened(), component),
        }
    }

    fn in_512_bits(mut self, mut work: Work<'_, Fixed512>, from: usize) -> Solution {
        let few = work.arena.states() <= FEW;
        match self.through(&mut work, from, !few) {
            None => self.finish(work, Bounds::Fixed512),
            Some(component) => self.in_fractions(work.exact(), component),
        }
    }

    fn in_fractions(mut self, mut work: Work<'_, Rational>, from: usize) -> Solution {
        self.in_waves(&mut work, from);
        self.finish(work, Bounds::Exact)
    }

    /// Solves the components from number `from` on. Returns the component from which longer
    /// numbers are needed, unless these are the `last` there are.
    fn through<N: Stage>(
        &mut self,
        work: &mut Work<'_, N>,
        from: usize,
        last: bool,
    ) -> Option<usize> {
        self.begin(work, from);
        let total = Some(work.arena.states() as u64);
        for (number, range) in self.components.ranges().enumerate().skip(from) {
            if number.is_multiple_of(1024) {
                self.watch.progress(Phase::Solve, u64::from(range.start), total);
                if self.watch.stop() {
                    self.stopped = Some(Stop::Asked);
                    return None;
                }
            }
            if !is_cyclic(work, &range) {
                work.single(StateId(range.start));
            } else if !self.cyclic(work, range.clone()) && !last {
                let longer = !self.exits_are_wide(work, range);
                return Some(if longer { number } else { 0 });
            }
        }
        self.end(work, last)
    }

    /// The same in fractions, the last numbers there are: in waves, of which the states on no cycle
    /// are worked out on all cores.
    fn in_waves(&mut self, work: &mut Work<'_, Rational>, from: usize) {
        self.begin(work, from);
        let total = Some(work.arena.states() as u64);
        let waves = Waves::of(work.arena, self.components, from);
        let mut done = 0;
        for piece in waves.pieces(PIECE) {
            self.watch.progress(Phase::Solve, done, total);
            if self.watch.stop() {
                self.stopped = Some(Stop::Asked);
                return;
            }
            let ranges = piece.iter().map(|&number| self.components.range(number as usize));
            done += ranges.clone().map(|range| range.len() as u64).sum::<u64>();
            let (cyclic, single): (Vec<_>, Vec<_>) = ranges.partition(|it| is_cyclic(work, it));
            let asked = single.into_iter().map(|range| StateId(range.start));
            let asked: Vec<StateId> = asked.filter(|&state| work.is_asked(state)).collect();
            let values = |state: &StateId| work.exactly(*state);
            let found: Vec<_> = match asked.len() < SIDE_BY_SIDE {
                true => asked.iter().map(values).collect(),
                false => asked.par_iter().map(values).collect(),
            };
            for (state, (lower, upper, choice)) in asked.into_iter().zip(found) {
                work.set(state, lower, upper, choice);
            }
            for range in cyclic {
                self.cyclic(work, range);
            }
        }
        self.end(work, true);
    }

    fn begin<N>(&mut self, work: &mut Work<'_, N>, from: usize) {
        if from == 0 {
            self.wide_after_sweeps = false;
            work.next_rank = 1;
            self.effort = Effort::default();
        }
    }

    /// Once all components are solved: whether longer numbers are needed, as in `through`.
    fn end<N: Stage>(&mut self, work: &Work<'_, N>, last: bool) -> Option<usize> {
        if self.open || self.stopped.is_some() || self.widest(work) <= self.width {
            return None;
        }
        let last = last || (self.wide_after_sweeps && !N::NEXT_SWEEPS);
        self.stopped = last.then_some(Stop::Width);
        (!last).then_some(0)
    }

    /// Solves a cyclic component; false where longer numbers might give a narrower result.
    fn cyclic<N: Stage>(&mut self, work: &mut Work<'_, N>, range: Range<u32>) -> bool {
        let states = u64::from(range.end - range.start);
        self.effort.cyclic += 1;
        self.effort.largest = self.effort.largest.max(states);
        let local = Local {
            arena: work.arena,
            objective: work.objective,
            first: range.start,
            end: range.end,
        };
        let mut case = Case::new(local, work);
        if case.is_closed() {
            return true;
        }
        let rounds = &mut self.effort.rounds;
        if self.choice != Choice::Sweeps {
            if N::exactly(work, &mut case, rounds) {
                return true;
            }
            match direct::solve(work, &mut case, self.width, rounds) {
                Outcome::Settled => return self.open || self.width_of(work, range) <= self.width,
                Outcome::Unsettled => return false,
                Outcome::TooLarge if self.choice == Choice::Direct => return true,
                Outcome::TooLarge => {}
            }
        }
        self.watch.note(&|| format!("a component of {states} states is solved by sweeps"));
        if N::SWEEPS {
            sweep::solve(work, &mut case, self.width, self.watch, rounds);
        }
        self.wide_after_sweeps |= self.width_of(work, range) > self.width;
        true
    }

    fn exits_are_wide<N: Number>(&self, work: &Work<'_, N>, range: Range<u32>) -> bool {
        let successors = range.flat_map(|state| work.arena.successors(StateId(state)));
        let before =
            successors.copied().filter(|&t| self.width_of(work, t..t + 1) > self.width / 2.0);
        before.into_iter().next().is_some()
    }

    fn width_of<N: Number>(&self, work: &Work<'_, N>, range: Range<u32>) -> f64 {
        let width = |at: usize| work.upper[at].gap(&work.lower[at]);
        range.map(|state| width(state as usize)).fold(0.0, f64::max)
    }

    fn widest<N: Number>(&self, work: &Work<'_, N>) -> f64 {
        self.width_of(work, 0..work.arena.states() as u32)
    }

    /// The solution, each choice numbered within its state; states that were not come to take
    /// their first choice.
    fn finish<N>(
        mut self,
        mut work: Work<'_, N>,
        bounds: impl FnOnce(Intervals<N>) -> Bounds,
    ) -> Solution {
        for state in work.arena.ids() {
            let first = work.arena.choices_of(state).start;
            let entry = &mut work.strategy[state.index()];
            let ended = work.arena.player(state).is_none();
            *entry = match *entry {
                NO_CHOICE if ended => NO_CHOICE,
                NO_CHOICE => 0,
                choice => choice - first,
            };
        }
        self.effort.components = self.components.len() as u64;
        Solution {
            bounds: bounds(Intervals { lower: work.lower, upper: work.upper }),
            strategy: work.strategy,
            rank: work.rank,
            stopped: self.stopped,
            effort: self.effort,
        }
    }
}

/// True where the component has more than one state, or its state a way back to itself.
fn is_cyclic<N>(work: &Work<'_, N>, range: &Range<u32>) -> bool {
    let state = StateId(range.start);
    range.len() > 1
        || (!work.objective.is_ended(work.arena, state)
            && work.arena.successors(state).contains(&state.0))
}
