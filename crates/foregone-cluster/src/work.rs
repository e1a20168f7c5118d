//! What one worker does, from the rules to the answer.

use std::rc::Rc;
use std::time::Duration;

use foregone::judge::nim::{CheckedPart as Nimbers, Nimber};
use foregone::judge::part::CheckedPart;
use foregone::solve::Options as Single;
use foregone::{Bounds, Fixed64, Fixed128, Grade, Intervals, Rational, StateId, Stop};

use crate::agree::agree;
use crate::answer::{Answer, Cost, Counts, Start, Worth};
use crate::checkpoint::{Keeper, Kind, Manifest};
use crate::claim::Work;
use crate::crew::Crew;
use crate::explore::Explorer;
use crate::gathered::solve_gathered;
use crate::grades::{Counting, strategy};
use crate::judging::judge;
use crate::levels::{Resume, all_local, solve_levels, too_fine};
use crate::nimbers::nimbers;
use crate::numbers::Digits;
use crate::packet::Reader;
use crate::part::Part;
use crate::problem::{Ask, Playing, Problem, Question};
use crate::saving::{Solution, prepare, save};
use crate::wire::Wire;
use crate::{Options, Report};

/// A worker's whole run.
pub(crate) fn work(
    crew: &mut Crew<'_>,
    problem: &Problem,
    options: &Options,
    report: &dyn Report,
) -> Result<Answer, String> {
    if let Ask::Reach(Question { steps: Some(steps), .. }) = problem.ask {
        return Err(format!(
            "a bound on the moves ({steps}) is not supported over several machines; `foregone \
             solve` takes it"
        ));
    }
    let playing = agree(crew, (problem.game)())?;
    prepare(crew, options.saving.as_ref())?;
    let starts: Vec<&str> = problem.starts.iter().map(String::as_str).collect();
    let seeds = playing.game.seeds(&starts).map_err(|error| error.to_string());
    let seeds = agree(crew, seeds)?;
    let (mut keeper, manifest) = Keeper::open(crew, options.keeping.clone())?;
    // Before anything is written in its place.
    let resume = resume(crew, &keeper, manifest.as_ref());
    let resume = agree(crew, resume)?;
    let explorer = explore(crew, &playing, &seeds, (&mut keeper, manifest.as_ref()), report)?;
    let part = Rc::new(Part::new(crew, explorer, problem.ask, &playing, &seeds)?);
    let explored = (crew.sent, crew.begun.elapsed());
    report.note(crew.me, &|| format!("{} states of its own", part.inner));
    let found = match problem.ask {
        Ask::Nothing => None,
        _ => Some(solve(crew, &part, options, &mut keeper, resume)?),
    };
    let impartial = problem.ask == Ask::Own && playing.game.has_nimbers();
    let nimbers = if impartial { Some(nimbers(crew, &part)?) } else { None };
    let cost = Cost {
        peak_bytes: crew.most(report.peak_bytes()),
        ..cost(crew, &part, explored, found.as_ref())
    };
    let mut answer =
        answer(crew, &playing, &part, (found.as_ref(), nimbers.as_ref()), &seeds, cost)?;
    if let (Some(saving), Some(found)) = (&options.saving, &found) {
        let checked = match problem.ask {
            Ask::Reach(Question { flipped: true, .. }) => found.checked.clone().swapped(),
            _ => Ok(found.checked.clone()),
        };
        let checked = checked.map_err(|refusal| refusal.to_string())?;
        let (game, counts) = (&playing.game, answer.counts);
        let starts = answer.starts.iter().map(|start| start.position.clone()).collect();
        let solution = Solution { game, part: &part, checked: &checked, starts, counts };
        answer.unsaved = save(crew, saving, solution).err();
    }
    Ok(answer)
}

fn explore(
    crew: &mut Crew<'_>,
    playing: &Playing,
    seeds: &[(Vec<u8>, u64)],
    (keeper, manifest): (&mut Keeper, Option<&Manifest>),
    report: &dyn Report,
) -> Result<Explorer, String> {
    let game = std::sync::Arc::clone(&playing.game);
    let mut explorer = Explorer::new(game, crew.me, crew.peers, seeds);
    let first = match manifest {
        None => Ok(0),
        Some(manifest) if manifest.workers == crew.peers => {
            let part = keeper.part(manifest, Kind::Positions, crew.me);
            part.and_then(|part| explorer.restore(&part))
        }
        Some(manifest) => (0..manifest.workers)
            .try_for_each(|worker| {
                explorer.adopt(&keeper.part(manifest, Kind::Positions, worker)?)
            })
            .map(|()| 0),
    };
    let first = agree(crew, first)?;
    let mut next = first;
    let explorer = crew.through(explorer, first, |crew, explorer, round| {
        let (found, expanded) = explorer.progress();
        let [found, expanded] = crew.sums([found, expanded]);
        report.explored(crew.me, found, expanded);
        next = round;
        if !keeper.keeps() || crew.any(explorer.failure.is_some()) {
            return Ok(());
        }
        keeper.write(crew, Kind::Positions, &explorer.sections(round).bytes())
    })?;
    let failure = (playing.fault)().or_else(|| explorer.failure.clone());
    agree(crew, failure.map_or(Ok(()), Err))?;
    let solving = manifest.is_some_and(|m| m.has_values() && m.workers == crew.peers);
    if keeper.keeps() && !solving {
        keeper.write(crew, Kind::Positions, &explorer.sections(next).bytes())?;
    }
    Ok(explorer)
}

