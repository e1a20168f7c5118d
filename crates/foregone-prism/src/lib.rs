//! The PRISM language: text in, a checked model with its successor function out.
//!
//! The folders lie in the order in which the data flows: [`source`] (text, places, diagnostics),
//! [`syntax`] (tokens, trees, printing), [`check`] (names, types, renaming, players), [`compile`]
//! (expressions as small programs over a state), [`step`] (packed states and their choices) and
//! [`query`] (what properties ask).
//!
//! Nothing here reads a file or prints. Whatever the input, the answer is a value or a list of
//! [`source::Diagnostic`]s, each with the place it speaks of.
#![forbid(unsafe_code)]

pub mod check;
pub mod compile;
pub mod query;
pub mod source;
pub mod step;
pub mod syntax;

pub use dashu_ratio::RBig as Rational;
