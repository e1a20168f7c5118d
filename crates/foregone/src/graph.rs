//! Graph algorithms on arenas: linear time, no recursion.

mod components;
mod winning;

pub use components::{Components, Graph, components, components_of};
pub(crate) use winning::Play;
pub use winning::{NEVER, Region, Winning, winning};
