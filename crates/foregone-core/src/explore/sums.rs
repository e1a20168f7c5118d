//! From the rules of an impartial game to its components: breadth-first, in the same order every time.
//!
//! The positions asked for are components as they are, with all their choices in the game's order;
//! what a choice leads to is taken apart.

use super::{ExploreError, Limits, Positions, reason_to_stop};
use crate::arena::Flaw;
use crate::solution::Stop;
use crate::sums::Sums;
use crate::{ArenaError, Choices, Game, StateId, Turn, Watch};

/// The components of a game.
#[derive(Debug)]
pub struct ExploredSums<S> {
    /// The components as arrays.
    pub sums: Sums,
    /// Which component is which position.
    pub positions: Positions<S>,
    /// The components of the positions asked for, in their order.
    pub starts: Vec<StateId>,
    /// Why exploring ended before everything was seen, or `None`: then there are positions without
    /// their component.
    pub stopped: Option<Stop>,
}

/// Explores the components that play from `starts` comes to.
///
/// # Errors
/// A choice has several outcomes, or there are more parts than ids have numbers.
pub fn explore_sums<G: Game>(
    game: &G,
    starts: &[G::State],
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<ExploredSums<G::State>, ExploreError> {
    let mut positions = Positions::new(None, limits.bytes);
    let starts = starts.iter().map(|start| StateId(positions.insert(game, start))).collect();
    let mut sums = Sums::default();
    let (mut choices, mut parts) = (Choices::default(), Vec::new());
    while sums.components() < positions.len() {
        let at = sums.components();
        if let Some(stop) = reason_to_stop(at, &positions, || sums.bytes(), limits, watch) {
            return Ok(ExploredSums { sums, positions, starts, stopped: Some(stop) });
        }
        let state = positions.get(StateId(at as u32)).clone();
        let wrong = |error| ExploreError { position: game.show(&state), error };
        choices.clear();
        if let Turn::Player(_) = game.turn(&state) {
            game.choices(&state, &mut choices);
        }
        for choice in 0..choices.len() {
            let [to] = choices.successors(choice) else { return Err(wrong(chance(at, choice))) };
            parts.clear();
            game.parts(to, &mut parts);
            let ids = parts.iter().map(|part| positions.insert(game, part));
            sums.option(ids).map_err(wrong)?;
        }
        sums.component();
    }
    Ok(ExploredSums { sums, positions, starts, stopped: None })
}

fn chance(at: usize, choice: usize) -> ArenaError {
    ArenaError { state: StateId(at as u32), flaw: Flaw::Chance { choice } }
}
