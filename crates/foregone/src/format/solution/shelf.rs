//! One open file of a saved solution: its rows are found and read group by group.
//!
//! Invariant: nothing is told of rows whose checksum, or whose footer's, does not hold.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use parquet::data_type::BoolType;
use parquet::errors::Result as ParquetResult;
use parquet::file::reader::{ChunkReader, Length};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use twox_hash::XxHash3_128;

use super::columns::Column;
use super::reading::{Fields, File};
use super::schema::{self, ENDS, Kind};
use super::{MAGIC, Meta, More, ReadError, seal};
use crate::{Bounds, FieldValue, Solution};

/// The key of the footer's entry about the groups of rows.
pub(super) const STRETCHES: &str = "foregone.groups";

/// A group of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Stretch {
    /// One past its last byte; it begins where the one before ends.
    pub end: u64,
    /// XXH3-128 of its bytes.
    pub hash: String,
    /// The fields of its first position.
    pub first: Vec<Json>,
}

/// A field as the footer has it.
pub(super) fn key(value: FieldValue) -> Json {
    match value {
        FieldValue::Int(number) => number.into(),
        FieldValue::Bool(truth) => truth.into(),
        FieldValue::Text(text) => text.into(),
    }
}

fn value(key: &Json) -> FieldValue {
    match key {
        Json::Bool(truth) => FieldValue::Bool(*truth),
        Json::String(text) => FieldValue::Text(text.clone()),
        other => FieldValue::Int(other.as_i64().unwrap_or(i64::MIN)),
    }
}

/// A source of bytes that the Parquet reader and we read from.
struct Shared<R>(Arc<R>);

impl<R: ChunkReader> Length for Shared<R> {
    fn len(&self) -> u64 {
        self.0.len()
    }
}

impl<R: ChunkReader> ChunkReader for Shared<R> {
    type T = R::T;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        self.0.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        self.0.get_bytes(start, length)
    }
}

/// An open file.
pub(super) struct Shelf<R: ChunkReader + 'static> {
    from: Arc<R>,
    file: File<Shared<R>>,
    pub meta: Meta,
    stretches: Vec<Stretch>,
    parts: BTreeMap<usize, Part>,
}

/// The rows of one group.
pub(super) struct Part {
    fields: Fields,
    pub solution: Solution,
    pub more: More,
    /// As far as the file has them.
    pub ends: Option<Vec<bool>>,
}

impl<R: ChunkReader + 'static> Shelf<R> {
    /// Opens a file and checks its footer.
    pub(super) fn open(from: R) -> Result<Self, ReadError> {
        let length = from.len();
        if length < MAGIC.len() as u64 || from.get_bytes(0, MAGIC.len())? != MAGIC.as_slice() {
            return Err(ReadError::Foreign);
        }
        let tail = length.checked_sub(seal::TAIL as u64).ok_or(ReadError::CutShort)?;
        let footer_length = seal::footer_length(&from.get_bytes(tail, seal::TAIL)?);
        let footer_length = footer_length.filter(|&footer| footer as u64 <= length);
        let footer_length = footer_length.ok_or(ReadError::CutShort)?;
        seal::check_footer(&from.get_bytes(length - footer_length as u64, footer_length)?)?;
        let from = Arc::new(from);
        let file = File::open(Shared(Arc::clone(&from)))?;
        let meta = file.meta()?;
        let stretches = serde_json::from_str(file.entry(STRETCHES)?);
        let stretches: Vec<Stretch> =
            stretches.map_err(|error| ReadError::Form(error.to_string()))?;
        if stretches.len() != file.groups() {
            return Err(ReadError::Form("its footer speaks of other groups of rows".into()));
        }
        Ok(Self { from, file, meta, stretches, parts: BTreeMap::new() })
    }

    /// A group that was read.
    pub(super) fn known(&self, group: usize) -> &Part {
        &self.parts[&group]
    }

    /// The group and the row there of the position with these fields.
    pub(super) fn row(
        &mut self,
        values: &[FieldValue],
    ) -> Result<Option<(usize, usize)>, ReadError> {
        let later = |stretch: &Stretch| {
            let first = stretch.first.iter().map(value);
            first.cmp(values.iter().cloned()) == Ordering::Greater
        };
        let Some(group) = self.stretches.partition_point(|s| !later(s)).checked_sub(1) else {
            return Ok(None);
        };
        let part = self.part(group)?;
        let rows = part.solution.strategy.len();
        let compared = |row: usize| {
            let row = part.fields.iter().filter_map(|(_, column)| column.get(row));
            row.cmp(values.iter().cloned())
        };
        let (mut low, mut high) = (0, rows);
        while low < high {
            let middle = low.midpoint(high);
            match compared(middle) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Ok(Some((group, middle))),
            }
        }
        Ok(None)
    }

    /// The rows of a group, whose checksum holds.
    fn part(&mut self, group: usize) -> Result<&Part, ReadError> {
        if !self.parts.contains_key(&group) {
            let begin = group.checked_sub(1).map_or(0, |before| self.stretches[before].end);
            let Stretch { end, hash, .. } = &self.stretches[group];
            let length = end.checked_sub(begin).filter(|_| *end <= self.from.len());
            let length = length.ok_or(ReadError::CutShort)? as usize;
            let bytes = self.from.get_bytes(begin, length)?;
            seal::same(format!("{:032x}", XxHash3_128::oneshot(&bytes)), hash.as_bytes())?;
            let (fields, solution, more) = self.file.part(&self.meta, group..group + 1)?;
            let has = schema::evidence(self.meta.subject).iter().any(|(name, _)| *name == ENDS);
            let columns = self.file.columns();
            let at = columns.iter().position(|column| column == ENDS).filter(|_| has);
            let ends = at.map(|at| self.file.all::<BoolType>(at, Kind::Bool, group..group + 1));
            let ends = ends.transpose()?.map(|(ends, _)| ends);
            let part = Part { fields, solution, more, ends };
            if !part.is_whole() {
                return Err(ReadError::Form("a column is shorter than the others".into()));
            }
            self.parts.insert(group, part);
        }
        Ok(&self.parts[&group])
    }
}

impl Part {
    fn is_whole(&self) -> bool {
        let rows = self.solution.strategy.len();
        let fields = self.fields.iter().all(|(_, column)| {
            let length = match column {
                Column::Int(all) => all.len(),
                Column::Bool(all) => all.len(),
                Column::Text(all) => all.len(),
            };
            length == rows
        });
        let ends = self.ends.as_ref().is_none_or(|ends| ends.len() == rows);
        let More { lower_infinite, upper_infinite, .. } = &self.more;
        let bounds = &self.solution.bounds;
        let lengths =
            [bounds.len(), upper_length(bounds), lower_infinite.len(), upper_infinite.len()];
        fields && ends && lengths.iter().all(|&length| length == rows)
    }
}

fn upper_length(bounds: &Bounds) -> usize {
    match bounds {
        Bounds::Fixed64(all) => all.upper.len(),
        Bounds::Fixed128(all) => all.upper.len(),
        Bounds::Fixed512(all) => all.upper.len(),
        Bounds::Exact(all) => all.upper.len(),
        Bounds::Grades(all) => all.upper.len(),
    }
}
