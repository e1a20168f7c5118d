//! Checkpoints: what the workers know, in a folder, so that a run can go on.
//!
//! A checkpoint is a folder of its own: one part for each worker, and a manifest that is written
//! last and names it. Parts are written beside their place and renamed, so a checkpoint is whole or
//! not there; every part ends with a checksum. Positions and values have parts of their own: once
//! all positions are known they are written for the last time. Invariant: going on from a checkpoint with as many
//! workers as wrote it gives the same bits as never having stopped; with another number of workers
//! the positions are dealt out anew and explored from all that are known.
//!
//! Only positions and values are written: a worker's arena follows from its positions.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_128;

use crate::agree::agree;
use crate::crew::Crew;
use crate::packet::Reader;

/// The first bytes of every part.
const MAGIC: &[u8; 16] = b"foregone-part-1\n";
/// The file that names the last whole checkpoint.
const MANIFEST: &str = "manifest";
const FIRST_LINE: &str = "foregone checkpoint 1";
const ALTERED: &str =
    "cut short or altered: its checksum does not hold; remove the folder to begin anew";
/// Bytes of a checksum.
const SUM: usize = 16;

/// Where checkpoints are kept, for which run.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// The folder, which every machine of the run sees or has for itself.
    pub folder: PathBuf,
    /// What is solved: another run's checkpoints are refused.
    pub identity: String,
}

/// What a manifest says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Manifest {
    identity: String,
    /// How many workers wrote it.
    pub workers: usize,
    positions: u64,
    values: Option<u64>,
}

/// What a part holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Positions,
    Values,
}

impl Manifest {
    fn text(&self) -> String {
        let Self { identity, workers, positions, values } = self;
        let values = values.map_or("-".into(), |number| number.to_string());
        let text = format!("{FIRST_LINE}\n{workers}\n{positions}\n{values}\n{identity}\n");
        let sum = XxHash3_128::oneshot(text.as_bytes());
        format!("{text}{sum:032x}\n")
    }

    fn read(text: &str) -> Option<Self> {
        let body = text.strip_suffix('\n')?;
        let (before, sum) = body.rsplit_once('\n')?;
        let whole = format!("{before}\n");
        if format!("{:032x}", XxHash3_128::oneshot(whole.as_bytes())) != sum {
            return None;
        }
        let mut lines = before.splitn(5, '\n');
        let first = lines.next()?;
        let workers = lines.next()?.parse().ok()?;
        let positions = lines.next()?.parse().ok()?;
        let values = lines.next()?.parse().ok();
        let identity = lines.next()?.to_owned();
        (first == FIRST_LINE).then_some(Self { identity, workers, positions, values })
    }

    fn number(&self, kind: Kind) -> Option<u64> {
        match kind {
            Kind::Positions => Some(self.positions),
            Kind::Values => self.values,
        }
    }

    /// True where values were written too.
    pub fn has_values(&self) -> bool {
        self.values.is_some()
    }
}

/// A folder of checkpoints, for one worker.
pub(crate) struct Keeper {
    keeping: Option<Keeping>,
    /// The number of the next folder.
    next: u64,
    positions: Option<u64>,
    values: Option<u64>,
}

impl Keeper {
    /// Looks for a checkpoint to go on from; all workers see the same one or none.
    pub fn open(
        crew: &mut Crew<'_>,
        keeping: Option<Keeping>,
    ) -> Result<(Self, Option<Manifest>), String> {
        let mut new = Self { keeping, next: 0, positions: None, values: None };
        let Some(kept) = new.keeping.clone() else { return Ok((new, None)) };
        let manifest = agree(crew, read_manifest(&kept))?;
        let mine = manifest.as_ref().map(Manifest::text).unwrap_or_default().into_bytes();
        let differs = crew.all(mine.clone()).iter().position(|other| *other != mine);
        let why = differs.map_or(Ok(()), |at| {
            let (folder, me) = (kept.folder.display(), crew.me);
            Err(format!(
                "{folder}: worker {at} sees another checkpoint there than worker {me}; all \
                 machines need the same folder, or each its own from the same run"
            ))
        });
        agree(crew, why)?;
        if let Some(manifest) = &manifest {
            new.positions = Some(manifest.positions);
            new.values = manifest.values;
            new.next = 1 + manifest.positions.max(manifest.values.unwrap_or(0));
        }
        Ok((new, manifest))
    }

    /// True where checkpoints are to be written.
    pub fn keeps(&self) -> bool {
        self.keeping.is_some()
    }

