//! Nimbers of impartial games over all workers, loopy ones too.
//!
//! For each number `m` one loop: a state takes `m` once no option has it and every option without a
//! number is known to have an option with it; a state that has taken it tells its predecessors, and
//! these, *met* now, tell theirs. What has no option with `m` after that is loopy (Fraenkel and
//! Yesha, JCT A 43, 1986). Invariant: the counter of a state is the round in which it took its
//! number, so whatever had to be known before has a smaller one.

use std::rc::Rc;
use std::sync::Arc;

use foregone::judge::nim::{CheckedPart, Claim, LOOPY, Menu, check_part};

use crate::agree::agree;
use crate::attract::Ways;
use crate::crew::Crew;
use crate::packet::Reader;
use crate::part::Part;
use crate::rounds::{Outbox, Rounds};

/// In the place of a number: none yet.
const OPEN: u32 = LOOPY - 1;

/// Judged nimbers of a part.
pub(crate) fn nimbers(crew: &mut Crew<'_>, part: &Rc<Part>) -> Result<CheckedPart, String> {
    let ways = Ways::of(part);
    let states = part.arena.states();
    let (mut value, mut counter) = (vec![OPEN; states], vec![0; states]);
    let mut first = 1;
    for number in 0.. {
        let giving = Giving::new(&ways, number, first, value, counter);
        let giving = crew.until_silent(giving);
        (value, counter) = (giving.value, giving.counter);
        first = crew.most(u64::from(giving.last)) as u32 + 1;
        let mut left = false;
        for state in 0..part.inner as usize {
            match (value[state], giving.met[state]) {
                (OPEN, true) => left = true,
                (OPEN, false) => value[state] = LOOPY,
                _ => {}
            }
        }
        part.share(crew, &mut value);
        if !crew.any(left) {
            break;
        }
    }
    part.share(crew, &mut counter);
    let mut menus: Vec<Menu> = (0..states as u32).map(|_| Menu::new()).collect();
    part.own().for_each(|state| menus[state.index()] = menu(part, state.0, &value, &counter));
    part.share(crew, &mut menus);
    let menus = menus.split_off(part.inner as usize);
    let claim = Claim { arena: Arc::clone(&part.arena), value, counter };
    let me = crew.me;
    let checked = check_part(claim, part.inner, &menus);
    let words = |refusal| format!("the judge refused the nimbers on worker {me}: {refusal}");
    agree(crew, checked.map_err(words))
}

/// The numbers of a state's options, each with the least counter.
fn menu(part: &Part, state: u32, value: &[u32], counter: &[u32]) -> Menu {
    let options = part.arena.successors(foregone::StateId(state)).iter().map(|&to| to as usize);
    let numbers = options.filter(|&to| value[to] != LOOPY).map(|to| (value[to], counter[to]));
    let mut menu: Menu = numbers.collect();
    menu.sort_unstable();
    menu.dedup_by_key(|&mut (number, _)| number);
    menu
}

/// Giving out one number.
struct Giving {
    ways: Rc<Ways>,
    number: u32,
    /// The counter of the first round.
    first: u32,
    last: u32,
    value: Vec<u32>,
    counter: Vec<u32>,
    /// For each own state whether some option has the number.
    met: Vec<bool>,
    /// For each own state how many options have neither a number nor an option with this one.
    unmet: Vec<u32>,
    /// States, edge included, that have taken the number (true) or been met, and have not told.
    told: Vec<(u32, bool)>,
}

impl Giving {
    fn new(ways: &Rc<Ways>, number: u32, first: u32, value: Vec<u32>, counter: Vec<u32>) -> Self {
        let part = &ways.part;
        let unmet = part.own().map(|state| {
            let options = part.arena.successors(state).iter();
            options.filter(|&&to| value[to as usize] >= OPEN).count() as u32
        });
        let unmet = unmet.collect();
        let met = vec![false; part.inner as usize];
        let (ways, last, told) = (Rc::clone(ways), first, Vec::new());
        Self { ways, number, first, last, value, counter, met, unmet, told }
    }

    fn tell(&mut self, state: u32, taken: bool, out: &mut Outbox) {
        self.told.push((state, taken));
        for &(peer, place) in self.ways.borrowers.of(state) {
            out.to(peer as usize).extend((place << 1 | u32::from(taken)).to_le_bytes());
        }
    }

    fn take(&mut self, state: u32, round: u64, out: &mut Outbox) {
        let at = state as usize;
        if self.value[at] != OPEN || self.unmet[at] > 0 || self.met[at] {
            return;
        }
        self.value[at] = self.number;
        self.counter[at] = self.first + round as u32;
        self.tell(state, true, out);
    }

    /// What was told in the round before; the states whose last open option was met.
    fn hear(&mut self, told: Vec<(u32, bool)>, out: &mut Outbox) -> Vec<u32> {
        let ways = Rc::clone(&self.ways);
        let mut ready = Vec::new();
        for (state, taken) in told {
            if state >= ways.part.inner && taken {
                self.value[state as usize] = self.number;
            }
            for place in ways.before.range(state) {
                let one = ways.before.state(place);
                let at = one as usize;
                if taken {
                    let fresh = !std::mem::replace(&mut self.met[at], true);
                    if fresh && self.value[at] >= OPEN {
                        self.tell(one, false, out);
                    }
                } else {
                    self.unmet[at] -= 1;
                    if self.unmet[at] == 0 {
                        ready.push(one);
                    }
                }
            }
        }
        ready
    }
}

impl Rounds for Giving {
    fn absorb(&mut self, arrivals: &[Vec<u8>]) {
        for (edge, bytes) in self.ways.part.edge.iter().zip(arrivals) {
            let mut reader = Reader(bytes);
            while !reader.is_empty() {
                let word = reader.u32();
                self.told.push((edge.start + (word >> 1), word & 1 == 1));
            }
        }
    }

    fn work(&mut self, round: u64, out: &mut Outbox) {
        self.last = self.first + round as u32;
        let ready = match round {
            0 => (0..self.ways.part.inner).collect(),
            _ => {
                let told = std::mem::take(&mut self.told);
                self.hear(told, out)
            }
        };
        ready.into_iter().for_each(|state| self.take(state, round, out));
        if !self.told.is_empty() {
            out.again();
        }
    }
}
