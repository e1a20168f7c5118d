//! A slice of a game: some of its positions, and checked bounds where play leaves them.
//!
//! Every state at the edge has a [`Known`], which bounds its value in the whole game. Max can do in
//! the whole game what it does in the slice and go on from the edge as well as is known there, and
//! so can Min: the value of the slice whose edge pays its lower bounds is at most the value in the
//! whole game, that of the slice whose edge pays its upper bounds at least. So the conditions of
//! reaching (`judge::reach`) prove bounds of the whole game, edge states counting as ended, with
//! `l` at most and `u` at least what is known there. The caller answers for it that the state is the
//! position whose bounds it gives, as it does for the arena's being the game.
//!
//! *Play that ends.* [`Ends`] says for each side from which states play ends with probability 1 if
//! that side follows its strategy, whatever the other does. A state of that kind has ended, or is an
//! edge known to be of it; elsewhere that side's choice, and every one of the other side, leads to
//! states of that kind alone, and to one of smaller rank.
//!
//! *Seats.* Let the game be the same for both players when they swap seats, and `s'` be `s` with the
//! seats swapped. If Max can be sure of `l` at `s`, then Min at `s'` can win with chance `l`, and
//! Max has at most `1-l` there, infinite play being nobody's win. If Min holds Max to `u` at `s`,
//! Max at `s'` holds Min's chance to `u`, and has `1-u` if play ends with probability 1; else
//! nothing is known.

use std::ops::Range;

use super::{Checked, Claim, Reason, Refusal, chosen, reach};
use crate::{Arena, Bounds, ChoiceId, Fixed64, Goal, Objective, Solution, StateId};

/// Checked bounds of a position's value in the whole game, and from it made for another slice.
///
/// In 16 bytes: the highest bits say for which side's strategy play is known to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    lower: u64,
    upper: u64,
}

/// Play ends under the strategy of the side whose bound has this bit: Max's lower, Min's upper one.
const ENDS: u64 = 1 << 63;

impl Known {
    /// Nothing is known.
    pub const NOTHING: Self = Self { lower: 0, upper: Fixed64::ONE.0 };

    /// The bounds.
    #[inline]
    pub fn bounds(&self) -> (Fixed64, Fixed64) {
        (Fixed64(self.lower & !ENDS), Fixed64(self.upper & !ENDS))
    }

    /// Whether play ends with probability 1 whatever the other side does, if Max follows its
    /// strategy, and if Min does.
    #[inline]
    pub fn ends(&self) -> [bool; 2] {
        [self.lower & ENDS != 0, self.upper & ENDS != 0]
    }

    /// What is known of the position with the seats swapped, in a game that is the same for both
    /// players.
    #[inline]
    pub fn mirrored(&self) -> Self {
        let (lower, upper) = self.bounds();
        let [max, min] = self.ends();
        let least = if min { Fixed64::ONE.0 - upper.0 } else { 0 };
        Self::new(Fixed64(least), Fixed64(Fixed64::ONE.0 - lower.0), [min, max])
    }

    /// As it is kept for a later run.
    pub fn to_bytes(&self) -> [u8; 16] {
        (u128::from(self.lower) | u128::from(self.upper) << 64).to_le_bytes()
    }

    /// What [`to_bytes`](Self::to_bytes) gave; `None` for what are no bounds. The caller answers for
    /// it that the bytes are unchanged and of the same game.
    pub fn from_bytes(bytes: [u8; 16]) -> Option<Self> {
        let both = u128::from_le_bytes(bytes);
        let known = Self { lower: both as u64, upper: (both >> 64) as u64 };
        let (lower, upper) = known.bounds();
        (lower <= upper && upper <= Fixed64::ONE).then_some(known)
    }

    #[inline]
    fn new(lower: Fixed64, upper: Fixed64, [max, min]: [bool; 2]) -> Self {
        let mark = |yes| if yes { ENDS } else { 0 };
        Self { lower: lower.0 | mark(max), upper: upper.0 | mark(min) }
    }
}

/// What is known at the edge, in the numbers of a claim: for each state beyond the last one inside.
pub(super) struct Edge<N> {
    first: u32,
    bounds: Vec<(N, N)>,
}

impl<N> Edge<N> {
    /// No edge.
    pub(super) const NONE: Self = Self { first: u32::MAX, bounds: Vec::new() };

    /// Its states before number `inner`.
    pub(super) fn before(&self, inner: u32) -> Range<usize> {
        let [first, end] = [0, self.bounds.len()].map(|at| self.first as usize + at);
        first.min(inner as usize)..end.min(inner as usize)
    }

    #[inline]
    pub(super) fn at(&self, state: StateId) -> Option<(&N, &N)> {
        let at = state.0.checked_sub(self.first)?;
        self.bounds.get(at as usize).map(|(lower, upper)| (lower, upper))
    }
}

/// Where play ends, and why.
#[derive(Debug)]
pub struct Ends {
    /// For each state the bits of the sides (Max's is 1, Min's 2) of which it is not said that play
    /// ends under their strategy.
    pub outside: Vec<u8>,
    /// For each side the ranks of all states; `None` where the solution's ranks serve both.
    pub ranks: Option<[Vec<u32>; 2]>,
}

