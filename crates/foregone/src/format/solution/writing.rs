//! From a solved game to the rows of a Parquet file, some at a time.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray,
    FixedLenByteArrayType, Int32Type, Int64Type,
};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};

use super::columns::Rows;
use super::schema::{self, Head};
use super::shown::Shown;
use super::{Column, Meta, WriteError, seal};
use crate::session::Solved;
use crate::{Bounds, Intervals, NO_CHOICE, Number, Rational, StateId};

/// The key under which the footer holds the JSON of [`Meta`].
pub(super) const META: &str = "foregone";
/// Rows that are in memory as columns at one time.
const ROWS: usize = 1 << 17;

type Group<'a, W> = SerializedRowGroupWriter<'a, W>;
type Outcome = Result<(), WriteError>;

/// Writes all rows and the footer, with the checksum still to be set.
pub(super) fn write<W: Write + Send>(to: &mut W, meta: &Meta, solved: &Solved) -> Outcome {
    let rows = Rows::new(&*solved.explored);
    let mut heads: Vec<Head> = (rows.names.iter().zip(fields(&rows, 0..1)?))
        .map(|(name, column)| Head { name: name.clone(), kind: column.kind(), optional: false })
        .collect();
    heads.extend(schema::ours(meta.numbers));
    let properties = Arc::new(properties(meta)?);
    let mut file = SerializedFileWriter::new(to, schema::schema(&heads)?, properties)?;
    let states = solved.checked.arena().states();
    for begin in (0..states).step_by(ROWS) {
        let range = begin..states.min(begin + ROWS);
        let mut group = file.next_row_group()?;
        write_fields(&mut group, &rows, range.clone())?;
        write_answers(&mut group, solved, &rows, range)?;
        group.close()?;
    }
    file.close()?;
    Ok(())
}

fn properties(meta: &Meta) -> Result<WriterProperties, WriteError> {
    let text = serde_json::to_string(meta).map_err(std::io::Error::from)?;
    let entries = vec![
        KeyValue::new(META.to_owned(), text),
        KeyValue::new(seal::KEY.to_owned(), seal::placeholder()),
    ];
    Ok(WriterProperties::builder()
        .set_created_by(concat!("foregone ", env!("CARGO_PKG_VERSION")).into())
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(entries))
        .build())
}

/// The columns of the positions' fields.
fn fields(rows: &Rows<'_>, range: Range<usize>) -> Result<Vec<Column>, WriteError> {
    let mut columns: Vec<Column> = Vec::new();
    for row in range {
        let values = rows.values(StateId(row as u32));
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

fn write_fields<W: Write + Send>(
    group: &mut Group<'_, W>,
    rows: &Rows<'_>,
    range: Range<usize>,
) -> Outcome {
    for column in fields(rows, range)? {
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
    solved: &Solved,
    rows: &Rows<'_>,
    range: Range<usize>,
) -> Outcome {
    let solution = solved.checked.solution();
    let Shown { turn, lower, upper, best, rank } = Shown::of(solved, rows, range.clone());
    put_texts(group, turn.into_iter())?;
    put::<DoubleType, W>(group, &lower, None)?;
    put::<DoubleType, W>(group, &upper, None)?;
    put_texts(group, best.into_iter())?;
    let choices = &solution.strategy[range.clone()];
    let known: Vec<i32> =
        choices.iter().filter(|&&c| c != NO_CHOICE).map(|&c| c.cast_signed()).collect();
    let levels: Vec<i16> = choices.iter().map(|&c| i16::from(c != NO_CHOICE)).collect();
    put::<Int32Type, W>(group, &known, Some(&levels))?;
    put::<Int32Type, W>(group, &rank, None)?;
    write_exact(group, &solution.bounds, range)
}

fn write_exact<W: Write + Send>(
    group: &mut Group<'_, W>,
    bounds: &Bounds,
    rows: Range<usize>,
) -> Outcome {
    match bounds {
        Bounds::Fixed64(all) => both(all, |side| {
            let raw: Vec<i64> = side[rows.clone()].iter().map(|x| x.0.cast_signed()).collect();
            put::<Int64Type, W>(group, &raw, None)
        }),
        Bounds::Fixed128(all) => both(all, |side| {
            let bytes = |x: &crate::Fixed128| x.0.to_be_bytes().to_vec();
            let raw: Vec<FixedLenByteArray> =
                side[rows.clone()].iter().map(|x| ByteArray::from(bytes(x)).into()).collect();
            put::<FixedLenByteArrayType, W>(group, &raw, None)
        }),
        Bounds::Fixed512(all) => both(all, |side| {
            let text = |x: &crate::Fixed512| Some(x.to_rational().to_string());
            put_texts(group, side[rows.clone()].iter().map(text))
        }),
        Bounds::Exact(all) => both(all, |side| {
            put_texts(group, side[rows.clone()].iter().map(|x: &Rational| Some(x.to_string())))
        }),
        Bounds::Grades(all) => both(all, |side| {
            let raw: Vec<i32> = side[rows.clone()].iter().map(|x| x.raw()).collect();
            put::<Int32Type, W>(group, &raw, None)
        }),
    }
}

fn both<N>(all: &Intervals<N>, mut put: impl FnMut(&[N]) -> Outcome) -> Outcome {
    put(&all.lower)?;
    put(&all.upper)
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