/// What is kept of values, for a run of as many workers or of others.
fn resume(crew: &Crew<'_>, keeper: &Keeper, manifest: Option<&Manifest>) -> Result<Resume, String> {
    match manifest.filter(|manifest| manifest.has_values()) {
        None => Ok(Resume::Anew),
        Some(manifest) if manifest.workers == crew.peers => {
            Ok(Resume::Same(keeper.part(manifest, Kind::Values, crew.me)?))
        }
        Some(manifest) => {
            let one = |worker| {
                let positions = keeper.part(manifest, Kind::Positions, worker)?;
                Ok((Explorer::keys_of(&positions), keeper.part(manifest, Kind::Values, worker)?))
            };
            (0..manifest.workers).map(one).collect::<Result<_, String>>().map(Resume::Others)
        }
    }
}

fn solve(
    crew: &mut Crew<'_>,
    part: &Rc<Part>,
    options: &Options,
    keeper: &mut Keeper,
    resume: Resume,
) -> Result<Found, String> {
    agree(crew, part.objective.check(&part.arena).map_err(|refusal| refusal.to_string()))?;
    if part.objective.goal.is_outcome() {
        let checked = grades(crew, part, keeper, resume)?;
        return Ok(Found { checked, stopped: None, arithmetic: "", each: 2 * 4 + 4 });
    }
    let fine = Rational::from_parts(1.into(), 1_000_000_000_000_000_u64.into());
    if options.exact {
        return reach::<Rational>(crew, part, options, keeper, resume);
    }
    if options.precision > fine {
        match reach::<Fixed64>(crew, part, options, keeper, resume) {
            Err(text) if text == too_fine::<Fixed64>() => {}
            found => return found,
        }
    }
    reach::<Fixed128>(crew, part, options, keeper, Resume::Anew)
}

/// An answer, and why the width asked for was not reached.
struct Found {
    checked: CheckedPart,
    stopped: Option<String>,
    arithmetic: &'static str,
    /// Bytes of a state's bounds and their evidence.
    each: usize,
}

fn reach<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Rc<Part>,
    options: &Options,
    keeper: &mut Keeper,
    resume: Resume,
) -> Result<Found, String> {
    let single =
        Single { precision: options.precision.clone(), exact: options.exact, ..Single::default() };
    let [states] = crew.sums([u64::from(part.inner)]);
    let local = all_local(crew, part);
    if !local && states <= options.gather {
        let (work, stop) = solve_gathered::<N>(crew, part, &single)?;
        return close(crew, part, work, stop.map(|stop| stop.to_string()));
    }
    if !local && options.exact {
        let gather = options.gather;
        return Err(format!(
            "fractions need the game on one worker where cycles cross from worker to worker, and \
             {states} positions are more than the {gather} that may be gathered"
        ));
    }
    let mut work = solve_levels::<N>(crew, part, &single, keeper, resume)?;
    let width = options.precision.to_f64().value();
    let wide = work.widest(part) > width;
    work.share(crew, part);
    let stopped = crew.any(wide).then(|| Stop::Width.to_string());
    close(crew, part, work, stopped)
}

/// Everybody's part is judged, with the edge as its owners have it now.
fn close<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Part,
    mut work: Work<N>,
    stopped: Option<String>,
) -> Result<Found, String> {
    work.share(crew, part);
    let Work { lower, upper, strategy, rank, .. } = work;
    let stop = stopped.as_ref().map(|_| Stop::Width);
    let bounds = N::bounds(Intervals { lower, upper });
    let checked = judge(crew, part, bounds, strategy, rank, stop)?;
    let each = 2 * size_of::<N>() + 8;
    Ok(Found { checked, stopped, arithmetic: N::NAME, each })
}

