//! What all workers tell all at the end: the answer.

use foregone::judge::nim::{CheckedPart as Nimbers, Nimber};
use foregone::{Grade, Rational, StateId};

use crate::answer::{Answer, Cost, Counts, Start, Worth};
use crate::crew::Crew;
use crate::packet::Reader;
use crate::part::Part;
use crate::problem::Playing;
use crate::solving::Found;
use crate::wire::Wire;

/// The answer, the same on every worker.
pub(crate) fn answer(
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
    let Some(found) = found else {
        return out.push(2);
    };
    let bounds = found.evidence.bounds();
    match bounds.grades(state) {
        Some((lower, upper)) => {
            out.push(1);
            lower.put(out);
            upper.put(out);
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
        1 => match (Grade::get(reader), Grade::get(reader)) {
            (lower, upper) if lower == upper => Worth::Grade(lower),
            (lower, upper) => Worth::Between(lower, upper),
        },
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
