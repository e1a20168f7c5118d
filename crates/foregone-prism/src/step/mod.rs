//! States and what may happen in them.
//!
//! [`instantiate`] turns a checked model and the values of its constants into a [`Model`]: a pure
//! function from a packed state to its choices, each with exact probabilities and packed
//! successors. All buffers are reused, distributions with constant probabilities are made once, and
//! those that depend on the state are remembered by the variables they depend on.

mod buffer;
mod candidates;
mod commands;
mod distribution;
mod errors;
mod initial;
mod instantiate;
mod layout;
mod model;
mod probability;
mod progress;
mod rewards;
mod successors;
mod text;
mod weigh;

pub use buffer::{Branches, Choice, Successors};
pub use distribution::{DistributionId, Distributions};
pub(crate) use instantiate::missing_constants;
pub use instantiate::{Instance, instantiate};
pub use layout::Layout;
pub use model::{Model, VariableInfo};
pub use probability::{Weighted, half_unit, weighted};
pub use progress::Progress;
pub use rewards::Signs;
