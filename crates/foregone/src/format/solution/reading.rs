//! From the bytes of a Parquet file whose checksum holds to a solution.
//!
//! What another program may have written with a right checksum is still refused where it is not
//! as we write it.

use std::ops::Range;

use bytes::Bytes;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, FixedLenByteArrayType, Int32Type, Int64Type,
};
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};

use super::meta::FORMAT;
use super::schema::{self, CHOICE, EXACT_LOWER, EXACT_UPPER, Kind, RANK};
use super::writing::META;
use super::{Column, Meta, Numbers, ReadError, Saved};
use crate::{
    Bounds, Fixed64, Fixed128, Fixed512, Grade, Intervals, NO_CHOICE, Number, Rational, Solution,
};

type Outcome<T> = Result<T, ReadError>;

/// Reads the whole file, which may be a part.
pub(super) fn read(bytes: Vec<u8>) -> Outcome<Saved> {
    let bytes = Bytes::from(bytes);
    let file = File::open(bytes.clone())?;
    let meta = file.meta()?;
    let groups = 0..file.groups();
    let (fields, solution) = file.part(&meta, groups)?;
    Ok(Saved { meta, fields, solution, files: vec![bytes] })
}

/// After the fields come our columns, in their order, and no other.
fn check_names(columns: &[String], fields: usize, numbers: Numbers) -> Outcome<()> {
    let ours = schema::ours(numbers);
    if let Some(missing) = ours.iter().find(|head| !columns.contains(&head.name)) {
        return Err(ReadError::Form(format!("column '{}' is missing", missing.name)));
    }
    match columns[fields..].iter().zip(&ours).find(|(name, head)| **name != head.name) {
        None => Ok(()),
        Some((name, head)) => {
            let expected = &head.name;
            let text = format!("column '{name}' is where '{expected}' should be");
            Err(ReadError::Form(text))
        }
    }
}

/// A later version may say other things.
pub(super) fn check_version(meta: &serde_json::Value) -> Outcome<()> {
    match &meta["format"] {
        format if *format == FORMAT => Ok(()),
        other => Err(ReadError::Version(other.to_string(), FORMAT)),
    }
}

/// The fields of some rows, by name.
pub(super) type Fields = Vec<(String, Column)>;

pub(super) struct File<R: ChunkReader + 'static = Bytes> {
    reader: SerializedFileReader<R>,
}

