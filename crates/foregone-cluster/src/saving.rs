//! A solution in a folder: every worker writes its part, and then all the manifest.
//!
//! Invariant: parts are written beside their places, renamed once all are complete, and named by the
//! manifest last; so whatever ends the work, nobody reads a mixture: the manifest knows every part's
//! checksum.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use foregone::format::solution::{
    MANIFEST, Manifest, Origin, PartFile, Portion, Positions, part_name,
};
use foregone::judge::part::CheckedPart;
use foregone::session::SharedGame;
use foregone::{Field, FieldValue, StateId};

use crate::agree::agree;
use crate::answer::Counts;
use crate::checkpoint::{failed, save_beside};
use crate::crew::Crew;
use crate::endings::endings;
use crate::part::Part;

/// Where a solution is saved, and what it says of itself.
#[derive(Clone, Debug)]
pub struct Saving {
    /// The folder, which every machine of the run sees or has for itself.
    pub folder: PathBuf,
    /// What was solved.
    pub origin: Origin,
}

/// Finds the folder good before the work whose result is to be put there.
pub(crate) fn prepare(crew: &mut Crew<'_>, saving: Option<&Saving>) -> Result<(), String> {
    let Some(Saving { folder, .. }) = saving else { return Ok(()) };
    let me = crew.me;
    agree(crew, tried(folder, me))
}

fn tried(folder: &Path, me: usize) -> Result<(), String> {
    let fail = |error: io::Error| failed(folder, &error);
    if folder.exists() && !folder.is_dir() {
        return Err(format!("{}: is a file; several workers save in a folder", folder.display()));
    }
    fs::create_dir_all(folder).map_err(fail)?;
    let ours = |name: &str| name == MANIFEST || name.starts_with(".part-") || is_part(name);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let name = entry.map_err(fail)?.file_name();
        if !name.to_str().is_some_and(ours) {
            let (folder, name) = (folder.display(), name.display());
            return Err(format!(
                "{folder}: holds '{name}', which is no part of a solution; name an empty folder"
            ));
        }
    }
    let beside = folder.join(format!(".part-{me:05}"));
    File::create(&beside).and_then(|_| fs::remove_file(&beside)).map_err(fail)
}

fn is_part(name: &str) -> bool {
    name.starts_with("part-") && name.ends_with(".parquet")
}

/// What is saved.
pub(crate) struct Solution<'a> {
    pub game: &'a SharedGame,
    pub part: &'a Rc<Part>,
    pub checked: &'a CheckedPart,
    pub starts: Vec<String>,
    pub counts: Counts,
}

/// Writes all parts and the manifest.
pub(crate) fn save(
    crew: &mut Crew<'_>,
    Saving { folder, origin }: &Saving,
    solution: Solution<'_>,
) -> Result<(), String> {
    let Solution { game, part, checked, starts, counts } = solution;
    let ends = endings(crew, part, &checked.solution().strategy);
    let own = Own { game, part };
    let worker = [crew.me as u32, crew.peers as u32];
    let portion = Portion { worker, positions: &own, checked, ends, starts };
    let Counts { states, choices, branches } = counts;
    let whole = portion.whole(origin, [states, choices, branches]);
    let beside = folder.join(format!(".part-{:05}", crew.me));
    let written = match part.inner {
        0 => Ok(None),
        _ => write(&beside, portion, origin).map(Some),
    };
    let written = agree(crew, written);
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    let mine = written?;
    let place = folder.join(part_name(worker[0]));
    let renamed = match &mine {
        None => Ok(()),
        Some(_) => fs::rename(&beside, &place).map_err(|error| failed(&place, &error)),
    };
    agree(crew, renamed)?;
    let line = |file: PartFile| format!("{} {}", file.rows, file.checksum);
    let all = crew.all(mine.map(line).unwrap_or_default().into_bytes());
    let parts: Vec<PartFile> = (0..).zip(&all).filter_map(|(at, line)| read(at, line)).collect();
    let text = Manifest::new(whole, worker[1], parts.clone()).text();
    // By every worker, as checkpoints are; with one folder all write the same.
    let written = save_beside(&folder.join(MANIFEST), &beside, text.as_bytes());
    agree(crew, written)?;
    if crew.me == 0 {
        remove_others(folder, &parts);
    }
    Ok(())
}

fn write(beside: &Path, portion: Portion<'_>, origin: &Origin) -> Result<PartFile, String> {
    let fail = |error: io::Error| failed(beside, &error);
    let mut options = OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(true).open(beside).map_err(fail)?;
    let written = portion.write(&mut file, origin);
    let written = written.map_err(|error| match error {
        foregone::format::solution::WriteError::Io(error) => fail(error),
        error => format!("{}: {error}", beside.display()),
    })?;
    file.sync_all().map_err(fail)?;
    Ok(written)
}

/// What a worker told of its part.
fn read(worker: u32, line: &[u8]) -> Option<PartFile> {
    let (rows, checksum) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let (rows, checksum) = (rows.parse().ok()?, checksum.to_owned());
    Some(PartFile { name: part_name(worker), worker, rows, checksum })
}

/// Removes parts of an earlier solution that the new manifest does not name.
fn remove_others(folder: &Path, parts: &[PartFile]) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        if is_part(&name) && !parts.iter().any(|part| part.name == name) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A worker's own positions.
struct Own<'a> {
    game: &'a SharedGame,
    part: &'a Part,
}

impl Positions for Own<'_> {
    fn players(&self) -> Vec<String> {
        self.game.players()
    }

    fn fields(&self) -> Vec<Field> {
        self.game.fields()
    }

    fn describe(&self, state: StateId) -> Vec<FieldValue> {
        self.game.describe_bytes(self.part.keys.get(state.0)).unwrap_or_default()
    }

    fn show(&self, state: StateId) -> String {
        self.game.show_bytes(self.part.keys.get(state.0)).unwrap_or_default()
    }

    fn move_name(&self, state: StateId, choice: usize) -> String {
        let key = self.part.keys.get(state.0);
        self.game.move_name_bytes(key, choice).unwrap_or_default()
    }
}
