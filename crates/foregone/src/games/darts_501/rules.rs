//! What a dart does to a score.
//!
//! Invariant: a score that is left can still be finished: it is at least `floor`, or 0 and finished.

use crate::darts::{Aim, Area, Skill};

/// How a game may be opened or finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    /// By any area.
    Straight,
    /// By a double, the bullseye included.
    Double,
    /// By a double or treble.
    Master,
}

impl Gate {
    pub(super) fn read(text: &str) -> Self {
        match text {
            "double" => Self::Double,
            "master" => Self::Master,
            _ => Self::Straight,
        }
    }

    fn lets(self, area: Area) -> bool {
        match self {
            Self::Straight => true,
            Self::Double => area.is_double(),
            Self::Master => area.is_double() || area.is_treble(),
        }
    }

    /// The least score that can be left: with a double at least 2 are needed.
    pub(super) fn floor(self) -> u16 {
        if self == Self::Straight { 1 } else { 2 }
    }
}

/// What a dart brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dart {
    pub points: u16,
    pub weight: u64,
    /// Whether it may open and finish.
    pub opens: bool,
    pub finishes: bool,
}

/// An aim with what it brings; darts that do the same are counted together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Throw {
    pub name: String,
    pub denominator: u64,
    pub darts: Vec<Dart>,
}

/// A player's aims under these rules.
pub(super) fn throws(skill: &Skill, open: Gate, finish: Gate) -> Vec<Throw> {
    skill.aims.iter().map(|aim| throw(aim, open, finish)).collect()
}

fn throw(aim: &Aim, open: Gate, finish: Gate) -> Throw {
    let mut darts: Vec<Dart> = Vec::new();
    for &(area, weight) in &aim.weights {
        let (opens, finishes) = (open.lets(area), finish.lets(area));
        let dart = Dart { points: area.points(), weight, opens, finishes };
        let same = |other: &&mut Dart| Dart { weight, ..**other } == dart;
        match darts.iter_mut().find(same) {
            Some(other) => other.weight += weight,
            None => darts.push(dart),
        }
    }
    darts.sort_by_key(|dart| (dart.points, dart.opens, dart.finishes));
    Throw { name: aim.name.clone(), denominator: aim.denominator, darts }
}
