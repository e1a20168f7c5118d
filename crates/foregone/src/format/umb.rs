//! UMB, the field's binary format: a tar archive, gzipped or not, of `index.json` and arrays.
//!
//! Written after its specification (pmc-tools/umb, format version 1): everything is exact
//! (rationals of a multiple of 128 bits), nothing depends on the clock. Read are chains, decision
//! processes and turn-based games in discrete time; observations, continuous time and intervals
//! are refused by name, what else a file holds and is not used is named in a warning.
//! Invariant: nothing is allocated by a count that the bytes at hand do not bear out.

use super::{Format, FormatError};

mod archive;
mod arrays;
mod index;
mod numbers;
mod read;
mod read_annotations;
mod read_valuations;
mod write;
mod write_index;
mod write_valuations;

/// The row in the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "umb",
    about: "UMB, the field's binary format: games, rewards, labels, exact numbers",
    endings: &["umb"],
    beside: &[],
    read: Some(read::read),
    write: Some(write::write),
};

/// A mistake in one file of the archive.
fn wrong(file: &str, entry: &str, byte: Option<u64>, message: impl Into<String>) -> FormatError {
    FormatError::Bytes { file: file.into(), entry: entry.into(), byte, message: message.into() }
}
