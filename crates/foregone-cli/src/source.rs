//! What the argument `GAME|FILE` names: a built-in game or a saved solution.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use foregone::format::solution::{self, MANIFEST, Manifest, Meta, Origin, Saved, Stored};
use foregone::games::{self, GameRow, Values};
use foregone::session::SharedGame;

use crate::arguments::Which;
use crate::failure::{Failure, wrong};
use crate::texts;

/// A game, and whatever is known of it already.
pub struct Source {
    /// Its name and parameters.
    pub origin: Origin,
    /// Its rules.
    pub game: SharedGame,
    /// Where play starts, then positions whose values belong beside that.
    pub starts: Vec<String>,
    /// A solution that was saved, and where.
    pub saved: Option<(PathBuf, Saved)>,
}

/// What a name turned out to be.
pub enum Named {
    /// A game.
    Game(Box<Source>),
    /// The solution of a model, and where it was saved.
    Model(PathBuf, Box<Saved>),
}

impl Named {
    /// The game, if it is one.
    pub fn game(self) -> Option<Source> {
        match self {
            Self::Game(source) => Some(*source),
            Self::Model(..) => None,
        }
    }
}

/// The file of a saved solution that `which` names, opened; `None` for games.
pub fn stored(which: &Which) -> Option<(PathBuf, Stored<File>)> {
    let path = Path::new(&which.game);
    if games::find(&which.game).is_ok() || !path.exists() {
        return None;
    }
    // What is wrong with a file, the reading of the whole will say.
    let stored = if path.is_dir() {
        let manifest = Manifest::read(&std::fs::read_to_string(path.join(MANIFEST)).ok()?).ok()?;
        Stored::open_parts(&manifest, |name| File::open(path.join(name))).ok()
    } else {
        File::open(path).ok().and_then(|file| Stored::open(file).ok())
    };
    Some((path.into(), stored?))
}

impl Source {
    /// Finds the game that `which` names. A built-in game goes before a file of the same name.
    pub fn find(which: &Which) -> Result<Self, Failure> {
        match Self::look(which)? {
            Named::Game(source) => Ok(*source),
            Named::Model(path, _) => {
                let why = "holds the solution of a model: `foregone query` and `check` take it";
                Err(Failure::in_file(&path, why))
            }
        }
    }

    /// Finds what `which` names.
    pub fn look(which: &Which) -> Result<Named, Failure> {
        let unknown = match games::find(&which.game) {
            Ok(row) => {
                let source = Self::built_in(row.name, &texts::read(row, which.given())?)?;
                return Ok(Named::Game(Box::new(source)));
            }
            Err(unknown) => unknown,
        };
        let path = Path::new(&which.game);
        if !path.exists() {
            let hint = if looks_like_path(&which.game) { "no such file" } else { "" };
            return Err(if hint.is_empty() {
                wrong(unknown)
            } else {
                Failure::in_file(path, hint)
            });
        }
        let given = which.given();
        if let Some(pair) = given.first() {
            let why = format!("a saved solution has its parameters already; leave out '{pair}'");
            return Err(Failure::in_file(path, why));
        }
        let saved = read(path)?;
        Ok(match saved.meta.model {
            Some(_) => Named::Model(path.into(), Box::new(saved)),
            None => Named::Game(Box::new(Self::of_saved(path, saved)?)),
        })
    }

    /// What `which` names, a built-in game once for each combination of values given for its
    /// parameters; at least one.
    pub fn all(which: &Which) -> Result<Vec<Named>, Failure> {
        let Ok(row) = games::find(&which.game) else { return Ok(vec![Self::look(which)?]) };
        let runs = row.runs(&texts::read(row, which.given())?);
        let runs = runs.map_err(|error| Failure::Wrong(format!("{}: {error}", row.name)))?;
        let game = |values| Ok(Named::Game(Box::new(Self::with(row, values)?)));
        runs.iter().map(game).collect()
    }

    fn of_saved(path: &Path, saved: Saved) -> Result<Self, Failure> {
        let source = Self::of_meta(path, &saved.meta)?;
        Ok(Self { saved: Some((path.into(), saved)), ..source })
    }

    /// The game that a saved solution names.
    pub fn of_meta(path: &Path, meta: &Meta) -> Result<Self, Failure> {
        if let Err(unknown) = games::find(&meta.game) {
            let why = format!("it was saved for a game that this program does not have: {unknown}");
            return Err(Failure::in_file(path, why));
        }
        let source = Self::built_in(&meta.game, &meta.given);
        source.map_err(|error| Failure::in_file(path, error))
    }

    /// A built-in game by its name, no parameter naming a file.
    pub fn built_in(name: &str, given: &[String]) -> Result<Self, Failure> {
        let row = games::find(name).map_err(wrong)?;
        let values = row.values(given);
        let values = values.map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
        Self::with(row, &values)
    }

    fn with(row: &GameRow, values: &Values) -> Result<Self, Failure> {
        let game = (row.make)(values);
        let game = game.map_err(|error| Failure::Wrong(format!("{}: {error}", row.name)))?;
        let starts = game.starts().into_iter().chain((row.beside)(values)).collect();
        Ok(Self { origin: Origin::built_in(row.name, values), game, starts, saved: None })
    }
}

/// A saved solution, not yet judged.
pub fn read(path: &Path) -> Result<Saved, Failure> {
    let fail = |error| Failure::io(path, &error);
    if path.is_dir() {
        return read_folder(path);
    }
    let mut file = File::open(path).map_err(fail)?;
    let mut magic = Vec::new();
    Read::by_ref(&mut file).take(4).read_to_end(&mut magic).map_err(fail)?;
    if magic != solution::MAGIC {
        let why = "its format is unknown; saved solutions (Parquet, from `solve -o`) are read";
        return Err(Failure::in_file(path, why));
    }
    file.rewind().map_err(fail)?;
    let saved = solution::read(&mut BufReader::new(file));
    saved.map_err(|error| Failure::in_file(path, error))
}

/// A solution that several workers saved.
fn read_folder(folder: &Path) -> Result<Saved, Failure> {
    let path = folder.join(MANIFEST);
    if !path.exists() {
        let why = format!("is a folder without a '{MANIFEST}', so no saved solution");
        return Err(Failure::in_file(folder, why));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::io(&path, &error))?;
    let manifest = Manifest::read(&text).map_err(|error| Failure::in_file(&path, error))?;
    let saved = manifest.read_parts(|name| File::open(folder.join(name)).map(BufReader::new));
    saved.map_err(|error| Failure::in_file(folder, error))
}

fn looks_like_path(text: &str) -> bool {
    text.contains(['/', '\\', '.'])
}
