//! Risk: a battle for a territory, or a war over several.
//!
//! Invariant: `defend` is 0 only where the last territory has fallen, `attack` is 0 only where the
//! attack has failed; both are not 0 together.
//!
//! Osborne, Markov chains for the Risk board game revisited, Mathematics Magazine 76(2), 2003.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, position};
use crate::game::{Expected, player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Player, Players, PositionError, Turn};

mod battle;

/// Three against two.
pub const ROW: GameRow = GameRow {
    name: "risk",
    summary: "dice battles: does the attacker take the territory, or several in a row?",
    rules: "\
The attacker has 'attackers' armies that may fight (the one that must stay at home is not counted) \
and goes against one territory after the other, with as many defending armies as 'defenders' says. In \
a throw the attacker throws up to 'attack_dice' dice, the defender up to 'defend_dice', nobody more \
than it has armies there. With dice=most both throw as many as they may; with dice=choose first the \
attacker chooses how many, at least 1, then the defender. The dice of each side are sorted and \
compared, the highest with the highest, the next with the next, as long as both have one: the lower \
die loses an army, and of equal dice the attacker's. When a territory has no defenders left it is \
taken; one army stays there, and the others go on to the next territory. The attack fails when no \
armies are left to attack while there are defenders. If 'throws' is not 0 the fight is broken off \
after so many throws, and what has not been taken by then is not taken. With aim=win the value is the \
chance of the attacker to take all territories. With aim=attackers it is the expected number of the \
attacker's armies left, those that stay in taken territories before the last not counted; with \
aim=defenders the expected number of defending armies left, which the attacker wants small and the \
defender large. A position is written 'attack defend': armies left to attack, and to defend the \
territory at hand, which is the first one unless named fields say otherwise.",
    parameters: &[
        Parameter::new("attackers", "3", Kind::Int(1, 2000), "armies that may attack"),
        Parameter::new("defenders", "2", Kind::Text(DEFENDERS), "armies in each territory"),
        Parameter::new("attack_dice", "3", Kind::Int(1, 6), "dice of the attacker at most"),
        Parameter::new("defend_dice", "2", Kind::Int(1, 6), "dice of the defender at most"),
        Parameter::new("sides", "6", Kind::Int(2, 20), "faces of each die"),
        Parameter::new(
            "dice",
            "most",
            Kind::Word(&["most", "choose"]),
            "who chooses how many dice",
        ),
        Parameter::new("throws", "0", Kind::Int(0, 10_000), "throws at most; 0: to the end"),
        Parameter::new("aim", "win", Kind::Word(&["win", "attackers", "defenders"]), "what counts"),
    ],
    examples: &[
        Example { at: "3 2", meaning: "three armies attack two" },
        Example { at: "attack=2,defend=1,territory=1", meaning: "two attack one in the first" },
    ],
    beside: |_| Vec::new(),
    make,
};

const DEFENDERS: &str =
    "1 to 40 whole numbers from 1 to 2000 with / between them, as in 2 or 3/2/2";

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let number = |name| values.int(name).unwrap_or_default() as u16;
    let defenders = values.text("defenders").split('/').map(|part| part.trim().parse::<u16>());
    let defenders: Option<Vec<u16>> = defenders.collect::<Result<_, _>>().ok();
    let fits = |all: &Vec<u16>| all.len() <= 40 && all.iter().all(|n| (1..=2000).contains(n));
    let defenders = defenders.filter(fits).ok_or_else(|| values.wrong("defenders", DEFENDERS))?;
    let [attack, defend, sides] =
        ["attack_dice", "defend_dice", "sides"].map(|name| number(name) as u8);
    if battle::pairs(sides, attack, defend) > 5_000_000 {
        let text = "too many dice with so many faces: their outcomes cannot all be counted";
        return Err(ParameterError::Conflict(text.into()));
    }
    let losses = (1..=attack).map(|a| (1..=defend).map(|d| battle::losses(sides, a, d)).collect());
    let aim = match values.text("aim") {
        "win" => Aim::Win,
        "attackers" => Aim::Attackers,
        _ => Aim::Defenders,
    };
    Ok(Arc::new(Risk {
        attackers: number("attackers"),
        defenders,
        losses: losses.collect(),
        choose: values.text("dice") == "choose",
        throws: number("throws"),
        aim,
    }))
}

/// What counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    Win,
    Attackers,
    Defenders,
}

/// The rules with their parameters.
#[derive(Clone, Debug)]
struct Risk {
    attackers: u16,
    /// Armies in each territory, in the order of the attack.
    defenders: Vec<u16>,
    /// Weights of the defender's losses by dice of the attacker and the defender, less one each.
    losses: Vec<Vec<Vec<u64>>>,
    choose: bool,
    throws: u16,
    aim: Aim,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    attack: u16,
    defend: u16,
    /// The territory at hand, from 0.
    territory: u8,
    /// Dice that the attacker has chosen, or 0.
    dice: u8,
    /// Throws left, where they are counted.
    left: u16,
}

impl Risk {
    fn most_dice(&self, at: &Position) -> (u8, u8) {
        let (attack, defend) = (self.losses.len() as u16, self.losses[0].len() as u16);
        (attack.min(at.attack) as u8, defend.min(at.defend) as u8)
    }

