//! What is asked of an arena, and for whom.

use crate::judge::{Reason, Refusal};
use crate::{Arena, ChoiceId, Grade, Player, Rational, StateId};

static WON: Rational = Rational::ONE;
static LOST: Rational = Rational::ZERO;

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
/// Infinite play counts as 0, in win/lose/draw as a draw.
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
    /// To win, else to draw: every payoff is 1, 1/2 or 0, no choice has chance, infinite play is a
    /// draw; a win soon is better than a late one, a late loss better than one soon.
    Outcome,
}

impl Objective {
    /// The payoff at the end of play, player 0 being Max.
    pub fn payoff() -> Self {
        Self { max: Players::one(Player(0)), goal: Goal::Payoff }
    }

    /// Win, lose or draw with distance, player 0 being Max.
    pub fn outcome() -> Self {
        Self { max: Players::one(Player(0)), goal: Goal::Outcome }
    }

    /// True where `state` belongs to Max's side.
    #[inline]
    pub fn is_max(&self, arena: &Arena, state: StateId) -> bool {
        arena.player(state).is_some_and(|player| self.max.contains(player))
    }

    /// What Max has at `state` if play ends there for this objective; `None` where it goes on or
    /// the state is unexplored.
    pub fn ending<'a>(&'a self, arena: &'a Arena, state: StateId) -> Option<&'a Rational> {
        match &self.goal {
            Goal::Payoff | Goal::Outcome => arena.payoff(state),
            Goal::Reach(targets) if targets[state.index()] => Some(&WON),
            Goal::Reach(_) => arena.payoff(state).map(|_| &LOST),
        }
    }

    /// True where play ends at `state` for this objective.
    #[inline]
    pub fn is_ended(&self, arena: &Arena, state: StateId) -> bool {
        let over = arena.player(state).is_none() && !arena.is_unexplored(state);
        match &self.goal {
            Goal::Payoff | Goal::Outcome => over,
            Goal::Reach(targets) => over || targets[state.index()],
        }
    }

    /// True where the objective speaks of an arena with this many states.
    pub fn fits(&self, states: usize) -> bool {
        match &self.goal {
            Goal::Payoff | Goal::Outcome => true,
            Goal::Reach(targets) => targets.len() == states,
        }
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
        let wrong = |payoff: &Rational| match self.goal {
            Goal::Payoff => *payoff < Rational::ZERO || *payoff > Rational::ONE,
            Goal::Outcome => Grade::of_payoff(payoff).is_none(),
            Goal::Reach(_) => false,
        };
        if let Some((state, _)) = arena.endings().find(|(_, payoff)| wrong(payoff)) {
            return Err(Refusal { state: Some(state), reason: Reason::Payoff });
        }
        // With as many branches as choices every choice has one.
        if self.goal == Goal::Outcome && arena.branches() != arena.choices() {
            let chance = |state: &StateId| {
                arena.choices_of(*state).any(|c| arena.targets(ChoiceId(c)).len() != 1)
            };
            return Err(Refusal { state: arena.ids().find(chance), reason: Reason::Chance });
        }
        Ok(())
    }

    /// The same objective after the arena's states were put into `order`.
    pub fn renumbered(self, order: &[u32]) -> Self {
        let goal = match self.goal {
            Goal::Reach(targets) => {
                Goal::Reach(order.iter().map(|&old| targets[old as usize]).collect())
            }
            goal => goal,
        };
        Self { goal, ..self }
    }
}