/// The bits of both sides.
pub const BOTH: u8 = 3;

/// A slice that the judge accepted.
#[derive(Debug)]
pub struct Slice {
    checked: Checked,
    ends: Option<Ends>,
}

impl Slice {
    /// The slice as an arena of its own, whose unexplored states have the bounds known there.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// The same.
    pub fn into_checked(self) -> Checked {
        self.checked
    }

    /// Finds that play ends where `ends` says so; `edge` is that of the claim.
    ///
    /// # Errors
    /// The ranks do not prove it.
    pub fn prove_ends(&mut self, edge: &[Known], ends: Ends) -> Result<(), Refusal> {
        let Claim { arena, objective, solution } = &self.checked.0;
        let ranks = ends.ranks.as_ref().map_or([&solution.rank; 2], |[max, min]| [max, min]);
        let ranks = ranks.map(|ranks| &ranks[..]);
        Ending { arena, objective, solution, edge, ranks, outside: &ends.outside }.all()?;
        self.ends = Some(ends);
        Ok(())
    }

    /// What is known of `state` now.
    pub fn known(&self, state: StateId) -> Known {
        let Bounds::Fixed64(all) = &self.checked.solution().bounds else { return Known::NOTHING };
        let outside = self.ends.as_ref().map_or(BOTH, |ends| ends.outside[state.index()]);
        let ends = [1, 2].map(|side| outside & side == 0);
        Known::new(all.lower[state.index()], all.upper[state.index()], ends)
    }
}

/// Checks a claim on a slice: bounds in 64 bits, and play that ends as its payoffs say. Its last
/// states are the edge, of which `edge` says what is known.
///
/// # Errors
/// The evidence does not prove the bounds.
pub fn judge(claim: Claim, edge: &[Known]) -> Result<Slice, Refusal> {
    let Claim { arena, objective, solution } = &claim;
    let Bounds::Fixed64(bounds) = &solution.bounds else {
        return Err(Refusal { state: None, reason: Reason::Kind });
    };
    if objective.goal != Goal::Payoff {
        return Err(Refusal { state: None, reason: Reason::Goal });
    }
    let Some(first) = arena.states().checked_sub(edge.len()) else {
        return Err(Refusal { state: None, reason: Reason::Length });
    };
    let known = Edge { first: first as u32, bounds: edge.iter().map(Known::bounds).collect() };
    reach::judge(arena, objective, solution, bounds, &known)?;
    Ok(Slice { checked: Checked(claim), ends: None })
}

/// That play ends where it is said.
struct Ending<'a> {
    arena: &'a Arena,
    objective: &'a Objective,
    solution: &'a Solution,
    edge: &'a [Known],
    ranks: [&'a [u32]; 2],
    outside: &'a [u8],
}

impl Ending<'_> {
    fn all(&self) -> Result<(), Refusal> {
        let lengths = [self.ranks[0].len(), self.ranks[1].len(), self.outside.len()];
        if lengths.iter().any(|&length| length != self.arena.states()) {
            return Err(Refusal { state: None, reason: Reason::Length });
        }
        for state in self.arena.ids() {
            self.state(state).map_err(|reason| Refusal { state: Some(state), reason })?;
        }
        Ok(())
    }

    #[inline]
    fn state(&self, state: StateId) -> Result<(), Reason> {
        let open = BOTH & !self.outside[state.index()] & !ended(self.arena, self.edge, state);
        if open == 0 {
            return Ok(());
        }
        let (choices, chosen) = chosen(self.arena, state, self.solution.strategy[state.index()])?;
        let owner = if self.objective.is_max(self.arena, state) { 1 } else { 2 };
        for choice in choices {
            // Of what the owner could choose else only the other side must take account.
            let sides = if choice == chosen { open } else { open & !owner };
            if sides != 0 && !self.leads(sides, state, self.arena.targets(ChoiceId(choice))) {
                return Err(Reason::Unending);
            }
        }
        Ok(())
    }

    /// True where for these sides no target is outside, and one has a smaller rank than `state`.
    #[inline]
    fn leads(&self, sides: u8, state: StateId, targets: &[u32]) -> bool {
        let mut outside = 0;
        for &target in targets {
            outside |= self.outside[target as usize];
        }
        let nearer = |ranks: &[u32]| {
            let rank = ranks[state.index()];
            targets.iter().any(|&t| ranks[t as usize] < rank)
        };
        let [max, min] = self.ranks;
        outside & sides == 0 && (sides & 1 == 0 || nearer(max)) && (sides & 2 == 0 || nearer(min))
    }
}

/// The bits of the sides for which `state` is an end: play has ended there, or is known to end beyond
/// the edge if that side follows its strategy.
#[inline]
pub fn ended(arena: &Arena, edge: &[Known], state: StateId) -> u8 {
    let known = (state.index() + edge.len()).checked_sub(arena.states());
    match known.and_then(|at| edge.get(at)) {
        Some(known) => {
            let [max, min] = known.ends();
            u8::from(max) | u8::from(min) << 1
        }
        None if arena.payoff(state).is_some() => BOTH,
        None => 0,
    }
}
