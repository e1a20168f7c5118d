//! A solution in a folder: a file for each worker that has positions, and a manifest that names
//! them.
//!
//! Each part is a file as others are, sorted by its positions' fields; which positions it has
//! follows from the game's placing ([`owner`]). Invariant: a manifest is text that says what is
//! written of it, byte by byte, and holds every part's rows and checksum; a part that is missing,
//! altered or another run's is refused by name.

use std::io::{Read, Seek, Write};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use super::columns::{Rows, Table};
use super::sheet::Sheet;
use super::{Column, Meta, Origin, Positions, ReadError, Saved, WriteError};
use super::{reading, seal, writing};
use crate::judge::part::CheckedPart;
use crate::{Bounds, Intervals, Solution};

/// The name of the manifest in its folder.
pub const MANIFEST: &str = "manifest.json";

/// The name of worker `worker`'s part.
pub fn part_name(worker: u32) -> String {
    format!("part-{worker:05}.parquet")
}

/// What a worker writes.
pub struct Portion<'a> {
    /// Its number and that of all workers.
    pub worker: [u32; 2],
    /// Its positions.
    pub positions: &'a dyn Positions,
    /// Its part of the answer, in the order of the positions.
    pub checked: &'a CheckedPart,
    /// For each of its positions whether play from there ends with probability 1 under the
    /// strategies shown.
    pub ends: Vec<bool>,
    /// Where the whole game starts.
    pub starts: Vec<String>,
}

/// A file of a solution in several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartFile {
    /// Its name in the folder.
    pub name: String,
    /// The worker that wrote it.
    pub worker: u32,
    /// Its positions.
    pub rows: u64,
    /// XXH3-128, as in the file's own footer.
    pub checksum: String,
}

/// What a folder holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Of the whole solution.
    pub solution: Meta,
    /// How many workers wrote it.
    pub workers: u32,
    /// The parts, in the order of the workers that have one.
    pub parts: Vec<PartFile>,
    /// XXH3-128 of this text with no digits here.
    checksum: String,
}

impl Portion<'_> {
    /// Writes the part.
    ///
    /// # Errors
    /// As for [`write`](super::write()).
    pub fn write<F>(self, file: &mut F, origin: &Origin) -> Result<PartFile, WriteError>
    where
        F: Read + Write + Seek + Send,
    {
        let (arena, solution) = (self.checked.arena(), self.checked.solution());
        let rows = self.ends.len() as u64;
        let sizes = [rows, arena.choices() as u64, arena.branches() as u64];
        let states = self.ends.len();
        let sheet = Sheet::plain(solution, self.ends);
        let meta = Meta::of(origin, &sheet, sizes, self.starts);
        let meta = Meta { part: Some(self.worker), ..meta };
        let table = Table { states, rows: Rows::new(self.positions), arena, sheet };
        writing::write(file, &meta, &table)?;
        let checksum = seal::close(file)?;
        let worker = self.worker[0];
        Ok(PartFile { name: part_name(worker), worker, rows, checksum })
    }

    /// What the manifest says of the whole: states, choices, branches.
    pub fn whole(&self, origin: &Origin, sizes: [u64; 3]) -> Meta {
        let sheet = Sheet::plain(self.checked.solution(), Vec::new());
        Meta::of(origin, &sheet, sizes, self.starts.clone())
    }
}

impl Manifest {
    /// The manifest of these parts.
    pub fn new(solution: Meta, workers: u32, parts: Vec<PartFile>) -> Self {
        let checksum = String::new();
        let mut new = Self { solution, workers, parts, checksum };
        new.checksum = new.digits();
        new
    }

    fn digits(&self) -> String {
        let bare = Self { checksum: String::new(), ..self.clone() };
        format!("{:032x}", XxHash3_128::oneshot(bare.text().as_bytes()))
    }

