//! Heap games by a rule, and claims about them: plain data that solver and judge share.
//!
//! A rule says, by the residue of a heap's size, what may be done to one heap. Every move makes
//! every heap it leaves smaller than the heap it was made on, so play ends. The claims are
//! tables of values with an argument for all larger heaps; only [`crate::judge::heap`] turns a
//! claim into something proved.

use dashu_int::UBig;

/// What happens where a heap does not divide evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rounding {
    /// The move exists only where it divides evenly.
    Exact,
    /// The quotient is rounded down.
    Down,
    /// The quotient is rounded up.
    Up,
}

/// One kind of move on a heap of size `n`. Moves that would not change the heap do not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Take `take` and leave exactly `j` heaps, none empty, for any set bit `j` of `leave`:
    /// a digit of an octal (three bits) or hexadecimal (four bits) code.
    Remove {
        /// How many are taken; 0 only with two heaps or more left.
        take: u32,
        /// Bit `j`: leave `j` heaps.
        leave: u8,
    },
    /// Take any number of at least `from`, leave the rest as one heap.
    AtLeast {
        /// The least number that may be taken, at least 1.
        from: u32,
    },
    /// Take any number from 1 to `n / share` (rounded down), leave the rest as one heap.
    UpToShare {
        /// At least 2.
        share: u32,
    },
    /// Leave `n / by` as one heap.
    Divide {
        /// At least 2.
        by: u32,
        /// What happens to a remainder.
        rounding: Rounding,
    },
    /// Split into two equal heaps, not empty.
    SplitEqual,
    /// Split into two heaps of different size, neither empty.
    SplitUnequal,
}

/// `leave` of a plain take: nothing may be left, or one heap.
pub const PLAIN: u8 = 0b11;

/// A single move that leaves at most one heap, as it is named in proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// `n -> n - k`.
    Take(u32),
    /// `n -> n / d`.
    Divide(u32, Rounding),
}

/// The rule of a heap game: for every residue of the heap's size a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    class_of: Vec<u32>,
    classes: Vec<Vec<Move>>,
}

/// Why a rule's data makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// A residue has no class, or there is no residue.
    #[error("a residue of the rule has no list of moves")]
    Classes,
    /// A move takes nothing, divides by less than two, or leaves more than three heaps.
    #[error("{0:?} is not a move that makes a heap smaller")]
    Move(Move),
}

impl Rule {
    /// `class_of[r]` is the index in `classes` of the moves for heaps that are `r` modulo
    /// `class_of.len()`.
    pub fn new(class_of: Vec<u32>, classes: Vec<Vec<Move>>) -> Result<Rule, RuleError> {
        if class_of.is_empty() || class_of.iter().any(|&c| c as usize >= classes.len()) {
            return Err(RuleError::Classes);
        }
        match classes.iter().flatten().find(|m| !shrinks(m)) {
            Some(&bad) => Err(RuleError::Move(bad)),
            None => Ok(Rule { class_of, classes }),
        }
    }

    /// The number of residues the rule tells apart.
    pub fn modulus(&self) -> u64 {
        self.class_of.len() as u64
    }

    /// The moves on heaps whose size is `residue` modulo [`Rule::modulus`].
    pub fn moves(&self, residue: u64) -> &[Move] {
        &self.classes[self.class(residue)]
    }

    /// The index in [`Rule::classes`] of the moves for `residue`.
    pub fn class(&self, residue: u64) -> usize {
        self.class_of[(residue % self.modulus()) as usize] as usize
    }

    /// Every class of the rule with its moves.
    pub fn classes(&self) -> &[Vec<Move>] {
        &self.classes
    }

    /// Every move that the rule knows, in any class.
    pub fn all_moves(&self) -> impl Iterator<Item = &Move> {
        self.classes.iter().flatten()
    }

    /// The moves on a heap of any size.
    pub fn moves_at(&self, n: &UBig) -> &[Move] {
        self.moves(small(&(n % UBig::from(self.modulus()))))
    }

