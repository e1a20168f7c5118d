//! The types of the built-in games for Python are those of the table.
//!
//! `UPDATE_TRANSCRIPTS=1 cargo test -p foregone --test python_types` writes the file anew.

use std::fmt::Write;

use foregone::games::{GAMES, GameRow, Kind, Parameter};

const FILE: &str = "../foregone-py/python/foregone/games.pyi";

const HEAD: &str = "\
# Written by `UPDATE_TRANSCRIPTS=1 cargo test -p foregone --test python_types` from the table of games.

from typing import Any, Literal

from .rules import Game

def names() -> list[str]: ...
def make(name: str, /, **parameters: Any) -> Game: ...
";

/// Words that Python keeps for itself and a game uses; a parameter's name then ends in `_`.
const KEPT: [&str; 4] = ["pass", "from", "in", "class"];

#[test]
fn the_types_for_python_are_those_of_the_table() {
    let text = GAMES.iter().fold(HEAD.to_owned(), |text, row| text + &function(row));
    let path = format!("{}/{FILE}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&path, &text).expect("the package's folder is there");
    }
    let written = std::fs::read_to_string(&path).expect("the file is in the tree");
    assert_eq!(written, text, "the table has changed; write {FILE} anew, as this test's text says");
}

fn function(row: &GameRow) -> String {
    let name = row.name.replace('-', "_");
    if row.parameters.is_empty() {
        return format!("def {name}() -> Game: ...\n");
    }
    let mut text = format!("def {name}(\n    *,\n");
    for parameter in row.parameters {
        writeln!(text, "    {},", argument(parameter)).expect("a string takes everything");
    }
    text + ") -> Game: ...\n"
}

fn argument(parameter: &Parameter) -> String {
    let kept = if KEPT.contains(&parameter.name) { "_" } else { "" };
    let kind = match parameter.kind {
        Kind::Int(..) => "int".to_owned(),
        Kind::Bool => "bool".to_owned(),
        Kind::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            format!("Literal[{}]", words.join(", "))
        }
        Kind::Text(_) | Kind::File(_) => "Any".to_owned(),
    };
    format!("{}{kept}: {kind} | None = ...", parameter.name)
}
