//! `solve` and `query` for the saved solution of a model: judged anew, and shown.

use std::path::Path;

use foregone::format::solution::{Numbers, Saved};
use foregone::query::{self, Form, Query, Value};
use foregone::session::Solved;
use foregone::{Phase, StateId, Stop, Watch};
use serde_json::{Value as Json, json};

use super::answer::{position, refused};
use super::query::of_model;
use super::solve::{arithmetic, name_and_parameters};
use super::{Outcome, Parameters};
use crate::arguments::{How, Speech};
use crate::failure::Failure;
use crate::memory::peak_bytes;
use crate::show::{self, FAINT, STRONG, WARN, count, number, styled};
use crate::terminal::{Seconds, Terminal};

/// What is shown of the solution of a model.
struct Kept {
    solved: Solved,
    form: Form,
    numbers: Numbers,
    game: String,
    parameters: Parameters,
    property: String,
    /// The positions asked for, each with its moves where it was asked for by name.
    shown: Vec<(StateId, Option<Query>)>,
    stopped: Option<String>,
}

/// Judges and prints; `at` asks for one position and its moves.
pub fn run(
    path: &Path,
    saved: Saved,
    how: &How,
    at: Option<&str>,
    speech: &Speech,
    terminal: &Terminal,
) -> Outcome {
    if let Some(option) = how.solving() {
        let why = format!("a saved solution is shown as it was saved; leave out {option}");
        return Err(Failure::in_file(path, why));
    }
    let meta = saved.meta.clone();
    terminal.note(&|| meta.to_string());
    let solved = saved.judge_model(&how.limits(), terminal);
    let solved = solved.map_err(|error| refused(path, &error))?;
    terminal.enter(Phase::Judge);
    let form = Form { exact: meta.numbers == Numbers::Exact, digits: None };
    let shown = shown(path, &solved, at, form)?;
    let reason: Option<Stop> = meta.exploring_stopped.or(meta.stopped).map(|reason| reason.0);
    let property = meta.model.map(|asked| asked.properties).unwrap_or_default();
    let kept = Kept {
        solved,
        form,
        numbers: meta.numbers,
        game: meta.game,
        parameters: meta.parameters,
        property: property.split_whitespace().collect::<Vec<_>>().join(" "),
        shown,
        stopped: reason.as_ref().map(ToString::to_string),
    };
    let seconds = terminal.finish();
    match (speech.json, speech.quiet) {
        (true, _) => show::print_json(&kept.json(seconds))?,
        (_, true) => {
            let lines = kept.shown.iter().map(|(state, _)| number::value(&kept.value(*state)));
            show::print(&(lines.collect::<Vec<_>>().join("\n") + "\n"))?;
        }
        _ => show::print(&kept.text(path, seconds))?,
    }
    Ok(if reason.is_some() { 3 } else { 0 })
}

/// The positions asked for.
fn shown(
    path: &Path,
    solved: &Solved,
    at: Option<&str>,
    form: Form,
) -> Result<Vec<(StateId, Option<Query>)>, Failure> {
    let explored = &*solved.explored;
    let Some(text) = at else {
        return Ok(explored.starts().iter().map(|&start| (start, None)).collect());
    };
    let found = explored.find(text).map_err(|error| position(text, &error))?;
    let none = || Failure::in_file(path, format!("holds no state '{text}': it is not reached"));
    let state = found.ok_or_else(none)?;
    Ok(vec![(state, Some(query::query(explored, &solved.checked, state, form)))])
}

impl Kept {
    fn value(&self, state: StateId) -> Value {
        Value::of(&self.solved.checked, state, self.form)
    }

    fn json(&self, seconds: Seconds) -> Json {
        let arena = self.solved.checked.arena();
        let results = self.shown.iter().map(|(state, moves)| {
            let mut entry = json!({
                "property": self.property,
                "constants": self.parameters,
                "states": arena.states(),
                "state": self.solved.explored.show(*state),
                "value": self.value(*state),
            });
            if let (Some(query), Some(map)) = (moves, entry.as_object_mut()) {
                map.insert("moves".into(), json!(query));
            }
            entry
        });
        json!({
            "game": self.game,
            "parameters": self.parameters,
            "states": arena.states(),
            "choices": arena.choices(),
            "branches": arena.branches(),
            "value": null,
            "results": results.collect::<Vec<_>>(),
            "numbers": self.numbers,
            "checked": true,
            "stopped": self.stopped,
            "seconds": seconds,
            "peak_bytes": peak_bytes(),
        })
    }

    fn text(&self, path: &Path, seconds: Seconds) -> String {
        let arena = self.solved.checked.arena();
        let mut text = name_and_parameters(&self.game, &self.parameters);
        text += &format!("\n\n{}\n", styled(STRONG, &self.property));
        for (state, moves) in &self.shown {
            let value = self.value(*state);
            let bounds = number::bounds(&value);
            let near = format!("{}  {bounds}\n", number::value(&value));
            text += &match moves {
                Some(query) => {
                    let is_max = self.solved.checked.objective().is_max(arena, *state);
                    format!("{near}{}", of_model(query, is_max))
                }
                None => format!("at {}: {near}", self.solved.explored.show(*state)),
            };
        }
        if let Some(why) = &self.stopped {
            let remark = format!("These are the bounds so far: {why}.");
            text += &format!("{}\n", styled(WARN, &remark));
        }
        let Seconds { explore, judge, .. } = seconds;
        let effort = format!(
            "{}; saved in {}, judged anew in {}\nexplored in {explore:.2} s, judged in {judge:.2} s",
            count(arena.states() as u64, "state", "states"),
            path.display(),
            arithmetic(self.numbers),
        );
        text + &format!("\n{}\n", styled(FAINT, &effort))
    }
}
