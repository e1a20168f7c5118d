//! Darts from 501 as it is played: turns of three darts, double out, busts; two players or one.
//!
//! Invariant: a score left is 0 or can still be finished. `from`, the score at the beginning of the
//! turn, is kept (not 0) only where the darts in hand may bust, so that turns which cannot bust
//! share their positions: from 501 there are 13 million positions instead of 71. `left`, the darts in
//! hand, is never 0.
//!
//! Tibshirani, Price, Taylor (2011) ask for the highest score, Kohler (1982) for the fewest darts;
//! here it is the chance to win.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::darts::{Skill, skill};
use crate::game::{Expected, player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, PositionError, Rational, Turn};

mod rules;
#[cfg(test)]
mod tests;
mod typed;

use rules::{Gate, Throw};

/// 501, double out.
pub const ROW: GameRow = GameRow {
    name: "darts-501",
    summary: "darts as it is played: three darts a turn, double out, your own spread in mm",
    rules: "\
Two players, player 1 first unless 'first' says otherwise, take turns of 'darts' darts; each has a \
score, 'start' at the beginning, and subtracts what its darts score. Whoever comes to exactly 0 \
first wins; with out=double the last dart must be a double or the bullseye, with out=master a double \
or treble. A dart that would leave less than 0, or 0 without such a dart, or 1 where out is not \
straight, busts: with bust=turn the turn is over and the score is again what it was at its beginning; \
with bust=dart that dart alone counts nothing. With in=double (or master) darts count only from the \
first double (or double or treble) on. Before each dart the mover chooses an aim: the middle of one \
of the 62 areas (of a single the outer part) and, if 'grid' is not 0, any point of a grid of so many \
millimetres. 'skill' says where the darts of player 1 land, 'opponent' those of player 2, if not the \
same. A normal spread is given by its standard deviations in millimetres to the sides and up, their \
correlation and the bias; the board has the usual measures, a miss scores nothing, and the chances \
are rounded to multiples of 2^-40. 'thirds' aims at one of 20 numbers and hits it or a neighbour with \
one third each, 'random' has no aim and hits each of 20 numbers with one in 20, and a table has \
measured counts. The value is the chance of player 1 to win; play that never ends is won by nobody. \
With alone=true player 1 throws alone; asked is the least expected number of darts, or of turns with \
count=turns, or, where 'within' is not 0, the greatest chance to be at 0 within so many darts. A \
position is written 'a b' (or 'a' alone) at the beginning of player 1's turn; inside a turn named \
fields say how many darts are left, and from which score the turn began.",
    parameters: &[
        Parameter::new("start", "501", SCORE, "score of both players at the start"),
        Parameter::optional("a", SCORE, "score of player 1 at the start, if not 'start'"),
        Parameter::optional("b", SCORE, "score of player 2 at the start, if not 'start'"),
        Parameter::new("darts", "3", Kind::Int(1, 3), "darts of a turn"),
        Parameter::new("out", "double", GATE, "how the last dart must score"),
        Parameter::new("in", "straight", GATE, "how the first dart that counts must score"),
        Parameter::new("bust", "turn", Kind::Word(&["turn", "dart"]), "what a bust undoes"),
        Parameter::new("skill", "20", Kind::Text(skill::FORM), "where darts of player 1 land"),
        Parameter::optional("opponent", Kind::Text(skill::FORM), "the same of player 2"),
        Parameter::new("grid", "0", Kind::Int(0, 100), "step of a grid of further aims, in mm"),
        Parameter::new("first", "1", Kind::Int(1, 2), "who begins"),
        Parameter::new("alone", "false", Kind::Bool, "whether player 1 throws alone"),
        Parameter::new("count", "darts", Kind::Word(&["darts", "turns"]), "what is counted alone"),
        Parameter::new("within", "0", Kind::Int(0, 1000), "darts at most, alone; 0: any number"),
    ],
    examples: &[
        Example { at: "a=40,b=32,who=2", meaning: "40 to 32, player 2 to begin a turn" },
        Example {
            at: "a=20,b=32,left=2,from=40",
            meaning: "a turn from 40, the first dart hit S20",
        },
    ],
    beside: |_| Vec::new(),
    make,
};

const SCORE: Kind = Kind::Int(1, 2001);
const GATE: Kind = Kind::Word(&["straight", "double", "master"]);

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    Ok(Arc::new(game(values)?))
}

