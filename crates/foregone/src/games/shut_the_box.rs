//! Shut the box: throw dice and shut tiles that sum to the throw.
//!
//! Invariant: a position is the set of open tiles and what was thrown, 0 before a throw. Play is
//! over where all tiles are shut, or where none of the open ones sum to the throw.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{Expected, player};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Players, PositionError, Rational, Turn};

/// Shut the box with nine tiles.
pub const ROW: GameRow = GameRow {
    name: "shut-the-box",
    summary: "throw dice, shut tiles that sum to the throw, until all are shut or none fit",
    rules: "\
One player has tiles numbered from 1 to 'tiles', all open at the start. In a turn the player throws \
two dice and shuts any open tiles whose numbers sum to the throw; where no open tiles do, play is \
over. Only one die is thrown, unless one_die=never: with one_die=sum once the open tiles sum to 6 or \
less, with one_die=low once all open tiles are 6 or less. With choose=true the player may then throw \
two dice all the same. With aim=shut the value is the greatest chance to shut all tiles; with \
aim=low it is the least expected sum of the tiles left open. A position is written as the open tiles \
(- for none) and, if dice have been thrown, their sum: '1/2/5/9 7'.",
    parameters: &[
        Parameter::new("tiles", "9", Kind::Int(1, 12), "tiles, numbered from 1"),
        Parameter::new(
            "one_die",
            "sum",
            Kind::Word(&["sum", "low", "never"]),
            "when one die is thrown",
        ),
        Parameter::new("choose", "false", Kind::Bool, "whether two dice may be thrown even then"),
        Parameter::new(
            "aim",
            "shut",
            Kind::Word(&["shut", "low"]),
            "to shut all, or few points left",
        ),
    ],
    examples: &[
        Example { at: "1/2/3/4/5/6/7/8/9", meaning: "the start, before the throw" },
        Example { at: "open=1/2/5/9,throw=7", meaning: "four tiles open, 7 thrown" },
    ],
    beside: |_| Vec::new(),
    make,
};

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let one_die = match values.text("one_die") {
        "sum" => OneDie::Sum,
        "low" => OneDie::Low,
        _ => OneDie::Never,
    };
    let tiles = values.int("tiles").unwrap_or_default() as u16;
    let sums = (0..1 << tiles).map(|open| subset_sums(tiles, open)).collect();
    let (choose, low) = (values.bool("choose"), values.text("aim") == "low");
    Ok(Arc::new(ShutTheBox { tiles, one_die, choose, low, sums }))
}

/// When one die is thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OneDie {
    Sum,
    Low,
    Never,
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
struct ShutTheBox {
    tiles: u16,
    one_die: OneDie,
    choose: bool,
    low: bool,
    /// For each set of open tiles the throws that some of them sum to, as bits.
    sums: Vec<u16>,
}

/// A position: open tiles as bits, tile 1 being the lowest, and the throw or 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    open: u16,
    throw: u8,
}

/// The sums up to 12 of sets of open tiles, as bits.
fn subset_sums(tiles: u16, open: u16) -> u16 {
    let open = (1..=tiles).filter(|tile| open >> (tile - 1) & 1 == 1);
    (open.fold(1_u32, |sums, tile| sums | sums << tile) & 0x1ffe) as u16
}

/// The numbers of these tiles.
fn numbers(tiles: u16) -> impl Iterator<Item = u16> {
    (1..=16).filter(move |tile| tiles >> (tile - 1) & 1 == 1)
}

fn sum(tiles: u16) -> u16 {
    numbers(tiles).sum()
}

fn written(tiles: u16) -> String {
    let each: Vec<String> = numbers(tiles).map(|tile| tile.to_string()).collect();
    if each.is_empty() { "-".into() } else { each.join("/") }
}