    fn is_over(&self, at: &Position) -> bool {
        at.attack == 0 || at.defend == 0 || self.throws > 0 && at.left == 0
    }

    /// Armies in the territories after the one at hand.
    fn behind(&self, at: &Position) -> u64 {
        self.defenders[usize::from(at.territory) + 1..].iter().map(|&n| u64::from(n)).sum()
    }

    fn throw(&self, at: &Position, dice: (u8, u8), out: &mut Choices<Position>) {
        let weights = &self.losses[usize::from(dice.0) - 1][usize::from(dice.1) - 1];
        out.choice(weights.iter().sum());
        for (lost, &weight) in weights.iter().enumerate() {
            let (lost, pairs) = (lost as u16, weights.len() as u16 - 1);
            let after = Position {
                attack: at.attack - (pairs - lost),
                defend: at.defend - lost,
                dice: 0,
                left: at.left.saturating_sub(1),
                ..*at
            };
            out.branch(weight, self.onward(after));
        }
    }

    /// A fallen territory keeps an army, and the attack goes on to the next.
    fn onward(&self, at: Position) -> Position {
        match self.defenders.get(usize::from(at.territory) + 1) {
            Some(&next) if at.defend == 0 => Position {
                attack: at.attack.saturating_sub(1),
                defend: next,
                territory: at.territory + 1,
                ..at
            },
            _ => at,
        }
    }
}

impl Game for Risk {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        let (attack, defend) = (self.attackers, self.defenders[0]);
        vec![Position { attack, defend, territory: 0, dice: 0, left: self.throws }]
    }

    fn turn(&self, at: &Position) -> Turn {
        if !self.is_over(at) {
            return player(u8::from(at.dice > 0));
        }
        match self.aim {
            Aim::Win => won(at.defend == 0),
            Aim::Attackers => Turn::Over(at.attack.into()),
            Aim::Defenders => Turn::Over((u64::from(at.defend) + self.behind(at)).into()),
        }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        let (attack, defend) = self.most_dice(at);
        match (self.choose, at.dice) {
            (false, _) => self.throw(at, (attack, defend), out),
            (true, 0) => (1..=attack).for_each(|dice| out.certain(Position { dice, ..*at })),
            (true, dice) => (1..=defend).for_each(|more| self.throw(at, (dice, more), out)),
        }
    }

    fn expected(&self) -> Option<Expected> {
        match self.aim {
            Aim::Win => None,
            Aim::Attackers => Some(Expected::paid("attackers left", Players::one(Player(0)))),
            Aim::Defenders => Some(Expected::paid("defenders left", Players::one(Player(1)))),
        }
    }

    fn players(&self) -> Vec<String> {
        vec!["the attacker".into(), "the defender".into()]
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("attack", format!("armies left to attack, 0 to {}", self.attackers)),
            Field::new("defend", "armies left in the territory at hand"),
            position::field("territory", "the territory at hand, from 1", 1),
            position::field("dice", "dice that the attacker has chosen, 0 before", 0),
            position::field("left", "throws left, where they are counted", self.throws.into()),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let Position { attack, defend, territory, dice, left } = *at;
        let numbers = [attack, defend, u16::from(territory) + 1, dice.into(), left];
        numbers.map(|number| FieldValue::Int(number.into())).to_vec()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [attack, defend, territory, dice, left] = position::numbers(values, &self.fields())?;
        let territories = self.defenders.len() as i64;
        let territory = position::within("territory", territory, 1, territories)? as u8 - 1;
        let last = i64::from(territory) + 1 == territories;
        let (least, most) = (i64::from(!last), self.defenders[usize::from(territory)].into());
        let defend = position::within("defend", defend, least, most)? as u16;
        let least = i64::from(defend == 0);
        let attack = position::within("attack", attack, least, self.attackers.into())? as u16;
        let left = position::within("left", left, 0, self.throws.into())? as u16;
        let at = Position { attack, defend, territory, dice: 0, left };
        let most = if self.choose && !self.is_over(&at) { self.most_dice(&at).0 } else { 0 };
        let dice = position::within("dice", dice, 0, most.into())? as u8;
        Ok(Position { dice, ..at })
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        let form = "'attack defend' (armies on both sides), as in '3 2'";
        let numbers = position::short::<2>(text, form)?;
        let rest = [1, 0, self.throws.into()].map(FieldValue::Int);
        Some(
            numbers.and_then(|all| {
                self.position(&[&all.map(FieldValue::Int)[..], &rest[..]].concat())
            }),
        )
    }

    fn name_of_move(&self, _at: &Position, choice: usize) -> String {
        match (self.choose, choice) {
            (false, _) => "throw".into(),
            (_, 0) => "1 die".into(),
            (_, more) => format!("{} dice", more + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Quiet, games};

    #[test]
    fn every_reachable_position_can_be_typed() {
        for given in [
            &["attackers=7", "defenders=3/2", "dice=choose"][..],
            &["attackers=4", "defenders=3", "throws=2"],
            &["attackers=3", "defenders=1/1/1"],
        ] {
            let game = games::find("risk").unwrap().build(given).unwrap();
            let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
            for state in explored.arena().ids() {
                assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)), "{given:?}");
            }
        }
    }
}
