//! The way through the components, in one number type after another.

use std::ops::Range;

use rayon::prelude::*;

use super::case::Case;
use super::direct::{self, Outcome};
use super::kept::{Apart, Behind, Plain, put_all, take_all};
use super::local::Local;
use super::settle::Care;
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
    let first = match width {
        _ if options.exact => Rational::KIND,
        width if width > FINE_64 => Fixed64::KIND,
        width if width > FINE_128 => Fixed128::KIND,
        _ => Fixed512::KIND,
    };
    let mut run = Run {
        components,
        care: Care::Certain(width),
        width,
        watch,
        choice,
        open: arena.unexplored() > 0,
        wide_after_sweeps: false,
        plain: true,
        effort: Effort::default(),
        stopped: None,
        earlier: watch.left(),
    };
    let (kind, from) = run.take_up().unwrap_or((first, 0));
    match kind {
        Fixed64::KIND => run.in_64_bits(Work::new(arena, objective), from),
        Fixed128::KIND => run.in_128_bits(Work::new(arena, objective), from),
        Fixed512::KIND => run.in_512_bits(Work::new(arena, objective), from),
        _ => run.in_fractions(Work::new(arena, objective), from),
    }
}

/// Solves a slice in solving order, its last states being the edge of which `edge` says what is
/// known: in 64 bits, as tightly as these allow. True where the ranks show that play comes to its end
/// or to the edge whatever anybody does.
pub(super) fn solve_slice(
    arena: &Arena,
    objective: &Objective,
    components: &Components,
    edge: &[Known],
    care: Care,
    watch: &dyn Watch,
) -> (Solution, bool) {
    let watch = &Apart(watch);
    let mut run = Run {
        components,
        care,
        width: ANY,
        watch,
        choice: Choice::Auto,
        open: true,
        wide_after_sweeps: false,
        plain: true,
        effort: Effort::default(),
        stopped: None,
        earlier: None,
    };
    let mut work = Work::<Fixed64>::new(arena, objective);
    for (at, known) in (arena.states() - edge.len()..).zip(edge) {
        (work.lower[at], work.upper[at]) = known.bounds();
    }
    run.through(&mut work, 0, true);
    let plain = run.plain && run.stopped.is_none();
    (run.finish(work, Bounds::Fixed64), plain)
}

/// As wide as a single solve makes it: far narrower than what is ever asked for.
pub(super) const ANY: f64 = 1e-9;

struct Run<'a> {
    components: &'a Components,
    /// What becomes of bounds that were found quickly.
    care: Care,
    /// The widest interval wanted.
    width: f64,
    watch: &'a dyn Watch,
    choice: Choice,
    /// Some state is unexplored, so no width can be promised.
    open: bool,
    /// Some component was left to sweeps and is still too wide.
    wide_after_sweeps: bool,
    /// Play leaves every component whatever anybody does, which the ranks show.
    plain: bool,
    effort: Effort,
    stopped: Option<Stop>,
    /// What an earlier run left, until it is taken up.
    earlier: Option<Vec<u8>>,
}