/// The game with these parameters.
///
/// # Errors
/// A skill is none, or parameters contradict each other.
pub fn game(values: &Values) -> Result<Darts501, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let grid = number("grid");
    if (1..5).contains(&grid) {
        return Err(values.wrong("grid", "0, or a whole number from 5 to 100"));
    }
    let read = |name| {
        let skill = Skill::read(values.text(name), grid);
        skill.ok_or_else(|| values.wrong(name, skill::FORM))
    };
    let (open, finish) = (Gate::read(values.text("in")), Gate::read(values.text("out")));
    let own = read("skill")?;
    let other = if values.is_given("opponent") { read("opponent")? } else { own.clone() };
    let alone = values.bool("alone");
    let within = number("within");
    if within > 0 && !alone {
        return Err(values.wrong("within", "0 unless alone=true"));
    }
    let score = |name| values.int(name).map_or(number("start"), |score| score as u16);
    let start = [score("a"), if alone { 0 } else { score("b") }];
    if start.contains(&1) && finish.floor() > 1 {
        let text = "a score of 1 can only be finished with out=straight";
        return Err(ParameterError::Conflict(text.into()));
    }
    Ok(Darts501 {
        start,
        darts: number("darts") as u8,
        finish,
        open,
        undone: values.text("bust") == "turn",
        most: own.most().max(other.most()),
        throws: [rules::throws(&own, open, finish), rules::throws(&other, open, finish)],
        first: if alone { 0 } else { number("first") as u8 - 1 },
        alone,
        turns: values.text("count") == "turns",
        within,
    })
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
pub struct Darts501 {
    start: [u16; 2],
    darts: u8,
    finish: Gate,
    open: Gate,
    /// Whether a bust undoes the turn.
    undone: bool,
    /// The most points of one dart.
    most: u16,
    throws: [Vec<Throw>; 2],
    first: u8,
    alone: bool,
    turns: bool,
    within: u16,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Both scores, the mover's after the darts thrown so far; 0 for one who is not there.
    pub scores: [u16; 2],
    /// The mover's score when the turn began, or 0 where that does not matter.
    pub from: u16,
    /// Whose turn it is, 0 or 1.
    pub who: u8,
    /// Darts in hand.
    pub left: u8,
    /// Darts left in all, where they are counted.
    pub within: u16,
}

impl Darts501 {
    /// The beginning of a turn.
    pub fn turn_of(&self, scores: [u16; 2], who: u8) -> Position {
        Position { scores, from: 0, who, left: self.darts, within: self.within }
    }

    /// Both scores at the beginning of the turn, as far as that matters.
    fn begun(&self, at: &Position) -> [u16; 2] {
        let mut begun = at.scores;
        if at.from > 0 {
            begun[usize::from(at.who)] = at.from;
        }
        begun
    }

    /// How many different sums a turn can have, and one for those that do not matter.
    fn spans(&self) -> u64 {
        u64::from(self.most) * u64::from(self.darts) + 2
    }

    /// The names of a player's aims.
    pub fn aims(&self, who: u8) -> impl Iterator<Item = &str> {
        self.throws[usize::from(who)].iter().map(|throw| throw.name.as_str())
    }

    /// True where the darts in hand may bust.
    fn may_bust(&self, score: u16, left: u8) -> bool {
        let floor = if self.finish == Gate::Straight { 0 } else { self.finish.floor() };
        self.undone && score < floor + self.most * u16::from(left)
    }

    /// The score after a dart; `None` for a bust.
    fn scored(&self, score: u16, start: u16, dart: &rules::Dart) -> Option<u16> {
        if self.open != Gate::Straight && score == start && !dart.opens {
            return Some(score);
        }
        let rest = score.checked_sub(dart.points)?;
        (rest >= self.finish.floor() || rest == 0 && dart.finishes).then_some(rest)
    }

    /// The position after a dart that left the mover `score`.
    fn after(&self, at: &Position, score: u16) -> Position {
        let who = usize::from(at.who);
        let mut next = *at;
        next.scores[who] = score;
        next.within = at.within.saturating_sub(1);
        if score == 0 || at.left == 1 {
            return self.passed(next);
        }
        next.left = at.left - 1;
        let from = if at.from > 0 { at.from } else { at.scores[who] };
        next.from = if self.may_bust(score, next.left) { from } else { 0 };
        next
    }

    fn passed(&self, at: Position) -> Position {
        let who = if self.alone { 0 } else { 1 - at.who };
        Position { who, from: 0, left: self.darts, ..at }
    }

    fn busted(&self, at: &Position) -> Position {
        let who = usize::from(at.who);
        if !self.undone {
            return self.after(at, at.scores[who]);
        }
        let mut next = *at;
        next.within = at.within.saturating_sub(1);
        if at.from > 0 {
            next.scores[who] = at.from;
        }
        self.passed(next)
    }

    /// Writes the one choice of the mover to aim at number `aim` of [`aims`](Self::aims).
    pub(crate) fn aim(&self, at: &Position, aim: usize, out: &mut Choices<Position>) {
        self.throw(at, &self.throws[usize::from(at.who)][aim], out);
    }

    fn throw(&self, at: &Position, throw: &Throw, out: &mut Choices<Position>) {
        let who = usize::from(at.who);
        out.choice(throw.denominator);
        let (mut lost, mut last) = (0, None);
        for dart in &throw.darts {
            match self.scored(at.scores[who], self.start[who], dart) {
                None => lost += dart.weight,
                // Darts that do the same follow each other, but for those that do not count.
                same if last.is_some_and(|(before, _)| Some(before) == same) => {
                    last = last.map(|(score, weight)| (score, weight + dart.weight));
                }
                Some(score) => {
                    if let Some((score, weight)) = last.replace((score, dart.weight)) {
                        out.branch(weight, self.after(at, score));
                    }
                }
            }
        }
        if let Some((score, weight)) = last {
            out.branch(weight, self.after(at, score));
        }
        if lost > 0 {
            out.branch(lost, self.busted(at));
        }
    }
}

