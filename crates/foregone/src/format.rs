//! Files of games and answers, as bytes read from and written to what the caller hands in.

pub mod solution;
