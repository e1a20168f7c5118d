//! A bounded number of moves: the judge's own rounds, all workers together.
//!
//! Invariant: after each round every edge has what its owner has, and all end after the same round,
//! so the bounds are those of one machine, bit for bit.

use foregone::Bounds;
use foregone::Goal;
use foregone::Intervals;
use foregone::judge::steps::{PartSteps, StepGoal, StepObjective};

use crate::agree::agree;
use crate::crew::Crew;
use crate::numbers::Digits;
use crate::part::Part;

/// Bounds of all states for at least `from` and at most `to` moves.
pub(crate) fn bounded<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Part,
    (from, to): (u64, u64),
) -> Result<Bounds, String> {
    let Goal::Until { through, targets } = part.objective.goal.clone() else {
        return Err("a bound on the moves goes with a property alone".into());
    };
    let goal = StepGoal::Until { through, targets, from, to };
    let objective = StepObjective { max: part.objective.max, goal };
    let steps = PartSteps::<N>::new(&part.arena, &objective, part.inner);
    let mut steps = agree(crew, steps.map_err(|refusal| refusal.to_string()))?;
    share(crew, part, &mut steps);
    rounds(crew, part, &mut steps, to - from);
    steps.begin_late();
    rounds(crew, part, &mut steps, from);
    let [lower, upper] = steps.bounds().map(<[N]>::to_vec);
    Ok(N::bounds(Intervals { lower, upper }))
}

/// So many rounds, or until one changes nothing anywhere.
fn rounds<N: Digits>(crew: &mut Crew<'_>, part: &Part, steps: &mut PartSteps<'_, N>, most: u64) {
    for _ in 0..most {
        let changed = steps.round();
        share(crew, part, steps);
        if !crew.any(changed) {
            return;
        }
    }
}

fn share<N: Digits>(crew: &mut Crew<'_>, part: &Part, steps: &mut PartSteps<'_, N>) {
    let inner = part.inner as usize;
    for side in 0..2 {
        let mut values = steps.bounds()[side].to_vec();
        part.share(crew, &mut values);
        steps.edge()[side].clone_from_slice(&values[inner..]);
    }
}
