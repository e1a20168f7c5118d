//! What a checkpoint holds of bounds: those of all own states, how far the levels are done, and
//! where in a zone the sweeps are.
//!
//! Invariant: what a zone does before its sweeps follows from the levels before, so it is done
//! again; the sweeps then go on with the numbers that they had, and with the same numbers at the
//! edge, for these are what the borrowers were told last.

use crate::checkpoint::{Keeper, Kind, Sections};
use crate::claim::Work;
use crate::crew::Crew;
use crate::numbers::Digits;
use crate::part::Part;
use crate::sweeps::{Sweeps, Way};
use crate::wire::Wire;

// Sections of a checkpoint.
const LOWER: u8 = 1;
const UPPER: u8 = 2;
const STRATEGY: u8 = 3;
const RANK: u8 = 4;
const ORIGIN: u8 = 5;
const WHERE: u8 = 6;
const SENT: u8 = 7;

/// What a zone does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Lower bounds rise until they are nearly still.
    Rise,
    /// Guessed upper bounds are raised.
    Raise,
    /// Upper bounds that hold sink.
    Sink,
    /// Lower bounds rise as far as they go.
    RiseOut,
    /// Upper bounds sink from 1 as far as they go.
    SinkOut,
}

const STEPS: [Step; 5] = [Step::Rise, Step::Raise, Step::Sink, Step::RiseOut, Step::SinkOut];

/// Where a zone is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Stage {
    pub step: Step,
    pub still: f64,
}

/// Writes checkpoints of bounds, and what is left to be taken from one.
pub(crate) struct Kept<'a> {
    keeper: &'a mut Keeper,
    pub stage: Stage,
    /// How many levels are done.
    pub level: u64,
    /// The next rank when the level at hand began.
    first_rank: u32,
    resumed: Option<Sections>,
}

impl<'a> Kept<'a> {
    pub fn new(keeper: &'a mut Keeper) -> Self {
        let stage = Stage { step: Step::Rise, still: 1.0 };
        Self { keeper, stage, level: 0, first_rank: 1, resumed: None }
    }

    /// True where sweeps are to go on from a checkpoint.
    pub fn is_resumed(&self) -> bool {
        self.resumed.is_some()
    }

    /// A level begins.
    pub fn begin(&mut self, next_rank: u32) {
        self.first_rank = next_rank;
    }

    /// A level is done; a checkpoint is written where it is time for one.
    pub fn done<N: Digits>(
        &mut self,
        crew: &mut Crew<'_>,
        part: &Part,
        work: &Work<N>,
    ) -> Result<(), String> {
        self.level += 1;
        if !self.keeper.keeps() || !crew.is_due() {
            return Ok(());
        }
        self.first_rank = work.next_rank;
        let mut all = self.sections(part, &work.lower, &work.upper, work, &work.strategy);
        all.add(WHERE, Wire::put_all(&[self.level, u64::from(self.first_rank), 0]));
        self.keeper.write(crew, Kind::Values, &all.bytes())?;
        crew.pause_later();
        Ok(())
    }

    /// Writes a checkpoint amid sweeps.
    pub fn write<N: Digits>(
        &mut self,
        crew: &mut Crew<'_>,
        part: &Part,
        work: &Work<N>,
        sweeps: &Sweeps<N>,
        next: u64,
    ) -> Result<(), String> {
        if !self.keeper.keeps() {
            return Ok(());
        }
        let (lower, upper) = match sweeps.way {
            Way::Rising => (&sweeps.values, &work.upper),
            Way::Raising | Way::Sinking => (&work.lower, &sweeps.values),
        };
        let mut all = self.sections(part, lower, upper, work, &sweeps.strategy);
        all.add(SENT, Wire::put_all(&sweeps.sent));
        let Stage { step, still } = self.stage;
        let step = 1 + STEPS.iter().position(|other| *other == step).unwrap_or(0) as u64;
        let (left, active) = (sweeps.left, u64::from(sweeps.active));
        let here = [self.level, u64::from(self.first_rank), step];
        let rest = [still.to_bits(), left, active, next];
        all.add(WHERE, Wire::put_all(&[&here[..], &rest[..]].concat()));
        self.keeper.write(crew, Kind::Values, &all.bytes())
    }

