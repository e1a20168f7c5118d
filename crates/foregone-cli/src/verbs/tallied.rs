//! Win, draw and loss in words: for a position, for its moves, and counted over all positions.

use foregone::Verdict;
use foregone::judge::nim::{Nimber, Nimbers};
use foregone::nimber::{self, Shown};
use foregone::query::{Move, Standing};
use foregone::session::Solved;
use foregone::tally::{Counts, Line, Tally};

use crate::failure::{Failure, wrong};
use crate::show::table::Table;
use crate::show::{FAINT, GOOD, grouped};

/// Moves of a line of play that are shown.
const MOST_MOVES: usize = 40;

/// The nimbers of all positions; `None` in games that have none, or where a limit cut positions off.
pub fn nimbers(solved: &Solved) -> Result<Option<Nimbers>, Failure> {
    if !solved.explored.impartial() || solved.explored.stopped().is_some() {
        return Ok(None);
    }
    nimber::nimbers(solved.explored.arena()).map(Some).map_err(wrong)
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
    let impartial = moves.iter().any(|m| m.nimber.is_some());
    let head = ["", "move", "outcome", if impartial { "nimber" } else { "" }];
    table.row(FAINT, head.map(Into::into));
    for m in moves {
        let style = if m.best { GOOD } else { anstyle::Style::new() };
        let leads = m.standing.as_ref().map(standing).unwrap_or_default();
        let nimber = m.nimber.as_ref().map(ToString::to_string).unwrap_or_default();
        table.row(style, [m.mark().into(), (&m.name).into(), leads.into(), nimber.into()]);
    }
    table.text() + &winning(moves)
}

/// The moves to nimber 0, of which the best ones are only the quickest.
fn winning(moves: &[Move]) -> String {
    let wins = |m: &&Move| m.nimber == Some(Shown(Nimber::Number(0)));
    let names: Vec<&str> = moves.iter().filter(wins).map(|m| m.name.as_str()).collect();
    match names[..] {
        [] => String::new(),
        _ => format!("winning moves: {}\n", names.join(", ")),
    }
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
