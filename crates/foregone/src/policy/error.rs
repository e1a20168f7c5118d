//! Why a policy cannot be followed: what is wrong, where, and what would be right.

use foregone_prism::source::{Diagnostic, Source, Span};

use crate::model::Mistakes;

/// Why a policy cannot be followed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PolicyError {
    /// Something is wrong with the rules; the place is marked.
    #[error("{0}")]
    Text(Box<Mistakes>),
    /// The policy says nothing of a position, or nothing that can be done there.
    #[error("policy {name}: at {position}: {why}")]
    Position {
        /// The policy.
        name: String,
        /// The position.
        position: String,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// Something is wrong with a line of a table.
    #[error("{name}: line {line}: {why}")]
    Table {
        /// The table's file.
        name: String,
        /// Its line, counted from 1.
        line: u64,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A saved solution speaks of other positions.
    #[error("{name}: its positions have the fields {saved}, but the game's have {game}")]
    Fields {
        /// The file.
        name: String,
        /// Fields in the file.
        saved: String,
        /// The game's fields.
        game: String,
    },
}

impl PolicyError {
    pub(super) fn at(source: &Source, span: Span, message: String, help: Option<String>) -> Self {
        let diagnostic = Diagnostic { help, ..Diagnostic::error(span, message) };
        Self::Text(Box::new(Mistakes::new(source, vec![diagnostic])))
    }
}
