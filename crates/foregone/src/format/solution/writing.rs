//! From a solved game to the rows of a Parquet file, some at a time.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray,
    FixedLenByteArrayType, Int32Type, Int64Type,
};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use twox_hash::xxhash3_128::Hasher;

use super::columns::{Rows, Table, sorted};
use super::schema::{self, ENDS, Head, RANK};
use super::sheet::Sheet;
use super::shelf::{STRETCHES, Stretch, key};
use super::shown::Shown;
use super::{Column, Meta, WriteError, seal};
use crate::{Bounds, Fixed128, Intervals, NO_CHOICE, Number, Rational, StateId};

/// The key under which the footer holds the JSON of [`Meta`].
pub(super) const META: &str = "foregone";
/// Rows of one group: as many as are read for one position.
const ROWS: usize = 1 << 14;

type Group<'a, W> = SerializedRowGroupWriter<'a, W>;
type Outcome = Result<(), WriteError>;

/// Writes all rows and the footer, with the checksums of the whole still to be set.
pub(super) fn write<W: Write + Send>(to: &mut W, meta: &Meta, table: &Table<'_>) -> Outcome {
    let states = table.states;
    let columns = fields(&table.rows, states)?;
    let order = sorted(&columns, states);
    let mut heads: Vec<Head> = (table.rows.names.iter().zip(&columns))
        .map(|(name, column)| Head { name: name.clone(), kind: column.kind(), optional: false })
        .collect();
    heads.extend(schema::ours(meta.subject, meta.numbers));
    let (properties, schema) = (Arc::new(properties(meta)?), schema::schema(&heads)?);
    let to = Hashing { to, hasher: Hasher::new(), written: 0 };
    let mut file = SerializedFileWriter::new(to, schema, properties)?;
    let mut stretches = Vec::new();
    for part in order.chunks(ROWS) {
        let mut group = file.next_row_group()?;
        let columns: Vec<Column> = columns.iter().map(|column| column.picked(part)).collect();
        let first = columns.iter().filter_map(|column| column.get(0)).map(key).collect();
        write_fields(&mut group, columns)?;
        write_answers(&mut group, &table.sheet, Shown::of(table, part), part)?;
        group.close()?;
        file.flush()?;
        let (end, hash) = file.inner_mut().stretch();
        stretches.push(Stretch { end, hash, first });
    }
    let stretches = serde_json::to_string(&stretches).map_err(std::io::Error::from)?;
    file.append_key_value_metadata(KeyValue::new(STRETCHES.to_owned(), stretches));
    file.close()?;
    Ok(())
}

/// Hashes what goes through it.
struct Hashing<'a, W> {
    to: &'a mut W,
    hasher: Hasher,
    written: u64,
}

impl<W> Hashing<'_, W> {
    /// Where the bytes end that were written so far, and the hash of those since the last call.
    fn stretch(&mut self) -> (u64, String) {
        let hasher = std::mem::replace(&mut self.hasher, Hasher::new());
        (self.written, seal::digits(&hasher))
    }
}

impl<W: Write> Write for Hashing<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = self.to.write(bytes)?;
        self.hasher.write(&bytes[..taken]);
        self.written += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.flush()
    }
}

fn properties(meta: &Meta) -> Result<WriterProperties, WriteError> {
    let text = serde_json::to_string(meta).map_err(std::io::Error::from)?;
    let mut entries = vec![KeyValue::new(META.to_owned(), text)];
    entries.extend(seal::placeholders().map(|(key, text)| KeyValue::new(key.to_owned(), text)));
    Ok(WriterProperties::builder()
        .set_created_by(concat!("foregone ", env!("CARGO_PKG_VERSION")).into())
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(entries))
        .build())
}

/// The columns of the positions' fields, for all states.
fn fields(rows: &Rows<'_>, states: usize) -> Result<Vec<Column>, WriteError> {
    let mut columns: Vec<Column> = Vec::new();
    for state in 0..states {
        let values = rows.values(StateId(state as u32));
        if columns.is_empty() {
            columns = values.iter().map(Column::like).collect();
        }
        for (at, value) in values.into_iter().enumerate() {
            if !columns[at].push(value) {
                return Err(WriteError::Mixed(rows.names[at].clone()));
            }
        }
    }
    Ok(columns)
}

fn write_fields<W: Write + Send>(group: &mut Group<'_, W>, columns: Vec<Column>) -> Outcome {
    for column in columns {
        match column {
            Column::Int(values) => put::<Int64Type, W>(group, &values, None)?,
            Column::Bool(values) => put::<BoolType, W>(group, &values, None)?,
            Column::Text(values) => put_texts(group, values.into_iter().map(Some))?,
        }
    }
    Ok(())
}