impl<R: ChunkReader + 'static> File<R> {
    pub(super) fn open(from: R) -> Outcome<Self> {
        Ok(Self { reader: SerializedFileReader::new(from)? })
    }

    /// The fields and the answers of the rows in some groups.
    pub(super) fn part(&self, meta: &Meta, groups: Range<usize>) -> Outcome<(Fields, Solution)> {
        let columns = self.columns();
        let fields = columns.len().wrapping_sub(schema::ours(meta.numbers).len());
        let fields =
            columns.get(..fields).ok_or_else(|| ReadError::Form("columns are missing".into()))?;
        check_names(&columns, fields.len(), meta.numbers)?;
        let rows = self.reader.metadata().file_metadata().num_rows();
        if u64::try_from(rows) != Ok(meta.states) {
            let states = meta.states;
            let why = format!("it has {rows} rows, but its footer says {states}");
            return Err(ReadError::Form(why));
        }
        let field =
            |(at, name): (usize, &String)| Ok((name.clone(), self.field(at, groups.clone())?));
        let fields = fields.iter().enumerate().map(field).collect::<Outcome<_>>()?;
        Ok((fields, self.solution(meta, &columns, groups)?))
    }

    /// The text of one of the footer's entries.
    pub(super) fn entry(&self, key: &str) -> Outcome<&str> {
        let entries = self.reader.metadata().file_metadata().key_value_metadata();
        let text = entries.and_then(|all| all.iter().find(|entry| entry.key == key));
        let text = text.and_then(|entry| entry.value.as_deref());
        text.ok_or_else(|| ReadError::Form(format!("no '{key}' in the footer")))
    }

    pub(super) fn meta(&self) -> Outcome<Meta> {
        let text = self.entry(META)?;
        let form = |error: serde_json::Error| ReadError::Form(error.to_string());
        let any: serde_json::Value = serde_json::from_str(text).map_err(form)?;
        check_version(&any)?;
        let meta: Meta = serde_json::from_value(any).map_err(form)?;
        meta.check()?;
        Ok(meta)
    }

    pub(super) fn columns(&self) -> Vec<String> {
        let schema = self.reader.metadata().file_metadata().schema_descr();
        schema.columns().iter().map(|column| column.name().to_owned()).collect()
    }

    fn field(&self, at: usize, groups: Range<usize>) -> Outcome<Column> {
        let schema = self.reader.metadata().file_metadata().schema_descr();
        let stored = schema.column(at).physical_type();
        if stored == schema::physical(Kind::Int) {
            Ok(Column::Int(self.all::<Int64Type>(at, Kind::Int, groups)?.0))
        } else if stored == schema::physical(Kind::Bool) {
            Ok(Column::Bool(self.all::<BoolType>(at, Kind::Bool, groups)?.0))
        } else {
            Ok(Column::Text(self.texts(at, groups)?))
        }
    }

    fn solution(&self, meta: &Meta, columns: &[String], groups: Range<usize>) -> Outcome<Solution> {
        let at = |name: &str| columns.iter().position(|column| column == name).unwrap_or(0);
        let (choices, levels) = self.all::<Int32Type>(at(CHOICE), Kind::Index, groups.clone())?;
        let mut choices = choices.into_iter().map(i32::cast_unsigned);
        let strategy = levels.iter().map(|&level| match level {
            0 => NO_CHOICE,
            _ => choices.next().unwrap_or(NO_CHOICE),
        });
        let (rank, _) = self.all::<Int32Type>(at(RANK), Kind::Index, groups.clone())?;
        // Beside grades the column holds their distances, for whoever reads the file.
        let rank = if meta.numbers == Numbers::Grades { Vec::new() } else { rank };
        Ok(Solution {
            strategy: strategy.collect(),
            rank: rank.into_iter().map(i32::cast_unsigned).collect(),
            bounds: self.bounds(meta.numbers, [at(EXACT_LOWER), at(EXACT_UPPER)], groups)?,
            stopped: meta.stopped.clone().map(|reason| reason.0),
            effort: meta.effort(),
        })
    }

    fn bounds(
        &self,
        numbers: Numbers,
        [lower, upper]: [usize; 2],
        groups: Range<usize>,
    ) -> Outcome<Bounds> {
        let all = || groups.clone();
        Ok(match numbers {
            Numbers::Fixed64 => Bounds::Fixed64(Intervals {
                lower: self.fixed64(lower, all())?,
                upper: self.fixed64(upper, all())?,
            }),
            Numbers::Fixed128 => Bounds::Fixed128(Intervals {
                lower: self.fixed128(lower, all())?,
                upper: self.fixed128(upper, all())?,
            }),
            Numbers::Fixed512 => Bounds::Fixed512(Intervals {
                lower: self.fixed512(lower, all())?,
                upper: self.fixed512(upper, all())?,
            }),
            Numbers::Exact => Bounds::Exact(Intervals {
                lower: self.fractions(lower, all())?,
                upper: self.fractions(upper, all())?,
            }),
            Numbers::Grades => Bounds::Grades(Intervals {
                lower: self.grades(lower, all())?,
                upper: self.grades(upper, all())?,
            }),
        })
    }

    /// Multiples of `2^-512` stand as fractions.
    fn fixed512(&self, at: usize, groups: Range<usize>) -> Outcome<Vec<Fixed512>> {
        let number = |x: &Rational| {
            let inside = x.in_unit_interval();
            inside.then(|| Fixed512::at_most(x)).filter(|found| found.to_rational() == *x)
        };
        let all: Option<Vec<_>> = self.fractions(at, groups)?.iter().map(number).collect();
        all.ok_or_else(|| ReadError::Form("a bound is no multiple of 2^-512 in [0,1]".into()))
    }

    fn grades(&self, at: usize, groups: Range<usize>) -> Outcome<Vec<Grade>> {
        let (raw, _) = self.all::<Int32Type>(at, Kind::Grade, groups)?;
        let all = raw.into_iter().map(Grade::from_raw).collect::<Option<_>>();
        all.ok_or_else(|| ReadError::Form("a number is no grade".into()))
    }

    fn fixed64(&self, at: usize, groups: Range<usize>) -> Outcome<Vec<Fixed64>> {
        let (raw, _) = self.all::<Int64Type>(at, Kind::Fixed64, groups)?;
        Ok(raw.into_iter().map(|x| Fixed64(x.cast_unsigned())).collect())
    }

    fn fixed128(&self, at: usize, groups: Range<usize>) -> Outcome<Vec<Fixed128>> {
        let (raw, _) = self.all::<FixedLenByteArrayType>(at, Kind::Fixed128, groups)?;
        let number = |bytes: &[u8]| Some(Fixed128(u128::from_be_bytes(bytes.try_into().ok()?)));
        let all = raw.iter().map(|bytes| number(bytes.data()));
        all.collect::<Option<_>>().ok_or_else(|| ReadError::Form("a bound has no 16 bytes".into()))
    }

    fn fractions(&self, at: usize, groups: Range<usize>) -> Outcome<Vec<Rational>> {
        let wrong = |text: &str| ReadError::Form(format!("'{text}' is no fraction"));
        self.texts(at, groups)?.iter().map(|text| text.parse().map_err(|_| wrong(text))).collect()
    }

    fn texts(&self, at: usize, groups: Range<usize>) -> Outcome<Vec<String>> {
        let (raw, _) = self.all::<ByteArrayType>(at, Kind::Text, groups)?;
        let text = |bytes: &ByteArray| Ok(bytes.as_utf8()?.to_owned());
        raw.iter().map(text).collect()
    }

    /// The values of column `at` in some groups with their levels: 0 where there is none.
    pub(super) fn all<T: DataType>(
        &self,
        at: usize,
        kind: Kind,
        groups: Range<usize>,
    ) -> Outcome<(Vec<T::T>, Vec<i16>)> {
        let (mut values, mut levels) = (Vec::new(), Vec::new());
        for group in groups {
            self.group::<T>(group, at, kind, &mut values, &mut levels)?;
        }
        Ok((values, levels))
    }

    pub(super) fn groups(&self) -> usize {
        self.reader.num_row_groups()
    }

    /// Adds the values of column `at` in one group of rows, and their levels.
    pub(super) fn group<T: DataType>(
        &self,
        group: usize,
        at: usize,
        kind: Kind,
        values: &mut Vec<T::T>,
        levels: &mut Vec<i16>,
    ) -> Outcome<()> {
        let schema = self.reader.metadata().file_metadata().schema_descr();
        let column = schema.column(at);
        if column.physical_type() != schema::physical(kind) || column.max_rep_level() > 0 {
            return Err(ReadError::Form(format!("column '{}' has another type", column.name())));
        }
        let group = self.reader.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let mut column = get_typed_column_reader::<T>(group.get_column_reader(at)?);
        let (records, ..) = column.read_records(rows, Some(levels), None, values)?;
        if records != rows {
            return Err(ReadError::Form("a column is shorter than the others".into()));
        }
        Ok(())
    }
}
