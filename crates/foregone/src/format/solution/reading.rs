//! From the bytes of a Parquet file whose checksum holds to a solution.
//!
//! What another program may have written with a right checksum is still refused where it is not
//! as we write it.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, FixedLenByteArrayType, Int32Type, Int64Type,
};
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};

use super::meta::{FORMAT, OLDEST};
use super::schema::{
    self, CHOICE, END_RANK, EXACT_LOWER, EXACT_UPPER, Head, Kind, RANK, UPPER_RANK,
};
use super::writing::META;
use super::{Column, Meta, More, Numbers, ReadError, Saved, Scale};
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
    let (fields, solution, more) = file.part(&meta, groups)?;
    Ok(Saved { meta, fields, solution, more, files: vec![bytes] })
}

/// After the fields come our columns, in their order, and no other.
fn check_names(columns: &[String], fields: usize, ours: &[Head]) -> Outcome<()> {
    if let Some(missing) = ours.iter().find(|head| !columns.contains(&head.name)) {
        return Err(ReadError::Form(format!("column '{}' is missing", missing.name)));
    }
    match columns[fields..].iter().zip(ours).find(|(name, head)| **name != head.name) {
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
    match meta["format"].as_u64() {
        Some(format) if (OLDEST.into()..=FORMAT.into()).contains(&format) => Ok(()),
        _ => Err(ReadError::Version(meta["format"].to_string(), OLDEST, FORMAT)),
    }
}

/// One bound of some rows, and for each row whether there is none.
type Side<N> = Outcome<(Vec<N>, Vec<bool>)>;

/// Puts `zero` where the levels say that there is nothing.
fn spread<N: Clone>(values: Vec<N>, levels: &[i16], zero: &N) -> (Vec<N>, Vec<bool>) {
    // A column without gaps has no levels.
    if levels.iter().all(|&level| level != 0) {
        let none = vec![false; values.len()];
        return (values, none);
    }
    let mut values = values.into_iter();
    let each = levels.iter().map(|&level| match level {
        0 => (zero.clone(), true),
        _ => (values.next().unwrap_or_else(|| zero.clone()), false),
    });
    each.unzip()
}

fn both<N>(
    [lower, upper]: [usize; 2],
    kind: impl Fn(Intervals<N>) -> Bounds,
    read: impl Fn(usize) -> Side<N>,
) -> Outcome<(Bounds, [Vec<bool>; 2])> {
    let ((lower, a), (upper, b)) = (read(lower)?, read(upper)?);
    Ok((kind(Intervals { lower, upper }), [a, b]))
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
    pub(super) fn part(
        &self,
        meta: &Meta,
        groups: Range<usize>,
    ) -> Outcome<(Fields, Solution, More)> {
        let (columns, ours) = (self.columns(), schema::ours(meta.subject, meta.numbers));
        let fields = columns.len().wrapping_sub(ours.len());
        let fields =
            columns.get(..fields).ok_or_else(|| ReadError::Form("columns are missing".into()))?;
        check_names(&columns, fields.len(), &ours)?;
        let rows = self.reader.metadata().file_metadata().num_rows();
        if u64::try_from(rows) != Ok(meta.states) {
            let states = meta.states;
            let why = format!("it has {rows} rows, but its footer says {states}");
            return Err(ReadError::Form(why));
        }
        let field =
            |(at, name): (usize, &String)| Ok((name.clone(), self.field(at, groups.clone())?));
        let fields = fields.iter().enumerate().map(field).collect::<Outcome<_>>()?;
        let (solution, more) = self.solution(meta, &columns, groups)?;
        Ok((fields, solution, more))
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

    fn solution(
        &self,
        meta: &Meta,
        columns: &[String],
        groups: Range<usize>,
    ) -> Outcome<(Solution, More)> {
        let at = |name: &str| columns.iter().position(|column| column == name);
        let choice = at(CHOICE).unwrap_or(0);
        let (choices, levels) = self.all::<Int32Type>(choice, Kind::Index, groups.clone())?;
        let mut choices = choices.into_iter().map(i32::cast_unsigned);
        let strategy = levels.iter().map(|&level| match level {
            0 => NO_CHOICE,
            _ => choices.next().unwrap_or(NO_CHOICE),
        });
        let ranks = |name: &str| -> Outcome<Vec<u32>> {
            let has = schema::evidence(meta.subject).iter().any(|(column, _)| *column == name);
            let Some(at) = at(name).filter(|_| has) else { return Ok(Vec::new()) };
            let (ranks, _) = self.all::<Int32Type>(at, Kind::Index, groups.clone())?;
            Ok(ranks.into_iter().map(i32::cast_unsigned).collect())
        };
        // Beside grades the column holds their distances, for whoever reads the file.
        let rank = if meta.numbers == Numbers::Grades { Vec::new() } else { ranks(RANK)? };
        let exact = [EXACT_LOWER, EXACT_UPPER].map(|name| at(name).unwrap_or(0));
        let (bounds, [lower_infinite, upper_infinite]) = self.bounds(meta, exact, &groups)?;
        let second = [ranks(UPPER_RANK)?, ranks(END_RANK)?].concat();
        let solution = Solution {
            strategy: strategy.collect(),
            rank,
            bounds,
            stopped: meta.stopped.clone().map(|reason| reason.0),
            effort: meta.effort(),
        };
        Ok((solution, More { rank: second, lower_infinite, upper_infinite }))
    }

    /// Both bounds, and where there are none, which is where they are infinite.
    fn bounds(
        &self,
        meta: &Meta,
        at: [usize; 2],
        groups: &Range<usize>,
    ) -> Outcome<(Bounds, [Vec<bool>; 2])> {
        let scale = meta.scale.as_ref();
        match meta.numbers {
            Numbers::Fixed64 => both(at, Bounds::Fixed64, |at| self.fixed64(at, groups.clone())),
            Numbers::Fixed128 => both(at, Bounds::Fixed128, |at| self.fixed128(at, groups.clone())),
            Numbers::Fixed512 => {
                both(at, Bounds::Fixed512, |at| self.fixed512(at, scale, groups.clone()))
            }
            Numbers::Exact => {
                both(at, Bounds::Exact, |at| self.fractions(at, scale, groups.clone()))
            }
            Numbers::Grades => both(at, Bounds::Grades, |at| self.grades(at, groups.clone())),
        }
    }

    /// Multiples of `2^-512` stand as fractions.
    fn fixed512(&self, at: usize, scale: Option<&Scale>, groups: Range<usize>) -> Side<Fixed512> {
        let number = |x: &Rational| {
            let inside = x.in_unit_interval();
            inside.then(|| Fixed512::at_most(x)).filter(|found| found.to_rational() == *x)
        };
        let (parts, none) = self.fractions(at, scale, groups)?;
        let all: Option<Vec<_>> = parts.iter().map(number).collect();
        let wrong = || ReadError::Form("a bound is no multiple of 2^-512 in [0,1]".into());
        Ok((all.ok_or_else(wrong)?, none))
    }

    fn grades(&self, at: usize, groups: Range<usize>) -> Side<Grade> {
        let (raw, _) = self.all::<Int32Type>(at, Kind::Grade, groups)?;
        let all: Option<Vec<_>> = raw.into_iter().map(Grade::from_raw).collect();
        let all = all.ok_or_else(|| ReadError::Form("a number is no grade".into()))?;
        Ok(spread(all, &[], &Grade::DRAW))
    }

    fn fixed64(&self, at: usize, groups: Range<usize>) -> Side<Fixed64> {
        let (raw, levels) = self.all::<Int64Type>(at, Kind::Fixed64, groups)?;
        let all = raw.into_iter().map(|x| Fixed64(x.cast_unsigned())).collect();
        Ok(spread(all, &levels, &Fixed64(0)))
    }

    fn fixed128(&self, at: usize, groups: Range<usize>) -> Side<Fixed128> {
        let (raw, levels) = self.all::<FixedLenByteArrayType>(at, Kind::Fixed128, groups)?;
        let number = |bytes: &[u8]| Some(Fixed128(u128::from_be_bytes(bytes.try_into().ok()?)));
        let all: Option<Vec<_>> = raw.iter().map(|bytes| number(bytes.data())).collect();
        let all = all.ok_or_else(|| ReadError::Form("a bound has no 16 bytes".into()))?;
        Ok(spread(all, &levels, &Fixed128(0)))
    }

    /// Whole values, which are taken apart.
    fn fractions(&self, at: usize, scale: Option<&Scale>, groups: Range<usize>) -> Side<Rational> {
        let (raw, levels) = self.all::<ByteArrayType>(at, Kind::Text, groups)?;
        let part = |bytes: &ByteArray| {
            let text = bytes.as_utf8()?;
            let wrong = |_| ReadError::Form(format!("'{text}' is no fraction"));
            let value: Rational = text.parse().map_err(wrong)?;
            Ok(scale.map_or(value.clone(), |scale| scale.part(&value)))
        };
        let all = raw.iter().map(part).collect::<Outcome<Vec<_>>>()?;
        Ok(spread(all, &levels, &Rational::ZERO))
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
        // The library that decodes asserts what it could test, of pages as of their places.
        let decoded =
            catch_unwind(AssertUnwindSafe(|| self.decode::<T>(group, at, values, levels)));
        decoded.unwrap_or_else(|_| Err(ReadError::Form("its columns cannot be decoded".into())))
    }

    fn decode<T: DataType>(
        &self,
        group: usize,
        at: usize,
        values: &mut Vec<T::T>,
        levels: &mut Vec<i16>,
    ) -> Outcome<()> {
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
