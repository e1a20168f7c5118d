//! The judge over all workers: each has its own part checked, and one flaw refuses all.

use foregone::judge::Claim;
use foregone::judge::part::{CheckedPart, Part as Judged, check_part};
use foregone::solution::Effort;
use foregone::{Bounds, Solution, Stop};
use std::sync::Arc;

use crate::agree::agree;
use crate::crew::Crew;
use crate::part::Part;

/// Judges what the workers claim; `bounds`, `strategy` and `rank` have the edge too, as its owners
/// gave it after their last change.
pub(crate) fn judge(
    crew: &mut Crew<'_>,
    part: &Part,
    bounds: Bounds,
    strategy: Vec<u32>,
    rank: Vec<u32>,
    stopped: Option<Stop>,
) -> Result<CheckedPart, String> {
    let solution = Solution { bounds, strategy, rank, stopped, effort: Effort::default() };
    let objective = part.objective.clone();
    let claim = Claim { arena: Arc::clone(&part.arena), objective, solution };
    let edge_ended = part.ended[part.inner as usize..].to_vec();
    let begun = std::time::Instant::now();
    let checked = check_part(Judged { claim, inner: part.inner, edge_ended });
    crew.judged += begun.elapsed();
    let me = crew.me;
    let words = |refusal| format!("the judge refused the solution on worker {me}: {refusal}");
    agree(crew, checked.map_err(words))
}
