//! Pig, and the contest game "Hold or Continue?".
//!
//! Positions and their invariant are those of `two_scores`.
//!
//! Neller & Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25(1), 2004; ICPC Latin
//! America 2019, problem H.

use std::cmp::Reverse;
use std::sync::Arc;

pub use super::two_scores::Position;
use super::two_scores::{self, Triangle};
use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position, roll};
use crate::game::InOrder;
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Turn};

/// Pig to 100 or more.
pub const ROW: GameRow = GameRow {
    name: "pig",
    summary: "roll on or hold: first to 100 points with a die that can lose the turn",
    rules: RULES,
    parameters: &parameters("100", "false"),
    examples: &EXAMPLES,
    beside: |_| Vec::new(),
    make,
};

/// The contest's game: exactly 75.
pub const HOLD: GameRow = GameRow {
    name: "hold",
    summary: "the contest game 'Hold or Continue?': pig to exactly 75",
    parameters: &parameters("75", "true"),
    ..ROW
};

const RULES: &str = "\
Two players take turns; each has a score, which begins at 0. In a turn the mover rolls a die again \
and again, and before each further roll may hold instead. The first action of a turn is always a \
roll. A roll of the face 'bust' ends the turn, and it brings nothing. Any other face is added to the \
turn total X. Holding adds X to the mover's score and ends the turn. Whoever has 'target' points \
after holding wins. With exact=false a score beyond the target wins too, and whoever has enough to \
win holds. With exact=true the score must equal the target: a roll that would bring score plus X \
beyond the target ends the turn, and it brings nothing; where score plus X equals the target only \
holding is possible. The value is the chance of player 1 to win; play that never ends is won by \
nobody. A position is written 'C H X' from the mover's view: the mover's score, the other's score, \
the turn total; the mover then counts as player 1. X=0 is the start of a turn.";

const EXAMPLES: [Example; 3] = [
    Example { at: "0 0 0", meaning: "the start" },
    Example { at: "15 0 3", meaning: "the mover has 15, the other 0; this turn has brought 3" },
    Example { at: "s1=3,s2=0,x=4,who=1", meaning: "the same kind of position by named fields" },
];

const fn parameters(target: &'static str, exact: &'static str) -> [Parameter; 4] {
    use Parameter as P;
    [
        P::new("target", target, Kind::Int(1, MAX_TARGET), "points that win"),
        P::new("exact", exact, Kind::Bool, "whether the target must be met exactly"),
        roll::SIDES,
        roll::bust("1"),
    ]
}

/// Positions in a tile, more or less.
const TILE: u16 = 2400;

/// For each score in which row of tiles it is; the more turn totals follow it, the narrower the row.
fn tiles(target: u16) -> Vec<u16> {
    let (mut first, mut row) = (0, 0);
    let of_score = |score| {
        // Narrower ones would be edge for the most part.
        let width = (TILE / (target - first).max(1)).isqrt().max(2);
        if score - first == width && score < target {
            (first, row) = (score, row + 1);
        }
        row
    };
    (0..=target).map(of_score).collect()
}

/// Keeps scores in 16 bits.
const MAX_TARGET: i64 = 10_000;

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let target = values.int("target").unwrap_or_default() as u16;
    let (sides, bust) = roll::sides_and_bust(values)?;
    Ok(Arc::new(Pig::new(target, values.bool("exact"), sides, bust)))
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
pub struct Pig {
    target: u16,
    exact: bool,
    sides: u16,
    bust: u16,
    /// For each score in which row of tiles it is.
    tiles: Vec<u16>,
    /// The dense index.
    triangle: Triangle,
    /// Which turn totals are sums of faces that do not end the turn.
    sums: Vec<bool>,
}