    fn sections<N: Digits>(
        &self,
        part: &Part,
        lower: &[N],
        upper: &[N],
        work: &Work<N>,
        strategy: &[u32],
    ) -> Sections {
        let inner = part.inner as usize;
        let mut all = Sections::default();
        all.add(LOWER, Wire::put_all(&lower[..inner]));
        all.add(UPPER, Wire::put_all(&upper[..inner]));
        all.add(STRATEGY, Wire::put_all(&strategy[..inner]));
        all.add(RANK, Wire::put_all(&work.rank[..inner]));
        all.add(ORIGIN, Wire::put_all(&part.origin));
        all
    }

    /// Takes what as many workers had written.
    pub fn restore<N: Digits>(&mut self, part: &Part, work: &mut Work<N>, from: Sections) {
        load(part, work, &from);
        let here: Vec<u64> = Wire::get_all(from.find(WHERE));
        self.level = here.first().copied().unwrap_or(0);
        work.next_rank = here.get(1).copied().unwrap_or(1) as u32;
        if let [_, _, step, still, ..] = here[..] {
            let step = STEPS[(step as usize).saturating_sub(1).min(STEPS.len() - 1)];
            self.stage = Stage { step, still: f64::from_bits(still) };
            self.resumed = Some(from);
        }
    }

    /// Takes the bounds of levels that another number of workers had done.
    pub fn adopt<N: Digits>(
        &mut self,
        part: &Part,
        work: &mut Work<N>,
        from: &[(crate::keys::Keys, Sections)],
        level: impl Fn(u64) -> Option<u64>,
    ) {
        let mut own = crate::keys::Keys::new();
        (0..part.inner).for_each(|at| _ = own.insert(part.keys.get(at)));
        for (keys, values) in from {
            let here: Vec<u64> = Wire::get_all(values.find(WHERE));
            self.level = here.first().copied().unwrap_or(0);
            work.next_rank = here.get(1).copied().unwrap_or(1) as u32;
            // The level at hand begins anew, and with it everything not after it.
            let begun = level(self.level);
            let lower: Vec<N> = Wire::get_all(values.find(LOWER));
            let upper: Vec<N> = Wire::get_all(values.find(UPPER));
            let strategy: Vec<u32> = Wire::get_all(values.find(STRATEGY));
            let rank: Vec<u32> = Wire::get_all(values.find(RANK));
            let origin: Vec<u32> = Wire::get_all(values.find(ORIGIN));
            for (at, &old) in origin.iter().enumerate() {
                let Some(new) = own.find(keys.get(old)).map(|new| new as usize) else { continue };
                if begun.is_none_or(|begun| part.levels[new] > begun) {
                    work.lower[new] = lower[at].clone();
                    work.upper[new] = upper[at].clone();
                    (work.strategy[new], work.rank[new]) = (strategy[at], rank[at]);
                }
            }
        }
    }

    /// Sets sweeps to where they were; the round that is next.
    pub fn resume<N: Digits>(
        &mut self,
        crew: &mut Crew<'_>,
        part: &Part,
        sweeps: &mut Sweeps<N>,
    ) -> u64 {
        let Some(from) = self.resumed.take() else { return 0 };
        let side = if sweeps.way == Way::Rising { LOWER } else { UPPER };
        let own: Vec<N> = Wire::get_all(from.find(side));
        sweeps.sent = Wire::get_all(from.find(SENT));
        let inner = part.inner as usize;
        sweeps.values[..inner].clone_from_slice(&sweeps.sent);
        part.share(crew, &mut sweeps.values);
        sweeps.values[..inner].clone_from_slice(&own);
        let strategy: Vec<u32> = Wire::get_all(from.find(STRATEGY));
        sweeps.strategy[..inner].copy_from_slice(&strategy);
        let here: Vec<u64> = Wire::get_all(from.find(WHERE));
        let [.., left, active, next] = here[..] else { return 0 };
        (sweeps.left, sweeps.active) = (left, active != 0);
        next
    }
}

/// Own states' bounds and evidence.
fn load<N: Digits>(part: &Part, work: &mut Work<N>, from: &Sections) {
    let inner = part.inner as usize;
    work.lower[..inner].clone_from_slice(&Wire::get_all(from.find(LOWER)));
    work.upper[..inner].clone_from_slice(&Wire::get_all(from.find(UPPER)));
    work.strategy[..inner].copy_from_slice(&Wire::get_all(from.find(STRATEGY)));
    work.rank[..inner].copy_from_slice(&Wire::get_all(from.find(RANK)));
}
