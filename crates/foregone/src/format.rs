//! Files of games and answers, as bytes read from and written to what the caller hands in.
//!
//! A format of the field is one file here and one row in [`FORMATS`]. What is read is a
//! [`Listing`]: a game written out state by state. Invariant: reading what was written gives the
//! same listing, as far as the format can hold it; nothing is allocated by a count that a file
//! only announces.

mod dot;
mod drn;
mod error;
mod explicit;
pub mod listing;
mod number;
mod pgsolver;
pub mod solution;
mod text;
mod umb;

pub use error::FormatError;
pub use listing::{Listing, Repair};

/// A format of files.
pub struct Format {
    /// Its name, as it is typed.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The endings by which it is known.
    pub endings: &'static [&'static str],
    /// Where a game takes several files of one base name: what follows that name, `#` being
    /// nothing or a number from 1. Empty where a game is one file.
    pub beside: &'static [&'static str],
    /// Reads a game; none where the format is only written.
    pub read: Option<Reader>,
    /// Writes a game; none where the format is only read.
    pub write: Option<Writer>,
}

/// From the files that hold a game together to the game.
pub type Reader = fn(Vec<Part>, &Reading) -> Result<Read, FormatError>;

/// From a game to the files that hold it together.
pub type Writer = fn(&Listing) -> Result<Vec<Part>, FormatError>;

/// All formats.
pub static FORMATS: &[Format] =
    &[umb::FORMAT, explicit::FORMAT, drn::FORMAT, pgsolver::FORMAT, dot::FORMAT];

/// The format called `name`.
pub fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The format whose files end in `ending`, without the point.
pub fn of_ending(ending: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.endings.contains(&ending))
}

/// One of the files that hold a game together.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name, for messages.
    pub name: String,
    /// What follows the base name, such as `.tra`; empty where a game is one file.
    pub suffix: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Part {
    fn written(suffix: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: String::new(), suffix: suffix.into(), bytes: bytes.into() }
    }
}

/// How files are read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// What happens to probabilities that miss a sum of 1 by their last digits.
    pub repair: Repair,
    /// Bytes that a compressed file may have once it is unpacked.
    pub bytes: u64,
}

impl Default for Reading {
    fn default() -> Self {
        Self { repair: Repair::default(), bytes: 1 << 36 }
    }
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The game.
    pub listing: Listing,
    /// What is odd about the file, one line each.
    pub warnings: Vec<String>,
}