impl Pig {
    /// Pig to `target` (1 to 10,000) with a die of `sides` (2 to 100) faces, of which `bust` ends
    /// the turn.
    pub fn new(target: u16, exact: bool, sides: u16, bust: u16) -> Self {
        let mut sums = vec![false; usize::from(target) + usize::from(sides)];
        sums[0] = true;
        for x in 1..sums.len() {
            let faces = (1..=sides).filter(|&face| face != bust).map(usize::from);
            sums[x] = faces.take_while(|&face| face <= x).any(|face| sums[x - face]);
        }
        let triangle = Triangle::new(target, if exact { target } else { target + sides - 1 });
        Self { target, exact, sides, bust, tiles: tiles(target), triangle, sums }
    }

    /// The contest's game: exactly 75 with an ordinary die.
    pub fn hold() -> Self {
        Self::new(75, true, 6, 1)
    }

    /// The largest sum of a score and a turn total.
    fn most(&self) -> u16 {
        if self.exact { self.target } else { self.target + self.sides - 1 }
    }

    /// Which tile the position belongs to.
    #[inline]
    fn tile(&self, at: &Position) -> [u64; 2] {
        at.scores.map(|score| u64::from(self.tiles[usize::from(score)]))
    }

    fn roll(&self, at: Position, own: u16, out: &mut Choices<Position>) {
        out.choice(u64::from(self.sides));
        let highest = self.sides.min(self.most() - own - at.x);
        let lost = self.sides - highest + u16::from(self.bust <= highest);
        out.branch(lost.into(), at.passed(own));
        let next = move |face| Position { x: at.x + face, ..at };
        if self.bust > 1 {
            out.branches(1, (1..self.bust.min(highest + 1)).map(next));
        }
        out.branches(1, (self.bust + 1..highest + 1).map(next));
    }

    /// The position with these numbers, if play can be there from some pair of scores.
    fn checked(&self, who: u8, scores: [i64; 2], x: i64) -> Result<Position, PositionError> {
        two_scores::in_a_turn(self.target, who, scores, x, |own, x| {
            let can = self.can_gather(own.into(), x);
            can.then_some(()).ok_or_else(|| PositionError::new(self.about_totals(own.into(), x)))
        })
    }

    /// True where a turn that began with score `own` can come to the total `x`.
    fn can_gather(&self, own: i64, x: i64) -> bool {
        let (target, most) = (i64::from(self.target), i64::from(self.most()));
        if !(0..=most - own).contains(&x) {
            return false;
        }
        let is_sum = |x: i64| usize::try_from(x).is_ok_and(|x| self.sums[x]);
        if own + x < target || self.exact {
            return is_sum(x);
        }
        let mut faces = (1..=i64::from(self.sides)).filter(|&face| face != i64::from(self.bust));
        faces.any(|face| own + x - face < target && is_sum(x - face))
    }

    /// Which scores this seat may come to from its scores in `from`.
    fn scores_from(&self, from: &[Position], seat: usize) -> Vec<bool> {
        let start = |score: u16| from.iter().any(|at| at.scores[seat] == score);
        let starts: Vec<u16> = (0..self.target).filter(|&score| start(score)).collect();
        let comes = |score: u16| {
            starts.iter().any(|&start| start <= score && self.sums[usize::from(score - start)])
        };
        (0..self.target).map(comes).collect()
    }

    /// The turn that begins at `start`, from its end: with totals that win, or with all others.
    fn turn_of(&self, start: Position, wins: bool) -> impl Iterator<Item = Position> {
        let (own, enough) = (start.own(), self.target - start.own());
        let totals = if wins { enough..self.most() - own + 1 } else { 0..enough };
        let gathered = totals.rev().filter(move |&x| self.can_gather(own.into(), x.into()));
        gathered.map(move |x| Position { x, ..start })
    }

    fn about_totals(&self, own: i64, x: i64) -> String {
        let most = i64::from(self.most()) - own;
        let (sides, bust) = (self.sides, self.bust);
        format!(
            "a turn total of {x} is impossible for a mover with {own}: it is 0, or a sum of faces \
             from 1 to {sides} without {bust}, and at most {most}"
        )
    }
}

impl Game for Pig {
    type State = Position;
    const LEVELS: bool = true;

    fn starts(&self) -> Vec<Position> {
        vec![Position::START]
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        at.turn(self.target)
    }