/// The columns after the fields, in the order of the schema.
fn write_answers<W: Write + Send>(
    group: &mut Group<'_, W>,
    sheet: &Sheet<'_>,
    shown: Shown,
    states: &[u32],
) -> Outcome {
    let Shown { turn, lower, upper, best, rank, ends } = shown;
    put_texts(group, turn.into_iter())?;
    put::<DoubleType, W>(group, &lower, None)?;
    put::<DoubleType, W>(group, &upper, None)?;
    put_texts(group, best.into_iter())?;
    let choices = || states.iter().map(|&state| sheet.strategy[state as usize]);
    let known: Vec<i32> = choices().filter(|&c| c != NO_CHOICE).map(u32::cast_signed).collect();
    let levels: Vec<i16> = choices().map(|c| i16::from(c != NO_CHOICE)).collect();
    put::<Int32Type, W>(group, &known, Some(&levels))?;
    for &(name, _) in schema::evidence(sheet.subject) {
        match name {
            RANK => put::<Int32Type, W>(group, &rank, None)?,
            ENDS => put::<BoolType, W>(group, &ends, None)?,
            _ => {
                let second = states.iter().map(|&state| sheet.ranks[1][state as usize]);
                let second: Vec<i32> = second.map(u32::cast_signed).collect();
                put::<Int32Type, W>(group, &second, None)?;
            }
        }
    }
    write_exact(group, sheet, states)
}

fn write_exact<W: Write + Send>(
    group: &mut Group<'_, W>,
    sheet: &Sheet<'_>,
    states: &[u32],
) -> Outcome {
    for side in 0..2 {
        let infinite = |state: u32| sheet.infinite.is_some_and(|all| all[side][state as usize]);
        let known: Vec<u32> = states.iter().copied().filter(|&state| !infinite(state)).collect();
        let levels: Vec<i16> = states.iter().map(|&state| i16::from(!infinite(state))).collect();
        // Columns without gaps have no levels; the writer then ignores these.
        match &*sheet.bounds {
            Bounds::Fixed64(all) => {
                let raw: Vec<i64> = of(all, side, &known).map(|x| x.0.cast_signed()).collect();
                put::<Int64Type, W>(group, &raw, Some(&levels))?;
            }
            Bounds::Fixed128(all) => {
                let bytes = |x: &Fixed128| ByteArray::from(x.0.to_be_bytes().to_vec()).into();
                let raw: Vec<FixedLenByteArray> = of(all, side, &known).map(bytes).collect();
                put::<FixedLenByteArrayType, W>(group, &raw, Some(&levels))?;
            }
            Bounds::Fixed512(all) => write_fractions(group, sheet, of(all, side, &known), &levels)?,
            Bounds::Exact(all) => write_fractions(group, sheet, of(all, side, &known), &levels)?,
            Bounds::Grades(all) => {
                let raw: Vec<i32> = of(all, side, &known).map(|x| x.raw()).collect();
                put::<Int32Type, W>(group, &raw, Some(&levels))?;
            }
        }
    }
    Ok(())
}

/// The lower (side 0) or upper bounds of some states.
fn of<'a, N>(all: &'a Intervals<N>, side: usize, states: &'a [u32]) -> impl Iterator<Item = &'a N> {
    let all = if side == 0 { &all.lower } else { &all.upper };
    states.iter().map(|&state| &all[state as usize])
}

/// Whole values, not their parts.
fn write_fractions<'a, N: Number, W: Write + Send>(
    group: &mut Group<'_, W>,
    sheet: &Sheet<'_>,
    parts: impl Iterator<Item = &'a N>,
    levels: &[i16],
) -> Outcome {
    let value = |part: Rational| sheet.scale.as_ref().map_or(part.clone(), |s| s.value(&part));
    let text = |part: &N| ByteArray::from(value(part.to_rational()).to_string().into_bytes());
    let texts: Vec<ByteArray> = parts.map(text).collect();
    put::<ByteArrayType, W>(group, &texts, Some(levels))
}

fn put_texts<W: Write + Send>(
    group: &mut Group<'_, W>,
    texts: impl Iterator<Item = Option<String>>,
) -> Outcome {
    let texts: Vec<Option<String>> = texts.collect();
    let levels: Vec<i16> = texts.iter().map(|text| i16::from(text.is_some())).collect();
    let known: Vec<ByteArray> =
        texts.into_iter().flatten().map(|text| ByteArray::from(text.into_bytes())).collect();
    // Columns without gaps have no levels; the writer then ignores these.
    put::<ByteArrayType, W>(group, &known, Some(&levels))
}

/// Writes the group's next column.
fn put<T: DataType, W: Write + Send>(
    group: &mut Group<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Outcome {
    let mut column = group.next_column()?.expect("as many columns as the schema has");
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()?;
    Ok(())
}
