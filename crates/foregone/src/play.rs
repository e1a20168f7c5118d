//! Games that were played: what every move cost, and what the dice gave.
//!
//! Invariant: the chance at the end is the chance at the start, plus luck, less what Max's side
//! gave away, plus what Min's side gave away; luck is the difference that chance made after a move,
//! and what a move gives away is the difference between the best move and the one chosen.
//! All numbers are the middles of judged bounds. Where an amount is expected instead of a chance it
//! stands in the place of the chance: what was collected so far and what is expected to come.

use serde::Serialize;

use crate::session::AnySolved;
use crate::simulate::SplitMix64;
use crate::{ChoiceId, StateId};

/// One move of a game that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Where it was made.
    pub state: StateId,
    /// Which of the choices there, from 0.
    pub choice: u32,
    /// Which of its outcomes happened, from 0.
    pub branch: u32,
}

/// A played game, looked at move by move; all chances are Max's.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// The chance before the first move, or the amount expected.
    pub start: f64,
    /// The chance after the last move: the payoff, where play is over.
    pub end: f64,
    /// True where play is over.
    pub over: bool,
    /// What chance did in all.
    pub luck: f64,
    /// What Max's side gave away.
    pub max_gave: f64,
    /// What Min's side gave away.
    pub min_gave: f64,
    /// The moves.
    pub steps: Vec<Step>,
}

/// One move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// The position.
    pub state: String,
    /// Who moved.
    pub player: String,
    /// True for Max's side.
    pub max: bool,
    /// The move.
    pub name: String,
    /// A best move there.
    pub best: String,
    /// Max's chance before it.
    pub before: f64,
    /// Max's chance once it is chosen.
    pub chosen: f64,
    /// Max's chance once chance has spoken.
    pub after: f64,
    /// What the mover gave away, at least 0.
    pub cost: f64,
    /// What chance gave Max.
    pub luck: f64,
}

/// A record that is none of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// There is no such choice.
    #[error("move {at}: there is no choice number {choice}; there are {choices}, counted from 0")]
    Choice {
        /// The move, from 1.
        at: usize,
        /// What the record says.
        choice: u32,
        /// How many there are.
        choices: usize,
    },
    /// There is no such outcome.
    #[error("move {at}: there is no outcome number {branch}; there are {branches}, counted from 0")]
    Branch {
        /// The move, from 1.
        at: usize,
        /// What the record says.
        branch: u32,
        /// How many there are.
        branches: usize,
    },
    /// The next move is made elsewhere.
    #[error("move {at} does not lead to the position of the move after it")]
    Broken {
        /// The move, from 1.
        at: usize,
    },
}

/// Where `turn` leads.
///
/// # Errors
/// There is no such choice or outcome; it is called move 1.
pub fn follow(solved: &AnySolved, turn: Turn) -> Result<StateId, PlayError> {
    let arena = solved.arena();
    let choices = arena.choices_of(turn.state);
    if turn.choice as usize >= choices.len() {
        let (choice, choices) = (turn.choice, choices.len());
        return Err(PlayError::Choice { at: 1, choice, choices });
    }
    let targets = arena.targets(ChoiceId(choices.start + turn.choice));
    let target = targets.get(turn.branch as usize).copied().map(StateId);
    let (branch, branches) = (turn.branch, targets.len());
    target.ok_or(PlayError::Branch { at: 1, branch, branches })
}

