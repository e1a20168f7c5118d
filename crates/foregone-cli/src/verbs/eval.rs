//! `foregone eval`: what policies are worth, and what they give up against the best.

use clap::Args;
use foregone::eval::{Costly, Side, Study, study};
use foregone::policy::{Play, Policy};
use foregone::query::Form;
use foregone::{Amount, StateId, Stop};
use serde_json::{Map, Value as Json, json};

use super::Outcome;
use super::solve::heading;
use crate::arguments::{How, Speech, Which};
use crate::case::Case;
use crate::failure::{Failure, wrong};
use crate::interrupt;
use crate::memory::peak_bytes;
use crate::model;
use crate::policies::Given;
use crate::show::found::{span, span_json, span_text};
use crate::show::table::Table;
use crate::show::{self, FAINT, STRONG, WARN, number, styled};
use crate::terminal::{Seconds, Terminal};

/// What policies are worth against the best reply or each other, and where they go wrong
#[derive(Args)]
#[command(after_help = "Example:\n  foregone eval pig --max 'hold at 20'")]
pub struct Eval {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    given: Given,
    /// The position to start from: named fields in any order, or the game's short form
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    at: Option<String>,
    /// How many positions where a policy goes wrong are shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    #[command(flatten)]
    asked: model::Asked,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    speech: Speech,
}

/// Everything that is told.
struct Report<'a> {
    case: &'a Case,
    policies: (&'a Policy, &'a Policy),
    study: &'a Study,
    start: StateId,
    form: Form,
    top: usize,
}

impl Eval {
    /// Evaluates, prints.
    pub fn run(&self) -> Outcome {
        let terminal = Terminal::new(self.speech.talk());
        let at = self.at.as_deref();
        let case =
            Case::find(&self.which, &self.asked, &self.how, at, (&terminal, self.speech.quiet))?;
        let (max, min) = self.given.read(&case.names)?;
        let (start, form) = (case.start()?, self.how.form());
        let study = studied(&case, (&max, &min), &self.how, &terminal)?;
        let seconds = terminal.finish();
        let (policies, top) = ((&max, &min), self.top);
        let report = Report { case: &case, policies, study: &study, start, form, top };
        match (self.speech.json, self.speech.quiet) {
            (true, _) => show::print_json(&report.json(seconds))?,
            (_, true) => show::print(&(report.value() + "\n"))?,
            _ => show::print(&report.text())?,
        }
        Ok(interrupt::code(report.stopped().as_ref()))
    }
}

/// Studies until the digits asked for are decided.
pub fn studied(
    case: &Case,
    policies: (&Policy, &Policy),
    how: &How,
    terminal: &Terminal,
) -> Result<Study, Failure> {
    let (form, start) = (how.form(), case.start()?);
    let mut last = None;
    for options in how.stages() {
        let found = study(&*case.explored, case.asked.clone(), policies, &options, terminal);
        let found = found.map_err(wrong)?;
        let decided = |digits| span(found.value().bounds(start)).rounded(digits).is_some();
        let done = form.digits.is_none_or(decided) || found.value().stopped().is_some();
        last = Some(found);
        if done {
            break;
        }
    }
    last.ok_or(Failure::Closed)
}

