//! Darts between a player who throws at random and one who aims.
//!
//! Invariant: at most one of the two scores is 0, and then play has ended. Setting: SWERC "Darts"
//! (HDU 4074), with any board and any spread.

use std::sync::Arc;

use dashu_base::Gcd;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Rational, Turn, UBig, decimal};

/// Darts from 501.
pub const ROW: GameRow = GameRow {
    name: "darts",
    summary: "count down to 0: A throws at random, B aims at a sector and hits it or a neighbour",
    rules: "\
The board is a circle of sectors, each with a number of points. Two players, A and B, take turns with \
one throw each. Each has a score and subtracts the points of the throw; a throw that would bring the \
score below 0 changes nothing. Whoever comes to exactly 0 first wins. A throws at random: every \
sector is equally likely. B aims at a sector and hits it, or its left or its right neighbour, with \
the chances given by 'spread' (for the sector itself, the left and the right neighbour, where left \
is the sector before it in 'board'). B plays best. The value is the chance of A to win; play that \
never ends is won by nobody. A position is written 'a b who': A's score, B's score and whose throw \
it is, A or B.",
    parameters: &[
        Parameter::new("start", "501", SCORE, "score of both players at the start")
            .unless(&["a", "b"]),
        Parameter::optional("a", SCORE, "score of A at the start, if not 'start'"),
        Parameter::optional("b", SCORE, "score of B at the start, if not 'start'"),
        Parameter::new("board", BOARD, Kind::Text(BOARD_FORM), "points of the sectors in order"),
        Parameter::new("spread", "1/3,1/3,1/3", Kind::Text(SPREAD_FORM), "where B's throw lands"),
        Parameter::new("first", "A", Kind::Word(&["A", "B"]), "who throws first"),
    ],
    examples: &[
        Example { at: "100 100 A", meaning: "both have 100, A throws" },
        Example { at: "a=2,b=40,who=B", meaning: "A has 2, B has 40, B throws" },
    ],
    beside: other_first,
    make,
};

const SCORE: Kind = Kind::Int(1, 10_000);
const BOARD: &str = "20,1,18,4,13,6,10,15,2,17,3,19,7,16,8,11,14,9,12,5";
const BOARD_FORM: &str = "3 to 62 whole numbers from 0 to 1000, separated by commas or blanks";
const SPREAD_FORM: &str = "three fractions or decimals that sum to 1, for the sector, the left and \
                           the right neighbour, as in 1/3,1/3,1/3 or 0.5,0.25,0.25";

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    if ["start", "a", "b"].iter().all(|name| values.is_given(name)) {
        let text = "start, a and b are all given; give start alone, or a and b";
        return Err(ParameterError::Conflict(text.into()));
    }
    let board = board(values.text("board")).ok_or_else(|| values.wrong("board", BOARD_FORM))?;
    let spread =
        spread(values.text("spread")).ok_or_else(|| values.wrong("spread", SPREAD_FORM))?;
    Ok(Arc::new(Darts::new(start(values), &board, spread)))
}

fn start(values: &Values) -> Position {
    let both = values.int("start");
    let score = |name| values.int(name).or(both).unwrap_or_default() as u16;
    let who = u8::from(values.text("first") == "B");
    Position { scores: [score("a"), score("b")], who }
}

/// The same scores with the other player to throw first: people ask what beginning is worth.
fn other_first(values: &Values) -> Vec<String> {
    let Position { scores: [a, b], who } = start(values);
    vec![format!("{a} {b} {}", NAMES[usize::from(1 - who)])]
}

fn board(text: &str) -> Option<Vec<u16>> {
    let points = list(text)?.into_iter().map(str::parse::<u16>);
    let points: Vec<u16> = points.collect::<Result<_, _>>().ok()?;
    ((3..=62).contains(&points.len()) && points.iter().all(|&p| p <= 1000)).then_some(points)
}

/// The parts of a list with commas or blanks between them; `None` where nothing is beside a comma.
fn list(text: &str) -> Option<Vec<&str>> {
    let between = text.split(',').map(str::trim);
    let whole = between.clone().all(|part| !part.is_empty());
    whole.then(|| between.flat_map(str::split_whitespace).collect())
}

/// The three chances.
fn spread(text: &str) -> Option<Spread> {
    let parts = list(text)?.into_iter().map(decimal::read).collect::<Option<Vec<Rational>>>()?;
    let parts: [Rational; 3] = parts.try_into().ok()?;
    let sum = parts.iter().fold(Rational::ZERO, |sum, part| sum + part);
    (sum == Rational::ONE).then(|| Spread::new(parts))
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
pub struct Darts {
    start: Position,
    /// The board and the first two sectors again, so that neighbours are beside each other.
    ring: Vec<u16>,
    /// The most that one throw brings.
    most: u16,
    spread: Spread,
}

/// Where B's throw lands: the sector aimed at, its left and its right neighbour.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Spread {
    /// Weights over a common denominator.
    Weights(u64, [u64; 3]),
    /// Chances whose denominator does not fit.
    Exact([Rational; 3]),
}

