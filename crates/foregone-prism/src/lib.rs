//! Placeholder of the first commit.
#![forbid(unsafe_code)]
