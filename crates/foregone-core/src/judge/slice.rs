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
//! *Play that ends.* `ends` has for each side ranks of the states from which play ends with
//! probability 1 if that side follows its strategy, whatever the other does. Rank 0 have only ended
//! states and edges known to be of that kind; elsewhere that side's choice, and every one of the
//! other side, leads to states with a rank alone, one of them to a smaller one.
//!
//! *Seats.* Let the game be the same for both players when they swap seats, and `s'` be `s` with the
//! seats swapped. If Max can be sure of `l` at `s`, then Min at `s'` can win with chance `l`, and
//! Max has at most `1-l` there, infinite play being nobody's win. If Min holds Max to `u` at `s`,
//! Max at `s'` holds Min's chance to `u`, and has `1-u` if play ends with probability 1; else
//! nothing is known.

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

    #[inline]
    pub(super) fn at(&self, state: StateId) -> Option<(&N, &N)> {
        let at = state.0.checked_sub(self.first)?;
        self.bounds.get(at as usize).map(|(lower, upper)| (lower, upper))
    }
}

/// Rank of a state from which play is not said to end.
pub const NEVER: u32 = u32::MAX;

/// A slice that the judge accepted.
#[derive(Debug)]
pub struct Slice {
    checked: Checked,
    ends: Option<Vec<[u32; 2]>>,
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

    /// What is known of `state` now.
    pub fn known(&self, state: StateId) -> Known {
        let Bounds::Fixed64(all) = &self.checked.solution().bounds else { return Known::NOTHING };
        let ranks = self.ends.as_ref().map_or([NEVER; 2], |ends| ends[state.index()]);
        let ends = ranks.map(|rank| rank != NEVER);
        Known::new(all.lower[state.index()], all.upper[state.index()], ends)
    }
}

/// Checks a claim on a slice: bounds in 64 bits, and play that ends as its payoffs say. Its first
/// states are the edge, of which `edge` says what is known. `ends` has for each state its ranks for
/// Max's and for Min's side.
///
/// # Errors
/// The evidence does not prove the bounds.
pub fn judge(claim: Claim, edge: &[Known], ends: Option<Vec<[u32; 2]>>) -> Result<Slice, Refusal> {
    let Claim { arena, objective, solution } = &claim;
    let Bounds::Fixed64(bounds) = &solution.bounds else {
        return Err(Refusal { state: None, reason: Reason::Kind });
    };
    if objective.goal != Goal::Payoff {
        return Err(Refusal { state: None, reason: Reason::Goal });
    }
    let known = Edge { first: 0, bounds: edge.iter().map(Known::bounds).collect() };
    reach::judge(arena, objective, solution, bounds, &known)?;
    if let Some(ranks) = &ends {
        Ends { arena, objective, solution, edge, ranks }.all()?;
    }
    Ok(Slice { checked: Checked(claim), ends })
}

/// That play ends where the ranks of both sides say so.
struct Ends<'a> {
    arena: &'a Arena,
    objective: &'a Objective,
    solution: &'a Solution,
    edge: &'a [Known],
    ranks: &'a [[u32; 2]],
}

impl Ends<'_> {
    fn all(&self) -> Result<(), Refusal> {
        if self.ranks.len() != self.arena.states() {
            return Err(Refusal { state: None, reason: Reason::Length });
        }
        self.arena.ids().try_for_each(|state| {
            self.state(state).map_err(|reason| Refusal { state: Some(state), reason })
        })
    }

    fn state(&self, state: StateId) -> Result<(), Reason> {
        let ranks = self.ranks[state.index()];
        let ends = ends(self.arena, self.objective, self.edge, state);
        // A side without a rank claims nothing; at an end nothing is left to show.
        let open = [0, 1].map(|side| ranks[side] != NEVER && !(ends[side] && ranks[side] == 0));
        if open == [false; 2] {
            return Ok(());
        }
        let (choices, chosen) = chosen(self.arena, state, self.solution.strategy[state.index()])?;
        let owner = usize::from(!self.objective.is_max(self.arena, state));
        for choice in choices {
            let leads = self.leads(choice, ranks);
            let fails = |side: usize| open[side] && !leads[side];
            if fails(1 - owner) || choice == chosen && fails(owner) {
                return Err(Reason::Unending);
            }
        }
        Ok(())
    }

    /// For each side whether a choice leads to states with a rank alone, and to one of less than
    /// `ranks`.
    #[inline]
    fn leads(&self, choice: u32, ranks: [u32; 2]) -> [bool; 2] {
        let (mut least, mut most) = ([NEVER; 2], [0; 2]);
        for &target in self.arena.targets(ChoiceId(choice)) {
            for side in 0..2 {
                let rank = self.ranks[target as usize][side];
                least[side] = rank.min(least[side]);
                most[side] = rank.max(most[side]);
            }
        }
        [0, 1].map(|side| least[side] < ranks[side] && most[side] != NEVER)
    }
}

/// For Max's and for Min's side whether `state` is an end: play has ended there, or is known to end
/// beyond the edge if that side follows its strategy.
#[inline]
pub fn ends(arena: &Arena, objective: &Objective, edge: &[Known], state: StateId) -> [bool; 2] {
    match edge.get(state.index()) {
        Some(known) => known.ends(),
        None => [objective.is_ended(arena, state); 2],
    }
}
