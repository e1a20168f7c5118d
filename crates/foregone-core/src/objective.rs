//! What is asked of an arena, and for whom.

use std::borrow::Cow;

use crate::judge::{Reason, Refusal};
use crate::{Arena, ChoiceId, Grade, Player, Rational, StateId, Verdict};

/// A set of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Players(u64);

impl Players {
    /// Nobody.
    pub const NONE: Self = Self(0);
    /// Everybody.
    pub const ALL: Self = Self(u64::MAX);

    /// The set of one player.
    pub fn one(player: Player) -> Self {
        Self(1 << player.0)
    }

    /// This set and one player more.
    pub fn with(self, player: Player) -> Self {
        Self(self.0 | 1 << player.0)
    }

    /// Everybody who is not in this set.
    pub fn others(self) -> Self {
        Self(!self.0)
    }

    /// True where `player` is in the set.
    #[inline]
    pub fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }
}

/// What is asked, and which players form Max's side; all others are Min's.
///
/// Infinite play counts as 0, as 1 under [`Goal::Not`], and in win/lose/draw as the goal says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Max's side.
    pub max: Players,
    /// What Max wants.
    pub goal: Goal,
}

/// What Max wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The payoff at the end of play; every payoff lies in `[0,1]`.
    Payoff,
    /// To reach one of these states: one entry for each state. Elsewhere the end of play counts 0.
    Reach(Vec<bool>),
    /// To reach one of the `targets` by way of states that are `through`: one entry of both for
    /// each state. Any other state counts as the end of play, with 0.
    Until {
        /// Where play may pass.
        through: Vec<bool>,
        /// Where it should come.
        targets: Vec<bool>,
    },
    /// The opposite: Max gets 1 less what the goal is worth. `Not(Reach(T))` is to avoid `T`, and
    /// infinite play then counts as 1, the most there is.
    Not(Box<Goal>),
    /// To win, else to draw: every payoff is 1, 1/2 or 0 and no choice has chance; a win soon is
    /// better than a late one, a late loss better than one soon. Infinite play counts as this;
    /// where it is no draw, no end of play is one.
    Outcome(Verdict),
}

impl Goal {
    /// True where it speaks of sets of states, not of how play ends.
    pub fn is_targets(&self) -> bool {
        match self {
            Self::Reach(_) | Self::Until { .. } => true,
            Self::Not(goal) => goal.is_targets(),
            _ => false,
        }
    }

    /// True for win, lose or draw with distance.
    pub fn is_outcome(&self) -> bool {
        matches!(self, Self::Outcome(_))
    }

    /// To keep out of these states for ever. The end of play elsewhere counts 1.
    pub fn avoid(targets: Vec<bool>) -> Self {
        Self::Not(Box::new(Self::Reach(targets)))
    }

    /// Max gets 1 less what this is worth.
    pub fn complement(self) -> Self {
        match self {
            Self::Not(goal) => *goal,
            goal => Self::Not(Box::new(goal)),
        }
    }

    fn ending<'a>(&'a self, arena: &'a Arena, state: StateId) -> Option<Cow<'a, Rational>> {
        let truth = |won| Cow::Owned(if won { Rational::ONE } else { Rational::ZERO });
        match self {
            Self::Payoff | Self::Outcome(_) => arena.payoff(state).map(Cow::Borrowed),
            Self::Not(goal) => {
                Some(Cow::Owned(Rational::ONE - goal.ending(arena, state)?.into_owned()))
            }
            Self::Reach(targets) | Self::Until { targets, .. } => {
                self.is_ended(arena, state).then(|| truth(targets[state.index()]))
            }
        }
    }

    #[inline]
    fn is_ended(&self, arena: &Arena, state: StateId) -> bool {
        let over = || arena.player(state).is_none() && !arena.is_unexplored(state);
        match self {
            Self::Payoff | Self::Outcome(_) => over(),
            Self::Reach(targets) => targets[state.index()] || over(),
            Self::Until { through, targets } => {
                targets[state.index()] || !through[state.index()] || over()
            }
            Self::Not(goal) => goal.is_ended_within(arena, state),
        }
    }

    /// The same, apart: what calls itself is not written into what calls it.
    fn is_ended_within(&self, arena: &Arena, state: StateId) -> bool {
        self.is_ended(arena, state)
    }

