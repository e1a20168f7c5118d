//! `foregone solve` with several values for parameters: a table, one game a row.
//!
//! Games are solved side by side; what is printed does not depend on which is ready first.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use foregone::{Phase, Stop, Watch};
use serde_json::{Value as Json, json};

use super::{Outcome, Parameters, Report, name_and_parameters};
use crate::arguments::{How, Speech};
use crate::failure::Failure;
use crate::interrupt;
use crate::memory::peak_bytes;
use crate::show::table::Table;
use crate::show::{self, FAINT, WARN, grouped, number, styled};
use crate::source::Source;
use crate::terminal::{Seconds, Talk, Terminal};
use crate::verbs::answer::Answer;

/// One game of several.
struct Row {
    /// The parameters that differ from game to game.
    varies: Parameters,
    report: Report,
    code: u8,
}

/// Solves all, prints a table.
pub fn run(sources: Vec<Source>, how: &How, speech: &Speech) -> Outcome {
    let game = sources[0].origin.game.clone();
    let (same, varying) = split(&sources);
    let terminal = Terminal::new(speech.talk());
    terminal.enter(Phase::Solve);
    let solved = solve_all(sources, how, &terminal);
    terminal.finish();
    let mut rows = Vec::new();
    for found in solved {
        let (report, code) = found?;
        let all = report.parameters.iter();
        let varies = all.filter(|(name, _)| varying.contains(name));
        let varies = varies.map(|(name, value)| (name.clone(), value.clone())).collect();
        rows.push(Row { varies, report, code });
    }
    match (speech.json, speech.quiet) {
        (true, _) => show::print_json(&json(&game, &same, &rows))?,
        (_, true) => {
            let lines = rows.iter().map(|row| row.report.bare() + "\n");
            show::print(&lines.collect::<String>())?;
        }
        _ => show::print(&text(&game, &same, &varying, &rows))?,
    }
    let worst = [interrupt::EXIT, 2, 3, 1].into_iter();
    let worst = worst.into_iter().find(|code| rows.iter().any(|row| row.code == *code));
    Ok(worst.unwrap_or(0))
}

/// The parameters that are the same in all games, and the names of the others.
fn split(sources: &[Source]) -> (Parameters, Vec<String>) {
    let first = &sources[0].origin.parameters;
    let all = |name: &String, value: &Json| {
        sources.iter().all(|source| source.origin.parameters.get(name) == Some(value))
    };
    let mut names: Vec<String> = Vec::new();
    for name in sources.iter().flat_map(|source| source.origin.parameters.keys()) {
        let same = first.get(name).is_some_and(|value| all(name, value));
        if !same && !names.contains(name) {
            names.push(name.clone());
        }
    }
    let same = first.iter().filter(|(name, _)| !names.contains(name));
    (same.map(|(name, value)| (name.clone(), value.clone())).collect(), names)
}

type Found = Result<(Report, u8), Failure>;

/// Solves all games on all cores, in whatever order; the answers come in that of the games.
fn solve_all(sources: Vec<Source>, how: &How, terminal: &Terminal) -> Vec<Found> {
    let count = sources.len();
    let workers = std::thread::available_parallelism().map_or(1, Into::into).min(count);
    let how = how.among(workers);
    let games: Vec<Mutex<Option<Source>>> =
        sources.into_iter().map(|source| Mutex::new(Some(source))).collect();
    let found: Vec<Mutex<Option<Found>>> = games.iter().map(|_| Mutex::new(None)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(at) else { return };
            let source = game.lock().unwrap_or_else(|broken| broken.into_inner()).take();
            let answer = source.map(|source| solve(source, &how));
            *found[at].lock().unwrap_or_else(|broken| broken.into_inner()) = answer;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            terminal.progress(Phase::Solve, done as u64, Some(count as u64));
        }
    };
    std::thread::scope(|scope| {
        (1..workers).for_each(|_| _ = scope.spawn(work));
        work();
    });
    let missing = || Err(Failure::Closed);
    let found = found.into_iter().map(|one| one.into_inner().unwrap_or_else(|b| b.into_inner()));
    found.map(|one| one.unwrap_or_else(missing)).collect()
}

fn solve(source: Source, how: &How) -> Found {
    let origin = source.origin.clone();
    let terminal = Terminal::new(Talk::Quiet);
    if terminal.stop() {
        return Err(Failure::Interrupted(Stop::Asked.to_string()));
    }
    let answer = Answer::find(source, how, None, &terminal)?;
    let seconds: Seconds = terminal.finish();
    let code = answer.exit_code();
    Ok((Report::new(&origin, &answer, seconds, &terminal, false)?, code))
}

fn json(game: &str, same: &Parameters, rows: &[Row]) -> Json {
    let results = rows.iter().map(|row| {
        let mut entry = json!(row.report);
        if let Some(map) = entry.as_object_mut() {
            for name in ["game", "parameters", "checked", "peak_bytes"] {
                map.shift_remove(name);
            }
            map.shift_insert(0, "constants".into(), json!(row.varies));
        }
        entry
    });
    json!({
        "game": game,
        "parameters": same,
        "value": null,
        "results": results.collect::<Vec<_>>(),
        "checked": true,
        "peak_bytes": peak_bytes(),
    })
}

fn text(game: &str, same: &Parameters, varying: &[String], rows: &[Row]) -> String {
    let mut text = name_and_parameters(game, same) + "\n\n";
    let mut table = Table::default();
    let value = rows[0].report.chances.heading();
    let heads = varying.iter().cloned().chain([value, "bounds".into(), "positions".into()]);
    table.cells(FAINT, heads.collect());
    let mut stops = String::new();
    for Row { varies, report, .. } in rows {
        let shown = varying.iter().map(|name| match varies.get(name) {
            Some(Json::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => String::new(),
        });
        let shown: Vec<String> = shown.collect();
        if let Some(why) = &report.stopped {
            let remark = format!("{}: these are the bounds so far: {why}.", shown.join(", "));
            stops += &format!("{}\n", styled(WARN, &remark));
        }
        let bounds = match report.chances.standing {
            Some(_) => String::new(),
            None => number::bounds(&report.value),
        };
        let rest = [report.bare(), bounds, grouped(report.states)];
        table.cells(anstyle::Style::new(), shown.into_iter().chain(rest).collect());
    }
    text += &table.text();
    text + &stops
}