    #[inline]
    fn choices(&self, &at: &Position, out: &mut Choices<Position>) {
        let own = at.own();
        if own + at.x < self.target {
            self.roll(at, own, out);
        }
        if at.x > 0 {
            out.certain(at.passed((own + at.x).min(self.target)));
        }
    }

    fn encode(&self, at: &Position, out: &mut Vec<u8>) {
        out.extend_from_slice(&at.number().to_le_bytes()[..7]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let [a, b, c, d, e, f, who @ 0..=1] = *bytes else { return None };
        let [s1, s2, x] = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
        self.checked(who, [s1.into(), s2.into()], x.into()).ok()
    }

    fn place(&self, at: &Position) -> Option<u64> {
        Some(u64::from(at.scores[0]) << 16 | u64::from(at.scores[1]))
    }

    #[inline]
    fn level(&self, at: &Position) -> u64 {
        at.scores.map(u64::from).iter().sum()
    }

    /// Tiles on one diagonal: of two of them neither leads to the other.
    #[inline]
    fn band(&self, at: &Position) -> u64 {
        self.tile(at).iter().sum()
    }

    #[inline]
    fn part(&self, at: &Position) -> u64 {
        self.tile(at)[0]
    }

    /// Turns begin at every pair of scores that may be held.
    fn entries(&self, from: &[Position], out: &mut Vec<Position>) -> bool {
        let held = [0, 1].map(|seat| self.scores_from(from, seat));
        for own in 0..self.target {
            for other in 0..=own {
                let meets = |a: u16, b: u16| held[0][usize::from(a)] && held[1][usize::from(b)];
                if meets(own, other) || meets(other, own) {
                    out.extend([0, 1].map(|who| Position { who, scores: [own, other], x: 0 }));
                }
            }
        }
        true
    }

    /// Where a tile has pairs of scores in the order of one seat alone: pair after pair, the greatest
    /// sums first. One player's turns lead to the beginning of the other's, these to the other's end.
    fn in_order(&self, entries: &[Position], out: &mut InOrder<Position>) {
        let starts = entries.iter().filter(|at| at.who == 0 && at.x == 0);
        let mut pairs: Vec<[u16; 2]> = starts.map(|at| at.scores).collect();
        if pairs.iter().any(|pair| self.tiles[pair[0] as usize] == self.tiles[pair[1] as usize]) {
            return;
        }
        pairs.sort_unstable_by_key(|&[first, second]| (Reverse(first + second), first));
        let starts =
            || pairs.iter().flat_map(|&scores| [1, 0].map(|who| Position { who, scores, x: 0 }));
        let winning: Vec<Position> = starts().flat_map(|start| self.turn_of(start, true)).collect();
        let mut over: Vec<Position> = winning.iter().map(|at| at.passed(self.target)).collect();
        over.sort_unstable_by_key(Position::number);
        over.dedup();
        for at in over.into_iter().chain(winning) {
            out.extend([at]);
            out.end();
        }
        for (place, start) in starts().enumerate() {
            out.extend(self.turn_of(start, false));
            if place % 2 == 1 {
                out.end();
            }
        }
    }

    fn has_seats(&self) -> bool {
        true
    }

    fn mirrored(&self, at: &Position) -> Option<Position> {
        let [first, second] = at.scores;
        let swapped = Position { who: 1 - at.who, scores: [second, first], ..*at };
        (first < second).then_some(swapped)
    }

    fn dense_len(&self) -> Option<u64> {
        Some(self.triangle.len())
    }

    #[inline]
    fn index(&self, at: &Position) -> u64 {
        self.triangle.index(at)
    }

    fn players(&self) -> Vec<String> {
        two_scores::players()
    }

    fn fields(&self) -> Vec<Field> {
        two_scores::fields(self.target)
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        at.describe()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [s1, s2, x, who] = position::numbers(values, &self.fields())?;
        self.checked(position::mover(who)?, [s1, s2], x)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "C H X (the mover's score, the other's score, the turn total), as in '15 0 3'";
        let numbers = position::short(text, form)?;
        Some(numbers.and_then(|[own, other, x]| {
            if other == i64::from(self.target) {
                let text = format!("play is over once a score is {other}; both are below it");
                return Err(PositionError::new(text));
            }
            self.checked(0, [own, other], x)
        }))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let roll = choice == 0 && at.own() + at.x < self.target;
        if roll { "roll" } else { "hold" }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{explore, explore_slice};
    use crate::{Limits, Quiet, StateId};

    #[test]
    fn hold_has_as_many_positions_as_the_published_model() {
        let game = Pig::hold();
        let explored = explore(&game, &game.starts(), &Limits::default(), &Quiet).unwrap();
        assert_eq!(explored.arena.states(), 410_996);
    }

    /// Nothing has to be searched for in the order that a tile is listed in.
    #[test]
    fn tiles_are_listed_whole_and_in_solving_order() {
        let games = [Pig::hold(), Pig::new(60, false, 6, 1), Pig::new(50, false, 4, 3)];
        for (game, at_least) in games.into_iter().zip([50, 15, 10]) {
            let mut entries = Vec::new();
            game.entries(&game.starts(), &mut entries);
            entries.sort_by_key(|at| game.tile(at));
            let tiles = entries.chunk_by(|a, b| game.tile(a) == game.tile(b));
            let listed = tiles.filter(|entries| is_listed(&game, entries));
            assert!(listed.count() >= at_least);
        }
    }

    /// False for a tile of which nothing is listed.
    fn is_listed(game: &Pig, entries: &[Position]) -> bool {
        let mut listed = InOrder::default();
        game.in_order(entries, &mut listed);
        let (all, tile) = (listed.states(), game.tile(&entries[0]));
        let inside = |at: &Position| game.tile(at) == tile;
        let limits = Limits::default();
        let found = explore_slice(game, entries, inside, all, 0, &limits, &Quiet).unwrap();
        assert!(found.positions.all().starts_with(all));
        for range in listed.starts().windows(2) {
            let targets = found.arena.successors_of(range[0]..range[1]);
            assert!(targets.iter().all(|&to| to < range[1] || to as usize >= all.len()));
        }
        let rest = all.len() as u32..found.arena.states() as u32;
        let at_edge = rest.clone().all(|state| found.arena.is_unexplored(StateId(state)));
        assert!(all.is_empty() || at_edge && found.arena.unexplored() == rest.len());
        !all.is_empty()
    }

    #[test]
    fn every_reachable_position_can_be_typed() {
        for game in [Pig::new(12, true, 6, 1), Pig::new(12, false, 6, 1), Pig::new(9, false, 4, 3)]
        {
            let explored = explore(&game, &game.starts(), &Limits::default(), &Quiet).unwrap();
            for at in explored.positions.all() {
                assert_eq!(game.parse(&game.show(at)).as_ref(), Ok(at));
            }
        }
    }

    #[test]
    fn a_roll_sends_every_face_somewhere() {
        let mut out = Choices::default();
        for (exact, bust, x) in [(true, 1, 0), (true, 6, 7), (true, 3, 9), (false, 6, 9)] {
            out.clear();
            let game = Pig::new(10, exact, 6, bust);
            game.choices(&Position { who: 0, scores: [0, 0], x }, &mut out);
            let crate::game::Branches::Weights(6, weights) = out.probabilities(0) else { panic!() };
            assert_eq!(weights.iter().sum::<u64>(), 6, "exact {exact}, bust {bust}, x {x}");
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Pig::hold();
        for text in ["1 0 74", "0 73 2", "73 0 2", "0 0 75"] {
            assert!(game.parse(text).is_ok(), "{text}");
        }
        for text in ["75 0 0", "0 75 0", "0 0 1", "0 0 76", "-1 0 0", "1 2", "1 2 3 4", "a b c", ""]
        {
            assert!(game.parse(text).is_err(), "{text}");
        }
        assert!(game.parse("s1=1,s2=1,x=2,who=3").is_err());
        assert!(game.parse(&format!("9 0 {}", i64::MAX)).is_err());
        assert!(game.parse(&format!("0 {} {0}", i64::MIN)).is_err());
    }
}
