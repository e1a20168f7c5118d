//! The one implementation of the traits of a session, for every game.

use std::sync::Arc;

use super::{AnsweredByParts, AnyExplored, AnyGame, Near, SessionError, Solved, by_parts};
use crate::levels::{self, Answered, LevelError, Size};
use crate::solve::SolveError;
use crate::{
    Arena, Expected, Explored, Field, FieldValue, Game, Limits, Objective, PositionError,
    Positions, Rational, RewardError, Rewards, StateId, Stop, Watch, explore,
};

impl<G: Game + Send + 'static> AnyGame for G {
    fn players(&self) -> Vec<String> {
        Game::players(self)
    }

    fn fields(&self) -> Vec<Field> {
        Game::fields(self)
    }

    fn starts(&self) -> Vec<String> {
        Game::starts(self).iter().map(|start| self.show(start)).collect()
    }

    fn objective(&self) -> Objective {
        Game::objective(self)
    }

    fn expected(&self) -> Option<Expected> {
        Game::expected(self)
    }

    fn canonical(&self, text: &str) -> Result<String, PositionError> {
        Ok(self.show(&self.parse(text)?))
    }

    fn explore(
        self: Arc<Self>,
        at: &[&str],
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Box<dyn AnyExplored>, SessionError> {
        let explored = explore::explore(&*self, &named(&*self, at)?, limits, watch)?;
        let Explored { arena, positions, starts, stopped } = explored;
        Ok(Box::new(Erased { game: self, arena: Arc::new(arena), positions, starts, stopped }))
    }

    fn size_by_levels(&self) -> Option<u64> {
        if G::LEVELS { self.dense_len() } else { None }
    }

    fn solve_by_levels(
        self: Arc<Self>,
        at: &[&str],
        limits: &Limits,
        watch: &dyn Watch,
        answer: &mut (dyn FnMut(Near) + Send),
    ) -> Result<Size, SessionError> {
        if !G::LEVELS {
            return Err(LevelError::None.into());
        }
        let asked = named(&*self, at)?;
        let mut answered = 0;
        let keep = |found: Answered<G::State>| {
            answered += found.asked.len();
            answer(near(&self, found));
        };
        let (size, stopped) = levels::solve(&*self, &asked, true, limits, watch, keep)?;
        if answered < asked.len() {
            return Err(SolveError::Stopped(stopped.unwrap_or(Stop::Asked)).into());
        }
        Ok(size)
    }

    fn solve_by_parts(
        &self,
        at: Option<&str>,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<AnsweredByParts, SessionError> {
        by_parts::answer(self, at, limits, watch)
    }
}

fn near<G: Game + Send + 'static>(game: &Arc<G>, found: Answered<G::State>) -> Near {
    let Answered { asked, positions, slice, stopped } = found;
    let (asked, starts): (Vec<usize>, Vec<StateId>) = asked.into_iter().unzip();
    let ends = starts.iter().all(|&start| slice.known(start).ends().contains(&true));
    let checked = slice.into_checked();
    let (game, arena) = (Arc::clone(game), checked.shared_arena());
    let explored = Box::new(Erased { game, arena, positions, starts, stopped });
    Near { asked, solved: Solved { explored, checked }, ends }
}

/// The positions that `at` names, or the game's own starts where it is empty.
pub(super) fn named<G: Game>(game: &G, at: &[&str]) -> Result<Vec<G::State>, SessionError> {
    let parsed = |text: &&str| {
        let error = |error| SessionError::Position { text: (*text).into(), error };
        game.parse(text).map_err(error)
    };
    if at.is_empty() { Ok(game.starts()) } else { at.iter().map(parsed).collect() }
}

/// A game whose arena is at hand; `states` are its positions in the arena's order.
pub(crate) fn ready<G: Game + Send + 'static>(
    game: Arc<G>,
    arena: Arc<Arena>,
    states: impl IntoIterator<Item = G::State>,
    starts: Vec<StateId>,
) -> Box<dyn AnyExplored> {
    let positions = Positions::of(&*game, states);
    Box::new(Erased { game, arena, positions, starts, stopped: None })
}

/// An explored game beside its rules.
struct Erased<G: Game> {
    game: Arc<G>,
    arena: Arc<Arena>,
    positions: Positions<G::State>,
    starts: Vec<StateId>,
    stopped: Option<Stop>,
}

impl<G: Game + Send + 'static> AnyExplored for Erased<G> {
    fn players(&self) -> Vec<String> {
        Game::players(&*self.game)
    }

    fn fields(&self) -> Vec<Field> {
        Game::fields(&*self.game)
    }

    fn arena(&self) -> Arc<Arena> {
        Arc::clone(&self.arena)
    }

    fn objective(&self) -> Objective {
        Game::objective(&*self.game)
    }

    fn expected(&self) -> Option<Expected> {
        Game::expected(&*self.game)
    }

    fn rewards(&self) -> Result<Rewards, RewardError> {
        let of = |state: StateId| {
            let choices = self.arena.choices_of(state).len();
            (0..choices).map(move |at| self.game.reward(self.positions.get(state), at))
        };
        let states = self.arena.ids().map(|_| Rational::ZERO);
        Rewards::new(&self.arena, states, self.arena.ids().flat_map(of))
    }

    fn impartial(&self) -> bool {
        Game::impartial(&*self.game)
    }

    fn orbits(&self) -> u64 {
        let mut images = Vec::new();
        let first = |&state: &u32| {
            images.clear();
            self.game.images(self.positions.get(StateId(state)), &mut images);
            let ids = images.iter().filter_map(|image| self.positions.find(&*self.game, image));
            ids.into_iter().all(|id| id.0 >= state)
        };
        (0..self.arena.states() as u32).filter(first).count() as u64
    }

    fn starts(&self) -> &[StateId] {
        &self.starts
    }

    fn stopped(&self) -> Option<&Stop> {
        self.stopped.as_ref()
    }

    fn find(&self, text: &str) -> Result<Option<StateId>, PositionError> {
        Ok(self.positions.find(&*self.game, &self.game.parse(text)?))
    }

    fn find_values(&self, values: &[FieldValue]) -> Result<Option<StateId>, PositionError> {
        Ok(self.positions.find(&*self.game, &self.game.position(values)?))
    }

    fn show(&self, state: StateId) -> String {
        self.game.show(self.positions.get(state))
    }

    fn describe(&self, state: StateId) -> Vec<FieldValue> {
        self.game.describe(self.positions.get(state))
    }

    fn numbers(&self, state: StateId, out: &mut Vec<i64>) {
        self.game.numbers(self.positions.get(state), out);
    }

    fn move_name(&self, state: StateId, choice: usize) -> String {
        self.game.name_of_move(self.positions.get(state), choice)
    }

    fn bytes(&self) -> usize {
        self.arena.bytes() + self.positions.bytes()
    }

    fn renumber(&mut self, order: &[u32]) {
        let arena = Arc::unwrap_or_clone(std::mem::take(&mut self.arena));
        self.arena = Arc::new(arena.into_renumbered(order));
        self.positions.renumber(order, &mut self.starts);
    }
}
