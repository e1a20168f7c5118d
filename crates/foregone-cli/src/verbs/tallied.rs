//! Win, draw and loss in words: for a position, for its moves, and counted over all positions.

use foregone::judge::nim::Nimber;
use foregone::nimber::nimbers;
use foregone::query::{Move, Standing};
use foregone::session::Solved;
use foregone::tally::{Counts, Line, Tally};
use foregone::{StateId, Verdict};
use serde::Serialize;

use crate::failure::{Failure, wrong};
use crate::show::table::Table;
use crate::show::{FAINT, GOOD, grouped};

/// Moves of a line of play that are shown.
const MOST_MOVES: usize = 40;

/// A nimber as it is printed.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Value {
    /// As a heap of nim.
    Number(u32),
    /// Loopy, won beside heaps of these sizes.
    Loopy {
        /// The sizes.
        loopy: Vec<u32>,
    },
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Loopy { loopy } => {
                let all = loopy.iter().map(ToString::to_string).collect::<Vec<_>>();
                write!(f, "loopy({})", all.join(","))
            }
        }
    }
}

/// The nimber of `state`; `None` in games that have none, or where a limit cut positions off.
pub fn nimber(solved: &Solved, state: StateId) -> Result<Option<Value>, Failure> {
    if !solved.explored.impartial() || solved.explored.stopped().is_some() {
        return Ok(None);
    }
    let nimbers = nimbers(solved.explored.arena()).map_err(wrong)?;
    Ok(Some(match nimbers.at(state) {
        Nimber::Number(number) => Value::Number(number),
        Nimber::Loopy(loopy) => Value::Loopy { loopy },
    }))
}

/// `X wins in 5 moves`, `draw`, or that it is not decided.
pub fn standing(of: &Standing) -> String {
    match (&of.winner, of.result, of.distance) {
        (Some(winner), _, Some(0)) => format!("{winner} has won"),
        (Some(winner), _, Some(1)) => format!("{winner} wins in 1 move"),
        (Some(winner), _, Some(moves)) => {
            format!("{winner} wins in {} moves", grouped(moves.into()))
        }
        (Some(winner), ..) => format!("{winner} wins"),
        (None, Some(Verdict::Drawn), _) => "draw".into(),
        (None, ..) => "not decided".into(),
    }
}

/// Every move with where it leads, the best ones marked.
pub fn moves(moves: &[Move]) -> String {
    let mut table = Table::default();
    table.row(FAINT, ["".into(), "move".into(), "outcome".into()]);
    for m in moves {
        let style = if m.best { GOOD } else { anstyle::Style::new() };
        let leads = m.standing.as_ref().map(standing).unwrap_or_default();
        table.row(style, [m.mark().into(), (&m.name).into(), leads.into()]);
    }
    table.text()
}

/// Counts, symmetries and the longest wins.
pub fn text(tally: &Tally) -> String {
    let Tally { movers, over, orbits, longest } = tally;
    let mut table = Table::default();
    let head = ["positions", "won", "drawn", "lost", "undecided"].map(Into::into);
    table.row(FAINT, head);
    let rows = movers.iter().map(|counts| (format!("{} to move", counts.player), counts));
    let rows = rows.chain([(format!("over, for {}", over.player), over)]);
    for (name, counts) in rows {
        let Counts { won, drawn, lost, undecided, .. } = counts;
        let numbers = [won, drawn, lost, undecided].map(|&n| grouped(n).into());
        let [won, drawn, lost, undecided] = numbers;
        table.row(anstyle::Style::new(), [name.into(), won, drawn, lost, undecided]);
    }
    let mut text = table.text();
    let all = movers.iter().chain([over]).map(Counts::all).sum::<u64>();
    if *orbits < all {
        text += &format!("{} positions up to symmetry\n", grouped(*orbits));
    }
    longest.iter().for_each(|line| text += &one(line));
    text + "\n"
}

fn one(line: &Line) -> String {
    let Line { winner, distance, state, moves } = line;
    let shown = moves.iter().take(MOST_MOVES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if moves.len() > MOST_MOVES { ", …" } else { "" };
    let unit = if *distance == 1 { "move" } else { "moves" };
    format!("longest win of {winner}: {distance} {unit} from {state}: {shown}{more}\n")
}