    /// As it is written.
    pub fn text(&self) -> String {
        // Nothing in it can fail to be JSON: names and numbers.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// It is none, was cut short or altered, or comes from a later version.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let any: serde_json::Value = serde_json::from_str(text).map_err(|_| ReadError::CutShort)?;
        reading::check_version(&any["solution"])?;
        let read: Self =
            serde_json::from_value(any).map_err(|error| ReadError::Form(error.to_string()))?;
        if read.text() != text {
            return Err(ReadError::Form("altered: it is not as it was written".into()));
        }
        seal::same(read.digits(), read.checksum.as_bytes())?;
        read.solution.check()?;
        let rows: u64 = read.parts.iter().fold(0, |sum, part| sum.saturating_add(part.rows));
        if rows != read.solution.states {
            let states = read.solution.states;
            return Err(ReadError::Form(format!("its parts have {rows} rows, not {states}")));
        }
        Ok(read)
    }

    /// Reads all parts; `part` opens one by its name.
    ///
    /// # Errors
    /// The first part that is missing, altered, or another run's.
    pub fn read_parts<R: Read>(
        self,
        mut part: impl FnMut(&str) -> std::io::Result<R>,
    ) -> Result<Saved, ReadError> {
        let mut whole: Option<Saved> = None;
        for file in &self.parts {
            let within = |error| ReadError::within(&file.name, error);
            let read = part(&file.name).map_err(ReadError::opening).and_then(|mut from| {
                let mut bytes = Vec::new();
                from.read_to_end(&mut bytes)?;
                self.check_part(file, &seal::check(&bytes)?)?;
                reading::read(bytes)
            });
            let read = read.map_err(within)?;
            self.check_meta(file, &read.meta).map_err(within)?;
            match &mut whole {
                None => whole = Some(read),
                Some(whole) => whole.append(read).map_err(within)?,
            }
        }
        let none = || ReadError::Form("it names no part".into());
        Ok(Saved { meta: self.solution, ..whole.ok_or_else(none)? })
    }

    fn check_part(&self, file: &PartFile, checksum: &str) -> Result<(), ReadError> {
        if file.checksum == checksum {
            return Ok(());
        }
        let (computed, stored) = (checksum.to_owned(), file.checksum.clone());
        Err(ReadError::Checksum { computed, stored })
    }

    /// A part belongs to this solution.
    pub(super) fn check_meta(&self, file: &PartFile, part: &Meta) -> Result<(), ReadError> {
        let whole = &self.solution;
        let same = part.part == Some([file.worker, self.workers])
            && part.states == file.rows
            && part.game_hash == whole.game_hash
            && part.numbers == whole.numbers
            && part.subject == whole.subject
            && part.scale == whole.scale
            && part.starts == whole.starts;
        let why = "it is not the part that the manifest names";
        if same { Ok(()) } else { Err(ReadError::Form(why.into())) }
    }
}

impl Saved {
    /// Adds the rows of another part.
    fn append(&mut self, other: Self) -> Result<(), ReadError> {
        let named =
            |all: &[(String, Column)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let fields = named(&self.fields) == named(&other.fields)
            && self
                .fields
                .iter_mut()
                .zip(other.fields)
                .all(|((_, all), (_, more))| all.append(more));
        let Solution { bounds, strategy, rank, .. } = other.solution;
        if !fields || !append(&mut self.solution.bounds, bounds) {
            return Err(ReadError::Form("its columns are not those of the other parts".into()));
        }
        self.solution.strategy.extend(strategy);
        self.solution.rank.extend(rank);
        self.more.rank.extend(other.more.rank);
        self.more.lower_infinite.extend(other.more.lower_infinite);
        self.more.upper_infinite.extend(other.more.upper_infinite);
        self.files.extend(other.files);
        Ok(())
    }
}

/// Adds bounds of the same kind.
fn append(all: &mut Bounds, more: Bounds) -> bool {
    fn both<T>(all: &mut Intervals<T>, more: Intervals<T>) -> bool {
        all.lower.extend(more.lower);
        all.upper.extend(more.upper);
        true
    }
    match (all, more) {
        (Bounds::Fixed64(all), Bounds::Fixed64(more)) => both(all, more),
        (Bounds::Fixed128(all), Bounds::Fixed128(more)) => both(all, more),
        (Bounds::Fixed512(all), Bounds::Fixed512(more)) => both(all, more),
        (Bounds::Exact(all), Bounds::Exact(more)) => both(all, more),
        (Bounds::Grades(all), Bounds::Grades(more)) => both(all, more),
        _ => false,
    }
}
