//! From a table of values to a claim about every heap.
//!
//! A period is conjectured from the table and an argument made that fits the rule. Nothing here
//! is trusted: the judge looks at the claim afterwards. What can go wrong is said with its place.

mod induction;

use super::period::{Repetition, growing_repetition, repetition};
use foregone_core::heap::{Argument, Claim, Measure, Move, PLAIN, Rule, Step, Tail};
use std::fmt;

pub use induction::conjecture;

/// The theorem that an argument uses, as it is named to people.
pub fn theorem(rule: &Rule, argument: &Argument) -> &'static str {
    match argument {
        Argument::Bounded if heaps(rule) <= 1 => "finite state: a repeated window of values",
        Argument::Bounded if heaps(rule) == 2 => "periodicity theorem of Guy and Smith (1956)",
        Argument::Bounded => "periodicity theorem of Guy and Smith, for three heaps",
        Argument::State { .. } => "finite state: all-but games repeat with a shift",
        Argument::Cases { .. } => "induction by residue cases",
    }
}

/// Why no claim about every heap is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// No theorem here covers rules with such moves.
    Class(&'static str),
    /// The table shows no period for so long as the theorem asks.
    NoPeriod {
        /// How many values the table has.
        terms: usize,
    },
    /// No misère quotient of at most so many elements was found.
    NoQuotient {
        /// The elements.
        most: usize,
    },
    /// The conjectured period is wrong, or no induction shows it.
    Failed(Failure),
}

/// Where a conjecture fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The conjectured pre-period.
    pub preperiod: u64,
    /// The conjectured period.
    pub period: u64,
    /// The place and what is wrong there.
    pub place: Place,
}

/// The place where a conjecture fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A heap of the table differs from the heap a period before.
    Heap(u64),
    /// Heaps `n = residue` modulo `modulus` would have another value than claimed.
    Case {
        /// The residue.
        residue: u64,
        /// The modulus.
        modulus: u64,
        /// The claimed value.
        claimed: u32,
        /// The moves and the values claimed for the heaps they leave.
        moves: Vec<(Step, u32)>,
    },
    /// The cases would be too many: their modulus exceeds the limit.
    TooManyCases {
        /// The largest modulus tried.
        limit: u64,
    },
    /// The table is too short to start the induction.
    Short {
        /// The number of values needed.
        need: u64,
    },
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Class(name) => write!(f, "no theorem here covers {name}"),
            Unproved::NoPeriod { terms } => {
                write!(f, "the first {terms} values show no period for long enough")
            }
            Unproved::NoQuotient { most } => {
                write!(f, "no misère quotient of at most {most} elements was found")
            }
            Unproved::Failed(failure) => failure.fmt(f),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { preperiod, period, place } = self;
        write!(f, "period {period} from {preperiod} fails: ")?;
        match place {
            Place::Heap(n) => write!(f, "heap {n} differs from heap {}", n - period),
            Place::TooManyCases { limit } => write!(f, "it needs more than {limit} cases"),
            Place::Short { need } => write!(f, "it needs a table of {need} values"),
            Place::Case { residue, modulus, claimed, moves } => {
                write!(f, "heaps n = {residue} (mod {modulus}) should have value {claimed}, but ")?;
                let names = moves.iter().map(|(s, v)| format!("{} leads to {v}", StepName(*s)));
                let all: Vec<String> = names.collect();
                if all.is_empty() {
                    f.write_str("have no move")
                } else {
                    f.write_str(&all.join(", "))
                }
            }
        }
    }
}

/// A step in words.
pub struct StepName(pub Step);

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use foregone_core::heap::Rounding::{Down, Exact, Up};
        match self.0 {
            Step::Take(k) => write!(f, "take {k}"),
            Step::Divide(2, Exact) => write!(f, "half"),
            Step::Divide(d, Exact) => write!(f, "divide by {d}"),
            Step::Divide(d, Down) => write!(f, "divide by {d} rounding down"),
            Step::Divide(d, Up) => write!(f, "divide by {d} rounding up"),
        }
    }
}

/// A claim about every heap, made from the first values of a rule. `mask` is the hint of
/// [`Claim::mask`].
pub fn claim(rule: &Rule, measure: Measure, values: &[u32], mask: u32) -> Result<Claim, Unproved> {
    let made = |len: usize, tail: Tail| Claim {
        rule: rule.clone(),
        measure,
        values: values[..len].to_vec(),
        mask,
        tail: Some(tail),
    };
    match class(rule) {
        Class::Bounded { heaps, widest } => {
            let modulus = rule.modulus() as usize;
            let need = |q: usize, p: usize| heaps * (q.max(1) + lcm(p, modulus)) + widest;
            let found = repetition(values, |q, p| need(q, p) <= values.len());
            let r = found.ok_or(Unproved::NoPeriod { terms: values.len() })?;
            Ok(made(need(r.preperiod, r.period), tail(r, Argument::Bounded)))
        }
        Class::AllBut { .. } if measure != Measure::Nimber => {
            Err(Unproved::Class("outcomes of all-but games"))
        }
        Class::AllBut { widest } => {
            let shown = |q: usize, p: usize| q + 2 * p + 2 * widest + 2 <= values.len();
            let found = growing_repetition(values, shown);
            let r = found.ok_or(Unproved::NoPeriod { terms: values.len() })?;
            // The later the state is looked at, the surer it repeats.
            let at = (values.len() - r.period) as u64;
            Ok(made(values.len(), tail(r, Argument::State { at })))
        }
        Class::Steps => induction::claim(rule, measure, values),
        Class::Other(name) => Err(Unproved::Class(name)),
    }
}

fn tail(r: Repetition, argument: Argument) -> Tail {
    Tail {
        preperiod: r.preperiod as u64,
        period: r.period as u64,
        saltus: u64::from(r.saltus),
        argument,
    }
}

/// Which theorem fits a rule.
pub(super) enum Class {
    Bounded { heaps: usize, widest: usize },
    AllBut { widest: usize },
    Steps,
    Other(&'static str),
}

pub(super) fn class(rule: &Rule) -> Class {
    let take = |m: &Move| match *m {
        Move::Remove { take, .. } | Move::AtLeast { from: take } => take as usize,
        _ => 0,
    };
    let widest = rule.all_moves().map(take).max().unwrap_or(0);
    let removes = |m: &Move| matches!(m, Move::Remove { .. });
    let plain = |m: &Move| matches!(m, Move::Remove { leave: PLAIN, .. } | Move::AtLeast { .. });
    let any = |m: &Move| matches!(m, Move::AtLeast { .. });
    if rule.all_moves().all(removes) {
        Class::Bounded { heaps: heaps(rule), widest }
    } else if rule.classes().len() == 1 && rule.all_moves().all(plain) && rule.all_moves().any(any)
    {
        Class::AllBut { widest: widest + 1 }
    } else {
        match rule.beyond_steps() {
            Some(name) => Class::Other(name),
            None => Class::Steps,
        }
    }
}

pub(super) fn heaps(rule: &Rule) -> usize {
    let most = rule.all_moves().map(|m| match m {
        Move::Remove { leave, .. } => leave.checked_ilog2().unwrap_or(0) as usize,
        _ => 1,
    });
    most.max().unwrap_or(1).max(1)
}

fn lcm(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}
