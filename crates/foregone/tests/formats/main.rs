//! Files of the field: round trips of random games, samples, and whatever a hostile file may hold.

mod hostile;
mod mistakes;
mod random;
mod round_trip;
mod samples;
mod solved;

use foregone::format::{Format, FormatError, Listing, Part, Read, Reading, named};
use foregone::{ChoiceId, StateId};

/// Reads `parts`, given as what follows the base name `game` and the bytes.
pub fn read_with(
    format: &Format,
    parts: &[(&str, &[u8])],
    reading: &Reading,
) -> Result<Read, FormatError> {
    let part = |(suffix, bytes): &(&str, &[u8])| Part {
        name: if suffix.is_empty() {
            format!("game.{}", format.endings[0])
        } else {
            format!("game{suffix}")
        },
        suffix: (*suffix).into(),
        bytes: bytes.to_vec(),
    };
    (format.read.expect("a format that is read"))(parts.iter().map(part).collect(), reading)
}

/// Reads one text.
pub fn read_text(format: &str, text: &str) -> Result<Read, FormatError> {
    let format = named(format).expect("a format");
    let suffix = format.beside.first().copied().unwrap_or("");
    read_with(format, &[(suffix, text.as_bytes())], &Reading::default())
}

/// Writes and reads again.
pub fn through(format: &Format, listing: &Listing) -> Read {
    let parts = (format.write.expect("a format that is written"))(listing);
    let parts = parts.unwrap_or_else(|error| panic!("{}: {error}", format.name));
    let pairs: Vec<(&str, &[u8])> =
        parts.iter().map(|part| (part.suffix.as_str(), part.bytes.as_slice())).collect();
    let read = read_with(format, &pairs, &Reading::default());
    read.unwrap_or_else(|error| panic!("{}: {error}", format.name))
}

/// Everything that two listings must agree in, as text.
pub fn told(listing: &Listing) -> String {
    let arena = &listing.arena;
    let mut out = format!(
        "{:?} players {:?} initial {:?} deadlocks {:?}\nlabels {:?}\nrewards {:?}\nvariables {:?}\n",
        listing.kind,
        listing.players,
        listing.initial,
        listing.deadlocks,
        listing.labels,
        listing.rewards,
        listing.variables,
    );
    for state in (0..arena.states() as u32).map(StateId) {
        for choice in arena.choices_of(state) {
            let found = arena.choice(ChoiceId(choice));
            let chances = (0..found.targets.len()).map(|at| found.distribution.probability(at));
            let branches: Vec<String> =
                chances.zip(found.targets).map(|(p, to)| format!("{p}:{to}")).collect();
            let (owner, name) = (listing.owner(state), listing.moves.name(choice));
            out += &format!("{} of {owner} [{name}] {}\n", state.0, branches.join(" "));
        }
    }
    out
}
