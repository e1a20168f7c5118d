//! Everything that must hold before a change is taken, cheapest first; stops at the first failure.
//!
//! Lints and tests share one profile, and the examples of the documentation run as tests of the
//! program built for them, so the workspace is compiled once and checked once.

use std::process::Command;

use crate::command::{Outcome, cargo, command, output, root, run, step, tee};
use crate::python;
use crate::tidy::tidy;
use crate::tools::{CHROMEDRIVER, CHROMIUM, CLIPPY, RUSTFMT, ensure, works};

/// How many random models are compared with Storm, in the long tests and in the usual ones.
const ALL_MODELS: u32 = 2_000;
const SOME_MODELS: u32 = 200;

/// All steps. The last line says how many tests passed and failed.
pub fn ci() -> Outcome {
    let before = tree()?;
    step("tools", || [RUSTFMT, CLIPPY, CHROMIUM, CHROMEDRIVER].iter().try_for_each(ensure))?;
    step("format", || run(command(&cargo(), &["fmt", "--all", "--check"])))?;
    step("house rules", tidy)?;
    step("lints", || {
        let arguments = ["clippy", "--workspace", "--all-targets", "--locked"];
        run(command(&cargo(), &[&arguments[..], &["--", "--deny", "warnings"]].concat()))
    })?;
    step("documentation", || {
        let mut doc = command(&cargo(), &["doc", "--workspace", "--no-deps", "--locked"]);
        doc.env("RUSTDOCFLAGS", "--deny warnings");
        run(doc)
    })?;
    let mut count = Count::default();
    let tests = step("tests", || test(&mut count))
        .and_then(|()| step("documentation's tests", || doctests(&mut count)))
        .and_then(|()| step("files of other programs", || interchanged(&mut count)))
        .and_then(|()| step("the Python package", || packaged(&mut count)));
    if let Err(message) = tests {
        eprintln!("xtask: {message}");
        return Err(count.to_string());
    }
    step("tree unchanged", || unchanged(&before))?;
    println!("{count}");
    Ok(())
}

/// The tests marked as ignored: long random ones. What they say of their extent becomes the table
/// in `tests/long.md`.
pub fn long() -> Outcome {
    let mut count = Count::default();
    let mut said = String::new();
    step("long tests", || {
        let always = ["test", "--workspace", "--tests", "--locked", "--no-fail-fast", "--"];
        let arguments = [&always[..], &["--ignored", "--nocapture"]].concat();
        said = counted(&mut count, command(&cargo(), &arguments))?;
        Ok(())
    })?;
    step("models beside Storm", || {
        said += &counted(&mut count, python::models(ALL_MODELS)?)?;
        Ok(())
    })?;
    let rows = said.lines().map(str::trim).filter(|line| line.starts_with("| "));
    let table = rows.collect::<Vec<_>>().join("\n");
    let text = format!(
        "# The last long run\n\nWritten by `cargo xtask long`: {count}.\n\n| what | extent |\n|---|---|\n{table}\n"
    );
    std::fs::write(root().join("tests/long.md"), text).map_err(|error| error.to_string())?;
    println!("{count}");
    Ok(())
}

/// Runs the tests and adds them up.
fn test(count: &mut Count) -> Outcome {
    let nextest = ["nextest", "run", "--workspace", "--locked", "--no-fail-fast"];
    let plain = ["test", "--workspace", "--all-targets", "--locked", "--no-fail-fast"];
    let arguments =
        if works(&["cargo", "nextest", "--version"]) { &nextest[..] } else { &plain[..] };
    counted(count, command(&cargo(), arguments)).map(drop)
}

fn doctests(count: &mut Count) -> Outcome {
    let doc = ["test", "--workspace", "--doc", "--locked"];
    counted(count, command(&cargo(), &doc)).map(drop)
}

/// Files against the field's own programs, both ways.
fn interchanged(count: &mut Count) -> Outcome {
    counted(count, python::files()?)?;
    counted(count, python::models(SOME_MODELS)?).map(drop)
}

