//! Parameters whose text stands in a file: the library gets the text, the program reads the file.

use std::path::Path;

use foregone::games::{GameRow, Kind};

use crate::failure::Failure;

/// The parameters with every named file's text in place of its name, in one line.
///
/// A value names a file where it begins with `@`, is a path from the root, from here or from above,
/// or is the name of a file that is there.
pub fn read(row: &GameRow, given: Vec<String>) -> Result<Vec<String>, Failure> {
    given.into_iter().map(|pair| one(row, pair)).collect()
}

fn one(row: &GameRow, pair: String) -> Result<String, Failure> {
    let Some((name, value)) = pair.split_once('=') else { return Ok(pair) };
    let takes_file = |name: &str| {
        let parameter = row.parameters.iter().find(|parameter| parameter.name == name);
        matches!(parameter.map(|parameter| parameter.kind), Some(Kind::File(_)))
    };
    let (name, value) = (name.trim(), value.trim());
    let path = value.strip_prefix('@').unwrap_or(value);
    let named = ["@", "/", "./", "../"].iter().any(|start| value.starts_with(start));
    if !takes_file(name) || !named && !Path::new(path).is_file() {
        return Ok(pair);
    }
    let path = Path::new(path);
    let text = std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    Ok(format!("{name}={}", lines.join("/")))
}
