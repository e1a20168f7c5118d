//! The nimber of a position from its independent parts, by text.

use super::{SessionError, erased::named};
use crate::judge::nim::Nimber;
use crate::judge::sum::SumNimbers;
use crate::nimber::{ByParts, Shown, nimbers_by_parts};
use crate::query::{Form, Move, Outcome, Query, Standing, Value};
use crate::{Choices, Game, Limits, Player, Rational, StateId, Turn, Verdict, Watch};

/// A position with its nimber and those that its moves lead to; nothing is said of distances.
#[derive(Clone, Debug)]
pub struct AnsweredByParts {
    /// The position.
    pub query: Query,
    /// How many components were solved.
    pub components: u64,
    /// How many options they have,
    pub options: u64,
    /// and of how many parts these are made.
    pub parts: u64,
}

/// The position that `at` names, or the game's own start.
pub(super) fn answer<G: Game>(
    game: &G,
    at: Option<&str>,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<AnsweredByParts, SessionError> {
    let at: Vec<&str> = at.into_iter().collect();
    let state = named(game, &at)?.swap_remove(0);
    let ByParts { nimbers, starts, .. } =
        nimbers_by_parts(game, std::slice::from_ref(&state), limits, watch)?;
    let sums = nimbers.sums();
    let [components, options, parts] =
        [sums.components(), sums.options(), sums.parts()].map(|count| count as u64);
    let query = query(game, &state, &nimbers, starts[0]);
    Ok(AnsweredByParts { query, components, options, parts })
}

fn query<G: Game>(game: &G, state: &G::State, nimbers: &SumNimbers, at: StateId) -> Query {
    let names = game.players();
    let name = |player: Player| names[usize::from(player.0)].clone();
    let nimber = nimbers.at(at);
    let (turn, winner, moves) = match game.turn(state) {
        Turn::Player(player) => {
            let winner = if nimber == 0 { other(player) } else { player };
            let numbers: Vec<u32> = nimbers.options(at).collect();
            (name(player), winner, moves(game, state, player, nimber, &numbers))
        }
        Turn::Over(payoff) => {
            ("over".into(), Player(u8::from(payoff == Rational::ZERO)), Vec::new())
        }
    };
    Query {
        state: game.show(state),
        turn,
        value: value(winner),
        standing: Some(standing(winner, &names)),
        nimber: Some(Shown(Nimber::Number(nimber))),
        told_apart: true,
        moves,
    }
}

/// The moves of `player`; a move wins where it leads to 0, and with nimber 0 all are as bad.
fn moves<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    nimber: u32,
    numbers: &[u32],
) -> Vec<Move> {
    let names = game.players();
    let mut choices = Choices::default();
    game.choices(state, &mut choices);
    let best = |number: u32| nimber == 0 || number == 0;
    let tie = numbers.iter().filter(|&&number| best(number)).count() > 1;
    let each = numbers.iter().enumerate().map(|(choice, &number)| {
        let winner = if number == 0 { player } else { other(player) };
        let to = game.show(&choices.successors(choice)[0]);
        Move {
            name: game.name_of_move(state, choice),
            value: value(winner),
            standing: Some(standing(winner, &names)),
            nimber: Some(Shown(Nimber::Number(number))),
            best: best(number),
            tie: Some(best(number) && tie),
            outcomes: vec![Outcome::new(Rational::ONE, to)],
        }
    });
    each.collect()
}

fn other(player: Player) -> Player {
    Player(1 - player.0)
}

fn value(winner: Player) -> Value {
    let won = if winner == Player(0) { Rational::ONE } else { Rational::ZERO };
    Value::new((won.clone(), won), Form::default())
}

fn standing(winner: Player, names: &[String]) -> Standing {
    let result = if winner == Player(0) { Verdict::Won } else { Verdict::Lost };
    let name = names.get(usize::from(winner.0)).cloned();
    Standing { result: Some(result), winner: name, distance: None }
}
