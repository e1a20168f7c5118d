//! The Python package: its wheel, and its tests in a virtual environment of their own; and files
//! against the field's programs for Python, in another.
//!
//! Invariant: what is tested is the installed wheel, never the source folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{Outcome, cargo, command, output, root, run};
use crate::tools::{PYTHON, VENV, ensure};

/// The package's folder.
const PACKAGE: &str = "crates/foregone-py";
/// What the tests need, each with its version.
const NEEDS: &str = "crates/foregone-py/tests/requirements.txt";
/// The field's programs that read and write files too.
const PEERS: &str = "tests/files/requirements.txt";

/// Builds the wheel that is given to people, in `target/wheels`.
pub fn wheel() -> Outcome {
    let place = target()?.join("wheels");
    build("release", &place)?;
    println!("the wheel is in {}", place.display());
    Ok(())
}

/// Installs a wheel that is quick to build, and returns the command that runs the package's tests.
pub fn tests() -> Outcome<Command> {
    build("wheel", &target()?.join("python/wheels"))?;
    let mut pytest = python(&environment()?, &["-m", "pytest", "--quiet", "--durations=5"]);
    pytest.current_dir(root().join(PACKAGE));
    Ok(pytest)
}

/// Checks the types of the installed package and of its tests.
pub fn types() -> Outcome {
    for what in [&["--package", "foregone"][..], &["tests"]] {
        let mut mypy = python(&environment()?, &[&["-m", "mypy"], what].concat());
        mypy.current_dir(root().join(PACKAGE));
        run(mypy)?;
    }
    Ok(())
}

/// Builds a wheel and installs it. The types of the built-in games are written by the package
/// itself, so they come from a first wheel into a second one, which is only packed anew; in the
/// tree they would be one more table to keep.
fn build(profile: &str, place: &Path) -> Outcome {
    pack(profile, place)?;
    let module = ["-I", "-m", "foregone._types"];
    let types = output(python(&environment()?, &module))?;
    let file = root().join(PACKAGE).join("python/foregone/games.pyi");
    std::fs::write(&file, types).map_err(|error| error.to_string())?;
    let packed = pack(profile, place);
    std::fs::remove_file(file).map_err(|error| error.to_string())?;
    packed
}

fn pack(profile: &str, place: &Path) -> Outcome {
    let environment = environment()?;
    // An old wheel would be as good a match as the new one.
    let _ = std::fs::remove_dir_all(place);
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let place = place.to_string_lossy();
    let interpreter = program(&environment);
    let interpreter = interpreter.to_string_lossy();
    let always = ["-m", "maturin", "build", "--quiet", "--locked", "--manifest-path", &manifest];
    let how = ["--profile", profile, "--out", &place, "--interpreter", &interpreter];
    run(python(&environment, &[&always[..], &how].concat()))?;
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    let from = ["--no-index", "--find-links", &place, "foregone"];
    run(python(&environment, &[&pip[..], &from].concat()))
}

/// The command that compares files with umbi and stormpy, both ways. The program is the one that
/// the tests have built.
pub fn files() -> Outcome<Command> {
    beside(&["tests/files/interchange.py"], &["models"])
}

/// Random models beside Storm, this many, always the same ones.
pub fn models(count: u32) -> Outcome<Command> {
    beside(&["tests/peers/models.py"], &["1", &count.to_string()])
}

/// A script that takes the program, with the field's own programs at hand.
fn beside(script: &[&str], arguments: &[&str]) -> Outcome<Command> {
    let environment = environment_of("python/peers", PEERS)?;
    let program = target()?.join("debug/foregone");
    if !program.exists() {
        run(command(&cargo(), &["build", "--locked", "--package", "foregone-cli"]))?;
    }
    let program = program.to_string_lossy();
    Ok(python(&environment, &[script, &[&*program], arguments].concat()))
}

fn environment() -> Outcome<PathBuf> {
    environment_of("python/environment", NEEDS)
}

/// A virtual environment under `target` with what `needs` lists; made anew when that changes.
fn environment_of(name: &str, list: &str) -> Outcome<PathBuf> {
    let place = target()?.join(name);
    let needs = std::fs::read_to_string(root().join(list)).map_err(|error| error.to_string())?;
    let stamp = place.join("needs.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|old| old == needs) {
        return Ok(place);
    }
    ensure(&PYTHON).and_then(|()| ensure(&VENV))?;
    run(command("python3", &["-m", "venv", "--clear", &place.to_string_lossy()]))?;
    let pip = ["-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"];
    run(python(&place, &[&pip[..], &["--requirement", list]].concat()))?;
    std::fs::write(stamp, needs).map_err(|error| error.to_string())?;
    Ok(place)
}

fn program(environment: &Path) -> PathBuf {
    environment.join("bin/python")
}

fn python(environment: &Path, arguments: &[&str]) -> Command {
    command(&program(environment).to_string_lossy(), arguments)
}

/// Where cargo builds, which the environment may have moved.
fn target() -> Outcome<PathBuf> {
    let meta = output(command(&cargo(), &["metadata", "--no-deps", "--format-version", "1"]))?;
    let rest = meta.split("\"target_directory\":\"").nth(1);
    let folder = rest.and_then(|rest| rest.split('"').next());
    folder.map(PathBuf::from).ok_or_else(|| "cargo metadata names no target directory".into())
}
