//! Arenas from arrays and back.
//!
//! Invariant: what is given is checked by the arena's builder, so an error names the state.

use std::sync::Arc;

use foldhash::fast::FixedState;
use foregone::{Arena, ArenaBuilder, ArenaError, Player, Rational, StateId, Turn};
use hashbrown::HashMap;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::wrong;
use crate::explored::{Explored, Held};
use crate::numbered::Numbered;
use crate::numbers;

/// A game as arrays, copied out of Python's.
struct Parts {
    owner: Vec<i64>,
    choices: Vec<i64>,
    branches: Vec<i64>,
    targets: Vec<i64>,
    chances: Chances,
    payoffs: Payoffs,
}

/// The probabilities of all branches.
enum Chances {
    /// Every choice has one branch.
    Certain,
    Doubles(Vec<f64>),
    Ratios(Vec<i64>, Vec<i64>),
    Exact(Vec<Rational>),
}

/// The payoffs of all states.
enum Payoffs {
    None,
    Doubles(Vec<f64>),
    Exact(Vec<Rational>),
}

/// The probabilities of one choice in the form that the builder takes.
#[derive(Clone)]
pub enum Law {
    /// Weights over a common denominator.
    Weights(u64, Vec<u64>),
    /// Rationals.
    Exact(Vec<Rational>),
}

impl Law {
    /// The law of these probabilities, checked later.
    pub fn of(exact: Vec<Rational>) -> Self {
        let mut common: u64 = 1;
        for p in &exact {
            let Ok(own) = u64::try_from(p.denominator().clone()) else { return Self::Exact(exact) };
            let Some(next) = (common / gcd(common, own)).checked_mul(own) else {
                return Self::Exact(exact);
            };
            common = next;
        }
        let weight = |p: &Rational| {
            let own = u64::try_from(p.denominator().clone()).ok()?;
            u64::try_from(p.numerator().clone()).ok()?.checked_mul(common / own)
        };
        match exact.iter().map(weight).collect() {
            Some(weights) => Self::Weights(common, weights),
            None => Self::Exact(exact),
        }
    }

    /// Adds a choice with this law to the last state.
    pub fn add(&self, builder: &mut ArenaBuilder, targets: &[u32]) -> Result<(), ArenaError> {
        match self {
            Self::Weights(common, weights) => builder.weighted(*common, weights, targets),
            Self::Exact(exact) => {
                let pairs = exact.iter().cloned().zip(targets.iter().copied());
                builder.choice_exact(&pairs.collect::<Vec<_>>())
            }
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// An explored game from arrays: see `foregone.arena`, which prepares them.
#[pyfunction]
#[pyo3(signature = (owner, choices, branches, targets, chances, payoffs, starts, players))]
#[allow(clippy::too_many_arguments)]
pub fn arena(
    py: Python<'_>,
    owner: PyReadonlyArray1<'_, i64>,
    choices: PyReadonlyArray1<'_, i64>,
    branches: PyReadonlyArray1<'_, i64>,
    targets: PyReadonlyArray1<'_, i64>,
    chances: Option<Bound<'_, PyAny>>,
    payoffs: Option<Bound<'_, PyAny>>,
    starts: Vec<u32>,
    players: Vec<String>,
) -> PyResult<Explored> {
    let copy = |array: &PyReadonlyArray1<'_, i64>| array.as_array().to_vec();
    let parts = Parts {
        owner: copy(&owner),
        choices: copy(&choices),
        branches: copy(&branches),
        targets: copy(&targets),
        chances: read_chances(chances)?,
        payoffs: read_payoffs(payoffs)?,
    };
    let arena = py.detach(move || parts.build())?;
    let states = arena.states();
    if let Some(start) = starts.iter().find(|&&start| start as usize >= states) {
        return Err(wrong(format!("play cannot start at state {start} of {states} states")));
    }
    let starts = starts.into_iter().map(StateId).collect();
    let (names, name_of) = (Vec::new(), Vec::new());
    let numbered =
        Numbered { arena: Arc::new(arena), starts, players, names, name_of, stopped: None };
    Ok(Explored::new(Held::Plain(Arc::new(numbered)), None))
}

fn read_chances(given: Option<Bound<'_, PyAny>>) -> PyResult<Chances> {
    let Some(given) = given else { return Ok(Chances::Certain) };
    if let Ok(doubles) = given.extract::<PyReadonlyArray1<'_, f64>>() {
        return Ok(Chances::Doubles(doubles.as_array().to_vec()));
    }
    if let Ok(pair) = given.cast::<PyTuple>() {
        let (above, below): (PyReadonlyArray1<'_, i64>, PyReadonlyArray1<'_, i64>) =
            pair.extract()?;
        return Ok(Chances::Ratios(above.as_array().to_vec(), below.as_array().to_vec()));
    }
    Ok(Chances::Exact(rationals(&given)?))
}

fn read_payoffs(given: Option<Bound<'_, PyAny>>) -> PyResult<Payoffs> {
    let Some(given) = given else { return Ok(Payoffs::None) };
    match given.extract::<PyReadonlyArray1<'_, f64>>() {
        Ok(doubles) => Ok(Payoffs::Doubles(doubles.as_array().to_vec())),
        Err(_) => Ok(Payoffs::Exact(rationals(&given)?)),
    }
}

/// Every number in a sequence.
pub fn rationals(given: &Bound<'_, PyAny>) -> PyResult<Vec<Rational>> {
    given.try_iter()?.map(|number| numbers::rational(&number?)).collect()
}

impl Parts {
    fn build(self) -> PyResult<Arena> {
        let states = self.owner.len();
        offsets("choice_offsets", &self.choices, states, "state")?;
        let choices = self.choices.last().map_or(0, |&last| last as usize);
        offsets("branch_offsets", &self.branches, choices, "choice")?;
        let branches = self.branches.last().map_or(0, |&last| last as usize);
        self.lengths(states, branches)?;
        let targets = self.targets.iter().map(|&target| {
            u32::try_from(target)
                .map_err(|_| wrong(format!("targets holds {target}; states are 0 to {states} - 1")))
        });
        let targets = targets.collect::<PyResult<Vec<u32>>>()?;
        let mut builder = ArenaBuilder::new();
        let mut laws = Laws::default();
        for state in 0..states {
            builder.state(self.turn(state)?).map_err(wrong)?;
            for choice in self.choices[state]..self.choices[state + 1] {
                let at = choice as usize;
                let range = self.branches[at] as usize..self.branches[at + 1] as usize;
                let law = laws.of(&self.chances, range.clone())?;
                law.add(&mut builder, &targets[range]).map_err(wrong)?;
            }
        }
        builder.finish().map_err(wrong)
    }

