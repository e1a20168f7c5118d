//! Saved solutions: a Parquet file with one row for each position.
//!
//! Any reader of Parquet sees the position's fields, its bounds, its best move and its rank, in the
//! order of the fields, so that [`Stored`] finds a position without reading the others; the footer
//! names the game, so that the arena can be built again and the answer judged anew. Where several
//! workers solved, there is one such file for each and a [`Manifest`].
//! Invariant: what [`write_answer`] writes comes from an answer that the judge accepted, a checksum
//! covers every byte, and [`Saved::judge_any`] alone turns a file back into such an answer.

use std::io::{Read, Seek, Write};

use bytes::Bytes;

use crate::session::{AnyExplored, Seen};
use crate::{Arena, Goal, Solution};

mod claim;
mod columns;
mod error;
mod lookup;
mod meta;
mod parts;
mod question;
mod reading;
mod rebuild;
mod scale;
mod schema;
mod seal;
mod sheet;
mod shelf;
mod shown;
mod states;
mod writing;

use columns::Table;
use sheet::Sheet;

pub use claim::Rejudged;
pub use columns::{Column, Positions};
pub use error::{ReadError, RebuildError, WriteError};
pub use lookup::{Found, FoundAmount, Stored};
pub use meta::{Meta, Numbers, Origin};
pub use parts::{MANIFEST, Manifest, PartFile, Portion, part_name};
pub use question::Question;
pub use scale::Scale;
pub use sheet::{Answer, Subject};
pub use states::{States, contents};

/// The bytes with which every Parquet file begins.
pub const MAGIC: &[u8; 4] = b"PAR1";

/// A solution read from a file whose checksum holds, not yet judged.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What the file says of itself.
    pub meta: Meta,
    /// The positions' fields, in the order of the states.
    pub fields: Vec<(String, Column)>,
    /// The bounds and their evidence; where there is a scale, the parts that the judge looks at.
    pub solution: Solution,
    /// What only some kinds of answer have.
    more: More,
    /// The whole files, for the columns that follow from these.
    files: Vec<Bytes>,
}

/// Evidence beside that of chances.
#[derive(Clone, Debug, Default)]
struct More {
    /// The second column of ranks; empty without one.
    rank: Vec<u32>,
    lower_infinite: Vec<bool>,
    upper_infinite: Vec<bool>,
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

/// Writes a game solved for a chance, or for who wins.
///
/// # Errors
/// As for [`write_answer`].
pub fn write<F>(file: &mut F, origin: &Origin, solved: Seen<'_>) -> Result<(), WriteError>
where
    F: Read + Write + Seek + Send,
{
    write_answer(file, origin, solved.explored, Answer::Chance(solved.checked))
}

/// Writes the answer for an explored game, whose arena it is about: what the game itself asks, or
/// the property in `origin`.
///
/// # Errors
/// The place to write to fails, or the answer is none that files can hold.
pub fn write_answer<F>(
    file: &mut F,
    origin: &Origin,
    explored: &dyn AnyExplored,
    answer: Answer<'_>,
) -> Result<(), WriteError>
where
    F: Read + Write + Seek + Send,
{
    match answer {
        Answer::Chance(checked)
            if origin.model.is_none() && Goal::is_targets(&checked.objective().goal) =>
        {
            return Err(WriteError::Objective);
        }
        answer if !answer.is_kept() => return Err(WriteError::Kind),
        Answer::Steps(..) | Answer::Stand(..) if origin.model.is_none() => {
            return Err(WriteError::Kind);
        }
        _ => {}
    }
    let sheet = Sheet::of(answer);
    if let Some(scale) = sheet.scale.as_ref().filter(|scale| !scale.fits()) {
        return Err(WriteError::Large(scale.to_string()));
    }
    let arena: &Arena = &explored.arena();
    let table = Table::of(&explored, arena, sheet);
    writing::write(file, &Meta::new(origin, explored, &table), &table)?;
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
