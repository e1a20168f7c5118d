//! Bounds level by level, the last one first.
//!
//! Where no cycle of a level crosses from worker to worker, which a game's own placing sees to,
//! each worker solves its states of the level alone, with the library: what a move leads to beyond
//! the level stands there as an end with the payoff that is known, or as a chance move whose
//! outcomes are 1 with the lower bound's probability, *unexplored* with that of the gap, and 0, so
//! that its bounds are those that were judged. Other levels are [zones](crate::zone).

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use foregone::solve::{Options, solve};
use foregone::{
    Arena, ArenaBuilder, ArenaError, ChoiceId, Goal, Objective, Player, Quiet, Rational, StateId,
    Turn,
};

use crate::agree::agree;
use crate::attract::Ways;
use crate::checkpoint::{Keeper, Sections};
use crate::claim::Work;
use crate::crew::Crew;
use crate::kept::Kept;
use crate::keys::Keys;
use crate::numbers::Digits;
use crate::packet::Reader;
use crate::part::Part;
use crate::wire::Wire;
use crate::zone::Zone;

/// With what it begins.
pub(crate) enum Resume {
    /// With nothing.
    Anew,
    /// With the values that this worker had written.
    Same(Sections),
    /// With the positions and values of all of another number of workers.
    Others(Vec<(Keys, Sections)>),
}

/// A level as a worker sees it.
struct Level {
    level: u64,
    own: Range<u32>,
    /// True where some worker's moves stay in the level and go to another worker.
    crosses: bool,
}

/// True where no level needs sweeps over all workers.
pub(crate) fn all_local(crew: &mut Crew<'_>, part: &Part) -> bool {
    levels(crew, part).iter().all(|level| !level.crosses)
}

/// The levels of all workers, the last first.
fn levels(crew: &mut Crew<'_>, part: &Part) -> Vec<Level> {
    let mut mine: Vec<(u64, bool)> = Vec::new();
    for state in part.own() {
        let level = part.levels[state.index()];
        let across = |&&to: &&u32| {
            to >= part.inner && part.levels[to as usize] == level && !part.ended[to as usize]
        };
        let ended = part.ended[state.index()];
        let crosses = !ended && part.arena.successors(state).iter().any(|to| across(&to));
        match mine.last_mut() {
            Some((last, crossing)) if *last == level => *crossing |= crosses,
            _ => mine.push((level, crosses)),
        }
    }
    let mut merged = std::collections::BTreeMap::new();
    for bytes in crew.all(Wire::put_all(&mine)) {
        for (level, crosses) in <(u64, bool)>::get_all(&bytes) {
            *merged.entry(level).or_insert(false) |= crosses;
        }
    }
    let mut first = 0;
    let mut level = |(level, crosses)| {
        let rest = &part.levels[first as usize..part.inner as usize];
        let end = first + rest.partition_point(|&other| other >= level) as u32;
        let own = first..end;
        first = end;
        Level { level, own, crosses }
    };
    merged.into_iter().rev().map(&mut level).collect()
}

/// Bounds of all states, level after level.
pub(crate) fn solve_levels<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Rc<Part>,
    options: &Options,
    keeper: &mut Keeper,
    resume: Resume,
) -> Result<Work<N>, String> {
    let levels = levels(crew, part);
    let ways = levels.iter().any(|level| level.crosses).then(|| Ways::of(part));
    let mut work = Work::new(part);
    let mut kept = Kept::new(keeper);
    let name = |number: u64| levels.get(number as usize).map(|level| level.level);
    match resume {
        Resume::Anew => {}
        Resume::Same(values) => kept.restore(part, &mut work, values),
        Resume::Others(all) => kept.adopt(part, &mut work, &all, name),
    }
    work.share(crew, part);
    let width = options.precision.to_f64().value();
    let total = levels.len() as f64;
    let done = kept.level as usize;
    for (number, level) in levels.into_iter().enumerate().skip(done) {
        match (&ways, level.crosses) {
            (Some(ways), true) => {
                // The bounds of later levels are narrower: there is room for those of this one.
                let width = width * (number + 1) as f64 / total;
                let zone = Zone::new(ways, level.own, level.level);
                zone.solve(crew, &mut work, width, &mut kept)?;
            }
            _ => {
                let solved = solve_alone(part, &mut work, &level, options);
                let last = agree(crew, solved)?;
                exchange(crew, part, &mut work, level.level, last);
            }
        }
        kept.done(crew, part, &work)?;
    }
    Ok(work)
}

/// Solves this worker's states of a level; the largest rank that was given.
fn solve_alone<N: Digits>(
    part: &Part,
    work: &mut Work<N>,
    level: &Level,
    options: &Options,
) -> Result<u32, String> {
    if !level.own.clone().any(|at| part.plays(at)) {
        return Ok(work.next_rank);
    }
    let (arena, names) = cut(part, work, &level.own).map_err(|error| error.to_string())?;
    let objective = Objective { max: part.objective.max, goal: Goal::Payoff };
    let checked = solve(Arc::new(arena), objective, options, &Quiet);
    let checked = checked.map_err(|error| error.to_string())?;
    let solution = checked.solution();
    let Some(bounds) = N::of(&solution.bounds) else {
        return Err(too_fine::<N>());
    };
    let mut last = work.next_rank;
    for (&name, at) in names.iter().zip(0..) {
        let at: usize = at;
        let name = name as usize;
        work.lower[name] = bounds.lower[at].clone();
        work.upper[name] = bounds.upper[at].clone();
        work.strategy[name] = solution.strategy[at];
        work.rank[name] = work.next_rank + solution.rank[at];
        last = last.max(work.rank[name]);
    }
    Ok(last)
}