impl Report<'_> {
    fn stopped(&self) -> Option<Stop> {
        let study = self.study;
        let sides = study.max.iter().chain(&study.min).map(|side| side.worst.stopped());
        let solving = sides.chain([study.value().stopped(), study.best.stopped()]).flatten().next();
        self.case.explored.stopped().or(solving).cloned()
    }

    fn sides(&self) -> [(Option<&Side>, bool, &Policy); 2] {
        let (max, min) = self.policies;
        [(self.study.max.as_ref(), true, max), (self.study.min.as_ref(), false, min)]
    }

    /// The value alone.
    fn value(&self) -> String {
        let value = span_text(&span(self.study.value().bounds(self.start)), self.form);
        value.split("  ").next().unwrap_or_default().to_owned()
    }

    fn json(&self, seconds: Seconds) -> Json {
        let Self { case, study, start, form, .. } = self;
        let worth = |bounds| span_json(&span(bounds), *form);
        let mut out = Map::new();
        out.insert("game".into(), json!(case.game));
        out.insert("parameters".into(), json!(case.parameters));
        if let Some(property) = &case.property {
            out.insert("property".into(), json!(property));
        }
        out.insert("start".into(), json!(case.explored.show(*start)));
        out.insert("states".into(), json!(study.arena.states()));
        out.insert("choices".into(), json!(study.arena.choices()));
        out.insert("branches".into(), json!(study.arena.branches()));
        out.insert("value".into(), worth(study.value().bounds(*start)));
        out.insert("best".into(), worth(study.best.bounds(*start)));
        for (side, is_max, policy) in self.sides() {
            let name = if is_max { "max" } else { "min" };
            out.insert(name.into(), self.side_json(side, is_max, policy));
        }
        out.insert("checked".into(), json!(true));
        out.insert("stopped".into(), json!(self.stopped().map(|stop| stop.to_string())));
        out.insert("seconds".into(), json!(seconds));
        out.insert("peak_bytes".into(), json!(peak_bytes()));
        Json::Object(out)
    }

    fn side_json(&self, side: Option<&Side>, is_max: bool, policy: &Policy) -> Json {
        let (player, name) = (self.case.player(is_max), policy.name());
        let Some(side) = side else { return json!({ "player": player, "policy": name }) };
        let worth = |bounds| span_json(&span(bounds), self.form);
        let costliest = self.study.costliest(side, self.top);
        let costliest = costliest.iter().map(|found| {
            json!({
                "state": self.case.explored.show(found.state),
                "plays": self.plays(side, found.state),
                "best": self.case.explored.move_name(found.state, found.best as usize),
                "cost": worth(found.cost.clone()),
                "gives_up": worth(found.gives_up.clone()),
            })
        });
        json!({
            "player": player,
            "policy": name,
            "worst": worth(side.worst.bounds(self.start)),
            "exploitability": worth(self.study.gives_up(side, self.start)),
            "costliest": costliest.collect::<Vec<_>>(),
        })
    }

    fn plays(&self, side: &Side, state: StateId) -> String {
        match side.plays[state.index()] {
            Play::Choice(choice) => self.case.explored.move_name(state, choice as usize),
            Play::Random => "random".into(),
            Play::Best => "best".into(),
        }
    }

    fn text(&self) -> String {
        let Self { case, study, start, .. } = self;
        let mut text = heading(&case.game, &case.parameters, &case.explored.show(*start));
        if let Some(property) = &case.property {
            text += &format!("\n{}", styled(STRONG, property));
        }
        text += "\n\n";
        for (side, is_max, policy) in self.sides() {
            if side.is_some() || case.has_player(is_max) {
                text += &format!("{}: {}\n", case.player(is_max), policy.name());
            }
        }
        text += &format!("\n{}", self.worths());
        for (side, is_max, _) in self.sides() {
            let Some(side) = side else { continue };
            text += &self.wrong(side, &case.player(is_max));
        }
        if let Some(stop) = self.stopped() {
            let remark = format!("These are the bounds so far: {stop}.");
            text += &format!("\n{}\n", styled(WARN, &remark));
        }
        let states = show::count(study.arena.states() as u64, "position", "positions");
        text + &format!("\n{}\n", styled(FAINT, &format!("{states}; every bound was judged")))
    }

    /// The values, and what each policy gives up.
    fn worths(&self) -> String {
        let chance = matches!(self.case.asked, foregone::eval::Asked::Value(_));
        let max = self.case.player(true);
        let head = match (&self.case.property, chance) {
            (None, true) => format!("{max} wins"),
            _ => "value".into(),
        };
        let mut table = Table::default();
        table.row(FAINT, ["".into(), head.into(), "bounds".into()]);
        let mut line = |style, name: String, bounds| {
            let shown = span_text(&span(bounds), self.form);
            let (value, bounds) = shown.split_once("  ").unwrap_or((&shown, ""));
            table.row(style, [name.into(), value.to_owned().into(), bounds.to_owned().into()]);
        };
        let (study, start) = (self.study, self.start);
        let plain = anstyle::Style::new();
        line(STRONG, "as said".into(), study.value().bounds(start));
        if let (Some(max), Some(min)) = (&study.max, &study.min) {
            for side in [max, min] {
                let name = format!("{} as said, the other at its best", self.player(side));
                line(plain, name, side.worst.bounds(start));
            }
        }
        line(plain, "both at their best".into(), study.best.bounds(start));
        let mut text = table.text();
        for side in [&study.max, &study.min].into_iter().flatten() {
            let given_up = self.cost(&study.gives_up(side, start));
            text += &format!("{} gives up {given_up}\n", self.player(side));
        }
        text
    }

    fn player(&self, side: &Side) -> String {
        self.case.player(side.is_max)
    }

    /// A difference: of chances in percentage points.
    fn cost(&self, (lower, upper): &(Amount, Amount)) -> String {
        let chance = matches!(self.case.asked, foregone::eval::Asked::Value(_));
        match (chance, lower.finite(), upper.finite()) {
            (true, Some(lower), Some(upper)) => {
                format!("{} percentage points", number::cost(lower, upper))
            }
            _ => span_text(&span((lower.clone(), upper.clone())), self.form),
        }
    }

    /// The positions where the policy goes wrong.
    fn wrong(&self, side: &Side, player: &str) -> String {
        let costliest = self.study.costliest(side, self.top);
        if costliest.is_empty() {
            return match self.top {
                0 => String::new(),
                _ => format!("\n{player} goes wrong nowhere, as far as the bounds tell.\n"),
            };
        }
        let mut table = Table::default();
        let heads = ["", "position", "plays", "best", "costs", "gives up from there on"];
        table.row(FAINT, heads.map(Into::into));
        for found in &costliest {
            let Costly { state, cost, gives_up, best } = found;
            let points = |bounds| self.cost(bounds).replace(" percentage points", "");
            let cells = [
                String::new(),
                self.case.explored.show(*state),
                self.plays(side, *state),
                self.case.explored.move_name(*state, *best as usize),
                points(cost),
                points(gives_up),
            ];
            table.row(anstyle::Style::new(), cells.map(Into::into));
        }
        format!("\n{player} goes wrong most at\n{}", table.text())
    }
}