    fn fits(&self, states: usize) -> bool {
        match self {
            Self::Payoff | Self::Outcome(_) => true,
            Self::Reach(targets) => targets.len() == states,
            Self::Until { through, targets } => targets.len() == states && through.len() == states,
            Self::Not(goal) => goal.fits(states),
        }
    }

    /// True where the goal cannot take this payoff at the end of play.
    fn refuses(&self, payoff: &Rational) -> bool {
        match self {
            Self::Payoff => *payoff < Rational::ZERO || *payoff > Rational::ONE,
            Self::Outcome(endless) => match Grade::of_payoff(payoff) {
                Some(grade) => grade == Grade::DRAW && *endless != Verdict::Drawn,
                None => true,
            },
            Self::Not(goal) => goal.refuses(payoff),
            Self::Reach(_) | Self::Until { .. } => false,
        }
    }

    fn renumbered(self, order: &[u32]) -> Self {
        let moved = |old: Vec<bool>| order.iter().map(|&at| old[at as usize]).collect();
        match self {
            Self::Payoff => Self::Payoff,
            Self::Outcome(endless) => Self::Outcome(endless),
            Self::Reach(targets) => Self::Reach(moved(targets)),
            Self::Until { through, targets } => {
                Self::Until { through: moved(through), targets: moved(targets) }
            }
            Self::Not(goal) => Self::Not(Box::new(goal.renumbered(order))),
        }
    }
}

impl Objective {
    /// The payoff at the end of play, player 0 being Max.
    pub fn payoff() -> Self {
        Self { max: Players::one(Player(0)), goal: Goal::Payoff }
    }

    /// Win, lose or draw with distance, player 0 being Max; infinite play is a draw.
    pub fn outcome() -> Self {
        Self::outcome_where_endless(Verdict::Drawn)
    }

    /// Win or lose with distance, player 0 being Max; infinite play counts as this for Max.
    pub fn outcome_where_endless(counts: Verdict) -> Self {
        Self { max: Players::one(Player(0)), goal: Goal::Outcome(counts) }
    }

    /// True where `state` belongs to Max's side.
    #[inline]
    pub fn is_max(&self, arena: &Arena, state: StateId) -> bool {
        arena.player(state).is_some_and(|player| self.max.contains(player))
    }

    /// The same question with the sides swapped: its value is 1 less the value of this one.
    pub fn complement(self) -> Self {
        Self { max: self.max.others(), goal: self.goal.complement() }
    }

    /// What Max has at `state` if play ends there for this objective; `None` where it goes on or
    /// the state is unexplored.
    pub fn ending<'a>(&'a self, arena: &'a Arena, state: StateId) -> Option<Cow<'a, Rational>> {
        self.goal.ending(arena, state)
    }

    /// True where play ends at `state` for this objective.
    #[inline]
    pub fn is_ended(&self, arena: &Arena, state: StateId) -> bool {
        self.goal.is_ended(arena, state)
    }

    /// Every state where play ends for this objective, in order.
    pub fn ended_states(&self, arena: &Arena) -> Vec<StateId> {
        match self.goal.is_targets() {
            true => arena.ids().filter(|&state| self.is_ended(arena, state)).collect(),
            false => arena.endings().map(|(state, _)| state).collect(),
        }
    }

    /// True where the objective speaks of an arena with this many states.
    pub fn fits(&self, states: usize) -> bool {
        self.goal.fits(states)
    }

    /// Checks that the objective can be asked of `arena` at all.
    ///
    /// # Errors
    /// It has no entry for each state, a payoff is none that it takes, or a choice has chance where
    /// it takes none.
    pub fn check(&self, arena: &Arena) -> Result<(), Refusal> {
        if !self.fits(arena.states()) {
            return Err(Refusal { state: None, reason: Reason::Length });
        }
        if let Some((state, _)) = arena.endings().find(|(_, payoff)| self.goal.refuses(payoff)) {
            return Err(Refusal { state: Some(state), reason: Reason::Payoff });
        }
        // With as many branches as choices every choice has one.
        if self.goal.is_outcome() && arena.branches() != arena.choices() {
            let chance = |state: &StateId| {
                arena.choices_of(*state).any(|c| arena.targets(ChoiceId(c)).len() != 1)
            };
            return Err(Refusal { state: arena.ids().find(chance), reason: Reason::Chance });
        }
        Ok(())
    }

    /// The same objective after the arena's states were put into `order`.
    pub fn renumbered(self, order: &[u32]) -> Self {
        Self { goal: self.goal.renumbered(order), ..self }
    }
}
