//! The program `foregone`.
fn main() {}
