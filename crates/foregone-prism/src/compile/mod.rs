//! Expressions as small programs over a state.
//!
//! A state is a slice of integers, one for each variable (bools are 0 and 1). Whatever does not
//! depend on the state is computed here, once, exactly; what does becomes nodes of a [`Code`]. Sums
//! with constant factors are brought to the form `c1*x1 + c2*x2 + k`, and comparisons of such to
//! integer comparisons, so that `s1 + x < T` is one node and `x/2 > 1.5` needs no fractions.

mod affine;
mod arithmetic;
mod change;
mod choice;
mod code;
mod compare;
mod evaluate;
mod function;
mod lower;
mod real;
mod value;

pub use code::{Code, Fault, IntId, RealId};
pub use lower::{Compiler, Low};
pub(crate) use value::low_value;
pub use value::{Value, constant_value, convert, decimal};
