//! From text to syntax trees and back.
//!
//! The parser is written by hand, by precedence climbing: two grammars (models and properties)
//! share one table of operators, words are keywords only where the grammar says so, and every
//! mistake can be reported with what was expected there, which a generated parser makes harder.
//! Precedences and forms follow the PRISM manual and its published grammar.

pub mod lexer;
mod parse;
mod print;
pub mod tree;

pub use parse::{
    Experiment, parse_constants, parse_expression, parse_model, parse_properties,
    result::{Annotation, annotations},
};
