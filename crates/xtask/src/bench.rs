//! The program against hand-made C programs: the same input, alternating, whole processes.
//!
//! The table goes to `benches/README.md`, between two marks.

use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::{Outcome, cargo, command, output, root, run, step};
use crate::tools::{CC, PYTHON, ensure};

const RUNS: usize = 15;
const BEGIN: &str = "<!-- written by cargo xtask bench -->";
const END: &str = "<!-- end -->";

/// A contest: its name, what its input is, and how many times slower than C we may be.
struct Contest {
    name: &'static str,
    input: &'static str,
    limit: f64,
}

const CONTESTS: &[Contest] = &[
    Contest { name: "hold", input: "1,000 queries", limit: 80.0 },
    Contest { name: "darts", input: "501 starts", limit: 40.0 },
    Contest { name: "stones", input: "10^6 heaps", limit: 15.0 },
];

/// Builds both sides, times them, writes the table; fails where a limit is broken.
pub fn bench() -> Outcome {
    let place = root().join("target/yardstick");
    std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    step("tools", || ensure(&CC).and_then(|()| ensure(&PYTHON)))?;
    step("yardsticks", || yardsticks(&place))?;
    step("program", || {
        run(command(&cargo(), &["build", "--release", "--locked", "--package", "foregone-cli"]))
    })?;
    let program = release_folder()?.join("foregone");
    let rows = step("runs", || {
        CONTESTS.iter().map(|contest| Row::measure(contest, &place, &program)).collect()
    })?;
    let rows: Vec<Row> = rows;
    let table = table(&rows);
    println!("{table}");
    write_table(&table)?;
    let slow: Vec<_> = rows.iter().filter(|row| row.ratio() > row.contest.limit).collect();
    match slow.first() {
        None => Ok(()),
        Some(row) => Err(format!("{} takes {:.1} times as long", row.contest.name, row.ratio())),
    }
}

fn yardsticks(place: &Path) -> Outcome {
    let folder = "benches/yardstick";
    let to = place.to_string_lossy();
    for Contest { name, .. } in CONTESTS {
        let (source, program) = (format!("{folder}/{name}.c"), format!("{to}/{name}"));
        let flags = ["-std=c11", "-O3", "-march=native", "-o", &program, &source, "-lm"];
        run(command("cc", &flags))?;
    }
    run(command("python3", &[&format!("{folder}/queries.py"), &to]))
}

/// Where cargo puts release builds, which the environment may have moved.
fn release_folder() -> Outcome<PathBuf> {
    let meta = output(command(&cargo(), &["metadata", "--no-deps", "--format-version", "1"]))?;
    let key = "\"target_directory\":\"";
    let rest = meta.split(key).nth(1).ok_or("cargo metadata names no target directory")?;
    let folder = rest.split('"').next().unwrap_or_default();
    Ok(PathBuf::from(folder).join("release"))
}

struct Row {
    contest: &'static Contest,
    yardstick: Duration,
    ours: Duration,
}

impl Row {
    /// The best of alternating runs, after one that only compares the answers.
    fn measure(contest: &'static Contest, place: &Path, program: &Path) -> Outcome<Self> {
        let input = place.join(contest.name).with_extension("in");
        let c = || Command::new(place.join(contest.name));
        let ours = || {
            let mut command = Command::new(program);
            command.args(["contest", contest.name]);
            command
        };
        if answers(c(), &input)? != answers(ours(), &input)? {
            return Err(format!("{}: the two programs answer differently", contest.name));
        }
        let mut best = [Duration::MAX; 2];
        for _ in 0..RUNS {
            best[0] = best[0].min(time(c(), &input)?);
            best[1] = best[1].min(time(ours(), &input)?);
        }
        Ok(Self { contest, yardstick: best[0], ours: best[1] })
    }

    fn ratio(&self) -> f64 {
        self.ours.as_secs_f64() / self.yardstick.as_secs_f64()
    }
}

fn open(input: &Path) -> Outcome<File> {
    File::open(input).map_err(|error| format!("{}: {error}", input.display()))
}

fn answers(mut command: Command, input: &Path) -> Outcome<String> {
    command.stdin(open(input)?);
    output(command)
}

fn time(mut command: Command, input: &Path) -> Outcome<Duration> {
    command.stdin(open(input)?).stdout(Stdio::null());
    let begin = Instant::now();
    run(command)?;
    Ok(begin.elapsed())
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from("| contest | input | C, ms | foregone, ms | ratio | limit |\n");
    text.push_str("|---|---|---:|---:|---:|---:|\n");
    for row in rows {
        let Contest { name, input, limit } = row.contest;
        let (c, ours) = (row.yardstick.as_secs_f64() * 1e3, row.ours.as_secs_f64() * 1e3);
        let ratio = row.ratio();
        writeln!(text, "| {name} | {input} | {c:.1} | {ours:.1} | {ratio:.1} | {limit} |")
            .expect("a string takes everything");
    }
    text + &format!("\nBest of {RUNS} whole processes each, alternating, on {}.\n", machine())
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores of {}", model.unwrap_or("an unnamed processor"))
}

/// Puts the table between the marks, which are added where the file has none.
fn write_table(table: &str) -> Outcome {
    let path = root().join("benches/README.md");
    let old = std::fs::read_to_string(&path).unwrap_or_else(|_| "# Benchmarks\n\n".into());
    let (before, after) = match (old.find(BEGIN), old.find(END)) {
        (Some(begin), Some(end)) if begin < end => (&old[..begin], &old[end + END.len()..]),
        _ => (&old[..], "\n"),
    };
    std::fs::write(path, format!("{before}{BEGIN}\n{table}{END}{after}"))
        .map_err(|error| error.to_string())
}