    /// Writes a checkpoint: every worker its part, then the manifest.
    pub fn write(&mut self, crew: &mut Crew<'_>, kind: Kind, part: &[u8]) -> Result<(), String> {
        let Some(Keeping { folder, identity }) = self.keeping.clone() else { return Ok(()) };
        let number = self.next;
        let here = folder.join(format!("{number:08}"));
        let name = format!("part-{:05}", crew.me);
        let written = fs::create_dir_all(&here).map_err(|error| failed(&here, &error));
        let written = written.and_then(|()| save(&here.join(&name), &sealed(part)));
        agree(crew, written)?;
        let before = match kind {
            // Values belong to the positions before.
            Kind::Positions => [self.positions.replace(number), self.values.take()],
            Kind::Values => [self.values.replace(number), None],
        };
        let manifest = Manifest {
            identity,
            workers: crew.peers,
            positions: self.positions.unwrap_or(number),
            values: self.values,
        };
        // By every worker, for folders need not be shared; with one folder all write the same.
        let beside = folder.join(format!(".{MANIFEST}-{:05}", crew.me));
        let written = save_beside(&folder.join(MANIFEST), &beside, manifest.text().as_bytes());
        agree(crew, written)?;
        self.next = number + 1;
        for old in before.into_iter().flatten() {
            let old = folder.join(format!("{old:08}"));
            let _ = fs::remove_file(old.join(&name));
            let _ = fs::remove_dir(&old);
        }
        Ok(())
    }

    /// The part that worker `worker` wrote.
    pub fn part(&self, manifest: &Manifest, kind: Kind, worker: usize) -> Result<Sections, String> {
        let (Some(Keeping { folder, .. }), Some(number)) = (&self.keeping, manifest.number(kind))
        else {
            return Ok(Sections::default());
        };
        let place = folder.join(format!("{number:08}")).join(format!("part-{worker:05}"));
        let mut bytes = Vec::new();
        let read = File::open(&place).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| failed(&place, &error))?;
        unsealed(&bytes).map(Sections::read).ok_or_else(|| {
            let place = place.display();
            format!("{place}: {ALTERED}")
        })
    }
}

fn read_manifest(keeping: &Keeping) -> Result<Option<Manifest>, String> {
    let place = keeping.folder.join(MANIFEST);
    let text = match fs::read_to_string(&place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(&place, &error)),
        Ok(text) => text,
    };
    let shown = place.display();
    let manifest = Manifest::read(&text).ok_or_else(|| format!("{shown}: {ALTERED}"))?;
    if manifest.identity != keeping.identity {
        let (theirs, ours) = (&manifest.identity, &keeping.identity);
        return Err(format!("{shown}: is of another run: '{theirs}', this one is '{ours}'"));
    }
    Ok(Some(manifest))
}

pub(crate) fn failed(place: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::StorageFull => "no space is left".to_owned(),
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        _ => error.to_string(),
    };
    format!("{}: {why}", place.display())
}

/// A part's bytes with their beginning and their checksum.
fn sealed(part: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((part.len() as u64).to_le_bytes());
    bytes.extend(part);
    let sum = XxHash3_128::oneshot(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    let right = XxHash3_128::oneshot(body).to_le_bytes() == *sum;
    let body = body.strip_prefix(MAGIC)?;
    let (length, part) = body.split_at_checked(8)?;
    let length = u64::from_le_bytes(length.try_into().ok()?);
    (right && length == part.len() as u64).then_some(part)
}

fn save(place: &Path, bytes: &[u8]) -> Result<(), String> {
    save_beside(place, &place.with_extension("new"), bytes)
}

/// Written beside its place, then renamed; where that fails nothing is left.
pub(crate) fn save_beside(place: &Path, beside: &Path, bytes: &[u8]) -> Result<(), String> {
    let write = || -> io::Result<()> {
        let mut file = File::create(beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(beside, place)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(beside);
        failed(place, &error)
    })
}

/// Named sections of a part.
#[derive(Default)]
pub(crate) struct Sections(pub Vec<(u8, Vec<u8>)>);

impl Sections {
    pub fn add(&mut self, name: u8, bytes: Vec<u8>) {
        self.0.push((name, bytes));
    }

    /// The section's bytes; none where it is missing.
    pub fn find(&self, name: u8) -> &[u8] {
        self.0.iter().find(|(other, _)| *other == name).map_or(&[], |(_, bytes)| bytes)
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (name, bytes) in &self.0 {
            out.push(*name);
            out.extend((bytes.len() as u64).to_le_bytes());
            out.extend(bytes);
        }
        out
    }

    pub fn read(bytes: &[u8]) -> Self {
        let mut reader = Reader(bytes);
        let mut all = Self::default();
        while !reader.is_empty() {
            let name = reader.u8();
            let length = reader.u64() as usize;
            all.add(name, reader.take(length).to_vec());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_cut_or_altered_is_refused() {
        let bytes = sealed(b"some part");
        assert_eq!(unsealed(&bytes), Some(&b"some part"[..]));
        assert!((0..bytes.len()).all(|length| unsealed(&bytes[..length]).is_none()));
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 4;
            assert_eq!(unsealed(&altered), None, "byte {at}");
        }
        let identity = "pig\n75".into();
        let manifest = Manifest { identity, workers: 4, positions: 3, values: None };
        let text = manifest.text();
        assert_eq!(Manifest::read(&text).as_ref(), Some(&manifest));
        let later = Manifest { values: Some(7), ..manifest };
        assert_eq!(Manifest::read(&later.text()).as_ref(), Some(&later));
        assert!(Manifest::read(&text[..text.len() - 1]).is_none());
        assert!(Manifest::read(&text.replace("75", "76")).is_none());
    }
}
