//! `solve` and `query` for the saved solution of a model: judged anew, and shown.

use std::path::Path;

use foregone::format::solution::{Meta, Rejudged, Saved};
use foregone::model::{Judged, Span};
use foregone::query::{self, Form, Query};
use foregone::session::AmountMove;
use foregone::{Phase, StateId, Stop, Watch};
use serde_json::{Value as Json, json};

use super::Outcome;
use super::amounts::moves;
use super::answer::{position, refused};
use super::query::of_model;
use super::solve::{arithmetic, name_and_parameters};
use crate::arguments::{How, Speech};
use crate::failure::Failure;
use crate::memory::peak_bytes;
use crate::show::{self, FAINT, STRONG, WARN, count, found, styled};
use crate::terminal::{Seconds, Terminal};

/// What is shown of the solution of a model.
struct Kept {
    solved: Rejudged,
    form: Form,
    meta: Meta,
    property: String,
    /// The positions asked for, each with its moves where it was asked for by name.
    shown: Vec<(StateId, Option<Moves>)>,
    stopped: Option<String>,
}

/// What is known of the moves at a position.
enum Moves {
    /// Their chances; true where Max's side is to move.
    Chances(Box<Query>, bool),
    /// What is collected after each.
    Amounts(Vec<AmountMove>),
    /// The best one alone, where the answer tells no more.
    Best(Option<String>),
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
    how.refuse_solving(path)?;
    let meta = saved.meta.clone();
    terminal.note(&|| meta.to_string());
    let solved = saved.judge_any(None, &how.limits(), terminal);
    let solved = solved.map_err(|error| refused(path, &error))?;
    terminal.enter(Phase::Judge);
    let form = Form { exact: meta.is_exact(), digits: None };
    let (solved, shown) = shown(path, solved, at, form)?;
    let stops = [&meta.exploring_stopped, &meta.stopped];
    let reason: Option<Stop> = stops.into_iter().flatten().next().map(|reason| reason.0.clone());
    let property = meta.model.as_ref().map(|asked| asked.properties.clone()).unwrap_or_default();
    let kept = Kept {
        solved,
        form,
        meta,
        property: property.split_whitespace().collect::<Vec<_>>().join(" "),
        shown,
        stopped: reason.as_ref().map(ToString::to_string),
    };
    let seconds = terminal.finish();
    match (speech.json, speech.quiet) {
        (true, _) => show::print_json(&kept.json(seconds))?,
        (_, true) => {
            let lines = kept.shown.iter().map(|(state, _)| kept.bare(*state));
            show::print(&(lines.collect::<Vec<_>>().join("\n") + "\n"))?;
        }
        _ => show::print(&kept.text(path, seconds))?,
    }
    Ok(if reason.is_some() { 3 } else { 0 })
}

/// The positions asked for.
type Shown = Vec<(StateId, Option<Moves>)>;

fn shown(
    path: &Path,
    solved: Rejudged,
    at: Option<&str>,
    form: Form,
) -> Result<(Rejudged, Shown), Failure> {
    let explored = &*solved.explored;
    let Some(text) = at else {
        let starts = explored.starts().iter().map(|&start| (start, None)).collect();
        return Ok((solved, starts));
    };
    let found = explored.find(text).map_err(|error| position(text, &error))?;
    let none = || Failure::in_file(path, format!("holds no state '{text}': it is not reached"));
    let state = found.ok_or_else(none)?;
    let moves = Moves::of(&solved, state, form);
    Ok((solved, vec![(state, Some(moves))]))
}

impl Moves {
    fn of(Rejudged { explored, judged }: &Rejudged, state: StateId, form: Form) -> Self {
        if let Judged::Whole(checked) = judged {
            let is_max = checked.objective().is_max(checked.arena(), state);
            let query = query::query(&**explored, checked, state, form);
            return Self::Chances(Box::new(query), is_max);
        }
        match judged.moves(&**explored, state) {
            Some(moves) => Self::Amounts(moves),
            None => {
                let choice = judged.choice(state);
                Self::Best(choice.map(|choice| explored.move_name(state, choice as usize)))
            }
        }
    }

    fn json(&self) -> Json {
        match self {
            Self::Chances(query, _) => json!(query),
            Self::Amounts(moves) => json!(moves),
            Self::Best(best) => json!(best),
        }
    }

    fn text(&self, form: Form) -> String {
        match self {
            Self::Chances(query, is_max) => of_model(query, *is_max),
            Self::Amounts(all) if all.is_empty() => String::new(),
            Self::Amounts(all) => moves(all, "collected", form),
            Self::Best(None) => String::new(),
            Self::Best(Some(best)) => format!("best first move: {best}\n"),
        }
    }

    /// What JSON calls it.
    fn name(&self) -> &'static str {
        match self {
            Self::Chances(..) | Self::Amounts(_) => "moves",
            Self::Best(_) => "best",
        }
    }
}

impl Kept {
    fn span(&self, state: StateId) -> Span {
        self.solved.judged.span(state)
    }

    /// The value alone.
    fn bare(&self, state: StateId) -> String {
        let text = found::span_text(&self.span(state), self.form);
        text.split("  ").next().unwrap_or_default().to_owned()
    }

    fn json(&self, seconds: Seconds) -> Json {
        let arena = self.solved.explored.arena();
        let results = self.shown.iter().map(|(state, moves)| {
            let mut entry = json!({
                "property": self.property,
                "constants": self.meta.parameters,
                "states": arena.states(),
                "state": self.solved.explored.show(*state),
                "value": found::span_json(&self.span(*state), self.form),
            });
            if let (Some(moves), Some(map)) = (moves, entry.as_object_mut()) {
                map.insert(moves.name().into(), moves.json());
            }
            entry
        });
        json!({
            "game": self.meta.game,
            "parameters": self.meta.parameters,
            "states": arena.states(),
            "choices": arena.choices(),
            "branches": arena.branches(),
            "value": null,
            "results": results.collect::<Vec<_>>(),
            "numbers": self.meta.numbers,
            "checked": true,
            "stopped": self.stopped,
            "seconds": seconds,
            "peak_bytes": peak_bytes(),
        })
    }

    fn text(&self, path: &Path, seconds: Seconds) -> String {
        let arena = self.solved.explored.arena();
        let mut text = name_and_parameters(&self.meta.game, &self.meta.parameters);
        text += &format!("\n\n{}\n", styled(STRONG, &self.property));
        for (state, moves) in &self.shown {
            let value = found::span_text(&self.span(*state), self.form);
            let near = format!("at {}: {value}\n", self.solved.explored.show(*state));
            text += &match moves {
                Some(moves @ Moves::Chances(..)) => format!("{value}\n{}", moves.text(self.form)),
                Some(moves) => near + &moves.text(self.form),
                None => near,
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
            arithmetic(self.meta.numbers),
        );
        text + &format!("\n{}\n", styled(FAINT, &effort))
    }
}