/// Looks at a game move by move.
///
/// # Errors
/// See [`PlayError`].
pub fn review(solved: &AnySolved, turns: &[Turn]) -> Result<Review, PlayError> {
    let mut steps: Vec<Step> = Vec::with_capacity(turns.len());
    let mut end = turns.first().map_or(StateId(0), |turn| turn.state);
    let mut collected = 0.0;
    for (number, &turn) in (1..).zip(turns) {
        if number > 1 && turn.state != end {
            return Err(PlayError::Broken { at: number - 1 });
        }
        end = follow(solved, turn).map_err(|error| error.at(number))?;
        steps.push(step(solved, turn, end, collected));
        collected += collects(solved, turn.state, turn.choice);
    }
    let gave = |max| steps.iter().filter(|step| step.max == max).map(|step| step.cost).sum();
    Ok(Review {
        start: turns.first().map_or(0.0, |turn| middle(solved, turn.state)),
        end: if turns.is_empty() { 0.0 } else { collected + middle(solved, end) },
        over: !turns.is_empty() && solved.is_over(end),
        luck: steps.iter().map(|step| step.luck).sum(),
        max_gave: gave(true),
        min_gave: gave(false),
        steps,
    })
}

/// What both sides' strategies play from `state` on, with dice that grow from `seed`; at most
/// `most` moves.
pub fn line(solved: &AnySolved, mut state: StateId, seed: u64, most: usize) -> Vec<Turn> {
    let arena = solved.arena();
    let mut random = SplitMix64::new(seed);
    let mut turns = Vec::new();
    while turns.len() < most
        && !solved.is_over(state)
        && let Some(choice) = solved.choice(state)
    {
        let chosen = arena.choice(ChoiceId(arena.choices_of(state).start + choice));
        let branch = random.branch(chosen.distribution) as u32;
        turns.push(Turn { state, choice, branch });
        state = StateId(chosen.targets[branch as usize]);
    }
    turns
}

fn step(solved: &AnySolved, turn: Turn, after: StateId, collected: f64) -> Step {
    let (explored, arena) = (solved.explored(), solved.arena());
    let max = solved.is_max(turn.state);
    let worth = |choice| collected + mean(solved, turn.state, choice);
    let each: Vec<f64> = (0..arena.choices_of(turn.state).len() as u32).map(worth).collect();
    let better = |a: f64, b: f64| if max { a > b } else { a < b };
    let start = solved.choice(turn.state).unwrap_or(0) as usize;
    let best = (0..each.len()).fold(
        start,
        |best, at| {
            if better(each[at], each[best]) { at } else { best }
        },
    );
    let chosen = each[turn.choice as usize];
    let cost = (each[best] - chosen).abs();
    let own = collects(solved, turn.state, turn.choice);
    let (before, after) =
        (collected + middle(solved, turn.state), collected + own + middle(solved, after));
    let player = arena.player(turn.state).map_or(0, |player| usize::from(player.0));
    Step {
        state: explored.show(turn.state),
        player: explored.players().get(player).cloned().unwrap_or_default(),
        max,
        name: explored.move_name(turn.state, turn.choice as usize),
        best: explored.move_name(turn.state, best),
        before,
        chosen,
        after,
        // Bounds as wide as this say nothing of a difference.
        cost: if cost < 1e-9 { 0.0 } else { cost },
        luck: after - chosen,
    }
}

fn middle(solved: &AnySolved, state: StateId) -> f64 {
    let (lower, upper) = solved.doubles(state);
    lower.midpoint(upper)
}

/// What choice number `choice` of `state` collects.
fn collects(solved: &AnySolved, state: StateId, choice: u32) -> f64 {
    let choice = ChoiceId(solved.arena().choices_of(state).start + choice);
    solved.collects(state, choice).to_f64().value()
}

/// What choice number `choice` of `state` collects and leads to.
fn mean(solved: &AnySolved, state: StateId, choice: u32) -> f64 {
    let arena = solved.arena();
    let branches = arena.choice(ChoiceId(arena.choices_of(state).start + choice));
    let each = branches.targets.iter().zip(branches.distribution.floats);
    let after: f64 = each.map(|(&target, p)| p * middle(solved, StateId(target))).sum();
    collects(solved, state, choice) + after
}

impl PlayError {
    fn at(self, number: usize) -> Self {
        match self {
            Self::Choice { choice, choices, .. } => Self::Choice { at: number, choice, choices },
            Self::Branch { branch, branches, .. } => Self::Branch { at: number, branch, branches },
            Self::Broken { .. } => Self::Broken { at: number },
        }
    }
}
