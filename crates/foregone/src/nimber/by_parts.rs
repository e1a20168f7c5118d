//! Nimbers of acyclic impartial games whose positions split into independent parts.
//!
//! Only the parts are explored and solved, and a sum is worth the exclusive or of its parts, so
//! boards become possible whose positions are too many. The price: no distances, for these do not
//! follow from the parts'. Components are numbered successors first by a depth-first walk, without
//! recursion. Invariant: what is returned has passed [`judge::sum`](crate::judge::sum).

use std::sync::Arc;

use crate::explore::{ExploreError, ExploredSums, explore_sums};
use crate::judge::sum::{Claim, SumNimbers, check};
use crate::sums::Sums;
use crate::{ChoiceId, Game, Limits, Phase, Positions, Refusal, StateId, Stop, Watch};

/// Components with their nimbers.
#[derive(Debug)]
pub struct ByParts<S> {
    /// The nimbers.
    pub nimbers: SumNimbers,
    /// Which component is which position.
    pub positions: Positions<S>,
    /// The components of the positions asked for, in their order.
    pub starts: Vec<StateId>,
}

/// Why there are no nimbers.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ByPartsError {
    /// The players have different moves, or who cannot move does not lose.
    #[error("only an impartial game in normal play has nimbers")]
    Partizan,
    /// The game contradicts itself.
    #[error("the game's rules are inconsistent {0}")]
    Explore(#[from] ExploreError),
    /// A limit was reached; of nimbers nothing is known then.
    #[error("{0}, so no nimber is known")]
    Stopped(Stop),
    /// Play can come back to a position.
    #[error("play from {0} may go on for ever, and sums are solved only where play must end")]
    Endless(String),
    /// The judge refused the nimbers.
    #[error("the judge refused the nimbers: {0}")]
    Refused(#[from] Refusal),
}

impl ByPartsError {
    /// True where more time or memory might have led to an answer.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Stopped(_))
    }
}

/// The nimbers of these positions and of everything that play from them splits into.
///
/// # Errors
/// See [`ByPartsError`].
pub fn nimbers_by_parts<G: Game>(
    game: &G,
    starts: &[G::State],
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<ByParts<G::State>, ByPartsError> {
    if !game.impartial() {
        return Err(ByPartsError::Partizan);
    }
    let ExploredSums { sums, positions, starts, stopped } =
        explore_sums(game, starts, limits, watch)?;
    if let Some(stop) = stopped {
        return Err(ByPartsError::Stopped(stop));
    }
    watch.progress(Phase::Solve, 0, None);
    let endless = |at| ByPartsError::Endless(game.show(positions.get(at)));
    let Walk { value, counter, .. } = Walk::over(&sums).map_err(endless)?;
    watch.progress(Phase::Judge, 0, None);
    let nimbers = check(Claim { sums: Arc::new(sums), value, counter })?;
    Ok(ByParts { nimbers, positions, starts })
}

/// In the place of a counter: not met yet, and met but not finished.
const NEW: u32 = 0;
const OPEN: u32 = u32::MAX;

struct Walk<'a> {
    sums: &'a Sums,
    value: Vec<u32>,
    /// In which order components were finished, from 1.
    counter: Vec<u32>,
    finished: u32,
    /// For each number the last component of which an option has it.
    seen: Vec<u32>,
}

impl<'a> Walk<'a> {
    /// All nimbers, or a component that play may come back to.
    fn over(sums: &'a Sums) -> Result<Self, StateId> {
        let (value, counter) = (vec![0; sums.components()], vec![NEW; sums.components()]);
        let mut walk = Self { sums, value, counter, finished: 0, seen: Vec::new() };
        for root in 0..sums.components() as u32 {
            if walk.counter[root as usize] == NEW {
                walk.from(root)?;
            }
        }
        Ok(walk)
    }

    fn from(&mut self, root: u32) -> Result<(), StateId> {
        let mut stack = vec![(root, 0)];
        self.counter[root as usize] = OPEN;
        while let Some((component, next)) = stack.last_mut() {
            let at = StateId(*component);
            let Some(&part) = self.sums.all_parts_of(at).get(*next) else {
                stack.pop();
                self.finish(at);
                continue;
            };
            *next += 1;
            match self.counter[part as usize] {
                OPEN => return Err(StateId(part)),
                NEW => {
                    self.counter[part as usize] = OPEN;
                    stack.push((part, 0));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn finish(&mut self, at: StateId) {
        self.finished += 1;
        let options = self.sums.options_of(at);
        // The least number that is missing is at most the number of options.
        let most = options.len();
        if self.seen.len() <= most {
            self.seen.resize(most + 1, 0);
        }
        for option in options {
            let parts = self.sums.parts_of(ChoiceId(option)).iter();
            let number = parts.fold(0, |sum, &part| sum ^ self.value[part as usize]) as usize;
            if number <= most {
                self.seen[number] = self.finished;
            }
        }
        let missing = self.seen.iter().position(|&last| last != self.finished);
        self.value[at.index()] = missing.unwrap_or(self.seen.len()) as u32;
        self.counter[at.index()] = self.finished;
    }
}
