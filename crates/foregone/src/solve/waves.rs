//! Components in waves, each after all that it leads to: those of a wave wait for nothing but the
//! waves before, so they can be worked out side by side.
//!
//! A wave is the length of the longest path to come; invariant: it depends on the arena alone, and so
//! does the order in which components are done. To look for waves costs a pass over the branches, so
//! they serve fractions, of which every mean costs a thousand times as much.

use crate::graph::Components;
use crate::{Arena, StateId};

/// Components, by waves.
pub(super) struct Waves {
    /// All numbers of components, wave after wave, and in their own order within each.
    order: Vec<u32>,
    /// Where each wave starts, and one past the last.
    starts: Vec<u32>,
}

impl Waves {
    /// Of the components from number `from` on, those before being done.
    pub fn of(arena: &Arena, components: &Components, from: usize) -> Self {
        let numbers = from as u32..components.len() as u32;
        let mut wave = vec![0_u32; arena.states()];
        let mut starts = vec![0_u32];
        for number in numbers.clone() {
            let range = components.range(number as usize);
            let successors = range.clone().flat_map(|state| arena.successors(StateId(state)));
            // Those within the component have no wave yet.
            let own = successors.map(|&to| wave[to as usize]).max().unwrap_or(0) + 1;
            starts.resize(starts.len().max(own as usize + 1), 0);
            starts[own as usize] += 1;
            range.for_each(|state| wave[state as usize] = own);
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let (mut free, mut order) = (starts.clone(), vec![0; numbers.len()]);
        for number in numbers {
            let next =
                &mut free[wave[components.range(number as usize).start as usize] as usize - 1];
            order[*next as usize] = number;
            *next += 1;
        }
        Self { order, starts }
    }

    /// The waves, each cut into pieces of at most `most` components.
    pub fn pieces(&self, most: usize) -> impl Iterator<Item = &[u32]> {
        let wave = |pair: &[u32]| &self.order[pair[0] as usize..pair[1] as usize];
        self.starts.windows(2).flat_map(move |pair| wave(pair).chunks(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::components;
    use crate::{ArenaBuilder, Objective, Player, Rational, Turn};

    /// 0 is over; 1 leads there, 2 too, 3 to 2 and 1, 4 and 5 to each other and to 1, 6 to 5.
    #[test]
    fn a_component_comes_after_what_it_leads_to() {
        let mut builder = ArenaBuilder::new();
        builder.state(Turn::Over(Rational::ONE)).unwrap();
        for to in [&[0][..], &[0], &[2, 1], &[5, 1], &[4], &[5]] {
            builder.state(Turn::Player(Player(0))).unwrap();
            to.iter().for_each(|&to| builder.choice(1, &[(1, to)]).unwrap());
        }
        let arena = builder.finish().unwrap();
        let found = components(&arena, &Objective::payoff());
        let arena = arena.renumbered(&found.order);
        let waves = Waves::of(&arena, &found, 0);
        let states = |piece: &[u32]| -> Vec<u32> {
            let mut all: Vec<u32> =
                piece.iter().flat_map(|&number| found.range(number as usize)).collect();
            all.iter_mut().for_each(|place| *place = found.order[*place as usize]);
            all.sort_unstable();
            all
        };
        let pieces: Vec<Vec<u32>> = waves.pieces(10).map(states).collect();
        assert_eq!(pieces, [vec![0], vec![1, 2], vec![3, 4, 5], vec![6]]);
        let from = Waves::of(&arena, &found, found.len() - 1);
        assert_eq!(from.pieces(10).collect::<Vec<_>>(), [&[found.len() as u32 - 1]]);
        assert!(waves.pieces(1).all(|piece| piece.len() == 1));
    }
}
