//! What a run over a whole arena leaves behind, so that a later one can go on from it.
//!
//! The arena is explored again, to the same bits; what is kept is what was found of the components
//! that are done, and the guess at hand where one is swept. Invariant: bytes are taken up only
//! unchanged, as their checksum says, by the same question about the same arena with the same
//! options; and whatever comes of them is judged like everything else.

use twox_hash::XxHash3_128;
use twox_hash::xxhash3_128::Hasher;

use super::{Options, SolveError};
use crate::judge::reward::RewardObjective;
use crate::{
    Arena, ChoiceId, Fixed64, Fixed128, Fixed512, Number, Objective, Phase, Rational, StateId,
    UBig, Watch,
};

/// What the bytes begin with.
pub(crate) const ARENAS: &[u8; 8] = b"arenas1\n";
/// What those of a run by levels begin with, which may come before a run over the whole arena.
pub(crate) const LEVELS: &[u8; 8] = b"levels1\n";
/// Bytes of a fingerprint and of the checksum.
const SUM: usize = 16;

/// What every layer leaves to the watch around it.
macro_rules! passes_on {
    ($watch:tt) => {
        fn progress(&self, phase: Phase, done: u64, total: Option<u64>) {
            self.$watch.progress(phase, done, total);
        }

        fn stop(&self) -> bool {
            self.$watch.stop()
        }

        fn note(&self, text: &dyn Fn() -> String) {
            self.$watch.note(text);
        }
    };
}

/// The outermost layer: bytes get a mark, the question's fingerprint and a checksum.
pub(super) struct Sealed<'a> {
    watch: &'a dyn Watch,
    /// Asked for where anything is kept: it takes a pass over the branches.
    question: &'a (dyn Fn() -> u128 + Sync),
    earlier: Option<Vec<u8>>,
}

impl<'a> Sealed<'a> {
    /// Opens what an earlier run left of the same question; what another question left is let be,
    /// for a command may ask several.
    ///
    /// # Errors
    /// The bytes were changed, or no run over an arena or by levels left them.
    pub fn open(
        watch: &'a dyn Watch,
        question: &'a (dyn Fn() -> u128 + Sync),
    ) -> Result<Self, SolveError> {
        let mut earlier = watch.left().filter(|bytes| !bytes.starts_with(LEVELS));
        if let Some(bytes) = &mut earlier {
            let rest = unsealed(ARENAS, bytes).ok_or(SolveError::Damaged)?;
            let (of, rest) = rest.split_first_chunk::<SUM>().ok_or(SolveError::Damaged)?;
            earlier = (*of == question().to_le_bytes()).then(|| rest.to_vec());
        }
        Ok(Self { watch, question, earlier })
    }
}

/// Puts the checksum behind bytes that begin with a mark.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = XxHash3_128::oneshot(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// What lies between this mark and the checksum, if they are right.
pub(crate) fn unsealed<'a>(mark: &[u8], bytes: &'a [u8]) -> Option<&'a [u8]> {
    let (rest, sum) = bytes.split_last_chunk::<SUM>()?;
    let whole = XxHash3_128::oneshot(rest) == u128::from_le_bytes(*sum);
    rest.strip_prefix(mark).filter(|_| whole)
}

impl Watch for Sealed<'_> {
    passes_on!(watch);

    fn leave(&self, state: &dyn Fn() -> Vec<u8>) {
        self.watch.leave(&|| {
            let mut bytes = ARENAS.to_vec();
            bytes.extend((self.question)().to_le_bytes());
            bytes.extend(state());
            sealed(bytes)
        });
    }

    fn left(&self) -> Option<Vec<u8>> {
        self.earlier.clone()
    }
}

/// A layer within: what is left goes behind what `before` gives.
pub(super) struct Behind<'a> {
    pub watch: &'a dyn Watch,
    pub before: &'a (dyn Fn() -> Vec<u8> + Sync),
    /// What an earlier run left there.
    pub earlier: Option<Vec<u8>>,
}

impl Watch for Behind<'_> {
    passes_on!(watch);

    fn leave(&self, state: &dyn Fn() -> Vec<u8>) {
        self.watch.leave(&|| {
            let mut bytes = (self.before)();
            bytes.extend(state());
            bytes
        });
    }

    fn left(&self) -> Option<Vec<u8>> {
        self.earlier.clone()
    }
}

