//! Models in the PRISM language on the engine: text in, checked answers to properties out.
//!
//! `text` reads, `game` makes a [`Game`](crate::Game) of a model, `built` explores it, `truth` and
//! `measure` answer what properties ask of every state, `answer` and `filter` put that together,
//! `listed` makes models of files that list their states, `list` lists a model for such files, and
//! `expected` compares with the results that files of properties state.
//! Invariant: every number comes from bounds that the judge accepted, and a comparison is true or
//! false only where such bounds decide it.

mod answer;
mod built;
mod computed;
mod decide;
mod error;
pub mod expected;
mod filter;
mod game;
mod levels;
mod list;
mod listed;
mod measure;
mod quantity;
mod remote;
mod rewards;
mod text;
mod truth;
mod words;

pub(crate) use answer::prepared;
pub use answer::{Answer, Found, Work, answer, asked, found, measure, objective};
pub use built::Built;
pub use error::{Mistakes, ModelError};
pub use foregone_prism::check::Given;
pub use foregone_prism::compile::Value as Constant;
pub use foregone_prism::query::Queries;
pub use foregone_prism::step::Model;
pub use foregone_prism::syntax::{Annotation, annotations};
pub use levels::{FoundByLevels, by_levels, has_levels};
pub use measure::Judged;
pub(crate) use measure::Prepared;
pub use quantity::{Quantity, Span};
pub use remote::{Reached, Remote};
pub use text::{Deadlocks, ModelText, PropertiesText, runs};
