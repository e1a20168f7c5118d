//! What ends a verb without an answer.

use std::io;
use std::path::Path;

use crate::interrupt;

/// An error in what was given, or in the world around.
#[derive(Debug)]
pub enum Failure {
    /// What is wrong, where, and what would be right.
    Wrong(String),
    /// Nothing is known within the limits.
    Undecided(String),
    /// Ctrl-C ended the work before anything was known.
    Interrupted(String),
    /// Whoever read the output has gone; there is nobody to tell.
    Closed,
}

impl Failure {
    /// What an earlier run left cannot be taken up.
    pub fn damaged(error: impl std::fmt::Display) -> Self {
        Self::Wrong(format!("--checkpoint: {error}; remove the file or name another one"))
    }

    /// The same failure with the file that it concerns.
    pub fn in_file(path: &Path, error: impl ToString) -> Self {
        Self::Wrong(format!("{}: {}", path.display(), error.to_string()))
    }

    /// A failure of the system around a file.
    pub fn io(path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
            io::ErrorKind::NotADirectory => "a part of it is a file, not a folder".to_owned(),
            io::ErrorKind::StorageFull => "no space is left".to_owned(),
            io::ErrorKind::QuotaExceeded => "the quota of space is used up".to_owned(),
            io::ErrorKind::FileTooLarge => "larger than files may be here".to_owned(),
            io::ErrorKind::ReadOnlyFilesystem => "nothing can be written there".to_owned(),
            _ => plain(error),
        };
        Self::in_file(path, why)
    }

    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Wrong(_) => 2,
            Self::Undecided(_) => 3,
            Self::Interrupted(_) => interrupt::EXIT,
            Self::Closed => 0,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wrong(text) | Self::Undecided(text) | Self::Interrupted(text) => {
                f.write_str(text)
            }
            Self::Closed => f.write_str("the output was closed"),
        }
    }
}

/// A failure to write an answer.
pub fn output(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::io(Path::new("standard output"), &error),
    }
}

/// What the system says, without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}

/// Errors of the library say all that is to be said.
pub fn wrong(error: impl std::error::Error) -> Failure {
    Failure::Wrong(error.to_string())
}