/// For work that is a part of other work, which is kept as a whole.
pub(super) struct Apart<'a>(pub &'a dyn Watch);

impl Watch for Apart<'_> {
    passes_on!(0);
}

/// The same for the same objective in the same arena with the same options.
pub(super) fn of_objective(arena: &Arena, objective: &Objective, options: &Options) -> u128 {
    let ended = |state| objective.is_ended(arena, state);
    question(arena, ended, |state| objective.is_max(arena, state), options, "reach")
}

/// The same for the same rewards.
pub(super) fn of_rewards(arena: &Arena, objective: &RewardObjective, options: &Options) -> u128 {
    let ended = |state| objective.is_ended(arena, state);
    let all = arena.ids().flat_map(|state| {
        let choices = arena.choices_of(state);
        choices.map(move |choice| objective.rewards.of_move(state, ChoiceId(choice)))
    });
    let mut hasher = Hasher::new();
    all.for_each(|reward| hasher.write(reward.to_string().as_bytes()));
    let more = format!("{:?} {}", objective.missed, hasher.finish_128());
    question(arena, ended, |state| objective.is_max(arena, state), options, &more)
}

fn question(
    arena: &Arena,
    ended: impl Fn(StateId) -> bool,
    is_max: impl Fn(StateId) -> bool,
    options: &Options,
    more: &str,
) -> u128 {
    let mut hasher = Hasher::new();
    let Options { precision, exact, method } = options;
    hasher.write(format!("{precision} {exact} {method:?} {more}").as_bytes());
    for state in arena.ids() {
        hasher.write(&[u8::from(ended(state)), u8::from(is_max(state))]);
        for choice in arena.choices_of(state) {
            let branches = arena.choice(ChoiceId(choice));
            for (t, p) in branches.targets.iter().zip(branches.distribution.floats) {
                hasher.write(&t.to_le_bytes());
                hasher.write(&p.to_bits().to_le_bytes());
            }
            hasher.write(&[0xff]);
        }
    }
    hasher.finish_128()
}

/// Numbers as bytes.
pub(super) trait Plain: Sized {
    fn put(&self, bytes: &mut Vec<u8>);
    /// Takes one from the front; `None` where there is none.
    fn take(bytes: &mut &[u8]) -> Option<Self>;
}

macro_rules! plain {
    ($($of:ty),*) => {$(
        impl Plain for $of {
            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                let (first, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*first))
            }
        }
    )*};
}

plain!(u8, u32, u64, u128, f64);

impl Plain for UBig {
    fn put(&self, bytes: &mut Vec<u8>) {
        let own = self.to_le_bytes();
        (own.len() as u64).put(bytes);
        bytes.extend_from_slice(&own);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let length = u64::take(bytes)? as usize;
        let (own, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(Self::from_le_bytes(own))
    }
}

/// A number from 0 to 1, or nothing.
fn within<N: Number>(number: N) -> Option<N> {
    (N::zero() <= number && number <= N::one()).then_some(number)
}

impl Plain for Fixed64 {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        within(Self(u64::take(bytes)?))
    }
}

impl Plain for Fixed128 {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        within(Self(u128::take(bytes)?))
    }
}

impl Plain for Fixed512 {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        within(Self(UBig::take(bytes)?))
    }
}

/// One that is not negative.
impl Plain for Rational {
    fn put(&self, bytes: &mut Vec<u8>) {
        let (numerator, denominator) = self.clone().into_parts();
        numerator.into_parts().1.put(bytes);
        denominator.put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let (numerator, denominator) = (UBig::take(bytes)?, UBig::take(bytes)?);
        (denominator != UBig::ZERO).then(|| Self::from_parts(numerator.into(), denominator))
    }
}

/// Numbers, one after the other.
pub(super) fn put_all<T: Plain>(all: &[T], bytes: &mut Vec<u8>) {
    all.iter().for_each(|one| one.put(bytes));
}

/// Takes a number into each place; false where there are too few.
pub(super) fn take_all<T: Plain>(all: &mut [T], bytes: &mut &[u8]) -> bool {
    all.iter_mut().all(|place| T::take(bytes).map(|one| *place = one).is_some())
}
