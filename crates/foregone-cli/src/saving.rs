//! Files are written beside their place and renamed, so that nobody ever sees half a file.
//!
//! Invariant: what is replaced is an ordinary file that may be written; devices, pipes and folders
//! are refused, and behind a link the file it leads to is replaced.

use std::fs::{self, File, Metadata, Permissions};
use std::path::{Path, PathBuf};

use foregone::format::solution::{self, Answer, Origin, WriteError};
use foregone::session::AnyExplored;
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A place for a file, found good before the work whose result is to be put there.
pub struct Place {
    /// As it was named.
    named: PathBuf,
    /// Where links lead.
    target: PathBuf,
    /// Of the file that is replaced.
    permissions: Option<Permissions>,
}

impl Place {
    /// Tries whether a file can be put at `path`; whatever is there stays.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let fail = |error: std::io::Error| Failure::io(path, &error);
        let target = match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => fs::canonicalize(path).map_err(fail)?,
            _ => path.into(),
        };
        let before = fs::metadata(&target).ok();
        if let Some(why) = before.as_ref().and_then(refusal) {
            return Err(Failure::in_file(path, why));
        }
        let permissions = before.map(|found| found.permissions());
        let place = Self { named: path.into(), target, permissions };
        // Removed at once: whatever ends the process during the work, nothing is left behind.
        place.beside().map_err(fail)?;
        Ok(place)
    }

    /// As it was named.
    pub fn named(&self) -> &Path {
        &self.named
    }

    /// Writes the file with `write`; where that fails, what was there before stays.
    pub fn save(self, write: impl FnOnce(&mut File) -> Result<(), Failure>) -> Result<(), Failure> {
        let fail = |error: std::io::Error| Failure::io(&self.named, &error);
        let mut beside = self.beside().map_err(fail)?;
        write(beside.as_file_mut())?;
        beside.as_file().sync_all().map_err(fail)?;
        beside.persist(&self.target).map_err(|error| fail(error.error))?;
        Ok(())
    }

    /// Writes a solution.
    pub fn save_answer(
        self,
        origin: &Origin,
        explored: &dyn AnyExplored,
        answer: Answer<'_>,
    ) -> Result<(), Failure> {
        let named = self.named.clone();
        self.save(|file| match solution::write_answer(file, origin, explored, answer) {
            Err(WriteError::Io(error)) => Err(Failure::io(&named, &error)),
            written => written.map_err(|error| Failure::in_file(&named, error)),
        })
    }

    fn beside(&self) -> std::io::Result<NamedTempFile> {
        let folder = match self.target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let beside = builder().tempfile_in(folder)?;
        if let Some(permissions) = &self.permissions {
            beside.as_file().set_permissions(permissions.clone())?;
        }
        Ok(beside)
    }
}

/// Why something that exists is not to be replaced.
fn refusal(found: &Metadata) -> Option<&'static str> {
    let kind = found.file_type();
    if kind.is_dir() {
        return Some("is a folder, not a file");
    }
    if !kind.is_file() {
        return Some(kind_of(kind));
    }
    found.permissions().readonly().then_some("is read-only; it stays as it is")
}

#[cfg(unix)]
fn kind_of(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "is a pipe, not a file: a solution is written in several passes"
    } else if kind.is_socket() {
        "is a socket, not a file"
    } else {
        "is a device, not a file"
    }
}

#[cfg(not(unix))]
fn kind_of(_: fs::FileType) -> &'static str {
    "is not an ordinary file"
}

/// Temporary files are private as a rule; ours are to become ordinary ones.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".foregone-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder
}
