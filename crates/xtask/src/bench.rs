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

const BEGIN: &str = "<!-- written by cargo xtask bench -->";
const END: &str = "<!-- end -->";

/// The same work by a C program and by ours.
struct Race {
    name: &'static str,
    input: &'static str,
    /// The C program and its arguments.
    c: &'static [&'static str],
    /// Our program, `foregone` or an example, and its arguments.
    ours: &'static [&'static str],
    /// Both read the file `NAME.in`; otherwise nothing.
    reads: bool,
    /// What both print is compared, word for word; else only that both succeed.
    same: bool,
    /// How often each is run.
    runs: usize,
    /// How many times slower than C we may be, and how many times the memory we may take.
    limit: f64,
}

const fn contest(
    name: &'static str,
    input: &'static str,
    c: &'static [&'static str],
    ours: &'static [&'static str],
    limit: f64,
) -> Race {
    Race { name, input, c, ours, reads: true, same: true, runs: 15, limit }
}

const fn alone(
    name: &'static str,
    input: &'static str,
    c: &'static [&'static str],
    ours: &'static [&'static str],
    runs: usize,
    limit: f64,
) -> Race {
    Race { name, input, c, ours, reads: false, same: runs == 1, runs, limit }
}

const RACES: &[Race] = &[
    contest("hold", "1,000 queries", &["hold"], &["foregone", "contest", "hold"], 12.0),
    contest("darts", "501 starts", &["darts"], &["foregone", "contest", "darts"], 15.0),
    contest("stones", "10^6 heaps", &["stones"], &["foregone", "contest", "stones"], 15.0),
    alone(
        "connect-four",
        "5 by 4",
        &["connect_four", "5", "4"],
        &["foregone", "solve", "connect-four", "-p", "width=5", "-q"],
        3,
        3.0,
    ),
    alone(
        "connect-four",
        "4 by 5",
        &["connect_four", "4", "5"],
        &["foregone", "solve", "connect-four", "-p", "height=5", "-q"],
        3,
        3.0,
    ),
    alone(
        "0.16",
        "510,000 nimbers",
        &["nim_octal", "0.16", "510000"],
        &["examples/nim_sequence", "0.16", "510000"],
        1,
        1.0,
    ),
    alone(
        "0.07",
        "10^6 nimbers",
        &["nim_octal", "0.07", "1000000"],
        &["examples/nim_sequence", "0.07", "1000000"],
        1,
        1.0,
    ),
];

/// The C programs, each in a file of its name.
const YARDSTICKS: [&str; 5] = ["hold", "darts", "stones", "connect_four", "nim_octal"];

/// Builds both sides, times them, writes the table; fails where a limit is broken.
pub fn bench() -> Outcome {
    let place = root().join("target/yardstick");
    std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    step("tools", || ensure(&CC).and_then(|()| ensure(&PYTHON)))?;
    step("yardsticks", || yardsticks(&place))?;
    step("program", || {
        let build = ["build", "--release", "--locked", "--package"];
        run(command(&cargo(), &[&build[..], &["foregone-cli"]].concat()))?;
        run(command(&cargo(), &[&build[..], &["foregone", "--example", "nim_sequence"]].concat()))
    })?;
    let programs = release_folder()?;
    let rows =
        step("runs", || RACES.iter().map(|race| Row::measure(race, &place, &programs)).collect())?;
    let rows: Vec<Row> = rows;
    let table = table(&rows);
    println!("{table}");
    write_table(&table)?;
    match rows.iter().find(|row| row.ratio() > row.race.limit || row.is_large()) {
        None => Ok(()),
        Some(Row { race, c, ours }) => Err(format!(
            "{} {}: {:.3} s and {} MB against {:.3} s and {} MB",
            race.name,
            race.input,
            ours.time.as_secs_f64(),
            ours.peak >> 20,
            c.time.as_secs_f64(),
            c.peak >> 20
        )),
    }
}