fn grades(
    crew: &mut Crew<'_>,
    part: &Rc<Part>,
    keeper: &mut Keeper,
    resume: Resume,
) -> Result<CheckedPart, String> {
    let mut counting = Counting::new(Rc::clone(part));
    // Others' counting does not fit; it begins anew, which is the smaller part of the work.
    let first = match resume {
        Resume::Same(values) => counting.restore(&values),
        _ => 0,
    };
    let counting = crew.through(counting, first, |crew, counting, next| {
        keeper.write(crew, Kind::Values, &counting.sections(next).bytes())
    })?;
    let mut grade = counting.grade;
    grade.resize(part.arena.states(), Grade::DRAW);
    part.share(crew, &mut grade);
    let strategy = strategy(part, &grade);
    let bounds = Bounds::Grades(Intervals { lower: grade.clone(), upper: grade });
    judge(crew, part, bounds, strategy, Vec::new(), None)
}

fn cost(
    crew: &mut Crew<'_>,
    part: &Part,
    (explored, exploring): (u64, Duration),
    found: Option<&Found>,
) -> Cost {
    let edge = part.arena.states() as u64 - u64::from(part.inner);
    let (own, held) = part.held(found.map_or(0, |found| found.each));
    let (sent, rounds) = (crew.sent, crew.rounds);
    let [sent_exploring, sent, edge, own_bytes, edge_bytes] =
        crew.sums([explored, sent, edge, own, held]);
    let sent_solving = sent - sent_exploring;
    let solving = crew.begun.elapsed().saturating_sub(exploring + crew.judged);
    let seconds = [exploring, solving, crew.judged].map(|time| time.as_secs_f64());
    let peak_bytes = 0;
    Cost { rounds, sent_exploring, sent_solving, edge, own_bytes, edge_bytes, seconds, peak_bytes }
}

fn answer(
    crew: &mut Crew<'_>,
    playing: &Playing,
    part: &Part,
    (found, nimbers): (Option<&Found>, Option<&Nimbers>),
    seeds: &[(Vec<u8>, u64)],
    cost: Cost,
) -> Result<Answer, String> {
    let arena = &part.arena;
    let sizes = [u64::from(part.inner), arena.choices() as u64, arena.branches() as u64];
    let [states, choices, branches] = crew.sums(sizes);
    let mut mine = Vec::new();
    for (at, state) in part.starts.iter().enumerate() {
        if let Some(state) = state {
            (at as u32).put(&mut mine);
            put_start(part, found, StateId(*state), &mut mine);
            put_nimber(nimbers.and_then(|all| all.at(StateId(*state))), &mut mine);
        }
    }
    let mut starts: Vec<Option<Start>> = vec![None; seeds.len()];
    for bytes in crew.all(mine) {
        let mut reader = Reader(&bytes);
        while !reader.is_empty() {
            let at = reader.u32() as usize;
            let position = playing.game.show_bytes(&seeds[at].0).unwrap_or_default();
            starts[at] = Some(get_start(&mut reader, position));
        }
    }
    let counts = Counts { states, choices, branches };
    let starts = starts.into_iter().flatten().collect();
    let stopped = found.and_then(|found| found.stopped.clone());
    let arithmetic = found.map_or("", |found| found.arithmetic);
    Ok(Answer { counts, starts, stopped, arithmetic, unsaved: None, cost })
}

fn put_start(part: &Part, found: Option<&Found>, state: StateId, out: &mut Vec<u8>) {
    out.push(part.arena.player(state).map_or(u8::MAX, |player| player.0));
    let Some(Found { checked, .. }) = found else {
        return out.push(2);
    };
    let bounds = &checked.solution().bounds;
    match bounds.grades(state) {
        Some((lower, _)) => {
            out.push(1);
            lower.put(out);
        }
        None => {
            out.push(0);
            bounds.rational(state).put(out);
        }
    }
}

fn put_nimber(nimber: Option<Nimber>, out: &mut Vec<u8>) {
    match nimber {
        None => out.push(0),
        Some(Nimber::Number(number)) => (1_u8, number).put(out),
        Some(Nimber::Loopy(all)) => (2_u8, all).put(out),
    }
}

fn get_start(reader: &mut Reader<'_>, position: String) -> Start {
    let mover = Some(reader.u8()).filter(|&player| player < u8::MAX).map(foregone::Player);
    let worth = match reader.u8() {
        2 => Worth::Unasked,
        1 => Worth::Grade(Grade::get(reader)),
        _ => {
            let (lower, upper) = <(Rational, Rational)>::get(reader);
            Worth::Bounds(lower, upper)
        }
    };
    let nimber = match reader.u8() {
        0 => None,
        1 => Some(Nimber::Number(reader.u32())),
        _ => Some(Nimber::Loopy(Vec::get(reader))),
    };
    Start { position, mover, worth, nimber }
}
