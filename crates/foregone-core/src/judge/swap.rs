//! The same claim seen by the other side.
//!
//! For every play what Max gets under [`Goal::Not`](crate::Goal::Not) and what the other side gets
//! under the goal itself sum to 1, infinite play included (1 and 0). So the value of the one is 1
//! less the value of the other with the sides swapped, and `l <= value <= u` holds of the one
//! exactly where `1-u <= value <= 1-l` holds of the other: nothing new needs to be proved, and
//! since `1-x` is exact in every number type, nothing is rounded. Strategies stay as they are, for
//! each entry is its state's owner's; the ranks speak of the side that wants to reach.

use super::{Claim, Reason, Refusal};
use crate::{Bounds, Grade, Intervals, Number, Solution, StateId};

impl Claim {
    /// The claim of the other side.
    ///
    /// # Errors
    /// A bound lies outside `[0,1]`.
    pub fn swapped(self) -> Result<Self, Refusal> {
        let Solution { bounds, strategy, rank, stopped, effort } = self.solution;
        let bounds = match bounds {
            Bounds::Fixed64(all) => Bounds::Fixed64(swapped(all)?),
            Bounds::Fixed128(all) => Bounds::Fixed128(swapped(all)?),
            Bounds::Fixed512(all) => Bounds::Fixed512(swapped(all)?),
            Bounds::Exact(all) => Bounds::Exact(swapped(all)?),
            Bounds::Grades(Intervals { lower, upper }) => {
                let turned = |side: Vec<Grade>| side.into_iter().map(Grade::turned).collect();
                Bounds::Grades(Intervals { lower: turned(upper), upper: turned(lower) })
            }
        };
        Ok(Self {
            arena: self.arena,
            objective: self.objective.complement(),
            solution: Solution { bounds, strategy, rank, stopped, effort },
        })
    }
}

fn swapped<N: Number>(bounds: Intervals<N>) -> Result<Intervals<N>, Refusal> {
    let Intervals { lower, upper } = bounds;
    Ok(Intervals { lower: complements(upper)?, upper: complements(lower)? })
}

fn complements<N: Number>(mut values: Vec<N>) -> Result<Vec<N>, Refusal> {
    let one = N::one();
    for (at, value) in values.iter_mut().enumerate() {
        let inside = N::zero() <= *value;
        let rest = if inside { one.minus(value) } else { None };
        let refusal = Refusal { state: Some(StateId(at as u32)), reason: Reason::Range };
        *value = rest.ok_or(refusal)?;
    }
    Ok(values)
}