impl Run<'_> {
    /// Takes up how far an earlier run came: the kind of its numbers, and the first component that
    /// is not done.
    fn take_up(&mut self) -> Option<(u8, usize)> {
        let earlier = self.earlier.take()?;
        let mut bytes = &earlier[..];
        let (kind, wide) = (u8::take(&mut bytes)?, u8::take(&mut bytes)? == 1);
        let mut numbers = [0; 4];
        if !take_all(&mut numbers, &mut bytes) || numbers[0] >= self.components.len() as u64 {
            return None;
        }
        let [from, cyclic, largest, rounds] = numbers;
        self.effort = Effort { cyclic, largest, rounds, ..Effort::default() };
        self.wide_after_sweeps = wide;
        self.earlier = Some(bytes.to_vec());
        Some((kind, from as usize))
    }

    /// How far the run came: all before component `from` is done. It is written down when somebody
    /// asks, which is seldom, and so costs a component nothing.
    fn left<N: Stage>(
        &self,
        work: &Work<'_, N>,
        from: usize,
    ) -> impl Fn() -> Vec<u8> + Sync + use<N> {
        let (wide, effort, next_rank) = (self.wide_after_sweeps, self.effort, work.next_rank);
        move || {
            let mut bytes = vec![N::KIND, u8::from(wide)];
            let Effort { cyclic, largest, rounds, .. } = effort;
            put_all(&[from as u64, cyclic, largest, rounds], &mut bytes);
            next_rank.put(&mut bytes);
            bytes
        }
    }

    fn leave<N: Stage>(&self, work: &Work<'_, N>, from: usize) {
        self.watch.leave(&|| {
            let mut bytes = self.left(work, from)();
            work.put(self.components.range(from).start as usize, &mut bytes);
            bytes
        });
    }

    fn in_64_bits(mut self, mut work: Work<'_, Fixed64>, from: usize) -> Solution {
        match self.through(&mut work, from, false) {
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
        let mut guess = None;
        if let Some(earlier) = self.earlier.take() {
            let mut bytes = &earlier[..];
            work.next_rank = u32::take(&mut bytes).unwrap_or(1);
            work.take_up(self.components.range(from).start as usize, &mut bytes);
            guess = Some(bytes.to_vec()).filter(|bytes| !bytes.is_empty());
        }
        let total = Some(work.arena.states() as u64);
        for (number, range) in self.components.ranges().enumerate().skip(from) {
            if number.is_multiple_of(1024) {
                self.watch.progress(Phase::Solve, u64::from(range.start), total);
                let stop = self.watch.stop();
                self.leave(work, number);
                if stop {
                    return self.stop(work, range.start);
                }
            }
            if !is_cyclic(work, &range) {
                work.single(StateId(range.start));
                continue;
            }
            let done = self.cyclic(work, range.clone(), number, guess.take());
            if self.watch.stop() {
                return self.stop(work, range.end);
            }
            if !done && !last {
                let longer = !self.exits_are_wide(work, range);
                return Some(if longer { number } else { 0 });
            }
        }
        self.end(work, last)
    }

    /// Ends the run. What shorter numbers said of the states from `first` on is forgotten: it may rest
    /// on narrower bounds than there are now.
    fn stop<N: Stage>(&mut self, work: &mut Work<'_, N>, first: u32) -> Option<usize> {
        self.stopped = Some(Stop::Asked);
        for state in (first..work.arena.states() as u32).map(StateId) {
            if work.is_asked(state) {
                (work.lower[state.index()], work.upper[state.index()]) = (N::zero(), N::one());
            }
        }
        None
    }

    /// The same in fractions, the last numbers there are: in waves, of which the states on no cycle
    /// are worked out on all cores.
    fn in_waves(&mut self, work: &mut Work<'_, Rational>, from: usize) {
        self.begin(work, from);
        let total = Some(work.arena.states() as u64);
        let waves = Waves::of(work.arena, self.components, from);
        let before = self.pieces_before(work);
        let mut done = 0;
        for (number, piece) in waves.pieces(PIECE).enumerate() {
            let ranges = piece.iter().map(|&number| self.components.range(number as usize));
            done += ranges.clone().map(|range| range.len() as u64).sum::<u64>();
            if number < before {
                continue;
            }
            self.watch.progress(Phase::Solve, done, total);
            let stop = self.watch.stop();
            self.watch.leave(&|| {
                let mut bytes = self.left(work, from)();
                (number as u64).put(&mut bytes);
                work.put(work.arena.states(), &mut bytes);
                bytes
            });
            if stop {
                self.stopped = Some(Stop::Asked);
                return;
            }
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
                // Fractions are never swept, so nobody asks for the number.
                self.cyclic(work, range, from, None);
            }
        }
        self.end(work, true);
    }

    /// How many pieces of waves an earlier run did; their values are taken up.
    fn pieces_before(&mut self, work: &mut Work<'_, Rational>) -> usize {
        let Some(earlier) = self.earlier.take() else { return 0 };
        let mut bytes = &earlier[..];
        let numbers = u32::take(&mut bytes).zip(u64::take(&mut bytes));
        let Some((next_rank, pieces)) = numbers else { return 0 };
        work.next_rank = next_rank;
        work.take_up(work.arena.states(), &mut bytes);
        pieces as usize
    }

    fn begin<N>(&mut self, work: &mut Work<'_, N>, from: usize) {
        if from == 0 && self.earlier.is_none() {
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

    /// Solves a cyclic component, perhaps from a guess that an earlier run left; false where longer
    /// numbers might give a narrower result.
    fn cyclic<N: Stage>(
        &mut self,
        work: &mut Work<'_, N>,
        range: Range<u32>,
        number: usize,
        guess: Option<Vec<u8>>,
    ) -> bool {
        let left = self.left(work, number);
        let states = u64::from(range.end - range.start);
        self.effort.cyclic += 1;
        self.effort.largest = self.effort.largest.max(states);
        let local = Local {
            arena: work.arena,
            objective: work.objective,
            first: range.start,
            end: range.end,
        };
        let quick = self.choice != Choice::Sweeps;
        if quick && N::quickly(work, &local, self.care, &mut self.effort.rounds) {
            return self.open || self.width_of(work, range) <= self.width;
        }
        self.plain = false;
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
            let watch = Behind { watch: self.watch, before: &left, earlier: guess };
            sweep::solve(work, &mut case, self.width, &watch, rounds);
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
