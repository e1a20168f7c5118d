//! Counts over all positions of a game that is won, drawn or lost, and its longest wins.
//!
//! Invariant: only checked grades are counted; a position whose two grades differ in the verdict
//! is undecided, and only one whose distance is certain can be the longest win.

use serde::Serialize;

use crate::session::Solved;
use crate::{Grade, NO_CHOICE, StateId, Verdict};

/// What there is in an explored and solved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    /// For every player the positions where it is to move, as the mover sees them.
    pub movers: Vec<Counts>,
    /// Positions where play is over, as the first player sees them.
    pub over: Counts,
    /// Positions that differ by more than a symmetry of the game.
    pub orbits: u64,
    /// The longest win of either side, where it has one: the first player's side, then the other.
    pub longest: Vec<Line>,
}

/// Numbers of positions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// As whom they are seen.
    pub player: String,
    /// Won for that player.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Not decided within the limits.
    pub undecided: u64,
}

/// A position and how play goes on from there when both sides play best.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Who wins.
    pub winner: String,
    /// Moves of both sides until the end.
    pub distance: u32,
    /// Where play begins.
    pub state: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl Counts {
    fn of(player: String) -> Self {
        Self { player, ..Self::default() }
    }

    fn count(&mut self, verdict: Option<Verdict>) {
        match verdict {
            Some(Verdict::Won) => self.won += 1,
            Some(Verdict::Drawn) => self.drawn += 1,
            Some(Verdict::Lost) => self.lost += 1,
            None => self.undecided += 1,
        }
    }

    /// All of them.
    pub fn all(&self) -> u64 {
        self.won + self.drawn + self.lost + self.undecided
    }
}

/// Counts every position; `None` unless the game was solved for win/lose/draw.
pub fn tally(solved: &Solved) -> Option<Tally> {
    let (checked, explored) = (&solved.checked, &solved.explored);
    let (arena, objective) = (checked.arena(), checked.objective());
    let names = explored.players();
    let mut movers: Vec<Counts> = names.iter().cloned().map(Counts::of).collect();
    let mut over = Counts::of(names.first().cloned().unwrap_or_default());
    let mut longest: [Option<(u32, StateId)>; 2] = [None; 2];
    for state in arena.ids() {
        let (lower, upper) = checked.solution().bounds.grades(state)?;
        let verdict = (lower.verdict() == upper.verdict()).then(|| lower.verdict());
        if let (true, Some(distance)) = (lower == upper, lower.distance()) {
            let side = &mut longest[usize::from(lower < Grade::DRAW)];
            if side.is_none_or(|(most, _)| distance > most) {
                *side = Some((distance, state));
            }
        }
        let is_max = objective.is_max(arena, state);
        match arena.player(state) {
            Some(player) => {
                let mover = movers.get_mut(usize::from(player.0));
                let seen = if is_max { verdict } else { verdict.map(Verdict::turned) };
                mover.into_iter().for_each(|counts| counts.count(seen));
            }
            None => over.count(verdict),
        }
    }
    let longest = longest.into_iter().zip(&names).filter_map(|(found, name)| {
        let (distance, state) = found.filter(|&(distance, _)| distance > 0)?;
        let moves = line(solved, state, distance);
        Some(Line { winner: name.clone(), distance, state: explored.show(state), moves })
    });
    let longest = longest.collect();
    Some(Tally { movers, over, orbits: explored.orbits(), longest })
}

/// At most `moves` moves from `state` on, as both sides' strategies have it.
pub fn line(solved: &Solved, mut state: StateId, moves: u32) -> Vec<String> {
    let (arena, strategy) = (solved.checked.arena(), &solved.checked.solution().strategy);
    let mut names = Vec::new();
    for _ in 0..moves {
        let choice = strategy[state.index()];
        if choice == NO_CHOICE {
            break;
        }
        names.push(solved.explored.move_name(state, choice as usize));
        state = StateId(arena.successors(state)[choice as usize]);
    }
    names
}
