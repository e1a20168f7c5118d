//! Every objective against a naive exact oracle on random games.

#[path = "../oracle/random.rs"]
mod random;

mod chances;
mod earned;
mod larger;
mod naive;
mod policies;
mod rewards;
mod steps;
mod swept;
