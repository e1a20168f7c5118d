//! Syntax trees as text that reads back to the same tree.
//!
//! Brackets are part of the tree, so no precedence is needed here: every word of the tree is
//! written in the order in which it was read.

mod expression;
mod model;
mod property;
