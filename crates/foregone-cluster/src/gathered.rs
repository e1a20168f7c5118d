//! Small games: the whole arena is brought to one worker, solved there by the library, and its
//! answer handed back; every worker's part is judged all the same.
//!
//! The arena that is put together has the states of worker 0 first, then those of worker 1, and so
//! on. Limit: the arena has to fit on one machine, which is what the caller looks at.

use std::sync::Arc;

use foregone::solve::{Options, solve};
use foregone::{
    ArenaBuilder, ChoiceId, Goal, Objective, Player, Quiet, Rational, StateId, Stop, Turn,
};

use crate::agree::agree;
use crate::claim::Work;
use crate::crew::Crew;
use crate::numbers::Digits;
use crate::packet::Reader;
use crate::part::Part;
use crate::wire::Wire;

// In the place of a player.
const OVER: u8 = u8::MAX;
const UNEXPLORED: u8 = u8::MAX - 1;

/// Solves the game on worker 0. The answer is in numbers of type `N`, or the error says that these
/// do not suffice.
pub(crate) fn solve_gathered<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Part,
    options: &Options,
) -> Result<(Work<N>, Option<Stop>), String> {
    let sizes = crew.all(u64::from(part.inner).to_le_bytes().to_vec());
    let sizes: Vec<u64> = sizes.iter().map(|bytes| u64::get(&mut Reader(bytes))).collect();
    let first: u64 = sizes[..crew.me].iter().sum();
    let mut names: Vec<u32> =
        (0..part.arena.states() as u64).map(|at| (first + at) as u32).collect();
    part.share(crew, &mut names);
    let mut to = vec![Vec::new(); crew.peers];
    to[0] = rows(part, &names);
    let all = crew.swap(to);
    let answers = match crew.me {
        0 => solve_all::<N>(part, &all, &sizes, options),
        _ => Ok(vec![Vec::new(); crew.peers]),
    };
    let answers = agree(crew, answers)?;
    let mine = crew.swap(answers).swap_remove(0);
    Ok(read(part, &mine))
}

/// The own states with their choices, targets by their names in the whole.
fn rows(part: &Part, names: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    for state in part.own() {
        marks(&part.objective.goal, state).put(&mut out);
        part.arena.payoff(state).cloned().unwrap_or(Rational::ZERO).put(&mut out);
        let unexplored = part.arena.is_unexplored(state);
        let other = if unexplored { UNEXPLORED } else { OVER };
        out.push(part.arena.player(state).map_or(other, |player| player.0));
        (part.arena.choices_of(state).len() as u32).put(&mut out);
        for choice in part.arena.choices_of(state) {
            let choice = part.arena.choice(ChoiceId(choice));
            let branches = choice.targets.iter().enumerate();
            let branches: Vec<(Rational, u32)> = branches
                .map(|(i, &t)| (choice.distribution.probability(i), names[t as usize]))
                .collect();
            branches.put(&mut out);
        }
    }
    out
}

/// Whether play may pass a state, and whether it should come there.
fn marks(goal: &Goal, state: StateId) -> (bool, bool) {
    match goal {
        Goal::Until { through, targets } => (through[state.index()], targets[state.index()]),
        Goal::Reach(targets) => (true, targets[state.index()]),
        _ => (true, false),
    }
}

/// Solves the whole and cuts the answer into the workers' pieces.
fn solve_all<N: Digits>(
    part: &Part,
    all: &[Vec<u8>],
    sizes: &[u64],
    options: &Options,
) -> Result<Vec<Vec<u8>>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("putting the parts together: {error}");
    let mut builder = ArenaBuilder::new();
    let (mut through, mut targets) = (Vec::new(), Vec::new());
    for bytes in all {
        let mut reader = Reader(bytes);
        while !reader.is_empty() {
            through.push(bool::get(&mut reader));
            targets.push(bool::get(&mut reader));
            let payoff = Rational::get(&mut reader);
            let added = match reader.u8() {
                OVER => builder.state(Turn::Over(payoff)),
                UNEXPLORED => builder.unexplored(),
                player => builder.state(Turn::Player(Player(player))),
            };
            added.map_err(|error| wrong(&error))?;
            for _ in 0..reader.u32() {
                let branches = Vec::<(Rational, u32)>::get(&mut reader);
                builder.choice_exact(&branches).map_err(|error| wrong(&error))?;
            }
        }
    }
    let arena = Arc::new(builder.finish().map_err(|error| wrong(&error))?);
    let goal = match part.objective.goal {
        Goal::Payoff => Goal::Payoff,
        _ => Goal::Until { through, targets },
    };
    let objective = Objective { max: part.objective.max, goal };
    let checked = solve(arena, objective, options, &Quiet);
    pieces::<N>(&checked.map_err(|error| error.to_string())?, sizes)
}

fn pieces<N: Digits>(checked: &foregone::Checked, sizes: &[u64]) -> Result<Vec<Vec<u8>>, String> {
    let solution = checked.solution();
    let Some(bounds) = N::of(&solution.bounds) else {
        return Err(format!("{} do not suffice for the width asked for", N::NAME));
    };
    let mut first = 0;
    let piece = |&size: &u64| {
        let range = first as usize..(first + size) as usize;
        first += size;
        let mut out = Vec::new();
        out.push(u8::from(solution.stopped.is_some()));
        for at in range {
            bounds.lower[at].put(&mut out);
            bounds.upper[at].put(&mut out);
            solution.strategy[at].put(&mut out);
            solution.rank[at].put(&mut out);
        }
        out
    };
    Ok(sizes.iter().map(piece).collect())
}

fn read<N: Digits>(part: &Part, bytes: &[u8]) -> (Work<N>, Option<Stop>) {
    let mut work = Work::new(part);
    let mut reader = Reader(bytes);
    let stopped = bool::get(&mut reader).then_some(Stop::Width);
    for at in 0..part.inner as usize {
        work.lower[at] = N::get(&mut reader);
        work.upper[at] = N::get(&mut reader);
        work.strategy[at] = reader.u32();
        work.rank[at] = reader.u32();
    }
    (work, stopped)
}