pub(crate) fn too_fine<N: Digits>() -> String {
    format!("{} do not suffice for the width asked for", N::NAME)
}

/// The level's own states that have not ended, as an arena; which states its first ones are.
fn cut<N: Digits>(
    part: &Part,
    work: &Work<N>,
    own: &Range<u32>,
) -> Result<(Arena, Vec<u32>), ArenaError> {
    let names: Vec<u32> = own.clone().filter(|&at| part.plays(at)).collect();
    let mut exits = Exits::new(names.len() as u32);
    let place = |at: u32| names.binary_search(&at).map(|at| at as u32);
    let mut builder = ArenaBuilder::new();
    for &name in &names {
        let state = StateId(name);
        let player = part.arena.player(state).unwrap_or(Player(0));
        builder.state(Turn::Player(player))?;
        for choice in part.arena.choices_of(state) {
            let choice = part.arena.choice(ChoiceId(choice));
            let to = choice.targets.iter().map(|&to| place(to).unwrap_or_else(|_| exits.name(to)));
            let to: Vec<u32> = to.collect();
            match choice.distribution.big {
                None => {
                    let distribution = choice.distribution;
                    let (sum, weights) = (distribution.denominator, distribution.numerators);
                    builder.weighted(sum, weights, &to)?;
                }
                Some(_) => {
                    let chance = |i| choice.distribution.probability(i);
                    let branches: Vec<(Rational, u32)> =
                        to.into_iter().enumerate().map(|(i, to)| (chance(i), to)).collect();
                    builder.choice_exact(&branches)?;
                }
            }
        }
    }
    exits.build(&mut builder, work)?;
    Ok((builder.finish()?, names))
}

/// The states beyond a level that its moves lead to, in order of first appearance.
struct Exits {
    first: u32,
    numbers: hashbrown::HashMap<u32, u32, foldhash::fast::FixedState>,
    order: Vec<u32>,
}

impl Exits {
    fn new(first: u32) -> Self {
        let numbers = hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default());
        Self { first, numbers, order: Vec::new() }
    }

    fn name(&mut self, state: u32) -> u32 {
        let next = self.first + self.order.len() as u32;
        *self.numbers.entry(state).or_insert_with(|| {
            self.order.push(state);
            next
        })
    }

    /// Adds the exits, then the ends that their chances lead to.
    fn build<N: Digits>(
        &self,
        builder: &mut ArenaBuilder,
        work: &Work<N>,
    ) -> Result<(), ArenaError> {
        let ends = self.first + self.order.len() as u32;
        for &state in &self.order {
            let (lower, upper) = (&work.lower[state as usize], &work.upper[state as usize]);
            if lower == upper {
                builder.state(Turn::Over(lower.to_rational()))?;
                continue;
            }
            builder.state(Turn::Player(Player(0)))?;
            let to = [ends, ends + 1, ends + 2];
            match N::weights(lower, upper) {
                Some((sum, weights)) => {
                    let branches: Vec<(u64, u32)> = weights.into_iter().zip(to).collect();
                    builder.choice(sum, &branches)?;
                }
                None => {
                    let (lower, upper) = (lower.to_rational(), upper.to_rational());
                    let rest = [lower.clone(), &upper - &lower, Rational::ONE - upper];
                    let branches: Vec<(Rational, u32)> = rest.into_iter().zip(to).collect();
                    builder.choice_exact(&branches)?;
                }
            }
        }
        builder.state(Turn::Over(Rational::ONE))?;
        builder.unexplored()?;
        builder.state(Turn::Over(Rational::ZERO))
    }
}

/// Hands the level's bounds and ranks over the edge; `last` is the largest rank given here.
fn exchange<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Part,
    work: &mut Work<N>,
    level: u64,
    last: u32,
) {
    // Lists are in order of levels, the last first, on both sides.
    let of = |at: &u32| part.levels[*at as usize];
    let lent_now = |list: &[u32]| {
        list.partition_point(|at| of(at) > level)..list.partition_point(|at| of(at) >= level)
    };
    let mut to = Vec::new();
    for lent in &part.lent {
        let mut out = Vec::new();
        last.put(&mut out);
        for &at in &lent[lent_now(lent)] {
            let at = at as usize;
            work.lower[at].put(&mut out);
            work.upper[at].put(&mut out);
            work.rank[at].put(&mut out);
        }
        to.push(out);
    }
    let mut next = last;
    for (edge, bytes) in part.edge.iter().zip(crew.swap(to)) {
        let mut reader = Reader(&bytes);
        next = next.max(reader.u32());
        let all = &part.levels[edge.start as usize..edge.end as usize];
        let from = all.partition_point(|&other| other > level);
        let end = all.partition_point(|&other| other >= level);
        for at in (from..end).map(|at| edge.start as usize + at) {
            work.lower[at] = N::get(&mut reader);
            work.upper[at] = N::get(&mut reader);
            work.rank[at] = reader.u32();
        }
    }
    work.next_rank = next + 1;
}
