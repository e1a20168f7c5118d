//! Batches on their way, from the highest level on: which are next, and which wait for which.
//!
//! Batches are taken in a fixed order, and one that was explored waits only for earlier ones; so there
//! is always something to do until all are done.

use std::collections::VecDeque;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Size;
use super::batch::{Batch, Prepared};

/// So many batches may always be under way.
const FEW: usize = 3;
/// So many for each thread where all that is explored takes little memory.
const SOME: usize = 3;
/// Bytes for each thread that are little.
const LITTLE: usize = 1 << 23;

/// What is next to be done.
pub(super) enum Task<S> {
    Explore(Job, Batch<S>),
    Solve(Job, Part<S>),
}

/// A batch that was taken; they are numbered in the order in which they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Job {
    number: u32,
    /// Which of the levels it belongs to.
    level: usize,
}

/// What became of a batch that was explored.
pub(super) struct Part<S> {
    pub entries: Vec<u32>,
    pub prepared: Prepared<S>,
}

/// One that cannot be solved yet: jobs before it that it leads to are missing.
struct Waiting<S> {
    job: Job,
    part: Part<S>,
    missing: Vec<u32>,
}

/// A level some of whose batches were taken: how many are not done, and how much there is in others.
struct Begun {
    left: usize,
    size: Size,
}

/// All batches that are not done.
pub(super) struct Line<S> {
    /// Levels of which nothing was taken, and what was not taken of the last one that was begun.
    levels: Vec<Vec<Batch<S>>>,
    current: Vec<Batch<S>>,
    /// Those before this one are not done; the first of those begun is just before it.
    frontier: usize,
    begun: VecDeque<Begun>,
    taken: u32,
    /// For the entries of jobs that are not done the job.
    jobs: HashMap<u32, u32, FixedState>,
    waiting: Vec<Waiting<S>>,
    ready: Vec<(Job, Part<S>)>,
    /// Jobs that are not done, and the bytes of what is explored of them.
    under_way: usize,
    held: usize,
    threads: usize,
}

impl<S> Line<S> {
    /// The batches of all levels, for so many threads.
    pub fn new(levels: Vec<Vec<Batch<S>>>, threads: usize) -> Self {
        Self {
            frontier: levels.len(),
            levels,
            current: Vec::new(),
            begun: VecDeque::new(),
            taken: 0,
            jobs: HashMap::default(),
            waiting: Vec::new(),
            ready: Vec::new(),
            under_way: 0,
            held: 0,
            threads,
        }
    }

    /// Levels that are not done, or done after one that is not.
    pub fn left(&self) -> usize {
        self.frontier
    }

    /// True where there is something to do.
    pub fn has_next(&self) -> bool {
        !self.ready.is_empty() || self.may_take()
    }

    /// The first batch that can be solved, or else the next one to be explored.
    pub fn next(&mut self) -> Option<Task<S>> {
        let ready = self.ready.iter().enumerate();
        if let Some((first, _)) = ready.min_by_key(|(_, (job, _))| job.number) {
            let (job, part) = self.ready.swap_remove(first);
            return Some(Task::Solve(job, part));
        }
        if self.may_take() { self.take() } else { None }
    }

    /// True where there is a batch to take that waits for nothing, or of which enough fit into memory.
    fn may_take(&self) -> bool {
        let next = match self.current.is_empty() {
            true => self.levels.len().checked_sub(1),
            false => Some(self.levels.len()),
        };
        let little = self.held < LITTLE * self.threads;
        let most = if little { FEW.max(SOME * self.threads) } else { FEW };
        next.is_some_and(|level| level + 1 == self.frontier || self.under_way < most)
    }

    fn take(&mut self) -> Option<Task<S>> {
        while self.current.is_empty() {
            self.current = self.levels.pop()?;
            self.begun.push_back(Begun { left: self.current.len(), size: Size::default() });
        }
        let batch = self.current.pop()?;
        let job = Job { number: self.taken, level: self.levels.len() };
        self.taken += 1;
        self.under_way += 1;
        self.jobs.extend(batch.entries.iter().map(|&id| (id, job.number)));
        Some(Task::Explore(job, batch))
    }

    /// A batch was explored.
    pub fn explored(&mut self, job: Job, part: Part<S>) {
        self.held += part.prepared.bytes();
        let mut missing = Vec::new();
        for id in part.prepared.beyond() {
            if let Some(&other) = self.jobs.get(&id)
                && other < job.number
                && !missing.contains(&other)
            {
                missing.push(other);
            }
        }
        match missing.is_empty() {
            true => self.ready.push((job, part)),
            false => self.waiting.push(Waiting { job, part, missing }),
        }
    }

    /// A batch with these entries, and so much in it, is done; it held so many bytes.
    pub fn done(&mut self, job: Job, entries: &[u32], size: &Size, bytes: usize) {
        self.held -= bytes;
        self.release(job, entries);
        let begun = &mut self.begun[self.frontier - 1 - job.level];
        begun.left -= 1;
        begun.size.add(size);
    }

    /// The job with these entries is no longer under way, and nobody waits for it.
    pub fn release(&mut self, job: Job, entries: &[u32]) {
        self.under_way -= 1;
        entries.iter().for_each(|id| _ = self.jobs.remove(id));
        for waiting in &mut self.waiting {
            waiting.missing.retain(|&other| other != job.number);
        }
        let free = self.waiting.extract_if(.., |waiting| waiting.missing.is_empty());
        self.ready.extend(free.map(|Waiting { job, part, .. }| (job, part)));
    }

    /// How much there is in the batches that are done of each level that is not.
    pub fn begun(&self) -> impl Iterator<Item = (usize, &Size)> {
        (0..self.frontier).rev().zip(self.begun.iter().map(|begun| &begun.size))
    }

    /// Passes the highest level that is left if it is done: how much there was in it.
    pub fn pass(&mut self) -> Option<Size> {
        let size = self.begun.front().filter(|first| first.left == 0)?.size;
        self.begun.pop_front();
        self.frontier -= 1;
        Some(size)
    }

    /// Leaves only batches whose entries are wanted, and those at which somebody is.
    pub fn retain(&mut self, is_wanted: impl Fn(&[u32]) -> bool) {
        for level in self.levels.iter_mut().chain([&mut self.current]) {
            level.retain(|batch| is_wanted(&batch.entries));
        }
        let ready = self.ready.extract_if(.., |(_, part)| !is_wanted(&part.entries));
        let waiting = self.waiting.extract_if(.., |waiting| !is_wanted(&waiting.part.entries));
        let waiting = waiting.map(|Waiting { job, part, .. }| (job, part));
        for (job, part) in ready.chain(waiting).collect::<Vec<_>>() {
            self.held -= part.prepared.bytes();
            self.release(job, &part.entries);
        }
    }
}
