//! Why a solution could not be written, read or judged anew.

use std::io;

use parquet::errors::ParquetError;

use super::Subject;
use crate::model::ModelError;
use crate::session::SessionError;
use crate::{Refusal, Stop};

/// Why a solution could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The place to write to failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A set of targets without the model and the property that it comes from.
    #[error("a solution for a set of targets cannot be saved without the property it answers")]
    Objective,
    /// A kind of answer that files do not hold.
    #[error(
        "this answer cannot be saved; chances, expected amounts and payoffs, and values after at \
         most so many moves can"
    )]
    Kind,
    /// The states of a file cannot be kept.
    #[error("the solution cannot be saved with the states that it is for: {0}")]
    States(String),
    /// A value without a double near it.
    #[error("amounts this large cannot be saved: {0}")]
    Large(String),
    /// A field holds a number here and a word there.
    #[error("field '{0}' does not hold the same kind of value at all positions")]
    Mixed(String),
    /// The file's form failed.
    #[error("{0}")]
    Parquet(ParquetError),
}

impl From<ParquetError> for WriteError {
    /// A failing place to write to is one, however it is wrapped.
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(error) => Self::Io(*error),
                Err(inner) => Self::Parquet(ParquetError::External(inner)),
            },
            error => Self::Parquet(error),
        }
    }
}

/// Why a saved solution could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The place to read from failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Something else altogether.
    #[error("not a saved solution: it does not begin as a Parquet file")]
    Foreign,
    /// The end is missing.
    #[error("cut short or altered: its end is not that of a saved solution")]
    CutShort,
    /// The checksum does not hold.
    #[error("altered or damaged: its checksum is {computed}, but {stored} was written")]
    Checksum {
        /// What the bytes have.
        computed: String,
        /// What the file says.
        stored: String,
    },
    /// A Parquet file of somebody else.
    #[error("a Parquet file, but not a solution written by foregone")]
    NotOurs,
    /// Written by a later version.
    #[error("written in format {0}; this program reads formats {1} to {2}")]
    Version(String, u32, u32),
    /// A part of a solution in several, read by itself.
    #[error("worker {0}'s part of a solution by {1} workers; name the folder it lies in")]
    Part(u32, u32),
    /// A file of a solution in several.
    #[error("{name}: {error}")]
    Within {
        /// The file.
        name: String,
        /// What is wrong with it.
        error: Box<ReadError>,
    },
    /// A file that others name.
    #[error("it is missing")]
    Missing,
    /// Right as a Parquet file, wrong as a saved solution.
    #[error("not a saved solution: {0}")]
    Form(String),
}

impl ReadError {
    /// Why a file that a manifest names cannot be opened.
    pub(super) fn opening(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Io(error),
        }
    }

    /// An error in one file of several.
    pub(super) fn within(name: &str, error: Self) -> Self {
        Self::Within { name: name.into(), error: Box::new(error) }
    }
}

impl From<ParquetError> for ReadError {
    fn from(error: ParquetError) -> Self {
        Self::Form(error.to_string())
    }
}

/// Why a saved solution is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// The game could not be explored again.
    #[error("{0}")]
    Explore(#[from] SessionError),
    /// The model that the file holds cannot be read or explored.
    #[error("{0}")]
    Model(#[from] ModelError),
    /// The columns for readers could not be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The game has another arena now.
    #[error("it has {saved} {what}, but the game has {game}: it was saved for other rules")]
    Counts {
        /// What was counted.
        what: &'static str,
        /// In the file.
        saved: u64,
        /// In the game.
        game: u64,
    },
    /// The game does not have a row's position, or another row has it already.
    #[error("row {row}: play does not come to {position}: it was saved for other rules")]
    Row {
        /// The row, from 0.
        row: usize,
        /// Its position.
        position: String,
    },
    /// The columns before the bounds are not the fields of the game's positions.
    #[error("its positions have the columns {saved}, but the game's have {game}")]
    Fields {
        /// In the file.
        saved: String,
        /// In the game.
        game: String,
    },
    /// It answers another question than the one at hand.
    #[error("it holds {saved}, but {asked} are asked for")]
    Subject {
        /// What it holds.
        saved: Subject,
        /// What is asked for.
        asked: Subject,
    },
    /// Its parts would become other values than they are.
    #[error("its footer says that values are {saved}, but {judged} is right")]
    Scale {
        /// In the file.
        saved: String,
        /// What follows from the judged solution.
        judged: String,
    },
    /// A limit or the caller ended the work.
    #[error("it was not judged: {0}")]
    Stopped(Stop),
    /// A column that is there for readers says something else than the judged solution.
    #[error("column '{column}', row {row} ({position}): it says {saved}, but {judged} is right")]
    Column {
        /// The column.
        column: &'static str,
        /// The row, from 0.
        row: usize,
        /// Its position.
        position: String,
        /// In the file.
        saved: String,
        /// What follows from the judged solution.
        judged: String,
    },
    /// The judge refused the bounds.
    #[error("the judge refuses it at {position}: {refusal}")]
    Refused {
        /// The position as the game shows it.
        position: String,
        /// Why.
        refusal: Refusal,
    },
}