impl Game for Darts501 {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![self.turn_of(self.start, self.first)]
    }

    fn turn(&self, at: &Position) -> Turn {
        match at.scores {
            [0, _] => won(true),
            [_, 0] if !self.alone => won(false),
            _ if self.within > 0 && at.within == 0 => won(false),
            _ => player(at.who),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        for throw in &self.throws[usize::from(at.who)] {
            self.throw(at, throw, out);
        }
    }

    fn level(&self, at: &Position) -> u64 {
        let all: u16 = self.start.iter().sum();
        let used = u64::from(self.within - at.within);
        u64::from(all - self.begun(at).iter().sum::<u16>()) + used
    }

    fn has_levels(&self) -> bool {
        !self.alone
    }

    fn part(&self, at: &Position) -> u64 {
        self.begun(at)[0].into()
    }

    fn has_seats(&self) -> bool {
        !self.alone && self.start[0] == self.start[1] && self.throws[0] == self.throws[1]
    }

    fn mirrored(&self, at: &Position) -> Option<Position> {
        let [first, second] = at.scores;
        let swapped = Position { who: 1 - at.who, scores: [second, first], ..*at };
        (self.has_seats() && first < second).then_some(swapped)
    }

    fn dense_len(&self) -> Option<u64> {
        let [a, b] = self.start.map(|score| u64::from(score) + 1);
        Some(2 * a * b * self.spans() * u64::from(self.darts) * (u64::from(self.within) + 1))
    }

    fn index(&self, at: &Position) -> u64 {
        let [a, b] = at.scores.map(u64::from);
        let off = match at.from {
            0 => 0,
            from => u64::from(from - at.scores[usize::from(at.who)]) + 1,
        };
        let pair = u64::from(at.who) * (u64::from(self.start[0]) + 1) + a;
        let pair = pair * (u64::from(self.start[1]) + 1) + b;
        let turn = (pair * self.spans() + off) * u64::from(self.darts) + u64::from(at.left) - 1;
        turn * (u64::from(self.within) + 1) + u64::from(at.within)
    }

    fn expected(&self) -> Option<Expected> {
        let unit = if self.turns { "turns" } else { "darts" };
        (self.alone && self.within == 0).then(|| Expected::fewest(unit))
    }

    fn reward(&self, at: &Position, _choice: usize) -> Rational {
        Rational::from(u8::from(!self.turns || at.left == self.darts))
    }

    fn players(&self) -> Vec<String> {
        let second = if self.alone { "time" } else { "player 2" };
        vec!["player 1".into(), second.into()]
    }

    fn fields(&self) -> Vec<Field> {
        let score = |name: &str, number: usize| {
            let most = self.start[number - 1];
            Field::new(name, format!("score of player {number}, 0 to {most}"))
        };
        let mut fields = vec![score("a", 1)];
        if !self.alone {
            fields.push(score("b", 2));
        }
        let left = format!("darts in hand, 1 to {}", self.darts);
        fields.push(position::field("left", left, self.darts.into()));
        let from = "score at the beginning of the turn, 0 where it does not matter";
        fields.push(position::field("from", from, 0));
        match (self.alone, self.within) {
            (false, _) => fields.push(position::who()),
            (_, 0) => {}
            (_, most) => fields.push(position::field("within", "darts left in all", most.into())),
        }
        fields
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let Position { scores: [a, b], from, who, left, within } = *at;
        let numbers = match (self.alone, self.within) {
            (false, _) => vec![a, b, left.into(), from, u16::from(who) + 1],
            (_, 0) => vec![a, left.into(), from],
            _ => vec![a, left.into(), from, within],
        };
        numbers.into_iter().map(|number| FieldValue::Int(number.into())).collect()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let fields = self.fields();
        let [scores, [left, from, who, within]] = match (self.alone, self.within) {
            (false, _) => {
                let [a, b, left, from, who] = position::numbers(values, &fields)?;
                [[a, b, 0, 0], [left, from, who, 0]]
            }
            (_, 0) => {
                let [a, left, from] = position::numbers(values, &fields)?;
                [[a, 0, 0, 0], [left, from, 1, 0]]
            }
            _ => {
                let [a, left, from, within] = position::numbers(values, &fields)?;
                [[a, 0, 0, 0], [left, from, 1, within]]
            }
        };
        let within = position::within("within", within, 0, self.within.into())? as u16;
        let who = position::mover(who)?;
        self.checked([scores[0], scores[1]], who, left, from, within)
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        if text.contains('=') {
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match (&words[..], self.alone) {
            ([a], true) => self.parse(&format!("a={a}")),
            ([a, b], false) => self.parse(&format!("a={a},b={b}")),
            (_, true) => Err(PositionError::new("expected the score, as in '40'")),
            _ => Err(PositionError::new("expected both scores, as in '40 32'")),
        })
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        format!("aim at {}", self.throws[usize::from(at.who)][choice].name)
    }
}
