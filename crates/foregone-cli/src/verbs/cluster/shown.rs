//! The answer of a run over several machines, as text and as JSON.

use std::path::Path;
use std::time::Duration;

use foregone::judge::nim::Nimber;
use foregone::query::{Form, Value};
use foregone::{Grade, Rational, Verdict};
use foregone_cluster::{Answer, Ask, Meeting, Start, Worth};
use serde_json::{Map, Value as Json, json};

use super::problem::Named;
use crate::arguments::Speech;
use crate::failure::Failure;
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

    /// Prints it; 3 where the width asked for was not reached. Where saving failed the answer is
    /// told all the same.
    pub fn print(&self, speech: &Speech, (exact, saved): (bool, Option<&Path>)) -> Outcome {
        let form = Form { exact, digits: None };
        let saved = saved.filter(|_| self.answer.unsaved.is_none());
        match (speech.json, speech.quiet) {
            (true, _) => show::print_json(&self.json(form))?,
            (_, true) => show::print(&(self.bare(form) + "\n"))?,
            _ => show::print(&self.text(form, saved))?,
        }
        match &self.answer.unsaved {
            Some(why) => Err(Failure::Wrong(why.clone())),
            None => Ok(self.code()),
        }
    }

    /// 3 where something asked is not decided, 1 where a property does not hold.
    fn code(&self) -> u8 {
        match (&self.named.verdict, self.verdict()) {
            (Some(_), Some(holds)) => u8::from(!holds),
            (Some(_), None) => 3,
            (None, _) if self.is_open() => 3,
            (None, _) => 0,
        }
    }

    /// Whether the property holds at all starts.
    fn verdict(&self) -> Option<bool> {
        let mut known = true;
        for start in &self.answer.starts {
            match self.holds(start) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = false,
            }
        }
        known.then_some(true)
    }

    /// Whether the property holds at a start.
    fn holds(&self, start: &Start) -> Option<bool> {
        let verdict = self.named.verdict.as_ref()?;
        verdict(&start.position, self.bounds(start)?)
    }

    /// True where the work ended early and something asked is not decided.
    fn is_open(&self) -> bool {
        let decided =
            |start: &Start| self.bounds(start).is_some_and(|(lower, upper)| lower == upper);
        self.answer.stopped.is_some() && !self.answer.starts.iter().all(decided)
    }

    /// The bounds of what was asked, as they are shown.
    fn value(&self, start: &Start, form: Form) -> Option<Value> {
        self.bounds(start).map(|bounds| Value::new(bounds, form))
    }

    /// The bounds of what was asked.
    fn bounds(&self, start: &Start) -> Option<(Rational, Rational)> {
        Some(match (&start.worth, self.ask) {
            (Worth::Bounds(lower, upper), Ask::Reach(question)) if question.flipped => {
                (Rational::ONE - upper, Rational::ONE - lower)
            }
            (Worth::Bounds(lower, upper), _) => (lower.clone(), upper.clone()),
            (Worth::Grade(grade), _) => (grade.payoff(), grade.payoff()),
            (Worth::Between(lower, upper), _) => (lower.payoff(), upper.payoff()),
            (Worth::Unasked, _) => return None,
        })
    }

    fn bare(&self, form: Form) -> String {
        let one = |start: &Start| match &start.worth {
            Worth::Grade(grade) => self.standing(*grade),
            Worth::Between(..) => "not decided".into(),
            _ if self.named.verdict.is_some() => truth(self.holds(start)).into(),
            _ => self.value(start, form).map(|value| number::value(&value)).unwrap_or_default(),
        };
        self.answer.starts.first().map(one).unwrap_or_default()
    }

    fn text(&self, form: Form, saved: Option<&Path>) -> String {
        let mut text = self.named.heading.clone() + "\n";
        for start in &self.answer.starts {
            text += &format!("at {}\n\n", start.position);
            match &start.worth {
                Worth::Grade(grade) => {
                    text += &format!("{}\n", styled(STRONG, &self.standing(*grade)));
                }
                Worth::Between(lower, upper) => {
                    let (least, most) = (self.standing(*lower), self.standing(*upper));
                    text += &format!("not decided: between '{least}' and '{most}'\n");
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
        text += &(styled(FAINT, &self.effort()) + "\n");
        if let Some(folder) = saved {
            text += &format!("saved in {}\n", folder.display());
        }
        text
    }

    fn chances(&self, start: &Start, form: Form) -> String {
        let Some(value) = self.value(start, form) else { return String::new() };
        let name = match (&self.named.property, self.named.players.first()) {
            (Some(property), _) => property.clone(),
            (None, Some(player)) => format!("{player} wins"),
            (None, None) => "value".into(),
        };
        if self.named.verdict.is_some() {
            let holds = truth(self.holds(start));
            return format!(
                "{name}: {}, within {bounds}\n",
                styled(STRONG, holds),
                bounds = number::bounds(&value)
            );
        }
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

    fn json(&self, form: Form) -> Json {
        let Answer { counts, stopped, arithmetic, cost, .. } = &self.answer;
        let [explore, solve, judge] = cost.seconds;
        json!({
            "game": self.named.game,
            "parameters": self.named.origin.parameters,
            "start": self.answer.starts.first().map(|start| &start.position),
            "states": counts.states,
            "choices": counts.choices,
            "branches": counts.branches,
            "value": self.whole(form),
            "results": self.results(form),
            "starts": self.starts(form),
            "numbers": arithmetic,
            "checked": self.ask != Ask::Nothing,
            "stopped": stopped,
            "seconds": { "explore": explore, "solve": solve, "judge": judge },
            "peak_bytes": cost.peak_bytes,
            "processes": self.processes,
            "workers": self.processes * self.workers,
            "rounds": cost.rounds,
            "references": cost.edge,
            "sent_exploring": cost.sent_exploring,
            "sent_solving": cost.sent_solving,
            "own_bytes": cost.own_bytes,
            "edge_bytes": cost.edge_bytes,
        })
    }

    /// The value of a built-in game.
    fn whole(&self, form: Form) -> Option<Value> {
        let start = self.answer.starts.first().filter(|_| self.named.property.is_none())?;
        self.value(start, form)
    }

    /// The answer to the property: over several starts the range of their values.
    fn results(&self, form: Form) -> Option<Json> {
        let property = self.named.property.as_ref()?;
        let range = self.range(form)?;
        let constants = &self.named.origin.parameters;
        let mut entry = Map::new();
        entry.insert("property".into(), json!(property));
        entry.insert("constants".into(), json!(constants));
        entry.insert("states".into(), json!(self.answer.counts.states));
        match self.named.verdict {
            Some(_) => entry.insert("verdict".into(), json!(self.verdict())),
            None => entry.insert("value".into(), json!(range)),
        };
        Some(json!([entry]))
    }

    /// The least lower and the largest upper bound over all starts.
    fn range(&self, form: Form) -> Option<Value> {
        let all = self.answer.starts.iter().filter_map(|start| self.bounds(start));
        let (lower, upper): (Vec<_>, Vec<_>) = all.unzip();
        Some(Value::new((lower.into_iter().min()?, upper.into_iter().max()?), form))
    }

    fn starts(&self, form: Form) -> Vec<Json> {
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
            Json::Object(object)
        };
        self.answer.starts.iter().map(start).collect()
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

fn truth(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "true",
        Some(false) => "false",
        None => "not decided",
    }
}
