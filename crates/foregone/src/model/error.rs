//! Why a model or a property has no answer.

use foregone_prism::source::{Diagnostic, Severity, Source, render_all};

use crate::explore::ExploreError;
use crate::levels::LevelError;
use crate::session::SessionError;
use crate::solve::SolveError;

/// Diagnostics with the text they speak of. Shown as lines, each place marked.
#[derive(Clone, Debug)]
pub struct Mistakes {
    /// The text.
    pub source: Source,
    /// What is wrong with it; not empty.
    pub list: Vec<Diagnostic>,
}

impl Mistakes {
    /// Diagnostics about `source`.
    pub fn new(source: &Source, list: Vec<Diagnostic>) -> Self {
        Self { source: source.clone(), list }
    }

    /// True where nothing is wrong, but this program does not do what the text asks.
    pub fn unsupported(&self) -> bool {
        let errors = || self.list.iter().filter(|d| d.is_error());
        errors().next().is_some() && errors().all(|d| d.severity == Severity::Unsupported)
    }

    /// True where nothing is wrong but that constants have no value.
    pub fn missing(&self) -> bool {
        let mut errors = self.list.iter().filter(|d| d.is_error()).peekable();
        errors.peek().is_some() && errors.all(|d| d.message.contains(" no value: "))
    }

    /// The first message that is an error, without its place.
    pub fn first(&self) -> &str {
        let error = self.list.iter().find(|d| d.is_error()).or(self.list.first());
        error.map_or("", |d| &d.message)
    }
}

impl std::fmt::Display for Mistakes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(render_all(&self.list, &self.source).trim_end())
    }
}

impl std::error::Error for Mistakes {}

/// Why a model or a property has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ModelError {
    /// A text is wrong, or asks for something this program does not do.
    #[error("{0}")]
    Mistakes(#[from] Box<Mistakes>),
    /// The model could not be explored.
    #[error("{0}")]
    Session(#[from] SessionError),
    /// The model contradicts itself in a way that its text does not show.
    #[error("the model is inconsistent {0}")]
    Explore(#[from] ExploreError),
    /// The model could not be solved level by level.
    #[error(transparent)]
    Levels(#[from] LevelError),
    /// The arena could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The property cannot be answered in this model.
    #[error("{0}")]
    Asked(String),
}

impl ModelError {
    /// Diagnostics about `source`.
    pub fn of(source: &Source, list: Vec<Diagnostic>) -> Self {
        Self::Mistakes(Box::new(Mistakes::new(source, list)))
    }

    /// True where nothing is wrong, but this program does not do what is asked.
    pub fn unsupported(&self) -> bool {
        matches!(self, Self::Mistakes(mistakes) if mistakes.unsupported())
    }

    /// True where nothing is wrong but that constants have no value.
    pub fn missing(&self) -> bool {
        matches!(self, Self::Mistakes(mistakes) if mistakes.missing())
    }

    /// True where what an earlier run left cannot be taken up.
    pub fn is_damage(&self) -> bool {
        use LevelError::{Damaged, Other};
        matches!(self, Self::Solve(SolveError::Damaged) | Self::Levels(Damaged | Other))
    }

    /// In one line, without the place.
    pub fn short(&self) -> String {
        match self {
            Self::Mistakes(mistakes) => mistakes.first().to_owned(),
            other => other.to_string(),
        }
    }
}