/// The step of files alone.
pub fn files() -> Outcome {
    let mut count = Count::default();
    interchanged(&mut count)?;
    println!("{count}");
    Ok(())
}

/// The step of the Python package alone.
pub fn python() -> Outcome {
    let mut count = Count::default();
    packaged(&mut count).map_err(|message| format!("{message}; {count}"))?;
    println!("{count}");
    Ok(())
}

/// The tests of the Python package, notebooks included, and its types.
fn packaged(count: &mut Count) -> Outcome {
    counted(count, python::tests()?)?;
    python::types()
}

/// What the command said, once its tests are added up.
fn counted(count: &mut Count, command: Command) -> Outcome<String> {
    let (said, success) = tee(command)?;
    let here = Count::read(&said);
    count.passed += here.passed;
    count.failed += here.failed;
    match (success, here.failed) {
        (true, 0) => Ok(said),
        (_, 0) => Err("the tests could not be built or run; see above".into()),
        (_, failed) => Err(format!("{failed} tests failed; see above")),
    }
}

/// Files of the tree that differ from the last commit.
fn tree() -> Outcome<String> {
    output(command("git", &["status", "--porcelain"]))
}

fn unchanged(before: &str) -> Outcome {
    let after = tree()?;
    if after == before {
        return Ok(());
    }
    Err(format!("the steps left the tree changed; before:\n{before}after:\n{after}"))
}

/// How many tests passed and failed.
#[derive(Default, PartialEq, Eq, Debug)]
struct Count {
    passed: u64,
    failed: u64,
}

impl Count {
    /// Adds up the summaries of nextest, of the built-in test runner, and of pytest.
    fn read(said: &str) -> Self {
        // Nextest repeats what a failed test's own runner said, so its summary counts alone.
        let nextest = |line: &&str| line.starts_with("Summary [") && line.contains(" run: ");
        let lines = || said.lines().map(str::trim_start);
        let alone = lines().any(|line| nextest(&line));
        let pytest = |line: &&str| is_pytest(line);
        let summaries = lines().filter(|line| {
            nextest(line) || pytest(line) || (!alone && line.starts_with("test result:"))
        });
        summaries.fold(Self::default(), |sum, line| Self {
            passed: sum.passed + number_before(line, "passed"),
            failed: sum.failed
                + ["failed", "timed out", "error"]
                    .map(|word| number_before(line, word))
                    .iter()
                    .sum::<u64>(),
        })
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The last line of pytest: `3 passed, 1 failed in 0.12s`, its words in any order.
fn is_pytest(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let starts = words.first().is_some_and(|word| word.parse::<u64>().is_ok());
    let seconds = |word: &str| word.strip_suffix('s').is_some_and(|n| n.parse::<f64>().is_ok());
    let ends = words.windows(2).any(|pair| pair[0] == "in" && seconds(pair[1]));
    starts
        && ends
        && (line.contains(" passed") || line.contains(" failed") || line.contains(" error"))
}

fn number_before(line: &str, word: &str) -> u64 {
    let before = line.find(&format!(" {word}")).map(|at| &line[..at]);
    let number = before.and_then(|text| text.rsplit([' ', ':']).next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn summaries_of_both_runners_are_read() {
        let plain = "test result: ok. 3 passed; 0 failed; 0 ignored\n\
                     test result: FAILED. 5 passed; 1 failed; 0 ignored\nnoise 7 passed\n";
        assert_eq!(Count::read(plain), Count { passed: 8, failed: 1 });
        let said = "   Summary [   0.1s] 12 tests run: 9 passed (1 slow), 2 failed, 1 timed out, 4 skipped\n";
        assert_eq!(Count::read(&format!("{plain}{said}")), Count { passed: 9, failed: 3 });
        let said =
            "..F.\n1 failed, 3 passed, 2 skipped, 1 error in 0.12s\n4 passed the test in vain\n";
        assert_eq!(Count::read(said), Count { passed: 3, failed: 2 });
        assert_eq!(
            Count::read("128 passed in 95.02s (0:01:35)\n"),
            Count { passed: 128, failed: 0 }
        );
    }
}
