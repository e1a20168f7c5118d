//! The columns of a saved solution.
//!
//! First the position's fields, in the game's order, then ours. A field that has one of our names
//! is written as `position.NAME`.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::Result;
use parquet::schema::types::{Type, TypePtr};

use super::{Numbers, Subject};

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `i64`.
    Int,
    /// `bool`.
    Bool,
    /// UTF-8.
    Text,
    /// `f64`.
    Double,
    /// `u32`.
    Index,
    /// Multiples of `2^-56`.
    Fixed64,
    /// Multiples of `2^-120`, 16 bytes, the most significant first.
    Fixed128,
    /// The number of a grade.
    Grade,
}

/// One column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub name: String,
    pub kind: Kind,
    /// Nothing where play has ended, or where a bound is infinite.
    pub optional: bool,
}

pub(super) const TURN: &str = "turn";
pub(super) const LOWER: &str = "lower";
pub(super) const UPPER: &str = "upper";
pub(super) const BEST: &str = "best_move";
pub(super) const CHOICE: &str = "choice";
pub(super) const RANK: &str = "rank";
pub(super) const ENDS: &str = "ends";
pub(super) const EXACT_LOWER: &str = "lower_exact";
pub(super) const EXACT_UPPER: &str = "upper_exact";
/// Ranks for upper bounds of what is collected.
pub(super) const UPPER_RANK: &str = "upper_rank";
/// Ranks that fall until play ends, whatever anybody does.
pub(super) const END_RANK: &str = "end_rank";
const OURS: [&str; 11] =
    [TURN, LOWER, UPPER, BEST, CHOICE, RANK, UPPER_RANK, END_RANK, ENDS, EXACT_LOWER, EXACT_UPPER];

/// The columns of evidence, and what else only some kinds of answer have.
pub(super) fn evidence(subject: Subject) -> &'static [(&'static str, Kind)] {
    match subject {
        Subject::Chance => &[(RANK, Kind::Index), (ENDS, Kind::Bool)],
        Subject::Collected => &[(RANK, Kind::Index), (UPPER_RANK, Kind::Index)],
        Subject::Paid => &[(RANK, Kind::Index), (END_RANK, Kind::Index), (ENDS, Kind::Bool)],
        Subject::Steps => &[],
    }
}

/// The columns after the fields.
pub(super) fn ours(subject: Subject, numbers: Numbers) -> Vec<Head> {
    let exact = match numbers {
        Numbers::Fixed64 => Kind::Fixed64,
        Numbers::Fixed128 => Kind::Fixed128,
        Numbers::Fixed512 | Numbers::Exact => Kind::Text,
        Numbers::Grades => Kind::Grade,
    };
    let endless = matches!(subject, Subject::Collected | Subject::Steps);
    let before = [
        (TURN, Kind::Text, false),
        (LOWER, Kind::Double, false),
        (UPPER, Kind::Double, false),
        (BEST, Kind::Text, true),
        (CHOICE, Kind::Index, true),
    ];
    let evidence = evidence(subject).iter().map(|&(name, kind)| (name, kind, false));
    let after = [(EXACT_LOWER, exact, endless), (EXACT_UPPER, exact, endless)];
    let all = before.into_iter().chain(evidence).chain(after);
    all.map(|(name, kind, optional)| Head { name: name.into(), kind, optional }).collect()
}

/// The name of a field's column.
pub(super) fn field_name(field: &str) -> String {
    if OURS.contains(&field) { format!("position.{field}") } else { field.into() }
}

/// The field that a column holds.
pub(super) fn name_of_field(column: &str) -> &str {
    match column.strip_prefix("position.") {
        Some(field) if OURS.contains(&field) => field,
        _ => column,
    }
}

/// The file's schema.
pub(super) fn schema(heads: &[Head]) -> Result<TypePtr> {
    let fields = heads.iter().map(|head| column(head).map(Arc::new)).collect::<Result<_>>()?;
    Type::group_type_builder("solution").with_fields(fields).build().map(Arc::new)
}

/// The form in which a kind is stored.
pub(super) fn physical(kind: Kind) -> Physical {
    match kind {
        Kind::Int | Kind::Fixed64 => Physical::INT64,
        Kind::Bool => Physical::BOOLEAN,
        Kind::Text => Physical::BYTE_ARRAY,
        Kind::Double => Physical::DOUBLE,
        Kind::Index | Kind::Grade => Physical::INT32,
        Kind::Fixed128 => Physical::FIXED_LEN_BYTE_ARRAY,
    }
}

fn column(head: &Head) -> Result<Type> {
    let logical = match head.kind {
        Kind::Text => Some(LogicalType::String),
        Kind::Index => Some(LogicalType::integer(32, false)),
        _ => None,
    };
    let repetition = if head.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    Type::primitive_type_builder(&head.name, physical(head.kind))
        .with_repetition(repetition)
        .with_logical_type(logical)
        .with_length(if head.kind == Kind::Fixed128 { 16 } else { -1 })
        .build()
}