impl ShutTheBox {
    /// How many dice may be thrown.
    fn dice(&self, open: u16) -> &'static [u64] {
        let one = match self.one_die {
            OneDie::Sum => sum(open) <= 6,
            OneDie::Low => open < 1 << 6,
            OneDie::Never => false,
        };
        match (one, self.choose) {
            (false, _) => &[2],
            (true, false) => &[1],
            (true, true) => &[1, 2],
        }
    }

    /// The sets of open tiles that sum to the throw, as bits, rising.
    fn fitting(&self, at: &Position) -> impl Iterator<Item = u16> + use<> {
        let (open, throw) = (at.open, u16::from(at.throw));
        let all = std::iter::successors(Some(0_u16), move |set| {
            let next = set.wrapping_sub(open) & open;
            (next != 0).then_some(next)
        });
        all.filter(move |&set| sum(set) == throw)
    }

    fn is_over(&self, at: &Position) -> bool {
        at.open == 0 || at.throw > 0 && self.sums[usize::from(at.open)] >> at.throw & 1 == 0
    }

    fn read(&self, text: &str) -> Result<u16, PositionError> {
        let error = || {
            let most = self.tiles;
            let text =
                format!("open={text}: expected different tiles from 1 to {most}, as 1/2/5, or -");
            PositionError::new(text)
        };
        if text == "-" {
            return Ok(0);
        }
        text.split('/').try_fold(0, |open, part| {
            let tile =
                part.trim().parse::<u16>().ok().filter(|tile| (1..=self.tiles).contains(tile));
            let bit = 1 << (tile.ok_or_else(error)? - 1);
            if open & bit == 0 { Ok(open | bit) } else { Err(error()) }
        })
    }
}

impl Game for ShutTheBox {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { open: ((1_u32 << self.tiles) - 1) as u16, throw: 0 }]
    }

    fn turn(&self, at: &Position) -> Turn {
        match self.is_over(at) {
            false => player(0),
            true if self.low => Turn::Over(sum(at.open).into()),
            true => Turn::Over(if at.open == 0 { Rational::ONE } else { Rational::ZERO }),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        if at.throw > 0 {
            for set in self.fitting(at) {
                out.certain(Position { open: at.open & !set, throw: 0 });
            }
            return;
        }
        for &dice in self.dice(at.open) {
            if dice == 1 {
                out.choice(6);
                (1..=6).for_each(|throw| out.branch(1, Position { throw, ..*at }));
            } else {
                out.choice(36);
                for throw in 2..=12_u8 {
                    let ways = 6 - u64::from(throw.abs_diff(7));
                    out.branch(ways, Position { throw, ..*at });
                }
            }
        }
    }

    fn expected(&self) -> Option<Expected> {
        self.low.then(|| Expected::paid("points left", Players::NONE))
    }

    fn dense_len(&self) -> Option<u64> {
        Some(13 << self.tiles)
    }

    fn index(&self, at: &Position) -> u64 {
        u64::from(at.open) * 13 + u64::from(at.throw)
    }

    fn players(&self) -> Vec<String> {
        vec!["the player".into(), "the box".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("open", "the open tiles, as 1/2/5, or - for none"),
            position::field("throw", "the sum of the dice, 0 before the throw", 0),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        vec![FieldValue::Text(written(at.open)), FieldValue::Int(at.throw.into())]
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let open = self.read(&values[0].to_string())?;
        let [throw] = position::numbers(&values[1..], &self.fields()[1..])?;
        let throw = position::within("throw", throw, 0, 12)? as u8;
        if open == 0 && throw > 0 {
            return Err(PositionError::new("all tiles are shut: nothing is thrown any more"));
        }
        let dice = self.dice(open);
        let possible =
            throw == 0 || dice.contains(&2) && throw >= 2 || dice.contains(&1) && throw <= 6;
        if !possible {
            let text = format!("throw={throw}: the dice thrown at these tiles do not show it");
            return Err(PositionError::new(text));
        }
        Ok(Position { open, throw })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        if text.contains('=') {
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let form = "expected the open tiles and the throw, if there was one, as in '1/2/5/9 7'";
        Some(match *words {
            [open] => self.parse(&format!("open={open}")),
            [open, throw] => self.parse(&format!("open={open},throw={throw}")),
            _ => Err(PositionError::new(form)),
        })
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        if at.throw > 0 {
            return format!("shut {}", written(self.fitting(at).nth(choice).unwrap_or(0)));
        }
        let dice = self.dice(at.open);
        if dice[choice] == 1 { "throw one die" } else { "throw two dice" }.into()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Quiet, games};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for given in [&["tiles=7"][..], &["one_die=low", "choose=true"], &["tiles=12", "aim=low"]] {
            let game = games::find("shut-the-box").unwrap().build(given).unwrap();
            let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
            for state in explored.arena().ids() {
                assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)), "{given:?}");
            }
        }
        let game = games::find("shut-the-box").unwrap().build::<&str>(&[]).unwrap();
        for text in ["10", "1/1", "1/2/3 7", "1/2/3/4/5 1", "- 3", "", "9 13", "0"] {
            assert!(game.canonical(text).is_err(), "{text}");
        }
    }
}
