//! Moves as policies name them.
//!
//! A name stands for the move of exactly that name, else for the only one that differs from it by
//! capitals alone. `#3` is the third move of its position.

use super::Play;
use super::place::Place;

/// What a name may stand for.
pub(super) enum Found {
    /// This is done.
    Play(Play),
    /// No move there has the name.
    None,
    /// Several have it.
    Several,
}

/// What `name` stands for at a position; `best` and `random` are words of their own, if not
/// `quoted`.
pub(super) fn find(place: &Place<'_>, name: &str, quoted: bool) -> Found {
    match name {
        "best" if !quoted => return Found::Play(Play::Best),
        "random" if !quoted => return Found::Play(Play::Random),
        _ => {}
    }
    let number = name.strip_prefix('#').and_then(|number| number.trim().parse::<u32>().ok());
    match number {
        Some(number) if (1..=place.moves() as u32).contains(&number) => {
            return Found::Play(Play::Choice(number - 1));
        }
        Some(_) => return Found::None,
        None => {}
    }
    match only(place, |other| other == name) {
        Found::None => only(place, |other| other.eq_ignore_ascii_case(name)),
        found => found,
    }
}

fn only(place: &Place<'_>, is: impl Fn(&str) -> bool) -> Found {
    let mut all = place.names().iter().enumerate().filter(|(_, name)| is(name));
    match (all.next(), all.next()) {
        (None, _) => Found::None,
        (Some((at, _)), None) => Found::Play(Play::Choice(at as u32)),
        _ => Found::Several,
    }
}

/// The moves of a position, for messages.
pub(super) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut shown: Vec<&str> = names.take(MOST + 1).collect();
    if shown.len() > MOST {
        shown[MOST] = "…";
    }
    shown.join(", ")
}

/// Moves that a message names.
const MOST: usize = 12;

/// What is to be said where a name stands for several moves.
pub(super) fn ambiguous(place: &Place<'_>, name: &str) -> String {
    let same = (1..).zip(place.names()).filter(|(_, other)| other.eq_ignore_ascii_case(name));
    let numbers = same.map(|(at, _)| format!("#{at}")).take(MOST).collect::<Vec<_>>();
    format!("several moves are called '{name}'; name one by its number: {}", numbers.join(", "))
}
