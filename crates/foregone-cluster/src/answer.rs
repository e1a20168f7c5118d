//! What a run over several machines ends with.

use foregone::judge::nim::Nimber;
use foregone::{Grade, Player, Rational};

/// The answer, the same in every process.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How large the game is.
    pub counts: Counts,
    /// The positions from which play starts, in the order given.
    pub starts: Vec<Start>,
    /// Why the width asked for was not reached, or `None`.
    pub stopped: Option<String>,
    /// The number type of the judged bounds, in words; empty for grades.
    pub arithmetic: &'static str,
    /// Why the solution was not saved, where it was to be.
    pub unsaved: Option<String>,
    /// What it took.
    pub cost: Cost,
}

/// How large a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions.
    pub states: u64,
    /// Moves of all positions.
    pub choices: u64,
    /// Outcomes of all moves.
    pub branches: u64,
}

/// A position from which play starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// As the game writes it.
    pub position: String,
    /// Who is to move; `None` where play is over.
    pub mover: Option<Player>,
    /// What it is worth to Max.
    pub worth: Worth,
    /// Its nimber, in impartial games.
    pub nimber: Option<Nimber>,
}

/// What a position is worth to Max.
#[derive(Clone, PartialEq, Debug)]
pub enum Worth {
    /// Judged bounds.
    Bounds(Rational, Rational),
    /// Nothing was asked.
    Unasked,
    /// A judged grade.
    Grade(Grade),
    /// Judged bounds of the grade, where a limit was met.
    Between(Grade, Grade),
}

/// What a run took, over all workers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Rounds in which workers acted together.
    pub rounds: u64,
    /// Bytes sent from worker to worker while exploring.
    pub sent_exploring: u64,
    /// Bytes sent from worker to worker while solving and judging.
    pub sent_solving: u64,
    /// References to states of other workers.
    pub edge: u64,
    /// Bytes held by the workers' own states, all workers together.
    pub own_bytes: u64,
    /// Bytes held for references to others and by lists of what others refer to.
    pub edge_bytes: u64,
    /// Seconds of exploring, solving and judging, as worker 0 saw them.
    pub seconds: [f64; 3],
    /// The most memory that any process took.
    pub peak_bytes: u64,
}
