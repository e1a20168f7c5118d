//! Files of games written out state by state: which format a name means, and which files belong
//! together.

use std::path::{Path, PathBuf};

use foregone::format::{self, Format, FormatError, Listing, Part, Read, Repair};

use crate::failure::Failure;
use crate::memory::half_of_free;
use crate::model::Reading;
use crate::saving::Place;

/// The format named, or that of the path's ending.
pub fn format_of(path: &Path, named: Option<&str>) -> Result<&'static Format, Failure> {
    let known = || {
        let shown = |format: &Format| format!("{} (.{})", format.name, format.endings.join(" ."));
        format::FORMATS.iter().map(shown).collect::<Vec<_>>().join(", ")
    };
    if let Some(name) = named {
        let unknown = || Failure::Wrong(format!("no format '{name}'; formats: {}", known()));
        return format::named(name).ok_or_else(unknown);
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    format::of_ending(ending).ok_or_else(|| {
        let why = format!("its ending says no format; formats: {}", known());
        Failure::in_file(path, why)
    })
}

/// The path without an ending of the format.
fn base(path: &Path, format: &Format) -> String {
    let whole = path.display().to_string();
    let ending = format.endings.iter().find_map(|end| whole.strip_suffix(&format!(".{end}")));
    ending.map_or(whole.clone(), Into::into)
}

/// Reads the game at `path`.
pub fn read(path: &Path, format: &Format, reading: Reading) -> Result<Read, Failure> {
    read_parts(path, format, parts(path, format)?, reading)
}

/// The files that hold the game at `path` together.
pub fn parts(path: &Path, format: &Format) -> Result<Vec<Part>, Failure> {
    if format.read.is_none() {
        let why = format!("files of the format {} are only written", format.name);
        return Err(Failure::in_file(path, why));
    }
    let part = |(name, suffix): (PathBuf, String)| {
        let bytes = std::fs::read(&name).map_err(|error| Failure::io(&name, &error))?;
        Ok(Part { name: name.display().to_string(), suffix, bytes })
    };
    names(path, format).into_iter().map(part).collect()
}

/// Reads the game at `path` from its files.
pub fn read_parts(
    path: &Path,
    format: &Format,
    parts: Vec<Part>,
    reading: Reading,
) -> Result<Read, Failure> {
    let read = format.read.ok_or(Failure::Closed)?;
    let mut how = format::Reading::default();
    how.repair = if reading.strict { Repair::Refuse } else { Repair::Largest };
    how.bytes = half_of_free().unwrap_or(how.bytes);
    read(parts, &how).map_err(|error| shown(path, &error))
}

/// The files that hold the game at `path`, the first whether it is there or not.
fn names(path: &Path, format: &Format) -> Vec<(PathBuf, String)> {
    let Some((first, others)) = format.beside.split_first() else {
        return vec![(path.into(), String::new())];
    };
    let base = base(path, format);
    let name = |suffix: &str| (PathBuf::from(format!("{base}{suffix}")), suffix.to_owned());
    let mut all = vec![name(first)];
    for suffix in others {
        let numbers = (1_u32..).map(|number| suffix.replacen('#', &number.to_string(), 1));
        let numbered = suffix.contains('#').then_some(numbers);
        all.extend(
            [name(&suffix.replacen('#', "", 1))].into_iter().filter(|(path, _)| path.exists()),
        );
        let numbered = numbered.into_iter().flatten().map(|suffix| name(&suffix));
        all.extend(numbered.take_while(|(path, _)| path.exists()));
    }
    all
}

/// Writes `listing`, and returns the names of the files.
pub fn write(path: &Path, format: &Format, listing: &Listing) -> Result<Vec<PathBuf>, Failure> {
    let Some(write) = format.write else {
        let why = format!("files of the format {} are only read", format.name);
        return Err(Failure::in_file(path, why));
    };
    let parts = write(listing).map_err(|error| shown(path, &error))?;
    let base = base(path, format);
    let name = |suffix: &str| match suffix {
        "" => path.to_owned(),
        suffix => PathBuf::from(format!("{base}{suffix}")),
    };
    let places = parts.iter().map(|part| Place::open(&name(&part.suffix)));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    for (place, part) in places.into_iter().zip(&parts) {
        let name = name(&part.suffix);
        place.save(|file| {
            let written = std::io::Write::write_all(file, &part.bytes);
            written.map_err(|error| Failure::io(&name, &error))
        })?;
    }
    Ok(parts.iter().map(|part| name(&part.suffix)).collect())
}

/// Files of an earlier game that would be read together with those `written`.
pub fn leftovers(path: &Path, format: &Format, written: &[PathBuf]) -> Vec<PathBuf> {
    let all = names(path, format).into_iter().map(|(name, _)| name);
    all.filter(|name| !written.contains(name)).collect()
}

fn shown(path: &Path, error: &FormatError) -> Failure {
    match error {
        FormatError::Cannot(_) => Failure::in_file(path, error),
        _ => Failure::Wrong(error.to_string()),
    }
}