impl Spread {
    /// From chances that sum to 1.
    fn new(chances: [Rational; 3]) -> Self {
        let denominator = chances.iter().fold(UBig::ONE, |lcm, chance| {
            let other = chance.denominator();
            &lcm / (&lcm).gcd(other) * other
        });
        let Ok(common) = u64::try_from(&denominator) else { return Self::Exact(chances) };
        let weight = |chance: &Rational| {
            let scaled = (chance * Rational::from(denominator.clone())).floor();
            u64::try_from(scaled).expect("at most the denominator, which fits")
        };
        Self::Weights(common, chances.each_ref().map(weight))
    }
}

/// A position of darts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The scores of A and B.
    pub scores: [u16; 2],
    /// Whose throw it is: 0 for A, 1 for B.
    pub who: u8,
}

impl std::hash::Hash for Position {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        let [a, b] = self.scores.map(u64::from);
        hasher.write_u64(a | b << 16 | u64::from(self.who) << 32);
    }
}

impl Darts {
    /// The contest's game: the usual board, each of three sectors equally likely, `start` (1 to
    /// 10,000) points for both, A first.
    pub fn contest(start: u16) -> Self {
        let board = board(BOARD).expect("the usual board is a board");
        let spread = Spread::Weights(3, [1, 1, 1]);
        Self::new(Position { scores: [start, start], who: 0 }, &board, spread)
    }

    fn new(start: Position, board: &[u16], spread: Spread) -> Self {
        let last = board[board.len() - 1];
        let ring = [&[last], board, &board[..1]].concat();
        let most = board.iter().copied().max().unwrap_or(0);
        Self { start, ring, most, spread }
    }

    fn sectors(&self) -> &[u16] {
        &self.ring[1..self.ring.len() - 1]
    }

    /// Points that A and B have thrown.
    #[inline]
    fn thrown(&self, at: &Position) -> [u16; 2] {
        [0, 1].map(|who| self.start.scores[who].saturating_sub(at.scores[who]))
    }

    /// Points of A, and of B, in one tile: whoever throws leaves a tile at most once, for the next.
    #[inline]
    fn side(&self) -> u16 {
        2 * self.most.max(16)
    }

    /// Which tile the position belongs to.
    #[inline]
    fn tile(&self, at: &Position) -> [u64; 2] {
        self.thrown(at).map(|points| u64::from(points / self.side()))
    }
}

/// A score after a throw.
fn less(score: u16, points: u16) -> u16 {
    score.checked_sub(points).unwrap_or(score)
}

impl Game for Darts {
    type State = Position;
    const LEVELS: bool = true;

    fn starts(&self) -> Vec<Position> {
        vec![self.start]
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        match at.scores {
            [0, _] => won(true),
            [_, 0] => won(false),
            _ => player(at.who),
        }
    }

    #[inline]
    fn choices(&self, &Position { scores: [a, b], who }: &Position, out: &mut Choices<Position>) {
        if who == 0 {
            out.choice(self.sectors().len() as u64);
            for &points in self.sectors() {
                out.branch(1, Position { scores: [less(a, points), b], who: 1 });
            }
            return;
        }
        let after = |points| Position { scores: [a, less(b, points)], who: 0 };
        for ring in self.ring.windows(3) {
            let next = [ring[1], ring[0], ring[2]].map(after);
            match &self.spread {
                Spread::Weights(denominator, weights) => {
                    out.choice(*denominator);
                    weights.iter().zip(next).for_each(|(&weight, to)| out.branch(weight, to));
                }
                Spread::Exact(chances) => {
                    out.choice_exact();
                    chances.iter().zip(next).for_each(|(p, to)| out.branch_exact(p.clone(), to));
                }
            }
        }
    }

