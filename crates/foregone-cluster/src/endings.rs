//! Whether play ends where both sides follow the strategies shown, over all workers.
//!
//! Both strategies fixed, it ends with probability 1 where no state can be met from which no end can
//! be reached: two attractors, as on one machine.

use std::rc::Rc;

use foregone::StateId;

use crate::attract::{Ways, attract};
use crate::crew::Crew;
use crate::part::Part;

/// For each own state whether play from there ends with probability 1.
pub(crate) fn endings(crew: &mut Crew<'_>, part: &Rc<Part>, strategy: &[u32]) -> Vec<bool> {
    let ways = Ways::of(part);
    let own = 0..part.inner;
    let chosen = |state: StateId, choice: u32| {
        choice == part.arena.choices_of(state).start + strategy[state.index()]
    };
    let goes_on: Vec<bool> = part.ended.iter().map(|ended| !ended).collect();
    let ended = |to: u32| part.ended[to as usize];
    let found = attract(crew, &ways, own.clone(), &goes_on, |_| false, chosen, ended);
    let mut ends = part.ended.clone();
    part.own().for_each(|state| ends[state.index()] |= found.holds(state));
    part.share(crew, &mut ends);
    let open: Vec<bool> = ends.iter().zip(&goes_on).map(|(ends, on)| *ends && *on).collect();
    let astray = |to: u32| !ends[to as usize];
    let astray = attract(crew, &ways, own, &open, |_| false, chosen, astray);
    part.own().map(|state| ends[state.index()] && !astray.holds(state)).collect()
}
