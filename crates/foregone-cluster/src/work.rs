//! What one worker does, from the rules to the answer.

use std::rc::Rc;
use std::time::Duration;

use foregone::Stop;

use crate::agree::agree;
use crate::answer::{Answer, Cost};
use crate::checkpoint::{Keeper, Kind, Manifest};
use crate::crew::Crew;
use crate::explore::Explorer;
use crate::levels::Resume;
use crate::limits::Watching;
use crate::nimbers::nimbers;
use crate::part::Part;
use crate::problem::{Ask, Playing, Problem, Question};
use crate::saving::{Saving, Solution, prepare, save};
use crate::solving::{Evidence, Found, solve};
use crate::telling::answer;
use crate::{Options, Report};

/// A worker's whole run.
pub(crate) fn work(
    crew: &mut Crew<'_>,
    problem: &Problem,
    options: &Options,
    report: &dyn Report,
) -> Result<Answer, String> {
    let playing = agree(crew, (problem.game)())?;
    prepare(crew, options.saving.as_ref())?;
    let starts: Vec<&str> = problem.starts.iter().map(String::as_str).collect();
    let seeds = playing.game.seeds(&starts).map_err(|error| error.to_string());
    let seeds = agree(crew, seeds)?;
    let (mut keeper, manifest) = Keeper::open(crew, options.keeping.clone())?;
    // Before anything is written in its place.
    let resume = resume(crew, &keeper, manifest.as_ref());
    let resume = agree(crew, resume)?;
    let kept = (&mut keeper, manifest.as_ref());
    let explorer = explore(crew, &playing, (&seeds, options), kept, report)?;
    let limit = first_stop(crew, explorer.limits.stopped.as_ref());
    let part = Rc::new(Part::new(crew, explorer, problem.ask, &playing, &seeds)?);
    let explored = (crew.sent, crew.begun.elapsed());
    report.note(crew.me, &|| format!("{} states of its own", part.inner));
    let found = match problem.ask {
        Ask::Nothing => None,
        _ => Some(solve(crew, &part, (problem.ask, options), &mut keeper, resume)?),
    };
    let impartial = problem.ask == Ask::Own && playing.game.has_nimbers() && limit.is_none();
    let nimbers = if impartial { Some(nimbers(crew, &part)?) } else { None };
    let cost = Cost {
        peak_bytes: crew.most(report.peak_bytes()),
        ..cost(crew, &part, explored, found.as_ref())
    };
    let mut answer =
        answer(crew, &playing, &part, (found.as_ref(), nimbers.as_ref()), &seeds, cost)?;
    if let (Some(saving), Some(found)) = (&options.saving, &found) {
        answer.unsaved = match limit {
            Some(_) => Some("a run that a limit cut short is not saved".into()),
            None => keep(crew, (&playing, problem.ask), &part, (saving, found), &answer).err(),
        };
    }
    answer.stopped = limit.or(answer.stopped);
    Ok(answer)
}

/// Saves the answer.
fn keep(
    crew: &mut Crew<'_>,
    (playing, ask): (&Playing, Ask),
    part: &Rc<Part>,
    (saving, found): (&Saving, &Found),
    answer: &Answer,
) -> Result<(), String> {
    let Evidence::Part(checked) = &found.evidence else {
        return Err("a bounded number of moves is not saved".into());
    };
    let checked = match ask {
        Ask::Reach(Question { flipped: true, .. }) => checked.clone().swapped(),
        _ => Ok(checked.clone()),
    };
    let checked = checked.map_err(|refusal| refusal.to_string())?;
    let starts = answer.starts.iter().map(|start| start.position.clone()).collect();
    let (game, counts) = (&playing.game, answer.counts);
    save(crew, saving, Solution { game, part, checked: &checked, starts, counts })
}

/// Why exploring ended early, as the first worker has it that knows.
fn first_stop(crew: &mut Crew<'_>, mine: Option<&Stop>) -> Option<String> {
    let mine = mine.map(ToString::to_string).unwrap_or_default();
    let all = crew.all(mine.into_bytes()).into_iter();
    all.map(|text| String::from_utf8_lossy(&text).into_owned()).find(|text| !text.is_empty())
}

fn explore(
    crew: &mut Crew<'_>,
    playing: &Playing,
    (seeds, options): (&[(Vec<u8>, u64)], &Options),
    (keeper, manifest): (&mut Keeper, Option<&Manifest>),
    report: &dyn Report,
) -> Result<Explorer, String> {
    let game = std::sync::Arc::clone(&playing.game);
    let limits = Watching::new(options.limits, crew.peers, options.workers);
    let mut explorer = Explorer::new(game, (crew.me, crew.peers), seeds, limits);
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