fn yardsticks(place: &Path) -> Outcome {
    let folder = "benches/yardstick";
    let to = place.to_string_lossy();
    for name in YARDSTICKS {
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

/// What a process took.
#[derive(Clone, Copy)]
struct Cost {
    time: Duration,
    /// Bytes held at most, as far as was seen.
    peak: u64,
}

struct Row {
    race: &'static Race,
    c: Cost,
    ours: Cost,
}

impl Row {
    /// The best of alternating runs, after one that only compares the answers.
    fn measure(race: &'static Race, place: &Path, programs: &Path) -> Outcome<Self> {
        let input = race.reads.then(|| place.join(race.name).with_extension("in"));
        let start = |folder: &Path, words: &[&str]| {
            let mut command = Command::new(folder.join(words[0]));
            command.args(&words[1..]);
            command
        };
        let (c, ours) = (|| start(place, race.c), || start(programs, race.ours));
        if race.same && answers(c(), input.as_deref())? != answers(ours(), input.as_deref())? {
            return Err(format!("{}: the two programs answer differently", race.name));
        }
        let worst = Cost { time: Duration::MAX, peak: u64::MAX };
        let mut best = [worst; 2];
        for _ in 0..race.runs {
            best[0] = best[0].better(cost(c(), input.as_deref())?);
            best[1] = best[1].better(cost(ours(), input.as_deref())?);
        }
        let [c, ours] = best;
        Ok(Self { race, c, ours })
    }

    fn ratio(&self) -> f64 {
        self.ours.time.as_secs_f64() / self.c.time.as_secs_f64()
    }

    /// Memory is compared where there is enough of it for what every process has not to matter.
    fn is_large(&self) -> bool {
        self.c.peak > 50_000_000 && self.ours.peak as f64 > self.race.limit * self.c.peak as f64
    }
}

impl Cost {
    fn better(self, other: Self) -> Self {
        Self { time: self.time.min(other.time), peak: self.peak.min(other.peak) }
    }
}

fn with_input(command: &mut Command, input: Option<&Path>) -> Outcome {
    command.stdin(match input {
        None => Stdio::null(),
        Some(path) => {
            File::open(path).map_err(|error| format!("{}: {error}", path.display()))?.into()
        }
    });
    Ok(())
}

fn answers(mut command: Command, input: Option<&Path>) -> Outcome<String> {
    with_input(&mut command, input)?;
    output(command)
}

/// Runs a process and looks at its memory now and then.
fn cost(mut command: Command, input: Option<&Path>) -> Outcome<Cost> {
    with_input(&mut command, input)?;
    command.stdout(Stdio::null());
    let begin = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let mut peak = 0;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        peak = peak.max(held(child.id()));
        std::thread::sleep(Duration::from_micros(200));
    };
    let time = begin.elapsed();
    if status.success() { Ok(Cost { time, peak }) } else { Err(format!("{command:?}: {status}")) }
}

/// The most bytes a process has held so far, where the system tells.
fn held(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| what | input | C, ms | foregone, ms | ratio | C, MB | foregone, MB | limit |\n",
    );
    text.push_str("|---|---|---:|---:|---:|---:|---:|---:|\n");
    for row in rows {
        let Race { name, input, limit, .. } = row.race;
        let ms = |cost: Cost| cost.time.as_secs_f64() * 1e3;
        let (c, ours, ratio) = (ms(row.c), ms(row.ours), row.ratio());
        let [c_mb, our_mb] = [row.c, row.ours].map(|cost| cost.peak.div_ceil(1_000_000));
        writeln!(
            text,
            "| {name} | {input} | {c:.1} | {ours:.1} | {ratio:.2} | {c_mb} | {our_mb} | {limit} |"
        )
        .expect("a string takes everything");
    }
    text + &format!("\nBest of whole processes, alternating, on {}.\n", machine())
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
