//! What a game must say of itself.
//!
//! Three methods are required; everything else has a default. Chance is not a player: a roll of a
//! die is a choice with six branches.

use std::fmt;
use std::hash::Hash;

use crate::{Objective, Player, Rational, Turn};

mod choices;
mod expected;
mod field;
mod in_order;
mod told;

pub use choices::{Branches, Choices};
pub use expected::{Expected, ExpectedAmount};
pub use field::{Field, FieldValue, PositionError};
pub use in_order::InOrder;
pub use told::Told;

/// Rules of a two-player game of perfect information, with or without chance.
///
/// # Example
/// ```
/// use foregone_core::{Choices, Game, Player, Rational, Turn};
///
/// /// Take one or two stones; whoever takes the last one wins.
/// struct Nim(u32);
///
/// impl Game for Nim {
///     type State = (u32, u8);
///
///     fn starts(&self) -> Vec<Self::State> {
///         vec![(self.0, 0)]
///     }
///
///     fn turn(&self, &(stones, mover): &Self::State) -> Turn {
///         match (stones, mover) {
///             (0, 0) => Turn::Over(Rational::ZERO), // player 0 is to move and cannot
///             (0, _) => Turn::Over(Rational::ONE),
///             _ => Turn::Player(Player(mover)),
///         }
///     }
///
///     fn choices(&self, &(stones, mover): &Self::State, out: &mut Choices<Self::State>) {
///         for take in 1..=stones.min(2) {
///             out.certain((stones - take, 1 - mover));
///         }
///     }
/// }
/// ```
pub trait Game: Sync {
    /// A position. Two states that are equal are the same position.
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync;

    /// Whether large games are to be solved band by band; known when compiling, so that only games
    /// with levels pay for that.
    const LEVELS: bool = false;

    /// Where play may start; not empty.
    fn starts(&self) -> Vec<Self::State>;

    /// Whose turn it is, or that play has ended and what Max then has.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Writes every choice at `state`, with its branches; called only where a player is to move.
    fn choices(&self, state: &Self::State, out: &mut Choices<Self::State>);

    /// Writes what [`turn`](Self::turn) and [`choices`](Self::choices) say of several states, an
    /// entry for each. Large games are asked so by several threads, which may go further than play is
    /// explored in the end; of a state whose entry is left open the two methods are asked when it is
    /// come to, state after state.
    fn ahead(&self, states: &[Self::State], out: &mut [Told<Self::State>])
    where
        Self: Sized,
    {
        states.iter().zip(out).for_each(|(state, told)| told.ask(self, state));
    }

    /// A measure of progress that no choice ever decreases; 0 everywhere says nothing.
    /// A wrong level is found by the explorer, never believed.
    fn level(&self, _state: &Self::State) -> u64 {
        0
    }

    /// A part of a level: play that stays in the level stays in the part. A wrong part costs time,
    /// no more; parts are explored and solved side by side.
    fn part(&self, _state: &Self::State) -> u64 {
        0
    }

    /// The measure of progress by which large games are solved, of which the same is true; coarser
    /// than the level where moves lead from most positions of a level out of it.
    fn band(&self, state: &Self::State) -> u64 {
        self.level(state)
    }

    /// Writes every position by which play that began at one of `from` may come to a higher band,
    /// or false where that cannot be told. Large games are then explored once instead of twice.
    /// Positions that play never comes to cost time, no more; to leave one out is an error.
    fn entries(&self, _from: &[Self::State], _out: &mut Vec<Self::State>) -> bool {
        false
    }

    /// Writes the positions that play from these `entries` of a band comes to in the band, and those
    /// where it is then over, in solving order; by default nothing. Where one is left out, or the order
    /// is another, that costs time, no more: it is then searched for. Positions of the band that play
    /// never comes to are explored as others are: there should be none.
    fn in_order(&self, _entries: &[Self::State], _out: &mut InOrder<Self::State>) {}

    /// True where the game is the same for both players when they swap seats: choice by choice,
    /// and what player 0 gets in the one is what player 1 gets in the other, the two summing to 1
    /// at the end of play.
    fn has_seats(&self) -> bool {
        false
    }