    fn lengths(&self, states: usize, branches: usize) -> PyResult<()> {
        let mut all = vec![("targets", self.targets.len(), branches, "branch")];
        match &self.chances {
            Chances::Certain => {}
            Chances::Doubles(p) => all.push(("probabilities", p.len(), branches, "branch")),
            Chances::Exact(p) => all.push(("probabilities", p.len(), branches, "branch")),
            Chances::Ratios(above, below) => {
                all.push(("numerators", above.len(), branches, "branch"));
                all.push(("denominators", below.len(), branches, "branch"));
            }
        }
        match &self.payoffs {
            Payoffs::None => {}
            Payoffs::Doubles(p) => all.push(("payoff", p.len(), states, "state")),
            Payoffs::Exact(p) => all.push(("payoff", p.len(), states, "state")),
        }
        match all.into_iter().find(|(_, has, needs, _)| has != needs) {
            None => Ok(()),
            Some((name, has, needs, each)) => Err(wrong(format!(
                "{name} must have one entry for each {each}, that is {needs}, but has {has}"
            ))),
        }
    }

    fn turn(&self, state: usize) -> PyResult<Turn> {
        match self.owner[state] {
            -1 => Ok(Turn::Over(match &self.payoffs {
                Payoffs::None => Rational::ZERO,
                Payoffs::Doubles(all) => numbers::simplest(all[state])?,
                Payoffs::Exact(all) => all[state].clone(),
            })),
            player if (0..=i64::from(Player::MAX)).contains(&player) => {
                Ok(Turn::Player(Player(player as u8)))
            }
            other => Err(wrong(format!(
                "state {state}: owner {other}; a state belongs to a player from 0 to {}, or is \
                 over: -1",
                Player::MAX
            ))),
        }
    }
}

/// `offsets` begins at 0, never falls, and has one entry more than there are owners of the ranges.
fn offsets(name: &str, offsets: &[i64], owners: usize, each: &str) -> PyResult<()> {
    if offsets.len() != owners + 1 {
        let has = offsets.len();
        return Err(wrong(format!(
            "{name} must have one entry for each {each} and one more, that is {}, but has {has}",
            owners + 1
        )));
    }
    let falls = offsets.windows(2).position(|pair| pair[1] < pair[0]);
    match (offsets[0], falls) {
        (0, None) if offsets[owners] <= i64::from(u32::MAX) => Ok(()),
        (0, None) => Err(wrong(format!("{name} ends at {}; ids have 32 bits", offsets[owners]))),
        (0, Some(at)) => Err(wrong(format!(
            "{name}[{}] is {} and falls below the entry before it, {}",
            at + 1,
            offsets[at + 1],
            offsets[at]
        ))),
        (first, _) => Err(wrong(format!("{name} must begin with 0, but begins with {first}"))),
    }
}

/// Laws that were seen before: most choices share a few.
#[derive(Default)]
struct Laws {
    known: HashMap<Vec<u64>, Law, FixedState>,
}

/// No more laws are remembered than this.
const MOST_LAWS: usize = 1 << 16;

impl Laws {
    fn of(&mut self, chances: &Chances, range: std::ops::Range<usize>) -> PyResult<Law> {
        let key: Vec<u64> = match chances {
            Chances::Certain => return Ok(Law::Weights(range.len() as u64, vec![1; range.len()])),
            Chances::Exact(all) => return Ok(Law::of(all[range].to_vec())),
            Chances::Doubles(all) => all[range.clone()].iter().map(|p| p.to_bits()).collect(),
            Chances::Ratios(above, below) => {
                let both = above[range.clone()].iter().chain(&below[range.clone()]);
                both.map(|n| n.cast_unsigned()).collect()
            }
        };
        if let Some(law) = self.known.get(&key) {
            return Ok(law.clone());
        }
        let exact = match chances {
            Chances::Doubles(all) => numbers::distribution(&all[range])?,
            Chances::Ratios(above, below) => {
                let pairs = above[range.clone()].iter().zip(&below[range]);
                let each = pairs.map(|(&a, &b)| numbers::ratio(a.into(), b.into()));
                each.collect::<PyResult<_>>()?
            }
            _ => Vec::new(),
        };
        let law = Law::of(exact);
        if self.known.len() < MOST_LAWS {
            self.known.insert(key, law.clone());
        }
        Ok(law)
    }
}