    /// The name of the first move that may leave two heaps, or so many different heaps that
    /// they cannot be listed; `None` where [`Rule::steps_at`] lists all.
    pub fn beyond_steps(&self) -> Option<&'static str> {
        self.all_moves().find_map(|m| match m {
            Move::Remove { leave, .. } if *leave & !PLAIN == 0 => None,
            Move::Divide { .. } => None,
            Move::Remove { .. } | Move::SplitEqual | Move::SplitUnequal => Some("splitting a heap"),
            Move::AtLeast { .. } => Some("taking any number"),
            Move::UpToShare { .. } => Some("taking up to a share of the heap"),
        })
    }

    /// The moves on `n` that leave at most one heap, with the size of that heap (0: none).
    pub fn steps_at(&self, n: &UBig) -> Vec<(Step, UBig)> {
        self.moves_at(n).iter().filter_map(|m| step_at(m, n)).collect()
    }
}

/// A remainder as a machine number; callers have divided by a `u64`.
fn small(n: &UBig) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

fn shrinks(m: &Move) -> bool {
    match *m {
        Move::Remove { take, leave } => leave < 16 && (take > 0 || leave & PLAIN == 0),
        Move::AtLeast { from } => from >= 1,
        Move::UpToShare { share } => share >= 2,
        Move::Divide { by, .. } => by >= 2,
        Move::SplitEqual | Move::SplitUnequal => true,
    }
}

fn step_at(m: &Move, n: &UBig) -> Option<(Step, UBig)> {
    match *m {
        Move::Remove { take, leave } => {
            let k = UBig::from(take);
            let wanted = if k == *n { 1 } else { 2 };
            (*n >= k && leave & wanted != 0).then(|| (Step::Take(take), n - k))
        }
        Move::Divide { by, rounding } => {
            let (mut quotient, rest) = (n / UBig::from(by), n % UBig::from(by));
            if rounding == Rounding::Up && rest > UBig::ZERO {
                quotient += UBig::ONE;
            }
            let even = rounding != Rounding::Exact || rest == UBig::ZERO;
            (even && quotient < *n).then_some((Step::Divide(by, rounding), quotient))
        }
        _ => None,
    }
}

/// What the numbers of a claim mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nimbers, normal play.
    Nimber,
    /// 1 won and 0 lost for the mover; who cannot move loses.
    Outcome,
    /// 1 won and 0 lost for the mover; who cannot move wins.
    MisereOutcome,
}

/// A claim about a rule's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rule.
    pub rule: Rule,
    /// What the values are.
    pub measure: Measure,
    /// The values of the heaps 0, 1, 2, …
    pub values: Vec<u32>,
    /// A hint for checking splits quickly: nimbers that have an even number of bits in common
    /// with it should be rare. Any number is right, 0 means no hint.
    pub mask: u32,
    /// What is claimed of all larger heaps, if anything is.
    pub tail: Option<Tail>,
}

/// The claim that `v(n + period) = v(n) + saltus` for every `n >= preperiod`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The first index from which the sequence repeats.
    pub preperiod: u64,
    /// At least 1.
    pub period: u64,
    /// What each period adds; not 0 only for nimbers that grow without end.
    pub saltus: u64,
    /// Why this holds for every `n`.
    pub argument: Argument,
}

/// Why a sequence goes on as it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The rule takes a bounded number and leaves at most `h` heaps; the table shows the period
    /// for so long that every larger option is a shifted smaller one. For `h = 2` the theorem of
    /// Guy and Smith (The G-values of various games, 1956), for `h = 1` a repeated window.
    Bounded,
    /// An all-but subtraction game whose state (the values taken so far above the first free
    /// one, and the last few values) is the same, shifted, at `at` and one period later.
    State {
        /// The heap before which the state is looked at.
        at: u64,
    },
    /// Induction over residues: heaps of at least `from` fall into finitely many cases.
    Cases {
        /// The first heap the cases speak of; smaller ones are in the table.
        from: u64,
        /// The common modulus of the cases.
        modulus: u64,
        /// Disjoint cases that cover every residue.
        cases: Vec<Case>,
    },
}

/// One case of an induction: heaps `n >= from` with `n = residue` modulo `modulus`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// A multiple of the period and of the rule's modulus.
    pub modulus: u64,
    /// Less than `modulus`.
    pub residue: u64,
    /// The value claimed for these heaps.
    pub value: u32,
    /// The moves that show it: one for a won case, all of them otherwise.
    pub replies: Vec<Reply>,
}

/// A move of a case and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub step: Step,
    /// The residue, modulo the period, of the heap that is left.
    pub to: u64,
    /// The value claimed for that heap.
    pub value: u32,
}