    /// In such a game: the position with the seats swapped, of the same level, if that is the one
    /// of the two which large solves keep.
    fn mirrored(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// What is asked unless something else is: by default the payoff of player 0.
    fn objective(&self) -> Objective {
        Objective::payoff()
    }

    /// The amount that is asked for, where that is no chance; by default there is none, and
    /// [`objective`](Self::objective) is asked.
    fn expected(&self) -> Option<Expected> {
        None
    }

    /// What choice number `choice` at `state` adds to a collected amount, at least 0.
    fn reward(&self, _state: &Self::State, _choice: usize) -> Rational {
        Rational::ZERO
    }

    /// Writes the positions that are the same as `state` by a symmetry of the game, as far as they
    /// differ from it; by default none. With `a` an image of `b`, `b` must be one of `a`.
    fn images(&self, _state: &Self::State, _out: &mut Vec<Self::State>) {}

    /// True where both players have the same moves and who cannot move loses: positions then have
    /// nimbers.
    fn impartial(&self) -> bool {
        false
    }

    /// Writes positions whose sum is worth what `state` is worth: who moves chooses one of them and
    /// moves there. By default `state` alone; asked only of [`impartial`](Self::impartial) games.
    /// A position without moves may be left out, and of positions with the same moves, whoever is to
    /// move and up to symmetry, one may stand for all: the fewer parts a game has, the larger are
    /// the boards whose nimbers can be found. Like a wrong move, a wrong part makes another game.
    fn parts(&self, state: &Self::State, out: &mut Vec<Self::State>) {
        out.push(state.clone());
    }

    /// How many dense indices there are, or `None` without a dense index. With one, exploring
    /// looks positions up in an array instead of a hash table.
    fn dense_len(&self) -> Option<u64> {
        None
    }

    /// The dense index of `state`, below [`dense_len`](Self::dense_len) and different for different states.
    fn index(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Writes `state` as bytes, by which it is known on other machines: equal states have equal
    /// bytes, different ones different bytes. By default the values of its fields.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
        field::encode(&self.describe(state), out);
    }

    /// The state that [`encode`](Self::encode) wrote, or `None` for bytes that are none's.
    fn decode(&self, bytes: &[u8]) -> Option<Self::State> {
        self.position(&field::decode(bytes)?).ok()
    }

    /// Over several machines, states with the same number are kept together; the fewer moves lead
    /// from one number to another, the less is sent. `None` spreads states by their hash.
    fn place(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// The names of the players, in order of their numbers.
    fn players(&self) -> Vec<String> {
        vec!["Max".into(), "Min".into()]
    }

    /// The named fields that make up a position, in the order of [`describe`](Self::describe).
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// The value of each field at `state`.
    fn describe(&self, _state: &Self::State) -> Vec<FieldValue> {
        Vec::new()
    }

    /// Writes the same as [numbers](FieldValue::number) over what is in `out`.
    fn numbers(&self, state: &Self::State, out: &mut Vec<i64>) {
        out.clear();
        out.extend(self.describe(state).iter().map(FieldValue::number));
    }

    /// The position whose fields have these values, in the order of [`fields`](Self::fields).
    ///
    /// # Errors
    /// Says which value is impossible and what would be possible.
    fn position(&self, _values: &[FieldValue]) -> Result<Self::State, PositionError> {
        Err(PositionError::new("this game's positions cannot be typed"))
    }

    /// The position that `text` names in the game's own short form; `None` leaves it to the named
    /// fields.
    fn short_form(&self, _text: &str) -> Option<Result<Self::State, PositionError>> {
        None
    }

    /// `state` as people write it; by default its fields, `a=1,b=2`.
    fn show(&self, state: &Self::State) -> String {
        let named = self.fields().into_iter().zip(self.describe(state));
        let parts: Vec<String> =
            named.map(|(field, value)| format!("{}={value}", field.name)).collect();
        if parts.is_empty() { format!("{state:?}") } else { parts.join(",") }
    }

    /// The name of choice number `choice` at `state`.
    fn name_of_move(&self, _state: &Self::State, choice: usize) -> String {
        format!("move {}", choice + 1)
    }

    /// The position that `text` names: the short form, or named fields in any order.
    ///
    /// # Errors
    /// Says what is wrong with the text and which fields there are.
    fn parse(&self, text: &str) -> Result<Self::State, PositionError> {
        match self.short_form(text) {
            Some(position) => position,
            None => self.position(&field::values(&self.fields(), text)?),
        }
    }
}

/// The payoff of a game that is won (1) or lost (0) for Max.
pub fn won(by_max: bool) -> Turn {
    Turn::Over(if by_max { Rational::ONE } else { Rational::ZERO })
}

/// The turn of player number `player`.
pub fn player(player: u8) -> Turn {
    Turn::Player(Player(player))
}
