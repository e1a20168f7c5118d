//! Saved solutions: a Parquet file with one row for each position.
//!
//! Any reader of Parquet sees the position's fields, its bounds, its best move and its rank, in the
//! order of the fields, so that [`Stored`] finds a position without reading the others; the footer
//! names the game, so that the arena can be built again and the answer judged anew. Where several
//! workers solved, there is one such file for each and a [`Manifest`].
//! Invariant: what [`write()`] writes comes from a [`Checked`](crate::Checked) solution, a checksum
//! covers every byte, and [`Saved::judge`] alone turns a file back into a checked solution.

use std::io::{Read, Seek, Write};

use bytes::Bytes;

use crate::session::Seen;
use crate::{Goal, Solution};

mod columns;
mod error;
mod lookup;
mod meta;
mod parts;
mod question;
mod reading;
mod rebuild;
mod schema;
mod seal;
mod shelf;
mod shown;
mod writing;

use columns::Table;

pub use columns::{Column, Positions};
pub use error::{ReadError, RebuildError, WriteError};
pub use lookup::{Found, Stored};
pub use meta::{Meta, Numbers, Origin};
pub use parts::{MANIFEST, Manifest, PartFile, Portion, part_name};
pub use question::Question;

/// The bytes with which every Parquet file begins.
pub const MAGIC: &[u8; 4] = b"PAR1";

/// A solution read from a file whose checksum holds, not yet judged.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What the file says of itself.
    pub meta: Meta,
    /// The positions' fields, in the order of the states.
    pub fields: Vec<(String, Column)>,
    /// The bounds and their evidence.
    pub solution: Solution,
    /// The whole files, for the columns that follow from these.
    files: Vec<Bytes>,
}

impl Saved {
    /// The names of the positions' fields; `position` alone where the game has none.
    pub fn field_names(&self) -> Vec<&str> {
        self.fields.iter().map(|(column, _)| schema::name_of_field(column)).collect()
    }

    /// The name of the best move at every position; `None` where play has ended.
    ///
    /// # Errors
    /// The file's bytes cannot be read as what they should be.
    pub fn best_moves(&self) -> Result<Vec<Option<String>>, ReadError> {
        let file = |file: &Bytes| shown::best_moves(&reading::File::open(file.clone())?);
        Ok(self.files.iter().map(file).collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// Writes a solved game.
///
/// # Errors
/// The place to write to fails, or the objective is none that files can hold.
pub fn write<F>(file: &mut F, origin: &Origin, solved: Seen<'_>) -> Result<(), WriteError>
where
    F: Read + Write + Seek + Send,
{
    let targets = Goal::is_targets(&solved.checked.objective().goal);
    if targets && origin.model.is_none() {
        return Err(WriteError::Objective);
    }
    let Seen { explored, checked } = solved;
    writing::write(file, &Meta::new(origin, solved), &Table::of(checked, &explored))?;
    seal::close(file).map(|_| ())
}

/// Reads a saved solution.
///
/// # Errors
/// The bytes are no saved solution, are cut short or altered, or come from a later version.
pub fn read(file: &mut impl Read) -> Result<Saved, ReadError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    seal::check(&bytes)?;
    let saved = reading::read(bytes)?;
    saved.meta.check_whole()?;
    Ok(saved)
}
