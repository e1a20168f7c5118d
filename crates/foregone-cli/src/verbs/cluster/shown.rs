//! The answer of a run over several machines, as text and as JSON.

use std::time::Duration;

use foregone::judge::nim::Nimber;
use foregone::query::{Form, Value};
use foregone::{Grade, Rational, Verdict};
use foregone_cluster::{Answer, Ask, Meeting, Start, Worth};
use serde_json::{Map, json};

use super::problem::Named;
use crate::arguments::Speech;
use crate::show::table::Table;
use crate::show::{self, FAINT, STRONG, WARN, count, number, styled};
use crate::verbs::Outcome;

/// An answer with its names.
pub struct Shown<'a> {
    named: &'a Named,
    ask: Ask,
    answer: Answer,
    seconds: f64,
    processes: usize,
    workers: usize,
}

impl<'a> Shown<'a> {
    pub fn new(
        named: &'a Named,
        ask: Ask,
        answer: Answer,
        took: Duration,
        meeting: &Meeting,
    ) -> Self {
        let (processes, workers) = (meeting.hosts.len(), meeting.workers);
        Self { named, ask, answer, seconds: took.as_secs_f64(), processes, workers }
    }

    /// Prints it; 3 where the width asked for was not reached.
    pub fn print(&self, speech: &Speech, exact: bool) -> Outcome {
        let form = Form { exact, digits: None };
        match (speech.json, speech.quiet) {
            (true, _) => show::print_json(&self.json(form))?,
            (_, true) => show::print(&(self.bare(form) + "\n"))?,
            _ => show::print(&self.text(form))?,
        }
        Ok(if self.answer.stopped.is_some() { 3 } else { 0 })
    }

    /// The bounds of what was asked.
    fn value(&self, start: &Start, form: Form) -> Option<Value> {
        let (lower, upper) = match (&start.worth, self.ask) {
            (Worth::Bounds(lower, upper), Ask::Reach(question)) if question.flipped => {
                (Rational::ONE - upper, Rational::ONE - lower)
            }
            (Worth::Bounds(lower, upper), _) => (lower.clone(), upper.clone()),
            (Worth::Grade(grade), _) => (grade.payoff(), grade.payoff()),
            (Worth::Unasked, _) => return None,
        };
        Some(Value::new((lower, upper), form))
    }

    fn bare(&self, form: Form) -> String {
        let one = |start: &Start| match &start.worth {
            Worth::Grade(grade) => self.standing(*grade),
            _ => self.value(start, form).map(|value| number::value(&value)).unwrap_or_default(),
        };
        self.answer.starts.first().map(one).unwrap_or_default()
    }

    fn text(&self, form: Form) -> String {
        let mut text = self.named.heading.clone() + "\n";
        for start in &self.answer.starts {
            text += &format!("at {}\n\n", start.position);
            match &start.worth {
                Worth::Grade(grade) => {
                    text += &format!("{}\n", styled(STRONG, &self.standing(*grade)));
                }
                _ => text += &self.chances(start, form),
            }
            if let Some(nimber) = &start.nimber {
                text += &format!("\nnimber {}\n", nimber_text(nimber));
            }
            text += "\n";
        }
        if let Some(stopped) = &self.answer.stopped {
            let line = format!("These are the bounds so far: {stopped}.");
            text += &format!("{}\n", styled(WARN, &line));
        }
        text + &styled(FAINT, &self.effort()) + "\n"
    }

    fn chances(&self, start: &Start, form: Form) -> String {
        let Some(value) = self.value(start, form) else { return String::new() };
        let name = match (&self.named.property, self.named.players.first()) {
            (Some(property), _) => property.clone(),
            (None, Some(player)) => format!("{player} wins"),
            (None, None) => "value".into(),
        };
        let mut table = Table::default();
        let bounds = number::bounds(&value);
        table.row(STRONG, [name.into(), number::value(&value).into(), bounds.into()]);
        table.text()
    }

    fn effort(&self) -> String {
        let Answer { counts, arithmetic, .. } = &self.answer;
        let judged = match (self.ask, *arithmetic) {
            (Ask::Nothing, _) => "explored".to_owned(),
            (_, "") => "solved and judged in grades of win, draw and loss".to_owned(),
            (_, numbers) => format!("solved and judged in {numbers}"),
        };
        let workers = count((self.processes * self.workers) as u64, "worker", "workers");
        format!(
            "{}, {}, {}; {judged}\n{workers} in {}, {:.2} s",
            count(counts.states, "position", "positions"),
            count(counts.choices, "move", "moves"),
            count(counts.branches, "outcome", "outcomes"),
            count(self.processes as u64, "process", "processes"),
            self.seconds,
        )
    }

    fn standing(&self, grade: Grade) -> String {
        let name = |at: usize| self.named.players.get(at).map_or("Max", String::as_str);
        let (winner, distance) = match (grade.verdict(), grade.distance()) {
            (Verdict::Won, Some(distance)) => (name(0), distance),
            (Verdict::Lost, Some(distance)) => (name(1), distance),
            _ => return "draw".into(),
        };
        match distance {
            0 => format!("{winner} has won"),
            _ => format!("{winner} wins in {}", count(distance.into(), "move", "moves")),
        }
    }

    fn json(&self, form: Form) -> serde_json::Value {
        let Answer { counts, starts, stopped, arithmetic, cost } = &self.answer;
        let start = |start: &Start| {
            let mut object = Map::new();
            object.insert("state".into(), json!(start.position));
            if let Some(value) = self.value(start, form) {
                object.insert("value".into(), json!(value));
            }
            if let Worth::Grade(grade) = &start.worth {
                object.insert("result".into(), json!(grade.verdict().to_string()));
                object.insert("distance".into(), json!(grade.distance()));
            }
            if let Some(nimber) = &start.nimber {
                object.insert("nimber".into(), json!(nimber_text(nimber)));
            }
            serde_json::Value::Object(object)
        };
        let all: Vec<_> = starts.iter().map(start).collect();
        let value = starts.first().and_then(|start| self.value(start, form));
        json!({
            "game": self.named.game,
            "property": self.named.property,
            "states": counts.states,
            "choices": counts.choices,
            "branches": counts.branches,
            "value": value,
            "starts": all,
            "numbers": arithmetic,
            "checked": self.ask != Ask::Nothing,
            "stopped": stopped,
            "processes": self.processes,
            "workers": self.processes * self.workers,
            "seconds": self.seconds,
            "rounds": cost.rounds,
            "references": cost.edge,
            "sent_exploring": cost.sent_exploring,
            "sent_solving": cost.sent_solving,
            "own_bytes": cost.own_bytes,
            "edge_bytes": cost.edge_bytes,
        })
    }
}

fn nimber_text(nimber: &Nimber) -> String {
    match nimber {
        Nimber::Number(number) => number.to_string(),
        Nimber::Loopy(all) => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            format!("loopy({})", all.join(","))
        }
    }
}
