//! Why a file was not read or a listing not written.

use foregone_prism::source::{Diagnostic, Source};

use crate::model::Mistakes;

/// Why a file was not read or a listing not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FormatError {
    /// A text is wrong; shown with the place marked.
    #[error("{0}")]
    Mistakes(Box<Mistakes>),
    /// Bytes are wrong.
    #[error("{file}: {}{message}", place(.entry, *.byte))]
    Bytes {
        /// The file.
        file: String,
        /// The file within it, where it is an archive.
        entry: String,
        /// The byte within that, where there is one to name.
        byte: Option<u64>,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The format cannot hold this.
    #[error("{0}")]
    Cannot(String),
}

fn place(entry: &str, byte: Option<u64>) -> String {
    match (entry, byte) {
        ("", None) => String::new(),
        ("", Some(byte)) => format!("byte {byte}: "),
        (entry, None) => format!("{entry}: "),
        (entry, Some(byte)) => format!("{entry}, byte {byte}: "),
    }
}

impl FormatError {
    /// One mistake in a text.
    pub(super) fn text(source: &Source, diagnostic: Diagnostic) -> Self {
        Self::Mistakes(Box::new(Mistakes::new(source, vec![diagnostic])))
    }

    /// A mistake about a whole file of text.
    pub(super) fn whole(source: &Source, message: impl Into<String>) -> Self {
        Self::text(source, Diagnostic::error_without_place(message))
    }
}
