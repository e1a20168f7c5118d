//! Graph algorithms on arenas: linear time, no recursion.

mod components;

pub use components::{Components, Graph, components, components_of};