    /// Points thrown so far, which a throw never makes fewer.
    #[inline]
    fn level(&self, at: &Position) -> u64 {
        self.thrown(at).map(u64::from).iter().sum()
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

    /// After a throw that came to another tile it is the other player's turn.
    fn entries(&self, from: &[Position], out: &mut Vec<Position>) -> bool {
        let most = |seat: usize| from.iter().map(|at| at.scores[seat]).max().unwrap_or(0);
        let first = |points: u16| points >= self.side() && points % self.side() < self.most;
        for a in 1..=most(0) {
            for b in 1..=most(1) {
                let scores = [a, b];
                let enters = self.thrown(&Position { scores, who: 0 }).map(first);
                let turns = (0..2).filter(|&who| enters[1 - usize::from(who)]);
                out.extend(turns.map(|who| Position { scores, who }));
            }
        }
        true
    }

    fn encode(&self, at: &Position, out: &mut Vec<u8>) {
        let [a, b] = at.scores.map(u16::to_le_bytes);
        out.extend([a[0], a[1], b[0], b[1], at.who]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let [a, b, c, d, who @ 0..=1] = *bytes else { return None };
        Some(Position { scores: [[a, b], [c, d]].map(u16::from_le_bytes), who })
    }

    fn place(&self, at: &Position) -> Option<u64> {
        Some(u64::from(at.scores[0]) << 16 | u64::from(at.scores[1]))
    }

    fn dense_len(&self) -> Option<u64> {
        let [a, b] = self.start.scores.map(|score| u64::from(score) + 1);
        Some(2 * a * b)
    }

    #[inline]
    fn index(&self, at: &Position) -> u64 {
        let [a, b] = at.scores.map(u64::from);
        (a * (u64::from(self.start.scores[1]) + 1) + b) * 2 + u64::from(at.who)
    }

    fn players(&self) -> Vec<String> {
        vec!["A".into(), "B".into()]
    }

    fn fields(&self) -> Vec<Field> {
        let [a, b] = self.start.scores;
        vec![
            Field::new("a", format!("score of A, 0 to {a}")),
            Field::new("b", format!("score of B, 0 to {b}")),
            Field {
                default: Some(FieldValue::Text(NAMES[0].into())),
                ..Field::new("who", "whose throw it is, A or B; A where it is left out")
            },
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let [a, b] = at.scores.map(|score| FieldValue::Int(score.into()));
        vec![a, b, FieldValue::Text(NAMES[usize::from(at.who)].into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let who = match values[2].to_string().as_str() {
            "A" | "a" | "1" => 0,
            "B" | "b" | "2" => 1,
            other => return Err(PositionError::new(format!("who={other}: who is A or B"))),
        };
        let scores: [i64; 2] = position::numbers(&values[..2], &self.fields())?;
        for (i, score) in scores.into_iter().enumerate() {
            let most = self.start.scores[i];
            if !(0..=i64::from(most)).contains(&score) {
                return Err(PositionError::new(format!(
                    "a score of {score} for {} is impossible: it goes from 0 to {most}, the score \
                     at the start",
                    NAMES[i]
                )));
            }
        }
        let ended = scores.contains(&0);
        if scores == [0, 0] || ended && scores[1 - who] != 0 {
            let text = "play ends when one score is 0, and then it is the other player's throw";
            return Err(PositionError::new(text));
        }
        Ok(Position { scores: scores.map(|score| score as u16), who: who as u8 })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        if text.contains('=') {
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let (a, b, who) = match *words.as_slice() {
            [a, b, who] => (a, b, who),
            [a, b] => (a, b, NAMES[0]),
            _ => {
                let form = "expected A's score, B's score and whose throw it is, as in '100 100 A'";
                return Some(Err(PositionError::new(form)));
            }
        };
        Some(self.parse(&format!("a={a},b={b},who={who}")))
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let sectors = self.sectors();
        if at.who == 0 {
            return "throw".into();
        }
        let points = sectors[choice];
        match sectors.iter().filter(|&&other| other == points).count() {
            1 => format!("aim at {points}"),
            _ => format!("aim at {points} (sector {})", choice + 1),
        }
    }
}

const NAMES: [&str; 2] = ["A", "B"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Quiet, explore::explore};

    #[test]
    fn every_reachable_position_can_be_typed() {
        let game = Darts::contest(30);
        let explored = explore(&game, &game.starts(), &Limits::default(), &Quiet).unwrap();
        for at in explored.positions.all() {
            assert_eq!(game.parse(&game.show(at)).as_ref(), Ok(at));
        }
        assert_eq!(game.parse("30 12 B"), game.parse("who=2, b=12, a=30"));
    }

    #[test]
    fn fractions_are_exact() {
        let weights = |denominator, weights| Some(Spread::Weights(denominator, weights));
        for text in ["1/2,1/3,1/6", "1/2 1/3 1/6", " 5e-1, 2/6 ,1/6"] {
            assert_eq!(spread(text), weights(6, [3, 2, 1]), "{text}");
        }
        assert_eq!(spread("1, 0, 0"), weights(1, [1, 0, 0]));
        assert_eq!(spread("0.5,.25,0.25"), weights(4, [2, 1, 1]));
        let fine = weights(10_000_000, [3_333_333, 3_333_333, 3_333_334]);
        assert_eq!(spread("0.3333333,0.3333333,0.3333334"), fine);
        let third = "0.33333333333333333333333333";
        let long = spread(&format!("{third},{third},{}4", &third[..third.len() - 1]));
        assert!(matches!(long, Some(Spread::Exact(_))), "{long:?}");
        for text in [
            "1/3,1/3",
            "1/3,1/3,1/4",
            "1/0,0,1",
            "-1,1,1",
            "+1,0,0",
            "0.33,0.33,0.33",
            "",
            "1,,0,0",
            "1,0,0,",
            "1/3,1/3,1/3,0",
        ] {
            assert_eq!(spread(text), None, "{text}");
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Darts::contest(30);
        for text in ["0 0 A", "0 5 A", "5 0 B", "31 5 A", "5", "5 5 C", "x 5 A", "-1 5 A"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
