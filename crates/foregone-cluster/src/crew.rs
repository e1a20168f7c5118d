//! A worker among its peers: rounds, and what all tell all.

use std::time::{Duration, Instant};

use timely::worker::Worker;

use crate::rounds::{Leg, Outbox, Rounds, until_silent};

/// A worker and what it needs to act with the others.
pub(crate) struct Crew<'w> {
    worker: &'w mut Worker,
    /// This worker's number.
    pub me: usize,
    /// How many workers there are.
    pub peers: usize,
    /// Bytes sent to other workers so far.
    pub sent: u64,
    /// Rounds so far.
    pub rounds: u64,
    /// When the work began.
    pub begun: Instant,
    /// Time spent judging.
    pub judged: Duration,
    /// Time between two pauses; `None` without.
    every: Option<Duration>,
    pause_at: Option<Instant>,
}

impl<'w> Crew<'w> {
    pub fn new(worker: &'w mut Worker, every: Option<Duration>) -> Self {
        let (me, peers) = (worker.index(), worker.peers());
        let pause_at = every.map(|every| Instant::now() + every);
        let (begun, judged) = (Instant::now(), Duration::ZERO);
        Self { worker, me, peers, sent: 0, rounds: 0, begun, judged, every, pause_at }
    }

    /// Rounds from number `first` until everybody is silent; pauses are handed to `paused`, which
    /// may end the work.
    pub fn through<R: Rounds, E>(
        &mut self,
        mut rounds: R,
        mut first: u64,
        mut paused: impl FnMut(&mut Self, &mut R, u64) -> Result<(), E>,
    ) -> Result<R, E> {
        loop {
            let leg = self.leg(rounds, first, self.pause_at);
            (rounds, first) = (leg.rounds, leg.next);
            if !leg.paused {
                return Ok(rounds);
            }
            paused(self, &mut rounds, first)?;
            self.pause_later();
        }
    }

    /// The next pause is a whole time away.
    pub fn pause_later(&mut self) {
        self.pause_at = self.every.map(|every| Instant::now() + every);
    }

    /// True where it is time for a pause, by somebody's clock.
    pub fn is_due(&mut self) -> bool {
        let due = self.pause_at.is_some_and(|at| Instant::now() >= at);
        self.any(due)
    }

    /// Rounds until everybody is silent, without pauses.
    pub fn until_silent<R: Rounds>(&mut self, rounds: R) -> R {
        self.leg(rounds, 0, None).rounds
    }

    fn leg<R: Rounds>(&mut self, rounds: R, first: u64, pause_at: Option<Instant>) -> Leg<R> {
        let leg = until_silent(self.worker, rounds, first, pause_at);
        self.sent += leg.sent;
        self.rounds += leg.next - first;
        leg
    }

    /// Sends each worker its bytes; what the workers sent here, in their order.
    pub fn swap(&mut self, to: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        self.until_silent(Swap { to, from: vec![Vec::new(); self.peers] }).from
    }

    /// Everybody's bytes, in the order of the workers.
    pub fn all(&mut self, mine: Vec<u8>) -> Vec<Vec<u8>> {
        self.swap(vec![mine; self.peers])
    }

    /// The sum of everybody's numbers, place by place.
    pub fn sums<const N: usize>(&mut self, mine: [u64; N]) -> [u64; N] {
        let all = self.all(mine.iter().flat_map(|number| number.to_le_bytes()).collect());
        let mut sums = [0; N];
        for bytes in all {
            for (sum, part) in sums.iter_mut().zip(bytes.chunks_exact(8)) {
                *sum += u64::from_le_bytes(part.try_into().expect("eight bytes"));
            }
        }
        sums
    }

    /// The largest of everybody's numbers.
    pub fn most(&mut self, mine: u64) -> u64 {
        let all = self.all(mine.to_le_bytes().to_vec());
        let number = |bytes: Vec<u8>| bytes.try_into().map_or(0, u64::from_le_bytes);
        all.into_iter().map(number).max().unwrap_or(0)
    }

    /// True where somebody's answer is.
    pub fn any(&mut self, mine: bool) -> bool {
        self.sums([u64::from(mine)])[0] > 0
    }
}

struct Swap {
    to: Vec<Vec<u8>>,
    from: Vec<Vec<u8>>,
}

impl Rounds for Swap {
    fn absorb(&mut self, arrivals: &[Vec<u8>]) {
        for (all, new) in self.from.iter_mut().zip(arrivals) {
            all.extend_from_slice(new);
        }
    }

    fn work(&mut self, _: u64, out: &mut Outbox) {
        for (to, bytes) in std::mem::take(&mut self.to).into_iter().enumerate() {
            *out.to(to) = bytes;
        }
    }
}
